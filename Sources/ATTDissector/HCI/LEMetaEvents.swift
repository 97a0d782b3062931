import Bytes

/// The subevents of the LE Meta event that the session follows.
@usableFromInline
package struct LESubevent: RawRepresentable, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable package static var connectionComplete: Self { Self(rawValue: 0x01) }
  @inlinable package static var advertisingReport: Self { Self(rawValue: 0x02) }
  @inlinable package static var connectionUpdateComplete: Self { Self(rawValue: 0x03) }
  @inlinable package static var readRemoteFeaturesComplete: Self { Self(rawValue: 0x04) }
  @inlinable package static var remoteConnectionParameterRequest: Self { Self(rawValue: 0x06) }
  @inlinable package static var dataLengthChange: Self { Self(rawValue: 0x07) }
  @inlinable package static var enhancedConnectionComplete: Self { Self(rawValue: 0x0A) }
  @inlinable package static var directedAdvertisingReport: Self { Self(rawValue: 0x0B) }
  @inlinable package static var phyUpdateComplete: Self { Self(rawValue: 0x0C) }
  @inlinable package static var extendedAdvertisingReport: Self { Self(rawValue: 0x0D) }
  @inlinable package static var enhancedConnectionCompleteV2: Self { Self(rawValue: 0x29) }
  @inlinable package static var longTermKeyRequest: Self { Self(rawValue: 0x05) }
  @inlinable package static var scanTimeout: Self { Self(rawValue: 0x11) }
  @inlinable package static var advertisingSetTerminated: Self { Self(rawValue: 0x12) }
  @inlinable package static var channelSelectionAlgorithm: Self { Self(rawValue: 0x14) }
  @inlinable package static var subrateChange: Self { Self(rawValue: 0x23) }
  @inlinable package static var connectionRateChange: Self { Self(rawValue: 0x37) }
  @inlinable package static var periodicSyncEstablished: Self { Self(rawValue: 0x0E) }
  @inlinable package static var periodicReport: Self { Self(rawValue: 0x0F) }
  @inlinable package static var periodicSyncLost: Self { Self(rawValue: 0x10) }
  @inlinable package static var periodicSyncTransferReceived: Self { Self(rawValue: 0x18) }
  @inlinable package static var cisEstablished: Self { Self(rawValue: 0x19) }
  @inlinable package static var cisRequest: Self { Self(rawValue: 0x1A) }
  @inlinable package static var createBIGComplete: Self { Self(rawValue: 0x1B) }
  @inlinable package static var terminateBIGComplete: Self { Self(rawValue: 0x1C) }
  @inlinable package static var bigSyncEstablished: Self { Self(rawValue: 0x1D) }
  @inlinable package static var bigSyncLost: Self { Self(rawValue: 0x1E) }
  @inlinable package static var bigInfoReport: Self { Self(rawValue: 0x22) }
  @inlinable package static var periodicSyncEstablishedV2: Self { Self(rawValue: 0x24) }
  @inlinable package static var periodicReportV2: Self { Self(rawValue: 0x25) }
  @inlinable package static var periodicSyncTransferReceivedV2: Self { Self(rawValue: 0x26) }
  @inlinable package static var cisEstablishedV2: Self { Self(rawValue: 0x2A) }
}

/// The role of a device in a connection.
@usableFromInline
package enum LinkRole: UInt8, CaseIterable, Sendable {
  case central = 0
  case peripheral = 1

  /// Avoids the witness-table call of a synthesized `==` across modules.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @usableFromInline package var name: StaticString { self == .central ? "central" : "peripheral" }
  package var opposite: LinkRole { self == .central ? .peripheral : .central }
  /// Its side in a capture from the air.
  package var side: Side { self == .central ? .central : .peripheral }
}

/// LE Connection Complete, LE Enhanced Connection Complete v1 and v2.
///
/// Units: interval 1.25 ms, timeout 10 ms. Source: Bluetooth Core Specification, Vol 4, Part E,
/// 7.7.65.1 and 7.7.65.10.
package struct LEConnectionComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  /// The role of the recording host; `nil` for a reserved number.
  package var role: LinkRole?
  package var peer: BluetoothAddress
  /// The resolvable addresses on the air, zero where the event has none.
  package var localResolvable: UInt64 = 0
  package var peerResolvable: UInt64 = 0
  package var interval: UInt16
  package var latency: UInt16
  package var timeout: UInt16

  package init(_ cursor: inout ByteCursor, subevent: LESubevent) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    role = LinkRole(rawValue: try cursor.uint8())
    let kind = BluetoothAddress.Kind(rawValue: try cursor.uint8())
    peer = BluetoothAddress(try cursor.uint48LittleEndian(), kind: kind)
    if subevent != .connectionComplete {
      localResolvable = try cursor.uint48LittleEndian()
      peerResolvable = try cursor.uint48LittleEndian()
    }
    interval = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
  }
}

/// Units: interval 1.25 ms, timeout 10 ms. Source: 7.7.65.3.
package struct LEConnectionUpdateComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var interval: UInt16
  package var latency: UInt16
  package var timeout: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    interval = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
  }
}

/// LE Subrate Change, after its status and its handle.
///
/// Source: 7.7.65.35.
package struct SubrateChange: Sendable {
  /// Connection events from one at which the sides meet to the next.
  package var factor: UInt16
  package var latency: UInt16
  package var continuation: UInt16
  /// In units of 10 ms.
  package var timeout: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    factor = try cursor.uint16LittleEndian()
    latency = try cursor.uint16LittleEndian()
    continuation = try cursor.uint16LittleEndian()
    timeout = try cursor.uint16LittleEndian()
  }
}

/// LE Connection Rate Change, after its status and its handle.
///
/// Source: Zephyr, include/zephyr/bluetooth/hci_types.h and conn.h: the interval is in units of 125 µs.
package struct ConnectionRateChange: Sendable {
  package var interval: UInt16
  package var subrate: SubrateChange

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    interval = try cursor.uint16LittleEndian()
    subrate = try SubrateChange(&cursor)
  }
}

/// Source: 7.7.65.4.
package struct LEReadRemoteFeaturesComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var features: UInt64

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    features = try cursor.uint64LittleEndian()
  }
}

/// Source: 7.7.65.6.
package struct LERemoteConnectionParameterRequest: Sendable {
  package var connectionHandle: UInt16
  package var parameters: ConnectionParameters

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    parameters = try ConnectionParameters(&cursor)
  }
}

/// Units: octets and microseconds. Source: 7.7.65.7.
package struct LEDataLengthChange: Sendable {
  package var connectionHandle: UInt16
  package var maxTxOctets: UInt16
  package var maxTxTime: UInt16
  package var maxRxOctets: UInt16
  package var maxRxTime: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    maxTxOctets = try cursor.uint16LittleEndian()
    maxTxTime = try cursor.uint16LittleEndian()
    maxRxOctets = try cursor.uint16LittleEndian()
    maxRxTime = try cursor.uint16LittleEndian()
  }
}

/// LE Advertising Set Terminated.
///
/// Source: 7.7.65.18.
package struct LEAdvertisingSetTerminated: Sendable {
  /// Success: a connection was created.
  package var status: HCIStatus
  package var advertisingHandle: UInt8
  package var connectionHandle: UInt16
  package var completedEvents: UInt8

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    advertisingHandle = try cursor.uint8()
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    completedEvents = try cursor.uint8()
  }
}

/// Source: 7.7.65.12.
package struct LEPHYUpdateComplete: Sendable {
  package var status: HCIStatus
  package var connectionHandle: UInt16
  package var tx: UInt8
  package var rx: UInt8

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    status = HCIStatus(rawValue: try cursor.uint8())
    connectionHandle = try cursor.uint16LittleEndian() & 0x0FFF
    tx = try cursor.uint8()
    rx = try cursor.uint8()
  }

  /// `1M`, `2M`, `Coded`; `nil` for a reserved number, and for 0 (none).
  package static func name(of phy: UInt8) -> StaticString? {
    switch phy {
    case 1: "1M"
    case 2: "2M"
    case 3: "Coded"
    default: nil
    }
  }
}
