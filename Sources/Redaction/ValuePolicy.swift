import ATTDissector

/// What becomes of values that name nobody by themselves.
package enum RedactedValues: String, CaseIterable, Sendable {
  /// Equal values stay equal, and nothing else stays.
  case mask
  /// They stay, except those that say who a device or a person is.
  case keep
}

/// What to do with the octets of a value.
enum ValueTreatment: Equatable {
  /// It stays in any mode: how attributes are used, or what all devices of a model have.
  case common
  case keep, mask, zero, text, secret
  /// An EUI-64, which may be made of an address.
  case systemID
  case address
  /// An identity in a known place of advertising data.
  case carrier([CarrierPart])
}

/// So many octets of advertising data that stay, or that are replaced.
struct CarrierPart: Equatable {
  let count: Int
  let stays: Bool

  static func stays(_ count: Int) -> CarrierPart { CarrierPart(count: count, stays: true) }
  static func replaced(_ count: Int) -> CarrierPart { CarrierPart(count: count, stays: false) }
  static let restReplaced = CarrierPart(count: .max, stays: false)
}

/// Which values stay: closed, so that a type that nobody thought of is masked.
///
/// Source of the types: Bluetooth Assigned Numbers, 3.8.
struct ValuePolicy {
  let values: RedactedValues
  let keepsUnknown: Bool

  /// - type: of the attribute; `nil` where the capture does not show it.
  func treatment(ofAttribute type: BluetoothUUID?) -> ValueTreatment {
    guard let type else { return keepsUnknown && values == .keep ? .keep : .mask }
    if let short = type.short {
      if Self.structure.contains(short) || Self.models.contains(short) { return .common }
      if let identity = Self.identities[short] { return identity }
      if Self.persons.contains(short) { return .mask }
    }
    if Self.provisioning.contains(type) { return .mask }
    return values == .keep ? .keep : .mask
  }

  /// - isPiece: of a piece of a name, nobody knows what the whole is replaced with.
  func treatment(ofAttribute type: BluetoothUUID?, isPiece: Bool) -> ValueTreatment {
    let whole = treatment(ofAttribute: type)
    return switch whole {
    case .text, .address, .systemID: isPiece ? .mask : whole
    default: whole
    }
  }

  /// Data of a company or of a service in advertisements.
  func treatment(ofCompany company: UInt16, _ first: UInt8?, _ count: Int) -> ValueTreatment {
    guard company == 0x004C else { return ordinary }
    // Apple: type, length, data; iBeacon has a UUID, two numbers and a power.
    if first == 0x02, count == 23 {
      return .carrier([.stays(2), .replaced(16), .replaced(2), .replaced(2), .stays(1)])
    }
    return .carrier([.stays(2), .restReplaced])
  }

  func treatment(ofService service: BluetoothUUID, _ first: UInt8?, _ count: Int) -> ValueTreatment
  {
    switch service.short {
    // Eddystone: UID, URL and EID begin with type and power; TLM has measurements.
    case 0xFEAA?:
      switch first {
      case 0x00?: .carrier([.stays(2), .replaced(10), .replaced(6), .stays(2), .restReplaced])
      case 0x10?, 0x30?: .carrier([.stays(2), .restReplaced])
      case 0x20?: ordinary
      default: .carrier([.stays(1), .restReplaced])
      }
    // Fast Pair: the number of a model, or filters made of accounts.
    case 0xFE2C?: count == 3 ? .common : .mask
    // Exposure Notification, Find Hub, Tile, SmartTag, Quick Share, remote ID, Matter: identities that roll or stay.
    case 0xFD6F?, 0xFCB2?, 0xFEED?, 0xFD84?, 0xFD5A?, 0xFD59?, 0xFEF3?, 0xFFFA?, 0xFFF6?, 0xFCF1?:
      .mask
    default: ordinary
    }
  }

  /// AD structures of types without fields.
  var other: ValueTreatment { keepsUnknown && values == .keep ? .keep : .mask }

  private var ordinary: ValueTreatment { values == .keep ? .keep : .mask }

  // MARK: Types

  /// What attributes there are, and how they are used.
  private static let structure: Set<UInt16> = [
    0x2800, 0x2801, 0x2802, 0x2803, 0x2900, 0x2902, 0x2903, 0x2904, 0x2905, 0x2908, 0x2A01, 0x2A04,
    0x2A05, 0x2AA6, 0x2B29, 0x2B2A, 0x2B3A, 0x2A4A, 0x2A4B, 0x2A4C, 0x2A4E,
  ]

  /// The same for all devices of a model.
  private static let models: Set<UInt16> = [
    0x2A24, 0x2A26, 0x2A27, 0x2A28, 0x2A29, 0x2A50,
  ]

  /// Who a device or a person is.
  private static let identities: [UInt16: ValueTreatment] = [
    0x2A00: .text, 0x2A25: .text, 0x2BFF: .text, 0x2A8A: .text, 0x2A90: .text, 0x2A87: .text,
    0x2ABE: .text, 0x2B97: .text, 0x2B93: .text, 0x2BB3: .text, 0x2B48: .text, 0x2BB4: .text,
    0x2B2D: .text, 0x2B2E: .text, 0x2B7C: .text, 0x2B83: .text, 0x2B88: .secret, 0x2BF7: .secret,
    0x2BF8: .secret,
    0x2A23: .systemID, 0x2A03: .address, 0x2B84: .secret, 0x2A2A: .secret, 0x2A9F: .secret,
    // What is typed: even masked, the frequencies of keys would tell.
    0x2A22: .zero, 0x2A4D: .zero, 0x2A33: .zero,
  ]

  /// About a person: user data, places, calls, messages, health that is recorded for somebody.
  private static let persons: Set<UInt16> = [
    0x2A0F, 0x2A2B, 0x2A46, 0x2A67, 0x2A68, 0x2A69, 0x2A6A, 0x2A80, 0x2A85, 0x2A8C, 0x2A8E, 0x2A98,
    0x2A9A, 0x2A9B, 0x2A9C, 0x2A9D, 0x2AA2, 0x2AAD, 0x2AAE, 0x2AAF, 0x2AB0, 0x2AB1, 0x2AB2, 0x2AB3,
    0x2AB4, 0x2AB5, 0x2BC1, 0x2BC2, 0x2A18, 0x2A1C, 0x2A35, 0x2A5E, 0x2A5F,
    // Names of networks, tokens, addresses of pages, calls and their parties, broadcast codes.
    0x2AB6, 0x2AB7, 0x2AB9, 0x2AC8, 0x2ACB, 0x2B95, 0x2BA7, 0x2BB9, 0x2BBC, 0x2BBD, 0x2BBE, 0x2BC7,
    0x2BC8, 0x2BDB,
    // Further measures of a body, and what is stored of them.
    0x2A1E, 0x2A34, 0x2A36, 0x2A81, 0x2A82, 0x2A84, 0x2A88, 0x2A89, 0x2A8B, 0x2A8D, 0x2A8F, 0x2A91,
    0x2A92, 0x2A94, 0x2A95, 0x2A96, 0x2AA7, 0x2B34, 0x2B36, 0x2B37, 0x2B41, 0x2B42, 0x2B47, 0x2B4C,
  ]

  /// What sets a device up: names and passwords of networks, keys. Improv, ESP-IDF, Mesh, ANCS, AMS.
  private static let provisioning: Set<BluetoothUUID> = Set(
    [
      "00467768-6228-2272-4663-277478268003", "00467768-6228-2272-4663-277478268004",
      "021AFF50-0382-4AEA-BFF4-6B3F1C5ADFB4", "021AFF51-0382-4AEA-BFF4-6B3F1C5ADFB4",
      "021AFF52-0382-4AEA-BFF4-6B3F1C5ADFB4", "021AFF53-0382-4AEA-BFF4-6B3F1C5ADFB4",
      "18EE2EF5-263D-4559-959F-4F9C429F9D11", "18EE2EF5-263D-4559-959F-4F9C429F9D12", "2ADB",
      "2ADC", "2ADD", "2ADE", "9FBF120D-6301-42D9-8C58-25E699A21DBD",
      "22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB", "9B3C81D8-57B1-4A8A-B8DF-0E56F7CA51C2",
      "2F7CABCE-808D-411F-9A0C-BB92BA96C102",
    ].compactMap { BluetoothUUID(text: $0) })
}
