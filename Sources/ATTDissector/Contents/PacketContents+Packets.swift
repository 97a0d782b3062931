import Bytes

/// The packets of HCI, and the PDUs in them. Each reads bytes that begin at `base` of what the parts are of.
extension PacketContents {
  package mutating func command(_ bytes: RawSpan) {
    let header = HCICommandHeader.size
    add(.plain, at: 0..<min(header, bytes.byteCount))
    guard bytes.byteCount > header else { return }
    let opcode = bytes.uint16LittleEndian(at: 0)
    guard let layout = WireTables.commandLayouts[opcode] ?? AndroidRows.row(opcode)?.parameters
    else { return }
    read(layout, bytes: bytes.clamped(header, count: Int(bytes.uint8(at: 2))), at: header)
  }

  package mutating func event(_ bytes: RawSpan) {
    let header = HCIEventHeader.size
    add(.plain, at: 0..<min(header, bytes.byteCount))
    guard bytes.byteCount > header else { return }
    let parameters = bytes.clamped(header, count: Int(bytes.uint8(at: 1)))
    let code = bytes.uint8(at: 0)
    switch HCIEventCode(rawValue: code) {
    case .commandComplete: commandComplete(parameters, at: header)
    case .leMeta where parameters.byteCount > 0:
      add(.plain, at: header..<header + 1)
      let layout = WireTables.eventLayouts[0x100 | Int(parameters.uint8(at: 0))]
      if let layout { read(layout, bytes: parameters.clamped(1), at: header + 1) }
    case .vendorSpecific:
      if let layout = TexasInstrumentsRows.row(parameters)?.parameters {
        read(layout, bytes: parameters, at: header)
      }
    default:
      if let layout = WireTables.eventLayouts[Int(code)] {
        read(layout, bytes: parameters, at: header)
      }
    }
  }

  private mutating func commandComplete(_ parameters: RawSpan, at base: Int) {
    add(.plain, at: base..<base + min(3, parameters.byteCount))
    guard parameters.byteCount > 3 else { return }
    let opcode = parameters.uint16LittleEndian(at: 1)
    let layout = WireTables.returnedLayouts[opcode] ?? AndroidRows.row(opcode)?.returned
    if let layout {
      read(layout, bytes: parameters.clamped(3), at: base + 3)
    } else if opcode >> 10 != HCIOpcode.vendorGroup {
      add(.plain, at: base + 3..<base + 4)
    }
  }

  /// Commands on the L2CAP signalling channels.
  package mutating func signals(_ bytes: RawSpan, at base: Int) {
    var offset = 0
    while offset < bytes.byteCount {
      add(.plain, at: base + offset..<base + min(offset + 4, bytes.byteCount))
      guard offset + 4 <= bytes.byteCount else { return }
      let length = Int(bytes.uint16LittleEndian(at: offset + 2))
      let data = bytes.clamped(offset + 4, count: length)
      if let layout = L2CAPSignalRows.row(bytes.uint8(at: offset))?.parameters {
        read(layout, bytes: data, at: base + offset + 4)
      }
      offset += 4 + data.byteCount
    }
  }

  package mutating func security(_ bytes: RawSpan, at base: Int) {
    code(bytes, at: base) { SMPRows.row($0)?.parameters }
  }

  package mutating func control(_ bytes: RawSpan, at base: Int) {
    code(bytes, at: base) { ControlRows.row($0)?.parameters }
  }

  private mutating func code(
    _ bytes: RawSpan, at base: Int, layout: (UInt8) -> WireLayout?
  ) {
    guard bytes.byteCount > 0 else { return }
    add(.plain, at: base..<base + 1)
    if let layout = layout(bytes.uint8(at: 0)) {
      read(layout, bytes: bytes.clamped(1), at: base + 1)
    }
  }

  /// A record of the BlueZ monitor about an adapter.
  package mutating func monitor(opcode: UInt16, bytes: RawSpan) {
    guard let layout = MonitorRows.row(opcode)?.parameters else { return }
    var fields = PacketContents()
    fields.read(layout, bytes: bytes, at: 0)
    // hci0 is the name of an interface, not of a device.
    let interface: StaticString = "hci"
    for part in fields.parts {
      let isInterface =
        part.content == .text
        && bytes.clamped(part.place).clamped(0, count: 3).equals(interface.rawBytes)
      add(isInterface ? .plain : part.content, at: part.place)
    }
  }

  // MARK: ATT

  /// - asked: the type that a Read By Type Response was read by.
  package mutating func attribute(_ bytes: RawSpan, at base: Int, asked: BluetoothUUID?) {
    guard bytes.byteCount > 0 else { return }
    add(.plain, at: base..<base + 1)
    let opcode = bytes.uint8(at: 0)
    let parameters = bytes.clamped(1)
    switch opcode {
    // Types of attributes, after a format.
    case 0x05: add(.plain, at: base + 1..<base + bytes.byteCount)
    case 0x06: findByType(parameters, at: base + 1)
    case 0x09: readByType(parameters, at: base + 1, asked: asked)
    default:
      if let layout = WireTables.attributeLayouts[Int(opcode)] {
        read(layout, bytes: parameters, at: base + 1, rest: .value)
      }
    }
  }

  private mutating func findByType(_ bytes: RawSpan, at base: Int) {
    add(.plain, at: base..<base + min(6, bytes.byteCount))
    guard bytes.byteCount > 6 else { return }
    let type = BluetoothUUID(bytes.uint16LittleEndian(at: 4))
    // The value of a service is its UUID.
    let isService = type == 0x2800 || type == 0x2801
    add(isService ? .plain : .valueOf(type), at: base + 6..<base + bytes.byteCount)
  }

  private mutating func readByType(_ bytes: RawSpan, at base: Int, asked: BluetoothUUID?) {
    guard bytes.byteCount > 0 else { return }
    add(.plain, at: base..<base + 1)
    let length = Int(bytes.uint8(at: 0))
    var offset = 1
    while length > 0, offset < bytes.byteCount {
      let end = min(offset + length, bytes.byteCount)
      let value = min(offset + 2, end)
      add(.plain, at: base + offset..<base + value)
      add(asked.map { .valueOf($0) } ?? .value, at: base + value..<base + end)
      offset = end
    }
  }
}
