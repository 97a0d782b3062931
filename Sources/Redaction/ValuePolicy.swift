import ATTDissector
import GATTValues

/// What becomes of values that identify no person or device by themselves.
package enum RedactedValues: String, CaseIterable, Sendable {
  /// Equal values stay equal, and nothing else stays.
  case mask
  /// Values that are known to say nothing about a person stay, and what declarations explain, but for texts and
  /// octets in it.
  case keep
  /// Measured numbers are moved, so that they rise and fall as they did; words and flags stay.
  case measured
}

/// What to do with the octets of a value.
enum ValueTreatment: Equatable {
  /// It stays in any mode: how attributes are used, or what all devices of a model have.
  case common
  case keep, mask, zero, text, secret
  /// Each part as its declaration says what it is; without a declaration, it is masked.
  case declared
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

/// Which values stay: closed, so that a type that is not in it is masked.
///
/// Source of the types: Bluetooth Assigned Numbers, 3.8.
struct ValuePolicy {
  let values: RedactedValues
  let keepsUnknown: Bool

  /// - type: of the attribute; `nil` where the capture does not show it.
  func treatment(ofAttribute type: BluetoothUUID?) -> ValueTreatment {
    // An attribute of an unknown type may be one that a file declares by its handle.
    guard let type else { return keepsUndeclared && !DeclaredValues.hasHandles ? .keep : .mask }
    if let short = type.short {
      if Self.structure.contains(short) || Self.models.contains(short) { return .common }
      if let identity = Self.identities[short] { return identity }
      if Self.persons.contains(short) { return .mask }
      if Self.descriptions.contains(short) { return values == .mask ? .mask : .keep }
      if Self.health.contains(short) { return values == .measured ? .declared : .mask }
      if Self.isStandard(short) {
        guard Self.isHarmless(short) else { return Self.composed.contains(short) ? open : .mask }
        return values == .keep ? .keep : open
      }
    }
    return Self.provisioning.contains(type) ? .mask : open
  }

  /// How values are treated of which only a declaration can tell what they are.
  var open: ValueTreatment { values == .mask ? .mask : .declared }
  /// Whether values without a declaration stay.
  var keepsUndeclared: Bool { keepsUnknown && values == .keep }

  /// - isPiece: what the whole of a name is replaced with cannot be told from a piece.
  func treatment(ofAttribute type: BluetoothUUID?, isPiece: Bool) -> ValueTreatment {
    let whole = treatment(ofAttribute: type)
    return switch whole {
    case .text, .address, .systemID: isPiece ? .mask : whole
    default: whole
    }
  }

  /// Data of a company or of a service in advertisements.
  func treatment(ofCompany company: UInt16, first: UInt8?, count: Int) -> ValueTreatment {
    guard company == 0x004C else { return open }
    // Apple: type, length, data; iBeacon has a UUID, two numbers and a power.
    if first == 0x02, count == 23 {
      return .carrier([.stays(2), .replaced(16), .replaced(2), .replaced(2), .stays(1)])
    }
    return .carrier([.stays(2), .restReplaced])
  }

  func treatment(ofService service: BluetoothUUID, first: UInt8?, count: Int) -> ValueTreatment {
    switch service.short {
    // Eddystone: UID, URL and EID begin with type and power; TLM has measurements.
    case 0xFEAA?:
      switch first {
      case 0x00?: .carrier([.stays(2), .replaced(10), .replaced(6), .stays(2), .restReplaced])
      case 0x10?, 0x30?: .carrier([.stays(2), .restReplaced])
      case 0x20?: open
      default: .carrier([.stays(1), .restReplaced])
      }
    // Fast Pair: the number of a model, or filters made of accounts.
    case 0xFE2C?: count == 3 ? .common : .mask
    // Exposure Notification, Find Hub, Tile, SmartTag, Quick Share, remote ID, Matter: identities that roll or stay.
    case 0xFD6F?, 0xFCB2?, 0xFEED?, 0xFD84?, 0xFD5A?, 0xFD59?, 0xFEF3?, 0xFFFA?, 0xFFF6?, 0xFCF1?:
      .mask
    default: open
    }
  }

  /// AD structures of types without fields.
  var other: ValueTreatment { keepsUndeclared ? .keep : .mask }

  /// Whether numbers of a value follow from others in it.
  func hasLinkedMeasures(_ owner: ValueOwner) -> Bool {
    guard case .attribute(let type) = owner else { return false }
    return BluetoothUUID(value: type).short.map { Self.linked.contains($0) } ?? false
  }

  // MARK: Types

  /// What attributes there are, and how they are used.
  private static let structure: Set<UInt16> = [
    0x2800, 0x2801, 0x2802, 0x2803, 0x2900, 0x2902, 0x2903, 0x2904, 0x2905, 0x2908, 0x2A01, 0x2A04,
    0x2A05, 0x2AA6, 0x2B29, 0x2B2A, 0x2B3A, 0x2A4A, 0x2A4B, 0x2A4C, 0x2A4E,
  ]

  /// Characteristics that all devices of a model have alike.
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

  /// About a person: user data, places, calls, messages.
  private static let persons: Set<UInt16> = [
    0x2A0F, 0x2A2B, 0x2A46, 0x2A67, 0x2A68, 0x2A69, 0x2A6A, 0x2A80, 0x2A85, 0x2A8C, 0x2A8E, 0x2A98,
    0x2A9A, 0x2AA2, 0x2AAD, 0x2AAE, 0x2AAF, 0x2AB0, 0x2AB1, 0x2AB2, 0x2AB3, 0x2AB4, 0x2AB5, 0x2BC1,
    0x2BC2,
  ]

  /// Health that is recorded for somebody: where it does not stay, it can still be moved.
  private static let health: Set<UInt16> = [
    0x2A18, 0x2A1C, 0x2A1E, 0x2A34, 0x2A35, 0x2A36, 0x2A5E, 0x2A5F, 0x2A9B, 0x2A9C, 0x2A9D, 0x2AA7,
    0x2B34, 0x2B35,
  ]

  /// The rate and the times between beats; speed, steps and their length; weight, height and body mass index.
  private static let linked: Set<UInt16> = [0x2A37, 0x2A53, 0x2A9C, 0x2A9D]

  /// Audio streams: their metadata may have texts.
  private static let composed: Set<UInt16> = [0x2BC4, 0x2BC5, 0x2BC6, 0x2BC9, 0x2BCB]

  /// Characteristic User Description: what makers say of what a value is.
  private static let descriptions: Set<UInt16> = [0x2901]

  /// Whether the Bluetooth SIG says what values are: all of its types that may stay are listed.
  private static func isStandard(_ type: UInt16) -> Bool { 0x2800...0x2BFF ~= type }

  /// Measures of a device and of what is around it, what it can do, and how it is set.
  private static let harmless: [ClosedRange<UInt16>] = [
    0x2906...0x2907, 0x2909...0x290F, 0x2A06...0x2A07, 0x2A19...0x2A1B, 0x2A1D...0x2A1D,
    0x2A1F...0x2A21, 0x2A2C...0x2A2C, 0x2A31...0x2A31, 0x2A37...0x2A3C, 0x2A3E...0x2A42,
    0x2A49...0x2A49, 0x2A4F...0x2A4F, 0x2A51...0x2A5D, 0x2A60...0x2A66, 0x2A6D...0x2A7B,
    0x2A7D...0x2A7D, 0x2A99...0x2A99, 0x2A9E...0x2A9E, 0x2AA0...0x2AA1, 0x2AA3...0x2AA3,
    0x2AA5...0x2AA5, 0x2AA8...0x2AA8, 0x2ABD...0x2ABD, 0x2AC9...0x2ADA, 0x2AE0...0x2AE9,
    0x2AEE...0x2AF4, 0x2AF9...0x2AF9, 0x2AFB...0x2B1D, 0x2B3B...0x2B3B, 0x2B51...0x2B51,
    0x2B77...0x2B7B, 0x2B7D...0x2B82, 0x2B85...0x2B87, 0x2B8E...0x2B8E, 0x2BA1...0x2BA3,
    0x2BA5...0x2BA5, 0x2BAD...0x2BB2, 0x2BBA...0x2BBB, 0x2BBF...0x2BC0, 0x2BC3...0x2BC3,
    0x2BCA...0x2BCA, 0x2BCC...0x2BDA, 0x2BDC...0x2BDC, 0x2BE9...0x2BEA, 0x2BED...0x2BEE,
    0x2BF0...0x2BF0, 0x2BF5...0x2BF5,
  ]

  private static func isHarmless(_ type: UInt16) -> Bool { harmless.contains { $0 ~= type } }

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
