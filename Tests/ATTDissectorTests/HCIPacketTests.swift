import ATTDissector
import Bytes
import TestSupport
import Testing

struct HCIPacketTests {
  @Test func commandHeader() throws {
    let header = try parse("0620 0f") { c throws(ByteError) in try HCICommandHeader(&c) }
    expect(header.opcode, equals: .leSetAdvertisingParameters)
    expect(header.length, equals: 15)
  }

  @Test func eventHeader() throws {
    let header = try parse("3e 13") { c throws(ByteError) in try HCIEventHeader(&c) }
    expect(header.code, equals: .leMeta)
    expect(header.length, equals: 19)
  }

  @Test(arguments: [
    ("01 00 0700", 1, 0, true), ("01 20 0700", 1, 2, true), ("ff 1f 0700", 0xFFF, 1, false),
    ("01 30 0700", 1, 3, true),
  ]) func aclHeader(hex: String, handle: UInt16, boundary: UInt8, isStart: Bool) throws {
    let header = try parse(hex) { c throws(ByteError) in try ACLHeader(&c) }
    expect(header.connectionHandle, equals: handle)
    expect(header.packetBoundary, equals: boundary)
    expect(header.broadcast, equals: 0)
    expect(header.length, equals: 7)
    expect(header.isStart, equals: isStart)
  }

  @Test func broadcastFlag() throws {
    let header = try parse("01 60 0000") { c throws(ByteError) in try ACLHeader(&c) }
    expect(header.broadcast, equals: 1)
    expect(header.packetBoundary, equals: 2)
  }
}

struct HCICommandTests {
  @Test func scanParameters() throws {
    let legacy = try parse("01 6000 3000") { c throws(ByteError) in
      try ScanParameters(&c, extended: false)
    }
    expect(legacy.isActive)
    expect(legacy.interval, equals: 0x60)
    expect(legacy.window, equals: 0x30)
    let extended = try parse("01 00 01 00 6000 3000") { c throws(ByteError) in
      try ScanParameters(&c, extended: true)
    }
    expect(!extended.isActive)
    expect(extended.interval, equals: 0x60)
    expect(extended.window, equals: 0x30)
  }

  @Test func scanEnable() throws {
    let on = try parse("01 01") { c throws(ByteError) in try ScanEnable(&c) }
    expect(on.isEnabled && on.filtersDuplicates)
    let off = try parse("00 00") { c throws(ByteError) in try ScanEnable(&c) }
    expect(!off.isEnabled && !off.filtersDuplicates)
  }

  @Test(arguments: [(0, true), (1, true), (2, false), (3, false), (4, true)])
  func legacyAdvertisingParameters(type: UInt8, isConnectable: Bool) throws {
    let parameters = try parse("a000 f000 0\(type)") { c throws(ByteError) in
      try AdvertisingParameters(&c, extended: false)
    }
    expect(parameters.intervalMin, equals: 0xA0)
    expect(parameters.intervalMax, equals: 0xF0)
    expect(parameters.isConnectable, equals: isConnectable)
  }

  @Test func extendedAdvertisingParameters() throws {
    let parameters = try parse("01 1300 a00001 f00001") { c throws(ByteError) in
      try AdvertisingParameters(&c, extended: true)
    }
    expect(parameters.intervalMin, equals: 0x100A0)
    expect(parameters.intervalMax, equals: 0x100F0)
    expect(parameters.isConnectable)
  }

  @Test func connectionTarget() throws {
    let legacy = try parse("6000 3000 00 01 9e8d7c6b5ad8") { c throws(ByteError) in
      try ConnectionTarget(&c, .leCreateConnection)
    }
    expect(legacy.peer, equals: sampleAddress)
    let extended = try parse("00 00 01 9e8d7c6b5ad8") { c throws(ByteError) in
      try ConnectionTarget(&c, .leExtendedCreateConnection)
    }
    expect(extended.peer, equals: sampleAddress)
    let listed = try parse("01 00 01 9e8d7c6b5ad8") { c throws(ByteError) in
      try ConnectionTarget(&c, .leExtendedCreateConnection)
    }
    expect(listed.peer == nil)
  }
}

struct HCIEventTests {
  @Test func disconnectionComplete() throws {
    let event = try parse("00 01f0 13") { c throws(ByteError) in try DisconnectionComplete(&c) }
    expect(event.status, equals: .success)
    expect(event.connectionHandle, equals: 1)
    expect(event.reason, equals: .remoteUserTerminated)
  }

  @Test func encryptionChange() throws {
    let first = try parse("00 0100 01") { c throws(ByteError) in
      try EncryptionChange(&c, code: .encryptionChange)
    }
    expect(first.enabled, equals: 1)
    expect(first.keySize == nil)
    let second = try parse("00 0100 01 10") { c throws(ByteError) in
      try EncryptionChange(&c, code: .encryptionChangeV2)
    }
    expect(second.keySize, equals: 16)
    let refresh = try parse("00 0100") { c throws(ByteError) in
      try EncryptionChange(&c, code: .encryptionKeyRefreshComplete)
    }
    expect(refresh.enabled, equals: 1)
    expect(refresh.connectionHandle, equals: 1)
  }

  @Test func readRemoteVersionComplete() throws {
    let event = try parse("00 0100 0c 0f00 0943") { c throws(ByteError) in
      try ReadRemoteVersionComplete(&c)
    }
    expect(event.version, equals: 12)
    expect(event.company, equals: 15)
    expect(event.subversion, equals: 0x4309)
    expect(ReadRemoteVersionComplete.versionName(12)?.description, equals: "5.3")
    expect(ReadRemoteVersionComplete.versionName(6)?.description, equals: "4.0")
    expect(ReadRemoteVersionComplete.versionName(200) == nil)
    expect(ReadRemoteVersionComplete.versionName(16)?.description, equals: "6.2")
    let names = (0...16).compactMap { ReadRemoteVersionComplete.versionName($0)?.description }
    expect(Set(names).count, equals: 17)
  }

  @Test func commandComplete() throws {
    let bytes = wire("01 0c20 00 aabb")
    var cursor = ByteCursor(bytes.rawBytes)
    let event = try CommandComplete(&cursor)
    expect(event.opcode, equals: .leSetScanEnable)
    expect(event.status, equals: .success)
    let rest = cursor.remaining
    expect(rest, equals: 2)
    // A command may return nothing.
    let bare = try parse("01 0000") { c throws(ByteError) in try CommandComplete(&c) }
    expect(bare.opcode.rawValue, equals: 0)
    expect(bare.status == nil)
  }

  @Test func commandStatus() throws {
    let event = try parse("0c 01 0d20") { c throws(ByteError) in try CommandStatus(&c) }
    expect(event.status.rawValue, equals: 0x0C)
    expect(event.opcode, equals: .leCreateConnection)
  }
}

struct LEMetaEventTests {
  @Test func connectionComplete() throws {
    let event = try parse("00 0100 00 01 9e8d7c6b5ad8 1800 0400 4800") { c throws(ByteError) in
      try LEConnectionComplete(&c, subevent: .connectionComplete)
    }
    expect(event.status, equals: .success)
    expect(event.connectionHandle, equals: 1)
    expect(event.role, equals: .central)
    expect(event.peer, equals: sampleAddress)
    expect(event.interval, equals: 24)
    expect(event.latency, equals: 4)
    expect(event.timeout, equals: 72)
    expect(event.peerResolvable, equals: 0)
  }

  @Test(arguments: [LESubevent.enhancedConnectionComplete, .enhancedConnectionCompleteV2])
  func enhancedConnectionComplete(subevent: LESubevent) throws {
    let event = try parse(
      "00 0100 01 03 9e8d7c6b5ad8 010203040546 a1a2a3a4a545 1800 0400 4800"
    ) { c throws(ByteError) in try LEConnectionComplete(&c, subevent: subevent) }
    expect(event.role, equals: .peripheral)
    expect(event.peer.kind, equals: .randomIdentity)
    expect(event.localResolvable, equals: 0x4605_0403_0201)
    expect(event.peerResolvable, equals: 0x45A5_A4A3_A2A1)
    expect(event.timeout, equals: 72)
  }

  @Test func aReservedRoleIsNone() throws {
    let event = try parse("00 0100 02 01 9e8d7c6b5ad8 1800 0400 4800") { c throws(ByteError) in
      try LEConnectionComplete(&c, subevent: .connectionComplete)
    }
    expect(event.role == nil)
  }

  @Test func roles() {
    expect(LinkRole.central.opposite, equals: .peripheral)
    expect(LinkRole.peripheral.opposite, equals: .central)
    expect(LinkRole.central.name.description, equals: "central")
    expect(LinkRole.peripheral.name.description, equals: "peripheral")
  }

  @Test func connectionUpdateComplete() throws {
    let event = try parse("00 0100 3003 0200 5802") { c throws(ByteError) in
      try LEConnectionUpdateComplete(&c)
    }
    expect(event.interval, equals: 816)
    expect(event.latency, equals: 2)
    expect(event.timeout, equals: 600)
  }

  @Test func remoteFeatures() throws {
    let event = try parse("00 0100 ff01000000000080") { c throws(ByteError) in
      try LEReadRemoteFeaturesComplete(&c)
    }
    expect(event.features, equals: 0x8000_0000_0000_01FF)
  }

  @Test func remoteConnectionParameterRequest() throws {
    let event = try parse("0100 2003 3003 0100 5802") { c throws(ByteError) in
      try LERemoteConnectionParameterRequest(&c)
    }
    expect(event.connectionHandle, equals: 1)
    expect(event.parameters.intervalMin, equals: 800)
    expect(event.parameters.intervalMax, equals: 816)
    expect(event.parameters.latency, equals: 1)
    expect(event.parameters.timeout, equals: 600)
  }

  @Test func dataLengthChange() throws {
    let event = try parse("0100 fb00 4808 1b00 4801") { c throws(ByteError) in
      try LEDataLengthChange(&c)
    }
    expect(event.maxTxOctets, equals: 251)
    expect(event.maxTxTime, equals: 2120)
    expect(event.maxRxOctets, equals: 27)
    expect(event.maxRxTime, equals: 328)
  }

  @Test func phyUpdateComplete() throws {
    let event = try parse("00 0100 02 03") { c throws(ByteError) in try LEPHYUpdateComplete(&c) }
    expect(event.tx, equals: 2)
    expect(event.rx, equals: 3)
    let names = (0...4 as ClosedRange<UInt8>).map { LEPHYUpdateComplete.name(of: $0)?.description }
    expect(names, equals: [nil, "1M", "2M", "Coded", nil])
  }
}
