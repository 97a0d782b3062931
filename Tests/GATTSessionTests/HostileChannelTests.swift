import ATTDissector
import BTSnoop
import TestSupport
import Testing

@testable import GATTSession

/// Channels that are made to take memory or time.
struct HostileChannelTests {
  @Test func theSameIdentifierOpenedTwice() {
    let scene = SessionScene()
    scene.connect()
    scene.openChannels()
    scene.eatt(.sent, "0a 0300")
    scene.openChannels()
    scene.eatt(.received, "1b 0300 01")
    expect(scene.last?.own["l2cap_channel"], equals: "2")
    expect(scene.findings.filter { $0.contains("opened again") }.count, equals: 1)
    expect(scene.told(.read).first?.note, equals: "no answer before the channel was closed")
    expect(scene.session.context.budget.channels.used, equals: 1)
    // Its ends crossed with another's: both give way.
    scene.openChannels(first: 1)
    scene.signal(.sent, 0x17, 1, le16(0x27) + le16(64) + le16(64) + le16(1) + le16(0x40))
    scene.signal(.received, 0x18, 1, le16(64) + le16(64) + le16(1) + le16(0) + le16(0x51))
    expect(scene.session.context.budget.channels.used, equals: 1)
  }

  @Test func channelsOfOneConnectionAreCapped() {
    let scene = SessionScene()
    scene.connect()
    for index in 0..<40 { scene.openChannels(5, first: 1000 + 5 * index) }
    expect(scene.session.context.budget.channels.used, equals: SessionLimits.channelsOfConnection)
    expect(
      scene.told(.note).filter { $0.text.hasPrefix("more than 64 L2CAP channels") }.count, equals: 1
    )
    expect(scene.told(.note).filter { $0.own["action"] == "opened" }.count, equals: 200)
    expect(scene.told(.note).filter { $0.note == "not followed" }.count, equals: 136)
    // Identifiers of fixed channels stay theirs.
    scene.signal(.sent, 0x17, 1, le16(0x27) + le16(64) + le16(64) + le16(1) + le16(4))
    scene.signal(.received, 0x18, 1, le16(64) + le16(64) + le16(1) + le16(0) + le16(5))
    scene.att(.received, "1b 0300 01")
    expect(scene.last?.kind == .notification && scene.last?.own["l2cap_channel"] == nil)
  }

  @Test func channelsOfAllConnectionsAreCapped() {
    let scene = SessionScene()
    let connections = SessionLimits.channels / SessionLimits.channelsOfConnection + 4
    for handle in 1...connections {
      scene.connect(handle, "C0:00:00:00:00:" + hex([UInt8(handle)]))
      for index in 0..<13 { scene.openChannels(5, first: 5 * index, on: handle) }
    }
    expect(scene.session.context.budget.channels.used, equals: SessionLimits.channels)
    for handle in 1...connections { scene.disconnect(handle) }
    expect(scene.session.context.budget.channels.used, equals: 0)
  }

  @Test func unfinishedSDUsAreCapped() {
    let scene = SessionScene()
    let part = String(repeating: "41", count: 60_000)
    let perConnection = 5
    let count = SessionLimits.reassemblyOctets / 60_000 / perConnection + 5
    for handle in 1...count {
      scene.connect(handle, "C0:00:00:00:00:" + hex([UInt8(handle)]))
      scene.openChannels(5, mtu: 65_535, mps: 65_535, on: handle)
      for index in 0..<perConnection {
        scene.frame(.received, 0x40 + index, part, sdu: 65_535, on: handle)
      }
    }
    expect(scene.session.context.budget.reassembly.used <= SessionLimits.reassemblyOctets)
    expect(scene.told(.note).filter { $0.text.contains("unfinished") }.count, equals: 1)
    // What was let go is reported as cut when it ends.
    scene.frame(.received, 0x44, String(repeating: "42", count: 5_535), on: count)
    expect(scene.last?.kind == .malformed || scene.last?.isTruncated == true)
    for handle in 1...count { scene.disconnect(handle) }
    expect(scene.session.context.budget.reassembly.used, equals: 0)
  }

  @Test func requestsWithoutAnswersAreCapped() {
    let scene = SessionScene()
    scene.connect()
    for identifier in 1...100 {
      scene.signal(
        .sent, 0x17, UInt8(identifier),
        le16(0x27) + le16(64) + le16(64) + le16(1) + le16(0x40 + identifier))
    }
    expect(
      scene.session.connections[0].l2cap.channels?.pending.count, equals: SessionLimits.openSignals)
    scene.disconnect()
    expect(scene.told(.note).filter { $0.own["action"] == "unanswered" }.count, equals: 100)
  }

  @Test func channelsThatNobodyDecodesAreCapped() {
    let scene = SessionScene()
    scene.connect()
    for cid in 0x40..<0x2000 { scene.l2cap(.received, 1, channel: cid, [1]) }
    scene.disconnect()
    expect(
      scene.told(.note).filter { $0.own["action"] == "not_decoded" }.count,
      equals: SessionLimits.undecodedChannels)
    expect(scene.told(.note).filter { $0.text.hasPrefix("more than") }.count, equals: 1)
  }

  /// Random commands and frames: nothing traps, and all that was counted is given back.
  @Test(arguments: 0..<40)
  func randomChannels(seed: UInt64) {
    let scene = SessionScene()
    var random = SplitMix(seed: seed)
    scene.connect()
    func cid() -> [UInt8] { le16(0x3F + Int.random(in: 0...4, using: &random)) }
    func number() -> [UInt8] {
      le16([0, 1, 23, 64, 500, 65_535].randomElement(using: &random) ?? 0)
    }
    for _ in 0..<400 {
      let direction: PacketDirection = Bool.random(using: &random) ? .sent : .received
      let identifier = UInt8.random(in: 1...2, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        scene.signal(
          direction, 0x17, identifier, le16(0x27) + number() + number() + number() + cid())
      case 1:
        scene.signal(
          direction, 0x18, identifier, number() + number() + number() + le16(0) + cid() + cid())
      case 2:
        scene.signal(direction, 0x14, identifier, number() + cid() + number() + number() + number())
      case 3:
        scene.signal(direction, 0x15, identifier, cid() + number() + number() + number() + le16(0))
      case 4: scene.signal(direction, 0x06, identifier, cid() + cid())
      case 5: scene.signal(direction, 0x07, identifier, cid() + cid())
      case 6: scene.signal(direction, 0x19, identifier, number() + number() + cid() + cid())
      case 7: scene.signal(direction, 0x1A, identifier, le16(0))
      case 8: scene.signal(direction, 0x16, identifier, cid() + number())
      case 9:
        scene.signal(
          direction, UInt8.random(in: 0...0x1B, using: &random), identifier,
          (0..<Int.random(in: 0...14, using: &random)).map { _ in
            .random(in: 0...255, using: &random)
          })
      default:
        let data = (0..<Int.random(in: 0...30, using: &random)).map { _ in
          UInt8.random(in: 0...31, using: &random)
        }
        let whole = le16(data.count) + cid() + data
        let kept = Bool.random(using: &random) ? whole.count : whole.count / 2
        scene.acl(
          direction, 1, boundary: Int.random(in: 0...2, using: &random), Array(whole.prefix(kept)))
      }
    }
    if seed % 3 > 0 { scene.disconnect() }
    scene.end()
    expect(scene.session.context.budget.channels.used, equals: 0)
    expect(scene.session.context.budget.reassembly.used, equals: 0)
    expect(scene.session.context.budget.transactions.used, equals: 0)
  }
}
