import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Findings are true, and worth acting on.
struct TrueFindingTests {
  // MARK: Commands

  @Test func switchingOffWhatIsOff() {
    let scene = SessionScene()
    scene.done(0x200C, [1, 0])
    scene.done(0x200C, [0, 0])
    for _ in 0..<18 { scene.done(0x200C, [0, 0], status: 0x0C) }
    // Nothing is known of another adapter.
    scene.adapter = 1
    scene.done(0x200C, [0, 0], status: 0x0C)
    scene.done(0x200A, [0], status: 0x0C)
    expect(scene.findings.isEmpty)
    expect(scene.events.allSatisfy { !$0.isProblem })
    expect(scene.last?.text, equals: "LE Set Advertising Enable failed: Command Disallowed (0C)")
  }

  @Test func switchingOffWhatIsOn() {
    let scene = SessionScene()
    scene.done(0x200C, [1, 0])
    scene.done(0x200C, [0, 0], status: 0x0C)
    scene.done(0x200C, [0, 0], status: 0x0C)
    expect(
      scene.findings, equals: ["LE Set Scan Enable failed: Command Disallowed (0C), frame 4"])
    expect(scene.session.findings.list.map(\.count), equals: [2])
    expect(scene.last?.isProblem, equals: true)
  }

  // MARK: Requests by name

  @Test func requestsForARangeAreNamed() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "08 0100 ffff 3a2b")
    scene.disconnect()
    scene.end()
    expect(
      scene.findings,
      equals: [
        "disconnected with a request unanswered: Read By Type 2B3A, 0001-FFFF, for 10 ms, frame 2"
      ])
    expect(
      scene.told(.read).map(\.note),
      equals: ["Read By Type 2B3A, 0001-FFFF: no answer before the disconnection"])
  }

  @Test func refusalsNameTheirRequest() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 0002", "01 02 0000 06")
    scene.ask("08 0100 ffff 3a2b", "01 08 0100 06")
    scene.ask("10 0100 ffff 0028", "01 10 0100 06")
    scene.ask("06 0100 ffff 0028 0d18", "01 06 0100 06")
    scene.ask("04 1000 1300", "01 04 1000 06")
    let names = [
      "Exchange MTU Request", "Read By Type 2B3A, 0001-FFFF",
      "Read By Group Type 2800, 0001-FFFF", "Find By Type Value 2800, 0001-FFFF",
      "Find Information 0010-0013",
    ]
    expect(
      scene.told(.attError).map(\.text), equals: names.map { "\($0): Request Not Supported (06)" })
    expect(
      scene.findings,
      equals: names.enumerated().map {
        "\($1) refused by the peer: Request Not Supported (06), frame \(3 + 2 * $0)"
      })
    expect(scene.told(.attError).allSatisfy { $0.characteristic == nil })
  }

  @Test func aRefusedWriteSaysWhatAndWho() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0600 05", "01 12 0600 03")
    scene.serve("12 0600 07", "01 12 0600 03")
    expect(
      scene.findings,
      equals: [
        "write Body Sensor Location = 05 refused by the peer: Write Not Permitted (03); properties: "
          + "read, frame 13",
        "write 0006 = 07 refused by this host: Write Not Permitted (03), frame 15",
      ])
    expect(
      scene.told(.attError).map(\.text),
      equals: [
        "05: Write Not Permitted (03)", "07: Write Not Permitted (03)",
      ])
  }

  // MARK: Refusals that pairing cures

  private func refused(_ code: String = "05") -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "01 0a 0300 \(code)")
    return scene
  }

  @Test(arguments: ["05", "0c", "0f"]) func pairingCuresARefusal(_ code: String) {
    let scene = refused(code)
    scene.event(0x08, [0] + le16(1) + [1])
    scene.ask("0a 0300", "0b 01")
    scene.disconnect()
    scene.end()
    expect(scene.findings.isEmpty)
    expect(scene.session.curedFrames, equals: [3])
  }

  @Test func notIfItIsRefusedAgain() {
    let scene = refused()
    scene.event(0x08, [0] + le16(1) + [1])
    scene.ask("0a 0300", "01 0a 0300 05")
    scene.disconnect()
    scene.end()
    expect(
      scene.findings,
      equals: [
        "read 0003 refused by the peer: Insufficient Authentication (05), although the link was encrypted, frame 6"
      ])
  }

  @Test func notIfEncryptionFails() {
    let scene = refused()
    scene.event(0x08, [0x06] + le16(1) + [0])
    scene.end()
    expect(scene.findings.count, equals: 2)
    expect(
      scene.findings.last?.hasSuffix("Insufficient Authentication (05), frame 3"), equals: true)
    expect(scene.session.findings.list.last?.frame, equals: 3)
  }

  @Test func otherRefusalsStay() {
    let scene = refused("08")
    scene.event(0x08, [0] + le16(1) + [1])
    scene.end()
    expect(scene.findings.count, equals: 1)
  }

  // MARK: Links

  @Test func aFailedUpdate() {
    let scene = SessionScene()
    scene.connect()
    let frame = scene.leEvent(0x03, [0x3B] + le16(1) + le16(24) + le16(0) + le16(72))
    expect(scene.last?.isProblem, equals: true)
    expect(
      scene.findings,
      equals: [
        "connection update failed: Unacceptable Connection Parameters (3B), frame \(frame)"
      ])
  }

  /// A write command with a number.
  private func write(_ number: Int) -> String {
    "52 0e00 \(String(number & 0xFFFF | 0x1_0000, radix: 16).dropFirst())"
  }

  @Test func aTimeOutAfterAnUpdate() {
    let scene = SessionScene()
    scene.connect()
    for index in 0..<6_655 {
      scene.att(.sent, write(index))
      if index % 20 == 0 { scene.ask("12 1000 01", "13") }
    }
    scene.wait(5_000)
    scene.disconnect(reason: 0x08)
    scene.end()
    expect(scene.findings.count, equals: 1)
    expect(
      scene.findings.first?.hasSuffix("; after an update of 6,655 writes: probably a reboot"),
      equals: true)
  }

  /// What was written before it to something else takes none of its writes away.
  @Test func anUpdateAfterOtherWrites() {
    for others in [12, 3_000] {
      let scene = SessionScene()
      scene.connect()
      scene.ask("0a 0300", "0b 01")
      for _ in 0..<others { scene.att(.sent, "52 1200 01") }
      for index in 0..<1_500 { scene.att(.sent, write(index)) }
      scene.wait(5_000)
      scene.disconnect(reason: 0x08)
      expect(
        scene.findings.first?.hasSuffix("; after an update of 1,500 writes: probably a reboot"),
        equals: true, "\(scene.findings)")
    }
  }

  @Test(arguments: [(isSame: true, pause: 10), (isSame: false, pause: 1_000)])
  func whatKeepsAConnectionAliveIsNoUpdate(isSame: Bool, pause: Int64) {
    let scene = SessionScene()
    scene.connect()
    for index in 0..<1_500 {
      scene.att(.sent, write(isSame ? 7 : index))
      scene.wait(pause)
    }
    scene.wait(5_000)
    scene.disconnect(reason: 0x08)
    expect(scene.findings.first?.contains("update"), equals: false, "\(scene.findings)")
  }

  /// 0 is no attribute's handle, and so worth seeing.
  @Test func aRequestForHandleZero() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("12 0000 0200", "01 12 0000 01")
    expect(
      scene.findings.first?.hasPrefix(
        "write 0000 = 0200 refused by the peer: Invalid Handle (01), frame"), equals: true)
  }

  @Test func aTimeOutLongAfterAnUpdate() {
    let scene = SessionScene()
    scene.connect()
    for index in 0..<2_000 { scene.att(.sent, write(index)) }
    scene.ask("0a 0300", "0b 01")
    scene.wait(90_000)
    scene.disconnect(reason: 0x08)
    expect(scene.findings.first?.contains("update"), equals: false)
  }

  @Test func anEndThatWasAskedForIsNoReboot() {
    let scene = SessionScene()
    scene.connect()
    for _ in 0..<2_000 { scene.att(.sent, "52 0e00 00") }
    scene.disconnect(reason: 0x13)
    expect(scene.findings.isEmpty)
  }
}
