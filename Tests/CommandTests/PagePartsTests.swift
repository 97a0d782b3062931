import Bytes
import Foundation
import System
import TestSupport
import Testing
import Timeline

@testable import WebReport

/// What pages of `report` are made of.
@Suite struct PagePartsTests {
  /// Numbers come back as they were, whatever they are.
  @Test func numbersArePacked() throws {
    var generator = SplitMix(seed: 11)
    var values: [Double] = [0, 0.1, -0.1, 97, 1e15, -1e300, .pi, 0.001, 2.5e-308, 123_456.789]
    for _ in 0..<2000 { values.append(Double(generator.next() % 20_000) / 100 - 100) }
    values += [0.5, 1e-7, 72, 73, 999_999_999_999_999, -999_999_999_999_999]
    var code = NumberCode()
    let file = PageFile()
    let column = PageColumn(file)
    for value in values { code.add(value, to: column) }
    var bytes: [UInt8] = []
    column.forEachPiece { bytes += $0.copy() }
    expect(bytes.count, equals: file.octets)
    expect(try PageContents.values(bytes, count: values.count), equals: values)
    // A heart rate takes a byte.
    var rates = NumberCode()
    let smallFile = PageFile()
    let small = PageColumn(smallFile)
    for index in 0..<1000 { rates.add(Double(60 + index % 20), to: small) }
    expect(smallFile.octets < 1100)
  }

  /// Dates of devices as seconds since 1970, by the Gregorian calendar.
  @Test(arguments: [
    ("1970-01-01T00:00:00", 0), ("2024-02-29T23:59:58", 1_709_251_198),
    ("2000-03-01T00:00:00", 951_868_800), ("2000-02-29T00:00:00", 951_782_400),
    ("2100-02-28T12:00:00.5", 4_107_499_200),
  ]) func datesOfRecords(text: String, seconds: Int64) {
    expect(CivilDay.seconds(of: Array(text.utf8).rawBytes), equals: seconds)
  }

  @Test(arguments: [
    "", "2024-13-01T00:00:00", "2024-02-29", "24:00:00", "2024-01-01T24:00:00",
    "2024-02-30T00:00:00",
    "2023-02-29T00:00:00", "2100-02-29T00:00:00", "2024-04-31T00:00:00", "2024-01-00T00:00:00",
  ])
  func whatIsNoDate(text: String) {
    expect(CivilDay.seconds(of: Array(text.utf8).rawBytes) == nil)
  }

  /// Columns that are written side by side do not mix.
  @Test func columnsWaitInAFile() throws {
    let file = PageFile()
    let columns = (0..<3).map { _ in PageColumn(file) }
    var expected: [[UInt8]] = [[], [], []]
    var generator = SplitMix(seed: 5)
    for _ in 0..<30_000 {
      let at = Int(generator.next() % 3)
      let byte = UInt8(truncatingIfNeeded: generator.next())
      let one = [byte]
      columns[at].add(one.rawBytes)
      expected[at].append(byte)
    }
    let out = OutputStream(try Descriptor.temporary())
    for (column, bytes) in zip(columns, expected) {
      var found: [UInt8] = []
      column.forEachPiece { found += $0.copy() }
      expect(found, equals: bytes)
      let start = out.buffer.count
      column.write(to: out)
      let all = out.buffer.bytes.copy()
      let text = String(decoding: all[start...], as: UTF8.self)
      expect(text, equals: "\"" + Data(bytes).base64EncodedString() + "\"")
    }
    expect(file.error == nil)
  }

  @Test func namesAreNumberedOnce() {
    var names = PageNames()
    var generator = SplitMix(seed: 9)
    var known: [[UInt8]: UInt64] = [:]
    for _ in 0..<3000 {
      let name = Array("name \(generator.next() % 700)".utf8)
      let (isNew, number) = names.number(of: name.rawBytes)
      expect(isNew, equals: known[name] == nil)
      expect(known[name] ?? number, equals: number)
      known[name] = number
    }
    expect(names.count, equals: UInt64(known.count))
  }

  @Test(arguments: [
    ("heart_rate_bpm", true, "Heart rate", true), ("rr_intervals_s", true, "RR intervals", true),
    ("glucose_mg_per_dl", true, "Glucose", true),
    ("sequence_number", false, "Sequence number", false),
    ("govee.relative_humidity_percent", true, "Govee: relative humidity", true),
    ("acceleration_g.x", true, "Acceleration x", true),
    ("sphero_device_id", false, "Sphero device ID", false),
    ("nearby_status_flags", false, "Nearby status flags", false),
    ("records.3.speed_m_per_s", true, "Records: speed", true),
    ("time_offset_min", true, "Time offset", false),
  ])
  func keysInWords(key: String, hasUnit: Bool, name: String, isQuantity: Bool) {
    expect(PageWords.name(of: key, hasUnit: hasUnit), equals: name)
    expect(PageWords.isQuantity(key, hasUnit: hasUnit), equals: isQuantity)
  }

  @Test func densityKeepsEverything() {
    let density = PageDensity()
    var generator = SplitMix(seed: 3)
    for index in 0..<5000 {
      density.add(Int64(index) * 40_000_000 + Int64(generator.next() % 1000))
    }
    density.add(-5)
    expect(density.counts.reduce(0, +), equals: 5001)
    expect(
      density.counts.count <= PageDensity.parts && density.counts.count > PageDensity.parts / 2 - 2)
    density.add(.max)
    expect(density.counts.reduce(0, +), equals: 5002)
  }

  /// Rows of an earlier frame stand before later ones, and those of one frame in their order.
  @Test func plainRowsAreSorted() throws {
    var rows = PlainRows()
    var cells = EventCells()
    for frame in [5, 9, 7, 9, 5, 1] as [UInt64] {
      cells.frame = frame
      rows.add(cells, frame: frame, style: 0, connection: 1)
    }
    for frame in 10..<700 as Range<UInt64> {
      cells.frame = frame
      rows.add(cells, frame: frame, style: 0, connection: 1)
    }
    let descriptor = try Descriptor.temporary()
    let out = OutputStream(descriptor)
    let placed = rows.write(cured: [], to: PageWriter(out: out))
    let text = String(decoding: out.buffer.bytes.copy(), as: UTF8.self)
    let frames = text.matches(of: /<th scope="row">([0-9]+)</).compactMap { UInt64($0.output.1) }
    expect(Array(frames.prefix(7)), equals: [1, 5, 5, 7, 9, 9, 10])
    expect(frames.count == PageEvents.plain && placed.count == PageEvents.plain - 2)
    expect(rows.count, equals: 696)
  }

  @Test func curvesKeepWhatStandsOut() {
    var generator = SplitMix(seed: 7)
    for count in [1, 299, 300, 301, 600, 601, 5000, 40_000] {
      let curve = ValueCurve()
      var values: [Double] = []
      for index in 0..<count {
        let value = Double(generator.next() % 1000)
        values.append(value)
        curve.add(CurvePoint(frame: UInt64(index), time: Int64(index), value: value))
      }
      let points = curve.points
      expect(points.count <= 2 * ValueCurve.parts)
      expect(curve.isWhole, equals: (count <= ValueCurve.parts))
      expect(curve.count, equals: UInt64(count))
      expect(points.map(\.value).min(), equals: values.min())
      expect(points.map(\.value).max(), equals: values.max())
      expect(points.map(\.time), equals: points.map(\.time).sorted())
      for point in points { expect(values[Int(point.frame)], equals: point.value) }
      if curve.isWhole { expect(points.map(\.value), equals: values) }
    }
  }

  @Test(
    arguments: [
      (0, 1), (72, 87), (-40, 85.5), (0.001, 0.002), (5, 5), (0, 0), (1e9, 1e9 + 1), (-1e12, 1e12),
    ] as [(Double, Double)])
  func marksAreAroundTheNumbers(low: Double, high: Double) throws {
    let scale = try #require(Scale(low, high))
    expect(scale.from <= low)
    expect(scale.to >= high)
    expect((2...7).contains(scale.marks.count))
    var text = ByteWriter()
    for mark in scale.marks {
      text.removeAll()
      text.append(number: mark, decimals: scale.decimals)
      let shown = try #require(Double(String(decoding: text.bytes.copy(), as: UTF8.self)))
      expect((shown - mark).magnitude <= scale.step / 1000)
    }
  }

  @Test(
    arguments: [
      (0, Double.infinity), (-Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude),
      (0, 1e-300), (1e15, 1e15 + 1), (1e300, 1e300),
    ] as [(Double, Double)])
  func somethingIsNoScale(low: Double, high: Double) {
    expect(Scale(low, high) == nil)
  }

  @Test func base64() {
    var generator = SplitMix(seed: 3)
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      var out = ByteWriter()
      out.append(base64: bytes[...])
      let text = String(decoding: out.bytes.copy(), as: UTF8.self)
      expect(text, equals: Data(bytes).base64EncodedString())
    }
  }
}
