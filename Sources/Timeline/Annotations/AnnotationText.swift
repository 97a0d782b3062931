import BTSnoop
import Bytes
import GATTSession

/// The text of an annotation, in which records are named by their numbers in the file that is written: as these are
/// known late, a mark and the number in what was read stand for each until then.
package struct AnnotationText: ~Copyable {
  /// What stands for the name of a record; nothing else in a text has it.
  private static let mark: UInt8 = 0

  package var content = ByteWriter(capacity: 256)

  package init() {}

  package mutating func begin() {
    content.removeAll()
    content.append(Annotation.prefix)
  }

  /// What is said only now of an earlier record: `frame 12: ...`
  /// - said: the annotation that the record would have.
  package mutating func begin(about frame: UInt64, said: RawSpan) {
    begin()
    append(frame: frame)
    content.append(": ")
    content.append(said.clamped(Annotation.prefix.utf8CodeUnitCount))
  }

  /// `warning request-refused: ... (C1)`
  /// - frame: where the finding stands.
  package mutating func begin(
    finding rule: FindingRule, of sentence: String, frame: UInt64, connection: Int?
  ) {
    begin()
    content.append(string: rule.severity.rawValue)
    content.append(" ")
    content.append(string: rule.identifier)
    content.append(": ")
    append(sentence: sentence.beside(frame: frame))
    if let connection {
      content.append(" (C")
      content.append(decimal: connection)
      content.append(")")
    }
  }

  package mutating func append(_ words: StaticString) { content.append(words) }
  package mutating func append(duration nanoseconds: Int64) {
    content.append(duration: nanoseconds)
  }
  package mutating func append(decimal number: Int) { content.append(decimal: number) }

  /// What may be from the air.
  package mutating func append(untrusted bytes: RawSpan) {
    content.append(untrusted: bytes, escaping: .plain)
  }
  package mutating func append(untrusted words: String) {
    content.append(untrusted: words, escaping: .plain)
  }

  /// `frame 847`
  package mutating func append(frame: UInt64) {
    content.append(byte: Self.mark)
    content.append(uint64LittleEndian: frame)
  }

  /// A sentence of ours, which may name records: `..., frame 847`.
  package mutating func append(sentence: String) {
    let bytes = Array(sentence.utf8)
    let word = Array("frame ".utf8)
    var at = 0
    var plain = 0
    while at < bytes.count {
      guard bytes[at] == word[0], bytes[at...].starts(with: word),
        let (frame, end) = Self.number(bytes, from: at + word.count)
      else {
        at += 1
        continue
      }
      append(untrusted: bytes[plain..<at])
      append(frame: frame)
      (at, plain) = (end, end)
    }
    append(untrusted: bytes[plain...])
  }

  private mutating func append(untrusted part: ArraySlice<UInt8>) {
    append(untrusted: Array(part).rawBytes)
  }

  private static func number(_ bytes: [UInt8], from start: Int) -> (frame: UInt64, end: Int)? {
    var end = start
    var number: UInt64 = 0
    while end < bytes.count, 0x30...0x39 ~= bytes[end], end - start < 18 {
      number = number * 10 + UInt64(bytes[end] - 0x30)
      end += 1
    }
    return end > start && number > 0 ? (number, end) : nil
  }

  /// The text with the names of records.
  /// - next: the record that is written next.
  package static func written(
    _ text: RawSpan, numbers: FrameNumbers, next: UInt64? = nil
  ) -> [UInt8] {
    var written = ByteWriter(capacity: 256)
    var at = 0
    while at < text.byteCount {
      let byte = text.uint8(at: at)
      guard byte == mark else {
        written.append(byte: byte)
        at += 1
        continue
      }
      // A text that is cut is cut within a name.
      guard at + 9 <= text.byteCount else { break }
      let frame = text.uint64LittleEndian(at: at + 1)
      if let number = frame == next ? numbers.count + 1 : numbers[frame] {
        written.append("frame ")
        written.append(decimal: number)
      } else {
        written.append("a record that is left out here")
      }
      at += 9
    }
    return written.bytes.copy()
  }
}
