/// An attribute of a server that holds a value.
final class ModelValue {
  let handle: Int
  let uuid: ModelUUID
  var bytes: [UInt8]

  init(_ handle: Int, _ uuid: ModelUUID, _ bytes: [UInt8]) {
    self.handle = handle
    self.uuid = uuid
    self.bytes = bytes
  }
}

final class ModelCharacteristic {
  /// Of the declaration; the value stands right after it.
  let handle: Int
  let properties: Int
  let value: ModelValue
  var descriptors: [ModelValue] = []

  init(_ handle: Int, properties: Int, _ value: ModelValue) {
    self.handle = handle
    self.properties = properties
    self.value = value
  }

  var uuid: ModelUUID { value.uuid }
  func allows(_ property: Int) -> Bool { properties & property != 0 }

  /// The declaration's value, as Vol 3, Part G, 3.3.1 has it.
  var declaration: [UInt8] { [UInt8(properties)] + little16(value.handle) + uuid.wire }

  static let notify = 0x10
  static let indicate = 0x20
}

final class ModelService {
  let handle: Int
  var end: Int
  let uuid: ModelUUID
  let isPrimary: Bool
  var includes: [(handle: Int, service: ModelService)] = []
  var characteristics: [ModelCharacteristic] = []

  init(_ handle: Int, _ uuid: ModelUUID, isPrimary: Bool) {
    self.handle = handle
    self.end = handle
    self.uuid = uuid
    self.isPrimary = isPrimary
  }

  /// The include declaration's value: the UUID stands in it only if it is short.
  static func declaration(including service: ModelService) -> [UInt8] {
    little16(service.handle) + little16(service.end)
      + (service.uuid.isShort ? service.uuid.wire : [])
  }
}

/// Any attribute of a server by its handle: what Find Information and Read By Type walk.
struct ModelAttribute {
  let handle: Int
  let type: ModelUUID
  /// What stands in it.
  let value: [UInt8]
}

/// What a device, or a host, has on offer. Everything that the capture can show of it is in here.
final class Server {
  var services: [ModelService]

  init(_ services: [ModelService]) { self.services = services }

  var characteristics: [ModelCharacteristic] { services.flatMap(\.characteristics) }

  /// Every attribute in the order of the handles.
  var attributes: [ModelAttribute] {
    var all: [ModelAttribute] = []
    for service in services {
      all.append(
        ModelAttribute(
          handle: service.handle, type: ModelUUID(service.isPrimary ? 0x2800 : 0x2801),
          value: service.uuid.wire))
      for (handle, included) in service.includes {
        all.append(
          ModelAttribute(
            handle: handle, type: ModelUUID(0x2802),
            value: ModelService.declaration(including: included)))
      }
      for characteristic in service.characteristics {
        all.append(
          ModelAttribute(
            handle: characteristic.handle, type: ModelUUID(0x2803),
            value: characteristic.declaration))
        for value in [characteristic.value] + characteristic.descriptors {
          all.append(ModelAttribute(handle: value.handle, type: value.uuid, value: value.bytes))
        }
      }
    }
    return all
  }
}
