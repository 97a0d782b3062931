import BTSnoop

/// What commands of one kind asked for, until the controller answers them: it does so in their order.
struct CommandsInFlight<Parameters> {
  private var asked: [(parameters: Parameters?, time: CaptureTime)] = []
  /// A controller takes fewer commands at a time.
  private static var limit: Int { 8 }
  /// A controller answers sooner: of what is older, the capture lacks the answer. In nanoseconds.
  private static var patience: Int64 { 1_000_000_000 }

  /// - parameters: `nil` where the capture lacks them.
  mutating func ask(_ parameters: Parameters?, _ record: CaptureRecord) {
    asked.removeAll { record.time.nanoseconds(since: $0.time) > Self.patience }
    if asked.count == Self.limit { asked.removeFirst() }
    asked.append((parameters, record.time))
  }

  /// What the answer is to.
  mutating func answered() -> Parameters? { asked.isEmpty ? nil : asked.removeFirst().parameters }
}
