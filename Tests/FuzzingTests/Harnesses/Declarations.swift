import Bytes
import GATTValues
import JSONText

extension Harness {
  /// A file of declarations, and after a zero octet the bytes of a value, which all of them decode:
  /// at once, and where they join values, in several.
  static let declarations = Harness("declarations", maximumLength: 4096) { input in
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? Array(parts[1]) : []
    let source = Array(parts[0])
    let file: DeclarationFile
    do throws(JSONError) { file = try DeclarationFile(source) } catch {
      let sentence = error.sentence(in: source)
      return try require(sentence.hasPrefix("line "), "no place: \(sentence)")
    }
    var buffer = FieldBuffer()
    for declaration in file.declarations {
      // Keys may be known otherwise.
      guard let program = try? declaration.program() else { continue }
      for isWhole in [true, false] {
        buffer.removeAll()
        program.decode(
          value.rawBytes,
          in: DecodingContext(isTruncated: !isWhole, units: isWhole ? .metric : .us),
          into: &buffer)
        let decoded = buffer.decodedJSON
        do throws(JSONError) { _ = try JSONDocument(Array(decoded.utf8)) } catch {
          throw Broken(description: "\(error.reason): \(decoded)")
        }
        try TextRules.check(buffer.text.bytes.copy(), "text")
        try TextRules.check(buffer.note.bytes.copy(), "note")
      }
      _ = declaration.failures(program)
      try Harness.joinValues(value, by: program, &buffer)
    }
  }

  private static func joinValues(
    _ value: [UInt8], by program: Program, _ buffer: inout FieldBuffer
  ) throws {
    guard program.joinsValues else { return }
    var stream = MessageStream(handle: 1, isWrite: false, isSent: false)
    var place = 0
    var frame: UInt64 = 0
    while place < value.count {
      let count = min(1 + Int(value[place] & 15), value.count - place)
      frame += 1
      buffer.removeAll()
      let frames = program.decode(
        Array(value[place..<place + count]).rawBytes, of: frame, joining: &stream,
        in: DecodingContext(), into: &buffer)
      try require(frames.allSatisfy { 1...frame ~= $0 }, "records that were not")
      try require(frames == frames.sorted(), "records out of order")
      try require(stream.octets <= value.count, "more octets than there were")
      let decoded = buffer.decodedJSON
      do throws(JSONError) { _ = try JSONDocument(Array(decoded.utf8)) } catch {
        throw Broken(description: "\(error.reason): \(decoded)")
      }
      try TextRules.check(buffer.text.bytes.copy(), "text")
      try TextRules.check(buffer.note.bytes.copy(), "note")
      place += count
    }
  }
}
