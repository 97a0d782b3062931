import ATTDissector
import AssignedNumbers
import Bytes
import GATTValues

extension AdvertisingData {
  static let cutStructure: StaticString =
    "the last AD structure is longer than the rest of the data"

  /// `"Polar H7", Heart Rate 180D, Polar Electro Oy 030358`: in the order of the bytes.
  /// - declared: what declarations say of the structures.
  static func text(
    _ data: RawSpan, structures: borrowing PlainBuffer<Structure>, sender: UInt64?,
    names: inout NameCache, declared: borrowing AdvertisingPrograms, to text: inout ByteWriter
  ) {
    for index in structures.indices where structures[index].group != .flags {
      let structure = structures[index]
      let value = data.clamped(structure.data)
      let end = text.count
      if end > 0 { text.append(", ") }
      let start = text.count
      // An empty list says nothing, and so may a declaration.
      defer { if text.count == start { text.truncate(to: end) } }
      switch structure.group {
      case .serviceUUIDs:
        var isFirst = true
        ADStructures.uuids(in: value, size: structure.kind.serviceUUIDSize ?? 0) { uuid in
          if !isFirst { text.append(", ") }
          isFirst = false
          append(uuid, names: &names, to: &text)
        }
        continue
      case .serviceData:
        let size = structure.kind.serviceDataUUIDSize ?? 0
        guard value.byteCount >= size,
          let uuid = BluetoothUUID(littleEndian: value.clamped(0, count: size))
        else { break }
        append(uuid, names: &names, to: &text)
        guard value.byteCount > size || structure.declared != nil else { continue }
        text.append(": ")
        if let place = structure.declared {
          text.append(declared.texts.bytes.clamped(place))
        } else {
          text.append(hex: value.clamped(size))
        }
        continue
      case .completeName, .shortenedName:
        text.append("\"")
        text.append(untrusted: value.withoutTrailingNULs, escaping: .plain)
        text.append("\"")
        continue
      case .txPower:
        guard value.byteCount > 0 else { break }
        text.append("TX ")
        text.append(decimal: Int(Int8(bitPattern: value.uint8(at: 0))))
        text.append(" dBm")
        continue
      case .appearance:
        guard value.byteCount >= 2,
          let name = AssignedNumbers.appearance(value.uint16LittleEndian(at: 0))
        else { break }
        text.append(untrusted: name, escaping: .plain)
        continue
      case .manufacturer where structure.hasNoCompany:
        guard let place = structure.declared else { break }
        text.append(declared.texts.bytes.clamped(place))
        continue
      case .manufacturer:
        guard value.byteCount >= 2 else { break }
        let code = value.uint16LittleEndian(at: 0)
        if let name = names.company(code, of: sender) {
          name.write(to: &text)
        } else {
          text.append("company ")
          text.append(upperHex: UInt64(code), digits: 4)
        }
        guard value.byteCount > 2 || structure.declared != nil else { continue }
        text.append(": ")
        if let place = structure.declared {
          text.append(declared.texts.bytes.clamped(place))
        } else {
          text.append(hex: value.clamped(2))
        }
        continue
      case .other:
        guard let place = structure.declared else { break }
        text.append(declared.texts.bytes.clamped(place))
        continue
      default: break
      }
      // Includes structures that are too short for their type.
      if let name = ADTypeName.name(type: structure.kind.rawValue) {
        text.append(name)
      } else {
        text.append("AD type ")
        text.append(upperHex: UInt64(structure.kind.rawValue), digits: 2)
      }
      text.append(" ")
      text.append(hex: value)
    }
  }

  private static func append(
    _ uuid: BluetoothUUID, names: inout NameCache, to text: inout ByteWriter
  ) {
    if let name = names.service(uuid.value) {
      name.write(to: &text)
      text.append(" ")
    }
    uuid.write(to: &text)
  }
}
