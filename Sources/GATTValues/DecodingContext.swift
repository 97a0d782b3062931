/// The units of what people read; fields are always metric.
package enum Units: Sendable {
  case metric, us
}

/// What a decoder may know besides the bytes of the value.
package struct DecodingContext: Sendable {
  /// What the peer that holds the attribute has shown of itself so far.
  package var state: DeviceState
  /// The value was cut in the capture: what is missing is not the sender's fault.
  package var isTruncated: Bool
  /// The client wrote the value.
  package var isWrite: Bool
  /// Changes `text` only, never the fields.
  package var units: Units
  /// The properties of the characteristic that a descriptor belongs to; 0 where they are not known.
  package var properties: UInt8

  package init(
    state: DeviceState = DeviceState(), isTruncated: Bool = false, isWrite: Bool = false,
    units: Units = .metric, properties: UInt8 = 0
  ) {
    self.state = state
    self.isTruncated = isTruncated
    self.isWrite = isWrite
    self.units = units
    self.properties = properties
  }
}
