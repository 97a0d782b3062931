import BTSnoop
import Bytes

/// On which PHY each side sends, by what the sniffer says of its packets.
///
/// The PDU that changes it may not have been heard, or be encrypted. Many recorders do not tell the PHY, and say LE
/// 1M of everything: only one that has reported another PHY is believed to mean that.
package struct PHYWatch {
  /// So many packets in a row on another PHY are no mistake of the sniffer.
  private static let patience = 3

  /// The PHY of each sender that was announced or seen; `nil` before either.
  private var known: PerSide<RadioPHY?> = PerSide(both: nil)
  /// What the last update has changed, until a packet shows that its instant was reached.
  private var before: PerSide<RadioPHY?> = PerSide(both: nil)
  /// The packets in a row that go with none of that.
  private var run: PerSide<(phy: RadioPHY, count: Int)> = PerSide(both: (.le1M, 0))
  /// Coding indicator of each side's last packet on LE Coded.
  package private(set) var codingIndicators: PerSide<UInt8?> = PerSide(both: nil)
  /// The sniffer has reported another PHY than LE 1M.
  private var tellsPHY = false

  /// Both sides begin on the PHY of the request that connects them.
  mutating func begin(on phy: RadioPHY) { known = PerSide(both: phy) }

  /// The PHY that a side uses, as far as that is known.
  func current(_ side: Side) -> RadioPHY { known[side] ?? .le1M }

  /// It was announced that a side uses another PHY; `nil` for no change.
  mutating func change(_ side: Side, to phy: RadioPHY?) {
    guard let phy else { return }
    before[side] = known[side]
    known[side] = phy
    run[side].count = 0
  }

  /// A packet of a side.
  /// - Returns: whether what the sniffer says shows a change that no PDU announced.
  mutating func take(_ phy: RadioPHY, codingIndicator: UInt8?, from side: Side) -> Bool {
    if let codingIndicator { codingIndicators[side] = codingIndicator }
    if phy != .le1M { tellsPHY = true }
    guard let last = known[side] else {
      known[side] = phy
      return false
    }
    if phy == last { before[side] = nil }
    guard phy != last, phy != before[side], tellsPHY else {
      run[side].count = 0
      return false
    }
    run[side] = (phy, run[side].phy == phy ? run[side].count + 1 : 1)
    return run[side].count >= Self.patience
  }

  /// The PHY of a side's last packets that no PDU announced; `nil` for no change.
  func seen(_ side: Side) -> RadioPHY? { run[side].count > 0 ? run[side].phy : nil }

  /// That has been reported.
  mutating func settle() {
    for side in Side.allCases where seen(side) != nil {
      known[side] = seen(side)
      run[side].count = 0
    }
  }
}
