import Bytes

/// Why a record is not understood.
package enum UnknownContent: UInt8, Hashable, Sendable {
  /// The type byte of H4; the record's code.
  case packetType
  /// The packet ID in the nRF Sniffer's header; the record's code.
  case nordicID
  /// The link type in a PPI header; the record's code.
  case ppiLinkType
  /// The opcode of a BlueZ monitor record; the record's code.
  case monitorOpcode
  /// The packet type of a btsnooz log; the record's code.
  case snoozType
  /// A record of the SmartRF Packet Sniffer that holds no packet of LE.
  case snifferRecord
  /// Fewer bytes than the headers need.
  case tooShort
  /// A user-defined link type without the nRF Sniffer's header.
  case userContent

  /// What such records hold.
  fileprivate func words(_ code: UInt16) -> String {
    switch self {
    case .packetType where code == 7: "H4 packet type 07 (diagnostics of a Broadcom controller)"
    case .packetType: "H4 packet type \(hex(code))"
    case .nordicID: "nRF Sniffer packet ID \(hex(code))"
    case .ppiLinkType: "PPI with link type \(LinkType(rawValue: code))"
    case .monitorOpcode: "monitor opcode \(hex(code))"
    case .snoozType: "btsnooz packet type \(hex(code))"
    case .snifferRecord: "SmartRF Packet Sniffer record without a packet of LE"
    case .tooShort: "too short for the headers of a packet"
    case .userContent: "link type 157 without the nRF Sniffer's header"
    }
  }

  private func hex(_ code: UInt16) -> String {
    String(upperHex: code, digits: 2)
  }
}

/// Counts the records of a capture, and those that are not understood, by what they hold.
package struct UnderstandingTally: Sendable {
  /// The most contents to count separately.
  static let maximumContents = 8

  private enum Content: Hashable {
    case unknown(UnknownContent, code: UInt16)
    case damagedFrame
    case linkType(LinkType)
    case others

    var words: String {
      switch self {
      case .unknown(let content, let code): content.words(code)
      case .damagedFrame: "damaged frame of a serial transport"
      case .linkType(let linkType): "link type \(linkType)"
      case .others: "other contents"
      }
    }
  }

  private var records: UInt64 = 0
  private var notUnderstood: UInt64 = 0
  private var isAnyUnderstood = false
  private var lastFrame: UInt64 = 0
  private var lastUnknown: UInt64 = 0
  private var contents: [(content: Content, count: UInt64)] = []

  package init() {}

  /// Counts a record, or one of several packets of a record.
  package mutating func count(_ record: borrowing CaptureRecord) {
    if record.frame != lastFrame {
      lastFrame = record.frame
      records += 1
    }
    let content: Content
    switch record.kind {
    case .unknown: content = .unknown(record.unknown ?? .packetType, code: record.code)
    case .system where Self.isDamaged(record.code): content = .damagedFrame
    default:
      isAnyUnderstood = true
      return
    }
    count(content, more: 1)
    guard record.frame != lastUnknown else { return }
    lastUnknown = record.frame
    notUnderstood += 1
  }

  /// Counts records that were not delivered.
  package mutating func count(unread linkType: LinkType, count: UInt64) {
    records += count
    notUnderstood += count
    self.count(.linkType(linkType), more: count)
  }

  /// The end of the file cuts the last record, which a remark of its own says: it does not count.
  package mutating func cutLast() {
    let short = Content.unknown(.tooShort, code: 0)
    guard lastUnknown == lastFrame, let index = contents.firstIndex(where: { $0.content == short })
    else { return }
    lastUnknown = 0
    notUnderstood -= 1
    contents[index].count -= 1
    if contents[index].count == 0 { contents.remove(at: index) }
  }

  private mutating func count(_ content: Content, more: UInt64) {
    let isListed = contents.contains { $0.content == content }
    let listed = isListed || contents.count < Self.maximumContents ? content : .others
    if let index = contents.firstIndex(where: { $0.content == listed }) {
      contents[index].count += more
    } else {
      contents.append((listed, more))
    }
  }

  private static func isDamaged(_ code: UInt16) -> Bool {
    switch SystemCode.source(code) {
    case .threeWire(let type), .bcsp(let type): type == SerialFault.damaged.rawValue
    case .monitor, .packetLogger, .app: false
    }
  }

  /// What a reader must know; `nil` where everything is understood.
  ///
  /// - isComplete: the whole capture was read.
  package func note(file: String, isComplete: Bool) -> CaptureNote? {
    guard notUnderstood > 0 else { return nil }
    let why =
      contents.count == 1
      ? contents[0].content.words
      : contents.map { "\($0.count) of \($0.content.words)" }.joined(separator: ", ")
    return CaptureNote(
      .notUnderstood(
        count: notUnderstood, of: records, why: why, isWhole: isComplete && !isAnyUnderstood),
      file: file)
  }
}
