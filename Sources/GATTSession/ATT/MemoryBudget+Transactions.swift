import Bytes

extension MemoryBudget {
  /// Recounts what a client has in progress on a bearer, and in its queue.
  func countTransactions(_ context: borrowing ATTContext) {
    let client = context.client
    let held = context.transactions.heldOctets
    let queued = context.connection.writeQueues[client].heldOctets
    transactions.take(
      held - context.transactions.countedOctets
        + queued - context.connection.writeQueues[client].countedOctets)
    context.transactions.countedOctets = held
    context.connection.writeQueues[client].countedOctets = queued
  }
}
