/// Names that the Bluetooth SIG and others have assigned to numbers.
///
/// A UUID is its 128-bit value, the first printed digit most significant; the short ones are on the
/// Bluetooth base UUID.
package enum AssignedNumbers {
  /// `Battery`, `Eddystone`; for a member's 16-bit UUID without a name, its owner: `Google LLC`.
  ///
  /// `nil` for a UUID that is anybody's: its assigned name would be wrong for most devices.
  package static func service(_ uuid: UInt128) -> String? {
    isAnybodys(uuid) ? nil : name(of: uuid, in: serviceTables)
  }

  /// Whether makers use a UUID for services and characteristics of their own, whoever it is assigned
  /// to: modules and examples come with these, and few who copy them change them.
  package static func isAnybodys(_ uuid: UInt128) -> Bool {
    guard let short = NameTable.short(of: uuid) else { return false }
    return (0xFFE0...0xFFF5).contains(short)
  }

  /// Whether a characteristic with a number of the SIG's is its maker's own: in a service whose number has not
  /// been given, with a number that the SIG only gave when makers had long taken it. Tuya's 1910 and A201 have 2B10
  /// and 2B11 for any data, adapters for cars 2AF0 and 2AF1 in 18F0.
  ///
  /// Lower numbers were known to who invented a service, and are there because of what they mean. A service in the
  /// SIG's own block that has no name here is newer than these tables.
  package static func isMakersOwn(characteristic: UInt128, of service: UInt128) -> Bool {
    guard let short = NameTable.short(of: characteristic), (0x2AE0...0x2FFF).contains(short),
      let block = NameTable.short(of: service), !(0x1800...0x187F).contains(block)
    else { return false }
    return Self.service(service) == nil
  }

  /// The name of TI's Simple Keys service, for a device that is known to have it.
  package static let simpleKeys = "Simple Keys"

  /// `Heart Rate Measurement`.
  package static func characteristic(_ uuid: UInt128) -> String? {
    name(of: uuid, in: characteristicTables)
  }

  /// `Client Characteristic Configuration`.
  package static func descriptor(_ uuid: UInt128) -> String? {
    name(of: uuid, in: descriptorTables)
  }

  /// The type of any attribute: service, characteristic, descriptor or declaration.
  package static func attribute(_ uuid: UInt128) -> String? {
    isAnybodys(uuid) ? nil : name(of: uuid, in: attributeTables)
  }

  /// What a number of the SIG's own is assigned to.
  package enum Use: Sendable { case service, characteristic, descriptor }

  /// `nil` for numbers of members, longer UUIDs, and unassigned numbers.
  package static func use(of uuid: UInt128) -> Use? {
    // Below are those of protocols and old services, and 1234 of Google's.
    guard let short = NameTable.short(of: uuid), short >= 0x1800 else { return nil }
    if NameTable.services.find(short) != nil { return .service }
    if NameTable.characteristics.find(short) != nil { return .characteristic }
    return NameTable.descriptors.find(short) != nil ? .descriptor : nil
  }

  /// The company that the version of a controller names: FFFF has no owner there, and its name is for others.
  package static func makerOfController(_ identifier: UInt16) -> AssignedName? {
    identifier == .max ? nil : companyName(identifier)
  }

  /// The company that manufacturer specific data or a value names.
  package static func company(_ identifier: UInt16) -> String? {
    NameTable.companies.name(of: UInt128(identifier))
  }

  /// The name that `company` copies.
  package static func companyName(_ identifier: UInt16) -> AssignedName? {
    NameTable.companies.find(UInt128(identifier))
  }

  /// The name that `attribute` copies.
  package static func attributeName(_ uuid: UInt128) -> AssignedName? {
    isAnybodys(uuid) ? nil : find(uuid, in: attributeTables)
  }

  /// The name that `service` copies.
  package static func serviceName(_ uuid: UInt128) -> AssignedName? {
    isAnybodys(uuid) ? nil : find(uuid, in: serviceTables)
  }

  /// The name that `characteristic` copies; `nil` for a UUID without an owner.
  package static func characteristicName(_ uuid: UInt128) -> AssignedName? {
    isAnybodys(uuid) ? nil : find(uuid, in: characteristicTables)
  }

  /// `Heart Rate Sensor: Heart Rate Belt`; `Generic Heart Rate Sensor` where the device gives no
  /// subcategory, and `Heart Rate Sensor` where the subcategory is not assigned.
  ///
  /// Source: Assigned Numbers, 2.6.
  package static func appearance(_ code: UInt16) -> String? {
    guard let category = NameTable.appearanceCategories.name(of: UInt128(code >> 6)) else {
      return nil
    }
    guard let name = NameTable.appearances.name(of: UInt128(code)) else { return category }
    return code & 0x3F == 0 ? name : "\(category): \(name)"
  }

  /// Calls `body` with every UUID that has a name; services first.
  package static func forEachAttribute(_ body: (UInt128, String) -> Void) {
    for table in attributeTables {
      table.forEach { number, name in body(table.uuid(number), name) }
    }
  }

  private static let serviceTables: [NameTable] = [
    .services, .sensorTagServices, .sensorTagShortServices, .customServices, .memberServices,
  ]
  private static let characteristicTables: [NameTable] = [
    .characteristics, .sensorTagCharacteristics, .sensorTagShortCharacteristics,
    .customCharacteristics,
  ]
  private static let descriptorTables: [NameTable] = [.descriptors]
  private static let attributeTables: [NameTable] =
    serviceTables + characteristicTables + descriptorTables + [.declarations]

  private static func name(of uuid: UInt128, in tables: [NameTable]) -> String? {
    find(uuid, in: tables)?.description
  }

  private static func find(_ uuid: UInt128, in tables: [NameTable]) -> AssignedName? {
    let short = NameTable.short(of: uuid)
    for table in tables {
      if table.digits == NameTable.uuidDigits {
        if short == nil, let name = table.find(uuid) { return name }
      } else if let short, let name = table.find(short) {
        return name
      }
    }
    return nil
  }
}

extension NameTable {
  static let uuidDigits = 32

  /// The Bluetooth base UUID, 00000000-0000-1000-8000-00805F9B34FB.
  ///
  /// Source: Bluetooth Core Specification, Vol 3, Part B, 2.5.1.
  private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
  private static let lowMask: UInt128 = (1 << 96) - 1

  /// The 16- or 32-bit form of a UUID on the base.
  static func short(of uuid: UInt128) -> UInt128? {
    uuid & lowMask == base ? uuid >> 96 : nil
  }

  /// The UUID that an entry's number means.
  func uuid(_ number: UInt128) -> UInt128 {
    digits == Self.uuidDigits ? number : number << 96 | Self.base
  }

  /// The attributes that declare the others.
  ///
  /// Source: Bluetooth Core Specification, Vol 3, Part G, 3.
  static let declarations = NameTable(
    digits: 4,
    """
    2800 Primary Service
    2801 Secondary Service
    2802 Include
    2803 Characteristic

    """)
}
