import Bytes

/// The memory used by the open transactions and subscriptions of all connections.
struct TransactionBudget {
  /// Octets of open requests, queued writes and long reads.
  private(set) var octets = 0
  private(set) var subscriptions = 0

  /// Recounts what a client has in progress on a bearer, and in its queue.
  mutating func count(_ context: borrowing ATTContext) {
    let client = context.client
    let held = context.transactions.heldOctets
    let queued = context.connection.writeQueues[client].heldOctets
    octets +=
      held - context.transactions.countedOctets
      + queued - context.connection.writeQueues[client].countedOctets
    context.transactions.countedOctets = held
    context.connection.writeQueues[client].countedOctets = queued
  }

  /// Whether this many more octets may be held.
  func mayHold(_ further: Int) -> Bool { octets + further <= SessionLimits.transactionOctets }

  var maySubscribe: Bool { subscriptions < SessionLimits.allSubscriptions }

  mutating func subscribed() { subscriptions += 1 }
  mutating func unsubscribed(_ count: Int = 1) { subscriptions -= count }
}
