/// Lays out servers at random, as devices have them.
struct ServerPlan {
  private var handle = 0
  private var services: [ModelService] = []
  /// Vendors' UUIDs of this server, so that some repeat.
  private var vendors: [ModelUUID] = []
  /// It shares no UUIDs with the one before.
  private var isSecond = false

  static func server(_ draws: inout Draws, name: String) -> Server {
    var plan = ServerPlan()
    plan.vendors = (0..<3).map { _ in ModelUUID(vendor: draws.bytes(16)) }
    plan.access(&draws, name)
    if draws.chance(80) { plan.attribute(&draws) }
    for _ in 0..<draws.draw(1...4) { plan.service(&draws) }
    return Server(plan.services)
  }

  /// Services of another kind than those that `server` plans, after some that stay.
  static func services(
    _ draws: inout Draws, behind kept: [ModelService], from start: Int
  ) -> [ModelService] {
    var plan = ServerPlan()
    plan.isSecond = true
    plan.services = kept
    plan.handle = start - 1 + draws.below(3)
    plan.vendors = (0..<3).map { _ in ModelUUID(vendor: draws.bytes(16)) }
    for _ in 0..<draws.draw(1...3) { plan.service(&draws) }
    return plan.services
  }

  private mutating func take(_ draws: inout Draws) -> Int {
    handle += 1
    // Servers leave gaps, and some begin a new page of handles.
    if draws.chance(4) { handle += draws.draw(1...300) }
    return handle
  }

  private mutating func open(_ uuid: ModelUUID, primary: Bool, _ draws: inout Draws) {
    services.append(ModelService(take(&draws), uuid, isPrimary: primary))
  }

  private mutating func access(_ draws: inout Draws, _ name: String) {
    open(ModelUUID(0x1800), primary: true, &draws)
    add(.deviceName, 0x02, Array(name.utf8), &draws)
    close()
  }

  private mutating func attribute(_ draws: inout Draws) {
    open(ModelUUID(0x1801), primary: true, &draws)
    // Of those that change, nobody has read a hash.
    if draws.chance(50) {
      add(.serviceChanged, 0x20, [1, 0, 0xFF, 0xFF], &draws)
    } else {
      add(.databaseHash, 0x02, draws.bytes(16), &draws)
    }
    close()
  }

  private mutating func close() { services[services.count - 1].end = handle }

  private mutating func service(_ draws: inout Draws) {
    let uuid =
      isSecond
      ? vendors[draws.below(3)]
      : draws.weighted([
        (3, ModelUUID(0x180D)), (3, ModelUUID(0x180F)), (2, ModelUUID(0x180A)),
        (2, ModelUUID(0xFF20 + draws.below(3))), (4, vendors[draws.below(3)]),
      ])
    let included = draws.chance(25) ? draws.one(of: services) : nil
    open(uuid, primary: !draws.chance(12), &draws)
    if let included {
      services[services.count - 1].includes.append((take(&draws), included))
    }
    for _ in 0..<draws.draw(0...3) { characteristic(&draws) }
    // A group may end after its last attribute; the last one often ends at 0xFFFF.
    if draws.chance(10) { handle += draws.draw(1...20) }
    close()
  }

  private mutating func characteristic(_ draws: inout Draws) {
    switch isSecond ? 8 : draws.below(8) {
    case 0: add(ModelUUID(0x2A19), 0x02 | 0x10, [UInt8(draws.below(101))], &draws)
    case 1: add(ModelUUID(0x2A37), 0x10, [0, UInt8(draws.draw(40...200))], &draws)
    case 2: add(ModelUUID(0x2A38), 0x02, [UInt8(draws.below(7))], &draws)
    case 3: add(ModelUUID(0x2A29), 0x02, Array("Maker \(draws.below(100))".utf8), &draws)
    case 4:
      let uuid = draws.chance(50) ? ModelUUID(0x2A19) : ModelUUID(long: 0x2A19)
      add(uuid, 0x02, [UInt8(draws.below(101))], &draws)
    default:
      let uuid =
        draws.chance(40)
        ? ModelUUID((isSecond ? 0xFF40 : 0xFF30) + draws.below(2)) : vendors[draws.below(3)]
      add(uuid, properties(&draws), Self.value(&draws), &draws)
    }
  }

  private func properties(_ draws: inout Draws) -> Int {
    let bits = draws.below(128) & ~1
    return bits == 0 ? 0x0A : bits
  }

  /// Values are short as a rule; some fill many PDUs.
  static func value(_ draws: inout Draws) -> [UInt8] {
    draws.bytes(
      draws.weighted([
        (10, draws.below(20)), (3, draws.draw(20...24)), (4, draws.draw(40...140)),
        (4, draws.draw(180...512)),
      ]))
  }

  private mutating func add(
    _ uuid: ModelUUID, _ properties: Int, _ value: [UInt8], _ draws: inout Draws
  ) {
    let declaration = take(&draws)
    handle += 1
    let made = ModelCharacteristic(
      declaration, properties: properties, ModelValue(handle, uuid, value))
    if properties & 0x30 != 0 {
      made.descriptors.append(ModelValue(take(&draws), .clientConfiguration, [0, 0]))
    }
    if draws.chance(15) {
      let text = "Thing \(draws.below(1000))"
      made.descriptors.append(ModelValue(take(&draws), .userDescription, Array(text.utf8)))
    }
    if draws.chance(8) {
      made.descriptors.append(
        ModelValue(take(&draws), ModelUUID(vendor: draws.bytes(16)), draws.bytes(3)))
    }
    services[services.count - 1].characteristics.append(made)
  }
}
