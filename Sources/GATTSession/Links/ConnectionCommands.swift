import ATTDissector
import BTSnoop
import Bytes

/// Commands about connections, until the controller says whether it does what they ask for.
struct ConnectionCommands {
  /// Commands that end, encrypt or change connections, by their opcode.
  private var asked: [HCIOpcode: CommandsInFlight<ConnectionCommand>] = [:]
  /// Procedures that the controller has not answered for yet, the oldest first.
  private var begun: [(opcode: UInt16, handle: UInt16)] = []
  /// The connection that the host has asked to encrypt.
  var encrypting: UInt16?
  /// The last LE Long Term Key Request.
  var keyRequest: (handle: UInt16, name: LinkKey.Name)?
  /// How many commands the controller has answered.
  private var answers: UInt64 = 0

  mutating func ask(
    _ opcode: HCIOpcode, handles: [UInt16],
    end: (frame: UInt64, time: CaptureTime, reason: UInt8)? = nil, at record: CaptureRecord,
    gaps: UInt64
  ) {
    let progress = answers &+ gaps
    asked[opcode, default: .ofConnections].ask(
      ConnectionCommand(handles: handles, end: end, progress: progress), at: record,
      mayWait: { $0.progress == progress })
  }

  /// Whether a command for a connection has no answer yet.
  func asks(_ opcode: HCIOpcode, handle: UInt16) -> Bool { asked[opcode]?.asks(handle) ?? false }

  mutating func answered(_ opcode: HCIOpcode) -> ConnectionCommand? {
    asked[opcode]?.answeredForCertain()
  }

  /// The controller answers any command; one that only gives credits for commands answers none.
  mutating func countAnswer(to opcode: HCIOpcode) { if opcode.rawValue != 0 { answers &+= 1 } }

  /// A connection ends: its handle may soon be another's.
  mutating func end(_ handle: UInt16) { for opcode in asked.keys { asked[opcode]?.end(handle) } }

  mutating func noteBegun(_ opcode: UInt16, handle: UInt16) {
    // A controller takes fewer commands at a time.
    if begun.count == 8 { begun.removeFirst() }
    begun.append((opcode, handle))
  }

  /// The connection of the command that an answer is to.
  mutating func takeBegun(_ opcode: UInt16) -> UInt16? {
    guard let place = begun.firstIndex(where: { $0.opcode == opcode }) else { return nil }
    return begun.remove(at: place).handle
  }

  mutating func reset() {
    let count = answers
    self = ConnectionCommands()
    answers = count
  }
}
