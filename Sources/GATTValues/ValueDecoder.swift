import ATTDissector
import Bytes

/// The attribute type that a decoder is for.
package enum AttributeType: Hashable, Sendable {
  case characteristic(BluetoothUUID)
  /// A UUID with a meaning in one service only; also used where the service is unknown.
  case characteristicOf(BluetoothUUID, service: BluetoothUUID)
  case descriptor(BluetoothUUID)

  package var uuid: BluetoothUUID {
    switch self {
    case .characteristic(let uuid), .characteristicOf(let uuid, _), .descriptor(let uuid): uuid
    }
  }
}

/// Decoders of one service or device, and their keys.
protocol DecoderFamily: SendableMetatype {
  associatedtype FieldKeys: Sendable
  static var keys: FieldKeys { get }
  static var decoders: [ValueDecoder] { get }
}

extension DecoderFamily {
  /// A key is in the table once its group has been accessed.
  static func declareKeys() { _ = keys }
}

/// Turns the values of one attribute type into fields, `text` and notes.
///
/// Values come from the air: a decoder reads as far as the bytes go, reports oddities in a note,
/// and adds no field where it can read nothing.
package struct ValueDecoder: Sendable {
  package typealias Decode =
    @Sendable (RawSpan, DecodingContext, inout FieldBuffer) -> Void

  /// The assigned name, or the vendor's.
  package let name: StaticString
  package let type: AttributeType
  package let decode: Decode

  init(_ name: StaticString, _ type: AttributeType, _ decode: @escaping Decode) {
    self.name = name
    self.type = type
    self.decode = decode
  }

  /// A characteristic on the Bluetooth Base UUID.
  init(_ name: StaticString, _ characteristic: UInt16, _ decode: @escaping Decode) {
    self.init(name, .characteristic(BluetoothUUID(characteristic)), decode)
  }
}
