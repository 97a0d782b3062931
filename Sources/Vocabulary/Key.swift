/// A key of the output: an index into the table of keys, with the unit that all its values have.
///
/// Each key is declared once: as a property of a group, the events' own (`Keys`) or its decoder's,
/// or by a file that is loaded at the start.
package struct Key: Hashable, Sendable {
  package let index: UInt32
  package let unit: FieldUnit

  // By the index alone: it decides the unit.
  package static func == (a: Key, b: Key) -> Bool { a.index == b.index }
  package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

/// How a recorded timeline keeps a key.
package enum KeyRecall: Sendable {
  case always
  /// Differs between recordings of one scenario: a baseline omits it.
  case volatile
  /// For output lines only: a timeline that was read does not keep it.
  case never
}

/// One declaration of a key in a group: its type, and its place in an event.
package struct KeyRow: Sendable {
  package enum Place: Sendable {
    /// A member that events of all kinds may have.
    case common
    /// A member that conditions cannot use: it says nothing about what happened.
    case frame
    /// Specific to the kind.
    case own
    /// A member of `decoded`.
    case decoded
  }

  /// `snake_case`, ending in its unit.
  package let name: String
  package let key: Key
  package let type: KeyType
  /// The range of a number, according to the field that carries it.
  package let limits: ClosedRange<Double>?
  package let place: Place
  package let kinds: KindSet
  package let recall: KeyRecall
  /// One line for the documentation.
  package let meaning: String
  /// Declared by a file that a user loaded, not by this program.
  package let isLoaded: Bool
}

/// A key as a loaded file declares it.
package struct KeyDeclaration: Sendable {
  package var name: String
  package var type: KeyType
  package var unit: FieldUnit
  package var limits: ClosedRange<Double>?
  package var kinds: KindSet
  package var meaning: String

  package init(
    _ name: String, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet = .values, _ meaning: String
  ) {
    self.name = name
    self.type = type
    self.unit = unit
    self.limits = limits
    self.kinds = kinds
    self.meaning = meaning
  }
}

/// Why a loaded file cannot declare a key.
package enum KeyError: Error, Equatable, Sendable {
  /// Not `snake_case`, or too long.
  case badName(String)
  /// Declared before with another unit.
  case otherUnit(String, FieldUnit)
  /// Declared before as a number, and not now, or the reverse.
  case otherType(String)
  /// A member of events themselves.
  case isOfEvents(String)
}

extension Key {
  /// A key that was kept by its index, to be compared and named: it has no unit.
  package init(index: UInt32) { self.init(index: index, unit: .none) }

  /// The key with a name, which has a row once one is declared: those of this program's
  /// declarations are needed only by conditions and documentation.
  package init(named name: String, unit: FieldUnit) { self = Lexicon.intern(name, unit: unit) }

  /// Declares a key of decoded values that a file defines. Equal declarations are one row.
  package init(_ declaration: KeyDeclaration) throws(KeyError) {
    self = try Lexicon.declare(declaration)
  }

  /// Declares a key specific to some kinds.
  init(
    _ name: String, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet, recall: KeyRecall = .always,
    _ meaning: String
  ) {
    self = Lexicon.declare(
      name, type: type, unit: unit, limits: limits, place: .own, kinds: kinds, recall: recall,
      meaning: meaning)
  }

  /// Declares a member that events of all kinds may have.
  init(
    common name: String, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet = .all,
    recall: KeyRecall = .always, _ meaning: String
  ) {
    self = Lexicon.declare(
      name, type: type, unit: unit, limits: limits, place: .common, kinds: kinds, recall: recall,
      meaning: meaning)
  }

  /// Declares a key that says nothing about what happened.
  init(
    frame name: String, _ type: KeyType, in kinds: KindSet = .all,
    recall: KeyRecall = .always, _ meaning: String
  ) {
    self = Lexicon.declare(
      name, type: type, unit: .none, limits: nil, place: .frame, kinds: kinds, recall: recall,
      meaning: meaning)
  }

  /// Declares a key of decoded values, in a group that is a constant.
  package init(
    decoded name: String, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet = .values, _ meaning: String
  ) {
    self = Lexicon.declare(
      name, type: type, unit: unit, limits: limits, place: .decoded, kinds: kinds, recall: .always,
      meaning: meaning)
  }
}

extension Key: CustomStringConvertible {
  package var description: String { Lexicon.current.name(of: self) }
}

extension ClosedRange<Double> {
  /// The range of a number, by the field that carries it.
  package static let octet = 0.0...255
  package static let twoOctets = 0.0...65535
  package static let counted = 1.0...(.infinity)
  package static let natural = 0.0...(.infinity)
}
