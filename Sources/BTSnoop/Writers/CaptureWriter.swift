import Bytes

/// Why a format cannot hold a capture at all.
package enum ConversionRefusal: Error, Equatable, Sendable {
  /// A link-layer packet, and the format holds HCI.
  case linkLayer(frame: UInt64)
  /// An HCI packet, and the format holds the link layer.
  case hci(frame: UInt64)
  /// Packets of two adapters, and the format cannot distinguish them; `nil` if a capture has no
  /// adapter numbers.
  case adapters(UInt16?, UInt16?, frame: UInt64)
}

/// Writes records of any capture in one format, and counts what the format cannot represent.
package struct CaptureWriter {
  package let target: CaptureTarget
  package private(set) var losses = ConversionLosses()
  private let isLinkLayer: Bool
  private let hasNanoseconds: Bool
  private var writer: any RecordWriter
  private var adapter: UInt16??

  /// - captures: the records' captures, as far as known when writing starts.
  package init(_ target: CaptureTarget, of captures: [CaptureInfo]) {
    self.target = target
    isLinkLayer = captures.first?.isLinkLayer ?? !target.holdsHCI
    hasNanoseconds = target.hasNanoseconds && captures.contains { $0.timeDecimals > 6 }
    writer = target.writer(isLinkLayer: isLinkLayer, hasNanoseconds: hasNanoseconds)
  }

  /// Starts a file, the first or another one.
  package mutating func appendHeader(to output: inout ByteWriter) {
    writer.appendHeader(to: &output)
  }

  /// Ends a file.
  package mutating func appendTrailer(to output: inout ByteWriter) {
    writer.appendTrailer(to: &output)
  }

  /// Writes a comment with the next record that is written.
  /// - Returns: whether the format has a place for it.
  package mutating func comment(_ text: String) -> Bool { writer.comment(text) }

  /// The octets that comments add to the next record.
  package var commentLength: Int { writer.commentLength }

  /// - Returns: whether the record was written; if not, it is counted among the losses.
  package mutating func append(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, to output: inout ByteWriter
  ) throws(ConversionRefusal) -> Bool {
    try check(record)
    // A sniffer's own message is not an HCI packet of some type.
    let isCarried = record.kind != .unknown || !isLinkLayer
    guard isCarried, writer.append(record, bytes, to: &output) else {
      if record.kind == .system { losses.systemRecords += 1 } else { losses.unknownPackets += 1 }
      return false
    }
    losses.count(record, bytes, target, hasNanoseconds: hasNanoseconds)
    return true
  }

  private mutating func check(_ record: borrowing CaptureRecord) throws(ConversionRefusal) {
    switch record.kind {
    case .system, .unknown: return
    case .linkLayer:
      let isRefused =
        switch target {
        case .pcap: !isLinkLayer
        case .pcapng: false
        default: target.holdsHCI
        }
      if isRefused { throw .linkLayer(frame: record.frame) }
    case .command, .event, .acl, .sco, .iso:
      if target == .pcap ? isLinkLayer : !target.holdsHCI { throw .hci(frame: record.frame) }
      guard !target.tellsAdapters else { return }
      if let adapter, adapter != record.adapter {
        throw .adapters(adapter, record.adapter, frame: record.frame)
      }
      adapter = .some(record.adapter)
    }
  }
}

extension CaptureInfo {
  /// Whether it holds link-layer packets only.
  var isLinkLayer: Bool {
    let names = linkType.split(separator: ",")
    return !names.isEmpty
      && names.allSatisfy { name in LinkType.ofLinkLayer.contains { $0.name == name } }
  }
}

extension LinkType {
  fileprivate static let ofLinkLayer: [LinkType] = [
    .linkLayer, .linkLayerWithRadio, .nordic, .nordicUser, .ppi,
  ]
}
