import ATTDissector
import Bytes
import GATTSession
import JSONText

/// Writes the document with keys in order of declaration, indented by two spaces: short enough to
/// read, and the same bytes every time.
extension GATTDocument {
  package func write(to out: inout ByteWriter) {
    var json = JSONLines()
    json.document(devices, to: &out) { device, json, out in
      json.head(of: device, to: &out)
      json.array("services", device.services, to: &out) { service, json, out in
        json.head(of: service, to: &out)
        json.array("characteristics", service.characteristics, to: &out) {
          characteristic, json, out in
          json.head(of: characteristic, to: &out)
          json.array("descriptors", characteristic.descriptors, to: &out) {
            $1.members(of: $0, to: &$2)
          }
        }
      }
      if let undiscovered = device.undiscovered {
        json.array("undiscovered", undiscovered, to: &out) { $1.members(of: $0, to: &$2) }
      }
    }
  }

  /// Writes the document of servers one characteristic at a time: the whole may take ten times the
  /// memory of the attributes.
  /// - pieceEnds: called after each attribute; may take what was written.
  static func write(
    _ servers: [GATTServer], uuids: Set<BluetoothUUID>, to out: inout ByteWriter,
    pieceEnds: @escaping PieceEnd
  ) {
    var json = JSONLines(pieceEnds: pieceEnds)
    json.document(servers, to: &out) { server, json, out in
      let tree = ServiceTree(server.database)
      json.head(of: Device(server), to: &out)
      json.array("services", tree.chosen(uuids), to: &out) { entry, json, out in
        json.head(of: Service(entry.service, tree), to: &out)
        json.array("characteristics", entry.characteristics, to: &out) {
          characteristic, json, out in
          json.head(of: Characteristic(characteristic), to: &out)
          json.array("descriptors", tree.descriptors(of: characteristic), to: &out) {
            $1.members(of: Value($0), to: &$2)
          }
        }
      }
      let loose = tree.chosenLoose(uuids)
      if !loose.isEmpty {
        json.array("undiscovered", loose, to: &out) { $1.members(of: Value($0), to: &$2) }
      }
    }
  }
}

/// The members of the document's objects, without the lists at the end.
extension JSONLines {
  fileprivate mutating func document<Device>(
    _ devices: [Device], to out: inout ByteWriter,
    _ body: (Device, inout JSONLines, inout ByteWriter) -> Void
  ) {
    object(to: &out) { json, out in
      json.member("schema", GATTDocument.schema, to: &out)
      json.array("devices", devices, to: &out, body)
    }
    out.append("\n")
  }

  fileprivate mutating func head(of device: GATTDocument.Device, to out: inout ByteWriter) {
    member("number", device.number, to: &out)
    member("address", device.address, to: &out)
    member("address_type", device.address_type, to: &out)
    member("name", device.name, to: &out)
    member("is_host", device.is_host, to: &out)
  }

  fileprivate mutating func head(of service: GATTDocument.Service, to out: inout ByteWriter) {
    member("handle", Int(service.handle), to: &out)
    member("end_handle", Int(service.end_handle), to: &out)
    member("uuid", service.uuid, to: &out)
    member("instance", service.instance, to: &out)
    member("label", service.label, to: &out)
    member("primary", service.primary, to: &out)
    member("stale", service.stale, to: &out)
    member("given", service.given, to: &out)
    member("assumed", service.assumed, to: &out)
    if let includes = service.includes {
      array("includes", includes, to: &out) { include, json, out in
        json.member("handle", Int(include.handle), to: &out)
        json.member("included_handle", Int(include.included_handle), to: &out)
        json.member("end_handle", Int(include.end_handle), to: &out)
        json.member("uuid", include.uuid, to: &out)
      }
    }
  }

  fileprivate mutating func head(
    of characteristic: GATTDocument.Characteristic, to out: inout ByteWriter
  ) {
    member("handle", characteristic.handle.map(Int.init), to: &out)
    member("value_handle", Int(characteristic.value_handle), to: &out)
    member("uuid", characteristic.uuid, to: &out)
    member("instance", characteristic.instance, to: &out)
    member("label", characteristic.label, to: &out)
    member("user_description", characteristic.user_description, to: &out)
    words("properties", characteristic.properties, to: &out)
    member("values", characteristic.values, to: &out)
    member("last_value", characteristic.last_value, to: &out)
    member("last_text", characteristic.last_text, to: &out)
    member("stale", characteristic.stale, to: &out)
    member("given", characteristic.given, to: &out)
    member("assumed", characteristic.assumed, to: &out)
  }

  fileprivate mutating func members(of value: GATTDocument.Value, to out: inout ByteWriter) {
    member("handle", Int(value.handle), to: &out)
    member("uuid", value.uuid, to: &out)
    member("label", value.label, to: &out)
    member("values", value.values, to: &out)
    member("last_value", value.last_value, to: &out)
    member("last_text", value.last_text, to: &out)
    member("stale", value.stale, to: &out)
    member("given", value.given, to: &out)
    member("assumed", value.assumed, to: &out)
    member("inferred", value.inferred, to: &out)
  }
}
