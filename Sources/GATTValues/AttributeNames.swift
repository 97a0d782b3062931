import ATTDissector
import AssignedNumbers
import Vocabulary

/// What a word of the user's means: attributes by their UUID or their name.
package enum AttributeNames {
  /// The UUID that a word is, or all that have it as their name, in any case: in the assigned numbers
  /// or in a declaration, the user's or this program's. Empty if nothing has.
  package static func uuids(_ word: String) -> Set<BluetoothUUID> {
    let wanted = word.lowercased()
    if let uuid = BluetoothUUID(text: word) {
      // What reports call a Client Characteristic Configuration looks like a number of the SIG's.
      return wanted == "cccd" ? [uuid, 0x2902] : [uuid]
    }
    var found = known[wanted]?.uuids ?? []
    forEachLoaded { uuid, name in
      if name.lowercased() == wanted { found.insert(uuid) }
    }
    return found
  }

  /// The kind of attribute that the SIG has assigned a UUID to: of service, characteristic and
  /// descriptor; `nil` if it has not.
  package static func kind(of uuid: BluetoothUUID) -> EventKind? {
    switch AssignedNumbers.use(of: uuid.value) {
    case .service?: .service
    case .characteristic?: .characteristic
    case .descriptor?: .descriptor
    case nil: nil
    }
  }

  /// The names that are nearly a word, which is long enough to mean one.
  package static func similar(to word: String) -> [String] {
    guard word.count > 2 else { return [] }
    var names = known.mapValues(\.name)
    forEachLoaded { _, name in names[name.lowercased()] = name }
    return Suggestion.words(for: word.lowercased(), among: names.keys.sorted()).compactMap {
      names[$0]
    }
  }

  private struct Known {
    let name: String
    var uuids: Set<BluetoothUUID>
  }

  /// All names of this program by what they are in lower case: to find them takes milliseconds, and rules
  /// have many words.
  private static let known: [String: Known] = {
    var known: [String: Known] = [:]
    func add(_ uuid: BluetoothUUID, _ name: String) {
      known[name.lowercased(), default: Known(name: name, uuids: [])].uuids.insert(uuid)
    }
    AssignedNumbers.forEachAttribute { add(BluetoothUUID(value: $0), $1) }
    BuiltInDeclarations.forEachService(add)
    for target in BuiltInDeclarations.targets {
      guard let uuid = target.attribute else { continue }
      for case let name? in BuiltInDeclarations.titles(for: target).map(\.name) { add(uuid, name) }
    }
    return known
  }()

  /// Calls `body` with the names of the user's files.
  private static func forEachLoaded(_ body: (BluetoothUUID, String) -> Void) {
    guard DeclaredValues.hasFiles else { return }
    for entry in DeclaredValues.loaded {
      if let uuid = entry.declaration.target.attribute, let name = entry.declaration.name {
        body(uuid, name)
      }
    }
    for (uuid, name) in DeclaredValues.services { body(uuid, name) }
  }
}

extension DeclarationTarget {
  /// The UUID of an attribute.
  fileprivate var attribute: BluetoothUUID? {
    switch self {
    case .characteristic(let uuid), .descriptor(let uuid): uuid
    case .handle, .advertisement: nil
    }
  }
}
