import Bytes
import TestSupport
import Testing

@testable import ATTDissector

@Suite struct NamesSummaryTests {
  private func command(_ bytes: [UInt8]) -> String {
    var out = ByteWriter()
    HCISummary.command(bytes.rawBytes, into: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private func event(_ bytes: [UInt8]) -> String {
    var out = ByteWriter()
    HCISummary.event(bytes.rawBytes, into: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  @Test(arguments: [
    ("0c20 02 01 00", "LE Set Scan Enable"), ("01fc 00", "Vendor command 0xFC01"),
    ("9909 00", "Command 0x0999"), ("0c", "Command (truncated)"), ("", "Command (truncated)"),
  ])
  func commands(hex: String, summary: String) {
    #expect(command(TreeBytes.of(hex)) == summary)
  }

  @Test(arguments: [
    ("0e 04 01 0c20 00", "Command Complete: LE Set Scan Enable, Success"),
    ("0e 04 01 0c20 0c", "Command Complete: LE Set Scan Enable, Command Disallowed"),
    ("0e 04 01 0c20 99", "Command Complete: LE Set Scan Enable, status 0x99"),
    ("0e 03 01 0c20", "Command Complete: LE Set Scan Enable"),
    ("0e 04 01 01fc 07", "Command Complete: Vendor command 0xFC01"),
    ("0f 04 00 01 0d20", "Command Status: LE Create Connection, Success"),
    (
      "05 04 00 4000 13",
      "Disconnection Complete: handle 0x0040, Remote User Terminated Connection"
    ),
    ("05 04 02 4000 00", "Disconnection Complete: handle 0x0040, Unknown Connection Identifier"),
    ("13 05 01 4000 0100", "Number Of Completed Packets: handle 0x0040, 1 packet"),
    ("13 09 02 4000 0100 4100 0200", "Number Of Completed Packets: 2 handles"),
    ("3e 02 02 01", "LE Meta: LE Advertising Report, 1 report"),
    ("3e 02 0d 03", "LE Meta: LE Extended Advertising Report, 3 reports"),
    ("3e 06 0c 00 4000 02 02", "LE Meta: LE PHY Update Complete: handle 0x0040, Success"),
    ("3e 01 f0", "LE Meta: subevent 0xF0"), ("3e 00", "LE Meta"),
    ("17 06 665544332211", "Link Key Request: 11:22:33:44:55:66"),
    ("36 07 05 665544332211", "Simple Pairing Complete: 11:22:33:44:55:66, Authentication Failure"),
    ("7f 00", "Event 0x7F"), ("ff 01 00", "Vendor Specific"), ("0e", "Event (truncated)"),
  ])
  func events(hex: String, summary: String) {
    #expect(event(TreeBytes.of(hex)) == summary)
  }

  @Test func anyBytesGiveASummary() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<10_000 {
      let count = Int.random(in: 0...12, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(!command(bytes).isEmpty)
      #expect(!event(bytes).isEmpty)
    }
    for code in UInt8.min...UInt8.max {
      for count in 0...9 {
        let zeros = [UInt8](repeating: 0, count: count)
        #expect(!event([code, UInt8(count)] + zeros).isEmpty)
        #expect(!event([0x3E, UInt8(count + 1), code] + zeros).isEmpty)
      }
    }
  }
}
