/// A PDU's fields in the order of the wire; the whole dissection is told in these.
typealias TreeLayout = [(StaticString, TreeType)]

/// How a field lies on the wire, and how it is shown. All numbers are little-endian.
indirect enum TreeType: Sendable {
  /// A decimal number of so many bytes (1 to 8).
  case number(Int)
  /// A signed decimal number of 1 or 2 bytes, with its unit.
  case signed(Int, StaticString)
  /// A number shown in hex, of so many bytes (1 to 8).
  case hexNumber(Int)
  /// A time of so many bytes, in steps of so many microseconds.
  case time(Int, step: UInt64)
  /// A number whose values have names.
  case named(Int, TreeEnumeration)
  /// A number whose bits have names.
  case flags(Int, TreeFlags)
  /// A device address, 6 bytes.
  case address
  /// A connection or sync handle, two bytes.
  case connectionHandle
  /// An HCI opcode with its name.
  case opcode
  /// One byte: a received or transmitted power.
  case power(unknown: Int8)
  /// So many bytes as hex.
  case bytes(Int)
  /// All that is left, as hex; nothing is shown when nothing is left.
  case rest
  /// All but so many bytes of what is left, as hex.
  case restBefore(Int)
  /// A length of so many bytes and as many bytes of hex.
  case counted(Int)
  /// Text up to a NUL in a field of so many bytes.
  case text(Int)
  /// Text to the end.
  case restText
  /// Text to the end or to a NUL.
  case restTerminatedText
  /// Text up to a NUL, which is part of it, or to the end.
  case terminatedText
  /// A length of one byte and as many bytes of text, up to a NUL.
  case countedText
  /// A UUID of so many bytes: 2, 4 or 16.
  case uuid(Int)
  /// A UUID in all that is left.
  case restUUID
  /// AD structures behind a length of one byte.
  case advertisingData
  /// AD structures behind a length of one byte, in a field of 31 bytes.
  case paddedAdvertisingData
  /// AD structures to the end.
  case restAdvertisingData
  /// A count of so many bytes and as many times the fields.
  case list(Int, TreeLayout)
  /// The fields again and again to the end.
  case restList(TreeLayout)
  /// One byte of named bits and the fields once for each bit that is set.
  case eachBit(TreeFlags, TreeLayout)
  /// A length of one byte, and elements of that many bytes, of which each is the layout, to the end.
  case restElements(TreeLayout)
  /// The event type of an extended advertising report: flags and a data status in two bytes.
  case extendedEventType
  /// The length of an ISO SDU, 12 bits, and its packet status, the upper 2 of two bytes.
  case isoLength
}

extension TreeType {
  static let u8 = TreeType.number(1)
  static let u16 = TreeType.number(2)
  static let u24 = TreeType.number(3)
  static let u32 = TreeType.number(4)
  static let x8 = TreeType.hexNumber(1)
  static let x16 = TreeType.hexNumber(2)
  static let x32 = TreeType.hexNumber(4)
  static let x64 = TreeType.hexNumber(8)
  static let status = TreeType.named(1, .status)
  static let addressType = TreeType.named(1, .addressType)
  static let ownAddressType = TreeType.named(1, .ownAddressType)
  static let enable = TreeType.named(1, .enable)
  static let role = TreeType.named(1, .role)
  static let phy = TreeType.named(1, .phy)
  static let phys = TreeType.flags(1, .phys)
  static let clockAccuracy = TreeType.named(1, .clockAccuracy)
  static let dataStatus = TreeType.named(1, .dataStatus)
  static let cteType = TreeType.named(1, .cteType)
  /// RSSI, where 127 means that there is none.
  static let rssi = TreeType.power(unknown: 127)
  static let txPower = TreeType.power(unknown: 127)

  /// Slots of 0.625 ms, advertising and scanning.
  static let slots = TreeType.time(2, step: 625)
  /// Steps of 1.25 ms, connection intervals.
  static let frames = TreeType.time(2, step: 1250)
  /// Steps of 10 ms, supervision timeouts.
  static let tenMilliseconds = TreeType.time(2, step: 10_000)
  static let seconds = TreeType.time(2, step: 1_000_000)
  static let microseconds16 = TreeType.time(2, step: 1)
  static let microseconds24 = TreeType.time(3, step: 1)
  static let microseconds32 = TreeType.time(4, step: 1)
}
