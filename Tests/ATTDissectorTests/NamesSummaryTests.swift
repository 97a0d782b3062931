import Bytes
import TestSupport
import Testing

@testable import ATTDissector

@Suite struct NamesSummaryTests {
  private func command(_ bytes: [UInt8]) -> String {
    var out = ByteWriter()
    var summaries = HCISummary()
    summaries.command(bytes.rawBytes, into: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private func event(_ bytes: [UInt8]) -> String {
    var out = ByteWriter()
    var summaries = HCISummary()
    summaries.event(bytes.rawBytes, into: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  @Test(arguments: [
    ("0c20 02 01 00", "LE Set Scan Enable: on, filter off"),
    ("0c20 02 00 01", "LE Set Scan Enable: off, filter on"),
    ("0c20 01 01", "LE Set Scan Enable: on"), ("0c20", "LE Set Scan Enable"),
    ("4220 06 01 02 0000 0000", "LE Set Extended Scan Enable: on, filter on"),
    (
      "0b20 07 01 6000 3000 01 00",
      "LE Set Scan Parameters: active, scan interval 60 ms, scan window 30 ms"
    ),
    (
      "0620 0f a000 a000 00 00 00 000000000000 07 00",
      "LE Set Advertising Parameters: advertising interval 100 ms, ADV_IND"
    ),
    (
      "4120 0d 01 00 05 01 6000 3000 00 a000 5000",
      // Of several PHYs, each has its own.
      "LE Set Extended Scan Parameters: LE 1M + LE Coded"
    ),
    (
      "4120 08 01 00 01 01 6000 3000",
      "LE Set Extended Scan Parameters: LE 1M, active, scan interval 60 ms, scan window 30 ms"
    ),
    (
      "3620 19 01 1300 900100 c20100 07 00 00 000000000000 00 7f 01 00 01 02 00",
      "LE Set Extended Advertising Parameters: set 1, primary advertising interval 250-281.25 ms, "
        + "LE 1M, secondary advertising max skip 0, LE 1M, advertising SID 2, "
        + "scan request notification off"
    ),
    (
      "7a20 04 4000 01 00",
      "LE Set Transmit Power Reporting Enable: handle 0x0040, local on, remote off"
    ),
    (
      "7d20 0a 0100 0a00 0000 0000 4800",
      "LE Set Default Subrate: subrate 1-10, max latency 0, continuation number 0, "
        + "supervision timeout 720 ms"
    ),
    ("3920 06 01 01 02 0000 00", "LE Set Extended Advertising Enable: on, set 2"),
    ("3920 02 00 00", "LE Set Extended Advertising Enable: off, all sets"),
    ("0604 03 4000 13", "Disconnect: handle 0x0040, Remote User Terminated Connection"),
    (
      "1320 0e 4000 1800 2800 0000 4800 0000 0000",
      "LE Connection Update: handle 0x0040, connection interval 30-50 ms, max latency 0, "
        + "supervision timeout 720 ms"
    ),
    // Keys, random numbers and passkeys are not for a list.
    (
      "1920 1c 4000 0102030405060708 3412 000102030405060708090a0b0c0d0e0f",
      "LE Enable Encryption: handle 0x0040"
    ),
    ("2e04 0a 665544332211 40e20100", "User Passkey Request Reply: 11:22:33:44:55:66"),
    (
      "0d04 17 665544332211 04 31323334000000000000000000000000",
      "PIN Code Request Reply: 11:22:33:44:55:66"
    ),
    ("01fc 00", "Vendor command 0xFC01"),
    ("9909 00", "Command 0x0999"), ("0c", "Command (truncated)"), ("", "Command (truncated)"),
  ])
  func commands(hex: String, summary: String) {
    expect(command(TreeBytes.of(hex)), equals: summary)
  }

  @Test(arguments: [
    ("0e 04 01 0c20 00", "Command Complete: LE Set Scan Enable, Success"),
    ("0f 04 00 01 0d20", "Command Status: LE Create Connection, pending"),
    ("0f 04 0c 01 0d20", "Command Status: LE Create Connection, Command Disallowed"),
    (
      "3e 06 12 43 01 0000 44",
      "LE Meta: LE Advertising Set Terminated: Limit Reached, set 1, "
        + "num completed extended advertising events 68"
    ),
    ("0e 04 01 0c20 0c", "Command Complete: LE Set Scan Enable, Command Disallowed"),
    ("0e 04 01 0c20 99", "Command Complete: LE Set Scan Enable, status 0x99"),
    ("0e 03 01 0c20", "Command Complete: LE Set Scan Enable"),
    ("0e 04 01 01fc 07", "Command Complete: Vendor command 0xFC01"),
    (
      "05 04 00 4000 13",
      "Disconnection Complete: handle 0x0040, Remote User Terminated Connection"
    ),
    ("05 04 02 4000 00", "Disconnection Complete: handle 0x0040, Unknown Connection Identifier"),
    ("13 05 01 4000 0100", "Number Of Completed Packets: handle 0x0040, 1 packet"),
    ("13 09 02 4000 0100 4100 0200", "Number Of Completed Packets: 2 handles"),
    ("3e 02 02 01", "LE Meta: LE Advertising Report, 1 report"),
    ("3e 02 0d 03", "LE Meta: LE Extended Advertising Report, 3 reports"),
    (
      "3e 0e 02 01 00 01 665544332211 02 0106 c8",
      "LE Meta: LE Advertising Report, ADV_IND 11:22:33:44:55:66, -56 dBm"
    ),
    (
      "3e 18 02 02 00 01 665544332211 00 c8 04 00 010203040506 00 7f",
      "LE Meta: LE Advertising Report, 2 reports: ADV_IND 11:22:33:44:55:66, -56 dBm; "
        + "SCAN_RSP 06:05:04:03:02:01"
    ),
    (
      "3e 1a 0d 01 0100 ff 000000000000 01 02 00 7f b0 0000 00 000000000000 00",
      "LE Meta: LE Extended Advertising Report, AUX_ADV_IND, -80 dBm"
    ),
    (
      "3e 06 0c 00 4000 02 02",
      "LE Meta: LE PHY Update Complete: handle 0x0040, Success, LE 2M, LE 2M"
    ),
    (
      "3e 0b 07 4000 fb00 4808 1b00 4801",
      "LE Meta: LE Data Length Change: handle 0x0040, max tx octets 251, max tx time 2120 us, "
        + "max rx octets 27, max rx time 328 us"
    ),
    (
      "3e 06 0c 3b 4000 02 02",
      "LE Meta: LE PHY Update Complete: handle 0x0040, Unacceptable Connection Parameters"
    ),
    ("0e 0a 01 0910 00 665544332211", "Command Complete: Read BD_ADDR, Success, 11:22:33:44:55:66"),
    ("3e 01 f0", "LE Meta: subevent 0xF0"), ("3e 00", "LE Meta"),
    ("17 06 665544332211", "Link Key Request: 11:22:33:44:55:66"),
    ("36 07 05 665544332211", "Simple Pairing Complete: 11:22:33:44:55:66, Authentication Failure"),
    ("7f 00", "Event 0x7F"), ("ff 01 00", "Vendor Specific"), ("0e", "Event (truncated)"),
  ])
  func events(hex: String, summary: String) {
    expect(event(TreeBytes.of(hex)), equals: summary)
  }

  @Test func anyBytesGiveASummary() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<10_000 {
      let count = Int.random(in: 0...12, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      expect(!command(bytes).isEmpty)
      expect(!event(bytes).isEmpty)
    }
    for code in UInt8.min...UInt8.max {
      for count in 0...9 {
        let zeros = [UInt8](repeating: 0, count: count)
        expect(!event([code, UInt8(count)] + zeros).isEmpty)
        expect(!event([0x3E, UInt8(count + 1), code] + zeros).isEmpty)
      }
    }
  }
}
