import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList

/// Keeps no event, only whether the current record gave a requested one.
private final class NotingSink: EventSink {
  let demand: EventDemand
  private let filter: EventFilter
  /// What shows the decoded values, too.
  private let renderer: (any PacketRenderer)?
  /// The record gave an event of a requested kind.
  private(set) var hasWanted = false
  /// The record gave an advertisement that the filter excludes.
  private(set) var hasUnwantedAdvertisement = false
  /// The record gave an event of the selected device.
  private(set) var hasDevice = false
  /// The record gave an event of a selected attribute, or of an advertiser that has it.
  private(set) var hasAttribute = false
  private var frame: UInt64 = 0

  init(wantsEvents: Bool, filter: EventFilter, renderer: (any PacketRenderer)?) {
    demand = EventDemand(events: wantsEvents, advertisedData: renderer != nil, atOnce: true)
    self.filter = filter
    self.renderer = renderer
  }

  func reset(_ frame: UInt64) {
    self.frame = frame
    hasWanted = false
    hasUnwantedAdvertisement = false
    hasDevice = false
    hasAttribute = false
  }

  func answered(_ request: borrowing AnsweredRequest) { renderer?.answered(request) }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    renderer?.event(event, fields: fields)
    // Others are of records before.
    if event.frame == frame, filter.kinds.contains(event.kind) { hasWanted = true }
    // Others are of requests before that are given up or complete now.
    if event.frame == frame {
      if filter.device != nil, filter.matches(event.peer, overAir: event.overAirAddress) {
        hasDevice = true
      }
      if filter.selectsAttributes, filter.allowsAttribute(event) { hasAttribute = true }
    }
    if event.kind == .advertisement {
      switch filter.advertisements {
      case .all: break
      case .changes: if event.content.isRepeat { hasUnwantedAdvertisement = true }
      case .none: hasUnwantedAdvertisement = true
      }
    }
  }
}

/// One form of the packet list.
package protocol PacketRenderer: AnyObject {
  /// Whether it shows what values and advertisements mean.
  var showsDecoded: Bool { get }
  /// A capture begins; its records have this number or higher ones.
  func capture(_ info: CaptureInfo, from frame: UInt64)
  func begin(_ summary: CaptureSummary, clock: TimelineClock)
  /// A record is processed next; the events until `packet` are those that it gave.
  func willProcess(_ record: CaptureRecord)
  func event(_ event: borrowing Event, fields: borrowing EventFields)
  /// The record answers a request.
  func answered(_ request: borrowing AnsweredRequest)
  func packet(_ record: CaptureRecord, bytes: RawSpan, packet: PacketDescription)
  func end(_ summary: CaptureSummary)
}

extension PacketRenderer {
  package var showsDecoded: Bool { false }
  package func capture(_ info: CaptureInfo, from frame: UInt64) {}
  package func willProcess(_ record: CaptureRecord) {}
  package func event(_ event: borrowing Event, fields: borrowing EventFields) {}
  package func answered(_ request: borrowing AnsweredRequest) {}
}

/// Turns records into a packet list: the session for names and connections, and a renderer.
package final class PacketStage: RecordStage {
  private let session: GATTSession
  private let packet: PacketDescription
  private let renderer: any PacketRenderer
  private let options: TimelineSink.Options
  private let sink: NotingSink
  private let hasFilter: Bool
  /// What the current record names, if a device is selected.
  private var mentions = RecordMentions()
  private var clock: TimelineClock?
  private var reported: UInt64 = 0

  /// - writesPlain: whether the renderer shows packets that a key opens as they would be in the clear.
  package init(
    _ renderer: any PacketRenderer, options: TimelineSink.Options,
    session: GATTSession.Options = GATTSession.Options(), writesPlain: Bool = false
  ) {
    self.renderer = renderer
    self.options = options
    // Without events, the session skips advertisements, and with them the devices' names.
    let asksForEvents =
      !options.filter.kinds.isEmpty || options.filter.advertisements != .all
    sink = NotingSink(
      // What a key resolves is mostly there.
      wantsEvents: options.filter.device != nil || options.filter.selectsAttributes
        || asksForEvents || renderer.showsDecoded || !session.identityKeys.isEmpty,
      filter: options.filter, renderer: renderer.showsDecoded ? renderer : nil)
    hasFilter = options.filter.isActive || options.filter.errorsOnly || asksForEvents
    var described = PacketDescription.Options()
    described.keepsConnection = hasFilter
    described.writesPlain = writesPlain
    packet = PacketDescription(described)
    self.session = GATTSession(options: session, sink: sink, observer: packet)
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    renderer.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    renderer.begin(summary, clock: clock)
  }

  package var hasMatch: Bool { reported > 0 }

  package func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    var isOfSync = false
    if hasFilter {
      sink.reset(record.frame)
      if options.filter.device != nil {
        mentions.read(record, bytes: bytes)
        isOfSync = mentions.hasSync(record, session: session) { isSelected($0) }
      }
    }
    renderer.willProcess(record)
    session.process(record, bytes: bytes)
    if hasFilter, !allows(record, isOfSync: isOfSync) { return true }
    renderer.packet(record, bytes: bytes, packet: packet)
    reported += 1
    return options.count.map { reported < $0 } ?? true
  }

  private func allows(_ record: CaptureRecord, isOfSync: Bool) -> Bool {
    guard let clock else { return false }
    let filter = options.filter
    guard
      filter.allows(
        frame: record.frame, time: record.time, adapter: record.adapter,
        connection: packet.connection, clock: clock)
    else { return false }
    if filter.device != nil, !isOfSync, !sink.hasDevice, !isOfDevice(record) { return false }
    if !filter.kinds.isEmpty {
      guard filter.eventFrames?.contains(record.frame) ?? sink.hasWanted else { return false }
    }
    if sink.hasUnwantedAdvertisement { return false }
    if filter.selectsAttributes, !sink.hasAttribute, !namesAttribute { return false }
    return !options.filter.errorsOnly || packet.hasError
  }

  /// Whether the record is of a connection with the selected device, or names the device.
  private func isOfDevice(_ record: CaptureRecord) -> Bool {
    if let connection = packet.connection, options.filter.matches(connection) {
      return true
    }
    return mentions.all.contains {
      switch $0 {
      case .connection(let handle):
        session.openConnection(handle, adapter: record.adapter)
          .map { options.filter.matches($0) } ?? false
      case .device(let address): isSelected(address)
      case .sync: false
      }
    }
  }

  private func isSelected(_ address: BluetoothAddress) -> Bool {
    options.filter.matches(session.knownPeer(at: address), overAir: address)
  }

  /// Whether an ATT PDU names a selected attribute.
  private var namesAttribute: Bool {
    let filter = options.filter
    return packet.hasAny { handle, pdu in
      if let wanted = filter.handle, handle != wanted { return false }
      return filter.uuids.isEmpty
        || packet.attribute(at: handle, of: pdu)?.isOf(filter.uuids) ?? false
    }
  }

  package var decryption: DecryptionReport { session.decryption }
  package var followed: GATTSession? { session }
  package var unreadCaptures: [UnreadCapture] { session.unreadCaptures }

  package func note(_ note: CaptureNote) {}

  package func end(_ summary: CaptureSummary) { renderer.end(summary) }
}
