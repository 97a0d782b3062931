import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What sequence numbers show of packets that were heard and of those that were not.
@Suite struct AirFlowsTests {
  /// A packet in a table: `C01a` is one of the central, with SN 0, NESN 1 and content `a`; `P` is the peripheral,
  /// `!` an event that was missed before it, and `x` a packet that is damaged.
  private static func step(_ text: Substring, in flows: inout AirFlows) -> LinkFlow.Step? {
    var text = Array(text)
    if text[0] == "!" {
      flows.missEvents()
      text.removeFirst()
    }
    let side: Side = text[0] == "C" ? .central : .peripheral
    let bits = SequenceBits.Pair(number: text[1] == "1", acknowledges: text[2] == "1")
    flows.hear(side, bits: bits, isEmpty: text[3] == "-")
    guard text[3] != "x" else {
      flows.takeDamaged(from: side, number: bits.number)
      return nil
    }
    return flows.take(from: side, bits: bits, content: UInt64(text[3].asciiValue ?? 0))
  }

  /// Plays packets.
  /// - Returns: for each `n`ew, `r`epeated, after a `l`oss, after a possible loss (`m`), or `x` for damaged.
  private static func play(_ packets: String, _ flows: inout AirFlows) -> String {
    String(
      packets.split(separator: " ").map { packet -> Character in
        guard let step = step(packet, in: &flows) else { return "x" }
        return step.isRepeated ? "r" : step.followsLoss ? "l" : step.mayFollowLoss ? "m" : "n"
      })
  }

  @Test(arguments: [
    // Each is acknowledged by the next of the other side.
    ("C00a P01b C11c P10d", "nnnn"),
    ("C00- P01- C11- P10-", "nnnn"),
    // One side alone: its numbers alternate.
    ("C00a C11b C00c", "nnn"),
    // Nothing was acknowledged: sent again, with the same content.
    ("C00a C00a", "nr"),
    ("C00a P00b C00a P01c", "nnrl"),
    ("C00a P01b C01a", "nnr"),
    // The same number with another content: what is between was not heard.
    ("C00a C00b", "nl"),
    ("C00a P01b C01c", "nnl"),
    ("P00a P00b", "nl"),
    // The peripheral has acknowledged it, and expects that number again: one was missed, though it looks the same.
    ("C00a P01b P10c C01a", "nnnl"),
    ("C00- P01- P10- C01-", "nnnl"),
    // It never acknowledged: still the same.
    ("C00a P00b P00b C00a", "nnrr"),
    // Missed events: what looks repeated is most likely new, and does not continue what came before.
    ("C00a !C00a", "nl"),
    ("C00a !C11b", "nm"),
    ("C00a !P00b C11c", "nmm"),
    ("C00a !C11b C00c", "nmn"),
    ("!C00a", "m"),
    // Damaged ones: their number is believed, and not their content.
    ("C00a C11x C11b", "nxn"),
    ("C00a C00x C00a", "nxr"),
    ("C00a C11x C00a", "nxl"),
    ("C00x C00a", "xn"),
    // Sides do not mix.
    ("C00a P00a", "nn"),
    ("C00a P00a C00a P00a", "nnrr"),
    ("C00a P00b C00c P00b", "nnlr"),
  ])
  func packets(_ packets: String, expected: String) {
    var flows = AirFlows()
    expect(Self.play(packets, &flows), equals: expected, packets)
  }

  /// Whether all was heard of both sides after a mark, `|`, that is set in either order with what follows.
  @Test(arguments: [
    ("C00a P01b | C11c P10d", true, true),
    ("C00a P01b | C01c P10d", false, true),
    ("C00a P01b | C11c P01d", true, false),
    ("C01c C01d | C10a P11b", true, true),
    ("C00a P01b | !C11c P10d", false, false),
    ("!C00a P01b | C11c P10d", true, true),
    ("C00a P01b | C11x P10d", false, true),
    ("C11x C00a P01b | C11c P10d", true, true),
    ("C00a P01b | P11d", true, true),
    ("C00a P01b | P10d P01e P10f", false, true),
    ("C00a P01b |", true, true),
  ])
  func whole(_ packets: String, central: Bool, peripheral: Bool) {
    var flows = AirFlows()
    let parts = packets.split(separator: "|", omittingEmptySubsequences: false)
    _ = Self.play(String(parts[0]), &flows)
    let then = flows.mark(of: AirTiming())
    _ = Self.play(String(parts[1]), &flows)
    let now = flows.mark(of: AirTiming())
    expect(now.sides.host.isWhole(since: then.sides.host), equals: central, packets)
    expect(now.sides.peer.isWhole(since: then.sides.peer), equals: peripheral, packets)
  }

  /// A program may leave SN and NESN at 0: then only missed events show a loss.
  @Test(arguments: [("C00a P00b C00c", true), ("C00a !P00b C00c", false), ("C00x P00b C00c", true)])
  func withoutNumbers(_ packets: String, isWhole: Bool) {
    var flows = AirFlows()
    let then = flows.mark(of: AirTiming())
    _ = Self.play(packets, &flows)
    let now = flows.mark(of: AirTiming())
    expect(now.sides.host.isWhole(since: then.sides.host), equals: isWhole)
    expect(!now.isKnown == packets.hasSuffix("x"))
  }

  /// What was sent last is known of a side until the other one expects its number again.
  @Test(arguments: [
    ("C00a", false), ("P00a", false), ("C00a P01b", true), ("P00b C00a", true),
    ("C00a P01b P10c", false), ("C00a P01b P10c C01d", true),
  ])
  func known(_ packets: String, isKnown: Bool) {
    var flows = AirFlows()
    _ = Self.play(packets, &flows)
    expect(flows.mark(of: AirTiming()).isKnown, equals: isKnown, packets)
  }

  /// Unheard packets are told, with the events that are missing, if empty ones of both sides are recorded.
  @Test(arguments: [
    ("C00- P01- !C11a", 3, false, 3), ("C00- P01- !C11a", 0, false, 1),
    ("C00- P01- C01a", 0, false, 1), ("C00- P01- C11a", 3, false, 0),
    ("C00- P01a !C11a", 3, false, 0), ("C00a P01- !C11a", 3, false, 0),
    ("C00- P01- !C11a", 3, true, 0),
  ])
  func unheard(_ packets: String, missing: Int, timesFail: Bool, count: Int) {
    var flows = AirFlows()
    _ = Self.play(packets, &flows)
    expect(flows.takeUnheard(missingEvents: missing, timesFail: timesFail), equals: count)
  }

  /// Each is told once.
  @Test func unheardSince() {
    var flows = AirFlows()
    _ = Self.play("C00- P01- !C11a", &flows)
    expect(flows.takeUnheard(missingEvents: 3, timesFail: false), equals: 3)
    expect(flows.takeUnheard(missingEvents: 3, timesFail: false), equals: 0)
    _ = Self.play("!P01a", &flows)
    expect(flows.takeUnheard(missingEvents: 5, timesFail: false), equals: 2)
  }

  /// A recorder that is the peripheral itself leaves out its own empty packets.
  @Test(arguments: [
    (8, 0, false, true), (0, 8, true, false), (7, 0, false, false), (8, 1, false, false),
  ])
  func recorder(central: Int, peripheral: Int, isCentral: Bool, isPeripheral: Bool) {
    var flows = AirFlows()
    let bits = SequenceBits.Pair(number: false, acknowledges: false)
    for _ in 0..<central { flows.hear(.central, bits: bits, isEmpty: true) }
    for _ in 0..<peripheral { flows.hear(.peripheral, bits: bits, isEmpty: true) }
    expect(flows.isRecorder(.central), equals: isCentral)
    expect(flows.isRecorder(.peripheral), equals: isPeripheral)
    expect(flows.hasEmptyPDUs)
  }

  @Test(arguments: [
    ("C00a", 1), ("C00a C11b", 2), ("C00a P01b", 1), ("P00a C00b P11c P00d P11x", 3), ("", 0),
  ])
  func inARow(_ packets: String, count: Int) {
    var flows = AirFlows()
    _ = Self.play(packets, &flows)
    expect(flows.inARow, equals: count)
  }

  /// Who sends its last packet once more.
  @Test(
    arguments: [
      ("C00a P01b", false, "a", Side.central), ("C00a P00b", false, "b", .peripheral),
      ("P00b C00b", false, "b", .central), ("C00a P01b", true, "b", nil), ("", false, "a", nil),
    ] as [(String, Bool, Character, Side?)])
  func repeater(_ packets: String, number: Bool, content: Character, side: Side?) {
    var flows = AirFlows()
    _ = Self.play(packets, &flows)
    expect(flows.repeater(number, content: UInt64(content.asciiValue ?? 0)) == side)
  }
}
