import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList
import TestSupport
import Testing

/// Who sent the data PDUs of a connection.
@Suite struct LinkLayerSenderTests {
  /// Without the sniffer's word, by the times; and without the channel, too.
  @Test(arguments: [true, false]) func sendersByTheirTimes(tellsChannel: Bool) {
    let scene = AirScene()
    scene.tellsSender = false
    scene.tellsChannel = tellsChannel
    scene.connect()
    scene.event()
    scene.discover()
    scene.ask("12 0400 0100", "13")
    for _ in 0..<3 { scene.event(.empty, .att("1b 0300 0661")) }
    expect(scene.told(.write).map(\.from) == [.central] && scene.rates.count == 3)
    expect(scene.session.connections[0].counts.unanswered, equals: 0)
    // The central's packet is not heard: the peripheral's comes later than the event should.
    scene.event(AirScene.Sent.empty.unheard, .att("1b 0300 0662"))
    expect(
      scene.told(.notification).map(\.from), equals: [LinkRole](repeating: .peripheral, count: 4))
    // More than two packets in an event take turns.
    scene.event(.att("0a 0300"), .empty, .empty, .att("0b 0661"))
    expect(scene.told(.read).map(\.from), equals: [.peripheral])
  }

  /// A peripheral that asks is known by when it does so, from its first packet on.
  @Test func aPeripheralThatAsks() {
    let scene = AirScene()
    scene.tellsSender = false
    scene.tellsChannel = false
    scene.connect()
    scene.event(.att("0a 0300"), .att("02 f700"))
    scene.event(.att("03 1700"), .att("0b 0661"))
    scene.end()
    expect(scene.told(.read).map(\.from), equals: [.peripheral])
    expect(scene.told(.mtu).map(\.from), equals: [.central])
    expect(scene.findings.isEmpty)
  }

  /// A pairing has an order, which shows who sends what both sides may send.
  @Test func sendersOfAPairing() {
    let scene = pairing()
    let (first, other) = (String(repeating: "11", count: 16), String(repeating: "22", count: 16))
    peripheral("0b 01", scene)
    central("01 03 00 01 10 03 03", scene)
    peripheral("02 03 00 01 10 02 03", scene)
    for code in ["03", "04"] {
      central(code + first, scene)
      peripheral(code + other, scene)
    }
    peripheral("06" + first, scene)
    peripheral("07 0100" + String(repeating: "33", count: 8), scene)
    peripheral("08" + first, scene)
    peripheral("09 00 070600d02200", scene)
    central("08" + other, scene)
    central("09 01 0730215e8ac4", scene)
    expect(scene.findings.isEmpty)
  }

  /// Of the values of LE Secure Connections, only the responder confirms.
  @Test func sendersOfASecurePairing() {
    let scene = pairing()
    let (first, other) = (String(repeating: "11", count: 16), String(repeating: "22", count: 16))
    central("01 03 00 09 10 00 00", scene)
    peripheral("02 03 00 09 10 00 00", scene)
    central("0c" + String(repeating: "44", count: 64), scene)
    peripheral("0c" + String(repeating: "55", count: 64), scene)
    peripheral("03" + other, scene)
    central("04" + first, scene)
    peripheral("04" + other, scene)
    central("0d" + first, scene)
    peripheral("0d" + other, scene)
  }

  /// Only packets with content are heard, and nothing but that shows who sends them.
  private func pairing() -> AirScene {
    let scene = AirScene()
    scene.tellsSender = false
    scene.tellsChannel = false
    scene.hearsEmptyPackets = false
    scene.connect()
    return scene
  }
  private func central(_ pdu: String, _ scene: AirScene) {
    scene.event(.smp(pdu))
    expect(scene.packet.from, equals: .central, "\(pdu)")
  }
  private func peripheral(_ pdu: String, _ scene: AirScene) {
    scene.event(.empty, .smp(pdu))
    expect(scene.packet.from, equals: .peripheral, "\(pdu)")
  }

  @Test func aSniffersWordThatCannotBeTrue() {
    let scene = AirScene()
    scene.connect()
    scene.event()
    // The third packet of the event follows the peripheral's at once: it is the central's.
    scene.event(
      .empty, .empty, AirScene.Sent.att("0a 0300").with { $0.sender = .peripheral }, .empty)
    scene.event(.empty, .att("0b 0661"))
    expect(scene.told(.read).map(\.from), equals: [.peripheral])
  }

  /// By a computer's times, a packet follows another by T_IFS now and then: that makes them no radio's.
  @Test(arguments: [true, false], [true, false])
  func timesOfAComputer(isConnected: Bool, hasSequence: Bool) {
    let scene = AirScene()
    scene.tellsSender = false
    scene.hasSequence = hasSequence
    if isConnected { scene.connect() }
    // After each packet, so much more.
    let delays: [Int64] = [0, 320, 41, 275, 180, 390, 12, 260, 90, 345]
    var number = 0
    func send(_ first: AirScene.Sent, _ second: AirScene.Sent) {
      scene.event(first, second.late(by: delays[number % delays.count]))
      number += 1
    }
    send(.empty, .empty)
    for value in 0..<12 {
      send(.att("0a 0300"), .empty)
      send(.empty, .att("0b 066\(value % 10)"))
      send(.att("52 0900 01"), .att("1b 0300 0661"))
    }
    scene.end()
    let reads = scene.told(.read)
    expect(reads.map(\.from), equals: [LinkRole](repeating: .peripheral, count: 12))
    expect(reads.map(\.note), equals: [String](repeating: "", count: 12))
    expect(
      scene.told(.notification).map(\.from), equals: [LinkRole](repeating: .peripheral, count: 12))
  }

  /// The radio's times stay the radio's, however many packets in between are not heard.
  @Test func timesOfTheRadioForLong() {
    let scene = AirScene()
    scene.tellsSender = false
    scene.connect()
    for _ in 0..<1_200 {
      scene.event(
        .empty, .att("1b 0300 0661"), .empty, .empty, AirScene.Sent.empty.unheard,
        .att("1b 0300 0662"), .empty, .empty)
    }
    let told = scene.told(.notification)
    expect(told.count == 2_400 && told.allSatisfy { $0.from == .peripheral })
  }

  /// Each packet has the time when a computer got it: only the content tells who sent it.
  @Test func sendersByWhatTheySay() {
    let scene = AirScene()
    scene.tellsSender = false
    scene.hasSequence = false
    scene.connect()
    func send(_ sent: AirScene.Sent...) {
      for packet in sent { scene.event(packet, AirScene.Sent.empty.unheard) }
    }
    send(.att("12 0400 0100"), .att("13"), .att("1b 0300 0661"), .control("0e 0000000000000000"))
    expect(scene.told(.notification).map(\.from), equals: [.peripheral])
    expect(scene.told(.write).map(\.note), equals: [""])
  }

  // MARK: SN and NESN

  /// With a computer's times, no channels, and every third packet not heard, the headers still tell.
  @Test(arguments: [false, true]) func sendersByTheirHeaders(isTurned: Bool) {
    let scene = AirScene()
    scene.tellsSender = false
    scene.tellsChannel = false
    scene.connect()
    var number = 0
    func send(_ sent: [AirScene.Sent], from expected: [LinkRole]) {
      for (packet, role) in zip(sent, expected) {
        number += 1
        // The other side's is heard or not.
        let other = number.isMultiple(of: 3) ? AirScene.Sent.empty.unheard : .empty
        let delay = Int64(number * 37 % 911)
        if role == .central {
          scene.event(packet.late(by: delay), other.unheard)
        } else {
          scene.event(other.unheard, packet.late(by: delay))
        }
        expect(scene.packet.from, equals: role, "\(number)")
      }
    }
    send([.empty, .att("02 f700"), .empty], from: [.central, .peripheral, .central])
    if isTurned {
      scene.turnSequence()
      // What only one side sends shows it.
      send(
        [.smp("01 03 00 01 10 03 03"), .smp("02 03 00 01 10 02 03")], from: [.central, .peripheral])
    }
    for _ in 0..<10 {
      send(
        [.att("0a 0300"), .att("0b 0661"), .att("1b 0300 0661"), .att("03 1700")],
        from: [.peripheral, .central, .peripheral, .central])
    }
  }

  /// What central and peripheral say.
  private func versions(_ scene: AirScene) -> [UInt8?] {
    let link = scene.session.connections[0].link
    return [
      link?.procedures.versions[.central]?.version, link?.procedures.versions[.peripheral]?.version,
    ]
  }

  /// At the beginning, a side may refuse the other's first packet: from then on the bits are the other way
  /// round, which exact times show at once.
  @Test(arguments: [true, false]) func headersThatTurnAtTheBeginning(isHeard: Bool) {
    let scene = AirScene()
    scene.tellsSender = false
    scene.connect()
    // Packets that take turns show that the times are exact.
    scene.event(.empty, .empty, .empty, .empty)
    scene.turnSequence()
    let version = AirScene.Sent.control("0c 08 0f00 0000")
    scene.event(isHeard ? version : .empty.unheard, .control("0c 07 0a00 0000"))
    scene.event(.empty, .att("1b 0300 0661"))
    scene.event()
    expect(versions(scene), equals: [isHeard ? 8 : nil, 7])
    expect(scene.told(.notification).map(\.from), equals: [.peripheral])
  }

  /// Between two packets of one side, the other's was not heard.
  @Test func aPacketBetweenTwoOfOneSide() {
    let scene = AirScene()
    scene.tellsSender = false
    scene.tellsChannel = false
    scene.connect()
    scene.event(.empty, .empty, .empty, .empty, .empty, .empty)
    scene.event(.empty, .empty.unheard)
    // Later in the same event.
    scene.turnSequence()
    scene.anchor += 460 - scene.interval
    scene.event(.control("0c 08 0f00 0000"), .empty)
    scene.anchor -= 460
    scene.event(.empty, .control("0c 07 0a00 0000"))
    expect(versions(scene), equals: [8, 7])
  }

  /// A sniffer that misses the central's packet takes the peripheral's for it, and goes on so; time and
  /// header prove it wrong.
  @Test func aSnifferThatSwapsTheSides() {
    let scene = AirScene()
    scene.connect()
    for _ in 0..<12 { scene.event() }
    func swapped(_ sent: AirScene.Sent) -> AirScene.Sent {
      sent.with { $0.sender = $0.sender?.other }
    }
    scene.event(AirScene.Sent.empty.unheard, swapped(.empty))
    for _ in 0..<3 {
      scene.event(swapped(.att("0a 0300")), swapped(.empty))
      scene.event(swapped(.empty), swapped(.att("0b 0661")))
      scene.event(swapped(.empty), swapped(.att("1b 0300 0661")))
    }
    scene.event(.att("0a 0300"), .empty)
    scene.event(.empty, .att("0b 0661"))
    scene.end()
    expect(scene.told(.read).map(\.from), equals: [LinkRole](repeating: .peripheral, count: 4))
    expect(
      scene.told(.notification).map(\.from), equals: [LinkRole](repeating: .peripheral, count: 3))
    expect(scene.findings.isEmpty)
  }

  /// Bits that turn round are no proof against the sniffer.
  @Test func aSnifferThatIsRight() {
    let scene = AirScene()
    scene.connect()
    for _ in 0..<12 { scene.event() }
    scene.turnSequence()
    for _ in 0..<3 {
      scene.event(.att("0a 0300"), .empty)
      scene.event(.empty, .att("0b 0661"))
    }
    scene.end()
    expect(scene.told(.read).map(\.from), equals: [LinkRole](repeating: .peripheral, count: 3))
  }

  /// A damaged header is no proof: within an event, the other side's turn is.
  @Test func aDamagedHeader() {
    let scene = AirScene()
    scene.tellsSender = false
    scene.connect()
    for _ in 0..<3 { scene.event(.empty, AirScene.Sent.empty.late(by: 300)) }
    // NESN is wrong, as if the central sent again.
    var damaged = AirScene.Sent.att("1b 0300 0661").damaged.late(by: 300)
    damaged.wrongBits = 0x04
    scene.event(.empty, damaged)
    expect(scene.packet.from, equals: .peripheral)
    damaged.crcOK = true
    scene.event(.empty, damaged)
    expect(scene.packet.from, equals: .central)
  }
}
