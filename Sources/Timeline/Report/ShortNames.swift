import ATTDissector
import Bytes
import GATTSession

/// Names for attributes without one: shortened UUIDs, or whole ones if two would look alike.
package struct ShortNames {
  private var ambiguous: Set<BluetoothUUID> = []

  package init(_ databases: [AttributeDatabase]) {
    var seen: [Int: BluetoothUUID] = [:]
    for database in databases {
      for attribute in database.characteristics + database.services + database.descriptors {
        guard let uuid = attribute.uuid, uuid.long == nil else { continue }
        let key =
          Int(truncatingIfNeeded: uuid.value >> 96) << 16
          | Int(truncatingIfNeeded: uuid.value & 0xFFFF)
        if let other = seen[key], other != uuid {
          ambiguous.insert(other)
          ambiguous.insert(uuid)
        } else {
          seen[key] = uuid
        }
      }
    }
  }

  /// Whether the omitted part is in the service's UUID, which is shown whole.
  private func follows(_ uuid: BluetoothUUID, service: BluetoothUUID?) -> Bool {
    guard uuid.long == nil, let service else { return uuid.long != nil }
    let middle: UInt128 = ((1 << 96) - 1) ^ 0xFFFF
    return uuid.value & middle == service.value & middle
  }

  package func write(_ attribute: Attribute, to out: inout ByteWriter) {
    if let label = attribute.label {
      out.append(untrusted: label, escaping: .plain)
    } else if let uuid = attribute.uuid {
      if ambiguous.contains(uuid) || !follows(uuid, service: attribute.service?.uuid) {
        uuid.write(to: &out)
      } else if uuid.long == nil {
        uuid.writeShortened(to: &out)
      }
    } else {
      out.append("(unknown)")
    }
  }
}
