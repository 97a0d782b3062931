/// What the tables of all connections and devices take together: an account for each kind of content.
///
/// What only one connection or device has is limited where it is kept. The names of the limits are those of
/// `SessionLimits`.
final class MemoryBudget {
  /// One kind of content: how much of it there is, and how much there may be.
  struct Account {
    let limit: Int
    private(set) var used = 0
    /// Something was left out or cut for want of room.
    var wasShort = false

    init(limit: Int) { self.limit = limit }

    /// Whether there is room for so much more.
    func fits(_ further: Int = 1) -> Bool { used + further <= limit }
    /// There is more than there may be: what was measured only after it was taken.
    var isExceeded: Bool { used > limit }

    mutating func take(_ amount: Int = 1) { used += amount }
    mutating func giveBack(_ amount: Int = 1) { used -= amount }
  }

  /// Octets of incomplete L2CAP PDUs and SDUs.
  var reassembly = Account(limit: SessionLimits.reassemblyOctets)
  /// L2CAP channels that are followed.
  var channels = Account(limit: SessionLimits.channels)
  /// Octets of open requests, queued writes and long reads.
  var transactions = Account(limit: SessionLimits.transactionOctets)
  var subscriptions = Account(limit: SessionLimits.allSubscriptions)
  /// Octets of messages of several values that are under way.
  var messages = Account(limit: SessionLimits.messageOctets)
  /// HID Report Maps that were read, each once.
  var reportMaps = Account(limit: SessionLimits.reportMaps)
  var attributes = Account(limit: SessionLimits.attributes)
  /// Octets of the last values of attributes, of their texts and of user descriptions.
  var lastValues = Account(limit: SessionLimits.allLastValueOctets)
  /// A server's layout has changed too often to be followed.
  var hasUnsettledLayout = false
}
