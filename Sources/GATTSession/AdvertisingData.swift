import ATTDissector
import AssignedNumbers
import ByteReader
import GATTValues

/// Advertising data as fields: the common structures decoded, all others by type and bytes.
enum AdvertisingData {
  /// Decodes `data` into `out` and tells the peer what it says of it.
  static func decode(
    _ data: RawSpan, peer: Peer?, session: GATTSession, into out: inout FieldBuffer
  ) {
    fields(data, peer, session, &out)
    text(data, session, &out)
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      if structure.isCut { out.addNote("the last AD structure promises more than there is") }
    }
  }

  private static func fields(
    _ data: RawSpan, _ peer: Peer?, _ session: GATTSession, _ out: inout FieldBuffer
  ) {
    each(of: .flags, data) { value in
      if value.byteCount > 0 { out.add("flags", value.uint8(at: 0)) }
    }
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      guard let size = structure.kind.serviceUUIDSize else { continue }
      ADStructures.uuids(in: data.clamped(structure.data), size: size) { uuid in
        out.add("service_uuids", .uuid(uuid), .none, .element)
        peer?.advertised(uuid)
      }
    }
    each(of: .completeLocalName, data) { value in
      out.add("local_name", text: value)
      peer?.named(value, isComplete: true)
      peer?.state.observe(name: value)
    }
    each(of: .shortenedLocalName, data) { value in
      out.add("shortened_local_name", text: value)
      peer?.named(value, isComplete: false)
    }
    each(of: .txPowerLevel, data) { value in
      if value.byteCount > 0 {
        out.add("tx_power_level_dbm", Int8(bitPattern: value.uint8(at: 0)), .decibelMilliwatts)
      }
    }
    each(of: .appearance, data) { value in
      guard value.byteCount >= 2 else { return }
      let code = value.uint16LittleEndian(at: 0)
      if let name = AssignedNumbers.appearance(code) { out.add("appearance", text: name.rawBytes) }
      out.add("appearance_code", code)
    }
    manufacturer(data, peer, session, &out)
    serviceData(data, &out)
    others(data, &out)
  }

  /// Several may stand in one advertisement; data without a whole company code is kept too.
  private static func manufacturer(
    _ data: RawSpan, _ peer: Peer?, _ session: GATTSession, _ out: inout FieldBuffer
  ) {
    each(of: .manufacturerSpecificData, data) { value in
      guard value.byteCount >= 2 else { return }
      let name = session.company(value.uint16LittleEndian(at: 0)) ?? ""
      out.add("company", text: name.rawBytes, .element)
    }
    each(of: .manufacturerSpecificData, data) { value in
      guard value.byteCount >= 2 else { return }
      let code = value.uint16LittleEndian(at: 0)
      out.add("company_code", .integer(Int64(code)), .none, .element)
      peer?.company = code
    }
    each(of: .manufacturerSpecificData, data) { value in
      out.add(
        "manufacturer_data", hex: value.clamped(value.byteCount >= 2 ? 2 : 0), .element)
    }
  }

  private static func serviceData(_ data: RawSpan, _ out: inout FieldBuffer) {
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      guard let size = structure.kind.serviceDataUUIDSize, structure.data.count >= size,
        let uuid = BluetoothUUID(littleEndian: data.clamped(structure.data.lowerBound, size))
      else { continue }
      out.add("service_data_uuids", .uuid(uuid), .none, .element)
    }
    walk = ADStructures()
    while let structure = walk.next(in: data) {
      guard let size = structure.kind.serviceDataUUIDSize else { continue }
      let value = data.clamped(structure.data)
      guard value.byteCount >= size else { continue }
      out.add("service_data", hex: value.clamped(size), .element)
    }
  }

  private static func others(_ data: RawSpan, _ out: inout FieldBuffer) {
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      if isDecoded(structure.kind) { continue }
      out.add("other_types", .integer(Int64(structure.kind.rawValue)), .none, .element)
    }
    walk = ADStructures()
    while let structure = walk.next(in: data) {
      if !isDecoded(structure.kind) {
        out.add("other_data", hex: data.clamped(structure.data), .element)
      }
    }
  }

  private static func isDecoded(_ kind: ADStructure.Kind) -> Bool {
    if kind.serviceUUIDSize != nil || kind.serviceDataUUIDSize != nil { return true }
    switch kind {
    case .flags, .completeLocalName, .shortenedLocalName, .txPowerLevel, .appearance,
      .manufacturerSpecificData:
      return true
    default: return false
    }
  }

  private static func each(
    of kind: ADStructure.Kind, _ data: RawSpan, _ body: (RawSpan) -> Void
  ) {
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      if structure.kind == kind { body(data.clamped(structure.data)) }
    }
  }

  /// `"Polar H7", Heart Rate 180D, Polar Electro Oy 030358`: in the order of the bytes.
  private static func text(_ data: RawSpan, _ session: GATTSession, _ out: inout FieldBuffer) {
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      let value = data.clamped(structure.data)
      if structure.kind == .flags { continue }
      if !out.text.isEmpty { out.text.append(", ") }
      if let size = structure.kind.serviceUUIDSize {
        var isFirst = true
        ADStructures.uuids(in: value, size: size) { uuid in
          if !isFirst { out.text.append(", ") }
          isFirst = false
          append(uuid, &out.text)
        }
      } else if let size = structure.kind.serviceDataUUIDSize, value.byteCount >= size,
        let uuid = BluetoothUUID(littleEndian: value.clamped(0, size))
      {
        append(uuid, &out.text)
        out.text.append(": ")
        out.text.append(hex: value.clamped(size))
      } else if structure.kind == .completeLocalName || structure.kind == .shortenedLocalName {
        out.text.append("\"")
        out.text.append(untrusted: value, .plain)
        out.text.append("\"")
      } else if structure.kind == .txPowerLevel, value.byteCount > 0 {
        out.text.append("TX ")
        out.text.append(decimal: Int(Int8(bitPattern: value.uint8(at: 0))))
        out.text.append(" dBm")
      } else if structure.kind == .appearance, value.byteCount >= 2,
        let name = AssignedNumbers.appearance(value.uint16LittleEndian(at: 0))
      {
        out.text.append(untrusted: name, .plain)
      } else if structure.kind == .manufacturerSpecificData, value.byteCount >= 2 {
        let code = value.uint16LittleEndian(at: 0)
        if let name = session.company(code) {
          out.text.append(untrusted: name, .plain)
        } else {
          out.text.append("company ")
          out.text.append(upperHex: UInt64(code), digits: 4)
        }
        out.text.append(": ")
        out.text.append(hex: value.clamped(2))
      } else {
        out.text.append(ADTypeName.name(type: structure.kind.rawValue) ?? "AD type ")
        if ADTypeName.name(type: structure.kind.rawValue) == nil {
          out.text.append(upperHex: UInt64(structure.kind.rawValue), digits: 2)
        }
        out.text.append(" ")
        out.text.append(hex: value)
      }
    }
  }

  private static func append(_ uuid: BluetoothUUID, _ text: inout ByteWriter) {
    if let name = AssignedNumbers.attribute(uuid.value) {
      text.append(untrusted: name, .plain)
      text.append(" ")
    }
    uuid.write(to: &text)
  }
}

extension Peer {
  /// A service that it advertises; a device with very many is not believed further.
  func advertised(_ uuid: BluetoothUUID) {
    state.observe(advertisedService: uuid)
    guard advertisedServices.count < 32, !advertisedServices.contains(uuid) else { return }
    advertisedServices.append(uuid)
  }
}
