import ATTDissector
import BTSnoop
import Bytes
import Foundation
import GATTSession
import Testing
import Timeline

@testable import MockPeripheral

/// What recordings show of their peripherals.
@Suite struct PeripheralCollectorTests {
  private func collect(
    _ capture: String, device: String? = nil
  ) throws -> Result<RecordedPeripheral, PeripheralCollector.Problem> {
    let captures = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Captures").standardizedFileURL.path
    var filter = EventFilter()
    if let device { filter.select(device: device) }
    let collector = PeripheralCollector(filter)
    var pipeline = CapturePipeline(
      TimelineStage(collector, session: GATTSession.Options(), sink: .init()))
    var reader = CaptureReader()
    try reader.read(["\(captures)/\(capture)"], into: &pipeline)
    pipeline.end()
    return collector.result
  }

  @Test(arguments: ["polar-h7.btsnoop", "polar-h7-ll.pcap"])
  func theStrap(capture: String) throws {
    let strap = try collect(capture).get()
    #expect(strap.name == "Polar H7 000607")
    #expect(strap.connections == 1)
    #expect(strap.mtu == 23)
    #expect(
      strap.advertisement.data
        == [2, 1, 6, 3, 3, 0x0D, 0x18, 2, 0x0A, 0, 6, 0xFF, 0x6B, 0, 3, 3, 0x58])
    #expect(strap.advertisement.scanResponse == [16, 9] + Array("Polar H7 000607".utf8))
    #expect(strap.advertisement.address?.value == 0x0022_D000_0607)
    #expect(strap.table.all.count { $0.type == .primaryService } == 6)
    #expect(
      strap.table[0x10]
        == ServedAttribute(
          handle: 0x10, type: .primaryService, endHandle: 0x15, declared: [0x0D, 0x18]))
    #expect(
      strap.table[0x11]
        == ServedAttribute(
          handle: 0x11, type: .characteristicDeclaration, declared: [0x10, 0x12, 0, 0x37, 0x2A]))
    #expect(strap.table[0x12]?.permissions == [])
    #expect(strap.table[0x13]?.type == 0x2902)
    #expect(strap.table[0x16] != nil)
    #expect(strap.configured == [0x0F: 0x0E, 0x13: 0x12])
    #expect(strap.reads[0x27] == [.init(connection: 0, outcome: .value([0x5C]))])
    #expect(strap.episodes[0x12]?.map(\.sent.count) == [7])
    #expect(strap.episodes[0x12]?[0].sent.first?.value == [0x06, 0x61])
  }

  @Test func theRecordingHostAsAPeripheral() throws {
    let host = try collect("peripheral-side.btsnoop").get()
    #expect(host.mtu == 100)
    #expect(host.table[17]?.type == 0x2A39)
    #expect(host.episodes.isEmpty == false)
    // What the capture says of a client's own attributes is not the peripheral's.
    #expect(host.table.all.allSatisfy { $0.type != 0x1805 && $0.declared != [0x05, 0x18] })
  }

  @Test func errorsAndLongValues() throws {
    let kinds = try collect("att-kinds.btsnoop").get()
    #expect(
      kinds.reads[28]?.first?.outcome == .error(.readNotPermitted))
    #expect(kinds.writes[30]?.first?.error == .writeNotPermitted)
    #expect(kinds.writes[30]?.first?.value == [1])
  }

  @Test func severalNeedAChoice() throws {
    #expect(
      try collect("two-straps.btsnoop")
        == .failure(
          .init(message: "several peripherals: #1 Strap One, #2 Bike Two; choose with --device")))
    #expect(try collect("two-straps.btsnoop", device: "Strap One").get().name == "Strap One")
    #expect(
      try collect("enhanced-att.btsnoop", device: "nobody")
        == .failure(.init(message: "no peripheral to play: no attributes were seen")))
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
    #expect(
      peripheral.reads[0x0D] == [.init(connection: 0, outcome: .value(hash.reversed()))])
  }
}
