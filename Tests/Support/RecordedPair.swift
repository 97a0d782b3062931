import BTSnoop
import Bytes
import Glibc

/// A session of a central and a peripheral with a connection interval of 30 ms, as its hosts log it and as a
/// sniffer hears it. Times are true nanoseconds from its beginning.
package struct RecordedPair {
  package typealias Record = (record: CaptureRecord, bytes: [UInt8])

  package struct PDU {
    package var isSent: Bool
    /// The central's host hands it over or gets it; the peripheral's likewise.
    package var central: Double
    package var peripheral: Double
    package var event: Int
    var bytes: [UInt8]
    /// The receiver's controller does not pass it on.
    var isUndelivered = false
    /// The central's controller never sends it.
    var isUnsent = false
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

  package static let interval = 30e6
  private static let access: [UInt8] = [0xE7, 0xA9, 0xC2, 0x50]
  private static let central: [UInt8] = [0x07, 0x30, 0x21, 0x5E, 0x8A, 0xC4]
  private static let peripheral: [UInt8] = [0x07, 0x06, 0x00, 0xD0, 0x22, 0x00]
  private static let parameters: [UInt8] = [24, 0, 0, 0, 72, 0]

  private var random: SplitMix
  package internal(set) var pdus: [PDU] = []
  private let events: Int
  /// Parts per million by which the central's connection events come late.
  package var drift = 0.0
  /// Connection events in which the central is not acknowledged, and whether the peripheral answers then.
  package var deaf: (events: Range<Int>, isAnswered: Bool)?

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

  /// When the central begins a connection event.
  private func begin(of event: Int) -> Double { Double(event) * Self.interval * (1 + drift * 1e-6) }

  // MARK: Recorders

  /// - isCentral: the log of the central's host, else that of the peripheral's.
  /// - hasConnect: the log has the beginning of the connection.
  /// - reports: the controller reports what was acknowledged, and the end of the connection.
  /// - updated: the second at which it reports a connection interval of 40 ms.
  package func hostRecords(
    _ clock: Clock, isCentral: Bool = true, hasConnect: Bool = true, reports: Bool = false,
    updated: Double? = nil
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
    for pdu in pdus {
      let isSent = pdu.isSent == isCentral
      let (sent, received) =
        pdu.isSent ? (pdu.central, pdu.peripheral) : (pdu.peripheral, pdu.central)
      let late = begin(of: pdu.event) - Double(pdu.event) * Self.interval
      if reports, isSent, !pdu.isUnsent {
        packets.append((received + late + 2e6, .event, false, [0x13, 5, 1, 0x40, 0, 1, 0]))
      }
      guard isSent || !pdu.isUndelivered && !pdu.isUnsent else { continue }
      packets.append(
        (
          (isSent ? sent : received) + late, .acl, isSent,
          [0x40, isSent ? 0 : 0x20, UInt8(pdu.bytes.count), 0] + pdu.bytes
        ))
    }
    if let updated {
      packets.append(
        (updated * 1e9, .event, false, [0x3E, 10, 3, 0, 0x40, 0, 32, 0, 0, 0, 72, 0]))
    }
    if reports {
      packets.append((begin(of: events) + 1e6, .event, false, [0x05, 4, 0, 0x40, 0, 0x13]))
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
    func hear(_ time: Double, _ bytes: [UInt8], _ sender: Side?) {
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
          + [0x31, 0x7D, 0x0B, 2, 0, 0] + Self.parameters + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0xA7],
        nil)
    }
    var next = 0
    var number: UInt8 = 0
    for event in 1...events {
      // What was not acknowledged is repeated.
      if deaf?.events.contains(event - 1) != true { number = 1 - number }
      var payloads: [[UInt8]] = [[], []]
      while next < pdus.count, pdus[next].event <= event {
        if pdus[next].event == event, !pdus[next].isUnsent {
          payloads[pdus[next].isSent ? 0 : 1] = pdus[next].bytes
        }
        next += 1
      }
      for side in 0...1 {
        if side == 1, let deaf, deaf.events.contains(event), !deaf.isAnswered { continue }
        var payload = payloads[side]
        let kind: UInt8 = payload.isEmpty ? 1 : 2
        if isEncrypted, !payload.isEmpty { payload = random.bytes(payload.count + 4) }
        let expected = side == 0 ? number : 1 - number
        let header = kind | expected << 2 | number << 3
        hear(
          begin(of: event) + (side == 0 ? 0 : 230_000),
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
        case .host?: 2
        case .peer?: 3
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
