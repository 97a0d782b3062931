/// The units of text for readers; fields are always metric. The cases are words of options.
package enum Units: String, CaseIterable, Sendable {
  case metric, us
}

/// How much of a value's bytes text shows.
package enum HexLength: Sendable {
  /// Up to 12 bytes, or the first 8: `text` in files.
  case brief
  /// Up to 20 bytes, or the first 16: what people read.
  case long
  case whole
}

/// What a decoder may know besides the bytes of the value.
package struct DecodingContext: Sendable {
  /// What the peer that holds the attribute has revealed so far.
  package var state: DeviceState
  /// The value was cut in the capture: missing bytes are not the sender's fault.
  package var isTruncated: Bool
  /// The client wrote the value.
  package var isWrite: Bool
  /// Affects only `text`, never the fields.
  package var units: Units
  /// Affects only the texts of values, as `units` does.
  package var hexLength = HexLength.brief
  /// Whether the fields suffice: a declaration then writes no `text`.
  package var leavesOutText = false
  /// The properties of the characteristic that a descriptor belongs to; 0 if unknown.
  package var properties: UInt8
  /// The attribute's handle, and that of its service; 0 if unknown.
  package var handle: UInt16 = 0
  /// The 48-bit address of the device that advertises the value, if it is known.
  package var sender: UInt64?
  /// Whether what was encrypted in an advertisement stands there in the clear.
  package var isOpened = false
  /// The AD structure of advertised data is cut: of advertised data, `isTruncated` says nothing of that.
  package var isCutStructure: Bool?
  /// The ATT_MTU in force; 0 if unknown.
  package var mtu: UInt16 = 0
  package var serviceHandle: UInt16 = 0
  /// Whether it is wanted where each field stands.
  var findsPlaces = false
  /// Whether what is wrong with the value is the sender's fault: the capture has all of it, and it was taken.
  package var findsFaults = true

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
