import Bytes
import JSONText
import TestSupport
import Testing

@testable import GATTValues

/// Values of one characteristic that make up messages.
@Suite struct MessageTests {
  private struct Joined {
    let program: Program
    var stream = MessageStream(handle: 3, isWrite: false, isSent: false)
    var frame: UInt64 = 0

    init(
      _ message: String, fields: String = #"{ "key": "mt_body", "type": "hex" }"#, more: String = ""
    )
      throws
    {
      program = try Self.declaration(message, fields, more).program()
    }

    static func declaration(
      _ message: String, _ fields: String = #"{ "key": "mt_body", "type": "hex" }"#,
      _ more: String = ""
    ) throws(JSONError) -> Declaration {
      let source = """
        { "schema": 1, "characteristics": { "FF01": {
          "message": \(message), "fields": [\(fields)]\(more) } } }
        """
      return try DeclarationFile(Array(source.utf8)).declarations[0]
    }

    /// - Returns: what one value gives.
    mutating func take(_ value: [UInt8]) -> (
      json: String, text: String, note: String, frames: [UInt64]
    ) {
      frame += 1
      var buffer = FieldBuffer()
      let frames = program.decode(
        value.rawBytes, of: frame, joining: &stream, in: DecodingContext(), into: &buffer)
      return (
        buffer.decodedJSON, String(decoding: buffer.text.bytes.copy(), as: UTF8.self),
        String(decoding: buffer.note.bytes.copy(), as: UTF8.self), frames
      )
    }

    mutating func take(_ hex: String) -> (
      json: String, text: String, note: String, frames: [UInt64]
    ) {
      take(bytesOf(hex))
    }
  }

  private func problem(_ message: String) -> String? {
    do {
      _ = try Joined.declaration(message)
      return nil
    } catch { return "\(error.path): \(error.reason)" }
  }

  @Test func aLengthCountsSeveralValues() throws {
    var joined = try Joined(
      #"{ "start": "55aa", "length": { "at": 2, "type": "u16", "plus": 4 } }"#)
    expect(joined.take("55").text, equals: "1 byte of a message")
    let part = joined.take("aa 0500 01")
    expect(part.json == "{}" && part.text == "5 of 9 bytes of a message" && part.note == "")
    let whole = joined.take("02030405")
    expect(whole.json, equals: #"{"mt_body":"55aa05000102030405"}"#)
    expect(whole.frames, equals: [1, 2, 3])
    expect(!joined.stream.isOpen)
    // Alone in a value: no list of records.
    expect(joined.take("55aa 0000").frames, equals: [])
  }

  @Test func severalMessagesAndWhatIsBetweenThem() throws {
    var joined = try Joined(#"{ "start": "55", "length": { "at": 1, "type": "u8", "plus": 2 } }"#)
    let first = joined.take("ffff 550101 5500 55")
    expect(
      first.json, equals: #"{"mt_body":"550101","further_messages":[{"mt_body":"5500"}]}"#)
    expect(first.note, equals: "2 bytes belong to no message")
    expect(joined.stream.isOpen)
    let second = joined.take("02aabb")
    expect(second.json == #"{"mt_body":"5502aabb"}"# && second.frames == [1, 2])
  }

  @Test func aLengthThatCannotBeRightIsNoMessage() throws {
    var joined = try Joined(#"{ "length": { "at": 0, "type": "u32", "plus": -9 } }"#)
    let result = joined.take("01000000 aabb")
    expect(result.json, equals: "{}")
    expect(result.note, equals: "no message has such a length; 6 bytes belong to no message")
    expect(joined.take("ffffffff").note.hasPrefix("no message has such a length"))
    // With a start, the next one is looked for.
    var marked = try Joined(#"{ "start": "55", "length": { "at": 1, "type": "u8", "plus": 1 } }"#)
    expect(marked.take("5500 550155").json, equals: #"{"mt_body":"5501"}"#)
  }

  @Test func whatItBeginsWithSaysHowLong() throws {
    var joined = try Joined(
      #"{ "starts": { "55aa": 5, "dd03": { "at": 2, "type": "u8", "plus": 4 } } }"#)
    // Of others: as it is, without a note.
    let foreign = joined.take("01 55aa010203 55")
    expect(foreign.json == "{}" && foreign.text == "" && foreign.note == "")
    expect(joined.stream.isEmpty)
    expect(joined.take("55aa01").text, equals: "3 of 5 bytes of a message")
    let two = joined.take("0203 dd03010a77")
    expect(
      two.json, equals: #"{"mt_body":"55aa010203","further_messages":[{"mt_body":"dd03010a77"}]}"#)
    expect(two.frames, equals: [2, 3])
    // A start of which half is there; then one whose length is not there yet.
    let rest = joined.take("55aa010203 dd")
    expect(rest.json == #"{"mt_body":"55aa010203"}"# && rest.note == "")
    expect(joined.take("03").text, equals: "2 bytes of a message")
    expect(joined.take("00 77").json, equals: #"{"mt_body":"dd030077"}"#)
    // What is after a message and begins none.
    let after = joined.take("55aa010203 0102")
    expect(after.note, equals: "2 bytes belong to no message")
    // It was interrupted.
    expect(joined.take("55aa01").text, equals: "3 of 5 bytes of a message")
    let again = joined.take("55aa0a0b0c")
    expect(again.json, equals: #"{"mt_body":"55aa0a0b0c"}"#)
    expect(again.note, equals: "a message begins before the end of another; 3 bytes are left out")
    // Octets of a start inside a message, not where a value begins.
    expect(joined.take("55aa 55aa 01").json, equals: #"{"mt_body":"55aa55aa01"}"#)
  }

  @Test func aStartWithALengthThatCannotBe() throws {
    var joined = try Joined(#"{ "starts": { "dd": { "at": 1, "type": "u8", "plus": -9 } } }"#)
    let result = joined.take("dd0102")
    expect(result.json, equals: "{}")
    expect(result.note, equals: "no message has such a length; 3 bytes belong to no message")
    expect(joined.stream.isEmpty)
    expect(problem(#"{ "starts": {} }"#)?.hasSuffix("expected 1 to 16 starts"), equals: true)
    expect(problem(#"{ "starts": { "5": 5 } }"#)?.contains("expected 1 to 4 octets"), equals: true)
    expect(problem(#"{ "starts": { "5555": 1 } }"#)?.contains("from 2 to 65536"), equals: true)
    expect(
      problem(#"{ "starts": { "55": 5 }, "start": "55" }"#)?.contains("does not go with"),
      equals: true)
  }

  @Test func escapes() throws {
    var sphero = try Joined(#"{ "start": "8d", "end": "d8", "escape": "ab" }"#)
    expect(sphero.take("8d01ab05ab").text, equals: "5 bytes of a message")
    let whole = sphero.take("23ab5002d8")
    expect(whole.json == #"{"mt_body":"018dabd802"}"# && whole.frames == [1, 2])
    // A start inside a message: its end was lost.
    let again = sphero.take("8d0102 8d03d8")
    expect(again.json, equals: #"{"mt_body":"03"}"#)
    expect(again.note, equals: "a message begins before the end of another; 3 bytes are left out")

    var slip = try Joined(#"{ "end": "c0", "escape": "db" }"#)
    expect(slip.take("c001dbdc02dbddc0").json, equals: #"{"mt_body":"01c002db"}"#)
    var hdlc = try Joined(#"{ "start": "7e", "end": "7e", "escape": "7d" }"#)
    expect(
      hdlc.take("7e017d5e7e027e").json,
      equals: #"{"mt_body":"017e","further_messages":[{"mt_body":"02"}]}"#)
    expect(!hdlc.stream.isOpen)
    expect(hdlc.take("03").text, equals: "2 bytes of a message")
    expect(hdlc.take("7e").json, equals: #"{"mt_body":"03"}"#)
    // An escaped end is none, where the octet stands for itself.
    var plain = try Joined(#"{ "end": "0a", "escape": "5c", "keep": true }"#)
    expect(plain.take("61 5c").json, equals: "{}")
    expect(plain.take("0a 62 0a").json, equals: #"{"mt_body":"610a620a"}"#)
    var own = try Joined(
      #"{ "end": "00", "escape": { "byte": "ff", "pairs": { "01": "00", "02": "ff" } } }"#)
    expect(own.take("ff01ff0200").json, equals: #"{"mt_body":"00ff"}"#)
    var bits = try Joined(#"{ "end": "00", "escape": { "byte": "ff", "xor": "20" } }"#)
    expect(bits.take("ff2000").json, equals: #"{"mt_body":"00"}"#)
  }

  @Test func linesOfText() throws {
    var lines = try Joined(
      #"{ "end": "0d0a" }"#, fields: #"{ "key": "mt_line", "type": "utf8" }"#)
    expect(lines.take("61620d").json, equals: "{}")
    let both = lines.take("0a630d0a64")
    expect(both.json, equals: #"{"mt_line":"ab","further_messages":[{"mt_line":"c"}]}"#)
    expect(both.frames, equals: [1, 2])
  }

  @Test func partsWithHeaders() throws {
    let message = """
      { "header": [ { "as": "part", "type": "u8" }, { "as": "parts", "type": "u8" } ],
        "first": "part == 1", "last": "part >= parts" }
      """
    var joined = try Joined(message)
    expect(joined.take("0103 6162").text, equals: "2 bytes of a message")
    expect(joined.take("0203 63").json, equals: "{}")
    let whole = joined.take("0303 64")
    expect(whole.json == #"{"mt_body":"61626364"}"# && whole.frames == [1, 2, 3])
    expect(
      joined.take("0203 65").note,
      equals: "the first part of the message is missing; 1 byte belongs to no message")
    _ = joined.take("0102 66")
    let restarted = joined.take("0101 67")
    expect(restarted.json, equals: #"{"mt_body":"67"}"#)
    expect(restarted.note, equals: "a message begins before the end of another; 1 byte is left out")
    expect(
      joined.take("01").note,
      equals: "too short for the header of a part; 1 byte belongs to no message")
  }

  @Test func theMaskIsOfEachValue() throws {
    var joined = try Joined(
      #"{ "length": { "at": 0, "type": "u8", "plus": 1 } }"#, more: #", "mask": "ff00""#)
    _ = joined.take("fc01")
    expect(joined.take("fd03").json, equals: #"{"mt_body":"03010203"}"#)
  }

  @Test func nothingGrowsWithoutBound() throws {
    var endless = try Joined(#"{ "start": "01", "end": "02" }"#)
    _ = endless.take([1])
    var notes = 0
    let value = [UInt8](repeating: 3, count: 500)
    for _ in 0..<200 {
      if endless.take(value).note.contains("more than 65536 bytes or 4096 values") { notes += 1 }
      expect(endless.stream.heldOctets < 200_000)
    }
    expect(notes, equals: 1)
    var slow = try Joined(#"{ "end": "02" }"#)
    for _ in 0..<5000 { if slow.take([3]).note.contains("4096 values") { notes += 1 } }
    expect(notes, equals: 2)
    expect(slow.stream.frames.count <= MessageStream.maximumValues)
    // Starts only, each of which ends what was before.
    var starts = try Joined(#"{ "start": "8d", "end": "d8", "escape": "ab" }"#)
    let result = starts.take([UInt8](repeating: 0x8D, count: 60_000))
    expect(
      result.note, equals: "a message begins before the end of another; 59999 bytes are left out")
    var many = try Joined(#"{ "length": { "at": 0, "type": "u8", "plus": 1 } }"#)
    let zeros = many.take([UInt8](repeating: 0, count: 1000))
    expect(
      zeros.note, equals: "\(1000 - MessageStream.maximumOfValue) further messages are not decoded")
    var parts = try Joined(
      #"{ "header": [ { "as": "n", "type": "u8" } ], "first": "n == 1", "last": "n == 2" }"#)
    _ = parts.take([1])
    for _ in 0..<200 {
      if parts.take(value).note.contains("more than 65536 bytes") { notes += 1 }
    }
    expect(notes, equals: 3)
  }

  /// However messages are cut into values, the same comes out.
  @Test(arguments: 0..<6) func anyCutGivesTheSame(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed) &* 31 &+ 7)
    func below(_ count: Int) -> Int { Int(random.next() >> 11) % count }
    for form in [
      #"{ "start": "8d", "end": "d8", "escape": "ab" }"#, #"{ "end": "c0", "escape": "db" }"#,
      #"{ "start": "7e", "end": "7e", "escape": "7d" }"#,
      #"{ "start": "55aa", "length": { "at": 2, "type": "u16be", "plus": 4 } }"#,
    ] {
      var bodies: [String] = []
      var stream: [UInt8] = []
      for _ in 0..<40 {
        let body = (0..<1 + below(40)).map { _ in
          below(4) == 0 ? [0x8D, 0xAB, 0xD8, 0xC0, 0xDB, 0x7E, 0x7D][below(7)] : UInt8(below(256))
        }
        switch form.contains("\"8d\"") ? 0 : form.contains("c0") ? 1 : form.contains("7e") ? 2 : 3 {
        case 0:
          stream +=
            [0x8D] + body.flatMap { [0x8D, 0xAB, 0xD8].contains($0) ? [0xAB, $0 & ~0x88] : [$0] }
            + [0xD8]
          bodies.append(text(body))
        case 1:
          stream +=
            body.flatMap { $0 == 0xC0 ? [0xDB, 0xDC] : $0 == 0xDB ? [0xDB, 0xDD] : [$0] } + [0xC0]
          bodies.append(text(body))
        case 2:
          stream += [0x7E] + body.flatMap { [0x7E, 0x7D].contains($0) ? [0x7D, $0 ^ 0x20] : [$0] }
          bodies.append(text(body))
        default:
          let message = [0x55, 0xAA, 0, UInt8(body.count)] + body
          stream += message
          bodies.append(text(message))
        }
      }
      if form.contains("7e") { stream.append(0x7E) }
      var joined = try Joined(form)
      var found: [String] = []
      var place = 0
      while place < stream.count {
        let count = min(1 + below(25), stream.count - place)
        let result = joined.take(Array(stream[place..<place + count]))
        expect(result.note, equals: "")
        found += result.json.matches(of: /"mt_body":"([0-9a-f]*)"/).map { String($0.1) }
        place += count
      }
      expect(found, equals: bodies)
      expect(!joined.stream.isOpen)
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func whatIsWrongIsSaid() {
    for (message, reason) in [
      ("{ }", "a message needs exactly one of 'end', 'length', 'starts' and 'header'"),
      (
        #"{ "end": "00", "length": { "type": "u8" } }"#,
        "a message needs exactly one of 'end', 'length', 'starts' and 'header'"
      ),
      (#"{ "end": "" }"#, "expected 1 to 4 octets"),
      (#"{ "end": "00", "first": "1" }"#, "'first' does not go with 'end'"),
      (#"{ "length": { "type": "i8" } }"#, "expected u8, u16, u24 or u32"),
      (#"{ "length": { "type": "u8" }, "escape": "00" }"#, "'escape' does not go with 'length'"),
      (#"{ "end": "0d0a", "escape": "00" }"#, "with an escape, start and end have one octet"),
      (
        #"{ "end": "00", "escape": { "byte": "01", "or": "02", "xor": "03" } }"#,
        "expected one of 'or', 'xor' and 'pairs'"
      ),
      (
        #"{ "header": [ { "key": "a", "type": "u8" } ], "last": "a" }"#,
        "a header shows nothing: 'as' instead of 'key'"
      ),
      (#"{ "header": [ { "as": "a", "type": "u8" } ] }"#, "'last' is missing"),
      (
        #"{ "header": [ { "as": "a", "type": "u8" } ], "last": "b" }"#,
        "nothing before this is called 'b'"
      ),
    ] {
      let found = problem(message) ?? "nothing"
      expect(found.hasSuffix(reason), "\(message): \(found)")
    }
  }

  @Test func namesOfAHeaderAreItsOwn() {
    let source = """
      { "schema": 1, "characteristics": { "FF01": {
        "message": { "header": [ { "as": "part", "type": "u8" } ], "last": "part == 1" },
        "fields": [ { "key": "mt_part", "of": "part" } ] } } }
      """
    #expect(throws: JSONError.self) { try DeclarationFile(Array(source.utf8)) }
  }
}
