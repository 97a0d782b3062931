import Bytes

@testable import ATTDissector

/// A tree as lines, and whether it was well formed.
struct TreeLines {
  let lines: [String]
  /// All branches were closed.
  let isWhole: Bool

  init(names: (any TreeNames)? = nil, _ dissect: (inout TreeWriter) -> Void) {
    var tree = TreeWriter(names: names)
    dissect(&tree)
    let text = String(decoding: tree.text.bytes.copy(), as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    isWhole = tree.isWhole
  }

  var text: String { lines.joined(separator: "\n") }
  var isTruncated: Bool { has("truncated: ") }
  var hasFurtherBytes: Bool { has("Further bytes: ") }
  func has(_ part: String) -> Bool { lines.contains { $0.contains(part) } }
}

/// The entry points of the tree, as one value.
enum TreeEntry: CaseIterable, Sendable {
  case command, event, acl, sco, iso, att, smp, signaling, dynamic, advertisingData
  case newIndex, indexInfo, note, logging, controlOpen, controlCommand, unknownRecord

  func dissect(_ bytes: [UInt8]) -> TreeLines {
    TreeLines { tree in
      let span = bytes.rawBytes
      switch self {
      case .command: DissectionTree.command(span, into: &tree)
      case .event: DissectionTree.event(span, into: &tree)
      case .acl: DissectionTree.acl(span, into: &tree)
      case .sco: DissectionTree.sco(span, into: &tree)
      case .iso: DissectionTree.iso(span, into: &tree)
      case .att: DissectionTree.l2cap(span, cid: 4, into: &tree)
      case .smp: DissectionTree.l2cap(span, cid: 6, into: &tree)
      case .signaling: DissectionTree.l2cap(span, cid: 5, into: &tree)
      case .dynamic: DissectionTree.l2cap(span, cid: 0x40, into: &tree)
      case .advertisingData: DissectionTree.advertisingData(span, into: &tree)
      case .newIndex: DissectionTree.monitor(opcode: 0, bytes: span, into: &tree)
      case .indexInfo: DissectionTree.monitor(opcode: 10, bytes: span, into: &tree)
      case .note: DissectionTree.monitor(opcode: 12, bytes: span, into: &tree)
      case .logging: DissectionTree.monitor(opcode: 13, bytes: span, into: &tree)
      case .controlOpen: DissectionTree.monitor(opcode: 14, bytes: span, into: &tree)
      case .controlCommand: DissectionTree.monitor(opcode: 16, bytes: span, into: &tree)
      case .unknownRecord: DissectionTree.monitor(opcode: 99, bytes: span, into: &tree)
      }
    }
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
