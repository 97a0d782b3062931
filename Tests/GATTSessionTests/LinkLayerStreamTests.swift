import BTSnoop
import Bytes
import GATTSession
import PacketList
import TestSupport
import Testing

/// Isochronous streams, connections of which only empty PDUs were heard, and copies of records.
@Suite struct LinkLayerStreamTests {
  private static let stream: UInt32 = 0x7176_4129

  /// A packet as a sniffer that knows its CRC records it.
  private func record(
    _ scene: AirScene, _ accessAddress: UInt32, _ pdu: [UInt8], crcOK: Bool? = true,
    channel: RadioInfo.Channel = .unknown
  ) {
    var radio = RadioInfo()
    radio.channel = 11
    radio.crcOK = crcOK
    radio.physicalChannel = channel
    scene.now += 5000
    scene.record(
      (0..<4).map { UInt8(truncatingIfNeeded: accessAddress >> (8 * UInt32($0))) } + pdu
        + [1, 2, 3], radio)
  }
  private func audio(_ type: UInt8) -> [UInt8] {
    // What looks like an L2CAP PDU with a read of ATT.
    [type, 7] + bytes("0300 0400 0a0300")
  }

  /// LL_CIS_REQ, LL_CIS_RSP and LL_CIS_IND.
  @Test(arguments: [RadioInfo.Channel.unknown, .data, .connectedIsochronous])
  func aConnectedStream(channel: RadioInfo.Channel) {
    let scene = AirScene()
    scene.connect()
    scene.event(
      .control(
        "1f 01 02 02 02 7800 7800 102700 102700 7800 7900 03 e80300 11 01 01 0800 f40100 dc0500 1000"
      ))
    scene.event(.empty, .control("20 f40100 dc0500 1000"))
    scene.event(.control("21 29417671 f40100 e80300 e80300 1000"))
    for type in [0, 1, 2] as [UInt8] {
      record(scene, Self.stream, audio(type), channel: channel)
      expect(scene.summary == "CIS PDU" && scene.packet.connectionNumber == 1)
    }
    scene.event(.control("22 01 02 13"))
    let told = scene.told(.note)
    expect(
      told.map(\.text),
      equals: [
        "isochronous stream requested, CIS 2 of group 1",
        "isochronous stream begins, CIS 2 of group 1, every 10 ms",
        "isochronous stream ended, CIS 2 of group 1: Remote User Terminated Connection (13)",
      ])
    expect(told[1].own["access_address"] == "0x71764129" && told[1].own["interval_ms"] == "10")
    expect(told[1].own["max_pdu_from_central"], equals: "120")
    expect(told[1].own["max_pdu_from_peripheral"], equals: "121")
    expect(scene.session.counts.isochronousPackets, equals: 3)
    expect(scene.session.connectionCount == 1 && scene.told(.read).isEmpty)
  }

  /// No connection has PDUs of that type.
  @Test func aStreamWhoseConnectionWasNotHeard() {
    let scene = AirScene()
    let sealed = bytes("9f3ca1d25577e80144")
    for type in [1, 0, 1, 2, 0] as [UInt8] {
      record(scene, Self.stream, [type, UInt8(sealed.count)] + sealed)
    }
    expect(scene.session.connectionCount == 0 && scene.events.isEmpty)
    expect(scene.session.counts.isochronousPackets, equals: 4)
    expect(scene.session.counts.unknownAccessAddress, equals: 1)
  }

  /// BIGInfo tells from which the access addresses of its streams are made.
  @Test func aBroadcastGroup() {
    let scene = AirScene()
    let info = bytes("00000000 000000 0000 00000000 9324e578") + [UInt8](repeating: 0, count: 16)
    let data = [34, 0x2C] + info
    scene.advertise(
      7, [UInt8(data.count + 1), 0] + data + bytes("0303 5118"), channel: 5,
      accessAddress: 0x1234_5678, auxiliary: .periodic)
    // Those of its control, and of its first two streams (Vol 6, Part B, 2.1.2).
    let seed: UInt32 = 0x78E5_2493
    for number in 0...2 as ClosedRange<UInt32> {
      let d = (35 * number + 42) % 128
      var word: UInt32 = d & 1 == 1 ? 0xFC00_0000 : 0
      let places: [(UInt32, UInt32)] = [
        (25, 1), (24, 6), (23, 1), (21, 5), (20, 4), (18, 3), (17, 2),
      ]
      for (bit, of) in places { word |= (d >> of & 1) << bit }
      record(scene, seed ^ word, audio(2))
    }
    expect(scene.session.counts.isochronousPackets == 3 && scene.session.connectionCount == 0)
    // Of another group, and of none of its numbers.
    record(scene, seed ^ 0x0001_0000, audio(2))
    expect(scene.session.counts.isochronousPackets, equals: 3)
  }

  // MARK: Only empty PDUs

  @Test func aConnectionThatSaysNothing() {
    let scene = AirScene()
    for _ in 0..<5 { scene.event() }
    expect(scene.session.connectionCount, equals: 1)
    expect(scene.session.counts.unknownAccessAddress, equals: 0)
    // Whether it is encrypted is not known.
    expect(scene.session.connections[0].wasEncrypted == nil)
    scene.event(.start(bytes("9f3ca1d25577e80144")))
    scene.end()
    // One PDU that looks so proves little.
    expect(scene.told(.malformed).isEmpty && scene.session.connections[0].wasEncrypted == nil)
    expect(scene.session.connections[0].link?.encryption.unreadable[.central], equals: 1)
    let other = AirScene()
    other.event()
    other.event(.empty, .att("1b 0300 0661"))
    expect(other.told(.notification).count, equals: 1)
    expect(other.session.connections[0].wasEncrypted, equals: false)
  }

  /// Where nobody has checked the CRC, one packet may be noise.
  @Test func emptyPDUsOfUnknownCRC() {
    let scene = AirScene()
    for count in 1...3 {
      record(scene, Self.stream, [1, 0], crcOK: nil)
      expect(scene.session.connectionCount, equals: (count < 3 ? 0 : 1))
    }
  }

  // MARK: Refusals

  @Test func refusalsNameWhatTheyRefuse() {
    let scene = AirScene()
    scene.connect()
    for (asked, answer) in [
      ("16 03 03", "07 16"), ("14 fb00 4808 fb00 4808", "07 14"), ("16 03 03", "0d 1a"),
      ("14 fb00 4808 fb00 4808", "11 14 1a"),
    ] {
      scene.event(.control(asked))
      scene.event(.empty, .control(answer))
    }
    // The request may be another one.
    scene.event(.control("16 03 03"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .control("0d 1a"))
    let texts = scene.told(.note).map(\.text)
    expect(
      texts.map { $0.split(separator: ":").first.map(String.init) },
      equals: [
        "LL_PHY_REQ rejected", "LL_LENGTH_REQ rejected", "LL_PHY_REQ rejected",
        "LL_LENGTH_REQ rejected", "connection events or packets not heard before this record",
        "a link-layer procedure rejected",
      ])
    expect(texts[0], equals: "LL_PHY_REQ rejected: not known (LL_UNKNOWN_RSP)")
    expect(scene.told(.note)[0].own["opcode"], equals: "22")
  }

  // MARK: Copies

  /// Two sniffers' records in one file: later by microseconds, and by more than a connection event.
  @Test(arguments: [(3, 0), (2100, 60), (40_100, 90)] as [(Int64, Int64)])
  func recordsOfTwoSniffers(delay: Int64, jitter: Int64) {
    // What one sniffer hears.
    let one = AirScene()
    one.keepsRecords = true
    one.connect()
    one.discover()
    for rate in ["61", "61", "62", "62"] { one.event(.empty, .att("1b 0300 06\(rate)")) }
    // Sent again, as it was damaged; and once more, as the central did not hear it.
    one.event(.empty, AirScene.Sent.att("1b 0300 0664").damaged.lost)
    one.event(.empty, AirScene.Sent.att("1b 0300 0664").lost)
    one.event(.empty, .att("1b 0300 0664"))
    one.ask("0a 0300", "0b 0663")
    one.event(.control("02 13"))
    one.event()
    one.end()
    let both = AirScene()
    var records = one.records.map { ($0.time, $0) }
    for (index, record) in one.records.enumerated() {
      records.append((record.time + delay + Int64(index % 3) * jitter, record))
    }
    for (time, record) in records.sorted(by: { $0.0 < $1.0 }) {
      both.record(record.bytes, record.radio, at: time)
    }
    both.end()
    expect(both.session.connectionCount == 1 && both.findings.isEmpty)
    expect(both.rates == one.rates && one.rates.count == 5)
    expect(both.told(.read).map(\.note), equals: one.told(.read).map(\.note))
    expect(
      both.session.connections[0].counts.requests,
      equals: one.session.connections[0].counts.requests)
    expect(both.session.counts.copies, equals: UInt64(one.records.count - 1))
  }
}
