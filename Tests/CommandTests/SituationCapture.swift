import Foundation
import TestSupport
import Testing

/// A capture written octet by octet, as a recorder would have written it: which one is the point.
///
/// Sources of the layouts: the btsnoop format (16 and 24 octets of headers, big-endian), the opcodes
/// of the BlueZ monitor, Apple's PacketLogger records.
struct SituationCapture {
  enum Recorder {
    /// H4: the type byte is part of the packet.
    case h4
    /// H1: flags tell what it is.
    case h1
    /// BlueZ monitor: adapter and opcode in the flags.
    case monitor
    case packetLogger
  }

  enum Packet { case command, event, aclSent, aclReceived, isoReceived }

  let recorder: Recorder
  private var snoop: BTSnoopBytes
  private var logger = PacketLoggerBytes()
  var bytes: [UInt8] { recorder == .packetLogger ? logger.bytes : snoop.bytes }
  /// Microseconds since 1970.
  var time: Int64 = 1_772_355_600_000_000
  /// Of the records that follow.
  var adapter: UInt32 = 0
  /// How the flags of an H4 record are written.
  var flags: (Packet) -> UInt32 = Self.androidFlags

  init(_ recorder: Recorder) {
    self.recorder = recorder
    let datalink: UInt32 =
      switch recorder {
      case .h4: 1002
      case .h1: 1001
      case .monitor: 2001
      case .packetLogger: 0
      }
    snoop = BTSnoopBytes(datalink: datalink)
  }

  /// Commands and events have bit 1, what the host receives bit 0.
  static func androidFlags(_ packet: Packet) -> UInt32 {
    switch packet {
    case .command: 2
    case .event: 3
    case .aclSent: 0
    case .aclReceived, .isoReceived: 1
    }
  }

  /// - kept: octets of the record that the recorder wrote; `nil` for all.
  mutating func add(_ packet: Packet, _ content: [UInt8], kept: Int? = nil) {
    let h4: UInt8 =
      switch packet {
      case .command: 1
      case .event: 4
      case .aclSent, .aclReceived: 2
      case .isoReceived: 5
      }
    time += 10_000
    switch recorder {
    case .h4: record([h4] + content, flags(packet), kept)
    case .h1: record(content, Self.androidFlags(packet), kept)
    case .monitor:
      let opcode: UInt32 =
        switch packet {
        case .command: 2
        case .event: 3
        case .aclSent: 4
        case .aclReceived: 5
        case .isoReceived: 19
        }
      record(content, adapter << 16 | opcode, kept)
    case .packetLogger:
      let type: UInt8 =
        switch packet {
        case .command: 0
        case .event: 1
        case .aclSent: 2
        case .aclReceived: 3
        case .isoReceived: 0x13
        }
      logger.add(
        type, content, seconds: UInt32(time / 1_000_000), microseconds: UInt32(time % 1_000_000))
    }
  }

  /// A record of the BlueZ monitor that is no packet.
  mutating func monitor(opcode: UInt32, _ content: [UInt8]) {
    record(content, adapter << 16 | opcode, nil)
  }

  private mutating func record(_ content: [UInt8], _ flags: UInt32, _ kept: Int?) {
    snoop.add(
      Array(content.prefix(kept ?? content.count)), flags: flags, time: time,
      original: UInt32(content.count))
  }

  // MARK: Packets

  static func address(_ device: UInt8) -> String {
    "D0:11:22:33:44:" + (device < 16 ? "0" : "") + String(device, radix: 16, uppercase: true)
  }

  private static func little(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private func wire(_ device: UInt8) -> [UInt8] { [device, 0x44, 0x33, 0x22, 0x11, 0xD0] }

  mutating func connected(_ device: UInt8, handle: Int = 1) {
    add(
      .event,
      [0x3E, 19, 1, 0] + Self.little(handle) + [0, 1] + wire(device) + Self.little(24)
        + Self.little(0) + Self.little(72) + [0])
  }

  mutating func advertisement(_ device: UInt8, _ data: [UInt8]) {
    add(
      .event,
      [0x3E, UInt8(12 + data.count), 2, 1, 0, 1] + wire(device) + [UInt8(data.count)] + data
        + [0xC4])
  }

  static func l2cap(_ pdu: [UInt8]) -> [UInt8] { little(pdu.count) + little(4) + pdu }

  mutating func fragment(
    _ data: [UInt8], handle: Int, isSent: Bool, isStart: Bool, kept: Int? = nil
  ) {
    let boundary = isStart ? isSent ? 0 : 0x2000 : 0x1000
    add(
      isSent ? .aclSent : .aclReceived,
      Self.little(handle | boundary) + Self.little(data.count) + data, kept: kept)
  }

  mutating func att(_ pdu: [UInt8], isSent: Bool, handle: Int = 1, kept: Int? = nil) {
    fragment(Self.l2cap(pdu), handle: handle, isSent: isSent, isStart: true, kept: kept)
  }

  mutating func exchange(_ request: [UInt8], _ answer: [UInt8], handle: Int = 1) {
    att(request, isSent: true, handle: handle)
    att(answer, isSent: false, handle: handle)
  }

  /// One service with one characteristic, whose value has handle 3.
  mutating func discover(service: Int, characteristic: Int, handle: Int = 1) {
    exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0] + Self.little(service),
      handle: handle)
    exchange(
      [0x08, 1, 0, 9, 0, 3, 0x28], [0x09, 7, 2, 0, 0x12, 3, 0] + Self.little(characteristic),
      handle: handle)
  }

  mutating func notification(_ value: [UInt8], of attribute: Int = 3, handle: Int = 1) {
    att([0x1B] + Self.little(attribute) + value, isSent: false, handle: handle)
  }

  // MARK: Reading

  /// The events of a kind as the program tells them from the file.
  func events(_ kinds: String..., arguments: [String] = []) throws -> [[String: Any]] {
    let outcome = try Program.run(
      ["--format", "ndjson"] + arguments + ["-"], input: Data(bytes))
    expect(outcome.status, equals: 0)
    return try outcome.output.split(separator: "\n").dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { kinds.isEmpty || kinds.contains($0["event"] as? String ?? "") }
  }
}
