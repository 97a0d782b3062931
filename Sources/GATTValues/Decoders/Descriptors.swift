import ATTDissector
import Bytes
import Vocabulary

/// Descriptors of characteristics, 2900 to 290E.
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 3.3.3; HID over GATT 1.0 (2908).
enum Descriptors: DecoderFamily {
  struct FieldKeys: Sendable {
    let userDescription = Key(
      decoded: "user_description", .text, "Characteristic User Description")
    let reliableWrite = Key(
      decoded: "reliable_write", .boolean, "Characteristic Extended Properties")
    let writableAuxiliaries = Key(
      decoded: "writable_auxiliaries", .boolean, "Characteristic Extended Properties")
    let notifications = Key(
      decoded: "notifications", .boolean, "Client Characteristic Configuration")
    let indications = Key(decoded: "indications", .boolean, "Client Characteristic Configuration")
    let broadcasts = Key(decoded: "broadcasts", .boolean, "Server Characteristic Configuration")
    let format = Key(decoded: "format", .word, "Characteristic Presentation Format")
    let formatCode = Key(decoded: "format_code", .integer, "its number")
    let exponent = Key(decoded: "exponent", .integer, "Characteristic Presentation Format")
    let unitUUID = Key(decoded: "unit_uuid", .uuid, "Characteristic Presentation Format")
    let namespaceCode = Key(
      decoded: "namespace_code", .integer, "Characteristic Presentation Format")
    let descriptionCode = Key(
      decoded: "description_code", .integer, "Characteristic Presentation Format")
    let reportID = Key(decoded: "report_id", .integer, "Report Reference")
    let reportType = Key(decoded: "report_type", .word, "Report Reference")
    let reportTypeCode = Key(decoded: "report_type_code", .integer, "its number")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    descriptor("Characteristic Extended Properties", 0x2900, extendedProperties),
    descriptor("Characteristic User Description", 0x2901) {
      $2.add(keys.userDescription, string: $0, $1)
    },
    descriptor("Client Characteristic Configuration", 0x2902, clientConfiguration),
    descriptor("Server Characteristic Configuration", 0x2903, serverConfiguration),
    descriptor("Characteristic Presentation Format", 0x2904, presentationFormat),
    descriptor("Report Reference", 0x2908, reportReference),
  ]

  private static func descriptor(
    _ name: StaticString, _ uuid: UInt16, _ decode: @escaping ValueDecoder.Decode
  ) -> ValueDecoder {
    ValueDecoder(name, .descriptor(BluetoothUUID(uuid)), decode)
  }

  @Sendable static func extendedProperties(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 1 else { return }
    let bits = value.byteCount >= 2 ? value.uint16LittleEndian(at: 0) : UInt16(value.uint8(at: 0))
    out.add(keys.reliableWrite, bits & 1 != 0)
    out.add(keys.writableAuxiliaries, bits & 2 != 0)
    out.text.append(
      bits & 3 == 3
        ? "reliable write, writable auxiliaries"
        : bits & 3 == 1 ? "reliable write" : bits & 3 == 2 ? "writable auxiliaries" : "none")
    out.noteReserved(bits & ~3)
  }

  @Sendable static func clientConfiguration(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 1 else { return }
    let bits = value.byteCount >= 2 ? value.uint16LittleEndian(at: 0) : UInt16(value.uint8(at: 0))
    out.add(keys.notifications, bits & 1 != 0)
    out.add(keys.indications, bits & 2 != 0)
    switch bits & 3 {
    case 1: out.text.append("notifications on")
    case 2: out.text.append("indications on")
    case 3: out.text.append("notifications and indications on")
    default:
      // Zero does not say which of the two is turned off; the characteristic's properties may.
      switch context.properties & 0x30 {
      case 0x10: out.text.append("notifications off")
      case 0x20: out.text.append("indications off")
      default: out.text.append("off")
      }
    }
    out.noteReserved(bits & ~3)
  }

  @Sendable static func serverConfiguration(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 1 else { return }
    let bits = value.byteCount >= 2 ? value.uint16LittleEndian(at: 0) : UInt16(value.uint8(at: 0))
    out.add(keys.broadcasts, bits & 1 != 0)
    out.text.append(bits & 1 != 0 ? "broadcasts on" : "broadcasts off")
    out.noteReserved(bits & ~1)
  }

  @Sendable static func presentationFormat(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 7, context)
    var cursor = ByteCursor(value)
    guard let format = try? cursor.uint8() else { return }
    let name = formatName(format)
    out.add(keys.format, word: name, code: keys.formatCode, format)
    out.text.append(name)
    guard let exponent = try? cursor.int8() else { return }
    out.add(keys.exponent, exponent)
    if exponent != 0 {
      out.text.append(" x 10^")
      out.text.append(decimal: Int(exponent))
    }
    guard let unit = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.unitUUID, .uuid(BluetoothUUID(unit)))
    out.text.append(", unit ")
    out.text.append(upperHex: UInt64(unit), digits: 4)
    guard let namespace = try? cursor.uint8() else { return }
    out.add(keys.namespaceCode, namespace)
    guard let description = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.descriptionCode, description)
  }

  /// Assigned Numbers, 2.4.1.
  private static func formatName(_ code: UInt8) -> StaticString {
    switch code {
    case 0x01: "boolean"
    case 0x02: "uint2"
    case 0x03: "uint4"
    case 0x04: "uint8"
    case 0x05: "uint12"
    case 0x06: "uint16"
    case 0x07: "uint24"
    case 0x08: "uint32"
    case 0x09: "uint48"
    case 0x0A: "uint64"
    case 0x0B: "uint128"
    case 0x0C: "sint8"
    case 0x0D: "sint12"
    case 0x0E: "sint16"
    case 0x0F: "sint24"
    case 0x10: "sint32"
    case 0x11: "sint48"
    case 0x12: "sint64"
    case 0x13: "sint128"
    case 0x14: "float32"
    case 0x15: "float64"
    case 0x16: "medfloat16"
    case 0x17: "medfloat32"
    case 0x18: "uint16[2]"
    case 0x19: "utf8s"
    case 0x1A: "utf16s"
    case 0x1B: "struct"
    default: "reserved"
    }
  }

  @Sendable static func reportReference(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 1 else { return }
    let id = value.uint8(at: 0)
    out.add(keys.reportID, id)
    out.text.append("report ")
    out.text.append(decimal: Int(id))
    guard value.byteCount >= 2 else { return }
    let code = value.uint8(at: 1)
    let type: StaticString =
      switch code {
      case 1: "input"
      case 2: "output"
      case 3: "feature"
      default: "reserved"
      }
    out.add(keys.reportType, word: type, code: keys.reportTypeCode, code)
    out.text.append(", ")
    out.text.append(type)
    if !(1...3 ~= code) { out.textCode(code) }
  }
}
