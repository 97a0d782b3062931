import ByteReader

/// Commands whose parameters the session remembers until their answer. Each is read from the cursor
/// behind the command header.

/// LE Set Scan Parameters, and the first PHY of LE Set Extended Scan Parameters.
///
/// Units: 0.625 ms. Source: Bluetooth Core Specification, Vol 4, Part E, 7.8.10 and 7.8.64.
package struct ScanParameters: Equatable, Sendable {
  package var isActive: Bool
  package var interval: UInt16
  package var window: UInt16

  package init(_ cursor: inout ByteCursor, extended: Bool) throws(ByteError) {
    if extended { try cursor.skip(3) }
    isActive = try cursor.uint8() == 1
    interval = try cursor.uint16LittleEndian()
    window = try cursor.uint16LittleEndian()
  }
}

/// LE Set Scan Enable and LE Set Extended Scan Enable.
///
/// Source: 7.8.11 and 7.8.65.
package struct ScanEnable: Sendable {
  package var isEnabled: Bool
  package var filtersDuplicates: Bool

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    isEnabled = try cursor.uint8() == 1
    filtersDuplicates = try cursor.uint8() != 0
  }
}

/// LE Set Advertising Parameters, and LE Set Extended Advertising Parameters.
///
/// Units: 0.625 ms. Source: 7.8.5 and 7.8.53.
package struct AdvertisingParameters: Equatable, Sendable {
  package var intervalMin: UInt32
  package var intervalMax: UInt32
  package var isConnectable: Bool

  package init(_ cursor: inout ByteCursor, extended: Bool) throws(ByteError) {
    if extended {
      try cursor.skip(1)
      isConnectable = try cursor.uint16LittleEndian() & 1 != 0
      intervalMin = try cursor.uint24LittleEndian()
      intervalMax = try cursor.uint24LittleEndian()
    } else {
      intervalMin = UInt32(try cursor.uint16LittleEndian())
      intervalMax = UInt32(try cursor.uint16LittleEndian())
      let type = try cursor.uint8()
      isConnectable = type == 0 || type == 1 || type == 4
    }
  }
}

/// The peer of LE Create Connection and LE Extended Create Connection; `nil` where the filter accept
/// list decides.
///
/// Source: 7.8.12 and 7.8.66.
package struct ConnectionTarget: Sendable {
  package var peer: BluetoothAddress?

  package init(_ cursor: inout ByteCursor, extended: Bool) throws(ByteError) {
    if !extended { try cursor.skip(4) }
    let usesList = try cursor.uint8() != 0
    if extended { try cursor.skip(1) }
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    let address = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
    peer = usesList ? nil : address
  }
}
