import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import TestSupport
import Testing

@testable import Redaction

/// What becomes of the parts of values, by what their declarations say of them.
@Suite struct DeclaredPartTests {
  private static func type(_ number: Int) -> BluetoothUUID {
    BluetoothUUID(value: 0x5C3E_0000_0B0D_4E3F_9A56_0C1D_2E3F_4A5B | UInt128(number) << 96)
  }

  /// By their numbers in the UUIDs of this suite.
  private static let declarations: [(number: Int, fields: String)] = [
    (
      1,
      """
      { "key": "tag", "type": "hex", "size": 4, "personal": true }, { "key": "low", "type": "u32" },
      { "key": "high", "type": "u16" },
      { "check": { "kind": "crc", "width": 16, "poly": "1021", "over": "0..-3" } }
      """
    ),
    (
      2,
      """
      { "key": "mark", "type": "uuid128" }, { "key": "owner_uuid", "type": "uuid128be" },
      { "key": "short", "type": "uuid16" }
      """
    ),
    (
      3,
      """
      { "as": "low", "type": "u8" }, { "as": "high", "type": "u8" },
      { "as": "both", "of": "low | high << 8" }, { "key": "number", "of": "both" },
      { "as": "ticks", "type": "u32" },
      { "key": "at", "of": "ticks", "time": { "since": "2000-01-01", "tick_s": 1 } },
      { "as": "head", "type": "u8" }, { "key": "on", "of": "head.0" },
      { "key": "version", "of": "head.4..7" }, { "as": "state", "type": "u8" },
      { "key": "open", "of": "state == 3" },
      { "key": "temperature_celsius", "type": "i16", "unit": "°C" }
      """
    ),
    (
      4,
      """
      { "as": "kind", "type": "u8", "cases": {
        "1": { "fields": [ { "as": "raw", "type": "u8" },
          { "key": "temperature_celsius", "of": "raw * 1", "unit": "°C" } ] },
        "2": { "fields": [ { "as": "raw", "type": "u8" },
          { "key": "pressure_hpa", "of": "raw * 1", "unit": "hPa" } ] } } }
      """
    ),
    (5, #"{ "key": "peer", "type": "address" }, { "key": "part_count", "type": "u8" }"#),
    (6, #"{ "const": "a55a11" }, { "key": "temperature_celsius", "type": "i8", "unit": "°C" }"#),
    (
      7,
      """
      { "key": "model", "type": "u32", "words": { "7": "seven", "*": "other" } },
      { "key": "id", "type": "u32be" }, { "if": "id == 9", "key": "part_count", "type": "u8" },
      { "key": "mode", "type": "u8", "words": { "7": "seven" } },
      { "as": "bits", "type": "u24", "flags": { "0": "on", "1": "off" } },
      { "key": "temperature_celsius", "type": "i8", "unit": "°C" }
      """
    ),
    (8, #"{ "key": "saturation_percent", "type": "sfloat", "unit": "%" }"#),
    (9, #"{ "key": "tag", "type": "hex", "personal": true }"#),
    (
      10,
      """
      { "key": "temperature_celsius", "type": "i16", "unit": "°C" },
      { "key": "pressure_hpa", "type": "u16", "unit": "hPa" }
      """
    ),
    (
      11,
      """
      { "as": "word", "type": "u32be", "at": 0 },
      { "if": "(word & 127) <= 100 && word >> 8 < 801000", "fields": [
        { "as": "raw", "type": "u24be" },
        { "key": "temperature_celsius", "of": "raw / 1000", "unit": "°C", "scale": "0.1" },
        { "as": "state", "type": "u8" }, { "key": "battery_percent", "of": "state & 127", "unit": "%" } ] }
      """
    ),
  ]

  init() throws {
    let members = Self.declarations.map { number, fields in
      "\"\(Self.type(number))\": { \"fields\": [ \(fields) ] }"
    }
    try DeclaredValues.load(
      DeclarationFile(
        Array("{ \"schema\": 1, \"characteristics\": { \(members.joined(separator: ", ")) } }".utf8)
      ),
      from: "parts")
  }

  private static func settings(
    _ values: RedactedValues, keepsUnknown: Bool = false
  ) -> RedactedCapture.Settings {
    var settings = RedactedCapture.Settings()
    settings.values = values
    settings.keepsUnknown = keepsUnknown
    return settings
  }

  /// - Returns: the values as they are redacted.
  private func redacted(
    _ number: Int, _ values: [[UInt8]], _ mode: RedactedValues, keepsUnknown: Bool = false
  ) throws -> [[UInt8]] {
    let capture = btsnoop(directed: reads(values.map { (Self.type(number), $0) }))
    let redacted = try RedactedCapture(capture, Self.settings(mode, keepsUnknown: keepsUnknown))
    expect(redacted.leaks, equals: 0)
    expect(redacted.values.count, equals: values.count)
    return redacted.values
  }

  /// An advertising report of a device with a random address.
  private static func report(_ address: [UInt8], _ data: [UInt8] = []) -> [UInt8] {
    [4, 0x3E, UInt8(12 + data.count), 2, 1, 0, 1] + address + [UInt8(data.count)] + data + [0xC4]
  }

  // MARK: Sums

  private static func crc(_ octets: some Sequence<UInt8>) -> [UInt8] {
    var sum: UInt16 = 0
    for octet in octets {
      sum ^= UInt16(octet) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
    return [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }

  @Test(arguments: RedactedValues.allCases) func sumsAreOfWhatIsThere(values: RedactedValues) throws
  {
    let plain: [UInt8] = [0x31, 0x5A, 0xD3, 0x17, 1, 2, 3, 4, 5, 6]
    let sum = Self.crc(plain)
    for keepsUnknown in [false, true] {
      let out = try redacted(
        1, [plain + sum, plain + [sum[0], sum[1] ^ 1]], values, keepsUnknown: keepsUnknown)
      expect(Array(out[0][..<4]) != Array(plain[..<4]))
      expect(Array(out[0][10...]), equals: Self.crc(out[0][..<10]), "\(values)")
      expect(Array(out[0][10...]) != sum, "\(values)")
      expect(Array(out[1][10...]) != Self.crc(out[1][..<10]), "\(values)")
      if values == .keep { expect(out[0][4..<10], equals: plain[4...]) }
    }
  }

  @Test func sumsAreOfReplacedCopies() throws {
    let address: [UInt8] = [0x22, 0x33, 0x44, 0x55, 0x66, 0xC1]
    let plain: [UInt8] = [0x31, 0x5A, 0xD3, 0x17] + address
    let capture = btsnoop(
      directed: [(Self.report(address), false)] + reads([(Self.type(1), plain + Self.crc(plain))]))
    let redacted = try RedactedCapture(capture, Self.settings(.keep))
    let out = redacted.values[0]
    expect(redacted.tally.copies, equals: 1)
    expect(Array(out[4..<10]), equals: Array(redacted.packets[0][7..<13]))
    expect(Array(out[10...]), equals: Self.crc(out[..<10]))
  }

  // MARK: Kinds

  @Test(arguments: [RedactedValues.keep, .measured])
  func onlyAssignedUUIDsStay(values: RedactedValues) throws {
    let own = (1...16).map { UInt8($0 * 13) }
    let base = (0..<16).map {
      UInt8(truncatingIfNeeded: BluetoothUUID(0x180D as UInt16).value >> (8 * $0))
    }
    let out = try redacted(
      2, [own + own + [0x0D, 0x18], base + base.reversed() + [0x0D, 0x18]], values)
    for start in [0, 16] {
      expect((start..<start + 16).allSatisfy { out[0][$0] == own[$0 - start] }, equals: false)
    }
    expect(out[0][32...], equals: [0x0D, 0x18])
    expect(out[1], equals: base + base.reversed() + [0x0D, 0x18])
  }

  /// Of an AD structure, and of service data.
  @Test func meshDeviceUUIDsAreReplacedEverywhere() throws {
    let uuid = (1...16).map { UInt8($0 * 13) }
    let beacon: [UInt8] = [20, 0x2B, 0] + uuid + [0, 0x20]
    let service: [UInt8] = [21, 0x16, 0x27, 0x18] + uuid + [0, 0]
    for data in [beacon, service] {
      let capture = btsnoop([Self.report([1, 2, 3, 4, 5, 0xC6], data), [4, 0xFF, 16] + uuid])
      let redacted = try RedactedCapture(capture, Self.settings(.keep, keepsUnknown: true))
      expect(!redacted.contains(uuid))
      expect(redacted.entries.contains { $0.original == uuid })
      expect(redacted.leaks, equals: 0)
      // What else it says stays.
      expect(redacted.packets[0][14..<17], equals: data[..<3])
    }
  }

  @Test func whatNumbersAreComputedOfIsMasked() throws {
    let numbers = (1...8).map { UInt8($0 * 29) }
    let values = numbers.map { number in
      [number, 7, number, 1, 2, 0x1E, number & 0xF0 | 1, 3, number, 0] as [UInt8]
    }
    let out = try redacted(3, values, .measured)
    for (old, new) in zip(values, out) {
      expect(new[..<2] != old[..<2])
      expect(Array(new[2..<6]), equals: [0, 0, 0, 0])
      expect(new[6] & 1, equals: 1)
      expect(new[7], equals: 3)
      expect(UInt16(new[8]) | UInt16(new[9]) << 8 != UInt16(old[8]))
    }
    expect(zip(values, out).contains { $0[6] & 0xF0 != $1[6] & 0xF0 })
    let offsets = zip(values, out).map { old, new in
      (UInt16(new[8]) | UInt16(new[9]) << 8) &- UInt16(old[8])
    }
    expect(Set(offsets).count, equals: 1)
  }

  @Test func fieldsWithOneNameAreSeriesOfTheirOwn() throws {
    let out = try redacted(4, [[1, 100], [1, 110], [2, 100], [2, 110]], .measured)
    expect(out.map(\.[0]), equals: [1, 1, 2, 2])
    expect(out[1][1] &- out[0][1], equals: 10)
    expect(out[3][1] &- out[2][1], equals: 10)
    expect(out[2][1] != out[0][1])
  }

  @Test func addressesInKeptValuesAreReplaced() throws {
    let address: [UInt8] = [0x22, 0x33, 0x44, 0x55, 0x66, 0xC1]
    for keepsUnknown in [false, true] {
      let out = try redacted(5, [address + [9]], .keep, keepsUnknown: keepsUnknown)
      expect(Array(out[0][..<6]) != address)
      expect(out[0][6], equals: 9)
    }
  }

  @Test func onlyTheConstantItselfStays() throws {
    let right: [UInt8] = [0xA5, 0x5A, 0x11, 20]
    let other: [UInt8] = [0xDE, 0xAD, 0xBE, 20]
    for mode in [RedactedValues.measured, .keep] {
      let out = try redacted(6, [right, other], mode)
      expect(Array(out[0][..<3]), equals: Array(right[..<3]))
      expect(zip(out[1], other[..<3]).contains { $0 == $1 }, equals: false)
    }
  }

  @Test func wideCodesStayWhereTheyAreKnown() throws {
    let known: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 9, 1, 7, 3, 0, 0, 20]
    let other: [UInt8] = [0x31, 0x42, 0x53, 0x64, 0x71, 0x82, 0x93, 0xA4, 55, 1, 0x42, 0x53, 20]
    let out = try redacted(7, [known, other], .measured)
    expect(Array(out[0][..<8]), equals: Array(known[..<8]))
    expect(Array(out[0][9..<13]), equals: Array(known[9..<13]))
    expect(Array(out[1][..<4]) != Array(other[..<4]))
    expect(Array(out[1][4..<8]) != Array(other[4..<8]))
    // A mode of one octet stays; so do the flags that have names, and nothing else of theirs.
    expect(out[1][8], equals: 55)
    expect(out[1][9] & 3, equals: 1)
    expect(Array(out[1][10..<12]) != Array(other[10..<12]))
  }

  /// A number that is read twice: to find out what it is, and as what it is.
  @Test func whatDecidesIsMovedWhereItIsMeasured() throws {
    let values: [[UInt8]] = [
      [3, 0x5D, 0x9E, 0x53], [3, 0x5D, 0xA2, 0x53], [3, 0x5D, 0xBC, 0x52],
    ]
    let out = try redacted(11, values, .measured)
    for (old, new) in zip(values, out) {
      expect(new[..<3] != old[..<3])
      expect(new[3] != old[3])
    }
  }

  @Test func medicalFloatsStayWithinTheirLimits() throws {
    let values: [[UInt8]] = [[98, 0x00], [97, 0x00], [0xD4, 0xF3], [0xCA, 0xF3]]
    for (index, out) in try redacted(8, values, .measured).enumerated() {
      let mantissa = Int(out[0]) | Int(out[1] & 0x0F) << 8
      expect((0...(index < 2 ? 100 : 1000)).contains(mantissa), "\(mantissa)")
      expect(out[1] >> 4, equals: values[index][1] >> 4)
      expect(out != values[index])
    }
  }

  // MARK: Linked quantities

  @Test func timesBetweenBeatsDoNotTellTheRate() throws {
    let values = (0..<6).map { index -> [UInt8] in
      let interval = 900 - 11 * index
      return [0x10, UInt8(60 + index), UInt8(interval & 0xFF), UInt8(interval >> 8)]
    }
    let capture = btsnoop(directed: reads(values.map { (BluetoothUUID(0x2A37 as UInt16), $0) }))
    let out = try RedactedCapture(capture, Self.settings(.measured)).values
    let rates = zip(values, out).map { $1[1] &- $0[1] }
    expect(Set(rates).count == 1 && rates[0] != 0)
    func interval(_ value: [UInt8]) -> UInt16 { UInt16(value[2]) | UInt16(value[3]) << 8 }
    expect(Set(zip(values, out).map { interval($1) &- interval($0) }).count > 1)
    // Where one does not follow from the other, both are moved.
    let free = (0..<4).map { [UInt8(20 + $0), 0, UInt8(2 * $0), 3] as [UInt8] }
    let moved = try redacted(10, free, .measured)
    for place in [0, 2] {
      let offsets = zip(free, moved).map { old, new in
        (UInt16(new[place]) | UInt16(new[place + 1]) << 8)
          &- (UInt16(old[place]) | UInt16(old[place + 1]) << 8)
      }
      expect(Set(offsets).count == 1 && offsets[0] != 0)
    }
  }

  // MARK: The same thing elsewhere

  @Test func anAddressInAPersonalFieldIsTheSameAsElsewhere() throws {
    let address: [UInt8] = [0x22, 0x33, 0x44, 0x55, 0x66, 0xC1]
    let values: [[UInt8]] = [
      address, address.reversed(), [0xA1, 0xB2] + address.reversed() + [0xC3], [0x22, 0x33, 0x44],
    ]
    let capture = btsnoop(
      directed: [(Self.report(address), false)] + reads(values.map { (Self.type(9), $0) }))
    for mode in RedactedValues.allCases {
      let redacted = try RedactedCapture(capture, Self.settings(mode))
      let standIn = Array(redacted.packets[0][7..<13])
      let out = redacted.values
      expect(standIn != address)
      expect(out[0], equals: standIn)
      expect(out[1], equals: standIn.reversed())
      expect(Array(out[2][2..<8]), equals: standIn.reversed())
      expect(out[2][..<2] != [0xA1, 0xB2] && out[2][8] != 0xC3)
      expect(out[3] != Array(standIn[..<3]) && out[3] != values[3])
      expect(redacted.leaks, equals: 0)
    }
  }

  private static let name = Array("Hugo's ward".utf8)
  private static let serial = Array("SN-4711-0815".utf8)

  /// The declarations of a name (handle 3) and a serial number (5), and of a battery level (7).
  private static let discovery: [(packet: [UInt8], isSent: Bool)] = [
    (acl([8, 1, 0, 0xFF, 0xFF, 0x03, 0x28]), true),
    (
      acl(
        [
          9, 7, 2, 0, 2, 3, 0, 0x00, 0x2A, 4, 0, 2, 5, 0, 0x25, 0x2A, 6, 0, 0x12, 7, 0, 0x19, 0x2A,
        ]), false
    ),
  ]

  @Test func severalValuesInOnePDUAreTreatedAsWhatTheyAre() throws {
    let name = [UInt8(Self.name.count), 0] + Self.name
    let serial = [UInt8(Self.serial.count), 0] + Self.serial
    let exchanges: [[(packet: [UInt8], isSent: Bool)]] = [
      [
        (acl([0x20, 3, 0, 7, 0, 5, 0]), true),
        (acl([0x21] + name + [1, 0, 77] + serial), false),
      ],
      [(acl([0x23, 3, 0] + name + [7, 0, 1, 0, 77, 5, 0] + serial), false)],
    ]
    for exchange in exchanges {
      let redacted = try RedactedCapture(
        btsnoop(directed: Self.discovery + exchange + [([4, 0xFF, 12] + Self.serial, false)]),
        Self.settings(.keep, keepsUnknown: true))
      expect(!redacted.contains(Self.name) && !redacted.contains(Self.serial))
      expect(redacted.leaks, equals: 0)
      for text in [Self.name, Self.serial] {
        expect(redacted.entries.contains { $0.kind == .text && $0.original == text })
      }
      expect(redacted.contains([1, 0, 77]), "the battery level stays")
    }
  }

  /// Without lengths nobody knows where one value ends.
  @Test func valuesWithoutLengthsDoNotStay() throws {
    let redacted = try RedactedCapture(
      btsnoop(
        directed: Self.discovery + [
          (acl([0x0E, 3, 0, 5, 0]), true), (acl([0x0F] + Self.name + Self.serial), false),
        ]), Self.settings(.keep, keepsUnknown: true))
    expect(!redacted.contains(Self.name) && !redacted.contains(Self.serial))
    // Where all that was asked for stays, it does not matter.
    let other = try RedactedCapture(
      btsnoop(
        directed: Self.discovery + [
          (acl([0x0E, 7, 0, 7, 0]), true), (acl([0x0F, 77, 78]), false),
        ]), Self.settings(.keep))
    expect(other.packets.last, equals: acl([0x0F, 77, 78]))
  }

  // MARK: Copies among headers

  @Test func copiesInHeadersAreCounted() throws {
    let address: [UInt8] = [0x22, 0x33, 0x44, 0x55, 0x66, 0xC1]
    let update: [UInt8] = [1, 0x13, 0x20, 14, 1, 0] + address + [0, 1, 0, 0, 0, 0]
    let redacted = try RedactedCapture(btsnoop([Self.report(address), update]))
    expect(redacted.tally.headerCopies, equals: 1)
    expect(redacted.tally.copies, equals: 0)
    expect(redacted.leaks, equals: 0)
    let other = try RedactedCapture(btsnoop([Self.report([1] + address.dropFirst()), update]))
    expect(other.tally.headerCopies, equals: 0)
    expect(other.packets[1], equals: update)
  }

  /// The length of an ACL packet, and what follows its header.
  @Test func aCopyThatBeginsInAHeaderIsNoLeak() throws {
    let address: [UInt8] = [8, 0, 0x11, 0x22, 0x33, 0x44]
    let first: [UInt8] = [2, 1, 0x20, 6, 0, 10, 0, 4, 0, 5, 1]
    let second: [UInt8] = [2, 1, 0x10, 8, 0, 0x11, 0x22, 0x33, 0x44, 0x12, 0x22, 3, 0x28]
    let redacted = try RedactedCapture(btsnoop([Self.report(address), first, second]))
    expect(redacted.leaks, equals: 0)
    expect(redacted.tally.headerCopies, equals: 1)
    expect(redacted.packets[1], equals: first)
    expect(redacted.packets[2][..<5], equals: second[..<5])
    expect(redacted.packets[2][9...], equals: second[9...])
  }

  // MARK: The proof

  @Test func manyShortOriginalsHaveFewerControls() {
    func table(_ count: Int) -> PatternTable {
      let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
      return PatternTable(
        (0..<count).map { number in
          let text = [letters[number % 26], letters[number / 26 % 26], letters[number / 676 % 26]]
          return Originals.Entry(
            kind: .text, original: text + [0x2B, 0x2D], standIn: [1, 2, 3, 4, 5], isRandom: false)
        })
    }
    let (few, many) = (PatternTable(controlsOf: table(20)), PatternTable(controlsOf: table(9000)))
    expect(few.controlsEach, equals: 64)
    expect((1..<64).contains(many.controlsEach))
    expect(many.count <= 65_536)
    expect(many.count > 50_000)
    expect(PatternTable(controlsOf: table(0)).controlsEach, equals: 0)
  }
}
