import Foundation
import TestSupport
import Testing

@Suite struct LearnCommandTests {
  /// A device that sends messages of 30 to 60 bytes in values of 20, with a length and a sum, and
  /// is asked with op codes that it answers.
  private static func capture() -> Data {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    var random = SplitMix(seed: 5)
    for round in 0..<40 {
      // A device that says nothing unasked.
      capture.time += 1_000_000
      let body = random.bytes(24 + round % 30)
      var message: [UInt8] = [0x5A, 0xA5, UInt8(body.count)] + body
      message.append(UInt8(truncatingIfNeeded: message.reduce(0) { $0 + Int($1) }))
      capture.att([0x52, 3, 0, UInt8(0x10 + round % 8), UInt8(round)], isSent: true)
      for start in stride(from: 0, to: message.count, by: 20) {
        capture.notification(Array(message[start..<min(message.count, start + 20)]))
      }
    }
    return Data(capture.bytes)
  }

  private func learn(_ arguments: String...) throws -> Outcome {
    try Program.run(["learn"] + arguments + ["-"], input: Self.capture())
  }

  @Test func saysWhatThereIs() throws {
    let outcome = try learn()
    expect(outcome.status == 0 && outcome.errors == "")
    for line in [
      "    messages    97 values are 40 messages of 28 to 57 bytes, none left over",
      "                a length of 8 bits at 2, and 4; each starts with 5AA5",
      "    L length    8 bits at 2: the message has so many bytes and 4  (40 of 40)",
      "    C checksum  sum in the last byte, of all bytes before it  (40 of 40)",
      "    N counter   8 bits at 1: more by 1 each time  (39 of 39)",
    ] {
      expect(outcome.lines.contains(line), "\(line)\n\(outcome.output)")
    }
    expect(outcome.output.contains("answers FFF7 (0003): 40 of 40 requests, after 10.0 ms"))
  }

  /// Of too many pairs of characteristics, those with the most values are compared.
  @Test func comparesSoManyPairs() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for round in UInt8(0)..<8 {
      for index in UInt8(0)..<65 where round < 4 || index == 64 {
        capture.att([0x52, index, 1, round, index], isSent: true)
      }
      for index in UInt8(0)..<65 where round < 4 || index == 64 {
        capture.notification([round, index], of: 0x200 + Int(index))
      }
    }
    let file = Data(capture.bytes)
    let outcome = try Program.run(["learn", "-"], input: file)
    expect(outcome.status, equals: 0)
    expect(
      outcome.lines.contains(
        "129 pairs of characteristics not compared for answers (--uuid, --handle, --connection)"))
    expect(outcome.output.contains(" (0240) answers (type unknown) (0140): "), "\(outcome.output)")
    let few = try Program.run(["learn", "--handle", "0140", "-"], input: file)
    expect(!few.output.contains("not compared"))
  }

  /// An empty declaration says why it is empty.
  @Test func saysThatNothingIsDeclared() throws {
    let known = Program.capture("polar-h7.btsnoop")
    let none = try Program.run(["learn", "--format", "json", "--event", "mtu", known])
    expect(none.errors.hasSuffix("bleinspect: no values were seen\n"))
    let decoded = try Program.run(["learn", "--format", "json", known])
    expect(decoded.errors, equals: "bleinspect: all values are known: --all includes them\n")
    let few = try Program.run(["learn", "--format", "json", "--all", known])
    expect(
      few.errors.contains("the declaration is empty: the values show nothing that is certain"))
    expect(few.status, equals: 0)
    let quiet = try Program.run(["learn", "--format", "json", "--quiet", known])
    expect(quiet.errors == "" && quiet.output == few.output)
  }

  /// Characteristics beyond the limit are said in both formats.
  @Test(arguments: ["text", "json"]) func examinesSoManyCharacteristics(format: String) throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    for index in 0..<515 { capture.notification([UInt8(index & 255)], of: 1 + index) }
    let outcome = try Program.run(
      ["learn", "--format", format, "-"], input: Data(capture.bytes))
    let said = format == "text" ? outcome.output : outcome.errors
    expect(outcome.status == 0 && said.contains("3 values of further characteristics left out\n"))
  }

  @Test func theFirstValues() throws {
    let outcome = try learn("-n", "3")
    expect(outcome.output.contains(": 1 value, 2 bytes, 1 different"))
    expect(outcome.output.contains(": 2 values, "), "\(outcome.output)")
  }

  @Test func writesADeclaration() throws {
    let outcome = try learn("--format", "json")
    expect(outcome.status == 0 && outcome.errors == "")
    let file = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    expect(file["schema"] as? Int, equals: 1)
    let characteristics = try #require(file["characteristics"] as? [String: Any])
    let both = try #require(characteristics["FFF7"] as? [[String: Any]])
    expect(both.map { $0["direction"] as? String }, equals: ["write", "notify"])
    let message = try #require(both[1]["message"] as? [String: Any])
    expect(message["start"] as? String, equals: "5AA5")
    let length = try #require(message["length"] as? [String: Any])
    expect(length["at"] as? Int == 2 && length["plus"] as? Int == 4)
    let fields = try #require(both[1]["fields"] as? [[String: Any]])
    expect(fields.compactMap { $0["key"] as? String }, equals: ["length", "payload", "checksum"])
    expect(fields.last?["skip"] as? String, equals: "rest")
    let check = try #require(fields[2]["check"] as? [String: Any])
    expect(check["kind"] as? String == "sum" && check["over"] as? String == "0..-2")
    expect((both[1]["samples"] as? [[String: Any]])?.isEmpty, equals: false)
  }

  /// What was learned is a declaration that works.
  @Test func theDeclarationDecodesTheCapture() throws {
    let learned = try learn("--format", "json")
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "learned-\(UInt64.random(in: 0 ... .max)).json"
    ).path
    try Data(learned.output.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let checked = try Program.run(["decoders", "check", path])
    expect(checked.status, equals: 0, "\(checked.output)\(checked.errors)")
    let timeline = try Program.run(
      ["--decoders", path, "--format", "ndjson", "-"], input: Self.capture())
    expect(timeline.status == 0 && timeline.errors == "")
    var messages = 0
    var values = 0
    for line in timeline.lines where line.contains("\"event\":\"notification\"") {
      values += 1
      let event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let decoded = event["decoded"] as? [String: Any] else { continue }
      let frames = event["message_frames"] as? [Int] ?? []
      expect(frames.count >= 2 && frames.last == event["frame"] as? Int)
      let payload = try #require(decoded["payload"] as? String)
      expect(decoded["length"] as? Int, equals: payload.count / 2)
      expect(payload.count / 2, equals: 24 + messages % 30)
      expect(decoded["checksum"] as? String, equals: "ok")
      expect(event["note"] == nil)
      messages += 1
    }
    expect(messages == 40 && values == 97)
    // The counter of what is written.
    expect(timeline.output.contains("\"counter\":39"))
    for format in ["text", "csv", "json"] {
      let other = try Program.run(
        ["--decoders", path, "--format", format, "-"], input: Self.capture())
      expect(other.status == 0 && other.output.contains("checksum"), "\(format)")
    }
    // A bad checksum is a note.
    var capture = Self.capture()
    capture[capture.count - 1] ^= 1
    let bad = try Program.run(["--decoders", path, "--format", "ndjson", "-"], input: capture)
    expect(
      bad.lines.contains {
        $0.contains("\"checksum\":\"bad\"") && $0.contains("the checksum is wrong")
      })
    let rule = try Program.run(
      ["check", "-", "no notification checksum=bad", "--decoders", path], input: capture)
    expect(rule.status, equals: 1, "\(rule.output)\(rule.errors)")
  }

  /// Values of 20 bytes, of which a length says how many count: the declaration reads a group of so many.
  @Test func theDeclarationOfValuesWithZerosAtTheirEnd() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 0xFF, 0xFF, 0xF0, 0xFF])
    capture.exchange(
      [0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 2, 0, 0x1C, 3, 0, 0xF9, 0xFF])
    var random = SplitMix(seed: 12)
    for round in 0..<60 {
      let body = random.bytes(3 + round * 7 % 11)
      var frame: [UInt8] = [0xC3, UInt8(body.count)] + body
      frame.append(frame.reduce(0, ^))
      capture.notification(3, frame + [UInt8](repeating: 0, count: 20 - frame.count))
    }
    let data = Data(capture.bytes)
    let text = try Program.run(["learn", "-"], input: data)
    for line in [
      "    padding     zeros fill values up to 20 bytes: what follows is without them",
      "    L length    8 bits at 1: the value has so many bytes and 3  (60 of 60)",
      "    C checksum  XOR in the last byte, of all bytes before it  (60 of 60)",
    ] { expect(text.lines.contains(line), "\(line)\n\(text.output)") }
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "learned.json",
      Array(try Program.run(["learn", "--format", "json", "-"], input: data).output.utf8))
    let checked = try Program.run(["decoders", "check", path])
    expect(checked.status, equals: 0, "\(checked.output)\(checked.errors)")
    let timeline = try Program.run(
      ["--decoders", path, "--format", "ndjson", "-"], input: data)
    expect(timeline.lines.count { $0.contains(#""checksum":"ok""#) }, equals: 60)
    expect(
      !timeline.lines.contains { $0.contains(#""checksum":"ok""#) && $0.contains(#""note":"#) })
  }

  @Test func filtersSelectValues() throws {
    try expect(learn("--uuid", "2A37").output, equals: "no values were seen\n")
    try expect(learn("--event", "write_command").output.contains("notify"), equals: false)
    try expect(learn("--connection", "2").output, equals: "no values were seen\n")
  }

  @Test func whatIsDecodedIsLeftOut() throws {
    let strap = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(["learn", strap])
    expect(outcome.lines.first, equals: "all values are known: --all includes them")
    expect(outcome.output.contains("2A37 (0012) Heart Rate Measurement notify: "))
    try expect(Program.run(["learn", "--all", strap]).output.contains("2A37 (0012)"))
  }

  /// Parts of a message say nothing of themselves; bytes that a decoder only passes on are not known.
  @Test func partsAndBytes() throws {
    func learnt(_ uuid: [UInt8], _ values: [[UInt8]]) throws -> String {
      var capture = CaptureBuilder()
      capture.connected(1)
      capture.exchange(
        [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 0xFF, 0xFF, 0xE0, 0xFF])
      capture.exchange(
        [0x08, 1, 0, 0xFF, 0xFF, 3, 0x28],
        [0x09, UInt8(5 + uuid.count), 2, 0, 0x1C, 3, 0] + uuid)
      for value in values { capture.notification(3, value) }
      return try Program.run(["learn", "-"], input: Data(capture.bytes)).output
    }
    let head: [UInt8] = [0x55, 0xAA, 0xEB, 0x90, 2]
    let parts = (0..<3).flatMap { number in
      [head + [UInt8](repeating: number, count: 15), [UInt8](repeating: number, count: 20)]
    }
    let nothing = "all values are known: --all includes them\n"
    try expect(learnt([0xE1, 0xFF], parts).hasPrefix(nothing), equals: true)
    let uart: [UInt8] = [
      0x9E, 0xCA, 0xDC, 0x24, 0x0E, 0xE5, 0xA9, 0xE0, 0x93, 0xF3, 0xA3, 0xB5, 3, 0, 0x40, 0x6E,
    ]
    try expect(learnt(uart, (1..<6).map { [0xFF, $0, 0xFE] }).contains("notify: 5 values"))
    try expect(learnt(uart, [Array("OK".utf8)]).hasPrefix(nothing), equals: true)
  }

  @Test(arguments: Program.captures) func everyCaptureIsExamined(_ name: String) throws {
    for format in ["text", "json"] {
      let outcome = try Program.run(["learn", "--quiet", "--format", format, Program.capture(name)])
      expect(outcome.status, equals: 0)
      expect(!outcome.output.isEmpty)
    }
  }

  /// A device that turns red before the tenth second and green after it.
  /// - name: what it is called in the last answer.
  private static func lamp(name: String? = nil) -> Data {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    for round in 0..<20 {
      capture.time += 1_000_000
      capture.att(
        [0x52, 3, 0, 0x7E, UInt8(round), round < 10 ? 0x0A : 0x0B, 0xEF], isSent: true)
    }
    if let name {
      capture.exchange(
        [0x08, 1, 0, 0xFF, 0xFF, 0, 0x2A], [0x09, UInt8(name.utf8.count + 2), 9, 0] + name.utf8)
    }
    return Data(capture.bytes)
  }

  @Test func contrastsTwoSpans() throws {
    let outcome = try Program.run(["learn", "--contrast", "0..10.5", "-"], input: Self.lamp())
    expect(outcome.status == 0 && outcome.errors == "")
    expect(
      outcome.lines.prefix(3),
      equals: [
        "FFF7 (0003) write: 10 and 10 values",
        "    byte 2: 0A -> 0B",
        "  - 7E000AEF  |~...|",
      ], "\(outcome.output)")
  }

  @Test func aSideWithoutValuesIsTold() throws {
    for (span, side) in [("500..600", "what"), ("0..500", "only what")] {
      let outcome = try Program.run(["learn", "--contrast", span, "-"], input: Self.lamp())
      expect(
        outcome.errors,
        equals: "bleinspect: \(side) --contrast names has \(side == "what" ? "no " : "")values: "
          + "there is nothing to compare\n")
      expect(outcome.status == 0 && outcome.output == "")
      let json = try Program.run(
        ["learn", "--format", "json", "--contrast", span, "-"], input: Self.lamp())
      expect(json.output, equals: "{\"schema\":1,\"differences\":[],\"equal\":0}\n")
    }
  }

  @Test func contrastsAsJSON() throws {
    let outcome = try Program.run(
      ["learn", "--format", "json", "--contrast", "0..10.5", "-"], input: Self.lamp())
    expect(outcome.status == 0 && outcome.errors == "")
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let contrast = try #require(document as? [String: Any])
    expect(contrast["schema"] as? Int, equals: 1)
    expect(contrast["equal"] as? Int, equals: 0)
    let differences = try #require(contrast["differences"] as? [[String: Any]])
    expect(differences.count, equals: 1)
    let lamp = try #require(differences.first)
    expect(lamp["handle"] as? Int, equals: 3)
    expect(lamp["service"] as? String, equals: "FFF0")
    expect(lamp["characteristic"] as? String, equals: "FFF7")
    expect(lamp["direction"] as? String, equals: "write")
    expect(lamp["first_values"] as? Int, equals: 10)
    expect(lamp["second_values"] as? Int, equals: 10)
    let kinds = try #require(lamp["kinds"] as? [[String: Any]])
    let changes = kinds.flatMap { $0["bytes"] as? [[String: Any]] ?? [] }
    expect(changes.map { $0["at"] as? Int }, equals: [2])
    expect(changes.first?["first"] as? [Int], equals: [0x0A])
    expect(changes.first?["second"] as? [Int], equals: [0x0B])
    let only = try #require(lamp["only_first"] as? [[String: Any]])
    // All of them: the text shows six.
    expect(only.count, equals: 10)
    expect(only.first?["value"] as? String, equals: "7e000aef")
    expect(only.first?["count"] as? Int, equals: 1)
  }

  @Test func contrastsWhatFollowsAMark() throws {
    func contrast(_ arguments: String...) throws -> Outcome {
      try Program.run(
        ["learn", "--mark", "0=it is red", "--mark", "10.5=it is green"] + arguments + ["-"],
        input: Self.lamp())
    }
    let red = try contrast("--contrast", "mark:it is red")
    expect(red.status == 0 && red.errors == "")
    let change = ["FFF7 (0003) write: 10 and 10 values", "    byte 2: 0A -> 0B"]
    expect(red.lines.prefix(2), equals: change[...], "\(red.output)")
    // The marks count whatever the filters select.
    let selected = try contrast(
      "--contrast", "mark:it is red", "--event", "write_command", "--from", "0.5")
    expect(selected.lines.prefix(2), equals: change[...], "\(selected.output)")
    let green = try contrast("--contrast", "mark: it  is green")
    expect(green.lines.dropFirst().first, equals: "    byte 2: 0B -> 0A")
    // For a limited time: the rest is the other side.
    let limited = try contrast("--contrast", "mark:it is red..4.5")
    expect(limited.lines.first, equals: "FFF7 (0003) write: 4 and 16 values", "\(limited.output)")
    let none = try contrast("--contrast", "mark:it is gren")
    expect(none.status, equals: 0)
    expect(
      none.errors,
      equals: """
        bleinspect: nothing matches --contrast 'mark:it is gren': no mark has this text; did you \
        mean 'it is green'?

        """)
  }

  @Test(arguments: ["mark:", "mark: ", "mark:..2", "mark:x..0", "mark:x..-1"])
  func refusesMarksWithoutAText(_ contrast: String) throws {
    try expect(learn("--contrast", contrast).status, equals: 2)
  }

  @Test func marksNeedAContrast() throws {
    let alone = try learn("--mark", "1=x")
    expect(alone.status == 2 && alone.output == "")
    expect(alone.errors.hasPrefix("bleinspect: --mark needs --contrast mark:TEXT here"))
    try expect(learn("--mark", "1=x", "--contrast", "1..2").status, equals: 2)
  }

  @Test func contrastsTwoCaptures() throws {
    let folder = try TemporaryFolder()
    let lamp = try folder.file("lamp.log", Array(Self.lamp()))
    let equal = try Program.run(["learn", "--contrast", lamp, lamp])
    expect(equal.output, equals: "1 characteristic has the same values on both sides\n")
    let other = try Program.run(["learn", "--contrast", lamp, "-"], input: Self.capture())
    expect(other.status == 0 && other.output.contains("FFF7 (0003) notify: 0 and 97 values"))
    let missing = try Program.run(["learn", "--contrast", "/no/such/file", lamp])
    expect(missing.status == 2 && missing.errors.contains("No such file"))
    let json = try Program.run(["learn", "--contrast", lamp, "--format", "json", lamp])
    expect(json.status == 0 && json.output == #"{"schema":1,"differences":[],"equal":1}"# + "\n")
  }

  /// The device of both captures has its name only at their end.
  @Test func contrastsADeviceByItsName() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("late.log", Array(Self.lamp(name: "Lamp")))
    let outcome = try Program.run(
      ["learn", "--contrast", file, "--device", "lamp", "--uuid", "FFF7", file])
    expect(outcome.status == 0 && outcome.errors == "")
    expect(outcome.output, equals: "1 characteristic has the same values on both sides\n")
  }
}
