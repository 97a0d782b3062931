import ATTDissector
import AssignedNumbers
import Vocabulary

/// What a word of the user's means: attributes by their UUID or their name.
package enum AttributeNames {
  /// The UUID that a word is, or all that have it as their name, in any case: in the assigned numbers
  /// or in a declaration, the user's or this program's. Empty if nothing has.
  package static func uuids(_ word: String) -> Set<BluetoothUUID> {
    if let uuid = BluetoothUUID(text: word) { return [uuid] }
    let wanted = word.lowercased()
    var found = Set(AssignedNumbers.uuids(named: word).map { BluetoothUUID(value: $0) })
    forEachDeclared { uuid, name in
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
    var names: [String: String] = [:]
    AssignedNumbers.forEachAttribute { _, name in names[name.lowercased()] = name }
    forEachDeclared { _, name in names[name.lowercased()] = name }
    return Suggestion.words(for: word.lowercased(), among: names.keys.sorted()).compactMap {
      names[$0]
    }
  }

  private static func forEachDeclared(_ body: (BluetoothUUID, String) -> Void) {
    for entry in DeclaredValues.loaded {
      if let uuid = entry.declaration.target.attribute, let name = entry.declaration.name {
        body(uuid, name)
      }
    }
    DeclaredValues.forEachService(body)
    for target in BuiltInDeclarations.targets {
      guard let uuid = target.attribute else { continue }
      for case let name? in BuiltInDeclarations.titles(target).map(\.name) { body(uuid, name) }
    }
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
