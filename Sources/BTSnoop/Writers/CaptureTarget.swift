/// The output formats for captures, by the names on the command line.
package enum CaptureTarget: String, CaseIterable, Sendable {
  /// btsnoop of H4 packets (1002), as Android writes it.
  case btsnoop
  /// btsnoop of the BlueZ monitor (2001): with adapters and notes, as `btmon -w` writes it.
  case btsnoopMonitor = "btsnoop-monitor"
  /// pcap of H4 with direction (201), or of the link layer with radio header (256), depending on
  /// the capture.
  case pcap
  /// pcapng, which can hold HCI packets and link-layer packets.
  case pcapng
  /// pcapng of the BlueZ monitor (254).
  case pcapngMonitor = "pcapng-monitor"
  /// The link layer with radio header (256).
  case pcapLE = "pcap-le"
  case pcapngLE = "pcapng-le"
  /// The link layer, packets only (251).
  case pcapLEBare = "pcap-le-bare"
  case pcapngLEBare = "pcapng-le-bare"
  /// Apple's PacketLogger, big-endian.
  case pklg

  /// The format of a file name's extension, in any case; `nil` if it is not the extension of one.
  package init?(fileName: String) {
    let last = fileName.split(separator: "/").last ?? ""
    guard let point = last.lastIndex(of: "."),
      let target = Self.endings[last[last.index(after: point)...].lowercased()]
    else { return nil }
    self = target
  }

  package static let endings: [String: CaptureTarget] = [
    "btsnoop": .btsnoop, "log": .btsnoop, "cfa": .btsnoop, "pcap": .pcap, "pcapng": .pcapng,
    "pklg": .pklg,
  ]

  /// For people.
  package var title: String {
    switch self {
    case .btsnoop: "btsnoop of H4 packets"
    case .btsnoopMonitor: "btsnoop of the BlueZ monitor"
    case .pcap: "pcap"
    case .pcapng: "pcapng"
    case .pcapngMonitor: "pcapng of the BlueZ monitor"
    case .pcapLE: "pcap of the LE link layer"
    case .pcapngLE: "pcapng of the LE link layer"
    case .pcapLEBare: "pcap of bare LE packets"
    case .pcapngLEBare: "pcapng of bare LE packets"
    case .pklg: "PacketLogger"
    }
  }

  /// That of the files.
  package var format: CaptureInfo.Format {
    switch self {
    case .btsnoop, .btsnoopMonitor: .btsnoop
    case .pcap, .pcapLE, .pcapLEBare: .pcap
    case .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare: .pcapng
    case .pklg: .packetlogger
    }
  }

  /// Whether it holds HCI traffic; otherwise traffic on the air.
  var holdsHCI: Bool {
    switch self {
    case .btsnoop, .btsnoopMonitor, .pcap, .pcapng, .pcapngMonitor, .pklg: true
    case .pcapLE, .pcapngLE, .pcapLEBare, .pcapngLEBare: false
    }
  }

  /// Whether each packet has its adapter's number.
  var storesAdapters: Bool { self == .btsnoopMonitor || self == .pcapngMonitor }

  var hasNanoseconds: Bool { ![.btsnoop, .btsnoopMonitor, .pklg].contains(self) }

  /// Whether it stores the original length of a cut packet.
  var storesLengths: Bool { self != .pklg }

  /// Whether it counts the packets lost by the recorder.
  var countsDrops: Bool {
    switch self {
    case .btsnoop, .btsnoopMonitor, .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare: true
    case .pcap, .pcapLE, .pcapLEBare, .pklg: false
    }
  }

  /// Whether a packet can have comments.
  package var holdsComments: Bool {
    switch self {
    case .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare: true
    case .btsnoop, .btsnoopMonitor, .pcap, .pcapLE, .pcapLEBare, .pklg: false
    }
  }

  /// Whether it stores more about a link-layer packet than its bytes.
  package var hasRadioHeader: Bool { self != .pcapLEBare && self != .pcapngLEBare }

  /// Bytes before a packet in a record.
  func prefixLength(of kind: RecordKind) -> Int {
    let linkType: LinkType
    switch self {
    case .btsnoop: return 1
    case .btsnoopMonitor, .pklg: return 0
    case .pcapngMonitor: linkType = .monitor
    case .pcapLEBare, .pcapngLEBare: linkType = .linkLayer
    case .pcapLE, .pcapngLE: linkType = .linkLayerWithRadio
    case .pcap, .pcapng: linkType = kind == .linkLayer ? .linkLayerWithRadio : .h4WithDirection
    }
    return linkType.prefixLength
  }

  /// Seconds since 1970 that it can represent.
  var seconds: ClosedRange<Int64> {
    switch self {
    case .btsnoop, .btsnoopMonitor: .min ... .max
    case .pcap, .pcapLE, .pcapLEBare, .pklg: 0...Int64(UInt32.max)
    // Well within 64 bits of nanoseconds.
    case .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare: 0...18_446_744_072
    }
  }

  /// - isLinkLayer: what the capture holds, for formats that hold one or the other.
  /// - hasNanoseconds: whether the capture's time stamps have them.
  func writer(isLinkLayer: Bool, hasNanoseconds: Bool) -> any RecordWriter {
    switch self {
    case .btsnoop: BTSnoopWriter(.h4)
    case .btsnoopMonitor: BTSnoopWriter(.monitor)
    case .pklg: PacketLoggerWriter()
    case .pcap:
      PcapWriter(
        isLinkLayer ? .linkLayerWithRadio : .h4WithDirection, hasNanoseconds: hasNanoseconds)
    case .pcapng:
      PcapNGWriter(
        isLinkLayer ? .linkLayerWithRadio : .h4WithDirection,
        others: [isLinkLayer ? .h4WithDirection : .linkLayerWithRadio],
        hasNanoseconds: hasNanoseconds)
    case .pcapngMonitor: PcapNGWriter(.monitor, hasNanoseconds: hasNanoseconds)
    case .pcapLE: PcapWriter(.linkLayerWithRadio, hasNanoseconds: hasNanoseconds)
    case .pcapngLE: PcapNGWriter(.linkLayerWithRadio, hasNanoseconds: hasNanoseconds)
    case .pcapLEBare: PcapWriter(.linkLayer, hasNanoseconds: hasNanoseconds)
    case .pcapngLEBare: PcapNGWriter(.linkLayer, hasNanoseconds: hasNanoseconds)
    }
  }
}
