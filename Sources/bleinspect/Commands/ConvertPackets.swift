import ATTDissector
import BTSnoop
import Bytes

/// What HCI commands are about, as far as a connection or a device is chosen by it.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 7.1, 7.3, 7.5 and 7.8.
enum HandleCommands {
  /// Those whose parameters begin with a connection handle.
  private static let withHandle: Set<UInt16> = [
    0x0406, 0x041D, 0x0C2D, 0x0C7B, 0x0C7C, 0x1401, 0x1402, 0x1403, 0x1405, 0x1406, 0x1408,
    0x2013, 0x2015, 0x2016, 0x2019, 0x201A, 0x201B, 0x2020, 0x2021, 0x2022, 0x2030, 0x2032,
    0x2054, 0x2055, 0x2056, 0x2057, 0x205A, 0x205B, 0x205C, 0x206D, 0x2076, 0x2077, 0x2078,
    0x2079, 0x207A, 0x207E,
  ]

  /// Reset and Read BD_ADDR.
  static func isAboutAdapter(_ opcode: UInt16) -> Bool { opcode == 0x0C03 || opcode == 0x1009 }

  static func handle(of opcode: UInt16, _ bytes: RawSpan) -> UInt16? {
    guard withHandle.contains(opcode), bytes.byteCount >= HCICommandHeader.size + 2 else {
      return nil
    }
    return bytes.uint16LittleEndian(at: HCICommandHeader.size)
  }

  /// The device that LE Create Connection or its extended forms is to connect.
  static func peer(of opcode: UInt16, _ bytes: RawSpan) -> BluetoothAddress? {
    let opcode = HCIOpcode(rawValue: opcode)
    guard let version = opcode.createConnectionVersion else { return nil }
    var cursor = ByteCursor(bytes.clamped(HCICommandHeader.size))
    return (try? ConnectionTarget(&cursor, version: version))?.peer
  }
}

/// What HCI events are about where the session does not say it.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 7.7.
enum HandleEvents {
  /// The command that a Command Complete or a Command Status answers.
  static func answered(by bytes: RawSpan) -> UInt16? {
    guard bytes.byteCount >= 2 else { return nil }
    switch bytes.uint8(at: 0) {
    case 0x0E where bytes.byteCount >= 5: return bytes.uint16LittleEndian(at: 3)
    case 0x0F where bytes.byteCount >= 6: return bytes.uint16LittleEndian(at: 4)
    default: return nil
    }
  }

  static func eachHandle(in bytes: RawSpan, _ body: (UInt16) -> Void) {
    guard bytes.byteCount >= 3 else { return }
    switch bytes.uint8(at: 0) {
    case 0x13:
      // Number Of Completed Packets: handles and counts, in pairs.
      for index in 0..<Int(bytes.uint8(at: 2)) where 3 + 4 * index + 2 <= bytes.byteCount {
        body(bytes.uint16LittleEndian(at: 3 + 4 * index))
      }
    case 0x57 where bytes.byteCount >= 4: body(bytes.uint16LittleEndian(at: 2))
    case 0x3E:
      let offset: Int
      switch bytes.uint8(at: 2) {
      case 0x05, 0x14, 0x20: offset = 3
      case 0x21, 0x23: offset = 4
      default: return
      }
      if bytes.byteCount >= offset + 2 { body(bytes.uint16LittleEndian(at: offset)) }
    default: break
    }
  }

  /// The addresses of advertising reports, and of a connection that was not made.
  static func eachAddress(in bytes: RawSpan, _ body: (BluetoothAddress) -> Void) {
    var cursor = ByteCursor(bytes)
    guard let header = try? HCIEventHeader(&cursor), header.code == .leMeta,
      let subevent = (try? cursor.uint8()).map(LESubevent.init(rawValue:))
    else { return }
    switch subevent {
    case .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2:
      if let event = try? LEConnectionComplete(&cursor, subevent: subevent) { body(event.peer) }
    case .advertisingReport, .directedAdvertisingReport, .extendedAdvertisingReport:
      guard let count = try? cursor.uint8() else { return }
      for _ in 0..<count {
        guard let report = try? report(subevent, &cursor) else { return }
        if let address = report.address { body(address) }
      }
    case .periodicSyncEstablished, .periodicSyncEstablishedV2, .periodicSyncTransferReceived,
      .periodicSyncTransferReceivedV2:
      if let event = try? PeriodicSyncEstablished(&cursor, subevent: subevent) {
        body(event.advertiser)
      }
    default: break
    }
  }

  private static func report(
    _ subevent: LESubevent, _ cursor: inout ByteCursor
  ) throws(ByteError) -> AdvertisingReport {
    switch subevent {
    case .advertisingReport: try AdvertisingReport(legacy: &cursor)
    case .directedAdvertisingReport: try AdvertisingReport(directed: &cursor)
    default: try AdvertisingReport(extended: &cursor)
    }
  }
}

/// Commands and events that name a sync with periodic advertising.
///
/// Source: Bluetooth Core Specification, Vol 4, Part E, 7.7.65 and 7.8.69.
enum PeriodicRecords {
  static func handle(in record: CaptureRecord, _ bytes: RawSpan) -> UInt16? {
    switch record.kind {
    case .command where bytes.byteCount >= HCICommandHeader.size + 2:
      let opcode = HCIOpcode(rawValue: bytes.uint16LittleEndian(at: 0))
      guard opcode == .lePeriodicAdvertisingTerminateSync else { return nil }
      return bytes.uint16LittleEndian(at: HCICommandHeader.size)
    case .event where bytes.byteCount >= 5 && bytes.uint8(at: 0) == HCIEventCode.leMeta.rawValue:
      switch LESubevent(rawValue: bytes.uint8(at: 2)) {
      case .periodicReport, .periodicReportV2, .periodicSyncLost, .bigInfoReport:
        return bytes.uint16LittleEndian(at: 3)
      default: return nil
      }
    default: return nil
    }
  }
}

/// The addresses in an advertising PDU of the link layer.
enum AddressesOnAir {
  static func each(
    in bytes: RawSpan, of record: CaptureRecord, _ body: (BluetoothAddress) -> Void
  ) {
    var cursor = ByteCursor(bytes)
    guard
      let packet = try? LinkLayerPacket(&cursor, isCoded: record.radio?.phy == .coded),
      packet.accessAddress == LinkLayerPacket.advertisingAccessAddress,
      let header = try? AdvertisingPDUHeader(&cursor)
    else { return }
    if header.kind.isExtended {
      guard let advertising = try? ExtendedAdvertising(&cursor, header) else { return }
      if let advertiser = advertising.advertiser { body(advertiser) }
      if let target = advertising.target { body(target) }
    } else if header.kind == .connectRequest {
      guard let request = try? ConnectIndication(&cursor, header) else { return }
      body(request.initiator)
      body(request.advertiser)
    } else if let advertising = try? LegacyAdvertising(&cursor, header) {
      body(advertising.sender)
      if let target = advertising.target { body(target) }
    }
  }
}
