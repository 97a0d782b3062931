/// What a client has read and written, and where it is in what was recorded.
struct ClientValues {
  /// The place of the next read of an attribute among those that were recorded.
  var nextRead: [UInt16: Int] = [:]
  /// What an attribute was read as last.
  var read: [UInt16: [UInt8]] = [:]
  var written: [UInt16: [UInt8]] = [:]
  /// The place of the next write among those that were recorded with the same bytes.
  var nextWrite: [WriteIndex.Key: Int] = [:]
  /// What is read instead of what was recorded.
  private(set) var replaced: [UInt16: [UInt8]]

  init(replaced: [UInt16: [UInt8]]) { self.replaced = replaced }

  mutating func replace(_ handles: some Sequence<UInt16>, with value: [UInt8]) {
    for handle in handles {
      replaced[handle] = value
      read[handle] = nil
    }
  }
}

/// The Client Characteristic Configurations of one client, by the handles of the values that they turn on.
struct ClientConfigurations {
  private let configurable: Set<UInt16>
  private var bits: [UInt16: UInt8] = [:]
  private var written: Set<UInt16> = []

  /// - values: the handles of the values that have a configuration.
  init(of values: Set<UInt16>) { configurable = values }

  func isConfigurable(_ handle: UInt16) -> Bool { configurable.contains(handle) }

  /// Bit 0 turns on notifications, bit 1 indications (Core Specification, Vol 3, Part G, 3.3.3.3).
  func bits(of handle: UInt16) -> UInt8 { bits[handle] ?? 0 }

  /// Whether this client has written it.
  func isWritten(of handle: UInt16) -> Bool { written.contains(handle) }

  /// Keeps what the client had turned on before this connection.
  mutating func inherit(_ bits: UInt8, of handle: UInt16) { self.bits[handle] = bits }

  /// - Returns: the bits before, and whether the client has not written them before.
  mutating func write(_ bits: UInt8, of handle: UInt16) -> (before: UInt8, isFirst: Bool) {
    let before = self.bits(of: handle)
    self.bits[handle] = bits
    return (before, written.insert(handle).inserted)
  }
}
