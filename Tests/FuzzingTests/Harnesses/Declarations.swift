import Bytes
import GATTValues
import JSONText

extension Harness {
  /// A file of declarations, and after a zero octet the bytes of a value, which all of them decode.
  static let declarations = Harness("declarations", maximumLength: 4096) { input in
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? Array(parts[1]) : []
    let source = Array(parts[0])
    let file: DeclarationFile
    do throws(JSONProblem) { file = try DeclarationFile(source) } catch {
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
          value.rawBytes, DecodingContext(isTruncated: !isWhole, units: isWhole ? .metric : .us),
          into: &buffer)
        let decoded = buffer.decodedJSON
        do throws(JSONProblem) { _ = try JSONDocument(Array(decoded.utf8)) } catch {
          throw Broken(description: "\(error.reason): \(decoded)")
        }
        try TextRules.check(buffer.text.bytes.copy(), "text")
        try TextRules.check(buffer.note.bytes.copy(), "note")
      }
      _ = declaration.failures(program)
    }
  }
}
