import Bytes
import GATTSession

/// A key of recorded events that a comparison asks for, under its name in the vocabulary.
struct RecordedKey: Sendable {
  let name: [UInt8]

  init(_ key: Key) { name = Array(key.description.utf8) }

  /// - written: a key between its quotes.
  func isNamed(_ written: RawSpan) -> Bool { name.rawBytes.equals(written) }

  static let advertisingType = RecordedKey(.event.advertisingType)
  static let by = RecordedKey(.event.by)
  static let connectable = RecordedKey(.event.connectable)
  static let encrypted = RecordedKey(.event.encrypted)
  static let error = RecordedKey(.event.error)
  static let errorCode = RecordedKey(.event.errorCode)
  static let inferred = RecordedKey(.event.inferred)
  static let interval = RecordedKey(.event.interval)
  static let l2capChannel = RecordedKey(.event.l2capChannel)
  static let lost = RecordedKey(.event.lost)
  static let opcode = RecordedKey(.event.opcode)
  static let primary = RecordedKey(.event.primary)
  static let properties = RecordedKey(.event.properties)
  static let reason = RecordedKey(.event.reason)
  static let reasonCode = RecordedKey(.event.reasonCode)
  static let requestType = RecordedKey(.event.requestType)
  static let requestValue = RecordedKey(.event.requestValue)
  static let role = RecordedKey(.event.role)
  static let serviceUUIDs = RecordedKey(.advertised.serviceUUIDs)
  static let unreadableFromCentral = RecordedKey(.event.unreadableFromCentral)
  static let unreadableFromPeripheral = RecordedKey(.event.unreadableFromPeripheral)
}
