import Foundation
import TestSupport

/// Builds the logs of Android bug reports.
struct BTSnoozBytes {
  let version: UInt8
  private(set) var records = OrderedBytes(isBig: false)
  /// Microseconds since 1970 of the last record.
  private(set) var time: Int64

  /// - time: microseconds since 1970, before the first step.
  init(version: UInt8 = 2, time: Int64 = 1_714_564_800_000_000) {
    self.version = version
    self.time = time
  }

  /// - packet: without a type byte.
  mutating func add(
    _ type: UInt8, _ packet: [UInt8], step: UInt32 = 1000, original: Int? = nil,
    length: UInt16? = nil
  ) {
    records.add(length ?? UInt16(packet.count + 1))
    if version == 2 { records.add(UInt16((original ?? packet.count) + 1)) }
    records.add(step)
    records.add(type)
    records.add(packet)
    time += Int64(step)
  }

  /// Preamble and packed records.
  var log: [UInt8] {
    preamble + (records.bytes.isEmpty ? [] : Self.pack(records.bytes))
  }

  var preamble: [UInt8] {
    var bytes = OrderedBytes(isBig: false)
    bytes.add(version)
    bytes.add(time)
    return bytes.bytes
  }

  /// As a bug report has it.
  var section: String { Self.section(log) }

  static func section(_ log: [UInt8]) -> String {
    let base64 = Data(log).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithLineFeed,
    ])
    return "--- BEGIN:BTSNOOP_LOG_SUMMARY (\(log.count) bytes in) ---\n\(base64)\n"
      + "--- END:BTSNOOP_LOG_SUMMARY ---\n"
  }

  /// zlib's format with the bytes as they are (RFC 1950, RFC 1951, 3.2.4).
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      let count = UInt16(block.count)
      packed += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
      packed += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    var sum = OrderedBytes()
    sum.add(b << 16 | a)
    return packed + sum.bytes
  }

  static let reportHead = """
    ========================================================
    == dumpstate: 2024-05-01 12:00:00
    ========================================================

    Build: AP1A.240405.002

    """
}
