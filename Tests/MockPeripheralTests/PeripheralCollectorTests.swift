import ATTDissector
import BTSnoop
import Bytes
import Foundation
import GATTSession
import TestSupport
import Testing
import Timeline

@testable import MockPeripheral

/// What recordings show of their peripherals.
@Suite struct PeripheralCollectorTests {
  private func collect(
    _ capture: String, device: String? = nil
  ) throws -> Result<RecordedPeripheral, PeripheralCollector.PlaybackError> {
    let captures = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Captures").standardizedFileURL.path
    return try collect(path: "\(captures)/\(capture)", device: device)
  }

  private func collect(
    path: String, device: String? = nil
  ) throws -> Result<RecordedPeripheral, PeripheralCollector.PlaybackError> {
    var filter = EventFilter()
    if let device { filter.select(device: device) }
    let collector = PeripheralCollector(filter)
    var pipeline = CapturePipeline(
      TimelineStage(collector, session: GATTSession.Options(), sink: .init()))
    var reader = CaptureReader()
    try reader.read([path], into: &pipeline)
    pipeline.end()
    return collector.result
  }

  private func collect(
    _ log: HostLog
  ) throws -> Result<RecordedPeripheral, PeripheralCollector.PlaybackError> {
    let file = FileManager.default.temporaryDirectory.appending(path: "bleinspect-\(UUID())")
    try Data(log.file.bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try collect(path: file.path)
  }

  @Test(arguments: ["polar-h7.btsnoop", "polar-h7-ll.pcap"])
  func theStrap(capture: String) throws {
    let strap = try collect(capture).get()
    expect(strap.name, equals: "Polar H7 000607")
    expect(strap.connections, equals: 1)
    expect(strap.mtu, equals: 23)
    expect(
      strap.advertisement.data,
      equals: [2, 1, 6, 3, 3, 0x0D, 0x18, 2, 0x0A, 0, 6, 0xFF, 0x6B, 0, 3, 3, 0x58])
    expect(strap.advertisement.scanResponse, equals: [16, 9] + Array("Polar H7 000607".utf8))
    expect(strap.advertisement.address?.value, equals: 0x0022_D000_0607)
    expect(strap.table.all.count { $0.type == .primaryService }, equals: 6)
    expect(
      strap.table[0x10],
      equals: ServedAttribute(
        handle: 0x10, type: .primaryService, endHandle: 0x15, declared: [0x0D, 0x18]))
    expect(
      strap.table[0x11],
      equals: ServedAttribute(
        handle: 0x11, type: .characteristicDeclaration, declared: [0x10, 0x12, 0, 0x37, 0x2A]))
    expect(strap.table[0x12]?.permissions, equals: [])
    expect(strap.table[0x13]?.type, equals: 0x2902)
    expect(strap.table[0x16] != nil)
    expect(strap.configured, equals: [0x0F: 0x0E, 0x13: 0x12])
    expect(strap.reads[0x27], equals: [.init(connection: 0, outcome: .value([0x5C]))])
    expect(strap.episodes[0x12]?.map(\.sent.count), equals: [7])
    expect(strap.episodes[0x12]?[0].sent.first?.value, equals: [0x06, 0x61])
  }

  /// An extended report calls its scan response connectable.
  @Test func aScanResponseIsNoAdvertisingData() throws {
    let tag = try collect("sensortag-cc2650.btsnoop").get().advertisement
    expect(tag.data, equals: [2, 1, 5, 3, 2, 0x80, 0xAA, 6, 0xFF, 0x0D, 0, 3, 0, 0])
    expect(
      tag.scanResponse,
      equals: [0x11, 9] + Array("CC2650 SensorTag".utf8) + [5, 0x12, 0x50, 0, 0x20, 3, 2, 0x0A, 0])
  }

  @Test func theScanResponseOfAnotherSetIsNotAdvertised() throws {
    var log = HostLog()
    let legacy: [UInt8] = [2, 1, 6, 3, 3, 0x0D, 0x18]
    log.advertisement(type: 0x13, legacy)
    log.advertisement(
      type: 0x0A, set: 1, [2, 0x0A, 0, 57, 0xFF] + [UInt8](repeating: 7, count: 56))
    log.connected()
    log.discovery()
    let advertisement = try collect(log).get().advertisement
    expect(advertisement.data, equals: legacy)
    expect(advertisement.scanResponse, equals: [])
    expect(!advertisement.isLong)
  }

  /// What only a known device of that name has, the capture does not show.
  @Test func aMapIsNotServed() throws {
    var log = HostLog()
    log.advertisement(type: 0x13, [17, 9] + Array("CC2650 SensorTag".utf8))
    log.connected()
    for handle: UInt8 in [0x24, 0x2C, 0x34] { log.exchange([0x0A, handle, 0], [0x0B, 1]) }
    try expect(
      collect(log),
      equals: .failure(
        .init(
          message:
            "no peripheral to play: its services were not discovered (--gatt FILE names them)"))
    )
    // Find By Type Value: Device Information, where the map has it.
    log.exchange([6, 1, 0, 0xFF, 0xFF, 0, 0x28, 0x0A, 0x18], [7, 0x0C, 0, 0x1E, 0])
    let tag = try collect(log).get()
    expect(tag.table.all.map(\.handle), equals: [0x0C])
    expect(tag.table[0x0C]?.endHandle, equals: 0x1E)
  }

  @Test func aWriteWithoutAnAnswerHasNoOutcome() throws {
    var log = HostLog()
    log.connected()
    log.discovery()
    log.exchange([0x12, 6, 0, 1], [0x13])
    log.exchange([0x12, 4, 0, 1, 0], [0x13])
    log.attribute([0x52, 6, 0, 2], isSent: true)
    log.attribute([0x12, 6, 0, 3], isSent: true)
    let peripheral = try collect(log).get()
    expect(peripheral.writes[6]?.map(\.value), equals: [[1], [2]])
    expect(peripheral.writes[4]?.map(\.value), equals: [[1, 0]])
  }

  /// The sniffer did not hear the declarations of three characteristics, but how they were read.
  @Test func attributesThatWereOnlyRead() throws {
    let strap = try collect("encrypted/two-links-plain.pcap", device: "00:22:D0:00:06:07").get()
    for handle in [0x1E, 0x20, 0x22] as [UInt16] {
      expect(strap.table[handle], equals: ServedAttribute(handle: handle, type: nil))
      expect(strap.reads[handle]?.count, equals: 1)
    }
  }

  @Test func howTheRecordingHostAdvertised() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    var log = [UInt8](
      try Data(contentsOf: folder.appending(path: "../../Captures/peripheral-side.btsnoop")))
    // LE Set Advertising Parameters, both intervals 100 ms.
    let command: [UInt8] = [0x06, 0x20, 0x0F, 0xA0, 0x00, 0xA0, 0x00]
    let place = try #require(log.indices.first { log[$0...].starts(with: command) })
    log.replaceSubrange(place + 3..<place + 7, with: [0x40, 0x06, 0x80, 0x0C])
    let file = FileManager.default.temporaryDirectory.appending(path: "bleinspect-\(UUID())")
    try Data(log).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let advertisement = try collect(path: file.path).get().advertisement
    expect(advertisement.interval, equals: 0x0640)
    expect(advertisement.data, equals: [2, 1, 6, 3, 3, 0x0D, 0x18, 3, 0x19, 0x41, 3])
    expect(advertisement.scanResponse, equals: [11, 9] + Array("Strap Side".utf8))
    try expect(collect("polar-h7.btsnoop").get().advertisement.interval, equals: 160)
  }

  @Test func theRecordingHostAsAPeripheral() throws {
    let host = try collect("peripheral-side.btsnoop").get()
    expect(host.mtu, equals: 100)
    expect(host.table[17]?.type, equals: 0x2A39)
    expect(host.episodes.isEmpty, equals: false)
    // What the capture says of a client's own attributes is not the peripheral's.
    expect(host.table.all.allSatisfy { $0.type != 0x1805 && $0.declared != [0x05, 0x18] })
  }

  /// The client is bonded when it comes again, and need not subscribe.
  @Test func aSubscriptionOfTheConnectionBefore() throws {
    let strap = try collect("bonded-reconnect.btsnoop").get()
    expect(strap.inherited, equals: [1: [0x0F: 1]])
    let episodes = try #require(strap.episodes[0x0F])
    expect(episodes.map(\.isInherited), equals: [false, true])
    expect(episodes.map(\.sent.count), equals: [3, 4])
    // From the connection on, in milliseconds.
    expect(episodes[1].sent.map { $0.delay / 1_000_000 }, equals: [1138, 2138, 3138, 4138])
    expect(strap.encryptions.mapValues { $0 / 1_000_000 }, equals: [0: 129, 1: 15])
  }

  @Test func errorsAndLongValues() throws {
    let kinds = try collect("att-kinds.btsnoop").get()
    expect(
      kinds.reads[28]?.first?.outcome, equals: .error(.readNotPermitted))
    expect(kinds.writes[30]?.first?.error, equals: .writeNotPermitted)
    expect(kinds.writes[30]?.first?.value, equals: [1])
  }

  @Test func severalValuesOfOnePDU() throws {
    let kinds = try collect("att-kinds.btsnoop").get()
    // Nothing turns the second one on.
    let shared = [kinds.episodes[0x10], kinds.unasked[0x1A]].map { episodes in
      (episodes ?? []).flatMap(\.sent).compactMap(\.shared)
    }
    expect(shared, equals: [[.init(pdu: 210, place: 0)], [.init(pdu: 210, place: 1)]])
  }

  @Test func severalNeedAChoice() throws {
    try expect(
      collect("two-straps.btsnoop"),
      equals: .failure(
        .init(message: "several peripherals: #1 Strap One, #2 Bike Two; choose with --device")))
    try expect(collect("two-straps.btsnoop", device: "Strap One").get().name, equals: "Strap One")
    try expect(
      collect("enhanced-att.btsnoop", device: "nobody"),
      equals: .failure(.init(message: "no peripheral to play: no attributes were seen")))
  }
}

/// Builds logs of a host that is a central, record by record, 50 ms apart.
private struct HostLog {
  var file = BTSnoopBytes(datalink: 1002)
  private var time: Int64 = 1_772_355_600_000_000
  private static let address: [UInt8] = [1, 2, 3, 4, 5, 6]

  private mutating func record(_ packet: [UInt8], flags: UInt32) {
    file.add(packet, flags: flags, time: time)
    time += 50_000
  }

  private mutating func meta(_ parameters: [UInt8]) {
    record([4, 0x3E, UInt8(parameters.count)] + parameters, flags: 3)
  }

  /// A report of LE Extended Advertising Report.
  mutating func advertisement(type: UInt8, set: UInt8 = 0xFF, _ data: [UInt8]) {
    meta(
      [0x0D, 1, type, 0, 0] + Self.address + [1, 0, set, 0x7F, 0xC4, 0, 0, 0]
        + [UInt8](repeating: 0, count: 6) + [UInt8(data.count)] + data)
  }

  mutating func connected() {
    meta([1, 0, 1, 0, 0, 0] + Self.address + [24, 0, 0, 0, 72, 0, 0])
  }

  mutating func attribute(_ pdu: [UInt8], isSent: Bool) {
    let size = UInt8(pdu.count)
    record([2, 1, isSent ? 0 : 0x20, size + 4, 0, size, 0, 4, 0] + pdu, flags: isSent ? 0 : 1)
  }

  mutating func exchange(_ request: [UInt8], _ response: [UInt8]) {
    attribute(request, isSent: true)
    attribute(response, isSent: false)
  }

  /// A service 0001 to 0009: 0003 with notifications and its configuration 0004, 0006 to write.
  mutating func discovery() {
    exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0x0D, 0x18])
    exchange([0x10, 10, 0, 0xFF, 0xFF, 0, 0x28], [0x01, 0x10, 10, 0, 0x0A])
    exchange(
      [0x08, 1, 0, 9, 0, 0x03, 0x28],
      [0x09, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A, 5, 0, 0x0C, 6, 0, 0x39, 0x2A])
    exchange([0x08, 6, 0, 9, 0, 0x03, 0x28], [0x01, 0x08, 6, 0, 0x0A])
    exchange([0x04, 4, 0, 4, 0], [0x05, 1, 4, 0, 0x02, 0x29])
  }
}

@Suite struct DatabaseHashTests {
  /// Source: Bluetooth Core Specification, Vol 3, Part G, Appendix B.
  @Test func isThatOfTheSpecification() {
    func declaration(_ handle: UInt16, _ value: [UInt8]) -> ServedAttribute {
      ServedAttribute(handle: handle, type: .characteristicDeclaration, declared: value)
    }
    func service(_ handle: UInt16, _ uuid: [UInt8]) -> ServedAttribute {
      ServedAttribute(handle: handle, type: .primaryService, declared: uuid)
    }
    let table = AttributeTable([
      service(0x01, [0x00, 0x18]), declaration(0x02, [0x0A, 0x03, 0, 0x00, 0x2A]),
      ServedAttribute(handle: 0x03, type: 0x2A00),
      declaration(0x04, [0x02, 0x05, 0, 0x01, 0x2A]), ServedAttribute(handle: 0x05, type: 0x2A01),
      service(0x06, [0x01, 0x18]), declaration(0x07, [0x20, 0x08, 0, 0x05, 0x2A]),
      ServedAttribute(handle: 0x08, type: 0x2A05), ServedAttribute(handle: 0x09, type: 0x2902),
      declaration(0x0A, [0x0A, 0x0B, 0, 0x29, 0x2B]), ServedAttribute(handle: 0x0B, type: 0x2B29),
      declaration(0x0C, [0x02, 0x0D, 0, 0x2A, 0x2B]), ServedAttribute(handle: 0x0D, type: 0x2B2A),
      service(0x0E, [0x08, 0x18]),
      ServedAttribute(
        handle: 0x0F, type: .include, declared: [0x14, 0, 0x16, 0, 0x0F, 0x18]),
      declaration(0x10, [0xA2, 0x11, 0, 0x18, 0x2A]), ServedAttribute(handle: 0x11, type: 0x2A18),
      ServedAttribute(handle: 0x12, type: 0x2902), ServedAttribute(handle: 0x13, type: 0x2900),
      ServedAttribute(handle: 0x14, type: .secondaryService, declared: [0x0F, 0x18]),
      declaration(0x15, [0x02, 0x16, 0, 0x19, 0x2A]), ServedAttribute(handle: 0x16, type: 0x2A19),
    ])
    var peripheral = RecordedPeripheral()
    peripheral.table = table
    peripheral.reads[0x13] = [.init(connection: 0, outcome: .value([0, 0]))]
    // What another tree had.
    peripheral.reads[0x0D] = [.init(connection: 0, outcome: .value([1, 2, 3]))]
    peripheral.setDatabaseHash()
    let hash: [UInt8] = [
      0xF1, 0xCA, 0x2D, 0x48, 0xEC, 0xF5, 0x8B, 0xAC, 0x8A, 0x88, 0x30, 0xBB, 0xB9, 0xFB, 0xA9,
      0x90,
    ]
    expect(
      peripheral.reads[0x0D], equals: [.init(connection: 0, outcome: .value(hash.reversed()))])
  }
}
