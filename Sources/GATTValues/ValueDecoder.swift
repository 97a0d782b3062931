import ATTDissector
import Bytes

/// The attribute whose values a decoder reads.
package enum AttributeType: Hashable, Sendable {
  case characteristic(BluetoothUUID)
  /// A UUID that means something in one service only; there also where the service is not known.
  case characteristicOf(BluetoothUUID, service: BluetoothUUID)
  case descriptor(BluetoothUUID)

  package var uuid: BluetoothUUID {
    switch self {
    case .characteristic(let uuid), .characteristicOf(let uuid, _), .descriptor(let uuid): uuid
    }
  }
}

/// Decoders of one service or device, and the keys that they give.
protocol DecoderFamily {
  associatedtype FieldKeys: Sendable
  static var keys: FieldKeys { get }
  static var decoders: [ValueDecoder] { get }
}

extension DecoderFamily {
  /// A key is in the table once its group has been asked for.
  static func declareKeys() { _ = keys }
}

/// How the values of one attribute type become fields, `text` and notes.
///
/// Values come from the air: a decoder reads as far as the bytes go, tells what is odd in a note,
/// and pushes no field where it can read nothing.
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

  /// A characteristic on the SIG's base.
  init(_ name: StaticString, _ characteristic: UInt16, _ decode: @escaping Decode) {
    self.init(name, .characteristic(BluetoothUUID(characteristic)), decode)
  }
}
