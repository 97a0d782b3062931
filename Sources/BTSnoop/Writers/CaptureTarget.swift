/// The forms in which captures are written, by the names that a user gives them.
package enum CaptureTarget: String, CaseIterable, Sendable {
  /// btsnoop of H4 packets (1002), as Android has it.
  case btsnoop
  /// btsnoop of the BlueZ monitor (2001): with adapters and notes, as `btmon -w` writes it.
  case btsnoopMonitor = "btsnoop-monitor"
  /// pcap of H4 with direction (201), or of the link layer with radio header (256) where the capture
  /// is of that.
  case pcap
  /// The same in pcapng, which has room for both.
  case pcapng
  /// pcapng of the BlueZ monitor (254).
  case pcapngMonitor = "pcapng-monitor"
  /// The link layer with radio header (256).
  case pcapLE = "pcap-le"
  case pcapngLE = "pcapng-le"
  /// The link layer, nothing beside the packets (251).
  case pcapLEBare = "pcap-le-bare"
  case pcapngLEBare = "pcapng-le-bare"
  /// Apple's PacketLogger, big-endian.
  case pklg

  /// What a file's name asks for with its ending, capitals or not; `nil` if it asks for nothing.
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

  /// Whether it holds what goes between host and controller; else what goes over the air.
  var holdsHCI: Bool {
    switch self {
    case .btsnoop, .btsnoopMonitor, .pcap, .pcapng, .pcapngMonitor, .pklg: true
    case .pcapLE, .pcapngLE, .pcapLEBare, .pcapngLEBare: false
    }
  }

  /// Whether each packet has the number of its adapter.
  var tellsAdapters: Bool { self == .btsnoopMonitor || self == .pcapngMonitor }

  var hasNanoseconds: Bool { ![.btsnoop, .btsnoopMonitor, .pklg].contains(self) }

  /// Whether it says how long a packet was that is cut.
  var tellsLengths: Bool { self != .pklg }

  /// Whether it counts the packets that the recorder has lost.
  var countsDrops: Bool {
    switch self {
    case .btsnoop, .btsnoopMonitor, .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare: true
    case .pcap, .pcapLE, .pcapLEBare, .pklg: false
    }
  }

  /// Whether it says more of a packet of the link layer than its bytes.
  var hasRadioHeader: Bool { self != .pcapLEBare && self != .pcapngLEBare }

  /// Bytes that stand before a packet in a record.
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

  /// Seconds since 1970 that it can say.
  var seconds: ClosedRange<Int64> {
    switch self {
    case .btsnoop, .btsnoopMonitor: .min ... .max
    case .pcap, .pcapLE, .pcapLEBare, .pklg: 0...Int64(UInt32.max)
    // Far behind what 64 bits of nanoseconds hold.
    case .pcapng, .pcapngMonitor, .pcapngLE, .pcapngLEBare: 0...18_446_744_072
    }
  }

  /// - isLinkLayer: what the capture holds, where the form has room for one or the other.
  /// - hasNanoseconds: whether the capture has them.
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
