import ATTDissector
import Bytes

/// A decoder looked up once, when an attribute is discovered, and stored with it.
package struct DecoderID: Hashable, Sendable {
  fileprivate let index: UInt16
}

/// Every decoder of this program.
package enum ValueRegistry {
  /// One line per family; see `Decoders/`.
  private static let families: [any DecoderFamily.Type] = [
    GenericAccess.self, Descriptors.self, DeviceInformation.self, HeartRate.self, Battery.self,
    Environment.self, HealthThermometer.self, Cycling.self, Running.self, SensorTag.self,
  ]

  package static let all: [ValueDecoder] = families.flatMap { $0.decoders }

  /// Declares the keys of all decoders.
  static func declareKeys() { for family in families { family.declareKeys() } }

  private struct Index {
    var characteristics: [BluetoothUUID: DecoderID] = [:]
    var descriptors: [BluetoothUUID: DecoderID] = [:]

    init(_ decoders: [ValueDecoder]) {
      for (position, decoder) in decoders.enumerated() {
        let id = DecoderID(index: UInt16(truncatingIfNeeded: position))
        switch decoder.type {
        case .characteristic(let uuid), .characteristicOf(let uuid, _): characteristics[uuid] = id
        case .descriptor(let uuid): descriptors[uuid] = id
        }
      }
    }
  }

  private static let index = Index(all)

  /// The decoder of a characteristic's values; `service` is `nil` where it was not discovered.
  package static func decoder(
    characteristic: BluetoothUUID, service: BluetoothUUID?
  ) -> DecoderID? {
    guard let id = index.characteristics[characteristic] else { return nil }
    if let service, case .characteristicOf(_, let wanted) = all[Int(id.index)].type,
      service != wanted
    {
      return nil
    }
    return id
  }

  /// The decoder of a descriptor's values.
  package static func decoder(descriptor: BluetoothUUID) -> DecoderID? {
    index.descriptors[descriptor]
  }

  /// Adds the value's fields, `text` and notes to `out`, which the caller has emptied.
  package static func decode(
    _ id: DecoderID, _ value: RawSpan, _ context: DecodingContext, into out: inout FieldBuffer
  ) {
    all[Int(id.index)].decode(value, context, &out)
  }
}
