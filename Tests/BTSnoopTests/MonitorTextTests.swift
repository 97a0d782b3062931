import Bytes
import TestSupport
import Testing

@testable import BTSnoop

/// Lines as several versions of the tools print them.
@Suite struct MonitorTextTests {
  private func tool(_ text: String) -> MonitorText.Tool? {
    MonitorText.tool(text.rawBytes)
  }

  @Test(arguments: [
    "Bluetooth monitor ver 4.101\n",
    "Bluetooth monitor ver 5.66\n= Note: Linux version 6.1.0-13-amd64 (x86_64)     0.148480\n",
    "= Note: Bluetooth subsystem version 2.22 0.148481\n",
    "= New Index: 00:00:00:00:00:00 (Primary,USB,hci0)              [hci0] 11.241956\n",
    "= New Index: 00:1B:DC:07:31:88 (BR/EDR,USB,hci0)\n",
    "= Open Index: 00:00:00:00:00:00                                [hci0] 11.242212\n",
    "@ MGMT Open: bluetoothd (privileged) version 1.22             {0x0001} 0.148482\n",
    "@ MGMT Event: Device Found (0x0012) plen 33        {0x0001} [hci0] 10:24:51.123456\n",
    "< HCI Command: Reset (0x03|0x0003) plen 0                   #3 [hci0] 11.596934\n",
    "> HCI Event: Command Complete (0x0e) plen 4      #4 [hci0] 2024-05-01 11:33:08.601827\n",
    "< ACL Data TX: Handle 64 flags 0x00 dlen 7                  #5 [hci0] 12.001\n",
    "> ACL Data RX: Handle 3585 flags 0x02 dlen 11               #6 [hci1] 12.002\n",
    "> ISO Data RX: Handle 96 flags 0x02 dlen 64                 #7 [hci1] 12.003\n",
    "bluetoothd[35]: < ACL Data TX: Handle 42 flags 0x00 dlen 11  #9 [hci0] 13.1\n",
    "bluetoothd[35]: @ MGMT Command: Read Management Ver.. (0x0001) plen 0  {0x0001} 1.1\n",
    "\u{1B}[0;32m= New Index: 00:00:00:00:00:00 (Primary,USB,hci0)\u{1B}[0m\r\n",
    "\u{1B}[0;35m> HCI Event: LE Meta Event (0x3e) plen 43\u{1B}[0m \u{1B}[0;37m#1\u{1B}[0m\n",
    "Script started on 2024-05-01 10:00:00+00:00\n$ sudo btmon\nBluetooth monitor ver 5.66\n",
    "        Status: Success (0x00)\n< HCI Command: Reset (0x03|0x0003) plen 0\n",
  ])
  func btmon(text: String) { expect(tool(text), equals: .btmon) }

  @Test(arguments: [
    "HCI sniffer - Bluetooth packet analyzer ver 5.50\ndevice: hci0 snap_len: 1500\n",
    "> ACL data: handle 64 flags 0x02 dlen 11\n    ATT: Handle notify (0x1b)\n",
    "< ACL data: handle 42 flags 0x00 dlen 12\n",
    "2018-05-20 16:48:47.852536 > HCI Event: LE Meta Event (0x3e) plen 30\n",
    "1236546047.852536 < HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2\n",
    "> 04 3E 17 02 01 00 00 AE 3B 97 75 32 4C 0B 02 01 06 07 FF 4C \n",
    "2018-04-16 19:36:46.080953 > 04 3E 17 02 01 00 00 AE 3B 97 75 32 4C 0B \n",
  ])
  func hcidump(text: String) { expect(tool(text), equals: .hcidump) }

  @Test(arguments: [
    "", "\n", "> a quotation\n", "= title =\n", "< b >\n", "> HCI", "note: > HCI Event: one\n",
    "  > HCI Event\n", "@ home\n", "<html><body>> 04 3E</body>\n", "> 4 5 6 7 8 9 10\n", "\u{1B}[",
    "\u{1B}", "]: \n", "x]: \n", "12:30 ",
  ])
  func otherTexts(text: String) { expect(tool(text) == nil) }

  @Test func whatToRecordInstead() throws {
    let btmon = try #require(read(Array("= Note: Linux version 6.1\n".utf8)).error)
    expect(btmon.kind, equals: .unusable)
    expect(
      btmon.message,
      equals: "not a capture but the text that btmon prints; record with `btmon -w FILE` to get one"
    )
    let hcidump = try #require(read(Array("HCI sniffer - Bluetooth packet analyzer".utf8)).error)
    expect(
      hcidump.message,
      equals:
        "not a capture but the text that hcidump prints; record with `btmon -w FILE` to get one")
  }

  /// Logs of what a stack does have no packets, wherever their lines begin.
  @Test(arguments: [
    (
      "10-19 11:33:38.505 17771-30222/a D/BluetoothGatt: connect() - device: 00:11", "Android's log"
    ),
    ("05-01 10:00:00.000  1 2 D BluetoothGatt: registerApp()\n", "Android's log"),
    ("W/x: y\nonClientConnectionState() - status=133 clientIf=5\n", "HCI snoop log"),
    ("[00:00:01.000,000] <err> bt_smp: pairing failed (peer reason 0x3)\n", "`live` reads"),
    ("I (102) NimBLE: GAP procedure initiated: advertise;\n", "log level debug"),
    ("boot\r\nI (102597) NimBLE: connection established; status=0\r\n", "log level debug"),
    ("[18:27:01.476][I][esp32_ble_client:167]: [0] Disconnecting\n", "ESPHome"),
    ("[CHG] Device 00:11:22:33:44:55 Connected: no\n", "btmon -w"),
  ])
  func logsWithoutPackets(_ text: String, says words: String) throws {
    let error = try #require(read(Array(text.utf8)).error)
    expect(error.kind, equals: .unusable)
    expect(error.message.hasPrefix("not a capture but "))
    expect(error.message.contains(words))
  }

  @Test(arguments: [
    ("BluetoothGatt gatt = device.connectGatt(this);\n", "\"BluetoothGatt gatt = device.conn\""),
    ("\n \r\n  a title\n", "\"a title\""), ("\n\n", "0a 0a"),
    ("\n\u{E9}t\u{E9}", "0a c3 a9 74 c3 a9"),
    ("\0D/BluetoothGatt", "00 44 2f 42 6c 75 65 74 6f 6f 74 68 47 61 74 74"),
  ])
  func whatElseIsQuoted(_ text: String, _ quoted: String) throws {
    let error = try #require(read(Array(text.utf8)).error)
    expect(error.message, equals: "not a capture: begins with \(quoted)")
  }

  @Test func everyPrefixIsSafe() {
    let text = Array(
      "\u{1B}[0;35mbluetoothd[35]: > HCI Event: LE Meta\u{1B}[0m\r\n2018-04-16 > 04 3E 17 02\n".utf8
    )
    for length in 0...text.count { _ = MonitorText.tool(Array(text.prefix(length)).rawBytes) }
    for start in 0..<text.count { _ = MonitorText.tool(Array(text[start...]).rawBytes) }
  }
}
