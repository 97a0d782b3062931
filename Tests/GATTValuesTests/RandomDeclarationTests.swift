import Bytes
import JSONText
import TestSupport
import Testing

@testable import GATTValues

/// Declarations that nobody would write, over bytes that nobody would send.
@Suite struct RandomDeclarationTests {
  @Test(arguments: 0..<8)
  func nothingCrashesAndNoOutputIsInvalid(_ seed: Int) throws {
    var random = RandomDeclaration(seed: UInt64(seed))
    var buffer = FieldBuffer()
    var decoded = 0
    var joined = 0
    for _ in 0..<20 {
      let source = random.file()
      let file: DeclarationFile
      do { file = try DeclarationFile(Array(source.utf8)) } catch {
        expect(error.sentence(in: Array(source.utf8)).hasPrefix("line "))
        continue
      }
      let program = try file.declarations[0].program()
      let stored = ProgramText.text(of: file.declarations[0].code)
      expect(ProgramText.program(Array(stored.utf8).rawBytes), equals: file.declarations[0].code)
      for round in 0..<12 {
        buffer.removeAll()
        program.decode(
          random.bytes(round == 0 ? 512 : 40).rawBytes,
          in: DecodingContext(isTruncated: round % 3 == 0, units: round % 2 == 0 ? .us : .metric),
          into: &buffer)
        let json = buffer.decodedJSON
        #expect(throws: Never.self, "\(source)\n\(json)") {
          try JSONDocument(Array(json.utf8))
        }
        expect(!buffer.text.bytes.copy().contains { $0 < 0x20 }, "\(source)")
        expect(buffer.fields.count <= 2 * Interpreter.maximumSteps)
        if !buffer.fields.isEmpty { decoded += 1 }
      }
      guard program.joinsValues else { continue }
      var stream = MessageStream(handle: 1, isWrite: false, isSent: false)
      for round in 0..<40 {
        buffer.removeAll()
        let frames = program.decode(
          random.bytes(30).rawBytes, of: UInt64(round + 1), joining: &stream, in: DecodingContext(),
          into: &buffer)
        expect(frames == frames.sorted() && frames.allSatisfy { 1...UInt64(round + 1) ~= $0 })
        let json = buffer.decodedJSON
        #expect(throws: Never.self, "\(source)\n\(json)") { try JSONDocument(Array(json.utf8)) }
        let held = stream.heldOctets
        expect(held < 1 << 16)
        joined += frames.count
      }
    }
    // Not all of them may be refused.
    expect(decoded > 15)
    expect(joined > 0)
  }
}

private struct RandomDeclaration {
  private var generator: SplitMix
  private var names: [String] = []

  init(seed: UInt64) { generator = SplitMix(seed: seed &* 77 &+ 5) }

  private mutating func below(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

  private mutating func one<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func bytes(_ most: Int) -> [UInt8] {
    (0..<below(most)).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 8) }
  }

  mutating func file() -> String {
    names = []
    let fields = fields(0)
    let name = names.isEmpty ? nil : one(names)
    let text =
      name.map { one(["{\($0)}[ {\($0):2}]", "[[{\($0):04X}]]", "{\($0)?a:b}", "{\($0):q}"]) }
      ?? "x"
    return """
      { "schema": 1, "characteristics": { "FF01": {
        \(message())"fields": [\(fields)], "text": "\(text)" } } }
      """
  }

  private mutating func message() -> String {
    func octet(_ self: inout Self) -> String { ["00", "01", "ff", "7d", "c0"][self.below(5)] }
    switch below(7) {
    case 0: return "\"message\": { \"end\": \"\(octet(&self))\", \"keep\": true }, "
    case 1:
      return "\"message\": { \"start\": \"\(octet(&self))\", \"end\": \"\(octet(&self))\", "
        + "\"escape\": \"\(octet(&self))\" }, "
    case 2:
      return "\"message\": { \"length\": { \"at\": \(below(3)), "
        + "\"type\": \"\(one(["u8", "u16be", "u32"]))\", \"plus\": \(below(40) - 20) } }, "
    case 3:
      return "\"message\": { \"header\": [ { \"as\": \"part\", \"type\": \"u8\" } ], "
        + "\"first\": \"part.0\", \"last\": \"part.1\" }, "
    case 4:
      return "\"message\": { \"starts\": { \"\(octet(&self))\": \(1 + below(9)), "
        + "\"\(octet(&self))\(octet(&self))\": { \"at\": \(below(3)), \"type\": \"u8\", "
        + "\"plus\": \(below(40) - 20) } } }, "
    default: return ""
    }
  }

  private mutating func fields(_ depth: Int) -> String {
    let count = 1 + below(5)
    return (0..<count).map { place in
      // What takes the rest is mostly the last one: else nothing is left for those after it.
      mayTakeRest = place == count - 1 || below(8) == 0
      return field(depth)
    }.joined(separator: ", ")
  }

  /// Whether the field at hand may take all that is left.
  private var mayTakeRest = true

  private mutating func condition() -> String {
    // One that depends on nothing is refused.
    below(3) == 0 ? "rest > \(below(5)) && (\(expression()))" : "rest > \(below(9))"
  }

  private mutating func times() -> String {
    one((mayTakeRest ? ["\"rest\""] : []) + ["2", "3", "\"\(expression())\""])
  }

  private mutating func expression() -> String {
    let operand = { (self: inout Self) -> String in
      self.one(self.names + ["\(self.below(300))", "rest", "length"])
    }
    var text = operand(&self)
    for _ in 0..<below(3) {
      text +=
        " \(one(["+", "-", "*", "/", "%", "&", "|", "<<", ">>", "==", "<", "&&", "||"])) "
        + operand(&self)
    }
    return below(5) == 0 ? "(\(text)) ? \(operand(&self)) : 0" : text
  }

  private mutating func field(_ depth: Int) -> String {
    // A key always has one type, as all declarations of a process share it.
    let name = "k\(1 + below(6))"
    var members: [String] = []
    if below(4) == 0 { members.append("\"if\": \"\(condition())\"") }
    let takesRest = mayTakeRest
    switch below(depth < 3 ? 9 : 6) {
    case 0: return "{ \"skip\": \(1 + below(3)) }"
    case 1:
      members += ["\"key\": \"t\(name)\"", "\"type\": \"\(one(["utf8", "utf16"]))\"", size()]
    case 2:
      members += ["\"key\": \"h\(name)\"", "\"type\": \"\(one(["hex", "hexle"]))\"", size()]
    case 3:
      members += [
        "\"key\": \"\(name)\"",
        "\"type\": \"\(one(["u8", "i16be", "u24", "u64", "sfloat", "f32"]))\"",
      ]
      if below(3) == 0 {
        members.append("\"repeat\": \(times())")
      }
      if below(3) == 0 { members.append("\"scale\": \(one(["\"1/3\"", "0.01", "1000000"]))") }
      if below(4) == 0 { members.append("\"special\": { \"0\": \"none\", \"9..99\": null }") }
      if below(4) == 0 { members.append("\"at\": \(below(9) - 4)") }
      if depth == 0 { names = Array(Set(names + [name])).sorted() }
    case 4:
      members += ["\"key\": \"\(name)\"", "\"of\": \"0 + (\(expression()))\""]
      if depth == 0 { names = Array(Set(names + [name])).sorted() }
    case 5:
      members += [
        "\"key\": \"c\(name)\"", "\"type\": \"u8\"",
        "\"cases\": { \"0..99\": { \"word\": \"few\""
          + (depth < 3 ? ", \"fields\": [\(fields(depth + 1))]" : "") + " }, \"*\": \"stop\" }",
      ]
    case 6:
      members += [
        "\"fields\": [\(fields(depth + 1))]",
        "\"repeat\": \(one((takesRest ? ["\"rest\""] : []) + ["3"]))", size(takesRest),
      ]
    case 7:
      members += [
        "\"key\": \"o\(name)\"", "\"fields\": [\(fields(depth + 1))]", size(takesRest),
      ]
    default:
      members += [
        "\"key\": \"l\(name)\"", "\"fields\": [\(fields(depth + 1))]",
        "\"repeat\": \(takesRest ? "\"rest\"" : "2")", size(takesRest),
      ]
    }
    return "{ " + members.filter { !$0.isEmpty }.joined(separator: ", ") + " }"
  }

  private mutating func size(_ takesRest: Bool? = nil) -> String {
    one(
      (takesRest ?? mayTakeRest ? ["", "\"size\": \"rest\""] : []) + [
        "\"size\": \(1 + below(5))", "\"size\": { \"type\": \"u8\" }",
        "\"size\": { \"type\": \"u16be\", \"plus\": -2 }",
      ])
  }
}
