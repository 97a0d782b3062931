import ATTDissector
import Cryptography

/// The hash by which a client knows whether it has seen a tree before.
///
/// Source: Bluetooth Core Specification, Vol 3, Part G, 7.3.1.
package enum DatabaseHash {
  static let type: BluetoothUUID = 0x2B2A

  /// - extendedProperties: the value of such a descriptor; of no other descriptor it counts.
  /// - Returns: 16 octets as a client reads them; `nil` where nothing computes it.
  package static func value(
    of table: AttributeTable, extendedProperties: (UInt16) -> [UInt8]
  ) -> [UInt8]? {
    var message: [UInt8] = []
    for attribute in table.all {
      guard let type = attribute.type?.short else { continue }
      switch type {
      case 0x2800...0x2803:
        message.append(attribute.handle)
        message.append(type)
        message += attribute.declared ?? []
      case 0x2900:
        message.append(attribute.handle)
        message.append(type)
        message += extendedProperties(attribute.handle)
      case 0x2901...0x2905:
        message.append(attribute.handle)
        message.append(type)
      default: break
      }
    }
    guard let code = PairingFunctions.code(key: 0, message: message) else { return nil }
    return (0..<16).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
  }
}

extension RecordedPeripheral {
  /// Replaces the recorded hash by that of the tree that is served: they differ where the capture
  /// does not show all attributes, and a client would trust what it knows of another tree.
  mutating func setDatabaseHash() {
    let places = table.all.filter { $0.type == DatabaseHash.type }
    guard !places.isEmpty,
      let hash = DatabaseHash.value(
        of: table,
        extendedProperties: { handle in
          guard case .value(let value)? = reads[handle]?.last?.outcome else { return [] }
          return value
        })
    else { return }
    for place in places { reads[place.handle] = [Read(connection: 0, outcome: .value(hash))] }
  }
}
