import BTSnoop
import Bytes
import TestSupport
import Testing

/// Lines as the programs print them, each with records written in its form and read back.
@Suite struct TextFormTests {
  private static let packets: [(type: UInt8, isSent: Bool, bytes: [UInt8])] = [
    (1, true, [0x03, 0x0C, 0x00]), (4, false, [0x0E, 4, 1, 0x03, 0x0C, 0]),
    (2, true, [0x40, 0, 7, 0, 3, 0, 4, 0, 2, 5, 2]),
    (2, false, [0x40, 0x20, 7, 0, 3, 0, 4, 0, 3, 0x17, 0]),
    (4, false, [0x3E, 12, 2, 1, 4, 1, 0x63, 0x3B, 0xB0, 0xD9, 0xEC, 0x47, 0, 0xBA]),
  ]

  private static func hex(_ bytes: [UInt8], _ separator: String = " ") -> String {
    bytes.map { String(upperHex: $0, digits: 2).lowercased() }.joined(separator: separator)
  }

  /// How a form prints a packet; `nil` for what it cannot.
  struct Form: Sendable, CustomStringConvertible {
    var title: String
    var clock: CaptureInfo.Clock
    /// By the packet type, the direction, the bytes, and the number of the packet.
    var line: @Sendable (UInt8, Bool, [UInt8], Int) -> String?

    var description: String { title }
  }

  static let forms: [Form] = [
    Form(title: "hcidump -R", clock: .none) { type, isSent, bytes, _ in
      "\(isSent ? "<" : ">") \(hex([type] + bytes).uppercased()) "
    },
    Form(title: "BTstack", clock: .undated) { type, isSent, bytes, number in
      let word = ["", "CMD", "ACL", "SCO", "EVT"][Int(type)]
      return "[00:00:00.\(number)00] \(word) \(isSent ? "=>" : "<=") \(hex(bytes)) "
    },
    Form(title: "ArduinoBLE", clock: .undated) { type, isSent, bytes, number in
      let word = ["", "COMMAND", "ACLDATA", "", "EVENT"][Int(type)]
      return "19:25:38.\(number)00 -> HCI \(word) \(isSent ? "TX ->" : "RX <-") "
        + hex([type] + bytes, "").uppercased()
    },
    Form(title: "noble", clock: .undated) { type, isSent, bytes, number in
      "  hci \(isSent ? "write - writing: " : "onSocketData: ")\(hex([type] + bytes, "")) "
        + "+\(number == 0 ? 0 : 100)ms"
    },
    Form(title: "NimBLE", clock: .undated) { type, isSent, bytes, number in
      let octets = bytes.map { "0x" + hex([$0]) }
      let start = "[ts=\(number)00000ssb, mod=4 level=0] ble_hs_hci_"
      switch (type, isSent) {
      case (1, _):
        return start + "cmd_send: ogf=0x03 ocf=0x03 len=0\n" + octets.joined(separator: " ")
      case (2, true): return start + "acl_tx(): " + octets.joined(separator: " ") + " "
      case (2, false):
        return start + "evt_acl_process(): conn_handle=64 pb=2 len=7 data="
          + octets.dropFirst(4).joined(separator: " ") + " "
      default: return nil
      }
    },
    Form(title: "Bumble", clock: .none) { type, isSent, bytes, _ in
      guard type == 2 else { return nil }
      return "DEBUG:bumble.host:### \(isSent ? "HOST -> CONTROLLER" : "CONTROLLER -> HOST"): ACL: "
        + "handle=0x0040, pb=\(isSent ? 0 : 2), bc=0, data_total_length=7, data="
        + hex(Array(bytes.dropFirst(4)), "")
    },
    Form(title: "PacketLogger as text", clock: .undated) { type, isSent, bytes, number in
      let word =
        type == 1 ? "HCI Command" : type == 4 ? "HCI Event" : isSent ? "ATT Send" : "ATT Receive"
      return "May 22 07:49:33.\(number)00  \(word)   0x0041  C0:11:22:33:44:55  Name - 0x0041    "
        + hex(bytes).uppercased() + "   "
    },
    Form(title: "ble_monitor", clock: .recorder) { type, isSent, bytes, number in
      guard bytes[0] == 0x3E else { return nil }
      return
        "2022-04-24 20:21:32.\(number)00 DEBUG (Thread-2) [ble_monitor] Unknown advertisement received: "
        + hex([type] + bytes, "")
    },
    Form(title: "TI BTool", clock: .undated) { type, isSent, bytes, number in
      let word = isSent ? "Tx" : "Rx"
      return
        "[\(number)] : <\(word)> - 08:49:53.\(number)00\n-Type\t\t: 0x01 (Command)\nDump(\(word)):\n"
        + "0000:" + hex([type] + bytes).uppercased() + "   ....\n"
        + String(repeating: "-", count: 60)
    },
    Form(title: "ESP-IDF", clock: .none) { type, isSent, bytes, number in
      hex([UInt8(truncatingIfNeeded: number + 0xFD)]) + " "
        + (type == 1 ? "C:" : type == 4 ? "E:" : isSent ? "H:" : "D:") + hex(bytes)
    },
    Form(title: "ESP-IDF", clock: .undated) { type, isSent, bytes, number in
      let time = UInt32(number) * 100_000
      let octets = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: time >> UInt32($0)) }
      return hex([UInt8(number)]) + " "
        + (type == 1 ? "C:" : type == 4 ? "E:" : isSent ? "H:" : "D:")
        + hex(octets + [0, 0, 0, 0] + bytes)
    },
    Form(title: "tshark -x", clock: .none) { type, isSent, bytes, _ in
      let all = [0, 0, 0, isSent ? 0 : 1, type] + bytes
      return stride(from: 0, to: all.count, by: 16).map { start in
        "00\(hex([UInt8(start)]))  " + hex(Array(all[start..<min(start + 16, all.count)]))
          + "   ..a"
      }.joined(separator: "\n") + "\n"
    },
  ]

  @Test(arguments: forms) func aLogIsReadAsItWasWritten(form: Form) throws {
    var text = ""
    var expected: [(isSent: Bool, bytes: [UInt8], number: Int)] = []
    for number in 0..<10 {
      let packet = Self.packets[number % Self.packets.count]
      guard let line = form.line(packet.type, packet.isSent, packet.bytes, number) else { continue }
      text += line + "\n"
      expected.append((packet.isSent, packet.bytes, number))
    }
    let log = read(Array(text.utf8))
    let info = try #require(log.infos.first, "\(String(describing: log.error))")
    expect(info.linkTypeDescription == form.title, info.linkTypeDescription)
    expect(info.clock, equals: form.clock)
    expect(log.notes, equals: [])
    expect(log.records.map(\.bytes), equals: expected.map(\.bytes))
    for (record, packet) in zip(log.records, expected) {
      expect(record.direction, equals: packet.isSent ? .sent : .received)
      guard form.clock != .none else { continue }
      let since = record.time.nanoseconds(since: log.records[0].time)
      expect(since, equals: Int64(packet.number - expected[0].number) * 100_000_000)
    }
  }

  @Test func eachOctetOfNimBLEInALineOfItsOwn() {
    let text = """
      D (23697) NimBLE: ble_hs_hci_cmd_send: ogf=0x08 ocf=0x0016 len=2

      D (23697) NimBLE: 0x16
      D (23697) NimBLE: 0x20
      D (23697) NimBLE: 0x02
      D (23697) NimBLE: 0x01
      D (23697) NimBLE: 0x00
      D (23707) NimBLE: ble_hs_hci_acl_tx(): 0x01 0x00 0x03 0x00 0x01 0x02 0x03
      D (23717) NimBLE: ble_hs_hci_acl_tx(): 0x01 0x00 0x03 0x00 0x01 0x02
      0x03
      """.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    let log = read(Array(text.utf8))
    expect(
      log.records.map(\.bytes),
      equals: [[0x16, 0x20, 2, 1, 0], [1, 0, 3, 0, 1, 2, 3], [1, 0, 3, 0, 1, 2, 3]])
    expect(log.records.first?.time, equals: CaptureTime(seconds: 23, nanoseconds: 697_000_000))
  }

  /// Events from 60 to FE are of BTstack's own parts.
  @Test func whatIsNoEventOfHCI() {
    let text = """
      [00:00:00.997] EVT <= 6e 00
      [00:00:01.000] LOG -- hci.c.1: started
      [00:00:01.001] CMD => 03 0c 00 [00:00:01.002] EVT <= 0e 04 01 03 0c 00
      [00:00:01.003] ACL => 40 00 03 00 01 02 03
      [00:00:01.004] ACL =>
      """
    let log = read(Array(text.utf8))
    expect(log.records.map(\.kind), equals: [.command, .event, .acl])
    expect(log.records.map(\.time.nanoseconds), equals: [1_000_000, 2_000_000, 3_000_000])
    expect(log.notes.map(\.kind), equals: [.otherLines(1)])
  }
}
