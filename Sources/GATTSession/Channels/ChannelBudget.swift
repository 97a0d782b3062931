/// The memory used by the L2CAP channels of all connections.
struct ChannelBudget {
  /// Octets of incomplete PDUs and SDUs.
  private(set) var octets = 0
  private(set) var open = 0

  var mayOpen: Bool { open < SessionLimits.channels }
  var isExceeded: Bool { octets > SessionLimits.reassemblyOctets }

  mutating func hold(_ further: Int) { octets += further }
  mutating func release(_ held: Int) { octets -= held }
  mutating func opened() { open += 1 }
  mutating func closed(_ count: Int = 1) { open -= count }
}
