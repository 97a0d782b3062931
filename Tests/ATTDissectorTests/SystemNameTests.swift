import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// What recorders and serial transports write beside packets.
struct SystemNameTests {
  @Test func everyTextOfPacketLoggerHasANameAndALayout() {
    for type in UInt8.min...UInt8.max {
      let isNamed = PacketLoggerName.name(of: type) != nil
      expect(isNamed, equals: (type >= 0xF7 && type < 0xFF || type == 0x0A || type == 0x0B))
      expect((PacketLoggerRows.row(type)?.parameters != nil), equals: (type >= 0xF7 && type < 0xFF))
      expect(PacketLoggerName.isText(type), equals: (type >= 0xF8 && type < 0xFF))
    }
  }

  @Test func theTreeOfASystemRecord() {
    func lines(_ type: UInt8, _ text: String) -> [String] {
      let tree = TreeLines {
        DissectionTree.packetLogger(type: type, bytes: text.rawBytes, into: &$0)
      }
      expect(tree.isWhole)
      return tree.lines
    }
    expect(
      lines(0xF7, "*\0\0\0\u{2}d\0lib\0com.x\0Server\0started\0"),
      equals: [
        "PacketLogger: syslog (0xF7)", "  Process identifier: 42", "  Message type: 2",
        "  Process: \"d\"", "  Sender: \"lib\"", "  Subsystem: \"com.x\"",
        "  Category: \"Server\"",
        "  Message: \"started\"",
      ])
    expect(
      lines(0xF7, "*\0").last,
      equals: "  truncated: Process identifier: 4 bytes needed, 2 available (2a00)")
    expect(lines(0xF7, "*\0\0\0\u{2}d").last, equals: "  Message: \"\"")
    expect(
      lines(0xFC, "a\u{1B}[2J\0"), equals: ["PacketLogger: note (0xFC)", "  Text: \"a\\x1b[2J\""])
    expect(lines(0x44, "a"), equals: ["PacketLogger: unknown (0x44)", "  Data: 61"])
    let tree = TreeLines {
      DissectionTree.serialTransport(
        "H5", name: SerialTransportName.threeWire(15), type: 15, bytes: [1, 0x7E].rawBytes,
        into: &$0)
    }
    expect(tree.lines, equals: ["H5: link control (15)", "  Data: 017e"])
  }

  @Test func namesOfSerialTransports() {
    expect((0...255).filter { SerialTransportName.threeWire($0) != nil }, equals: [0, 14, 15])
    expect((0...255).filter { SerialTransportName.bcsp($0) != nil }, equals: [0, 1, 2, 3, 4])
    // The second byte of a message follows from the first: its complement, but for the highest bit.
    for message in UInt16.min...UInt16.max where SerialTransportName.linkControl(message) != nil {
      expect((1...7).contains(message & 0xFF))
      expect(message >> 8 & 0x7F, equals: ~message & 0x7F)
    }
    expect(SerialTransportName.linkControl(0x7E01)?.description, equals: "sync")
    expect(SerialTransportName.linkControl(0x7807)?.description, equals: "sleep")
    expect(SerialTransportName.linkControl(0x0000) == nil)
  }
}
