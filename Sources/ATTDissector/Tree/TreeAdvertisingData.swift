import Bytes

/// AD structures: length, type, data, one behind the other.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part C, 11; Supplement, Part A.
enum TreeAdvertisingData {
  static func read(
    _ name: StaticString, _ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable
  ) {
    guard bytes.byteCount > 0 else { return }
    sink.open("\(name)", detail: "\(bytes.byteCount) bytes")
    var cursor = ByteCursor(bytes)
    do {
      while !cursor.isAtEnd {
        let length = Int(try cursor.uint8())
        // A length of 0 ends the significant part.
        if length == 0 {
          let rest = cursor.takeRest()
          if rest.byteCount > 0 { sink.field("Padding", "\(rest.byteCount) bytes") }
          break
        }
        structure(try cursor.take(length), &sink)
      }
    } catch {
      TreeReader.truncated("AD structure", error, &cursor, &sink)
    }
    sink.close()
  }

  private static func structure(_ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable) {
    guard bytes.byteCount > 0 else { return }
    let type = bytes.uint8(at: 0)
    let hex = TreeText.hex(UInt64(type), bytes: 1)
    sink.open("\(ADTypeName.name(type: type) ?? "AD structure")", detail: hex)
    TreeReader.readAll(layout(type), bytes.clamped(1), &sink)
    sink.close()
  }

  private static func layout(_ type: UInt8) -> TreeLayout {
    switch type {
    // Longer forms of the flags have only reserved bits behind the first byte.
    case 0x01: [("Flags", .flags(1, .adFlags))]
    case 0x02, 0x03, 0x14: [("UUIDs", .restList([("UUID", .uuid(2))]))]
    case 0x04, 0x05, 0x1F: [("UUIDs", .restList([("UUID", .uuid(4))]))]
    case 0x06, 0x07, 0x15: [("UUIDs", .restList([("UUID", .uuid(16))]))]
    case 0x08, 0x09, 0x30: [("Name", .restText)]
    case 0x0A: [("Tx power", .txPower)]
    case 0x0D: [("Class of device", .hexNumber(3))]
    case 0x12: [("Interval min", .frames), ("Interval max", .frames)]
    case 0x16: [("Service", .uuid(2)), ("Data", .rest)]
    case 0x17, 0x18: [("Addresses", .restList([("Address", .address)]))]
    case 0x19: [("Appearance", .named(2, .appearance))]
    case 0x1A: [("Interval", .slots)]
    case 0x1B: [("Address", .address), ("Address type", .named(1, .addressType))]
    case 0x1C: [("Role", .named(1, .adRole))]
    case 0x20: [("Service", .uuid(4)), ("Data", .rest)]
    case 0x21: [("Service", .uuid(16)), ("Data", .rest)]
    case 0x24: [("URI", .restText)]
    case 0x2E: [("Hash", .bytes(3)), ("Random", .bytes(3))]
    case 0x31: [("Randomizer", .bytes(5)), ("Payload", .restBefore(4)), ("MIC", .bytes(4))]
    case 0xFF: [("Company", .named(2, .company)), ("Data", .rest)]
    default: [("Data", .rest)]
    }
  }
}
