import ATTDissector
import Vocabulary

/// The published attributes of a device that many people have. They name the handles of captures in
/// which no client discovers them. Firmware moves attributes: so a map needs the device's name and
/// values that fit, and ends with the first value that does not.
final class DeviceMap: Sendable {
  /// `CC2650 SensorTag`.
  let title: String
  /// The device with its attributes, in the form of a given tree.
  let device: KnownDevice
  private let uses: [UInt16: Use]

  /// How an attribute can be used.
  private struct Use {
    var properties: CharacteristicProperties
    /// The octets of its values, where that is known and always the same.
    var length: Int?
  }

  struct Service {
    var handles: ClosedRange<UInt16>
    var uuid: BluetoothUUID
    /// Each declared right before its value.
    var characteristics: [Characteristic]

    init(_ handles: ClosedRange<UInt16>, _ uuid: BluetoothUUID, _ all: [Characteristic]) {
      self.handles = handles
      self.uuid = uuid
      characteristics = all
    }
  }

  struct Characteristic {
    var handle: UInt16
    var uuid: BluetoothUUID
    var properties: CharacteristicProperties
    var length: Int?

    init(
      _ handle: UInt16, _ uuid: BluetoothUUID, _ properties: CharacteristicProperties,
      _ length: Int? = nil
    ) {
      self.handle = handle
      self.uuid = uuid
      self.properties = properties
      self.length = length
    }
  }

  init(_ title: String, _ services: [Service]) {
    self.title = title
    var device = KnownDevice(name: title)
    device.source = .map
    device.origin = "the map of the \(title)"
    var uses: [UInt16: Use] = [:]
    for service in services {
      device.attributes.add(
        KnownAttribute(
          service.handles.lowerBound, service.uuid,
          .service(end: service.handles.upperBound, isPrimary: true)))
      for one in service.characteristics {
        device.attributes.add(
          KnownAttribute(
            one.handle, one.uuid,
            .characteristic(declaration: one.handle - 1, properties: one.properties)))
        uses[one.handle] = Use(properties: one.properties, length: one.length)
        guard one.properties.contains(.notify) || one.properties.contains(.indicate) else {
          continue
        }
        let configuration = one.handle + 1
        device.attributes.add(KnownAttribute(configuration, .clientConfiguration, .descriptor))
        uses[configuration] = Use(properties: [.read, .write], length: 2)
      }
    }
    self.device = device
    self.uses = uses
  }

  enum Verdict {
    case fits, unclear, contradicts
  }

  /// What a value says of the map.
  /// - Parameter length: `nil` if the capture has only the start of the value.
  func judge(_ handle: UInt16, kind: EventKind, length: Int?) -> Verdict {
    guard let use = uses[handle] else {
      // What the map leaves out are declarations and descriptions: they are only read.
      switch kind {
      case .write, .notification, .indication: return .contradicts
      default: return .unclear
      }
    }
    if let property = kind.property, !use.properties.contains(property) { return .contradicts }
    guard let length, let expected = use.length else { return .unclear }
    if length == expected { return .fits }
    // Whether a command was accepted is not known.
    return kind == .writeCommand ? .unclear : .contradicts
  }
}

/// What a database knows of the map of its device.
struct MapState {
  /// It names attributes.
  var map: DeviceMap?
  /// Something contradicted it.
  var isRejected = false
  /// The first handle whose value fits.
  private var first: UInt16?

  /// Counts a handle whose value fits.
  /// - Returns: whether another one does, too.
  mutating func fits(_ handle: UInt16) -> Bool {
    guard let first, first != handle else {
      first = handle
      return false
    }
    return true
  }

  /// Merges the states of two databases of one server.
  mutating func combine(_ other: MapState) {
    isRejected = isRejected || other.isRejected
    map = map ?? other.map
    first = first ?? other.first
  }
}
