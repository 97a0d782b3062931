import BTSnoop

/// What commands of one kind asked for, until the controller answers them: it does so in their order.
struct CommandsInFlight<Parameters> {
  /// Without a time, the capture may lack the answer.
  private var asked: [(parameters: Parameters?, time: CaptureTime?)] = []
  /// A controller takes fewer commands at a time.
  private static var limit: Int { 8 }
  /// Commands that do not wait for each other come closer together: of what is older, the capture lacks the
  /// answer. In nanoseconds.
  private static var patience: Int64 { 200_000_000 }

  /// - parameters: `nil` where the capture lacks them.
  mutating func ask(_ parameters: Parameters?, _ record: CaptureRecord) {
    asked.removeAll { earlier in
      guard let time = earlier.time else { return true }
      return !(0...Self.patience).contains(record.time.nanoseconds(since: time))
    }
    if asked.count == Self.limit { asked.removeFirst() }
    asked.append((parameters, record.time))
  }

  /// The recorder lost packets: an answer may be among them. That to the last command is waited for until there
  /// is another command.
  mutating func noteLosses() {
    guard let last = asked.last else { return }
    asked = [(last.parameters, nil)]
  }

  /// What the answer is to.
  mutating func answered() -> Parameters? { asked.isEmpty ? nil : asked.removeFirst().parameters }
}
