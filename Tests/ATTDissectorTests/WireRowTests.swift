import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// What is derived from the rows.
@Suite struct WireRowTests {
  private static let layouts: [(String, WireLayout)] = {
    var all: [(String, WireLayout)] = []
    func add(_ name: StaticString?, _ layout: WireLayout?) {
      if let name, let layout { all.append((name.description, layout)) }
    }
    for opcode in UInt16.min...UInt16.max {
      guard let row = HCICommandRows.row(opcode) ?? AndroidRows.row(opcode) else { continue }
      add(row.name, row.parameters)
      add(row.name, row.returned)
    }
    for code in UInt8.min...UInt8.max {
      for row in [
        HCIEventRows.row(code), LEMetaEventRows.row(code), L2CAPSignalRows.row(code),
        SMPRows.row(code), ADTypeRows.row(code), MonitorRows.row(UInt16(code)),
      ] {
        add(row?.name, row?.parameters)
      }
      add(ATTRows.row(code)?.name, ATTRows.row(code)?.parameters)
      add(ControlRows.row(code)?.name, ControlRows.row(code)?.parameters)
    }
    return all
  }()

  /// The reader that shows fields and the walk that finds them agree on where every field ends.
  @Test func walkAndReaderTakeTheSameBytes() {
    expect(Self.layouts.count > 700)
    for (name, layout) in Self.layouts {
      if case .restElements? = layout.first?.1 { continue }
      for (count, octet) in [(300, 0), (300, 1), (300, 7), (3, 2), (0, 0)] as [(Int, UInt8)] {
        let bytes = [UInt8](repeating: octet, count: count)
        var tree = TreeWriter()
        tree.open("layout")
        var read = ByteCursor(bytes.rawBytes)
        let isWhole = TreeReader.read(layout, from: &read, into: &tree)
        var walked = ByteCursor(bytes.rawBytes)
        let wasWalked = (try? WireWalk.each(layout, from: &walked) { _, _, _ in }) != nil
        expect(isWhole, equals: wasWalked, "\(name), \(count) times \(octet)")
        let ends = (read.offset, walked.offset)
        if isWhole { expect(ends.0, equals: ends.1, "\(name), \(count) times \(octet)") }
        if isWhole, let size = layout.size { expect(ends.0, equals: size, "\(name)") }
      }
    }
  }

  private func connection(command hex: String) -> UInt16? {
    HCIMentions.connection(command: wire(hex).rawBytes)
  }
  private func connection(event hex: String) -> UInt16? {
    HCIMentions.connection(event: wire(hex).rawBytes)
  }

  @Test func connectionsOfCommands() {
    expect(connection(command: "0604 03 4000 13"), equals: 0x40)
    // LE Request Peer SCA and LE Read All Remote Features.
    expect(connection(command: "6d20 02 4000"), equals: 0x40)
    expect(connection(command: "8820 03 4100 01"), equals: 0x41)
    // LE Create CIS names the connection of its first stream, not the stream.
    expect(connection(command: "6420 05 01 6000 4000"), equals: 0x40)
    expect(connection(command: "350c 05 01 4000 0100"), equals: 0x40)
    expect(connection(command: "0c20 02 01 00") == nil)
    expect(connection(command: "6d20 02 40") == nil)
    expect(connection(command: "01fc 02 4000") == nil)
    expect(connection(command: "ffff 02 4000") == nil)
    // A sync and an advertising set have handles of their own.
    expect(connection(command: "4620 02 4000") == nil)
    expect(connection(command: "5b20 05 4000 0000 01"), equals: 0x40)
  }

  @Test func connectionsOfEvents() {
    expect(connection(event: "3e 05 1f 00 4000 03"), equals: 0x40)
    expect(connection(event: "3e 05 2b 00 4100 03"), equals: 0x41)
    expect(connection(event: "13 05 01 4000 0100"), equals: 0x40)
    expect(connection(event: "3e 07 1a 4000 6000 0101"), equals: 0x40)
    expect(connection(event: "3e 08 0f 0100 7f c4 ff 00 00") == nil)
    // LE Read Channel Map returns the handle.
    expect(connection(event: "0e 0b 01 1520 00 4000 ffffffff1f"), equals: 0x40)
    expect(connection(event: "0e 04 01 1520 02") == nil)
    expect(connection(event: "0e 04 01 01fc 02") == nil)
    // The handle of a connection that was not made is none.
    let made = "0b00 00 01 9e8d7c6b5ad8 1800 0000 4800 00"
    expect(connection(event: "3e 13 01 00 " + made), equals: 0x0B)
    expect(connection(event: "3e 13 01 3e " + made) == nil)
    expect(connection(event: "3e 06 12 3c 01 0000 00") == nil)
    expect(connection(event: "3e 06 12 00 01 4000 00"), equals: 0x40)
  }

  private func mentions(event hex: String) -> [String] {
    var found: [String] = []
    HCIMentions.each(event: wire(hex).rawBytes) {
      if case .device(let address) = $0 {
        found.append("\(address.kind.name ?? "?") \(address)")
      } else {
        found.append("\($0)")
      }
    }
    return found
  }

  @Test func everythingThatAnEventNames() {
    let address = "random D8:5A:6B:7C:8D:9E"
    let report = "00 01 9e8d7c6b5ad8 03 020106 c4"
    expect(mentions(event: "3e 1d 02 02 \(report) \(report)"), equals: [address, address])
    // A report that is cut still names its device.
    expect(mentions(event: "3e 1d 02 02 \(report) 00 01 9e8d7c6b5ad8 03").count, equals: 2)
    expect(
      mentions(event: "13 09 02 4000 0100 4100 0200"), equals: ["connection(64)", "connection(65)"])
    expect(mentions(event: "3e 03 10 0100 00"), equals: ["sync(1)"])
    // A classic address is public; a resolvable one is random whatever the peer's is.
    expect(
      mentions(event: "17 06 9e8d7c6b5ad8"),
      equals: ["public D8:5A:6B:7C:8D:9E"])
    let enhanced = "3e 1f 0a 00 4000 00 00 010203040506 000000000000 9e8d7c6b5ad8"
    expect(mentions(event: enhanced).last, equals: address)
    expect(mentions(event: enhanced).count, equals: 2)
    expect(mentions(event: "ff 02 4000").isEmpty)
  }
}
