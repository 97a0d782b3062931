/// The connections of commands with one opcode that have no Command Status yet, in their order.
struct AskedHandles {
  private var handles: [UInt16] = []
  /// A controller takes fewer commands at a time.
  private static let limit = 8

  /// No connection has it.
  private static let unknown: UInt16 = .max

  /// - handle: `nil` where the capture lacks it.
  mutating func ask(_ handle: UInt16?) {
    if handles.count == Self.limit { handles.removeFirst() }
    handles.append(handle ?? Self.unknown)
  }

  /// Whether a command for a handle has no status yet.
  func asks(_ handle: UInt16) -> Bool { handles.contains(handle) }

  /// A connection ends: its handle may soon be another's.
  mutating func end(_ handle: UInt16) {
    for index in handles.indices where handles[index] == handle { handles[index] = Self.unknown }
  }

  /// The connection that a Command Status is about; `nil` where it may be about another: of several commands,
  /// an earlier status may not be in the capture.
  mutating func answered() -> UInt16? {
    guard let first = handles.first else { return nil }
    let isCertain = handles.allSatisfy { $0 == first }
    handles.removeFirst()
    return isCertain && first != Self.unknown ? first : nil
  }
}
