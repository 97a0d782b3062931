import Bytes

/// Advertising: its PDUs on the air, and AD structures.
extension PacketContents {
  /// An advertising PDU, header first.
  package mutating func advertisingPDU(_ bytes: RawSpan, at base: Int, isAuxiliary: Bool) {
    add(.plain, at: base..<base + min(2, bytes.byteCount))
    guard bytes.byteCount > 2 else { return }
    let first = bytes.uint8(at: 0)
    let payload = bytes.clamped(2, count: Int(bytes.uint8(at: 1)))
    // The first address is the sender's.
    let isRandom = (first & 0x40 != 0, first & 0x80 != 0)
    if AdvertisingPDUHeader.Kind(rawValue: first & 0x0F).isExtended {
      extended(payload, at: base + 2, isRandom: isRandom)
      return
    }
    guard let layout = AdvertisingPDURows.row(first & 0x0F, isAuxiliary: isAuxiliary)?.parameters
    else { return }
    var fields = PacketContents()
    fields.read(layout, bytes: payload, at: base + 2)
    var addresses = 0
    for part in fields.parts {
      guard case .address = part.content else {
        add(part.content, at: part.place)
        continue
      }
      add(.address(isRandom: addresses == 0 ? isRandom.0 : isRandom.1), at: part.place)
      addresses += 1
    }
  }

  private mutating func extended(
    _ payload: RawSpan, at base: Int, isRandom: (sender: Bool, target: Bool)
  ) {
    guard payload.byteCount > 0 else { return }
    typealias Flag = ExtendedAdvertising.Flag
    let header = min(1 + Int(payload.uint8(at: 0) & 0x3F), payload.byteCount)
    add(.plain, at: base..<base + min(2, header))
    var offset = 2
    let flags = header > 1 ? payload.uint8(at: 1) : 0
    func end(_ count: Int) -> Int? { offset + count <= header ? offset + count : nil }
    let fields: [(flag: UInt8, size: Int)] = [
      (Flag.advertiser, 6), (Flag.target, 6), (Flag.constantToneExtension, 1),
      (Flag.dataInformation, 2), (Flag.auxiliaryPointer, 3), (Flag.syncInformation, 18),
      (Flag.transmitPower, 1),
    ]
    for (flag, size) in fields where flags & flag != 0 {
      guard let end = end(size) else { break }
      let content: PacketContent =
        switch flag {
        case Flag.advertiser: .address(isRandom: isRandom.sender)
        case Flag.target: .address(isRandom: isRandom.target)
        default: .plain
        }
      add(content, at: base + offset..<base + end)
      offset = end
    }
    // The controller's own AD structures, and then the host's.
    if header > offset { advertisingData(payload.clamped(offset..<header), at: base + offset) }
    add(.advertisingData, at: base + header..<base + payload.byteCount)
  }

  /// Walks the AD structures of advertising data; the recorder may have cut the last one.
  package mutating func advertisingData(_ bytes: RawSpan, at base: Int) {
    var offset = 0
    while offset < bytes.byteCount {
      let length = Int(bytes.uint8(at: offset))
      add(.plain, at: base + offset..<base + min(offset + 2, bytes.byteCount, offset + 1 + length))
      // A length of 0 ends the data: the rest is padding (Core, Vol 3, Part C, 11).
      guard length > 0 else { return }
      if offset + 2 < bytes.byteCount {
        structure(
          bytes.uint8(at: offset + 1), data: bytes.clamped(offset + 2, count: length - 1),
          at: base + offset + 2)
      }
      offset += 1 + length
    }
  }

  private mutating func structure(_ type: UInt8, data: RawSpan, at base: Int) {
    switch type {
    case 0x16: announced(data, uuid: 2, at: base)
    case 0x20: announced(data, uuid: 4, at: base)
    case 0x21: announced(data, uuid: 16, at: base)
    case 0xFF:
      add(.plain, at: base..<base + min(2, data.byteCount))
      if data.byteCount > 2 {
        add(
          .companyData(data.uint16LittleEndian(at: 0)), at: base + 2..<base + data.byteCount)
      }
    case 0x17, 0x18:
      for start in stride(from: 0, through: data.byteCount - 6, by: 6) {
        add(.address(isRandom: type == 0x18), at: base + start..<base + start + 6)
      }
    case 0x1B where data.byteCount >= 7:
      add(.address(isRandom: data.uint8(at: 6) & 1 == 1), at: base..<base + 6)
      add(.plain, at: base + 6..<base + 7)
    default:
      if let layout = WireTables.advertisingLayouts[Int(type)], type != 0x1B {
        read(layout, bytes: data, at: base, rest: .advertised(nil))
      } else {
        add(.advertised(type), at: base..<base + data.byteCount)
      }
    }
  }

  private mutating func announced(_ data: RawSpan, uuid size: Int, at base: Int) {
    add(.plain, at: base..<base + min(size, data.byteCount))
    guard data.byteCount > size,
      let uuid = BluetoothUUID(littleEndian: data.clamped(0, count: size))
    else { return }
    add(.serviceData(uuid), at: base + size..<base + data.byteCount)
  }
}
