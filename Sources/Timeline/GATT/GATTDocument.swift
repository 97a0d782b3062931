import ATTDissector
import Bytes
import GATTSession
import JSONText

/// The attribute trees of a capture as a document that can be read back.
///
/// Handles are numbers; UUIDs and addresses are text as everywhere; keys that do not apply are
/// absent.
package struct GATTDocument: Equatable, Sendable {
  package struct Device: Equatable, Sendable {
    package var number: Int?
    package var address: String?
    package var address_type: String?
    package var name: String?
    /// The recording host's own attributes.
    package var is_host: Bool?
    package var services: [Service]
    /// Attributes of no discovered service or characteristic.
    package var undiscovered: [Value]?
  }

  package struct Service: Equatable, Sendable {
    package var handle: UInt16
    package var end_handle: UInt16
    package var uuid: String?
    package var instance: Int?
    package var label: String?
    package var primary: Bool
    /// The server said that it has changed since, and it was not discovered again.
    package var stale: Bool?
    /// Known from outside the capture, and not discovered in it.
    package var given: Bool?
    /// It is known from the map of a known device only.
    package var assumed: Bool?
    package var includes: [Include]?
    package var characteristics: [Characteristic]
  }

  package struct Include: Equatable, Sendable {
    package var handle: UInt16
    package var included_handle: UInt16
    package var end_handle: UInt16
    package var uuid: String?
  }

  package struct Characteristic: Equatable, Sendable {
    package var handle: UInt16?
    package var value_handle: UInt16
    package var uuid: String?
    package var instance: Int?
    package var label: String?
    package var user_description: String?
    package var properties: [String]
    package var values: Int
    package var last_value: String?
    package var last_text: String?
    /// The server said that it has changed since, and it was not discovered again.
    package var stale: Bool?
    package var given: Bool?
    package var assumed: Bool?
    package var descriptors: [Value]
  }

  package struct Value: Equatable, Sendable {
    package var handle: UInt16
    package var uuid: String?
    package var label: String?
    package var values: Int
    package var last_value: String?
    package var last_text: String?
    /// The server said that it has changed since, and it was not discovered again.
    package var stale: Bool?
    package var given: Bool?
    package var assumed: Bool?
    /// Its type is known from its use.
    package var inferred: Bool?
  }

  static let schema = 1

  package var devices: [Device]

  package init(devices: [Device]) { self.devices = devices }
}

// MARK: From JSON

extension GATTDocument {
  /// Reads a document; unknown keys are skipped.
  /// - Throws: when it is not a document of trees, or has a newer schema.
  package init(json bytes: [UInt8]) throws(JSONError) {
    let json = try JSONObject(try JSONDocument(bytes))
    let schema: Int = try json.require("schema", json.integer("schema"))
    guard schema == Self.schema else {
      throw json.problem(
        "schema",
        reason: schema > Self.schema
          ? "\(schema) is newer than this program reads, which is \(Self.schema)"
          : "unsupported schema \(schema): expected \(Self.schema)")
    }
    devices = try json.require("devices", json.objects("devices", Device.init(json:)))
  }
}

extension GATTDocument.Device {
  fileprivate init(json: JSONObject) throws(JSONError) {
    number = try json.integer("number")
    address = try json.string("address")
    address_type = try json.string("address_type")
    name = try json.string("name")
    is_host = try json.boolean("is_host")
    services = try json.require(
      "services", json.objects("services", GATTDocument.Service.init(json:)))
    undiscovered = try json.objects("undiscovered", GATTDocument.Value.init(json:))
  }
}

extension GATTDocument.Service {
  fileprivate init(json: JSONObject) throws(JSONError) {
    handle = try json.require("handle", json.integer("handle"))
    end_handle = try json.require("end_handle", json.integer("end_handle"))
    uuid = try json.string("uuid")
    instance = try json.integer("instance")
    label = try json.string("label")
    primary = try json.require("primary", json.boolean("primary"))
    stale = try json.boolean("stale")
    given = try json.boolean("given")
    assumed = try json.boolean("assumed")
    includes = try json.objects("includes", GATTDocument.Include.init(json:))
    characteristics = try json.require(
      "characteristics", json.objects("characteristics", GATTDocument.Characteristic.init(json:)))
  }
}

extension GATTDocument.Include {
  fileprivate init(json: JSONObject) throws(JSONError) {
    handle = try json.require("handle", json.integer("handle"))
    included_handle = try json.require("included_handle", json.integer("included_handle"))
    end_handle = try json.require("end_handle", json.integer("end_handle"))
    uuid = try json.string("uuid")
  }
}

extension GATTDocument.Characteristic {
  fileprivate init(json: JSONObject) throws(JSONError) {
    handle = try json.integer("handle")
    value_handle = try json.require("value_handle", json.integer("value_handle"))
    uuid = try json.string("uuid")
    instance = try json.integer("instance")
    label = try json.string("label")
    user_description = try json.string("user_description")
    properties = try json.require("properties", json.strings("properties"))
    values = try json.require("values", json.integer("values"))
    last_value = try json.string("last_value")
    last_text = try json.string("last_text")
    stale = try json.boolean("stale")
    given = try json.boolean("given")
    assumed = try json.boolean("assumed")
    descriptors = try json.require(
      "descriptors", json.objects("descriptors", GATTDocument.Value.init(json:)))
  }
}

extension GATTDocument.Value {
  fileprivate init(json: JSONObject) throws(JSONError) {
    handle = try json.require("handle", json.integer("handle"))
    uuid = try json.string("uuid")
    label = try json.string("label")
    values = try json.require("values", json.integer("values"))
    last_value = try json.string("last_value")
    last_text = try json.string("last_text")
    stale = try json.boolean("stale")
    given = try json.boolean("given")
    assumed = try json.boolean("assumed")
    inferred = try json.boolean("inferred")
  }
}

// MARK: From a session

extension GATTDocument {
  /// - uuids: those of the wanted services and characteristics; empty: all.
  init(_ servers: [GATTServer], _ uuids: Set<BluetoothUUID>) {
    devices = servers.map { server in
      let tree = ServiceTree(server.database)
      var device = Device(server)
      device.services = tree.chosen(uuids).map { entry in
        var service = Service(entry.service, tree)
        service.characteristics = entry.characteristics.map {
          var characteristic = Characteristic($0)
          characteristic.descriptors = tree.descriptors(of: $0).map { Value($0) }
          return characteristic
        }
        return service
      }
      let loose = tree.chosenLoose(uuids)
      if !loose.isEmpty { device.undiscovered = loose.map { Value($0) } }
      return device
    }
  }
}

extension GATTDocument.Device {
  /// Without its services.
  init(_ server: GATTServer) {
    number = server.peer?.ordinal
    address = server.address?.description
    address_type = server.peer?.address.kind.name?.description
    name = server.peer?.name
    is_host = server.adapter == nil ? nil : true
    services = []
  }
}

extension GATTDocument.Service {
  /// Without its characteristics.
  init(_ service: Attribute, _ tree: ServiceTree) {
    handle = service.handle
    end_handle = service.endHandle
    uuid = service.uuid?.description
    instance = service.instance > 0 ? service.instance : nil
    label = service.label
    primary = service.isPrimary
    stale = service.isStale ? true : nil
    given = service.isKnown ? true : nil
    assumed = service.source == .map ? true : nil
    let included = tree.includes(of: service)
    includes =
      included.isEmpty
      ? nil
      : included.map {
        GATTDocument.Include(
          handle: $0.handle, included_handle: $0.includedHandle, end_handle: $0.endHandle,
          uuid: $0.uuid?.description)
      }
    characteristics = []
  }
}

extension GATTDocument.Characteristic {
  /// Without its descriptors.
  init(_ attribute: Attribute) {
    handle = attribute.declarationHandle > 0 ? attribute.declarationHandle : nil
    value_handle = attribute.handle
    uuid = attribute.uuid?.description
    instance = attribute.instance > 0 ? attribute.instance : nil
    label = attribute.label
    user_description = attribute.userDescription
    properties = CharacteristicProperties.words.filter { attribute.properties.contains($0.0) }
      .map(\.1.description)
    values = attribute.values.count
    last_value = attribute.values.count > 0 ? attribute.values.last.hex : nil
    last_text = attribute.shownText
    stale = attribute.isStale ? true : nil
    given = attribute.isKnown ? true : nil
    assumed = attribute.source == .map ? true : nil
    descriptors = []
  }
}

extension GATTDocument.Value {
  init(_ attribute: Attribute) {
    handle = attribute.handle
    uuid = attribute.uuid?.description
    label = attribute.label
    values = attribute.values.count
    last_value = attribute.values.count > 0 ? attribute.values.last.hex : nil
    last_text = attribute.shownText
    stale = attribute.isStale ? true : nil
    given = attribute.isKnown ? true : nil
    assumed = attribute.source == .map ? true : nil
    inferred = attribute.source == .inferred ? true : nil
  }
}

extension Attribute {
  fileprivate var shownText: String? {
    let text = values.lastText
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  fileprivate var hex: String {
    var out = ByteWriter(capacity: count * 2)
    out.append(hex: rawBytes)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
