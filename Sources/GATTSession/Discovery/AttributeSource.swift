import Vocabulary

/// What the type of an attribute is known from, in the order of precedence.
package enum AttributeSource: UInt8, Sendable {
  /// The capture: a discovery, or what the specification leaves as the only possibility.
  case capture
  /// A tree given with the capture.
  case file
  /// What the system has stored of its devices.
  case storage
  /// Another device with the same Database Hash, in a capture before.
  case hash
  /// The map of a known device, since its name and its values fit.
  case map
  /// How the attribute is used, which leaves hardly another possibility.
  case inferred

  /// Known otherwise than from what the capture shows of the server.
  package var isOutside: Bool {
    switch self {
    case .file, .storage, .hash, .map: true
    case .capture, .inferred: false
    }
  }

  /// The word of the key `attribute_source`; the capture has none.
  package var word: StaticString? {
    switch self {
    case .capture: nil
    case .file: AttributeOrigin.file.name
    case .storage: AttributeOrigin.storage.name
    case .hash: AttributeOrigin.databaseHash.name
    case .map: AttributeOrigin.knownDevice.name
    case .inferred: AttributeOrigin.inferred.name
    }
  }
}
