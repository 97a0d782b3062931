import ATTDissector
import Bytes
import JSONText
import TestSupport
import Testing

@testable import GATTValues

private func file(_ advertisements: String) throws -> DeclarationFile {
  try DeclarationFile(
    Array("{ \"schema\": 1, \"advertisements\": [\(advertisements)] }".utf8))
}

private func problem(_ advertisement: String) -> String? {
  let source = Array("{ \"schema\": 1, \"advertisements\": [\(advertisement)] }".utf8)
  do {
    _ = try DeclarationFile(source)
    return nil
  } catch { return error.sentence(in: source) }
}

/// The object that a declaration adds after a field; `nil` where it does not fit.
/// - all: the structures of the whole advertisement.
private func added(
  _ advertisement: String, _ hex: String, in all: String = ""
) throws -> (json: String, note: String)? {
  let program = try #require(try file(advertisement).declarations.first).program()
  var buffer = FieldBuffer()
  buffer.text.append("before")
  var texts = ByteWriter(capacity: 64)
  let outcome = program.decode(
    advertised: bytesOf(hex).rawBytes, in: bytesOf(all).rawBytes, into: &buffer, texts: &texts)
  guard outcome == .decoded else {
    let count = buffer.fields.count
    expect(count, equals: 0)
    return nil
  }
  let text = String(decoding: buffer.text.bytes.copy(), as: UTF8.self)
  expect(text, equals: "before")
  return (buffer.decodedJSON, String(decoding: buffer.note.bytes.copy(), as: UTF8.self))
}

@Suite struct AdvertisingDeclarationTests {
  static let beacon = """
    { "key": "test_beacon", "company": "FFF1", "starts": "0215", "fields": [
      { "skip": 2 }, { "key": "beacon_major", "type": "u16be" }, { "key": "beacon_list", "type": "u8", "repeat": "rest" } ] }
    """

  @Test func dataIsAnObjectUnderItsKey() throws {
    try expect(
      added(Self.beacon, "0215 0102 0304")?.json,
      equals: #"{"test_beacon":{"beacon_major":258,"beacon_list":[3,4]}}"#)
  }

  @Test func dataThatBeginsOtherwiseIsAnothers() throws {
    try expect(added(Self.beacon, "0216 0102") == nil)
    try expect(added(Self.beacon, "02") == nil)
    try expect(added(Self.beacon, "") == nil)
  }

  @Test func anObjectWithoutMembersIsLeftOut() throws {
    try expect(added(Self.beacon, "0215") == nil)
  }

  @Test func aConditionOnTheLengthChooses() throws {
    let declaration = """
      { "key": "test_sized", "service": "FFF2", "if": "length == 2", "fields": [
        { "key": "sized_value", "type": "u16" } ] }
      """
    try expect(added(declaration, "0100")?.json, equals: #"{"test_sized":{"sized_value":1}}"#)
    try expect(added(declaration, "010000") == nil)
  }

  @Test func whatIsMissingIsNoRemarkOnTheAdvertisement() throws {
    let declaration = """
      { "key": "test_cut", "company": "FFF1", "starts": "0215", "fields": [
        { "skip": 2 }, { "key": "cut_first", "type": "u8" }, { "key": "cut_second", "type": "u16" } ] }
      """
    let result = try #require(try added(declaration, "0215 01 02"))
    expect(result.json.contains(#""cut_first":1"#) && !result.json.contains("cut_second"))
    expect(result.note, equals: "")
  }

  /// Data of another form may be shorter; what the declaration asks of its fields is told.
  @Test func whatIsWrongIsARemark() throws {
    let declaration = """
      { "key": "test_noted", "company": "FFF1", "starts": "03", "fields": [
        { "key": "noted_kind", "type": "u8", "expect": 3 },
        { "key": "noted_level", "type": "u8", "valid": "0..100" }, { "note": "hello" } ] }
      """
    let result = try #require(try added(declaration, "03 c8 01"))
    expect(result.note, equals: "1 extra byte; noted_level is out of range; hello")
  }

  /// The text has the NULs of one structure, and not what is wrong with another.
  @Test func remarksOnTwoStructures() throws {
    let name =
      #"{ "key": "test_name", "company": "FFF1", "fields": [ { "key": "n", "type": "utf8" } ] }"#
    let level = """
      { "key": "test_level", "company": "FFF2", "fields": [
        { "key": "noted_level", "type": "u8", "valid": "0..100" } ] }
      """
    var buffer = FieldBuffer()
    var texts = ByteWriter(capacity: 64)
    for (declaration, data) in [(name, "414200"), (level, "c8")] {
      let program = try #require(try file(declaration).declarations.first).program()
      _ = program.decode(advertised: bytesOf(data).rawBytes, into: &buffer, texts: &texts)
      let isSaid = !buffer.hasRemark
      expect(isSaid, equals: (data == "414200"))
    }
    let note = String(decoding: buffer.note.bytes.copy(), as: UTF8.self)
    expect(note, equals: "1 trailing NUL; noted_level is out of range")
  }

  @Test func aKeyStandsOnce() throws {
    let program = try #require(try file(Self.beacon).declarations.first).program()
    var buffer = FieldBuffer()
    var texts = ByteWriter(capacity: 64)
    // What comes again is shown as bytes.
    for (hex, wanted) in [("0215 0001", AdvertisedOutcome.decoded), ("0215 0002", .comesAgain)] {
      let outcome = program.decode(
        advertised: bytesOf(hex).rawBytes, into: &buffer, texts: &texts)
      expect(outcome, equals: wanted)
    }
    let json = buffer.decodedJSON
    expect(json, equals: #"{"test_beacon":{"beacon_major":1}}"#)
  }

  static let named = """
    { "key": "test_named", "company": "FFF8", "beside": { "name": ["Tank", "Lid "] }, "fields": [ { "key": "named_value", "type": "u8" } ] }
    """
  static let listed = """
    { "key": "test_listed", "company": "FFF8", "beside": { "name": "T", "service": "180D" }, "fields": [ { "key": "listed_value", "type": "u8" } ] }
    """

  @Test(arguments: [
    ("", false), ("0309 5461", false), ("0509 54616E6B", true), ("0608 4C696420 31", true),
    ("0509 4C6964", false), ("020106 0509 54616E6B 05FF F8FF 0102", true),
    // A name that is longer than the advertisement.
    ("1E09 54616E6B", true), ("FF", false), ("0509 58616E6B", false), ("0516 54616E6B", false),
  ])
  func aNameBesideTheData(all: String, fits: Bool) throws {
    expect((try added(Self.named, "07", in: all) != nil), equals: fits)
  }

  @Test(arguments: [
    ("0303 0D18 0209 54", true), ("0209 54 0502 0A18 0D18", true), ("0303 0D18", false),
    ("0209 54", false), ("0209 54 0303 0F18", false), ("0209 54 0316 0D18", false),
    ("0209 54 0505 0D180000", true),
    ("0209 54 1107 FB349B5F80000080001000000D180000", true),
  ])
  func aServiceBesideTheData(all: String, fits: Bool) throws {
    expect((try added(Self.listed, "07", in: all) != nil), equals: fits)
  }

  @Test(arguments: [
    (#"{}"#, "expected 'name', 'service' or both"), (#"{ "name": [] }"#, "expected at least one"),
    (#"{ "name": "" }"#, "expected what the name begins with, 1 to 31 octets"),
    (#"{ "service": "xyz" }"#, "expected a UUID"),
    (#"{ "uuid": "180D" }"#, "unknown member 'uuid'"),
  ])
  func whatCannotBeBeside(beside: String, reason: String) {
    let found = problem(
      #"{ "key": "test_beside", "company": "FFF8", "beside": \#(beside), "fields": [ { "key": "beside_value", "type": "u8" } ] }"#
    )
    expect(found?.contains(reason), equals: true, "\(found ?? "none")")
  }

  /// Both begin with the same octets and have the same length.
  @Test func theNameTellsGoveesMonitorFromItsThermometers() {
    var programs = AdvertisingPrograms()
    func decoded(_ hex: String, _ name: String) -> String {
      var buffer = FieldBuffer()
      let all = [UInt8(name.utf8.count + 1), 9] + Array(name.utf8)
      _ = programs.decode(.company(1), data: bytesOf(hex).rawBytes, in: all.rawBytes, into: &buffer)
      return buffer.decodedJSON
    }
    expect(
      decoded("0101 0d138d8e", "GVH5106_1234"),
      equals:
        #"{"govee":{"temperature_celsius":21.9,"relative_humidity_percent":38.5,"pm2_5_ug_per_m3":230}}"#
    )
    expect(
      decoded("0101 03519e64", "GVH5101_1234"),
      equals:
        #"{"govee":{"temperature_celsius":21.7,"relative_humidity_percent":50.2,"battery_percent":100}}"#
    )
    // No thermometer for rooms says 85.7 degrees.
    expect(decoded("0101 0d138d8e", ""), equals: "{}")
  }

  @Test func oneDeclarationCanBeOfSeveralCompanies() throws {
    let declarations = try file(
      """
      { "key": "test_several", "company": ["FFF3", "FFF4"], "fields": [ { "key": "several_value", "type": "u8" } ],
        "samples": [ { "value": "01" } ] }
      """
    ).declarations
    expect(
      declarations.map(\.target),
      equals: [
        .advertisement(.company(0xFFF3)), .advertisement(.company(0xFFF4)),
      ])
    expect(declarations.map(\.samples.count), equals: [1, 0])
  }

  @Test func theLongestBeginningIsTriedFirst() throws {
    let source = """
      { "key": "test_short", "name": "Short", "company": "FFF5", "fields": [ { "key": "short_value", "type": "u8" } ] },
      { "key": "test_long", "name": "Long", "company": "FFF5", "starts": "0102", "fields": [ { "skip": 2 }, { "key": "long_value", "type": "u8" } ] }
      """
    try DeclaredValues.load(file(source), from: "a test")
    var programs = AdvertisingPrograms()
    var buffer = FieldBuffer()
    let first = programs.decode(.company(0xFFF5), data: bytesOf("010203").rawBytes, into: &buffer)
    let second = programs.decode(.company(0xFFF5), data: bytesOf("0203").rawBytes, into: &buffer)
    let third = programs.decode(.company(0xFFF6), data: bytesOf("0203").rawBytes, into: &buffer)
    let texts = String(decoding: programs.texts.bytes.copy(), as: UTF8.self)
    expect([first, second, third], equals: [0..<18, 18..<38, nil])
    expect(texts, equals: "Long, long value 3Short, short value 2")
    let json = buffer.decodedJSON
    expect(json, equals: #"{"test_long":{"long_value":3},"test_short":{"short_value":2}}"#)
  }

  /// Lengths are asked for once each; longer data than any structure holds, each time.
  @Test func lengthsThatFitAreRemembered() throws {
    try DeclaredValues.load(
      file(
        #"{ "key": "test_lengths", "company": "FFF7", "if": "length == 3 || length > 300", "fields": [ { "key": "lengths_first", "type": "u8" } ] }"#
      ), from: "a test")
    var programs = AdvertisingPrograms()
    for _ in 0..<2 {
      for (length, fits) in [
        (2, false), (3, true), (0, false), (255, false), (256, false), (301, true),
      ] {
        var buffer = FieldBuffer()
        let data = [UInt8](repeating: 7, count: length)
        let found = programs.decode(.company(0xFFF7), data: data.rawBytes, into: &buffer)
        expect((found != nil), equals: fits, "\(length)")
      }
    }
  }

  @Test func dataOfAnyCompanyIsDecodedWhereNothingElseFits() throws {
    var programs = AdvertisingPrograms()
    var buffer = FieldBuffer()
    let beacon = bytesOf("beace2c56db5dffb48d2b060d0f5a71096e000010002c500")
    let found = programs.decode(.anyCompany, data: beacon.rawBytes, into: &buffer)
    let json = buffer.decodedJSON
    buffer.removeAll()
    let other = programs.decode(.anyCompany, data: Array(beacon.dropLast()).rawBytes, into: &buffer)
    expect(found != nil && other == nil)
    expect(json.hasPrefix(#"{"altbeacon":{"beacon_id":"e2c56db5"#))
  }

  /// A sender can make up a UUID that is as small as the number of a company.
  @Test func aUUIDIsNoCompany() throws {
    var programs = AdvertisingPrograms()
    var buffer = FieldBuffer()
    let company: UInt16 = 0x004C
    let iBeacon = bytesOf("0215e2c56db5dffb48d2b060d0f5a71096e000010002c5")
    let uuid = AdvertisingElement.service(
      BluetoothUUID(value: AdvertisingElement.company(company).number))
    expect(programs.decode(uuid, data: iBeacon.rawBytes, into: &buffer) == nil)
    expect(programs.decode(.company(company), data: iBeacon.rawBytes, into: &buffer) != nil)
    expect(buffer.decodedJSON.hasPrefix(#"{"ibeacon":{"#))
    expect(BuiltInDeclarations.programs(for: .advertisement(uuid)).isEmpty)
  }

  @Test func elementsHaveNumbersOfTheirOwn() {
    let elements: [AdvertisingElement] = [
      .anyCompany,
      .company(0x004C), .company(0), .company(0xFFFF), .type(0x1B), .type(0xFF),
      .service(BluetoothUUID(0xFE95)), .service(BluetoothUUID(value: 0x6E40_0001 << 96 | 1)),
    ]
    for element in elements { expect(AdvertisingElement(number: element.number), equals: element) }
    expect(Set(elements.map(\.number)).count, equals: elements.count)
  }

  @Test(arguments: [
    (
      #"{ "key": "a", "fields": [{ "key": "x", "type": "u8" }] }"#,
      "expected one of 'company', 'service' and 'type'"
    ),
    (
      #"{ "key": "a", "company": "004C", "type": "FF", "fields": [{ "key": "x", "type": "u8" }] }"#,
      "expected one of 'company', 'service' and 'type'"
    ),
    (
      #"{ "key": "a", "company": "4C", "fields": [{ "key": "x", "type": "u8" }] }"#,
      "expected four hex digits such as 004C"
    ),
    (
      #"{ "key": "a", "type": "1b0", "fields": [{ "key": "x", "type": "u8" }] }"#,
      "expected two hex digits such as 1B"
    ),
    (
      #"{ "key": "a", "service": "heart", "fields": [{ "key": "x", "type": "u8" }] }"#,
      "expected a UUID"
    ),
    (#"{ "company": "004C", "fields": [{ "key": "x", "type": "u8" }] }"#, "'key' is missing"),
    (
      #"{ "key": "a", "company": "004C", "starts": "", "fields": [{ "key": "x", "type": "u8" }] }"#,
      "expected 1 to 32 octets"
    ),
    (
      #"{ "key": "a", "company": "004C", "fields": [ { "key": "a", "type": "u8" } ] }"#,
      "'a' is the key of a field, too"
    ),
    (
      #"{ "key": "a", "company": "004C", "message": {}, "fields": [{ "key": "x", "type": "u8" }] }"#,
      "unknown member 'message'"
    ),
  ])
  func whatIsWrongIsSaid(_ advertisement: String, _ reason: String) throws {
    let said = try #require(problem(advertisement))
    expect(said.contains(reason), "\(said)")
    expect(said.contains("advertisements[0]"))
  }

  /// Redaction asks for them at each advertisement: to read them takes much longer than to use them.
  @Test func builtInProgramsAreReadOnce() {
    let element = AdvertisingElement.company(0x004C)
    // Another test may load a file between the two.
    let isKept = (0..<20).contains { _ in
      let programs = DeclaredValues.advertisements(element)
      return programs.first.map { $0 === DeclaredValues.advertisements(element).first } ?? false
    }
    expect(isKept)
    expect(DeclaredValues.advertisements(.company(0xFFFE)).isEmpty)
  }

  @Test func randomDataDoesNoHarm() throws {
    let program = try #require(try file(Self.beacon).declarations.first).program()
    var generator = SplitMix(seed: 11)
    for _ in 0..<2000 {
      var bytes: [UInt8] = [2, 0x15]
      for _ in 0..<(generator.next() % 40) {
        bytes.append(UInt8(truncatingIfNeeded: generator.next()))
      }
      var buffer = FieldBuffer()
      var texts = ByteWriter(capacity: 64)
      _ = program.decode(advertised: bytes.rawBytes, into: &buffer, texts: &texts)
      let note = String(decoding: buffer.note.bytes.copy(), as: UTF8.self)
      expect(
        note.isEmpty
          || bytes.count > 23
            && note == "\(bytes.count - 23) extra byte\(bytes.count == 24 ? "" : "s")"
      )
    }
  }
}
