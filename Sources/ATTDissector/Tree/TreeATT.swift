import Bytes

/// ATT PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.4.
enum TreeATT {
  /// Shows one ATT PDU, opcode first.
  static func read(_ bytes: RawSpan, into sink: inout TreeWriter) {
    guard bytes.byteCount > 0 else {
      sink.open("ATT")
      sink.truncated("Opcode", needed: 1, available: 0)
      sink.close()
      return
    }
    let opcode = bytes.uint8(at: 0)
    guard let name = WireTables.attributePDUs[Int(opcode)].name,
      let layout = WireTables.attributeLayouts[Int(opcode)]
    else {
      sink.open("ATT") {
        $0.append("unknown opcode ")
        $0.append(hexNumber: UInt64(opcode), bytes: 1)
      }
      if bytes.byteCount > 1 { sink.field("Parameters", hex: bytes.clamped(1)) }
      sink.close()
      return
    }
    sink.open("ATT", name: name, code: UInt64(opcode), bytes: 1)
    let special: WireLayout? =
      switch opcode {
      case 0x05: findInformation(bytes)
      case 0x06: findByType(bytes)
      case 0x09: sink.asked.flatMap { readByType($0, bytes: bytes) }
      default: nil
      }
    TreeReader.readAll(special ?? layout, bytes: bytes.clamped(1), to: &sink)
    sink.close()
  }

  /// The value of a service is its UUID.
  private static func findByType(_ bytes: RawSpan) -> WireLayout? {
    guard [9, 23].contains(bytes.byteCount),
      [0x2800, 0x2801].contains(bytes.uint16LittleEndian(at: 5))
    else { return nil }
    return ATTRows.range + [("Attribute type", .uuid(2)), ("Attribute value", .restUUID(.service))]
  }

  /// Declarations; their values have one length each (Vol 3, Part G, 3.2 and 3.3.1).
  private static func readByType(_ type: BluetoothUUID, bytes: RawSpan) -> WireLayout? {
    guard bytes.byteCount > 1 else { return nil }
    switch (type.short, bytes.uint8(at: 1)) {
    case (0x2803, 7), (0x2803, 21):
      return [
        (
          "Attribute data",
          .restElements([
            ATTRows.attribute, ("Properties", .flags(1, .characteristicProperties)),
            ("Value handle", .x16), ("UUID", .restUUID(.characteristic)),
          ])
        )
      ]
    case (0x2802, 8):
      return [("Attribute data", .restElements(included + [("Service", .uuid(2, .service))]))]
    // A UUID of 128 bits must be read of the service.
    case (0x2802, 6): return [("Attribute data", .restElements(included))]
    default: return nil
    }
  }

  private static var included: WireLayout {
    [ATTRows.attribute, ("Included service", .x16), ("End group handle", .x16)]
  }

  /// The format byte gives the length of the UUIDs.
  private static func findInformation(_ bytes: RawSpan) -> WireLayout {
    let format: WireLayout = [("Format", .named(1, .uuidFormat))]
    guard bytes.byteCount > 1 else { return format }
    let length: Int
    switch bytes.uint8(at: 1) {
    case 1: length = 2
    case 2: length = 16
    default: return format + [("Information data", .rest)]
    }
    return format + [
      (
        "Information data",
        .restList([("Attribute handle", .x16), ("Attribute type", .uuid(length))])
      )
    ]
  }
}
