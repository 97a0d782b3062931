/// How a field lies on the wire, and how it is shown. All numbers are little-endian.
enum WireType: Sendable {
  /// A decimal number of so many bytes (1 to 8).
  case number(Int)
  /// A signed decimal number of 1 or 2 bytes, with its unit.
  case signed(Int, StaticString)
  /// A number shown in hex, of so many bytes (1 to 8).
  case hexNumber(Int)
  /// A time of so many bytes, in steps of so many microseconds.
  case time(Int, step: UInt64)
  /// A number whose values have names.
  case named(Int, WireEnumeration)
  /// A number whose bits have names.
  case flags(Int, WireFlags)
  /// A device address, 6 bytes, of the type that a field before it says, else public.
  case address
  /// A device address, 6 bytes, that is random whatever the fields before it say.
  case randomAddress
  /// A handle that the controller gave out, two bytes.
  case handle(WireHandle)
  /// The attribute that an ATT PDU is about, two bytes.
  case attributeHandle
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
  case list(Int, WireLayout)
  /// The fields again and again to the end.
  case restList(WireLayout)
  /// One byte of named bits and the fields once for each bit that is set.
  case eachBit(WireFlags, WireLayout)
  /// A length of one byte, and elements of that many bytes, of which each is the layout, to the end.
  case restElements(WireLayout)
  /// The event type of an extended advertising report: flags and a data status in two bytes.
  case extendedEventType
  /// The length of an ISO SDU, 12 bits, and its packet status, the upper 2 of two bytes.
  case isoLength
}

/// What a controller gives handles to.
enum WireHandle: Sendable {
  /// An ACL connection, or where a unit takes either, an isochronous stream.
  case connection
  /// That of a connection which has begun, if the event's status is success; else it means nothing.
  case newConnection
  case stream
  /// A sync with periodic advertising.
  case sync
  /// A sync that begins with the event.
  case newSync
}

extension WireType {
  static let connectionHandle = WireType.handle(.connection)
  static let u8 = WireType.number(1)
  static let u16 = WireType.number(2)
  static let u24 = WireType.number(3)
  static let u32 = WireType.number(4)
  static let x8 = WireType.hexNumber(1)
  static let x16 = WireType.hexNumber(2)
  static let x32 = WireType.hexNumber(4)
  static let x64 = WireType.hexNumber(8)
  static let status = WireType.named(1, .status)
  static let addressType = WireType.named(1, .addressType)
  static let ownAddressType = WireType.named(1, .ownAddressType)
  static let enable = WireType.named(1, .enable)
  static let role = WireType.named(1, .role)
  static let phy = WireType.named(1, .phy)
  static let phys = WireType.flags(1, .phys)
  static let clockAccuracy = WireType.named(1, .clockAccuracy)
  static let dataStatus = WireType.named(1, .dataStatus)
  static let cteType = WireType.named(1, .cteType)
  /// RSSI, where 127 means that there is none.
  static let rssi = WireType.power(unknown: 127)
  static let txPower = WireType.power(unknown: 127)

  /// Slots of 0.625 ms, advertising and scanning.
  static let slots = WireType.time(2, step: 625)
  /// Steps of 1.25 ms, connection intervals.
  static let frames = WireType.time(2, step: 1250)
  /// Steps of 10 ms, supervision timeouts.
  static let tenMilliseconds = WireType.time(2, step: 10_000)
  static let seconds = WireType.time(2, step: 1_000_000)
  static let microseconds16 = WireType.time(2, step: 1)
  static let microseconds24 = WireType.time(3, step: 1)
  static let microseconds32 = WireType.time(4, step: 1)
}
