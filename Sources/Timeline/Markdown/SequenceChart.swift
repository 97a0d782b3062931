import Bytes

/// Messages between two sides as a sequence diagram in the language of Mermaid, which GitHub and GitLab draw.
struct SequenceChart {
  enum Arrow {
    case request, answer, push, refusal

    var sign: StaticString {
      switch self {
      case .request: "->>"
      case .answer: "-->>"
      case .push: "-)"
      case .refusal: "--x"
      }
    }
  }

  struct Step {
    /// `nil`: a note over both sides.
    var arrow: Arrow?
    var isFromLeft = true
    var frame: UInt64
    /// What happened, without its value: what repeats is the same in it.
    var what: String
    /// A value, or what else is to be said.
    var text = ""
    /// How many there were in a row; the text is that of the last.
    var count = 1

    func repeats(_ other: Step) -> Bool {
      arrow != nil && arrow == other.arrow && isFromLeft == other.isFromLeft && what == other.what
    }
  }

  /// The most characters of a message.
  private static let messageLength = 80

  /// Writes the chart as a block of code.
  static func write(left: String, right: String, steps: [Step], to out: inout ByteWriter) {
    out.append("```mermaid\nsequenceDiagram\n  participant A as ")
    out.append(mermaid: left, limit: 40)
    out.append("\n  participant B as ")
    out.append(mermaid: right, limit: 40)
    out.append("\n")
    for step in steps {
      if step.count > 1 {
        out.append("  loop ")
        out.append(decimal: step.count)
        out.append(" times, here the last\n  ")
      }
      guard let arrow = step.arrow else {
        out.append("  Note over A,B: ")
        message(step, to: &out)
        continue
      }
      out.append(step.isFromLeft ? "  A" : "  B")
      out.append(arrow.sign)
      out.append(step.isFromLeft ? "B: " : "A: ")
      message(step, to: &out)
      if step.count > 1 { out.append("  end\n") }
    }
    out.append("```\n")
  }

  private static func message(_ step: Step, to out: inout ByteWriter) {
    let words =
      "\(step.frame): " + [step.what, step.text].filter { !$0.isEmpty }.joined(separator: " ")
    out.append(mermaid: words, limit: messageLength)
    out.append("\n")
  }
}

extension ByteWriter {
  /// Text of a diagram. All but letters, digits and signs that mean nothing there are written as numbers: a semicolon
  /// would end a statement, a hash would begin such a number, and a backtick could end the block of code.
  fileprivate mutating func append(mermaid text: String, limit: Int) {
    var safe = ByteWriter(capacity: 128)
    safe.append(untrusted: text.cut(to: limit), escaping: .plain)
    let bytes = safe.bytes
    var isEmpty = true
    for index in 0..<bytes.byteCount {
      let byte = bytes.uint8(at: index)
      switch byte {
      case 0x20, 0x27...0x29, 0x2B...0x3A, 0x3D, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...:
        append(byte: byte)
        if byte != 0x20 { isEmpty = false }
      default:
        append("#")
        append(decimal: Int(byte))
        append(";")
        isEmpty = false
      }
    }
    // A side without a name would be an empty box.
    if isEmpty { append("-") }
  }
}
