import ATTDissector
import Bytes

/// L2CAP on a connection: PDUs under way, channels and commands.
package struct L2CAPState {
  var reassembly: PerSide<L2CAPReassembler> = PerSide(both: L2CAPReassembler())
  /// Whether the sides' reassembly is in progress: checked for every record, unlike the reassembly.
  var isJoining: PerSide<Bool> = PerSide(both: false)
  /// Commands on the signalling channel that may still be answered; `nil` where there was none.
  var openSignals: OpenSignals?
  /// Channels that were opened, and those that are not decoded; `nil` where there are neither.
  var channels: ChannelTable?
  /// Channels that were opened, and among them the bearers of ATT over BR/EDR, and the enhanced ones.
  package private(set) var openedChannels = 0
  package private(set) var basicBearers = 0
  package private(set) var enhancedBearers = 0

  /// The channel table, created on first use.
  var table: ChannelTable {
    mutating get {
      if let channels { return channels }
      let made = ChannelTable()
      channels = made
      return made
    }
  }

  /// Counts a channel that was opened.
  mutating func opened(_ channel: DynamicChannel, _ psm: L2CAPServicePSM) {
    openedChannels += 1
    if psm == .enhancedATT { enhancedBearers += 1 }
    if !channel.isCreditBased { basicBearers += 1 }
  }
}
