import ATTDissector
import Bytes
import Testing

struct L2CAPTests {
  @Test func header() throws {
    let header = try parse("0700 0400") { c throws(ByteError) in try L2CAPHeader(&c) }
    #expect(header.length == 7)
    #expect(header.channel == .attribute)
  }

  @Test func signal() throws {
    let signal = try parse("12 07 0800") { c throws(ByteError) in try L2CAPSignal(&c) }
    #expect(signal.code == .connectionParameterUpdateRequest)
    #expect(signal.identifier == 7)
    #expect(signal.length == 8)
    #expect(signal.dataOffset == 4)
  }

  @Test func parameters() throws {
    let parameters = try parse("0600 0800 0100 c800") { c throws(ByteError) in
      try ConnectionParameters(&c)
    }
    #expect(parameters.intervalMin == 6)
    #expect(parameters.intervalMax == 8)
    #expect(parameters.latency == 1)
    #expect(parameters.timeout == 200)
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
    #expect(outcomes([("0100 0400 0b", true, false)]) == ["whole"])
    #expect(outcomes([("0000 0400", true, false)]) == ["whole"])
    // Bytes after the PDU's end do not matter.
    #expect(outcomes([("0100 0400 0b aabb", true, false)]) == ["whole"])
  }

  @Test func joined() {
    #expect(
      outcomes([("0300 0400 0b", true, false), ("01", false, false), ("02", false, false)])
        == ["waiting", "waiting", "joined 7"])
    #expect(
      outcomes([
        ("03", true, false), ("00", false, false), ("0400", false, false), ("0b0102", false, false),
      ]) == ["waiting", "waiting", "waiting", "joined 7"])
    #expect(
      outcomes([("", true, false), ("0000 0400", false, false)]) == ["waiting", "joined 4"])
  }

  @Test func strays() {
    #expect(outcomes([("0102", false, false)]) == ["stray"])
    #expect(
      outcomes([("0100 0400 0b", true, false), ("01", false, false)]) == ["whole", "stray"])
  }

  @Test func cut() {
    #expect(
      outcomes([
        ("0900 0400 0b", true, true), ("01", false, false), ("0100 0400 0b", true, false),
        ("01", false, false),
      ]) == ["cut", "skipped", "whole", "stray"])
    #expect(
      outcomes([
        ("0900 0400 0b", true, false), ("01", false, true), ("02", false, false),
      ]) == ["waiting", "joined 6", "skipped"])
    #expect(outcomes([("09", true, true)]) == ["cut"])
  }

  @Test func aStartEndsAnUnfinishedPDU() {
    #expect(
      outcomes([("0900 0400 0b", true, false), ("0100 0400 0b", true, false), ("01", false, false)])
        == ["waiting", "whole", "stray"])
  }

  @Test func resetForgets() {
    var state = L2CAPReassembler()
    let start = wire("0900 0400 0b")
    #expect(state.add(start.rawBytes, isStart: true, isCut: false, frame: 7) == .waiting)
    #expect(state.isOpen)
    #expect(state.heldOctets == 5)
    #expect(state.startFrame == 7)
    #expect(state.reset() == 5)
    #expect(!state.isOpen)
    #expect(state.heldOctets == 0)
    #expect(state.add(start.rawBytes, isStart: false, isCut: false, frame: 8) == .skipped)
  }
}
