import TestSupport

/// The capture formats that a history is written in.
enum CaptureForm: CaseIterable {
  /// btsnoop of the BlueZ monitor (2001) and of H4 packets (1002); pcap with the link types 254 and
  /// 201.
  case monitor, h4, pcapMonitor, pcapH4

  /// Whether records name their adapter, and tell of adapters.
  var hasAdapters: Bool { self == .monitor || self == .pcapMonitor }
  var isPcap: Bool { self == .pcapMonitor || self == .pcapH4 }

  var format: String { isPcap ? "pcap" : "btsnoop" }

  var linkType: String {
    switch self {
    case .monitor, .pcapMonitor: "hci_monitor"
    case .h4: "hci_h4"
    case .pcapH4: "hci_h4_with_phdr"
    }
  }
}

/// What a record holds.
enum RecordContent {
  case command, event, data(Side)
  /// A monitor's word on the adapter itself, by its opcode.
  case adapter(Int)
}

/// A capture file as it grows.
struct CaptureFile {
  let form: CaptureForm
  private var snoop: BTSnoopBytes
  private var pcap: PcapBytes
  var bytes: [UInt8] { form.isPcap ? pcap.bytes : snoop.bytes }

  init(_ form: CaptureForm) {
    self.form = form
    snoop = BTSnoopBytes(datalink: form.hasAdapters ? 2001 : 1002)
    pcap = PcapBytes(linkType: form.hasAdapters ? 254 : 201, snapLength: 0x40000)
  }

  /// - time: microseconds since 1970.
  mutating func add(_ content: RecordContent, _ packet: [UInt8], adapter: Int, time: Int) {
    var record = packet
    switch form {
    case .monitor: break
    case .h4: record.insert(Self.type(content), at: 0)
    case .pcapMonitor:
      record = Self.big16(adapter) + Self.big16(Self.monitorOpcode(content)) + record
    case .pcapH4:
      record = [0, 0, 0, Self.isReceived(content) ? 1 : 0, Self.type(content)] + record
    }
    if form.isPcap {
      pcap.add(
        record, seconds: UInt32(time / 1_000_000), fraction: UInt32(time % 1_000_000))
    } else {
      snoop.add(record, flags: UInt32(flags(content, adapter)), time: Int64(time))
    }
  }

  private func flags(_ content: RecordContent, _ adapter: Int) -> Int {
    if form == .monitor { return adapter << 16 | Self.monitorOpcode(content) }
    switch content {
    case .command: return 2
    case .event: return 3
    case .data(let side): return side == .host ? 0 : 1
    case .adapter: preconditionFailure("H4 tells nothing of adapters")
    }
  }

  private static func type(_ content: RecordContent) -> UInt8 {
    switch content {
    case .command: 1
    case .data: 2
    case .event: 4
    case .adapter: preconditionFailure("H4 tells nothing of adapters")
    }
  }

  private static func isReceived(_ content: RecordContent) -> Bool {
    switch content {
    case .event, .data(.peer): true
    default: false
    }
  }

  private static func monitorOpcode(_ content: RecordContent) -> Int {
    switch content {
    case .command: 2
    case .event: 3
    case .data(.host): 4
    case .data(.peer): 5
    case .adapter(let opcode): opcode
    }
  }

  private static func big16(_ value: Int) -> [UInt8] { little16(value).reversed() }
}

/// The two ends of a connection, as the recording host sees them.
enum Side: Int {
  case host, peer
  var other: Side { self == .host ? .peer : .host }
  var direction: String { self == .host ? "sent" : "received" }
}
