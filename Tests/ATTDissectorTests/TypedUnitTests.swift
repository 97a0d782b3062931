import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// The PDUs that the session reads as types stand on the wire as their rows say.
@Suite struct TypedUnitTests {
  /// Field by field of a row, what a type has read.
  typealias Fields = [(String, Int)]
  typealias Reading = (inout ByteCursor) throws(ByteError) -> Fields

  private func check(
    _ row: WireRow?, _ layout: WireLayout? = nil, _ read: Reading,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let layout = try #require(layout ?? row?.parameters, sourceLocation: location)
    // Every octet differs from its neighbours; no address type is one that changes the reading.
    let bytes = (0..<600).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) & 0x7F }
    var expected: [String: Int] = [:]
    var cursor = ByteCursor(bytes.rawBytes)
    try? WireWalk.each(layout, from: &cursor) { name, type, place in
      var value = 0
      for index in place.prefix(7).reversed() { value = value << 8 | Int(bytes[index]) }
      if case .handle = type { value &= 0x0FFF }
      if expected[name.description] == nil { expected[name.description] = value }
    }
    cursor = ByteCursor(bytes.rawBytes)
    for (name, value) in try read(&cursor) {
      expect(value, equals: expected[name.description], "\(name)", sourceLocation: location)
    }
  }

  @Test func connections() throws {
    for subevent: LESubevent in [
      .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2,
    ] {
      try check(LEMetaEventRows.row(subevent.rawValue)) { c throws(ByteError) in
        let event = try LEConnectionComplete(&c, subevent: subevent)
        var fields: Fields = [
          ("Status", Int(event.status.rawValue)),
          ("Connection handle", Int(event.connectionHandle)),
          ("Peer address type", Int(event.peer.kind.rawValue)),
          ("Peer address", Int(event.peer.value)), ("Connection interval", Int(event.interval)),
          ("Peripheral latency", Int(event.latency)), ("Supervision timeout", Int(event.timeout)),
        ]
        if subevent != .connectionComplete {
          fields.append(("Local resolvable private address", Int(event.localResolvable)))
          fields.append(("Peer resolvable private address", Int(event.peerResolvable)))
        }
        return fields
      }
    }
    try check(LEMetaEventRows.row(0x03)) { c throws(ByteError) in
      let event = try LEConnectionUpdateComplete(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Connection handle", Int(event.connectionHandle)),
        ("Connection interval", Int(event.interval)), ("Peripheral latency", Int(event.latency)),
        ("Supervision timeout", Int(event.timeout)),
      ]
    }
    try check(LEMetaEventRows.row(0x04)) { c throws(ByteError) in
      let event = try LEReadRemoteFeaturesComplete(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Connection handle", Int(event.connectionHandle)),
        ("LE features", Int(event.features & 0xFF_FFFF_FFFF_FFFF)),
      ]
    }
    try check(LEMetaEventRows.row(0x06)) { c throws(ByteError) in
      let event = try LERemoteConnectionParameterRequest(&c)
      return [
        ("Connection handle", Int(event.connectionHandle)),
        ("Interval min", Int(event.parameters.intervalMin)),
        ("Interval max", Int(event.parameters.intervalMax)),
        ("Max latency", Int(event.parameters.latency)), ("Timeout", Int(event.parameters.timeout)),
      ]
    }
    try check(LEMetaEventRows.row(0x07)) { c throws(ByteError) in
      let event = try LEDataLengthChange(&c)
      return [
        ("Connection handle", Int(event.connectionHandle)),
        ("Max tx octets", Int(event.maxTxOctets)), ("Max tx time", Int(event.maxTxTime)),
        ("Max rx octets", Int(event.maxRxOctets)), ("Max rx time", Int(event.maxRxTime)),
      ]
    }
    try check(LEMetaEventRows.row(0x0C)) { c throws(ByteError) in
      let event = try LEPHYUpdateComplete(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Connection handle", Int(event.connectionHandle)),
        ("Tx PHY", Int(event.tx)), ("Rx PHY", Int(event.rx)),
      ]
    }
    try check(LEMetaEventRows.row(0x12)) { c throws(ByteError) in
      let event = try LEAdvertisingSetTerminated(&c)
      return [
        ("Status", Int(event.status.rawValue)),
        ("Advertising handle", Int(event.advertisingHandle)),
        ("Connection handle", Int(event.connectionHandle)),
        ("Num completed extended advertising events", Int(event.completedEvents)),
      ]
    }
    try check(LEMetaEventRows.row(0x37)) { c throws(ByteError) in
      let status = try c.uint8()
      let handle = try c.uint16LittleEndian() & 0x0FFF
      let event = try ConnectionRateChange(&c)
      return [
        ("Status", Int(status)), ("Connection handle", Int(handle)),
        ("Connection interval", Int(event.interval)),
        ("Subrate factor", Int(event.subrate.factor)),
        ("Peripheral latency", Int(event.subrate.latency)),
        ("Continuation number", Int(event.subrate.continuation)),
        ("Supervision timeout", Int(event.subrate.timeout)),
      ]
    }
  }

  @Test func classicEvents() throws {
    try check(HCIEventRows.row(0x03)) { c throws(ByteError) in
      let event = try ConnectionComplete(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Connection handle", Int(event.connectionHandle)),
        ("BD_ADDR", Int(event.peer.value)), ("Link type", Int(event.linkType)),
      ]
    }
    try check(HCIEventRows.row(0x12)) { c throws(ByteError) in
      let event = try RoleChange(&c)
      return [("Status", Int(event.status.rawValue)), ("BD_ADDR", Int(event.peer.value))]
    }
    try check(HCIEventRows.row(0x05)) { c throws(ByteError) in
      let event = try DisconnectionComplete(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Connection handle", Int(event.connectionHandle)),
        ("Reason", Int(event.reason.rawValue)),
      ]
    }
    for code: HCIEventCode in [.encryptionChange, .encryptionChangeV2] {
      try check(HCIEventRows.row(code.rawValue)) { c throws(ByteError) in
        let event = try EncryptionChange(&c, code: code)
        var fields: Fields = [
          ("Status", Int(event.status.rawValue)),
          ("Connection handle", Int(event.connectionHandle)),
          ("Encryption enabled", Int(event.enabled)),
        ]
        if let size = event.keySize { fields.append(("Encryption key size", Int(size))) }
        return fields
      }
    }
    try check(HCIEventRows.row(0x0C)) { c throws(ByteError) in
      let event = try ReadRemoteVersionComplete(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Connection handle", Int(event.connectionHandle)),
        ("Version", Int(event.version)), ("Company identifier", Int(event.company)),
        ("Subversion", Int(event.subversion)),
      ]
    }
    try check(HCIEventRows.row(0x0F)) { c throws(ByteError) in
      let event = try CommandStatus(&c)
      return [
        ("Status", Int(event.status.rawValue)), ("Command opcode", Int(event.opcode.rawValue)),
      ]
    }
  }

  @Test func localVersion() throws {
    try check(nil, HCICommandRows.row(0x1001)?.returned) { c throws(ByteError) in
      try c.skip(1)
      let version = try LocalVersion(&c)
      return [
        ("HCI version", Int(version.version)), ("Company identifier", Int(version.company)),
      ]
    }
  }

  @Test func reportsAndSyncs() throws {
    try check(LEMetaEventRows.row(0x02)) { c throws(ByteError) in
      try c.skip(1)
      let report = try AdvertisingReport(legacy: &c)
      return [("Address", Int(report.address?.value ?? 0))]
    }
    try check(LEMetaEventRows.row(0x0B)) { c throws(ByteError) in
      try c.skip(1)
      let report = try AdvertisingReport(directed: &c)
      return [("Address", Int(report.address?.value ?? 0))]
    }
    try check(LEMetaEventRows.row(0x0D)) { c throws(ByteError) in
      try c.skip(1)
      let report = try AdvertisingReport(extended: &c)
      return [
        ("Address", Int(report.address?.value ?? 0)), ("Primary PHY", Int(report.primaryPHY)),
        ("Secondary PHY", Int(report.secondaryPHY)), ("Advertising SID", Int(report.set ?? 0xFF)),
        ("Tx power", Int(UInt8(bitPattern: report.txPower))),
      ]
    }
    for subevent: LESubevent in [
      .periodicSyncEstablished, .periodicSyncEstablishedV2, .periodicSyncTransferReceived,
      .periodicSyncTransferReceivedV2,
    ] {
      try check(LEMetaEventRows.row(subevent.rawValue)) { c throws(ByteError) in
        let event = try PeriodicSyncEstablished(&c, subevent: subevent)
        var fields: Fields = [
          ("Status", Int(event.status.rawValue)), ("Sync handle", Int(event.syncHandle)),
          ("Advertising SID", Int(event.set)), ("Advertiser address", Int(event.advertiser.value)),
          ("Advertiser PHY", Int(event.phy)),
          ("Periodic advertising interval", Int(event.interval)),
        ]
        if let handle = event.connectionHandle {
          fields.append(("Connection handle", Int(handle)))
          fields.append(("Service data", Int(event.serviceData ?? 0)))
        }
        if let subevents = event.subevents { fields.append(("Num subevents", Int(subevents))) }
        return fields
      }
    }
    for subevent: LESubevent in [.periodicReport, .periodicReportV2] {
      try check(LEMetaEventRows.row(subevent.rawValue)) { c throws(ByteError) in
        let event = try PeriodicReport(&c, subevent: subevent)
        var fields: Fields = [
          ("Sync handle", Int(event.syncHandle)),
          ("Tx power", Int(UInt8(bitPattern: event.txPower))),
          ("RSSI", Int(UInt8(bitPattern: event.rssi))),
        ]
        if let number = event.subevent { fields.append(("Subevent", Int(number))) }
        return fields
      }
    }
    try check(LEMetaEventRows.row(0x22)) { c throws(ByteError) in
      let event = try BIGInfoReport(&c)
      return [
        ("Sync handle", Int(event.syncHandle)), ("Num BIS", Int(event.streams)),
        ("ISO interval", Int(event.interval)), ("Max PDU", Int(event.maxPDU)),
        ("SDU interval", Int(event.sduInterval)), ("Max SDU", Int(event.maxSDU)),
        ("PHY", Int(event.phy)),
      ]
    }
  }

  @Test func isochronousStreams() throws {
    for subevent in [0x19, 0x2A] as [UInt8] {
      try check(LEMetaEventRows.row(subevent)) { c throws(ByteError) in
        let event = try CISEstablished(&c)
        return [
          ("Status", Int(event.status.rawValue)),
          ("Connection handle", Int(event.connectionHandle)),
          ("Max PDU C to P", Int(event.maxPDUFromCentral)),
          ("Max PDU P to C", Int(event.maxPDUFromPeripheral)),
          ("ISO interval", Int(event.interval)),
        ]
      }
    }
    try check(LEMetaEventRows.row(0x1A)) { c throws(ByteError) in
      let event = try CISRequest(&c)
      return [
        ("ACL connection handle", Int(event.aclHandle)),
        ("CIS connection handle", Int(event.cisHandle)), ("CIG ID", Int(event.group)),
        ("CIS ID", Int(event.stream)),
      ]
    }
    for subevent: LESubevent in [.createBIGComplete, .bigSyncEstablished] {
      try check(LEMetaEventRows.row(subevent.rawValue)) { c throws(ByteError) in
        let event = try BIGEstablished(&c, subevent: subevent)
        return [
          ("Status", Int(event.status.rawValue)), ("BIG handle", Int(event.group)),
          ("Max PDU", Int(event.maxPDU)), ("ISO interval", Int(event.interval)),
          ("Connection handle", Int(event.connectionHandles.first ?? 0)),
        ]
      }
    }
    try check(HCICommandRows.row(0x2064)) { c throws(ByteError) in
      let first = try CreateCIS(&c).streams.first
      return [
        ("CIS connection handle", Int(first?.cis ?? 0)),
        ("ACL connection handle", Int(first?.acl ?? 0)),
      ]
    }
  }

  @Test func commands() throws {
    try check(HCICommandRows.row(0x200B)) { c throws(ByteError) in
      let command = try ScanParameters(&c, extended: false)
      return [
        ("LE scan interval", Int(command.interval)), ("LE scan window", Int(command.window)),
      ]
    }
    try check(HCICommandRows.row(0x2041)) { c throws(ByteError) in
      let command = try ScanParameters(&c, extended: true)
      return [("Scan interval", Int(command.interval)), ("Scan window", Int(command.window))]
    }
    try check(HCICommandRows.row(0x2042)) { c throws(ByteError) in
      [("Duration", Int(try ScanEnable(&c, extended: true).duration))]
    }
    try check(HCICommandRows.row(0x2006)) { c throws(ByteError) in
      let command = try AdvertisingParameters(&c, extended: false)
      return [
        ("Advertising interval min", Int(command.intervalMin)),
        ("Advertising interval max", Int(command.intervalMax)),
      ]
    }
    for opcode in [0x2036, 0x207F] as [UInt16] {
      try check(HCICommandRows.row(opcode)) { c throws(ByteError) in
        let command = try AdvertisingParameters(&c, extended: true)
        return [
          ("Advertising handle", Int(command.set ?? 0)),
          ("Primary advertising interval min", Int(command.intervalMin)),
          ("Primary advertising interval max", Int(command.intervalMax)),
        ]
      }
    }
    for opcode: HCIOpcode in [
      .leSetExtendedAdvertisingData, .leSetExtendedScanResponseData,
    ] {
      try check(HCICommandRows.row(opcode.rawValue)) { c throws(ByteError) in
        [("Advertising handle", Int(try AdvertisedPart(&c, opcode).set ?? 0))]
      }
    }
    try check(HCICommandRows.row(0x2039)) { c throws(ByteError) in
      let set = try AdvertisingEnable(&c, extended: true).sets?.first
      return [
        ("Advertising handle", Int(set?.handle ?? 0)), ("Duration", Int(set?.duration ?? 0)),
        ("Max extended advertising events", Int(set?.maxEvents ?? 0)),
      ]
    }
    for opcode: HCIOpcode in [
      .leCreateConnection, .leExtendedCreateConnection, .leExtendedCreateConnectionV2,
    ] {
      let layout = try #require(HCICommandRows.row(opcode.rawValue)?.parameters)
      let policy = try #require(
        layout.offset { if case .named(1, .initiatorFilterPolicy) = $0 { true } else { false } })
      let peer = try #require(layout.offset { if case .address = $0 { true } else { false } })
      var bytes = (0..<64).map { UInt8($0) }
      bytes[policy] = 0
      var cursor = ByteCursor(bytes.rawBytes)
      let target = try #require(try ConnectionTarget(&cursor, opcode).peer)
      expect(UInt8(truncatingIfNeeded: target.value), equals: UInt8(peer))
      expect(target.kind.rawValue, equals: UInt8(peer - 1))
    }
  }

  @Test func linkLayerAndSignals() throws {
    func layout(_ opcode: ControlOpcode) -> WireLayout? {
      ControlRows.row(opcode.rawValue)?.parameters
    }
    try check(nil, layout(.connectionUpdateInd)) { c throws(ByteError) in
      let pdu = try ConnectionUpdateInd(&c)
      return [
        ("WinSize", Int(pdu.windowSize)), ("WinOffset", Int(pdu.windowOffset)),
        ("Interval", Int(pdu.interval)), ("Latency", Int(pdu.latency)),
        ("Timeout", Int(pdu.timeout)), ("Instant", Int(pdu.instant)),
      ]
    }
    try check(nil, layout(.versionInd)) { c throws(ByteError) in
      let pdu = try VersionInd(&c)
      return [
        ("Version", Int(pdu.version)), ("Company", Int(pdu.company)),
        ("Subversion", Int(pdu.subversion)),
      ]
    }
    for opcode: ControlOpcode in [.lengthReq, .lengthRsp] {
      try check(nil, layout(opcode)) { c throws(ByteError) in
        let pdu = try LengthPDU(&c)
        return [
          ("MaxRxOctets", Int(pdu.maxRxOctets)), ("MaxRxTime", Int(pdu.maxRxTime)),
          ("MaxTxOctets", Int(pdu.maxTxOctets)), ("MaxTxTime", Int(pdu.maxTxTime)),
        ]
      }
    }
    try check(nil, layout(.phyUpdateInd)) { c throws(ByteError) in
      let pdu = try PHYUpdateInd(&c)
      return [
        ("PHY_C_TO_P", Int(pdu.centralToPeripheral)), ("PHY_P_TO_C", Int(pdu.peripheralToCentral)),
        ("Instant", Int(pdu.instant)),
      ]
    }
    try check(nil, layout(.rejectExtInd)) { c throws(ByteError) in
      let pdu = try RejectInd(&c, isExtended: true)
      return [
        ("RejectOpcode", Int(pdu.opcode?.rawValue ?? 0)), ("ErrorCode", Int(pdu.error.rawValue)),
      ]
    }
    try check(L2CAPSignalRows.row(0x12)) { c throws(ByteError) in
      let signal = try ConnectionParameters(&c)
      return [
        ("Interval min", Int(signal.intervalMin)), ("Interval max", Int(signal.intervalMax)),
        ("Latency", Int(signal.latency)), ("Timeout", Int(signal.timeout)),
      ]
    }
    try check(L2CAPSignalRows.row(0x16)) { c throws(ByteError) in
      let signal = try FlowControlCredit(&c)
      return [("CID", Int(signal.cid)), ("Credits", Int(signal.credits))]
    }
    for code in [0x06, 0x07] as [UInt8] {
      try check(L2CAPSignalRows.row(code)) { c throws(ByteError) in
        let signal = try ChannelDisconnection(&c)
        return [
          ("Destination CID", Int(signal.destinationCID)), ("Source CID", Int(signal.sourceCID)),
        ]
      }
    }
    for code: L2CAPSignal.Code in [.leCreditBasedConnectionRequest, .creditBasedConnectionRequest] {
      try check(L2CAPSignalRows.row(code.rawValue)) { c throws(ByteError) in
        let signal = try CreditBasedConnectionRequest(&c, code: code)
        return [
          ("SPSM", Int(signal.spsm)), ("MTU", Int(signal.terms.mtu)),
          ("MPS", Int(signal.terms.mps)),
          ("Initial credits", Int(signal.terms.credits)),
          ("Source CID", Int(signal.sourceCIDs.first ?? 0)),
        ]
      }
    }
    for code: L2CAPSignal.Code in [
      .leCreditBasedConnectionResponse, .creditBasedConnectionResponse,
    ] {
      try check(L2CAPSignalRows.row(code.rawValue)) { c throws(ByteError) in
        let signal = try CreditBasedConnectionResponse(&c, code: code)
        return [
          ("MTU", Int(signal.terms.mtu)), ("MPS", Int(signal.terms.mps)),
          ("Initial credits", Int(signal.terms.credits)), ("Result", Int(signal.result.rawValue)),
        ]
      }
    }
    for code in [0x01, 0x02] as [UInt8] {
      try check(SMPRows.row(code)) { c throws(ByteError) in
        let pdu = try SMPPairingFeatures(&c)
        return [
          ("IO capability", Int(pdu.ioCapability)),
          ("AuthReq", Int(pdu.authenticationRequirements)),
          ("Maximum encryption key size", Int(pdu.maximumKeySize)),
        ]
      }
    }
  }

  @Test func attributeProtocol() throws {
    for opcode in UInt8.min...UInt8.max {
      guard let layout = ATTRows.row(opcode)?.parameters else { continue }
      let bytes = [opcode] + (1..<64).map { UInt8($0) }
      guard let pdu = try? ATTPDU(bytes.rawBytes) else { continue }
      var expected: [String: Int] = [:]
      var cursor = ByteCursor(bytes.rawBytes.clamped(1))
      try? WireWalk.each(layout, from: &cursor) { name, _, place in
        var value = 0
        for index in place.prefix(2).reversed() { value = value << 8 | Int(bytes[index + 1]) }
        if expected[name.description] == nil { expected[name.description] = value }
      }
      let leads = pdu.opcode.hasLeadingHandle || opcode == 0x01
      if leads {
        expect(pdu.handle.map { Int($0) }, equals: expected["Attribute handle"], "\(opcode)")
      }
      if let end = pdu.endHandle {
        expect(pdu.handle.map { Int($0) }, equals: expected["Starting handle"], "\(opcode)")
        expect(Int(end), equals: expected["Ending handle"], "\(opcode)")
      }
      if let offset = expected["Value offset"] { expect(Int(pdu.valueOffset16), equals: offset) }
      if let mtu = expected["Client Rx MTU"] ?? expected["Server Rx MTU"] {
        expect(Int(pdu.mtu), equals: mtu)
      }
      if let code = expected["Error code"] { expect(Int(pdu.errorCode), equals: code) }
    }
  }
}
