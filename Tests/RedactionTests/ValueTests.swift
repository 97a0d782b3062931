import ATTDissector
import Bytes
import Foundation
import GATTValues
import System
import TestSupport
import Testing

@testable import Redaction

/// What becomes of values in each mode.
@Suite struct ValueTests {
  private static let capture: [UInt8] = {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Captures/polar-h7.btsnoop")
    return (try? Data(contentsOf: path)).map { [UInt8]($0) } ?? []
  }()

  private static func settings(_ values: RedactedValues) -> RedactedCapture.Settings {
    var settings = RedactedCapture.Settings()
    settings.values = values
    return settings
  }

  /// Heart Rate Measurements: notifications of handle 0x0012.
  private static func rates(_ packets: [[UInt8]]) -> [[UInt8]] {
    packets.filter { $0.count > 12 && $0[0] == 2 && $0[9] == 0x1B && $0[10] == 0x12 }
      .map { Array($0[12...]) }
  }

  @Test func measuredNumbersKeepTheirShape() throws {
    var plain = Self.settings(.keep)
    plain.keepsUnknown = true
    let before = Self.rates(try RedactedCapture(Self.capture, plain).packets)
    let redacted = try RedactedCapture(Self.capture, Self.settings(.measured))
    let after = Self.rates(redacted.packets)
    expect(before.count > 5 && before.count == after.count)
    expect(redacted.leaks, equals: 0)
    expect(redacted.tally.movedValues >= before.count)
    var offsets: Set<UInt8> = []
    for (old, new) in zip(before, after) {
      expect(old[0], equals: new[0], "flags stay")
      expect(old.count, equals: new.count)
      offsets.insert(new[1] &- old[1])
    }
    expect(offsets.count, equals: 1)
    expect(!offsets.contains(0))
    let again = try RedactedCapture(Self.capture, Self.settings(.measured))
    expect(again.bytes, equals: redacted.bytes)
    var other = Self.settings(.measured)
    other.secret = Array("another secret of the tests".utf8)
    try expect(RedactedCapture(Self.capture, other).bytes != redacted.bytes)
  }

  @Test func aSeriesStaysInItsRange() {
    var random = SplitMix(seed: 5)
    for _ in 0..<200 {
      let low = Int64.random(in: -1000...1000, using: &random)
      let possible = low...low + Int64.random(in: 1...70_000, using: &random)
      let numbers = (0..<8).map { _ in Int64.random(in: possible, using: &random) }
      var series = MeasureSeries(numbers[0], in: possible)
      for number in numbers { series.add(number, in: possible) }
      let candidates = (0..<65).map { _ in UInt64.random(in: 0 ... .max, using: &random) }
      let moved = numbers.map { series.moved($0) { candidates[Int($0)] } }
      expect(moved.allSatisfy { possible.contains($0) })
      expect(zip(numbers, moved).allSatisfy { $0 != $1 })
      expect(Set(moved).count, equals: Set(numbers).count)
    }
  }

  /// Whatever numbers a capture has, and also where all of them are the same.
  @Test func extremesOfASeries() {
    for possible in [0...0, 0...1, -(1 << 55)...1 << 55 - 1] as [ClosedRange<Int64>] {
      var series = MeasureSeries(possible.lowerBound, in: possible)
      series.add(possible.upperBound, in: possible)
      let moved = series.moved(possible.upperBound) { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
      expect(possible.contains(moved))
    }
  }

  /// A type that no table lists, of the SIG or of a maker, is masked; what the recorder kept of it is not enough.
  @Test func whatIsNotKnownToBeHarmlessIsMasked() throws {
    let policy = ValuePolicy(values: .keep, keepsUnknown: false)
    for type in [0x2A2B, 0x2A3D, 0x2A46, 0x2AF8, 0x2BF6, 0x2B4B] as [UInt16] {
      expect(policy.treatment(ofAttribute: BluetoothUUID(type)), equals: .mask, "\(type)")
    }
    for type in [0x2A19, 0x2A37, 0x2A6E, 0x2ADA] as [UInt16] {
      expect(policy.treatment(ofAttribute: BluetoothUUID(type)), equals: .keep)
    }
    expect(policy.treatment(ofAttribute: nil), equals: .mask)
    expect(policy.treatment(ofAttribute: BluetoothUUID(0xFFF4)), equals: .declared)
    expect(policy.treatment(ofCompany: 0xFFFF, first: nil, count: 5), equals: .declared)
  }

  private static let serial: [UInt8] = Array("SN-4711-0815".utf8)
  private static let uuid = "7C0E53A1-2B0D-4E3F-9A56-0C1D2E3F4A5B"

  /// Read By Type of a type of 16 octets, and its answer.
  private static func exchange(_ value: [UInt8]) -> [[UInt8]] {
    let type = (BluetoothUUID(text: uuid)?.value).map { number in
      (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * $0)) }
    }
    func data(_ pdu: [UInt8]) -> [UInt8] {
      [2, 1, 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, 4, 0] + pdu
    }
    return [
      data([8, 1, 0, 0xFF, 0xFF] + (type ?? [])), data([9, UInt8(value.count + 2), 3, 0] + value),
    ]
  }

  @Test func whatADeclarationCallsPersonalIsReplacedEverywhere() throws {
    let value = [7, 1] + Self.serial
    let other: [UInt8] = [4, 0xFF, UInt8(Self.serial.count)] + Self.serial
    func redacted(_ values: RedactedValues) throws -> RedactedCapture {
      var settings = Self.settings(values)
      settings.keepsUnknown = true
      var file = BTSnoopBytes(datalink: 1002)
      // The request is sent, the answer and the event are received.
      for (packet, flags) in zip(Self.exchange(value) + [other], [0, 1, 3] as [UInt32]) {
        file.add(packet, flags: flags, time: 1_772_355_600_000_000)
      }
      return try RedactedCapture(file.bytes, settings)
    }
    try DeclaredValues.load(
      DeclarationFile(
        Array(
          """
          { "schema": 1, "characteristics": { "\(Self.uuid)": { "fields": [
            { "key": "counter", "type": "u8" }, { "key": "on", "type": "bool" },
            { "key": "owner_tag", "type": "utf8", "personal": true } ] } } }
          """.utf8)), from: "test")
    for values in RedactedValues.allCases {
      let redacted = try redacted(values)
      expect(!redacted.contains(Self.serial), "\(values)")
      expect(redacted.leaks, equals: 0)
      expect(redacted.entries.contains { $0.original == Self.serial }, "\(values)")
    }
    // The rest of the value stays.
    try expect(redacted(.keep).packets[1][13..<15], equals: [7, 1])
  }

  @Test func aKnownOriginalIsFound() throws {
    for (text, count) in [("Test", 1), ("tesT", 0), ("TEST", 1), ("Hugo", 0)] {
      let table = PatternTable([
        Originals.Entry(
          kind: .text, original: Array("Test".utf8), standIn: Array("abcd".utf8), isRandom: false)
      ])
      let search = LeakSearch(table)
      let file = try Descriptor.temporary()
      try file.write("this is \(text) here".rawBytes)
      try file.rewind()
      try search.search(file)
      expect(search.leakCount, equals: count, text)
    }
  }
}
