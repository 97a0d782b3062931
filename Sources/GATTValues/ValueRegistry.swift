import ATTDissector
import Bytes

/// A decoder looked up once, with the first value of an attribute, and stored with it.
///
/// An object: to hand it on counts one reference, and it has two.
package final class DecoderID: Sendable {
  fileprivate let programs: DeclaredPrograms
  /// Whether octets that are missing are a fault of the value: where a standard, or a file of the user's, says how
  /// many there are. Other declarations are of what makers have shown, and another firmware may send less.
  fileprivate let isBinding: Bool

  fileprivate init(programs: DeclaredPrograms, isStandard: Bool = false) {
    self.programs = programs
    isBinding = isStandard || programs.isLoaded
  }

  fileprivate init(programs: DeclaredPrograms, like other: DecoderID) {
    self.programs = programs
    isBinding = other.isBinding
  }

  /// The name that a file of the user's gives the attribute.
  package var declaredName: String? { programs.isLoaded ? programs.name : nil }

  /// The name that this program's declaration gives it: for makers' UUIDs.
  package var builtInName: String? { programs.name }

  /// Whether both are the same.
  package func isSame(as other: DecoderID) -> Bool {
    programs.program === other.programs.program
      && programs.writeProgram === other.programs.writeProgram
  }
}

/// The decoders that a thread uses, each with objects of its own.
package struct DecoderCopies: ~Copyable {
  private var known: [(original: DecoderID, copy: DecoderID)] = []
  /// More are not kept.
  private static let limit = 256

  package init() {}

  package mutating func copy(of decoder: DecoderID) -> DecoderID {
    for (original, copy) in known where original.isSame(as: decoder) { return copy }
    var programs = decoder.programs
    programs.program = programs.program?.copied()
    programs.writeProgram =
      decoder.programs.writeProgram === decoder.programs.program
      ? programs.program : programs.writeProgram?.copied()
    let copy = DecoderID(programs: programs, like: decoder)
    if known.count < Self.limit { known.append((decoder, copy)) }
    return copy
  }
}

/// The decoders of all values.
package enum ValueRegistry {
  /// The decoder of a characteristic's values; `service` is `nil` where it was not discovered, and
  /// `properties` are empty.
  package static func decoder(
    characteristic: BluetoothUUID, service: BluetoothUUID?,
    properties: CharacteristicProperties = []
  ) -> DecoderID? {
    decoder(
      .characteristic(characteristic),
      place: DeclaredPlace(service: service, properties: properties))
  }

  /// The decoder of a descriptor's values.
  package static func decoder(descriptor: BluetoothUUID) -> DecoderID? {
    decoder(.descriptor(descriptor), place: DeclaredPlace())
  }

  private static func decoder(_ target: DeclarationTarget, place: DeclaredPlace) -> DecoderID? {
    let programs =
      DeclaredValues.programs(for: target, in: place) ?? DeclaredValues.builtIn(target, in: place)
    return programs.map { DecoderID(programs: $0, isStandard: target.isStandard) }
  }

  /// The decoder of the values of a handle that nothing names.
  /// - isMeant: whether the device that holds it is the one that a declaration names.
  package static func decoder(
    handle: UInt16, isMeant: (DeclaredDevice) -> Bool
  ) -> DecoderID? {
    guard DeclaredValues.hasHandles else { return nil }
    return DeclaredValues.programs(handle: handle, isMeant: isMeant).map {
      DecoderID(programs: $0)
    }
  }

  /// Whether a value that the server sends may say that what was asked for was not done.
  package static func hasOutcome(_ id: DecoderID) -> Bool { id.programs.hasOutcome }

  /// The declaration for values in a direction.
  package static func program(for id: DecoderID, isWrite: Bool) -> Program? {
    isWrite ? id.programs.writeProgram : id.programs.program
  }

  /// The declaration that joins values, where the decoder of a value's direction does.
  package static func messages(_ id: DecoderID, isWrite: Bool) -> Program? {
    // Nearly all: without a reference to the program.
    guard id.programs.joinsValues else { return nil }
    guard let program = isWrite ? id.programs.writeProgram : id.programs.program,
      program.joinsValues
    else { return nil }
    return program
  }

  /// Adds the value's fields, `text` and notes to `out`, which the caller has emptied.
  package static func decode(
    _ id: DecoderID, value: RawSpan, in context: consuming DecodingContext,
    into out: inout FieldBuffer
  ) {
    if context.isWrite {
      id.programs.writeProgram?.decode(value, in: consume context, into: &out)
    } else {
      id.programs.program?.decode(value, in: consume context, into: &out)
    }
    judge(id, in: &out)
  }

  /// Leaves out what is no fault of a value that was decoded.
  package static func judge(_ id: DecoderID, in out: inout FieldBuffer) {
    if !out.faults.isEmpty, !id.isBinding { out.faults.remove(.short) }
  }
}

extension DeclarationTarget {
  /// Whether the Bluetooth SIG has given the number.
  fileprivate var isStandard: Bool {
    switch self {
    case .characteristic(let uuid), .descriptor(let uuid):
      uuid.short.map { 0x2900...0x2BFF ~= $0 } ?? false
    default: false
    }
  }
}
