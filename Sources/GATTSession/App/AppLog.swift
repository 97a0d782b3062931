import ATTDissector
import AssignedNumbers
import BTSnoop

/// What is followed through the log of an app: its connections, and the attributes of their devices.
final class AppLog {
  /// The device that the log is about, as its title says.
  var device: (address: BluetoothAddress?, name: String)?
  /// The connections that are open, the last one at the end; see `mostOpen`.
  var open: [Connection] = []
  /// More connections than this no phone or adapter has at once.
  static let mostOpen = 64
  /// The app has asked for a connection.
  var attempt: (frame: UInt64, time: CaptureTime, address: BluetoothAddress?)?
  /// Connections so far.
  private(set) var count: UInt16 = 0
  private var servers: [ObjectIdentifier: AppServer] = [:]
  private lazy var names = AssignedNames()

  /// A number for a new connection, in place of a handle: HCI has none so high.
  func nextHandle() -> UInt16 {
    count = count &+ 1
    return 0x1000 | count & 0x0FFF
  }

  /// The attributes of a device in the order of the log.
  func server(of connection: Connection) -> AppServer {
    let database = connection.remote
    if let known = servers[ObjectIdentifier(database)] { return known }
    let made = AppServer(database)
    servers[ObjectIdentifier(database)] = made
    return made
  }

  /// A connection has ended. The attributes of a device are kept for its next one; those of an unknown device are not.
  func close(_ connection: Connection) {
    open.removeAll { $0 === connection }
    if connection.peer == nil { servers[ObjectIdentifier(connection.remote)] = nil }
  }

  /// The UUID, from its digits or its assigned name.
  func uuid(_ text: String, use: AssignedNumbers.Use) -> BluetoothUUID? {
    BluetoothUUID(text: text) ?? names.number(of: text, use: use).map(BluetoothUUID.init(value:))
  }
}

/// The attributes of a server without their handles.
///
/// A database is in the order of handles. Here they are made: each service has a range, each characteristic a part of
/// that, and what is in no list comes behind all services. They are never shown (`Attribute.hasHandle`).
final class AppServer {
  private static let serviceRoom: UInt16 = 0x0200
  private static let characteristicRoom: UInt16 = 8
  private static let firstLoose: UInt16 = 0xFE00
  private static let lastLoose: UInt16 = 0xFFF0

  let database: AttributeDatabase
  /// The service, and the characteristic, that the list is at.
  private var service: Attribute?
  private var characteristic: Attribute?
  private var services: [BluetoothUUID: Attribute] = [:]
  /// The places that are taken in each service.
  private var taken: [UInt16: UInt16] = [:]
  /// What has a UUID; `nil` where several have it.
  private var characteristics: [BluetoothUUID: Attribute?] = [:]
  private var descriptors: [BluetoothUUID: Attribute?] = [:]
  private var loose: [BluetoothUUID: Attribute] = [:]
  private var nextLoose = firstLoose

  init(_ database: AttributeDatabase) { self.database = database }

  /// All attributes are listed again.
  func restart() {
    service = nil
    characteristic = nil
    services = [:]
    taken = [:]
    characteristics = [:]
    descriptors = [:]
  }

  func add(service uuid: BluetoothUUID) -> Attribute? {
    characteristic = nil
    let handle = (service?.handle ?? 0) + Self.serviceRoom
    guard handle <= Self.firstLoose - Self.serviceRoom,
      let made = database.addService(
        handle, end: handle + Self.serviceRoom - 1, uuid: uuid, isPrimary: true)
    else { return nil }
    made.hasHandle = false
    service = made
    services[uuid] = services[uuid] ?? made
    return made
  }

  /// - owner: the service, where it is not the last one.
  func add(
    characteristic uuid: BluetoothUUID, properties: CharacteristicProperties,
    of owner: BluetoothUUID?
  ) -> Attribute? {
    guard let service = owner.map({ services[$0] }) ?? service else { return nil }
    let place = taken[service.handle, default: 0] + 1
    guard place < Self.serviceRoom - Self.characteristicRoom else { return nil }
    taken[service.handle] = place - 1 + Self.characteristicRoom
    let handle = service.handle + place
    guard
      let made = database.addCharacteristic(
        handle,
        declaration: CharacteristicDeclaration(
          properties: properties, valueHandle: handle + 1, uuid: uuid))
    else { return nil }
    made.hasHandle = false
    service.search.isComplete = true
    characteristic = made
    if let known = characteristics[uuid], known !== made {
      characteristics[uuid] = .some(nil)
    } else {
      characteristics[uuid] = made
    }
    return made
  }

  /// - owner: the characteristic, where it is not the last one.
  func add(descriptor uuid: BluetoothUUID, of owner: BluetoothUUID?) -> Attribute? {
    let characteristic = owner.map { self.characteristic(with: $0) } ?? characteristic
    guard let characteristic, let made = descriptor(with: uuid, of: characteristic, adds: true)
    else { return nil }
    if let known = descriptors[uuid], known !== made {
      descriptors[uuid] = .some(nil)
    } else {
      descriptors[uuid] = made
    }
    return made
  }

  /// The characteristic with a UUID. Where several have it, or no list has it, one beside the list stands for them.
  func characteristic(with uuid: BluetoothUUID) -> Attribute? {
    if let known = characteristics[uuid], let known, !known.isStale { return known }
    if let known = loose[uuid] { return known }
    guard nextLoose <= Self.lastLoose,
      let made = database.addCharacteristic(
        0,
        declaration: CharacteristicDeclaration(properties: [], valueHandle: nextLoose, uuid: uuid))
    else { return nil }
    made.hasHandle = false
    loose[uuid] = made
    nextLoose += Self.characteristicRoom
    return made
  }

  /// The descriptor with a UUID of a characteristic, or the only one that a list has.
  func descriptor(with uuid: BluetoothUUID, of owner: BluetoothUUID?) -> Attribute? {
    guard let owner else { return descriptors[uuid].flatMap(\.self) }
    return characteristic(with: owner).flatMap { descriptor(with: uuid, of: $0, adds: true) }
  }

  private func descriptor(
    with uuid: BluetoothUUID, of owner: Attribute, adds: Bool
  ) -> Attribute? {
    for distance in 1..<Self.characteristicRoom - 1 {
      let handle = owner.handle + distance
      guard let there = database.attribute(at: handle) else {
        let made = adds ? database.addInformation(handle, type: uuid) : nil
        made?.hasHandle = false
        return made
      }
      if there.uuid == uuid { return there }
    }
    return nil
  }
}

/// The numbers of assigned names, which iOS writes in place of UUIDs.
private final class AssignedNames {
  private var numbers: [AssignedNumbers.Use: [String: UInt128]] = [:]

  init() {
    AssignedNumbers.forEachAttribute { number, name in
      guard let use = AssignedNumbers.use(of: number), numbers[use]?[name] == nil else { return }
      numbers[use, default: [:]][name] = number
    }
  }

  func number(of name: String, use: AssignedNumbers.Use) -> UInt128? { numbers[use]?[name] }
}
