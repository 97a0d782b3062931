import Bytes
import Vocabulary

/// Device Information Service, 180A.
///
/// Source: Device Information Service 1.1, section 3.
enum DeviceInformation: DecoderFamily {
  struct FieldKeys: Sendable {
    let systemID = Key(decoded: "system_id", .hex, "as sent")
    let manufacturerID = Key(decoded: "manufacturer_id", .hex, "of the System ID")
    let organizationID = Key(decoded: "organizationally_unique_id", .hex, "of the System ID")
    let modelNumber = Key(decoded: "model_number", .text, "Model Number String")
    let serialNumber = Key(decoded: "serial_number", .text, "Serial Number String")
    let firmwareRevision = Key(decoded: "firmware_revision", .text, "Firmware Revision String")
    let hardwareRevision = Key(decoded: "hardware_revision", .text, "Hardware Revision String")
    let softwareRevision = Key(decoded: "software_revision", .text, "Software Revision String")
    let manufacturerName = Key(decoded: "manufacturer_name", .text, "Manufacturer Name String")
    let certification = Key(decoded: "regulatory_certification_data", .hex, "IEEE 11073-20601")
    let vendorSource = Key(decoded: "vendor_id_source", .integer, "PnP ID")
    let vendor = Key(decoded: "vendor_id", .integer, "PnP ID")
    let product = Key(decoded: "product_id", .integer, "PnP ID")
    let version = Key(decoded: "product_version", .integer, "PnP ID")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("System ID", 0x2A23, systemID),
    ValueDecoder("Model Number String", 0x2A24) { $2.add(keys.modelNumber, string: $0, $1) },
    ValueDecoder("Serial Number String", 0x2A25) { $2.add(keys.serialNumber, string: $0, $1) },
    ValueDecoder("Firmware Revision String", 0x2A26) {
      $2.add(keys.firmwareRevision, string: $0, $1)
    },
    ValueDecoder("Hardware Revision String", 0x2A27) {
      $2.add(keys.hardwareRevision, string: $0, $1)
    },
    ValueDecoder("Software Revision String", 0x2A28) {
      $2.add(keys.softwareRevision, string: $0, $1)
    },
    ValueDecoder("Manufacturer Name String", 0x2A29) {
      $2.add(keys.manufacturerName, string: $0, $1)
    },
    ValueDecoder("IEEE 11073-20601 Regulatory Certification Data List", 0x2A2A, regulatory),
    ValueDecoder("PnP ID", 0x2A50, pnpID),
  ]

  /// 40 bits chosen by the manufacturer, then 24 bits assigned by the IEEE, least significant octet
  /// first.
  @Sendable static func systemID(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 8, context)
    guard value.byteCount >= 8 else { return }
    let all = value.uint64LittleEndian(at: 0)
    out.add(keys.systemID, hex: value.clamped(0, 8))
    out.add(keys.manufacturerID, hexOf: all & 0xFF_FFFF_FFFF, octets: 5)
    out.add(keys.organizationID, hexOf: all >> 40, octets: 3)
    out.text.append(upperHex: all >> 40, digits: 6)
    out.text.append(" ")
    out.text.append(upperHex: all & 0xFF_FFFF_FFFF, digits: 10)
  }

  /// A structure of another standard; shown as is.
  @Sendable static func regulatory(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    guard value.byteCount > 0 else { return }
    out.add(keys.certification, hex: value)
    out.text(hex: value)
  }

  /// Vendor ID source, vendor ID, product ID, product version (BCD by convention).
  @Sendable static func pnpID(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 7, context)
    var cursor = ByteCursor(value)
    guard let source = try? cursor.uint8() else { return }
    out.add(keys.vendorSource, source)
    if source != 1, source != 2 { out.addNote("reserved vendor ID source") }
    guard let vendor = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.vendor, vendor)
    out.text.append(source == 1 ? "Bluetooth " : source == 2 ? "USB " : "")
    out.text.append("vendor ")
    out.text.append(upperHex: UInt64(vendor), digits: 4)
    guard let product = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.product, product)
    out.text.append(", product ")
    out.text.append(upperHex: UInt64(product), digits: 4)
    guard let version = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.version, version)
    out.text.append(", version ")
    out.text.append(upperHex: UInt64(version), digits: 4)
  }
}
