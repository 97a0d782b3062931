import Bytes

extension MemoryBudget {
  /// Recounts what a client has in progress on a bearer, and in its queue.
  func countTransactions(_ context: borrowing ATTContext) {
    let client = context.client
    let held = context.bearer.transactions[client].heldOctets
    let queued = context.connection.writeQueues[client].heldOctets
    transactions.take(
      held - context.bearer.transactions[client].countedOctets
        + queued - context.connection.writeQueues[client].countedOctets)
    context.bearer.transactions[client].countedOctets = held
    context.connection.writeQueues[client].countedOctets = queued
  }
}
