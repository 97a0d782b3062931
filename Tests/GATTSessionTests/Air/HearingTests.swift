import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What a recorder may have missed, as those ask who only see what it has heard.
@Suite struct HearingTests {
  private static func link() -> LinkLayerLink { LinkLayerLink(accessAddress: 0x50C2_A9E7) }

  private static func play(_ sides: String, _ link: LinkLayerLink, number: Bool) {
    for side in sides {
      let side: Side = side == "C" ? .central : .peripheral
      let bits = SequenceBits.Pair(number: number, acknowledges: number == (side == .central))
      link.flows.hear(side, bits: bits, isEmpty: false)
      _ = link.flows.take(from: side, bits: bits, content: number ? 1 : 2)
    }
  }

  /// Of a host's log, everything is heard.
  @Test func ofAHost() {
    let hearing = Hearing(nil)
    expect(hearing.isOfHost && !hearing.isOnAir && !hearing.hides && !hearing.timesFail)
    expect(hearing.mark == nil && !hearing.awaitsUpdate)
    let mark = Self.link().mark
    for side in Side.allCases {
      expect(hearing.isWhole(side, since: nil) && hearing.isWhole(side, since: mark))
      expect(!hearing.hidesSome(of: side, after: 0))
      expect(hearing.hasAnswers(of: side, since: nil, interval: 0))
    }
    expect(hearing.isWholeOfOne(since: mark))
    hearing.noteLoss()
    expect(hearing.isWhole(.host, since: mark))
  }

  @Test func onTheAir() {
    let link = Self.link()
    let hearing = Hearing(link)
    expect(hearing.isOnAir && !hearing.isOfHost && !hearing.hides)
    expect(!hearing.isWhole(.host, since: nil))
    Self.play("CP", link, number: false)
    let mark = hearing.mark
    expect(hearing.isWhole(.host, since: mark) && hearing.isWhole(.peer, since: mark))
    Self.play("CP", link, number: true)
    expect(hearing.isWhole(.host, since: mark) && hearing.isWhole(.peer, since: mark))
    hearing.noteLoss()
    expect(!hearing.isWhole(.host, since: mark) && !hearing.isWhole(.peer, since: mark))
    expect(hearing.isWhole(.host, since: hearing.mark))
  }

  /// What cannot be read hides what its sender did, after its frame only.
  @Test(arguments: Side.allCases) func hidden(_ side: Side) {
    let link = Self.link()
    _ = link.encryption.count(.unreadable, from: side, frame: 7, isSideKnown: true)
    let hearing = Hearing(link)
    expect(hearing.hides)
    expect(hearing.hidesSome(of: side, after: 6) && !hearing.hidesSome(of: side, after: 7))
    expect(!hearing.hidesSome(of: side.other, after: 0))
  }

  /// Everything of one side is enough where a response cannot be that of another request.
  @Test(arguments: [("C", true), ("P", true), ("CP", false), ("", true)])
  func wholeOfOne(_ damaged: String, isWhole: Bool) throws {
    let link = Self.link()
    Self.play("CP", link, number: true)
    let mark = link.mark
    for side in damaged {
      link.flows.takeDamaged(from: side == "C" ? .central : .peripheral, number: true)
    }
    expect(Hearing(link).isWholeOfOne(since: mark) == isWhole)
  }

  /// An answer would have been heard where the interval is sure, and something of the server came since; what
  /// comes of the server alone shows that the central's next packet was not heard.
  @Test(arguments: [("CP", true), ("C", false), ("P", false), ("", false)])
  func answers(_ heard: String, hasAnswers: Bool) {
    let link = Self.link()
    Self.play("CP", link, number: false)
    let mark = link.mark
    Self.play(heard, link, number: true)
    let hearing = Hearing(link)
    expect(
      hearing.hasAnswers(of: .peer, since: mark, interval: 30_000_000) == hasAnswers)
    expect(!hearing.hasAnswers(of: .peer, since: mark, interval: 0))
    expect(!hearing.hasAnswers(of: .peer, since: nil, interval: 30_000_000))
  }
}
