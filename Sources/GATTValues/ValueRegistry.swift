import ATTDissector
import Bytes

/// A decoder looked up once, when an attribute is discovered, and stored with it.
package struct DecoderID: Sendable {
  fileprivate enum Kind {
    case written(Int)
    case declared(DeclaredPrograms)
  }

  fileprivate let kind: Kind

  /// The name that a file of the user's gives the attribute.
  package var declaredName: String? {
    if case .declared(let programs) = kind, programs.isLoaded { programs.name } else { nil }
  }

  /// The name that this program's declaration gives it: for makers' UUIDs.
  package var builtInName: String? {
    if case .declared(let programs) = kind { programs.name } else { nil }
  }

  /// The place of a decoder that is code.
  fileprivate var index: Int? { if case .written(let index) = kind { index } else { nil } }
}

/// Every decoder of this program.
package enum ValueRegistry {
  /// One line per family; see `Decoders/`.
  private static let families: [any DecoderFamily.Type] = [SensorTag.self]

  package static let all: [ValueDecoder] = families.flatMap { $0.decoders }

  /// Declares the keys of all decoders.
  static func declareKeys() {
    for family in families { family.declareKeys() }
    PresentationFormat.declareKeys()
  }

  private struct Index {
    var characteristics: [BluetoothUUID: DecoderID] = [:]
    var descriptors: [BluetoothUUID: DecoderID] = [:]

    init(_ decoders: [ValueDecoder]) {
      for (position, decoder) in decoders.enumerated() {
        let id = DecoderID(kind: .written(position))
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
    let target = DeclarationTarget.characteristic(characteristic)
    if let programs = DeclaredValues.programs(target, service: service) {
      return DecoderID(kind: .declared(programs))
    }
    guard let id = index.characteristics[characteristic] else {
      return DeclaredValues.builtIn(target, service: service).map { DecoderID(kind: .declared($0)) }
    }
    if let service, let place = id.index, case .characteristicOf(_, let wanted) = all[place].type,
      service != wanted
    {
      return nil
    }
    return id
  }

  /// The decoder of the values of a handle that nothing names.
  /// - isMeant: whether the device that holds it is the one that a declaration names.
  package static func decoder(
    handle: UInt16, isMeant: (DeclaredDevice) -> Bool
  ) -> DecoderID? {
    guard DeclaredValues.hasHandles else { return nil }
    return DeclaredValues.programs(handle: handle, isMeant: isMeant).map {
      DecoderID(kind: .declared($0))
    }
  }

  /// The decoder of a descriptor's values.
  package static func decoder(descriptor: BluetoothUUID) -> DecoderID? {
    let target = DeclarationTarget.descriptor(descriptor)
    if let programs = DeclaredValues.programs(target, service: nil) {
      return DecoderID(kind: .declared(programs))
    }
    return index.descriptors[descriptor]
      ?? DeclaredValues.builtIn(target, service: nil).map { DecoderID(kind: .declared($0)) }
  }

  /// The declaration that joins values, where the decoder of a value's direction does.
  package static func messages(_ id: DecoderID, isWrite: Bool) -> Program? {
    guard case .declared(let programs) = id.kind,
      let program = isWrite ? programs.writeProgram : programs.program, program.joinsValues
    else { return nil }
    return program
  }

  /// Adds the value's fields, `text` and notes to `out`, which the caller has emptied.
  package static func decode(
    _ id: DecoderID, _ value: RawSpan, _ context: DecodingContext, into out: inout FieldBuffer
  ) {
    switch id.kind {
    case .written(let index): all[index].decode(value, context, &out)
    case .declared(let programs):
      let program = context.isWrite ? programs.writeProgram : programs.program
      program?.decode(value, context, into: &out)
    }
  }
}
