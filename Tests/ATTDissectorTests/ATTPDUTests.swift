import ATTDissector
import Bytes
import TestSupport
import Testing

struct ATTPDUTests {
  /// The fixed parts of every opcode: no prefix of them is enough.
  static let fixed: [String] = [
    "01 0a 0300 05", "02 0002", "03 6700", "04 0100 ffff", "05 01", "06 0100 ffff 0028", "07",
    "08 0100 ffff 0328", "09 07", "0a 0300", "0b", "0c 0300 1600", "0d", "0e", "0f",
    "10 0100 ffff 0028", "11 06", "12 0300", "13", "16 0300 0000", "17 0300 0000", "18 01", "19",
    "1b 0300", "1d 0300", "1e", "20", "21", "23", "52 0300", "d2 0300", "3f",
  ]

  @Test(arguments: fixed) func everyPrefixThrows(hex: String) throws {
    let whole = wire(hex)
    for count in 0..<whole.count {
      let prefix = Array(whole.prefix(count))
      #expect(throws: ByteError.self) { try ATTPDU(prefix.rawBytes) }
    }
    let pdu = try ATTPDU(whole.rawBytes)
    expect(pdu.opcode.rawValue, equals: whole[0])
    expect(pdu.valueOffset, equals: whole.count)
  }

  @Test func everyOpcodeHasASample() {
    let samples = Set(Self.fixed.map { wire($0)[0] })
    for row in ATTOpcodeTests.table { expect(samples.contains(row.0)) }
  }

  @Test func fields() throws {
    let error = try ATTPDU(wire("01 12 0400 05").rawBytes)
    expect(error.requestOpcode, equals: .writeRequest)
    expect(error.handle, equals: 4)
    expect(error.errorCode, equals: 5)
    try expect(ATTPDU(wire("02 a702").rawBytes).mtu, equals: 679)
    let find = try ATTPDU(wire("06 0100 ffff 0028 0d18").rawBytes)
    expect(find.handle, equals: 1)
    expect(find.endHandle, equals: 0xFFFF)
    expect(find.type, equals: 0x2800)
    expect(find.valueOffset, equals: 7)
    let blob = try ATTPDU(wire("0c 1400 1600").rawBytes)
    expect(blob.handle, equals: 0x14)
    expect(blob.valueOffset16, equals: 22)
    try expect(ATTPDU(wire("18 01").rawBytes).flags, equals: 1)
    let long = try ATTPDU(
      wire("08 0100 ffff fb349b5f8000 0080 0010 0000 0328 0000").rawBytes)
    expect(long.type, equals: 0x2803)
  }

  @Test(arguments: ["08 0100 ffff 03", "08 0100 ffff 032800", "10 0100 ffff"])
  func typesOfOtherLengths(hex: String) {
    let bytes = wire(hex)
    #expect(throws: ByteError.self) { try ATTPDU(bytes.rawBytes) }
  }
}

struct ATTListTests {
  private func entries(_ hex: String) throws -> ([String], Int) {
    let bytes = wire(hex)
    var found: [String] = []
    let rest = try ATTPDU(bytes.rawBytes).forEachEntry(in: bytes.rawBytes) { entry in
      found.append("\(entry.handle)-\(entry.endHandle) \(entry.value)")
    }
    return (found, rest)
  }

  @Test func entriesOfGroups() throws {
    try expect(
      entries("11 06 0100 0600 0d18 0700 0900 0f18")
        == (["1-6 6..<8", "7-9 12..<14"], 0))
    try expect(entries("11 06 0100 0600 0d18 0700") == (["1-6 6..<8"], 2))
    try expect(entries("11 04 0100 0600") == (["1-6 6..<6"], 0))
    try expect(entries("11 03 0100 0600") == ([], 4))
    try expect(entries("11 00 0100 0600") == ([], 4))
  }

  @Test func entriesOfTypes() throws {
    try expect(entries("09 07 0200 10 0300 372a") == (["2-2 4..<9"], 0))
    try expect(entries("09 02 0200 0300") == (["2-2 4..<4", "3-3 6..<6"], 0))
    try expect(entries("09 01 0200") == ([], 2))
    try expect(entries("09 07") == ([], 0))
  }

  @Test func information() throws {
    var found: [String] = []
    func walk(_ hex: String) throws -> Int {
      found = []
      let bytes = wire(hex)
      return try ATTPDU(bytes.rawBytes).forEachInformation(in: bytes.rawBytes) {
        found.append("\($0) \($1)")
      }
    }
    try expect(walk("05 01 0400 0229 0500 0129"), equals: 0)
    expect(found, equals: ["4 2902", "5 2901"])
    try expect(walk("05 02 0400 fb349b5f8000 0080 0010 0000 0229 0000 05"), equals: 1)
    expect(found, equals: ["4 2902"])
    try expect(walk("05 03 0400 0229"), equals: 4)
    try expect(walk("05 00"), equals: 0)
  }

  @Test func groups() throws {
    let bytes = wire("07 0700 0900 2000 2400 3000")
    var found: [String] = []
    let rest = try ATTPDU(bytes.rawBytes).forEachGroup(in: bytes.rawBytes) {
      found.append("\($0)-\($1)")
    }
    expect(found, equals: ["7-9", "32-36"])
    expect(rest, equals: 2)
  }

  /// 0x23 has handles, 0x21 has none.
  @Test func severalValues() throws {
    var found: [String] = []
    var bytes = wire("23 0300 0100 aa 0600 0200 bbcc 0700 0500 dd")
    try ATTPDU(bytes.rawBytes).forEachNotification(in: bytes.rawBytes) {
      found.append("\($0) \($1)\($2 ? " cut" : "")")
    }
    expect(found, equals: ["3 5..<6", "6 10..<12", "7 16..<17 cut"])
    found = []
    bytes = wire("21 0100 aa 0200 bbcc 0500 dd 01")
    try ATTPDU(bytes.rawBytes).forEachVariableValue(in: bytes.rawBytes) {
      found.append("\($0)\($1 ? " cut" : "")")
    }
    expect(found, equals: ["3..<4", "6..<8", "10..<12 cut"])
    found = []
    bytes = wire("21 ffff")
    try ATTPDU(bytes.rawBytes).forEachVariableValue(in: bytes.rawBytes) {
      found.append("\($0)\($1 ? " cut" : "")")
    }
    expect(found, equals: ["3..<3 cut"])
  }

  @Test func declarations() {
    let short = CharacteristicDeclaration(wire("10 0300 372a").rawBytes)
    expect(short?.properties, equals: .notify)
    expect(short?.valueHandle, equals: 3)
    expect(short?.uuid, equals: 0x2A37)
    let long = CharacteristicDeclaration(
      wire("ff 0300 f0debc9a78563412f0debc9a78563412").rawBytes)
    expect(long?.properties.rawValue, equals: 0xFF)
    expect(long?.uuid.description, equals: "12345678-9ABC-DEF0-1234-56789ABCDEF0")
    for hex in ["", "10 0300", "10 0300 37", "10 0300 372a00"] {
      expect(CharacteristicDeclaration(wire(hex).rawBytes) == nil)
    }
    let include = IncludeDeclaration(wire("2000 2900 0f18").rawBytes)
    expect(include?.includedHandle, equals: 0x20)
    expect(include?.endHandle, equals: 0x29)
    expect(include?.uuid, equals: 0x180F)
    expect(IncludeDeclaration(wire("2000 2900").rawBytes)?.uuid == nil)
    for hex in ["", "2000", "2000 29", "2000 2900 0f", "2000 2900 0f18 00"] {
      expect(IncludeDeclaration(wire(hex).rawBytes) == nil)
    }
  }

  @Test func everyPropertyBitHasItsWord() {
    let words = CharacteristicProperties.words
    expect(words.map(\.0.rawValue), equals: [1, 2, 4, 8, 16, 32, 64, 128])
    expect(Set(words.map { $0.1.description }).count, equals: 8)
  }
}
