import ATTDissector
import Bytes
import TestSupport
import Testing

struct L2CAPTests {
  @Test func header() throws {
    let header = try parse("0700 0400") { c throws(ByteError) in try L2CAPHeader(&c) }
    expect(header.length, equals: 7)
    expect(header.channel, equals: .attribute)
  }

  @Test func signal() throws {
    let signal = try parse("12 07 0800") { c throws(ByteError) in try L2CAPSignal(&c) }
    expect(signal.code, equals: .connectionParameterUpdateRequest)
    expect(signal.identifier, equals: 7)
    expect(signal.length, equals: 8)
    expect(signal.dataOffset, equals: 4)
  }

  @Test func parameters() throws {
    let parameters = try parse("0600 0800 0100 c800") { c throws(ByteError) in
      try ConnectionParameters(&c)
    }
    expect(parameters.intervalMin, equals: 6)
    expect(parameters.intervalMax, equals: 8)
    expect(parameters.latency, equals: 1)
    expect(parameters.timeout, equals: 200)
  }
}

struct L2CAPReassemblerTests {
  /// Feeds fragments `(hex, isStart, isCut)`; what is joined is reported as hex after the outcome.
  private func outcomes(_ fragments: [(String, Bool, Bool)]) -> [String] {
    var state = L2CAPReassembler()
    var frame: UInt64 = 0
    return fragments.map { hex, isStart, isCut in
      frame += 1
      let bytes = wire(hex)
      let outcome = state.add(bytes.rawBytes, isStart: isStart, isCut: isCut, frame: frame)
      guard outcome == .joined else { return "\(outcome)" }
      let pdu = state.takePDU()
      defer { state.recycle(pdu) }
      return "joined \(pdu.count)"
    }
  }

  @Test func whole() {
    expect(outcomes([("0100 0400 0b", true, false)]), equals: ["whole"])
    expect(outcomes([("0000 0400", true, false)]), equals: ["whole"])
    // Bytes after the PDU's end do not matter.
    expect(outcomes([("0100 0400 0b aabb", true, false)]), equals: ["whole"])
  }

  @Test func joined() {
    expect(
      outcomes([("0300 0400 0b", true, false), ("01", false, false), ("02", false, false)]),
      equals: ["waiting", "waiting", "joined 7"])
    expect(
      outcomes([
        ("03", true, false), ("00", false, false), ("0400", false, false), ("0b0102", false, false),
      ]), equals: ["waiting", "waiting", "waiting", "joined 7"])
    expect(
      outcomes([("", true, false), ("0000 0400", false, false)]), equals: ["waiting", "joined 4"])
  }

  @Test func strays() {
    expect(outcomes([("0102", false, false)]), equals: ["stray"])
    expect(
      outcomes([("0100 0400 0b", true, false), ("01", false, false)]), equals: ["whole", "stray"])
  }

  @Test func cut() {
    expect(
      outcomes([
        ("0900 0400 0b", true, true), ("01", false, false), ("0100 0400 0b", true, false),
        ("01", false, false),
      ]), equals: ["cut", "skipped", "whole", "stray"])
    expect(
      outcomes([
        ("0900 0400 0b", true, false), ("01", false, true), ("02", false, false),
      ]), equals: ["waiting", "joined 6", "skipped"])
    expect(outcomes([("09", true, true)]), equals: ["cut"])
  }

  @Test func aStartEndsAnUnfinishedPDU() {
    expect(
      outcomes([("0900 0400 0b", true, false), ("0100 0400 0b", true, false), ("01", false, false)]
      ),
      equals: ["waiting", "whole", "stray"])
  }

  @Test func resetForgets() {
    var state = L2CAPReassembler()
    let start = wire("0900 0400 0b")
    expect(state.add(start.rawBytes, isStart: true, isCut: false, frame: 7), equals: .waiting)
    expect(state.isOpen)
    expect(state.heldOctets, equals: 5)
    expect(state.startFrame, equals: 7)
    expect(state.reset(), equals: 5)
    expect(!state.isOpen)
    expect(state.heldOctets, equals: 0)
    expect(state.add(start.rawBytes, isStart: false, isCut: false, frame: 8), equals: .skipped)
  }
}
