/// A key of the output: an index into the table of keys.
///
/// Each key is declared once, as a property of a group: of the events' own (`Keys`), or of its
/// decoder.
package struct Key: Hashable, Sendable {
  package let index: UInt16
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
  package let unit: FieldUnit
  /// The range of a number, according to the field that carries it.
  package let limits: ClosedRange<Double>?
  package let place: Place
  package let kinds: KindSet
  package let recall: KeyRecall
  /// One line for the documentation.
  package let meaning: String
}

extension Key {
  /// Declares a key specific to some kinds.
  init(
    _ name: StaticString, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet, recall: KeyRecall = .always,
    _ meaning: StaticString
  ) {
    self = KeyTable.declare(name, type, unit, limits, .own, kinds, recall, meaning)
  }

  /// Declares a member that events of all kinds may have.
  init(
    common name: StaticString, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet = .all,
    recall: KeyRecall = .always, _ meaning: StaticString
  ) {
    self = KeyTable.declare(name, type, unit, limits, .common, kinds, recall, meaning)
  }

  /// The same for one that says nothing about what happened.
  init(
    frame name: StaticString, _ type: KeyType, in kinds: KindSet = .all,
    recall: KeyRecall = .always, _ meaning: StaticString
  ) {
    self = KeyTable.declare(name, type, .none, nil, .frame, kinds, recall, meaning)
  }

  /// Declares a key of decoded values, in a group that is a constant.
  package init(
    decoded name: StaticString, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet = .values, _ meaning: StaticString
  ) {
    self = KeyTable.declare(name, type, unit, limits, .decoded, kinds, .always, meaning)
  }
}

extension ClosedRange<Double> {
  /// The range of a number, by the field that carries it.
  package static let octet = 0.0...255
  package static let twoOctets = 0.0...65535
  package static let counted = 1.0...(.infinity)
  package static let natural = 0.0...(.infinity)
}
