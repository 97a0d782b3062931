import TestSupport

/// Builds btsnoop captures of H4 packets, packet by packet.
struct CaptureBuilder {
  /// 2026-03-01 09:00:00 UTC in microseconds.
  static let start: Int64 = 1_772_355_600_000_000

  private var file: BTSnoopBytes
  var bytes: [UInt8] { file.bytes }
  /// Microseconds since 1970.
  var time = CaptureBuilder.start
  /// Where the last record begins.
  private(set) var lastRecord = 16

  /// - datalink: 1002 is H4, 2001 the monitor of BlueZ.
  init(datalink: UInt32 = 1002) { file = BTSnoopBytes(datalink: datalink) }

  mutating func wait(_ milliseconds: Int64) { time += milliseconds * 1000 }

  mutating func record(_ packet: [UInt8], flags: UInt32) {
    lastRecord = bytes.count
    file.add(packet, flags: flags, time: time)
  }

  private func little(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private func address(_ device: UInt8) -> [UInt8] { [device, 0x44, 0x33, 0x22, 0x11, 0xD0] }

  mutating func event(_ code: UInt8, _ parameters: [UInt8]) {
    record([4, code, UInt8(parameters.count)] + parameters, flags: 3)
  }

  /// An advertisement of the device `D0:11:22:33:44:xx`, random address, with its name.
  mutating func advertisement(_ device: UInt8, name: [UInt8]) {
    advertisement(device, type: 0x09, name)
  }

  /// - type: of the one AD structure.
  mutating func advertisement(_ device: UInt8, type: UInt8, _ text: [UInt8]) {
    let data = [UInt8(text.count + 1), type] + text
    event(0x3E, [2, 1, 0, 1] + address(device) + [UInt8(data.count)] + data + [0xC4])
  }

  mutating func advertisement(_ device: UInt8, name: String) {
    advertisement(device, name: Array(name.utf8))
  }

  mutating func connected(_ device: UInt8, handle: Int = 1) {
    event(
      0x3E,
      [1, 0] + little(handle) + [0, 1] + address(device) + little(24) + little(0) + little(72)
        + [0])
  }

  mutating func disconnected(handle: Int = 1, reason: UInt8 = 0x13) {
    event(5, [0] + little(handle) + [reason])
  }

  mutating func att(_ pdu: [UInt8], sent: Bool, handle: Int = 1) {
    let l2cap = little(pdu.count) + little(4) + pdu
    let flags = handle | (sent ? 0 : 0x2000)
    record([2] + little(flags) + little(l2cap.count) + l2cap, flags: sent ? 0 : 1)
  }

  mutating func notification(_ attribute: Int, _ value: [UInt8], handle: Int = 1) {
    att([0x1B] + little(attribute) + value, sent: false, handle: handle)
  }

  /// A request and what the peer answers 30 ms later.
  mutating func exchange(_ request: [UInt8], _ answer: [UInt8], handle: Int = 1) {
    att(request, sent: true, handle: handle)
    wait(30)
    att(answer, sent: false, handle: handle)
  }
}
