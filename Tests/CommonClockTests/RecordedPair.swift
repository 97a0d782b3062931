import BTSnoop
import Bytes
import CommonClock
import Foundation
import GATTSession
import TestSupport

/// A session of a central and a peripheral with a connection interval of 30 ms, as its hosts log it and as a
/// sniffer hears it. Times are true nanoseconds from its beginning.
struct RecordedPair {
  private struct PDU {
    var isSent: Bool
    /// The central's host hands it over or gets it; the peripheral's likewise.
    var central: Double
    var peripheral: Double
    var event: Int
    var bytes: [UInt8]
  }

  /// The clock of a recorder.
  struct Clock {
    /// Seconds.
    var offset = 0.0
    var ppm = 0.0
    /// It jumps by so many seconds at a second of true time.
    var jump: (at: Double, by: Double)?
    /// Nanoseconds.
    var step: Int64 = 1000

    func exact(_ time: Double) -> Double {
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
  init(seed: UInt64, seconds: Double, isDull: Bool = false) {
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

  // MARK: Recorders

  private static func collect(
    _ records: [(CaptureRecord, [UInt8])]
  ) -> RecorderTrace {
    let collector = TraceCollector(GATTSession.Options())
    for (record, bytes) in records { collector.take(record, bytes.rawBytes) }
    return collector.finish()
  }

  /// - isCentral: the log of the central's host, else that of the peripheral's.
  /// - hasConnect: the log has the beginning of the connection.
  func host(_ clock: Clock, isCentral: Bool = true, hasConnect: Bool = true) -> RecorderTrace {
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
      packets.append(
        (
          isCentral ? pdu.central : pdu.peripheral, .acl, isSent,
          [0x40, isSent ? 0 : 0x20, UInt8(pdu.bytes.count), 0] + pdu.bytes
        ))
    }
    packets.sort { $0.time < $1.time }
    return Self.collect(
      packets.enumerated().map { index, packet in
        (
          CaptureRecord(
            frame: UInt64(index + 1), time: clock.stamp(packet.time), kind: packet.kind,
            direction: packet.isSent ? .sent : .received, originalLength: packet.bytes.count),
          packet.bytes
        )
      })
  }

  /// - loss: the part that is not heard, from 0 to 1.
  /// - isEncrypted: data can be compared by their lengths only.
  func sniffer(
    _ clock: Clock, loss: Double = 0, seed: UInt64 = 1, isEncrypted: Bool = false,
    hasConnect: Bool = true
  ) -> RecorderTrace {
    var random = SplitMix(seed: seed &+ 77)
    var records: [(CaptureRecord, [UInt8])] = []
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
    return Self.collect(records)
  }

  // MARK: Truth

  /// What is to be added to the time of the second clock at the first record of its capture, in nanoseconds.
  static func offset(_ first: Clock, _ second: Clock, at start: CaptureTime) -> Double {
    let stamp = Double(
      start.nanoseconds(since: CaptureTime(seconds: 1_772_355_600, nanoseconds: 0)))
    let time = (stamp - second.offset * 1e9) / (1 + second.ppm * 1e-6)
    return first.exact(time) - stamp
  }

  static func drift(_ first: Clock, _ second: Clock) -> Double {
    ((1 + first.ppm * 1e-6) / (1 + second.ppm * 1e-6) - 1) * 1e6
  }
}
