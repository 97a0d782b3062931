import Bytes

/// Commands whose parameters the session remembers until their response. Each is read from the
/// cursor after the command header.

/// LE Set Scan Parameters, and LE Set Extended Scan Parameters with the values of its first PHY.
///
/// Units: 0.625 ms. Source: Bluetooth Core Specification, Vol 4, Part E, 7.8.10 and 7.8.64.
package struct ScanParameters: Equatable, Sendable {
  package var isActive: Bool
  package var interval: UInt16
  package var window: UInt16
  /// Bit 0 LE 1M, bit 2 LE Coded; `nil` in the legacy command.
  package var phys: UInt8?
  /// Scanning_Filter_Policy: only devices of the Filter Accept List are reported.
  package var usesAcceptList = false
  /// Own_Address_Type 01: scan requests come from the random address that the host has set.
  package var usesRandomAddress = false

  package init(_ cursor: inout ByteCursor, extended: Bool) throws(ByteError) {
    if extended {
      usesRandomAddress = try cursor.uint8() == 1
      usesAcceptList = try cursor.uint8() & 1 != 0
      phys = try cursor.uint8()
    }
    isActive = try cursor.uint8() == 1
    interval = try cursor.uint16LittleEndian()
    window = try cursor.uint16LittleEndian()
    if !extended, cursor.remaining >= 2 {
      usesRandomAddress = try cursor.uint8() == 1
      usesAcceptList = try cursor.uint8() & 1 != 0
    }
  }
}

/// LE Set Scan Enable and LE Set Extended Scan Enable.
///
/// Source: 7.8.11 and 7.8.65.
package struct ScanEnable: Sendable {
  package var isEnabled: Bool
  package var filtersDuplicates: Bool
  /// Units of 10 ms; 0 for no limit.
  package var duration: UInt16 = 0

  package init(isEnabled: Bool) {
    self.isEnabled = isEnabled
    filtersDuplicates = false
  }

  package init(_ cursor: inout ByteCursor, extended: Bool = false) throws(ByteError) {
    isEnabled = try cursor.uint8() == 1
    filtersDuplicates = try cursor.uint8() != 0
    if extended, cursor.remaining >= 2 { duration = try cursor.uint16LittleEndian() }
  }
}

/// LE Set Advertising Parameters, and LE Set Extended Advertising Parameters v1 and v2.
///
/// Units: 0.625 ms. Source: 7.8.5 and 7.8.53.
package struct AdvertisingParameters: Equatable, Sendable {
  /// Advertising_Handle; `nil` for legacy advertising.
  package var set: UInt8?
  package var type: AdvertisingType
  package var intervalMin: UInt32
  package var intervalMax: UInt32
  /// Whom directed advertising is for.
  package var target: BluetoothAddress?
  /// Directed advertising that comes every 3.75 ms at most, for 1.28 s, whatever the interval says.
  package var isHighDutyCycle = false
  /// Legacy advertising with Own_Address_Type 01: it uses the random address that the host has set.
  package var usesRandomAddress = false
  package var isConnectable: Bool { type.isConnectable }

  package init(_ cursor: inout ByteCursor, extended: Bool) throws(ByteError) {
    if extended {
      set = try cursor.uint8()
      let properties = try cursor.uint16LittleEndian()
      // Bits 0 to 2 and 4 are the same as in a report; bit 3 is high duty cycle here.
      type = AdvertisingType(extended: properties & 0x17)
      intervalMin = try cursor.uint24LittleEndian()
      intervalMax = try cursor.uint24LittleEndian()
      isHighDutyCycle = properties & 0x0C == 0x0C
      // Before it: the channels, and the host's own kind of address.
      target = type.isDirected ? Self.target(from: &cursor, after: 2) : nil
    } else {
      intervalMin = UInt32(try cursor.uint16LittleEndian())
      intervalMax = UInt32(try cursor.uint16LittleEndian())
      // Low duty cycle directed advertising has a number of its own.
      let number = try cursor.uint8()
      type = AdvertisingType(legacy: number == 4 ? 1 : number)
      isHighDutyCycle = number == 1
      usesRandomAddress = (try? cursor.uint8()) == 1
      target = type.isDirected ? Self.target(from: &cursor, after: 0) : nil
    }
  }

  /// `nil` where the command is cut.
  private static func target(from cursor: inout ByteCursor, after octets: Int) -> BluetoothAddress?
  {
    guard (try? cursor.skip(octets)) != nil, let kind = try? cursor.uint8(),
      let address = try? cursor.uint48LittleEndian()
    else { return nil }
    return BluetoothAddress(address, kind: BluetoothAddress.Kind(rawValue: kind))
  }
}

/// What LE Set Advertising Data, LE Set Scan Response Data, and their forms of extended advertising
/// set, or a part of that.
///
/// Source: 7.8.7, 7.8.8, 7.8.54 and 7.8.55.
package struct AdvertisedPart: Sendable {
  /// Advertising_Handle; `nil` for legacy advertising.
  package var set: UInt8?
  package var isScanResponse: Bool
  /// It continues what came before.
  package var isContinuation = false
  package var data: [UInt8]

  package init(_ cursor: inout ByteCursor, _ opcode: HCIOpcode) throws(ByteError) {
    isScanResponse =
      opcode == .leSetScanResponseData || opcode == .leSetExtendedScanResponseData
    if opcode == .leSetExtendedAdvertisingData || opcode == .leSetExtendedScanResponseData {
      set = try cursor.uint8()
      // The first fragment, or all; another one, or the data as it is.
      let operation = try cursor.uint8()
      isContinuation = operation != 1 && operation != 3
      // Fragment_Preference.
      _ = try cursor.uint8()
    }
    let length = Int(try cursor.uint8())
    data = cursor.takeRest().clamped(0, count: length).copy()
  }
}

/// LE Set Advertising Enable and LE Set Extended Advertising Enable.
///
/// Source: 7.8.9 and 7.8.56.
package struct AdvertisingEnable: Sendable {
  package struct Set: Sendable {
    package var handle: UInt8
    /// Units of 10 ms; 0 for no limit.
    package var duration: UInt16
    /// Extended advertising events; 0 for no limit.
    package var maxEvents: UInt8

    package init(handle: UInt8, duration: UInt16 = 0, maxEvents: UInt8 = 0) {
      self.handle = handle
      self.duration = duration
      self.maxEvents = maxEvents
    }
  }

  package var isEnabled: Bool
  /// The listed advertising sets; `nil` in the legacy command. An empty list disables all.
  package var sets: [Set]?

  package init(_ cursor: inout ByteCursor, extended: Bool) throws(ByteError) {
    isEnabled = try cursor.uint8() == 1
    guard extended else { return }
    var sets: [Set] = []
    for _ in 0..<(try cursor.uint8()) {
      sets.append(
        Set(
          handle: try cursor.uint8(), duration: try cursor.uint16LittleEndian(),
          maxEvents: try cursor.uint8()))
    }
    self.sets = sets
  }
}

/// The peer of LE Create Connection and LE Extended Create Connection v1 and v2; `nil` where the
/// filter accept list decides.
///
/// Source: 7.8.12 and 7.8.66.
package struct ConnectionTarget: Sendable {
  package var peer: BluetoothAddress?
  /// How the controller listens for the peer on LE 1M, in units of 0.625 ms; `nil` where the command does not say.
  package var scan: (interval: UInt16, window: UInt16)?

  package init(_ cursor: inout ByteCursor, _ opcode: HCIOpcode) throws(ByteError) {
    let isLegacy = opcode == .leCreateConnection
    if isLegacy { scan = (try cursor.uint16LittleEndian(), try cursor.uint16LittleEndian()) }
    // Advertising handle and subevent.
    if opcode == .leExtendedCreateConnectionV2 { try cursor.skip(2) }
    let usesList = try cursor.uint8() != 0
    if !isLegacy { try cursor.skip(1) }
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    let address = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
    peer = usesList ? nil : address
    // The parameters of LE 1M come first.
    if !isLegacy, cursor.remaining >= 5, try cursor.uint8() & 1 == 1 {
      scan = (try cursor.uint16LittleEndian(), try cursor.uint16LittleEndian())
    }
  }
}
