import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList
import TestSupport
import Testing

/// Whatever a sniffer writes, the session reads it to the end.
@Suite struct LinkLayerMutationTests {
  private static let accessAddresses: [UInt32] = [
    LinkLayerPacket.advertisingAccessAddress, LinkLayerPacket.advertisingAccessAddress,
    0x50C2_A9E7, 0x50C2_A9E7, 0x50C2_A9E7, 0x4433_2211, 0,
  ]

  private func packet(_ random: inout SplitMix) -> [UInt8] {
    let address = Self.accessAddresses[Int(random.next() % 7)]
    var octets = (0..<4).map { UInt8(truncatingIfNeeded: address >> (8 * UInt32($0))) }
    var payload = random.bytes(Int(random.next() % 60))
    if random.next() % 2 == 0, payload.count >= 7 {
      // A short L2CAP PDU of the attribute protocol.
      payload[0] = UInt8(payload.count - 4)
      payload[1] = 0
      payload[2] = 4
      payload[3] = 0
    }
    if random.next() % 4 == 0, payload.count >= 34 {
      // The connection that the data above are of.
      payload.replaceSubrange(12..<16, with: [0xE7, 0xA9, 0xC2, 0x50])
    }
    let length = random.next() % 8 == 0 ? UInt8(random.next() % 256) : UInt8(payload.count)
    octets += [UInt8(truncatingIfNeeded: random.next()), length] + payload + random.bytes(3)
    return Array(octets.prefix(random.next() % 10 == 0 ? Int(random.next() % 20) : octets.count))
  }

  private func radio(_ random: inout SplitMix) -> RadioInfo {
    var radio = RadioInfo()
    if random.next() % 4 != 0 { radio.channel = UInt8(random.next() % 40) }
    radio.rssi = Int8(truncatingIfNeeded: random.next())
    radio.crcOK = [true, true, true, false, nil][Int(random.next() % 5)]
    radio.sender = [.central, .peripheral, nil][Int(random.next() % 3)]
    radio.physicalChannel =
      [.unknown, .unknown, .data, .data, .auxiliaryAdvertising, .broadcastIsochronous][
        Int(random.next() % 6)]
    radio.auxiliaryType = RadioInfo.AuxiliaryType(rawValue: UInt8(random.next() % 5))
    radio.phy = [.le1M, .le1M, .le2M, .coded][Int(random.next() % 4)]
    radio.wasEncrypted = random.next() % 8 == 0
    radio.isDecrypted = random.next() % 8 == 0
    radio.eventCounter = random.next() % 2 == 0 ? UInt16(truncatingIfNeeded: random.next()) : nil
    return radio
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func randomPackets(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var options = GATTSession.Options()
    var described = PacketDescription.Options()
    described.writesPlain = true
    options.readsBadCRC = seed % 3 == 0
    let sink = RecordingSink()
    let session = GATTSession(
      options: options, sink: sink,
      observer: seed % 2 == 0 ? PacketDescription(described) : nil)
    var time: Int64 = 1_700_000_000_000_000
    for frame in 1...3_000 as ClosedRange<UInt64> {
      switch random.next() % 50 {
      case 0: time = Int64(truncatingIfNeeded: random.next())
      case 1: time = time &+ 40_000_000
      default: time = time &+ Int64(random.next() % 40_000)
      }
      let octets = packet(&random)
      let record = CaptureRecord(
        frame: frame, time: CaptureTime(unixMicroseconds: time), kind: .linkLayer,
        direction: .unknown, originalLength: octets.count, radio: radio(&random))
      session.process(record, bytes: octets.rawBytes)
    }
    session.finish()
    expect(session.counts.records, equals: 3_000)
  }
}
