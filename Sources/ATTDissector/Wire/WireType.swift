/// The format of a field on the wire, and in the output. All numbers are little-endian.
enum WireType: Sendable {
  /// A decimal number of n bytes (1 to 8).
  case number(Int)
  /// A decimal number of n bytes (1 to 8), with its unit.
  case quantity(Int, StaticString)
  /// A signed decimal number of 1 or 2 bytes, with its unit.
  case signed(Int, StaticString)
  /// A signed decimal number in the lowest bits of as many bytes as they take (1 or 2), with its unit. The
  /// word stands for the value with all its bits but the highest clear.
  case signedBits(Int, StaticString, lowest: StaticString?)
  /// A number of n bytes (1 to 8), shown in hex.
  case hexNumber(Int)
  /// A time of n bytes, in steps of a number of microseconds.
  case time(Int, step: UInt64)
  /// A time as in `time`, except that all ones stand for a word.
  case timeOr(StaticString, Int, step: UInt64)
  /// A number whose values have names.
  case named(Int, WireEnumeration)
  /// A number of n bytes that has others in its bits, the lowest first; those without a name are reserved.
  case split(Int, [WirePart])
  /// One bit for each of the 37 channels of data, 5 bytes.
  case channels
  /// One bit for each of the 79 channels of BR/EDR or Channel Sounding, 10 bytes.
  case classicChannels
  /// A number whose bits have names, of n bytes (1 to 8).
  case flags(Int, WireFlags)
  /// n bytes whose bits have names; the first has a number of its own, and no others than those set are shown.
  case manyFlags(Int, WireFlags, from: Int)
  /// n bytes whose bits have names, a line for each byte that has some.
  case flagOctets(Int, WireFlags)
  /// A device address, 6 bytes, of the type given by an earlier field, else public.
  case address
  /// A device address, 6 bytes, always random whatever the earlier fields say.
  case randomAddress
  /// A handle assigned by the controller, two bytes.
  case handle(WireHandle)
  /// The handle of an ATT PDU's attribute, two bytes.
  case attributeHandle
  /// An HCI opcode with its name.
  case opcode
  /// One byte: a received or transmitted power.
  case power(WirePower)
  /// One byte: a path loss in dB; 0xFF: not available.
  case loss
  /// n bytes as hex.
  case bytes(Int)
  /// The remaining bytes as hex; not shown when empty.
  case rest
  /// The remaining bytes except the last n, as hex.
  case restBefore(Int)
  /// A length of n bytes, then as many bytes as hex.
  case counted(Int)
  /// Text up to a NUL in a field of n bytes.
  case text(Int)
  /// Text to the end.
  case restText
  /// Text to the end or to a NUL.
  case restTerminatedText
  /// Text up to and including a NUL, or to the end.
  case terminatedText
  /// A length of one byte, then as many bytes of text, up to a NUL.
  case countedText
  /// A UUID of n bytes: 2, 4 or 16.
  case uuid(Int, UUIDKind = .any)
  /// A UUID in the remaining bytes.
  case restUUID(UUIDKind = .any)
  /// AD structures after a length of one byte.
  case advertisingData
  /// AD structures after a length of one byte, in a field of 31 bytes.
  case paddedAdvertisingData
  /// AD structures to the end.
  case restAdvertisingData
  /// A count of n bytes, then the fields as many times.
  case list(Int, WireLayout)
  /// The fields, repeated to the end.
  case restList(WireLayout)
  /// One byte of named bits, then the fields once for each bit set.
  case eachBit(WireFlags, WireLayout)
  /// A length of one byte, then elements of that length to the end, each with the layout.
  case restElements(WireLayout)
  /// The fields, unless the bytes have ended.
  case ifAny(WireLayout)
  /// The fields that the bytes before them select: those of the layout that this is in, which have been read.
  /// They take n bytes, or as many as they say themselves.
  case selected(Int?, @Sendable (RawSpan) -> WireLayout)
  /// A length of one byte, then the fields in as many bytes.
  case within(WireLayout)
  /// Configuration options of L2CAP to the end.
  case restOptions
  /// The event type of an extended advertising report: flags and a data status in two bytes.
  case extendedEventType
  /// The length of an ISO SDU, 12 bits, and its packet status, the upper 2 of two bytes.
  case isoLength
}

/// What a UUID is the type of: one number may have a name as a service and another as a characteristic.
package enum UUIDKind: Sendable {
  case service
  case characteristic
  /// An attribute of any kind, where the place does not say which.
  case any
}

/// A number in some bits of another.
struct WirePart: Sendable {
  let name: StaticString
  let bits: Int
  /// Type of the bytes that the bits would take.
  let type: WireType

  init(_ name: StaticString, _ bits: Int, _ type: WireType) {
    self.name = name
    self.bits = bits
    self.type = type
  }

  static func reserved(_ bits: Int) -> WirePart { WirePart("", bits, .u8) }
}

/// What the powers that cannot be mean: each command and event says so itself.
enum WirePower: Sendable {
  /// Measured, or selected by the controller.
  case measured
  /// What a test is to send with.
  case wanted
  /// What a host wants to send with.
  case preferred
  /// What the peer reports.
  case reported
  /// Change of the peer's power, in dB.
  case change

  var unit: StaticString { self == .change ? " dB" : " dBm" }

  /// - Returns: `nil` for a power, or its change.
  func word(_ value: Int8) -> StaticString? {
    switch (value, self) {
    case (126, .wanted): "minimum"
    case (126, .reported): "not managed"
    case (127, .wanted): "maximum"
    case (127, .preferred): "no preference"
    case (127, _): "not available"
    default: nil
    }
  }
}

/// What a controller assigns handles to.
enum WireHandle: Sendable {
  /// An ACL connection or, where a unit takes either, an isochronous stream.
  case connection
  /// That of a new connection, if the event's status is success; else it is meaningless.
  case newConnection
  case stream
  /// A periodic advertising sync.
  case sync
  /// A sync that the event establishes.
  case newSync
}

extension WireType {
  static let connectionHandle = WireType.handle(.connection)
  static let u8 = WireType.number(1)
  static let u16 = WireType.number(2)
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
  static let soundingPHY = WireType.named(1, .soundingPHY)
  static let clockAccuracy = WireType.named(1, .clockAccuracy)
  static let dataStatus = WireType.named(1, .dataStatus)
  static let cteType = WireType.named(1, .cteType)
  static let rssi = WireType.power(.measured)
  static let txPower = WireType.power(.measured)

  /// Slots of 0.625 ms, advertising and scanning.
  static let slots = WireType.time(2, step: 625)
  /// Steps of 1.25 ms, connection intervals.
  static let frames = WireType.time(2, step: 1250)
  /// An offset from a reference event, in steps of 1.25 ms.
  static let offset = WireType.timeOr("not valid", 2, step: 1250)
  /// Steps of 125 µs, intervals of Connection Rate Updates.
  static let rateSteps = WireType.time(2, step: 125)
  /// Steps of 10 ms, supervision timeouts.
  static let tenMilliseconds = WireType.time(2, step: 10_000)
  /// What a packet with a Constant Tone Extension says of it.
  static let cteInformation = WireType.split(
    1, [.init("CTETime", 5, .time(1, step: 8)), .reserved(1), .init("CTEType", 2, .cteType)])
  /// Channels, and the accuracy of the sleep clock.
  static let channelsAndAccuracy = WireType.split(
    5, [.init("ChM", 37, .channels), .init("SCA", 3, .clockAccuracy)])
  static let seconds = WireType.time(2, step: 1_000_000)
  static let microseconds8 = WireType.time(1, step: 1)
  static let microseconds16 = WireType.time(2, step: 1)
  static let microseconds24 = WireType.time(3, step: 1)
  static let microseconds32 = WireType.time(4, step: 1)
}
