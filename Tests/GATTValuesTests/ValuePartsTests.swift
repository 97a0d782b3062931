import Bytes
import TestSupport
import Testing

@testable import GATTValues

/// What the parts of values are to those that hide some of them.
@Suite struct ValuePartsTests {
  private static func program(_ fields: String) throws -> Program {
    let source = """
      { "schema": 1, "characteristics": { "0000FFF4-0000-1000-8000-00805F9B34FB": { "fields": [\(fields)] } } }
      """
    return try #require(try DeclarationFile(Array(source.utf8)).declarations.first).program()
  }

  /// `measure 0..<2`, with `personal` before it.
  private static func told(_ fields: String, _ hex: String) throws -> [String] {
    var parts = ValueParts()
    let value = bytesOf(hex)
    let found = parts.parts(of: value.rawBytes, program: try program(fields), isWrite: false)
    return try #require(found).map { part in
      let word =
        switch part.content {
        case .measure: "measure"
        case .number: "number"
        case .status: "status"
        case .date: "date"
        case .text: "text"
        case .octets: "octets"
        case .address: "address"
        case .packed: "packed"
        case .checksum: "checksum"
        }
      return "\(part.isPersonal ? "personal " : "")\(word) \(part.place)"
    }
  }

  @Test func eachFieldHasItsPlace() throws {
    try expect(
      Self.told(
        """
        { "as": "flags", "type": "u8" },
        { "key": "temperature_celsius", "type": "i16", "scale": 0.01, "unit": "°C", "if": "flags.0" },
        { "as": "raw", "type": "u16" }, { "key": "pressure_hpa", "of": "raw * 2", "unit": "hPa" },
        { "key": "counter", "type": "u8" }, { "key": "on", "type": "bool" },
        { "key": "mode", "type": "u8", "words": { "1": "low" } },
        { "key": "owner", "type": "utf8", "size": { "type": "u8" }, "personal": true },
        { "skip": 1 }, { "key": "last", "type": "hex", "size": 2, "at": -2 }
        """, "01 1234 5678 07 01 01 02 4142 99 aabb"),
      equals: [
        "status 0..<1", "measure 1..<3", "measure 3..<5", "number 5..<6", "status 6..<7",
        "status 7..<8", "status 8..<9", "personal text 9..<11", "octets 12..<14",
      ])
  }

  @Test func aSpecialValueIsNoMeasure() throws {
    let field = """
      { "key": "temperature_celsius", "type": "u16", "unit": "°C", "special": { "65535": "unknown" } }
      """
    try expect(Self.told(field, "ffff"), equals: ["status 0..<2"])
    try expect(Self.told(field, "feff"), equals: ["measure 0..<2"])
  }

  /// What a number is depends on what is computed of it, and on what decides.
  @Test func whatIsComputedTellsWhatANumberIs() throws {
    try expect(
      Self.told(
        """
        { "as": "low", "type": "u8" }, { "key": "part_count", "of": "low * 2" },
        { "as": "ticks", "type": "u16" },
        { "key": "measured_at", "of": "ticks", "time": { "since": "2000-01-01", "tick_s": 1 } },
        { "as": "head", "type": "u8" }, { "key": "version", "of": "head.4..7" },
        { "if": "head.0", "key": "one", "type": "u8" },
        { "as": "state", "type": "u8" }, { "key": "open", "of": "state == 3" }
        """, "07 0102 11 05 03"),
      equals: ["number 0..<1", "date 1..<3", "packed 3..<4", "number 4..<5", "status 5..<6"])
  }

  @Test func aWideCodeIsOneWhereItIsKnown() throws {
    let field = #"{ "key": "model", "type": "u32", "words": { "5..7": "seven", "*": "other" } }"#
    try expect(Self.told(field, "06000000"), equals: ["status 0..<4"])
    try expect(Self.told(field, "06000001"), equals: ["packed 0..<4"])
    let flags = #"{ "as": "bits", "type": "u24", "flags": { "0": "on", "9": "off" } }"#
    try expect(Self.told(flags, "010200"), equals: ["status 0..<3"])
    try expect(Self.told(flags, "010201"), equals: ["packed 0..<3"])
    let compared = """
      { "as": "id", "type": "u24" }, { "if": "5 == id", "key": "part_count", "type": "u8" }
      """
    try expect(Self.told(compared, "050000 01"), equals: ["status 0..<3", "number 3..<4"])
    try expect(Self.told(compared, "060000"), equals: ["packed 0..<3"])
  }

  @Test func someBitsOfANumberStay() {
    for isBig in [false, true] {
      let packed = PackedNumber(staying: 0xF00F, isBig: isBig)
      let octets = packed.octets([0x11, 0x22], like: [0xAB, 0xCD])
      expect(octets, equals: isBig ? [0xA1, 0x2D] : [0x1B, 0xC2])
    }
  }

  @Test func onlyAssignedUUIDsAreNoIdentities() throws {
    let base = "fb349b5f80000080001000000d180000"
    let field = #"{ "key": "owner_uuid", "type": "uuid" }"#
    for hex in ["0d18", "0d180000", base] {
      try expect(Self.told(field, hex), equals: ["status 0..<\(hex.count / 2)"])
    }
    for hex in ["0d180100", "00\(base.dropFirst(2))", "\(base.dropLast(2))01"] {
      try expect(Self.told(field, hex), equals: ["octets 0..<\(hex.count / 2)"])
    }
    try expect(
      Self.told(
        #"{ "key": "owner_uuid", "type": "uuid128be" }"#, "0000180d00001000800000805f9b34fb"),
      equals: ["status 0..<16"])
  }

  @Test func whatStandsInPlaceOfAConstantIsNoPart() throws {
    let fields = #"{ "const": "a55a" }, { "key": "on", "type": "bool" }"#
    try expect(Self.told(fields, "a55a01"), equals: ["status 0..<2", "status 2..<3"])
    try expect(Self.told(fields, "a55b01"), equals: ["status 2..<3"])
  }

  @Test func anAddressIsPersonal() throws {
    try expect(
      Self.told(#"{ "key": "peer", "type": "address" }"#, "0102030405c6"),
      equals: ["personal address 0..<6"])
  }

  @Test func listsHaveAPlaceForEachElement() throws {
    try expect(
      Self.told(
        """
        { "key": "rr_intervals_ms", "type": "u16", "unit": "ms", "repeat": "rest" }
        """, "0102 0304"), equals: ["measure 0..<2", "measure 2..<4"])
  }

  @Test func numbersAreReadAndWritten() {
    let numbers: [(MeasuredNumber, [UInt8], Int64)] = [
      (
        MeasuredNumber(
          name: "a", bits: 16, isSigned: true, isBig: false, range: 0...1, exponentBits: 0),
        [0xFE, 0xFF], -2
      ),
      (
        MeasuredNumber(
          name: "a", bits: 24, isSigned: false, isBig: true, range: 0...1, exponentBits: 0),
        [1, 2, 3], 0x01_0203
      ),
      // A medical float of 16 bits: 36.5, and its exponent.
      (
        MeasuredNumber(
          name: "a", bits: 12, isSigned: true, isBig: false, range: 0...1, exponentBits: 4),
        [0x6D, 0xF1], 365
      ),
    ]
    for (form, octets, number) in numbers {
      expect(form.number(in: octets), equals: number)
      expect(form.octets(of: number, like: octets), equals: octets)
      let moved = form.octets(of: number + 1, like: octets)
      expect(form.number(in: moved), equals: number + 1)
      expect(form.exponent(in: moved), equals: form.exponent(in: octets))
    }
  }

  @Test func limitsAreThoseOfTheNumberAsItIsSent() throws {
    let field = """
      { "key": "temperature_celsius", "type": "i16", "scale": 0.5, "offset": -10, "unit": "°C", "limits": [-40, 85] }
      """
    var parts = ValueParts()
    let found = parts.parts(
      of: bytesOf("0a00").rawBytes, program: try Self.program(field), isWrite: false)
    guard case .measure(let measure)? = found?.first?.content else {
      return expect(false, "no measure")
    }
    expect(measure.range, equals: -60...190)
  }

  /// A mantissa counts what its exponent says.
  @Test func limitsOfMedicalFloats() throws {
    let field = """
      { "key": "temperature_celsius", "type": "sfloat", "unit": "°C", "limits": [-10, 45] }
      """
    var parts = ValueParts()
    for (hex, range) in [
      ("2400", -10...45), ("6df1", -100...450), ("04e1", -1000...2045), ("0210", -1...4),
    ] as [(String, ClosedRange<Int64>)] {
      let found = parts.parts(
        of: bytesOf(hex).rawBytes, program: try Self.program(field), isWrite: false)
      guard case .measure(let measure)? = found?.first?.content else {
        return expect(false, "no measure")
      }
      expect(measure.range, equals: range, hex)
    }
  }

  @Test func aChecksumIsMadeAnew() throws {
    let program = try Self.program(
      """
      { "key": "temperature_celsius", "type": "u8", "unit": "°C" }, { "skip": 1 }, { "check": { "kind": "sum" } }
      """)
    var parts = ValueParts()
    let found = parts.parts(of: bytesOf("010203").rawBytes, program: program, isWrite: false)
    guard case .checksum(let sum)? = found?.last?.content else {
      return expect(false, "no checksum")
    }
    expect(sum.octets(in: [5, 2, 3]), equals: [7])
  }

  @Test func valuesThatDifferInNumbersAlone() throws {
    let program = try Self.program(
      """
      { "key": "temperature_celsius", "type": "u8", "unit": "°C" },
      { "key": "mode", "type": "u8", "words": { "1": "low", "2": "high" } }
      """)
    var parts = ValueParts()
    func agree(_ a: String, _ b: String) -> Bool {
      parts.agree(
        bytesOf(a).rawBytes, changed: bytesOf(b).rawBytes, program: program, isWrite: false,
        state: DeviceState())
    }
    expect(agree("0101", "0901"))
    expect(!agree("0101", "0102"))
    expect(!agree("0101", "01"))
  }

  @Test func onlyWhatIsReadCanBePersonal() {
    func problem(_ field: String) -> String? {
      do {
        _ = try Self.program(field)
        return nil
      } catch { return "\(error)" }
    }
    expect(problem(#"{ "key": "a", "type": "u8", "personal": true }"#) == nil)
    for field in [
      #"{ "key": "a", "type": "u8" }, { "key": "b", "of": "a + 1", "personal": true }"#,
      #"{ "key": "a", "fields": [{ "key": "b", "type": "u8" }], "personal": true }"#,
      #"{ "skip": 1, "personal": true }"#, #"{ "key": "a", "type": "u8", "personal": 1 }"#,
    ] {
      expect(problem(field) != nil, field)
    }
  }
}
