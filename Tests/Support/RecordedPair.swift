import BTSnoop
import Bytes
import Glibc

/// A session of a central and a peripheral with a connection interval of 30 ms, as its hosts log it and as a
/// sniffer hears it. Times are true nanoseconds from its beginning.
package struct RecordedPair {
  package typealias Record = (record: CaptureRecord, bytes: [UInt8])

  private struct PDU {
    var isSent: Bool
    /// The central's host hands it over or gets it; the peripheral's likewise.
    var central: Double
    var peripheral: Double
    var event: Int
    var bytes: [UInt8]
    /// The central's controller does not pass it on.
    var isUndelivered = false
  }

  /// The clock of a recorder.
  package struct Clock {
    /// Seconds.
    package var offset = 0.0
    package var ppm = 0.0
    /// It jumps by so many seconds at a second of true time.
    package var jump: (at: Double, by: Double)?
    /// Nanoseconds.
    package var step: Int64 = 1000

    package init(
      offset: Double = 0, ppm: Double = 0, jump: (at: Double, by: Double)? = nil,
      step: Int64 = 1000
    ) {
      (self.offset, self.ppm, self.jump, self.step) = (offset, ppm, jump, step)
    }

    package func exact(_ time: Double) -> Double {
      let moved = time * (1 + ppm * 1e-6) + offset * 1e9
      guard let jump, time >= jump.at * 1e9 else { return moved }
      return moved + jump.by * 1e9
    }

    fileprivate func stamp(_ time: Double) -> CaptureTime {
      let steps = (exact(time) / Double(step)).rounded(.down)
      return CaptureTime(seconds: 1_772_355_600, nanoseconds: 0).adding(
        nanoseconds: Int64(steps) * step)
    }
  }

  private static let interval = 30e6
  private static let access: [UInt8] = [0xE7, 0xA9, 0xC2, 0x50]
  private static let central: [UInt8] = [0x07, 0x30, 0x21, 0x5E, 0x8A, 0xC4]
  private static let peripheral: [UInt8] = [0x07, 0x06, 0x00, 0xD0, 0x22, 0x00]
  private static let parameters: [UInt8] = [24, 0, 0, 0, 72, 0]

  private var random: SplitMix
  private var pdus: [PDU] = []
  private let events: Int

  /// - isDull: all values are the same.
  package init(seed: UInt64, seconds: Double, isDull: Bool = false) {
    random = SplitMix(seed: seed)
    events = Int(seconds * 1e9 / Self.interval)
    var now = 0.5e9
    var count: UInt16 = 0
    while now < seconds * 1e9 - 0.5e9 {
      now += 40e6 + 700e6 * part()
      count += 1
      let isSent = part() < 0.3
      let value = isDull ? [72, 0, 0, 0] : random.bytes(2 + Int(part() * 12))
      let att: [UInt8] = [isSent ? 0x52 : 0x1B, 0x12, 0x00] + value
      let bytes = [UInt8(att.count), 0, 4, 0] + att
      let event = Int((now + 1e6) / Self.interval) + 1
      let air = Double(event) * Self.interval + (isSent ? 0 : 230_000)
      let received = air + 8000 * Double(bytes.count + 10) + 250_000 - 400_000 * log(1 - part())
      pdus.append(
        PDU(
          isSent: isSent, central: isSent ? now : received, peripheral: isSent ? received : now,
          event: event, bytes: bytes))
    }
  }

  private mutating func part() -> Double { Double(random.next() >> 11) / Double(1 << 53) }

  /// The values that the peripheral sent, and the central.
  package var values: (received: Int, sent: Int) {
    let sent = pdus.count(where: \.isSent)
    return (pdus.count - sent, sent)
  }

  /// One notification in the middle does not reach the central's host.
  package mutating func loseNotification() {
    let middle = pdus.indices.filter { !pdus[$0].isSent }
    pdus[middle[middle.count / 2]].isUndelivered = true
  }

  /// The central's controller sends one value so many connection events too late; nothing follows it until then.
  package mutating func hold(_ late: Int) {
    let sent = pdus.indices.filter { pdus[$0].isSent }
    for (index, next) in zip(sent, sent.dropFirst()).dropFirst(5)
    where pdus[next].event - pdus[index].event > late + 2
      && !pdus.contains(where: { $0.event == pdus[index].event + late })
    {
      pdus[index].event += late
      pdus.sort { $0.event < $1.event }
      return
    }
    preconditionFailure("no place for it")
  }

  // MARK: Recorders

  /// - isCentral: the log of the central's host, else that of the peripheral's.
  /// - hasConnect: the log has the beginning of the connection.
  package func hostRecords(
    _ clock: Clock, isCentral: Bool = true, hasConnect: Bool = true
  ) -> [Record] {
    var packets: [(time: Double, kind: RecordKind, isSent: Bool, bytes: [UInt8])] = []
    if hasConnect {
      let peer = isCentral ? Self.peripheral : Self.central
      packets.append(
        (
          20e6, .event, false,
          [0x3E, 19, 1, 0, 0x40, 0, isCentral ? 0 : 1, 0] + peer + Self.parameters + [0]
        ))
    }
    for pdu in pdus where !(isCentral && pdu.isUndelivered) {
      let isSent = pdu.isSent == isCentral
      packets.append(
        (
          isCentral ? pdu.central : pdu.peripheral, .acl, isSent,
          [0x40, isSent ? 0 : 0x20, UInt8(pdu.bytes.count), 0] + pdu.bytes
        ))
    }
    packets.sort { $0.time < $1.time }
    return packets.enumerated().map { index, packet in
      (
        CaptureRecord(
          frame: UInt64(index + 1), time: clock.stamp(packet.time), kind: packet.kind,
          direction: packet.isSent ? .sent : .received, originalLength: packet.bytes.count),
        packet.bytes
      )
    }
  }

  /// - loss: the part that is not heard, from 0 to 1.
  /// - isEncrypted: data can be compared by their lengths only.
  package func airRecords(
    _ clock: Clock, loss: Double = 0, seed: UInt64 = 1, isEncrypted: Bool = false,
    hasConnect: Bool = true
  ) -> [Record] {
    var random = SplitMix(seed: seed &+ 77)
    var records: [Record] = []
    func hear(_ time: Double, _ bytes: [UInt8], _ sender: RadioSender?) {
      guard sender == nil || Double(random.next() >> 11) / Double(1 << 53) >= loss else { return }
      var radio = RadioInfo()
      radio.channel = sender == nil ? 37 : 5
      radio.crcOK = true
      radio.sender = sender
      let whole = bytes + [0, 0, 0]
      records.append(
        (
          CaptureRecord(
            frame: UInt64(records.count + 1), time: clock.stamp(time), kind: .linkLayer,
            direction: .unknown, originalLength: whole.count, radio: radio), whole
        ))
    }
    if hasConnect {
      hear(
        5e6,
        [0xD6, 0xBE, 0x89, 0x8E, 0x05, 34] + Self.central + Self.peripheral + Self.access
          + [0x31, 0x7D, 0x0B, 2, 0, 0] + Self.parameters + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 7], nil)
    }
    var next = 0
    for event in 1...events {
      let number = UInt8(event & 1)
      var payloads: [[UInt8]] = [[], []]
      while next < pdus.count, pdus[next].event <= event {
        if pdus[next].event == event { payloads[pdus[next].isSent ? 0 : 1] = pdus[next].bytes }
        next += 1
      }
      for side in 0...1 {
        var payload = payloads[side]
        let kind: UInt8 = payload.isEmpty ? 1 : 2
        if isEncrypted, !payload.isEmpty { payload = random.bytes(payload.count + 4) }
        let expected = side == 0 ? number : 1 - number
        let header = kind | expected << 2 | number << 3
        hear(
          Double(event) * Self.interval + (side == 0 ? 0 : 230_000),
          Self.access + [header, UInt8(payload.count)] + payload, side == 0 ? .central : .peripheral
        )
      }
    }
    return records
  }

  // MARK: Truth

  /// What is to be added to the time of the second clock at the first record of its capture, in nanoseconds.
  package static func offset(_ first: Clock, _ second: Clock, at start: CaptureTime) -> Double {
    let stamp = Double(
      start.nanoseconds(since: CaptureTime(seconds: 1_772_355_600, nanoseconds: 0)))
    let time = (stamp - second.offset * 1e9) / (1 + second.ppm * 1e-6)
    return first.exact(time) - stamp
  }

  package static func drift(_ first: Clock, _ second: Clock) -> Double {
    ((1 + first.ppm * 1e-6) / (1 + second.ppm * 1e-6) - 1) * 1e6
  }
}

extension RecordedPair {
  /// A btsnoop file of a host's records.
  package static func btsnoop(_ records: [Record]) -> [UInt8] {
    var file = BTSnoopBytes(datalink: 1002)
    for (record, bytes) in records {
      let isData = record.kind == .acl
      let isReceived = record.direction == .received
      file.add(
        [isData ? 2 : 4] + bytes, flags: (isReceived ? 1 : 0) | (isData ? 0 : 2),
        time: record.time.seconds * 1_000_000 + Int64(record.time.nanoseconds / 1000))
    }
    return file.bytes
  }

  /// A pcap file of a sniffer's records, with its checks of CRCs.
  package static func pcap(_ records: [Record]) -> [UInt8] {
    var file = PcapBytes(linkType: 256)
    for (record, bytes) in records {
      let direction: UInt16 =
        switch record.radio?.sender {
        case .central?: 2
        case .peripheral?: 3
        case nil: 0
        }
      let flags = 0x0C13 | direction << 7
      var header: [UInt8] = [record.radio?.channel == 37 ? 0 : 12, 0xC4, 0, 0]
      header += bytes[..<4]
      header += [UInt8(flags & 0xFF), UInt8(flags >> 8)]
      file.add(
        header + bytes, seconds: UInt32(record.time.seconds),
        fraction: UInt32(record.time.nanoseconds / 1000))
    }
    return file.bytes
  }
}
