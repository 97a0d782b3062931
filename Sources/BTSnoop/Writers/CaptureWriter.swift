import Bytes

/// Why a format cannot hold a capture at all.
package enum ConversionError: Error, Equatable, Sendable {
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
  /// Whether the next record may have comments.
  private var hasComments = false
  /// Comments on the next record that have no place. They count when it is written: until then, its
  /// comments may be kept for another one.
  private var refusedComments: UInt64 = 0

  /// The octets of a record beside its packet and its comments, at most.
  private static let recordOverhead = 64

  /// - captures: the records' captures, as far as known when writing starts.
  /// - separatesCaptures: whether pcapng has an interface for each capture, with its name.
  /// - redaction: how they are redacted, for readers of a format that has room for it.
  package init(
    _ target: CaptureTarget, of captures: [CaptureInfo], separatesCaptures: Bool = false,
    redaction: String? = nil
  ) {
    self.target = target
    isLinkLayer = captures.first?.isLinkLayer ?? !target.holdsHCI
    // Times that were corrected have more decimals than their recorders give.
    hasNanoseconds =
      target.hasNanoseconds && (separatesCaptures || captures.contains { $0.timeDecimals > 6 })
    var writer = target.writer(isLinkLayer: isLinkLayer, hasNanoseconds: hasNanoseconds)
    if var section = writer as? PcapNGWriter {
      if separatesCaptures { section.separate(captures.map(\.name)) }
      if let redaction { section.application = Array((RedactionMark.prefix + redaction).utf8) }
      writer = section
    }
    self.writer = writer
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
  /// - Returns: whether it has a place; if not, it is counted among the losses with the record.
  package mutating func comment(_ text: [UInt8]) -> Bool {
    hasComments = true
    if writer.comment(text) { return true }
    refusedComments += 1
    return false
  }

  /// Leaves out the comments on a record that was not written.
  /// - lost: how many of them count among the losses.
  package mutating func leaveOutComments(lost: Int) {
    _ = writer.cutComments(to: 0)
    (hasComments, refusedComments) = (false, 0)
    losses.comments += UInt64(lost)
  }

  /// The octets that comments add to the next record.
  package var commentLength: Int { writer.commentLength }

  /// - Returns: whether the record was written; if not, it is counted among the losses.
  package mutating func append(
    _ record: borrowing CaptureRecord, bytes: RawSpan, to output: inout ByteWriter
  ) throws(ConversionError) -> Bool {
    try check(record)
    // A sniffer's own message is not an HCI packet of some type.
    let isCarried = record.kind != .unknown || !isLinkLayer
    if hasComments {
      // Readers do not hold a longer block with all its options.
      let room = max(0, maximumPending - Self.recordOverhead - bytes.byteCount)
      refusedComments += UInt64(writer.cutComments(to: room))
    }
    guard isCarried, writer.append(record, bytes: bytes, to: &output) else {
      if record.kind == .system { losses.systemRecords += 1 } else { losses.unknownPackets += 1 }
      return false
    }
    if hasComments {
      losses.comments += refusedComments
      (hasComments, refusedComments) = (false, 0)
    }
    losses.count(record, bytes: bytes, target: target, hasNanoseconds: hasNanoseconds)
    return true
  }

  private mutating func check(_ record: borrowing CaptureRecord) throws(ConversionError) {
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
      guard !target.storesAdapters else { return }
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
