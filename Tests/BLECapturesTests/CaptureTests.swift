import BLECaptures
import Foundation
import TestSupport
import Testing

private let captures = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Captures")

private func capture(_ name: String) -> Capture { Capture(captures.appending(path: name).path) }

/// The library, as a program of others uses it.
@Suite struct CaptureTests {
  @Test func records() throws {
    var kinds: [Capture.Record.Kind: Int] = [:]
    var octets = 0
    var last: Capture.Timestamp?
    let reading = try capture("polar-h7.btsnoop").forEachRecord { record, bytes in
      kinds[record.kind, default: 0] += 1
      octets += bytes.byteCount
      expect(bytes.byteCount, equals: record.originalLength)
      expect(last.map { $0 <= record.time } ?? true)
      last = record.time
      return .more
    }
    expect(reading.records, equals: 157)
    expect(reading.isComplete)
    expect(reading.remarks, equals: [])
    expect(kinds.values.reduce(0, +), equals: 157)
    expect(kinds[.acl, default: 0] > 70)
    expect(octets > 1000)
  }

  @Test func stopping() throws {
    var count = 0
    let reading = try capture("polar-h7.btsnoop").forEachRecord { _, _ in
      count += 1
      return count == 10 ? .stop : .more
    }
    expect(count, equals: 10)
    expect(!reading.isComplete)

    var events = 0
    try capture("polar-h7.btsnoop").forEachEvent { _, _, _ in
      events += 1
      return events == 3 ? .stop : .more
    }
    expect(events, equals: 3)
  }

  @Test func heartRates() throws {
    var texts: [String] = []
    var rates: [Int] = []
    try capture("polar-h7.btsnoop").forEachEvent { event, value, json in
      guard event.kind == "notification", event.characteristic == "2A37" else { return .more }
      expect(event.service, equals: "180D")
      expect(event.label, equals: "Heart Rate Measurement")
      expect(event.address, equals: "00:22:D0:00:06:07")
      expect(event.name, equals: "Polar H7 000607")
      expect(event.handle, equals: 0x12)
      expect(event.connection, equals: 1)
      expect(event.direction, equals: .received)
      texts += event.text.map { [$0] } ?? []
      rates.append(Int(value.octets()[1]))
      let line = Data(json.octets())
      let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any]
      let decoded = object?["decoded"] as? [String: Any]
      expect(decoded?["heart_rate_bpm"] as? Int, equals: rates.last)
      expect(object?["frame"] as? UInt64, equals: event.frame)
      return .more
    }
    expect(rates.count, equals: 7)
    expect(rates.min() == 86 && rates.max() == 97)
    expect(texts.count == 7 && texts.allSatisfy { $0.contains("bpm") })
  }

  @Test func advertisements() throws {
    func count(_ options: Capture.EventOptions) throws -> Int {
      var count = 0
      try capture("two-straps.btsnoop").forEachEvent(options) { event, _, _ in
        if event.kind == "advertisement" { count += 1 }
        return .more
      }
      return count
    }
    var all = Capture.EventOptions()
    all.allAdvertisements = true
    try expect(count(Capture.EventOptions()) > 0)
    try expect(count(all) >= count(Capture.EventOptions()))
  }

  @Test func trees() throws {
    let devices = try capture("polar-h7.btsnoop").trees()
    let strap = try #require(devices.first { $0.name == "Polar H7 000607" })
    expect(strap.number == 1 && !strap.isHost)
    let heartRate = try #require(strap.services.first { $0.uuid == "180D" })
    expect(heartRate.handle == 0x10 && heartRate.endHandle == 0x15)
    expect(heartRate.label == "Heart Rate" && heartRate.isPrimary)
    let measurement = try #require(heartRate.characteristics.first)
    expect(measurement.valueHandle == 0x12 && measurement.properties == ["notify"])
    expect(measurement.values, equals: 7)
    expect(measurement.descriptors.map(\.uuid), equals: ["2902"])
    expect(heartRate.characteristics.last?.lastText, equals: "Chest")
  }

  @Test func whatCannotBeRead() throws {
    let missing = Capture("/there/is/none")
    #expect(throws: CaptureFailure.self) { try missing.forEachRecord { _, _ in .more } }
    #expect(throws: CaptureFailure.self) { try missing.forEachEvent { _, _, _ in .more } }
    #expect(throws: CaptureFailure.self) { try missing.trees() }
    do {
      try missing.forEachRecord { _, _ in .more }
    } catch {
      expect(error.kind, equals: .unusable)
      expect(error.file, equals: "/there/is/none")
      expect("\(error)".hasPrefix("/there/is/none: "))
    }
  }

  /// All before the damage is given.
  @Test func damage() throws {
    var bytes = try Data(contentsOf: captures.appending(path: "polar-h7.btsnoop"))
    // The length of the second record.
    let first = 16 + 24 + Int(bytes[16 + 4 + 3])
    bytes.replaceSubrange(first + 4..<first + 8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).btsnoop").path
    try bytes.write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var records = 0
    do {
      try Capture(path).forEachRecord { _, _ in
        records += 1
        return .more
      }
      Issue.record("it is damaged")
    } catch {
      expect(error.kind, equals: .damaged)
      expect(error.offset, equals: Int64(first))
    }
    expect(records, equals: 1)
  }
}
