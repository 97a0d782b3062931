/// A key of the output: an index into the table of keys.
///
/// Each key is declared once, as a property of a group: of the events' own (`Keys`), or of the decoder
/// that gives it.
package struct Key: Hashable, Sendable {
  package let index: UInt16
}

/// How much of a key stays where a timeline is recorded.
package enum KeyRecall: Sendable {
  case always
  /// Differs from recording to recording of one scenario: a baseline leaves it out.
  case volatile
  /// Stands in lines alone: a timeline that was read does not keep it.
  case never
}

/// One key as one group declares it: what it is, and where it stands.
package struct KeyRow: Sendable {
  package enum Place: Sendable {
    /// A member that events of all kinds may have.
    case common
    /// One that no condition asks for: it says nothing of what happened.
    case frame
    /// The kind's own.
    case own
    /// In `decoded`.
    case decoded
  }

  /// `snake_case`, ending in its unit.
  package let name: String
  package let key: Key
  package let type: KeyType
  package let unit: FieldUnit
  /// What a number lies between, by the field that carries it.
  package let limits: ClosedRange<Double>?
  package let place: Place
  package let kinds: KindSet
  package let recall: KeyRecall
  /// One line for the documentation.
  package let meaning: String
}

extension Key {
  /// Declares a key of some kinds' own.
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

  /// The same of one that says nothing of what happened.
  init(
    frame name: StaticString, _ type: KeyType, in kinds: KindSet = .all,
    recall: KeyRecall = .always, _ meaning: StaticString
  ) {
    self = KeyTable.declare(name, type, .none, nil, .frame, kinds, recall, meaning)
  }

  /// Declares a key under which a decoder puts values, in a group that stands in a constant.
  package init(
    decoded name: StaticString, _ type: KeyType, unit: FieldUnit = .none,
    limits: ClosedRange<Double>? = nil, in kinds: KindSet = .values, _ meaning: StaticString
  ) {
    self = KeyTable.declare(name, type, unit, limits, .decoded, kinds, .always, meaning)
  }
}

extension ClosedRange<Double> {
  /// What fields that carry numbers hold.
  package static let octet = 0.0...255
  package static let twoOctets = 0.0...65535
  package static let counted = 1.0...(.infinity)
  package static let natural = 0.0...(.infinity)
}
