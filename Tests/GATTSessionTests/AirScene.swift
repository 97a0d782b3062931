import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList

/// Plays link-layer packets to a session, as a sniffer hears them.
final class AirScene {
  let sink = RecordingSink()
  let session: GATTSession
  /// What a packet list shows of the last record.
  let packet: PacketDescription
  private(set) var frame: UInt64 = 0
  /// Microseconds since the first record.
  var now: Int64 = 0
  /// Whether the sniffer tells who sends.
  var tellsSender = true
  /// Whether the sniffer tells the channel.
  var tellsChannel = true
  /// Whether headers have SN and NESN; those that a program has made may not.
  var hasSequence = true
  /// The sniffer's counter of connection events, if it has one.
  var eventCounter: UInt16?
  /// Whether the sniffer records packets without a payload.
  var hearsEmptyPackets = true
  /// LE 1M or LE 2M: that on which both sides send.
  var phy = RadioPHY.le1M
  /// Whether the sniffer says so.
  var tellsPHY = true
  private var channel: UInt8 = 0
  private var numbers: [2 of Bool] = [false, false]
  private var expected: [2 of Bool] = [false, false]
  /// Start of the next connection event, in microseconds.
  var anchor: Int64 = 0
  var interval: Int64 = 30_000

  static let peripheral = "00:22:D0:00:06:07"
  static let central = "C4:8A:5E:21:30:07"
  static let accessAddress: UInt32 = 0x50C2_A9E7
  static let crcStart: UInt32 = 0x0B7D31

  init(
    _ options: GATTSession.Options = GATTSession.Options(),
    packet: PacketDescription = PacketDescription()
  ) {
    self.packet = packet
    session = GATTSession(options: options, sink: sink, observer: packet)
  }

  /// What was recorded, where that is kept.
  private(set) var records: [(bytes: [UInt8], radio: RadioInfo, time: Int64)] = []
  var keepsRecords = false

  var events: [Told] { sink.events }
  /// What a note says of something that was not heard, before how much.
  static let unheard = "connection events or packets not heard before this record: "

  func told(_ kind: EventKind) -> [Told] { sink.events.filter { $0.kind == kind } }
  /// The heart rates that were notified.
  var rates: [String?] { told(.notification).map { $0.decoded["heart_rate_bpm"] } }
  var findings: [String] { session.findings.list.map(\.text) }
  var summary: String { packet.summaryText }
  func end() { session.finish() }

  /// One record, from the access address on. A bad CRC does not fit, unless it is left out: zeros.
  @discardableResult
  func record(_ bytes: [UInt8], _ radio: RadioInfo, at time: Int64? = nil) -> UInt64 {
    frame += 1
    var bytes = bytes
    if radio.crcOK == false, bytes.suffix(3).contains(where: { $0 != 0 }) {
      bytes[bytes.count - 1] ^= 0x81
    }
    if let time { now = time }
    if keepsRecords { records.append((bytes, radio, now)) }
    let record = CaptureRecord(
      frame: frame, time: CaptureTime(unixMicroseconds: 1_700_000_000_000_000 + now),
      kind: .linkLayer, direction: .unknown, originalLength: bytes.count, radio: radio)
    session.process(record, bytes: bytes.rawBytes)
    return frame
  }

  private func wire(_ accessAddress: UInt32, _ pdu: [UInt8], start: UInt32?) -> [UInt8] {
    var crc: UInt32 = 0
    if let start { crc = LinkLayerCRC.value(of: pdu.rawBytes, start: start) }
    func octets(_ value: UInt32, _ count: UInt32) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return octets(accessAddress, 4) + pdu + octets(crc, 3)
  }

  // MARK: Advertising

  /// - flags: 0x40 for a random sender, 0x80 for a random target.
  @discardableResult
  func advertise(
    _ kind: UInt8, _ payload: [UInt8], flags: UInt8 = 0, channel: UInt8? = 37, rssi: Int8? = -60,
    crcOK: Bool? = true, accessAddress: UInt32 = LinkLayerPacket.advertisingAccessAddress,
    auxiliary: RadioInfo.AuxiliaryType? = nil
  ) -> UInt64 {
    var radio = RadioInfo()
    radio.channel = channel
    radio.rssi = rssi
    radio.crcOK = crcOK
    radio.auxiliaryType = auxiliary
    if auxiliary != nil { radio.physicalChannel = .auxiliaryAdvertising }
    now += 10_000
    return record(
      wire(
        accessAddress, [kind | flags, UInt8(payload.count)] + payload,
        start: LinkLayerCRC.advertisingStart), radio)
  }

  /// CONNECT_IND; the first event is 1.25 ms after its end.
  @discardableResult
  func connect(
    interval units: Int = 24, timeout: Int = 72, rssi: Int8 = -47, flags: UInt8 = 0x40,
    to accessAddress: UInt32 = accessAddress, crcStart: UInt32 = crcStart
  ) -> UInt64 {
    interval = Int64(units) * 1250
    numbers = [false, false]
    expected = [false, false]
    let address = (0..<4).map { UInt8(truncatingIfNeeded: accessAddress >> (8 * UInt32($0))) }
    let frame = advertise(
      5,
      wireAddress(Self.central) + wireAddress(Self.peripheral) + address
        + (0..<3).map { UInt8(truncatingIfNeeded: crcStart >> (8 * UInt32($0))) } + [2]
        + le16(0) + le16(units) + le16(0) + le16(timeout) + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x27],
      flags: flags, channel: 38, rssi: rssi)
    anchor = now + 352 + 1250
    return frame
  }

  // MARK: Data

  struct Sent {
    var content: UInt8 = 1
    var payload: [UInt8] = []
    /// What the sniffer says of the CRC.
    var crcOK: Bool? = true
    var isHeard = true
    /// The other side receives it.
    var arrives = true
    var change: (inout RadioInfo) -> Void = { _ in }
    var delay: Int64 = 0
    /// Of the first octet of the header, as the sniffer heard it.
    var wrongBits: UInt8 = 0

    static func att(_ pdu: String) -> Sent {
      let payload = bytes(pdu)
      return Sent(content: 2, payload: le16(payload.count) + le16(4) + payload)
    }
    static func smp(_ pdu: String) -> Sent {
      let payload = bytes(pdu)
      return Sent(content: 2, payload: le16(payload.count) + le16(6) + payload)
    }
    static func control(_ pdu: String) -> Sent { Sent(content: 3, payload: bytes(pdu)) }
    static func start(_ payload: [UInt8]) -> Sent { Sent(content: 2, payload: payload) }
    static func continuation(_ payload: [UInt8]) -> Sent { Sent(content: 1, payload: payload) }
    static var empty: Sent { Sent() }

    var damaged: Sent {
      var copy = self
      copy.crcOK = false
      return copy
    }
    var unheard: Sent {
      var copy = self
      copy.isHeard = false
      return copy
    }
    var lost: Sent {
      var copy = self
      copy.arrives = false
      return copy
    }
    /// The sniffer's time of it is later by so many microseconds.
    func late(by delay: Int64) -> Sent {
      var copy = self
      copy.delay = delay
      return copy
    }
    func with(_ change: @escaping (inout RadioInfo) -> Void) -> Sent {
      var copy = self
      copy.change = change
      return copy
    }
  }

  /// One connection event; packets take turns, the central begins.
  /// - crc: 0 for zeros in place of the CRC.
  /// - Returns: the frames that were heard.
  @discardableResult
  func event(
    _ sent: Sent..., on accessAddress: UInt32 = accessAddress, crc: UInt32? = nil
  ) -> [UInt64] {
    channel = (channel + 7) % 37
    var time = anchor
    var frames: [UInt64] = []
    let packets = sent.count < 2 ? sent + [Sent](repeating: .empty, count: 2 - sent.count) : sent
    for (index, packet) in packets.enumerated() {
      let side = index % 2
      let sequence: UInt8 = (expected[side] ? 0x04 : 0) | (numbers[side] ? 0x08 : 0)
      let head = (packet.content | (hasSequence ? sequence : 0)) ^ packet.wrongBits
      let pdu = [head, UInt8(packet.payload.count)] + packet.payload
      var radio = RadioInfo()
      radio.channel = tellsChannel ? channel : nil
      radio.rssi = side == 0 ? -47 : -62
      radio.crcOK = packet.crcOK
      radio.physicalChannel = tellsSender ? .data : .unknown
      radio.sender = tellsSender ? (side == 0 ? .central : .peripheral) : nil
      radio.eventCounter = eventCounter
      if tellsPHY { radio.phy = phy }
      packet.change(&radio)
      if packet.isHeard, hearsEmptyPackets || !packet.payload.isEmpty {
        var bytes = wire(accessAddress, pdu, start: Self.crcStart)
        if crc == 0 { bytes.replaceSubrange((bytes.count - 3)..., with: [0, 0, 0]) }
        frames.append(record(bytes, radio, at: time + packet.delay))
      }
      if packet.arrives {
        if numbers[side] == expected[1 - side] { expected[1 - side].toggle() }
        if expected[side] != numbers[1 - side] { numbers[1 - side].toggle() }
      }
      time += phy.duration(pdu: pdu.count, codingIndicator: nil) / 1000 + 150
    }
    anchor += interval
    eventCounter? &+= 1
    return frames
  }

  /// Both sides have refused one packet to keep a flow: from now on their bits are the other way round.
  func turnSequence() {
    numbers[1].toggle()
    expected[0].toggle()
  }

  /// A request of the central and its answer, in two events.
  func ask(_ request: String, _ answer: String) {
    event(.att(request))
    event(.empty, .att(answer))
  }

  /// 180D with 2A37 (value 0003, CCCD 0004).
  func discover() {
    ask("10 0100 ffff 0028", "11 06 0100 ffff 0d18")
    ask("08 0100 ffff 0328", "09 07 0200 10 0300 372a")
    ask("04 0400 0400", "05 01 0400 0229")
  }
}
