/// An ATT error code; the names are in `ATTErrorName`.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.1.1.
package struct ATTErrorCode: RawRepresentable, Error, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let invalidHandle = ATTErrorCode(rawValue: 0x01)
  package static let readNotPermitted = ATTErrorCode(rawValue: 0x02)
  package static let writeNotPermitted = ATTErrorCode(rawValue: 0x03)
  package static let invalidPDU = ATTErrorCode(rawValue: 0x04)
  package static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
  package static let invalidOffset = ATTErrorCode(rawValue: 0x07)
  package static let prepareQueueFull = ATTErrorCode(rawValue: 0x09)
  package static let attributeNotFound = ATTErrorCode(rawValue: 0x0A)
  package static let invalidValueLength = ATTErrorCode(rawValue: 0x0D)
  package static let unsupportedGroupType = ATTErrorCode(rawValue: 0x10)
}

/// The values of a server's attributes, as one client sees them.
///
/// The server looks at a value before it knows whether the value fits into a response: so looking
/// and using are two calls.
package protocol AttributeStore: AnyObject {
  /// The value that the next read gives, or the error.
  func next(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8]
  /// A response has the value, or the error, that `next` gave.
  func used(_ attribute: ServedAttribute)
  /// The value that was used last: parts of one long value are read one after the other.
  func current(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8]
  func write(_ value: [UInt8], to attribute: ServedAttribute) throws(ATTErrorCode)
}
