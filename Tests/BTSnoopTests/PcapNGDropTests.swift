import BTSnoop
import Bytes
import TestSupport
import Testing

/// Lost packets, which pcapng counts in options of packets and of statistics.
@Suite struct PcapNGDropTests {
  private static let packet: [UInt8] = [0, 0, 0, 0, 1, 0xAA]

  private func check(_ file: PcapNGBytes) -> Outcome {
    let whole = read(file.bytes)
    for size in pieceSizes {
      expect(push(file.bytes, PcapNGParser.self, pieces: size), equals: whole)
    }
    expect(whole.error == nil)
    return whole
  }

  private func option(_ code: UInt16, _ value: [UInt8], isBig: Bool = false) -> [UInt8] {
    var out = OrderedBytes(isBig: isBig)
    out.add(code)
    out.add(UInt16(value.count))
    out.add(value)
    return out.bytes
  }

  private func count(_ number: UInt64, isBig: Bool = false) -> [UInt8] {
    var out = OrderedBytes(isBig: isBig)
    out.add(number)
    return out.bytes
  }

  private func statistics(
    _ file: inout PcapNGBytes, interface: UInt32 = 0, drops: UInt64, isBig: Bool = false
  ) {
    file.block(5) {
      $0.add(interface)
      $0.add(UInt64(0))
      $0.add(option(4, count(99, isBig: isBig), isBig: isBig))
      $0.add(option(5, count(drops, isBig: isBig), isBig: isBig))
      $0.add(UInt32(0))
    }
  }

  @Test(arguments: [false, true]) func packetsTellWhereSomeAreLost(isBig: Bool) {
    var file = PcapNGBytes(isBig: isBig)
    file.interface(201)
    file.packet(Self.packet)
    let flags = option(2, [0, 0, 0, 1], isBig: isBig)
    file.packet(
      Self.packet, options: flags + option(4, count(3, isBig: isBig), isBig: isBig) + [0, 0, 0, 0])
    file.packet(Self.packet, options: option(4, count(2, isBig: isBig), isBig: isBig))
    file.packet(Self.packet)
    statistics(&file, drops: 4, isBig: isBig)
    let outcome = check(file)
    expect(outcome.records.map(\.drops), equals: [0, 3, 5, 5])
    // Statistics that know less than the packets do not count.
    expect(outcome.notes, equals: [CaptureNote(.dropped(5), file: "test")])
  }

  @Test func statisticsOfAllInterfacesAndSections() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.interface(201)
    file.packet(Self.packet)
    statistics(&file, drops: 1)
    statistics(&file, interface: 1, drops: 10)
    // The last word of an interface.
    statistics(&file, drops: 2)
    file.section(isBig: true)
    file.interface(201)
    statistics(&file, drops: 100, isBig: true)
    let outcome = check(file)
    expect(outcome.records.map(\.drops), equals: [0])
    expect(outcome.notes, equals: [CaptureNote(.dropped(112), file: "test")])
  }

  @Test func liesCountNothing() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.packet(Self.packet, options: [4, 0, 255, 255, 1, 1, 1, 1])
    file.packet(Self.packet, options: option(4, [7, 0, 0, 0]))
    file.packet(Self.packet, options: [4, 0, 8, 0, 1, 0, 0, 0])
    file.packet(Self.packet, options: [0, 0, 0, 0] + option(4, count(8)))
    file.packet(Self.packet, options: [4, 0])
    // Of an interface that is none, and too short for its fields.
    statistics(&file, interface: 1, drops: 5)
    statistics(&file, interface: .max, drops: 5)
    file.block(5) { $0.add(UInt32(0)) }
    file.block(5) { _ in }
    let outcome = check(file)
    expect(outcome.records.map(\.drops), equals: [0, 0, 0, 0, 0])
    expect(outcome.notes.isEmpty)
  }

  @Test func countsAreHeldAtTheirEnd() {
    var file = PcapNGBytes(isBig: false)
    file.interface(201)
    file.interface(201)
    file.packet(Self.packet, options: option(4, count(.max)))
    file.packet(Self.packet, options: option(4, count(1 << 32)))
    statistics(&file, drops: .max)
    statistics(&file, interface: 1, drops: .max)
    let outcome = check(file)
    expect(outcome.records.map(\.drops), equals: [.max, .max])
    expect(outcome.notes, equals: [CaptureNote(.dropped(.max), file: "test")])
  }

  // MARK: Writing

  private func record(_ drops: UInt32, file: Int = 0) -> CaptureRecord {
    CaptureRecord(
      frame: 1, time: CaptureTime(seconds: 0x1_0000, nanoseconds: 5000), kind: .command,
      direction: .sent, adapter: 1, originalLength: 3, cumulativeDrops: drops, file: file)
  }

  @Test func theBytes() {
    var writer = PcapNGWriter(.monitor)
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    output.removeAll()
    expect(writer.append(record(0), bytes: [1, 2, 3].rawBytes, to: &output))
    let begin = output.count
    expect(writer.append(record(0x0102), bytes: [1, 2, 3].rawBytes, to: &output))
    let block: [UInt8] = [
      6, 0, 0, 0, 56, 0, 0, 0, 0, 0, 0, 0, 0x0F, 0, 0, 0, 0x05, 0, 0x40, 0x42, 7, 0, 0, 0, 7, 0, 0,
      0, 0, 1, 0, 2, 1, 2, 3, 0, 4, 0, 8, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0,
    ]
    expect(Array(output.bytes.copy().dropFirst(begin)), equals: block)
    output.removeAll()
    writer.appendTrailer(to: &output)
    let statistics: [UInt8] = [
      5, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0x0F, 0, 0, 0, 0x05, 0, 0x40, 0x42, 5, 0, 8, 0, 2, 1, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0,
    ]
    expect(output.bytes.copy(), equals: statistics)
  }

  @Test func whatIsWrittenReadsBack() {
    var writer = PcapNGWriter(.monitor)
    // Each header begins a file with a count of its own.
    for _ in 0..<2 {
      var output = ByteWriter()
      writer.appendHeader(to: &output)
      for drops: UInt32 in [0, 2, 2, 7, .max] {
        _ = writer.append(record(drops), bytes: [1].rawBytes, to: &output)
      }
      let without = output.bytes.copy()
      writer.appendTrailer(to: &output)
      expect(output.count, equals: without.count + 40)
      for bytes in [without, output.bytes.copy()] {
        let outcome = read(bytes)
        expect(outcome.records.map(\.drops), equals: [0, 2, 2, 7, .max])
        expect(outcome.notes, equals: [CaptureNote(.dropped(.max), file: "test")])
      }
    }
  }

  @Test func whereNothingIsLostNothingIsWritten() {
    var writer = PcapNGWriter(.monitor)
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    _ = writer.append(record(0), bytes: [1].rawBytes, to: &output)
    let count = output.count
    writer.appendTrailer(to: &output)
    expect(output.count, equals: count)
  }

  /// Captures one after the other have a count each, as they come from one conversion.
  @Test func filesInOne() {
    var writer = PcapNGWriter(.monitor)
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    for (drops, file) in [(5, 0), (5, 1), (6, 1), (1, 2)] as [(UInt32, Int)] {
      _ = writer.append(record(drops, file: file), bytes: [1].rawBytes, to: &output)
    }
    expect(read(output.bytes.copy()).records.map(\.drops), equals: [5, 10, 11, 12])
  }
}
