import BTSnoop

/// What commands of one kind asked for, until the controller answers them: it does so in their order.
struct CommandsInFlight<Parameters> {
  /// Without a time, the capture may lack the answer.
  private var asked: [(parameters: Parameters?, time: CaptureTime?)] = []
  /// A controller takes fewer commands at a time.
  private static var limit: Int { 8 }
  /// How long an answer is waited for once there is another command: of what is older, the capture lacks it. In
  /// nanoseconds.
  private let patience: Int64

  /// - patience: commands that do not wait for each other come closer together.
  init(patience: Int64 = 200_000_000) { self.patience = patience }

  /// - parameters: `nil` where the capture lacks them.
  /// - mayWait: whether an answer may come after that time.
  mutating func ask(
    _ parameters: Parameters?, at record: CaptureRecord,
    mayWait: (Parameters) -> Bool = { _ in false }
  ) {
    asked.removeAll { earlier in
      guard let time = earlier.time else { return true }
      if (0...patience).contains(record.time.nanoseconds(since: time)) { return false }
      return !(earlier.parameters.map(mayWait) ?? false)
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

/// A command about connections.
struct ConnectionCommand {
  /// Empty where the capture lacks it.
  var handles: [UInt16]
  /// Frame, time and reason of a Disconnect command, as its connection keeps them.
  var end: (frame: UInt64, time: CaptureTime, reason: UInt8)?
  /// What the controller had answered by then, and what the capture lacked: a controller that has answered nothing
  /// else takes its time, as answers come in the order of the commands.
  var progress: UInt64
}

/// A refusal must not be told of another connection than its own: losses are not noted here, as they leave only
/// the last command.
extension CommandsInFlight<ConnectionCommand> {
  /// Commands about connections, with the patience (2 s) of hosts such as Linux.
  static var ofConnections: Self { Self(patience: 2_000_000_000) }

  /// Whether a command for a connection has no answer yet.
  func asks(_ handle: UInt16) -> Bool {
    asked.contains { $0.parameters?.handles.contains(handle) ?? false }
  }

  /// A connection ends: its handle may soon be another's.
  mutating func end(_ handle: UInt16) {
    for index in asked.indices { asked[index].parameters?.handles.removeAll { $0 == handle } }
  }

  /// What the answer is to; `nil` where it may be to a command about others: an earlier answer may not be in the
  /// capture.
  mutating func answeredForCertain() -> ConnectionCommand? {
    let handles = asked.first?.parameters?.handles
    let isCertain = asked.allSatisfy { $0.parameters?.handles == handles }
    let first = answered()
    return isCertain ? first : nil
  }
}
