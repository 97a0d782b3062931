/// What the type of an attribute is known from, in the order of precedence.
package enum AttributeSource: UInt8, Sendable {
  /// The capture: a discovery, or what the specification leaves as the only possibility.
  case capture
  /// A tree given with the capture.
  case file
  /// What the system has stored of its devices.
  case storage
  /// How the attribute is used, which leaves hardly another possibility.
  case inferred

  /// Known from outside the capture.
  package var isOutside: Bool { self == .file || self == .storage }

  /// The word of the key `attribute_source`; the capture has none.
  package var word: StaticString? {
    switch self {
    case .capture: nil
    case .file: "file"
    case .storage: "storage"
    case .inferred: "inferred"
    }
  }
}
