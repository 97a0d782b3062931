import Bytes

/// Who sends a connection's packets, by SN and NESN of their headers.
///
/// Both sides begin with 0 for both, and the central sends first. As long as each side acknowledges
/// what it received with its next packet, the two bits are equal in all packets of the central and
/// differ in those of the peripheral; a side that has nothing new, or heard nothing, repeats its
/// bits. Only a packet that was received and refused (flow control) turns that round, for both
/// sides, until it happens again. (Bluetooth Core Specification, Vol 6, Part B, 4.5.9.)
struct SequenceBits {
  /// SN and NESN of a header; a program that makes packets may leave both at 0.
  struct Pair: Equatable {
    var number: Bool
    var acknowledges: Bool

    fileprivate var differs: Bool { number != acknowledges }
  }

  private static let most = 12
  /// The votes needed before the bits may overrule a sniffer.
  private static let settled = 8

  /// Above 0: the central's bits are equal.
  private var votes = 4
  /// One of them was 1.
  private var areUsed = false

  /// Whether several packets have shown which side's bits are equal.
  var isSettled: Bool { areUsed && votes.magnitude >= Self.settled }

  mutating func see(_ pair: Pair) { areUsed = areUsed || pair.number || pair.acknowledges }

  /// - Returns: `nil` where the bits are never set.
  func sender(of pair: Pair) -> Side? {
    guard areUsed, votes != 0 else { return nil }
    return (votes > 0) == pair.differs ? .peripheral : .central
  }

  /// Learns from a packet whose sender is known otherwise.
  /// - weight: how much that counts.
  mutating func learn(_ pair: Pair, from sender: Side, weight: Int) {
    let isUsual = pair.differs == (sender == .peripheral)
    votes = max(-Self.most, min(Self.most, votes + (isUsual ? weight : -weight)))
  }
}
