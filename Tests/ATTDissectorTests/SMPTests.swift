import ATTDissector
import Bytes
import TestSupport
import Testing

struct SMPTests {
  @Test func features() throws {
    let features = try parse("04 00 0d 10") { c throws(ByteError) in try SMPPairingFeatures(&c) }
    expect(features.ioCapability, equals: 4)
    expect(!features.hasOutOfBandData)
    expect(features.wantsBonding)
    expect(features.wantsProtection)
    expect(features.supportsSecureConnections)
    expect(features.maximumKeySize, equals: 16)
    let plain = try parse("03 01 00 07") { c throws(ByteError) in try SMPPairingFeatures(&c) }
    expect(plain.hasOutOfBandData)
    expect(!plain.wantsBonding && !plain.wantsProtection && !plain.supportsSecureConnections)
  }

  private func features(
    _ capability: UInt8, oob: Bool = false, authentication: UInt8, size: UInt8 = 16
  ) throws -> SMPPairingFeatures {
    let bytes = [capability, oob ? 1 : 0, authentication, size]
    var cursor = ByteCursor(bytes.rawBytes)
    return try SMPPairingFeatures(&cursor)
  }

  /// Vol 3, Part H, table 2.8: rows are the responder, columns the initiator, each in the order
  /// display only, display yes/no, keyboard only, none, keyboard and display. J Just Works,
  /// P Passkey Entry, N Numeric Comparison.
  static let legacy = ["JJPJP", "JJPJP", "PPPJP", "JJJJJ", "PPPJP"]
  static let secure = ["JJPJP", "JNPJN", "PPPJP", "JJJJJ", "PNPJN"]

  @Test(arguments: [false, true]) func theTableAsAWhole(isSecure: Bool) throws {
    let table = isSecure ? Self.secure : Self.legacy
    for (responder, row) in table.enumerated() {
      for (initiator, letter) in row.enumerated() {
        let authentication: UInt8 = isSecure ? 0x0C : 0x04
        let method = SMPPairingMethod(
          initiator: try features(UInt8(initiator), authentication: authentication),
          responder: try features(UInt8(responder), authentication: authentication))
        let told: Character =
          switch method.association {
          case .justWorks: "J"
          case .passkeyEntry: "P"
          case .numericComparison: "N"
          case .outOfBand: "O"
          }
        expect(told, equals: letter, "initiator \(initiator), responder \(responder)")
        expect(method.isSecureConnections, equals: isSecure)
      }
    }
  }

  @Test func withoutProtectionItIsJustWorks() throws {
    let method = SMPPairingMethod(
      initiator: try features(4, authentication: 0x09),
      responder: try features(4, authentication: 0x01, size: 7))
    expect(method.association, equals: .justWorks)
    expect(!method.isSecureConnections)
    expect(method.isBonding)
    expect(method.keySize, equals: 7)
  }

  @Test func outOfBand() throws {
    func association(_ a: Bool, _ b: Bool, _ authentication: UInt8) throws
      -> SMPPairingMethod.Association
    {
      SMPPairingMethod(
        initiator: try features(3, oob: a, authentication: authentication),
        responder: try features(3, oob: b, authentication: authentication)
      ).association
    }
    // Legacy wants it on both sides, Secure Connections on one.
    try expect(association(true, false, 0x04), equals: .justWorks)
    try expect(association(true, true, 0x04), equals: .outOfBand)
    try expect(association(true, false, 0x0C), equals: .outOfBand)
    try expect(association(false, true, 0x08), equals: .outOfBand)
  }

  @Test func reservedCapabilitiesAreJustWorks() throws {
    let method = SMPPairingMethod(
      initiator: try features(9, authentication: 0x04),
      responder: try features(2, authentication: 0x04))
    expect(method.association, equals: .justWorks)
  }
}

struct BluetoothUUIDTests {
  @Test func equalValuesAreOneUUID() {
    let short = BluetoothUUID(littleEndian: wire("0d18").rawBytes)
    let middle = BluetoothUUID(littleEndian: wire("0d180000").rawBytes)
    let long = BluetoothUUID(
      littleEndian: wire("fb349b5f80000080 00100000 0d180000").rawBytes)
    expect(short, equals: middle)
    expect(middle, equals: long)
    expect(long?.description, equals: "180D")
    expect(
      BluetoothUUID(littleEndian: wire("0d180100").rawBytes)?.description, equals: "0001180D")
  }

  @Test(arguments: ["", "0d", "0d1800", "0d18000000"]) func otherLengths(hex: String) {
    expect(BluetoothUUID(littleEndian: wire(hex).rawBytes) == nil)
  }

  @Test func text() {
    expect(BluetoothUUID(text: "180d"), equals: 0x180D)
    expect(BluetoothUUID(text: "0x180D"), equals: 0x180D)
    expect(BluetoothUUID(text: "0000180D-0000-1000-8000-00805F9B34FB"), equals: 0x180D)
    for bad in ["", "18", "180G", "180D1", "0000180D-0000-1000-8000-00805F9B34F"] {
      expect(BluetoothUUID(text: bad) == nil)
    }
  }
}

struct BluetoothAddressTests {
  @Test func kinds() {
    let names = (0...4 as ClosedRange<UInt8>).map {
      BluetoothAddress.Kind(rawValue: $0).name?.description
    }
    expect(names, equals: ["public", "random", "public_identity", "random_identity", nil])
    expect(BluetoothAddress(0x5B83_B4EC_1C40, kind: .random).isResolvable)
    expect(!BluetoothAddress(0x5B83_B4EC_1C40, kind: .public).isResolvable)
    expect(BluetoothAddress(0x1B83_B4EC_1C40, kind: .random).isNonResolvable)
    expect(!sampleAddress.isResolvable && !sampleAddress.isNonResolvable)
    expect(BluetoothAddress(.max, kind: .random).value, equals: 0xFFFF_FFFF_FFFF)
  }

  @Test func whichLast() {
    for kind in [BluetoothAddress.Kind.public, .publicIdentity, .randomIdentity] {
      expect(BluetoothAddress(0x5B83_B4EC_1C40, kind: kind).isLasting)
    }
    for kind in [BluetoothAddress.Kind.anonymous, .unknown, BluetoothAddress.Kind(rawValue: 4)] {
      expect(!BluetoothAddress(0xDB83_B4EC_1C40, kind: kind).isLasting)
    }
    // By the two highest bits.
    let random =
      ([0x1B83_B4EC_1C40, 0x5B83_B4EC_1C40, 0x9B83_B4EC_1C40, 0xDB83_B4EC_1C40] as [UInt64])
      .map { BluetoothAddress($0, kind: .random).isLasting }
    expect(random, equals: [false, false, false, true])
  }

  @Test func anIdentityIsTheDeviceOfItsPlainAddress() {
    for kind in [BluetoothAddress.Kind.public, .random] {
      let plain = BluetoothAddress(0xDB83_B4EC_1C40, kind: kind)
      expect(plain.identity != plain && plain.identity.deviceKey == plain.deviceKey)
    }
    expect(
      BluetoothAddress(1, kind: .public).deviceKey != BluetoothAddress(1, kind: .random).deviceKey)
  }

  @Test func text() {
    expect(sampleAddress.description, equals: "D8:5A:6B:7C:8D:9E")
    expect(BluetoothAddress.value(of: "d8:5a:6b:7c:8d:9e"), equals: sampleAddress.value)
    expect(BluetoothAddress.value(of: "D8-5A-6B-7C-8D-9E"), equals: sampleAddress.value)
    for bad in ["", "D8:5A:6B:7C:8D", "D8:5A:6B:7C:8D:9E:", "D85A6B7C8D9E", "D8:5A:6B:7C:8D:9G"] {
      expect(BluetoothAddress.value(of: bad) == nil)
    }
  }
}
