import Bytes

@testable import ATTDissector

/// A sink that keeps the tree as indented lines, and whether it was well formed.
struct TreeLines: DissectionSink {
  var lines: [String] = []
  var depth = 0
  var wasUnbalanced = false

  mutating func open(_ label: String, detail: String) {
    lines.append(indent + (detail.isEmpty ? label : "\(label): \(detail)"))
    depth += 1
  }

  mutating func close() {
    depth -= 1
    if depth < 0 { wasUnbalanced = true }
  }

  mutating func field(_ name: StaticString, _ value: String) {
    lines.append("\(indent)\(name) = \(value)")
  }

  private var indent: String { String(repeating: "  ", count: max(depth, 0)) }

  var isWhole: Bool { depth == 0 && !wasUnbalanced }
  var text: String { lines.joined(separator: "\n") }
  var isTruncated: Bool { has("truncated = ") }
  var hasFurtherBytes: Bool { has("Further bytes = ") }
  func has(_ part: String) -> Bool { lines.contains { $0.contains(part) } }
}

/// The entry points of the tree, as one value.
enum TreeEntry: CaseIterable, Sendable {
  case command, event, acl, sco, iso, att, smp, signaling, dynamic, advertisingData
  case newIndex, indexInfo, note, logging, controlOpen, controlCommand, unknownRecord

  func dissect(_ bytes: [UInt8]) -> TreeLines {
    var sink = TreeLines()
    let span = bytes.rawBytes
    switch self {
    case .command: DissectionTree.command(span, into: &sink)
    case .event: DissectionTree.event(span, into: &sink)
    case .acl: DissectionTree.acl(span, into: &sink)
    case .sco: DissectionTree.sco(span, into: &sink)
    case .iso: DissectionTree.iso(span, into: &sink)
    case .att: DissectionTree.l2cap(span, cid: 4, into: &sink)
    case .smp: DissectionTree.l2cap(span, cid: 6, into: &sink)
    case .signaling: DissectionTree.l2cap(span, cid: 5, into: &sink)
    case .dynamic: DissectionTree.l2cap(span, cid: 0x40, into: &sink)
    case .advertisingData: DissectionTree.advertisingData(span, into: &sink)
    case .newIndex: DissectionTree.monitor(opcode: 0, span, into: &sink)
    case .indexInfo: DissectionTree.monitor(opcode: 10, span, into: &sink)
    case .note: DissectionTree.monitor(opcode: 12, span, into: &sink)
    case .logging: DissectionTree.monitor(opcode: 13, span, into: &sink)
    case .controlOpen: DissectionTree.monitor(opcode: 14, span, into: &sink)
    case .controlCommand: DissectionTree.monitor(opcode: 16, span, into: &sink)
    case .unknownRecord: DissectionTree.monitor(opcode: 99, span, into: &sink)
    }
    return sink
  }

  /// The tree of bytes in hex.
  func dissect(hex text: String) -> TreeLines { dissect(TreeBytes.of(text)) }
}

enum TreeBytes {
  /// Bytes of "01 0A ff".
  static func of(_ text: String) -> [UInt8] {
    let digits: [Int] = text.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index -> UInt8 in
      UInt8(digits[index] * 16 + digits[index + 1])
    }
  }
}
