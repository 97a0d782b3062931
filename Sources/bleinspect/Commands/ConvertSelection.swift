import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList
import Timeline

/// Ignores events: only the session's state is needed, including names of advertising devices.
final class NameSink: EventSink {
  let demand: EventDemand

  /// - hasNames: without events, the session skips names.
  init(hasNames: Bool = true) { demand = EventDemand(events: hasNames, advertisements: .none) }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {}
}

/// Selects the records of one connection or device.
///
/// Of a connection: its data, the events and commands with its handle, the answers to those
/// commands, and the advertisements of its device, which may contain its name. Of a device: those
/// of its connections, and everything that contains its address. In both cases also records that
/// show which adapters there are and when they restart.
final class ConvertSelection {
  private let device: EventFilter
  private let connection: Int?
  let session: GATTSession
  let packet: PacketDescription
  /// What the record names; kept to reuse its memory.
  private var named = RecordMentions()
  private var mentions: [WireMention] { named.all }
  /// Selected commands that have not been answered.
  private var unanswered: [(opcode: HCIOpcode, adapter: UInt16?)] = []

  /// The most commands that wait for an answer; no controller accepts more.
  private static let maximumUnanswered = 255

  /// The selected connection, once it has started and its device is known.
  private var begun: Connection?
  /// Records of the selected connection while its device is unknown.
  private var namelessCount = 0

  /// The frames of the last Connection Complete on BR/EDR, by adapter and handle: which link the
  /// selected connection is on is known only when it opens a channel for ATT.
  private var classicStarts: [UInt32: UInt64] = [:]
  private static let maximumClassicStarts = 4096

  /// Data may arrive before the event that identifies its connection, but not much of it.
  private static let maximumNameless = 100

  /// - filter: its device and its connection.
  init(_ filter: EventFilter, _ options: GATTSession.Options, _ packet: PacketDescription) {
    var device = EventFilter()
    if let text = filter.device { device.select(device: text) }
    device.deviceAddresses = filter.deviceAddresses
    self.device = device
    connection = filter.connection
    self.packet = packet
    session = GATTSession(options: options, sink: NameSink(), observer: packet)
  }

  enum Verdict {
    case chosen, other
    /// An advertisement that is selected if it is from the device of a connection that has not
    /// started, or a record of a link that it may be on.
    case undecided
  }

  /// Whether what comes now may turn out to belong to the selected connection.
  var awaitsConnection: Bool { connection != nil && begun == nil }

  /// Call it for every record, in order.
  func judge(_ record: CaptureRecord, bytes: RawSpan) -> Verdict {
    if includes(record, bytes: bytes) { return .chosen }
    guard connection != nil else { return .other }
    if begun == nil, isClassicLink(record, bytes: bytes) { return .undecided }
    guard isAdvertising(record, bytes: bytes) else { return .other }
    guard let begun else { return .undecided }
    return mentions.contains { isDevice(of: begun, mention: $0) } ? .chosen : .other
  }

  /// Whether an undecided record belongs to the selected connection.
  func isOfDevice(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    guard let begun else { return false }
    named.read(record, bytes: bytes)
    if !isAdvertising(record, bytes: bytes), !Self.asksForClassicLink(record, bytes: bytes) {
      guard let key = classicLink(record, bytes: bytes), begun.transport == .brEDR,
        key == Self.classicKey(begun.handle, adapter: begun.adapter)
      else { return false }
      return classicStarts[key].map { record.frame >= $0 } ?? false
    }
    return mentions.contains { isDevice(of: begun, mention: $0) }
  }

  // MARK: Links on BR/EDR

  private static func classicKey(_ handle: UInt16, adapter: UInt16?) -> UInt32 {
    UInt32(adapter ?? 0) << 16 | UInt32(handle)
  }

  /// Whether the record starts a link on BR/EDR, or concerns one.
  private func isClassicLink(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    if Self.asksForClassicLink(record, bytes: bytes) { return true }
    guard let key = classicLink(record, bytes: bytes) else { return false }
    guard Self.startsClassicLink(record, bytes: bytes) else { return classicStarts[key] != nil }
    guard classicStarts.count < Self.maximumClassicStarts || classicStarts[key] != nil else {
      return false
    }
    classicStarts[key] = record.frame
    return true
  }

  private static func startsClassicLink(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    record.kind == .event && bytes.byteCount >= 5
      && HCIEventCode(rawValue: bytes.uint8(at: 0)) == .connectionComplete
  }

  /// Whether the record names a device that the host, or the device itself, wants a link to: what
  /// shows the role.
  private static func asksForClassicLink(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    guard bytes.byteCount >= 2 else { return false }
    switch record.kind {
    case .command:
      return HCIOpcode(rawValue: bytes.uint16LittleEndian(at: 0)) == .createConnection
    case .event:
      let code = HCIEventCode(rawValue: bytes.uint8(at: 0))
      return code == .connectionRequest || code == .roleChange
    default: return false
    }
  }

  /// The link that the record starts, or the first one that it names.
  private func classicLink(_ record: CaptureRecord, bytes: RawSpan) -> UInt32? {
    if Self.startsClassicLink(record, bytes: bytes) {
      return Self.classicKey(bytes.uint16LittleEndian(at: 3) & 0x0FFF, adapter: record.adapter)
    }
    let isCounted =
      record.kind == .event && bytes.byteCount > 0
      && HCIEventCode(rawValue: bytes.uint8(at: 0)) == .numberOfCompletedPackets
    guard !isCounted else { return nil }
    for case .connection(let handle) in mentions {
      return Self.classicKey(handle, adapter: record.adapter)
    }
    return nil
  }

  private func isAdvertising(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    switch record.kind {
    case .event: HCIMentions.isAdvertisingReport(event: bytes)
    // Only advertising PDUs contain addresses.
    case .linkLayer: !mentions.isEmpty
    default: false
    }
  }

  private func isDevice(of connection: Connection, mention: WireMention) -> Bool {
    guard case .device(let address) = mention else { return false }
    if connection.airAddress?.value == address.value { return true }
    guard let peer = connection.peer else { return false }
    return peer.hasAddress(address.value) || session.knownPeer(at: address) === peer
  }

  private func includes(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    named.read(record, bytes: bytes)
    // Checked before the session forgets a sync that ends here.
    var isChosen = named.hasSync(record, session: session) { self.isChosen($0) }
    session.process(record, bytes: bytes)
    if let connection = packet.connection, self.isChosen(connection) {
      isChosen = true
      namelessCount += 1
      if connection.peer != nil || namelessCount > Self.maximumNameless { begun = connection }
    }
    switch record.kind {
    case .command: return includes(command: record, bytes: bytes, isChosen: isChosen)
    // An event may concern several connections, or answer a command that was selected.
    case .event: return includes(event: record, bytes: bytes) || isChosen
    case .system: return AdapterRecords.codes.contains(record.code)
    case .linkLayer: return isChosen || mentions.contains { self.isChosen($0, record: record) }
    case .acl, .sco, .iso, .unknown: return isChosen
    }
  }

  private func includes(
    command record: CaptureRecord, bytes: RawSpan, isChosen: Bool
  ) -> Bool {
    guard bytes.byteCount >= 2 else { return false }
    let opcode = HCIOpcode(rawValue: bytes.uint16LittleEndian(at: 0))
    guard
      isChosen || opcode == .reset || opcode == .readBDADDR
        || mentions.contains(where: { self.isChosen($0, record: record) })
    else { return false }
    if unanswered.count < Self.maximumUnanswered { unanswered.append((opcode, record.adapter)) }
    return true
  }

  private func includes(event record: CaptureRecord, bytes: RawSpan) -> Bool {
    guard let opcode = Self.answered(by: bytes) else {
      return mentions.contains { isChosen($0, record: record) }
    }
    guard
      let index = unanswered.firstIndex(where: {
        $0.opcode == opcode && $0.adapter == record.adapter
      })
    else { return false }
    unanswered.remove(at: index)
    return true
  }

  /// The command that a Command Complete or a Command Status answers.
  private static func answered(by bytes: RawSpan) -> HCIOpcode? {
    var cursor = ByteCursor(bytes)
    guard let header = try? HCIEventHeader(&cursor) else { return nil }
    switch header.code {
    case .commandComplete: return (try? CommandComplete(&cursor))?.opcode
    case .commandStatus: return (try? CommandStatus(&cursor))?.opcode
    default: return nil
    }
  }

  private func isChosen(_ chosen: Connection) -> Bool {
    if let connection, chosen.ordinal != connection { return false }
    return device.device == nil || device.matches(chosen)
  }

  private func isChosen(_ mention: WireMention, record: CaptureRecord) -> Bool {
    switch mention {
    case .connection(let handle):
      session.openConnection(handle, adapter: record.adapter).map { isChosen($0) } ?? false
    case .device(let address): isChosen(address)
    case .sync: false
    }
  }

  /// A device is not a connection: if a connection is selected, an address alone is not enough.
  private func isChosen(_ address: BluetoothAddress) -> Bool {
    guard device.device != nil, connection == nil else { return false }
    return device.matches(session.knownPeer(at: address), overAir: address)
  }
}

/// Records other than packets that show which adapters there are.
private enum AdapterRecords {
  /// The last: New Controller of PacketLogger.
  static let codes: Set<UInt16> = [
    MonitorOpcode.newIndex, MonitorOpcode.deleteIndex, MonitorOpcode.openIndex,
    MonitorOpcode.closeIndex, MonitorOpcode.indexInfo, SystemCode.packetLogger(0xFE),
  ]
}
