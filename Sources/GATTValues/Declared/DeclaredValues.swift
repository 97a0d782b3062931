import ATTDissector
import AssignedNumbers
import Bytes
import JSONText
import Synchronization
import System
import Vocabulary

/// The declarations that a run knows, besides those of this program: files that were loaded before
/// anything was read.
package enum DeclaredValues {
  package struct Entry: Sendable {
    package let declaration: Declaration
    package let program: Program
    /// The file.
    package let origin: String
  }

  private struct Store {
    var entries: [Entry] = []
    var places: [DeclarationTarget: [Int]] = [:]
    var services: [BluetoothUUID: String] = [:]
    /// Programs of this program that were asked for, by their first line: dictionaries with numbers as
    /// keys exist already, and to make those of another type takes longer than reading a program.
    var builtIn: [Int: [BuiltInProgram]] = [:]
    /// Programs for elements of advertising data that were asked for. Elements without any are left out: data from the
    /// air may name as many as it likes.
    var advertised: [AdvertisingElement: [Program]] = [:]
    /// How advertised data is encrypted.
    var encrypted: [AdvertisingElement: [EncryptedForm]] = [:]
    /// What any of those that were loaded asks of other attributes, by UUID.
    var watched: [UInt128: [String]] = [:]

    mutating func watch(_ program: Program) {
      for state in program.code.states {
        let key = program.code.string(state.key)
        if watched[state.uuid]?.contains(key) != true {
          watched[state.uuid, default: []].append(key)
        }
      }
    }
  }

  private static let store = Locked(Store())
  /// Whether any program that was loaded asks for the values of other attributes: nearly always not.
  private static let watches = Atomic(false)
  /// Whether any program asks for the values of an attribute.
  package static func isWatching(_ uuid: BluetoothUUID) -> Bool {
    BuiltInDeclarations.states.contains { $0.uuid == uuid }
      || watches.load(ordering: .relaxed) && store.withLock { $0.watched[uuid.value] != nil }
  }
  /// Whether any file was loaded.
  private static let files = Atomic(false)
  /// Whether any program is for a handle.
  private static let handles = Atomic(false)
  package static var hasHandles: Bool { handles.load(ordering: .relaxed) }

  /// Adds the declarations of a file. They count before those of this program, and of files that
  /// were loaded earlier.
  /// - Throws: where a key is not as other declarations have it.
  package static func load(_ file: DeclarationFile, from origin: String) throws(JSONError) {
    // What this program declares is known first, so that no file can contradict it unnoticed.
    _ = EventKeys.complete
    files.store(true, ordering: .relaxed)
    for declaration in file.declarations {
      let program = try declaration.program()
      store.withLock { store in
        store.places[declaration.target, default: []].append(store.entries.count)
        store.entries.append(
          Entry(declaration: declaration, program: program, origin: origin))
        store.watch(program)
        store.advertised.removeAll()
      }
      if case .advertisement(let element) = declaration.target, let form = declaration.encrypted {
        store.withLock { $0.encrypted[element, default: []].insert(form, at: 0) }
      }
      if case .handle = declaration.target { handles.store(true, ordering: .relaxed) }
      if !program.code.states.isEmpty { watches.store(true, ordering: .relaxed) }
    }
    store.withLock { store in
      for service in file.services { store.services[service.uuid] = service.name }
    }
  }

  /// All that was loaded, in the order of the files.
  package static var loaded: [Entry] { store.withLock { $0.entries } }

  /// The name of a service: that of a file of the user's, else the assigned one, else that of a
  /// declaration of this program.
  package static func name(ofService uuid: BluetoothUUID) -> String? {
    if hasFiles, let name = store.withLock({ $0.services[uuid] }) { return name }
    return AssignedNumbers.service(uuid.value) ?? BuiltInDeclarations.name(ofService: uuid)
  }

  /// The services that the user's files name.
  static var services: [BluetoothUUID: String] { store.withLock { $0.services } }

  /// The programs for values of an attribute: those that were loaded, the last file first.
  static func programs(
    for target: DeclarationTarget, in place: DeclaredPlace
  ) -> DeclaredPrograms? {
    store.withLock { store in
      guard let places = store.places[target] else { return nil }
      var found = DeclaredPrograms(isLoaded: true)
      for index in places.reversed() {
        let entry = store.entries[index]
        let declaration = entry.declaration
        guard place.has(declaration.service, properties: declaration.properties) else { continue }
        found.add(entry.program, direction: declaration.direction)
      }
      return found.isEmpty ? nil : found
    }
  }

  /// The programs for values of a handle that nothing names, on a device.
  /// - isMeant: whether it is the one that a declaration names.
  static func programs(
    handle: UInt16, isMeant: (DeclaredDevice) -> Bool
  ) -> DeclaredPrograms? {
    let entries = store.withLock { store in
      store.places[.handle(handle)]?.map { store.entries[$0] } ?? []
    }
    var found = DeclaredPrograms(isLoaded: true)
    for entry in entries.reversed() where entry.declaration.device.map(isMeant) ?? true {
      found.add(entry.program, direction: entry.declaration.direction)
    }
    return found.isEmpty ? nil : found
  }

  /// Whether any file was loaded: only its declarations may ask for the values of other attributes, and
  /// name an attribute that has a name.
  package static var hasFiles: Bool { files.load(ordering: .relaxed) }

  /// The decoders built into bleinspect for a target, which are read when first asked for.
  static func builtIn(_ target: DeclarationTarget, in place: DeclaredPlace) -> DeclaredPrograms? {
    guard let line = BuiltInDeclarations.firstLine(of: target) else { return nil }
    return store.withLock { store in
      let programs: [BuiltInProgram]
      if let known = store.builtIn[line] {
        programs = known
      } else {
        programs = BuiltInDeclarations.programs(from: line)
        store.builtIn[line] = programs
      }
      var found = DeclaredPrograms()
      // What is declared for the service is preferred to what is declared for all, and there what is
      // declared for the properties.
      func add(where isChosen: (BuiltInProgram) -> Bool) {
        for entry in programs
        where isChosen(entry) && place.has(entry.service, properties: entry.properties) {
          found.add(entry.program, direction: entry.direction)
        }
      }
      add { $0.service != nil && $0.service == place.service && $0.properties != nil }
      add { $0.service != nil && $0.service == place.service }
      add { $0.properties != nil }
      // Those for all services are the first of the rest.
      let isMakersOwn = target.isMakersOwn(in: place.service)
      add { $0.service != nil || !isMakersOwn }
      return found.isEmpty ? nil : found
    }
  }

  /// How files say that data of an element is encrypted, the last file first.
  package static func encrypted(_ element: AdvertisingElement) -> [EncryptedForm] {
    hasFiles ? store.withLock { $0.encrypted[element] ?? [] } : []
  }

  /// The programs for an element of advertising data, in the order in which they are tried.
  static func advertisements(_ element: AdvertisingElement) -> [Program] {
    let target = DeclarationTarget.advertisement(element)
    func sorted(_ programs: [Program]) -> [Program] {
      programs.enumerated().sorted {
        ($1.element.starts.count, $0.element.beside == nil ? 1 : 0, $0.offset)
          < ($0.element.starts.count, $1.element.beside == nil ? 1 : 0, $1.offset)
      }.map(\.element)
    }
    return store.withLock { store in
      if let known = store.advertised[element] { return known }
      let found =
        sorted((store.places[target] ?? []).reversed().map { store.entries[$0].program })
        + sorted(BuiltInDeclarations.programs(for: target).map(\.program))
      if !found.isEmpty { store.advertised[element] = found }
      return found
    }
  }

  // MARK: Values that others depend on

  /// Keeps what declarations ask of an attribute's value: numbers, and dates as seconds since 1970-01-01. What the
  /// value says is not known, is forgotten.
  package static func note(
    _ uuid: BluetoothUUID, decoded: borrowing FieldBuffer, kind: ValueKind,
    in state: inout DeviceState
  ) {
    let loaded = store.withLock { $0.watched[uuid.value] } ?? []
    let keys = loaded + BuiltInDeclarations.states.filter { $0.uuid == uuid }.map(\.key)
    guard !keys.isEmpty else { return }
    for index in decoded.fields.indices where decoded.fields[index].shape == .single {
      let field = decoded.fields[index]
      let name = field.key.description
      if keys.contains(where: { name == "\($0)_status" }) {
        state.declared.forget(uuid, key: String(name.dropLast("_status".count)))
      }
      guard keys.contains(name) else { continue }
      let value: Int64
      switch field.value {
      case .integer(let number): value = number
      case .boolean(let truth): value = truth ? 1 : 0
      case .text(let place):
        guard let seconds = CivilDay.seconds(of: decoded.storage.bytes.clamped(place)) else {
          continue
        }
        value = seconds
      default: continue
      }
      state.declared.note(uuid, key: name, value: value, kind: kind)
    }
  }
}

extension DeclarationTarget {
  /// A characteristic with a number of the SIG's in a service that makes it another one.
  fileprivate func isMakersOwn(in service: BluetoothUUID?) -> Bool {
    guard case .characteristic(let uuid) = self, let service else { return false }
    return AssignedNumbers.isMakersOwn(characteristic: uuid.value, of: service.value)
  }
}

/// The programs of an attribute: those for what is written may differ.
struct DeclaredPrograms: Sendable {
  var program: Program?
  var writeProgram: Program?

  /// Whether a file of the user declares it.
  var isLoaded = false
  /// One of them joins values before they are decoded.
  private(set) var joinsValues = false
  /// What the server sends may say that what was asked for was not done.
  private(set) var hasOutcome = false

  var isEmpty: Bool { program == nil && writeProgram == nil }

  var name: String? {
    guard let code = (program ?? writeProgram)?.code, code.name > 0 else { return nil }
    let name = code.string(code.name)
    return name.isEmpty ? nil : name
  }

  /// Adds one that counts after those added before.
  mutating func add(_ candidate: Program, direction: DeclarationDirection?) {
    if candidate.joinsValues { joinsValues = true }
    if direction != .write, program == nil {
      program = candidate
      hasOutcome = candidate.code.hasOutcome
    }
    if direction != .notify, writeProgram == nil { writeProgram = candidate }
  }
}

/// Where a characteristic is, and what it has: what of that is known.
struct DeclaredPlace {
  var service: BluetoothUUID?
  var properties: CharacteristicProperties = []

  /// Whether it may be one of those that a declaration is for.
  func has(_ service: BluetoothUUID?, properties: CharacteristicProperties?) -> Bool {
    if let wanted = service, let known = self.service, wanted != known { return false }
    guard let properties, !self.properties.isEmpty else { return true }
    return properties == self.properties
  }
}

/// A program of this program.
struct BuiltInProgram: Sendable {
  let program: Program
  let service: BluetoothUUID?
  let direction: DeclarationDirection?
  let properties: CharacteristicProperties?
}

extension Program {
  /// Adds the value's fields, `text` and notes to `out`.
  package func decode(
    _ value: RawSpan, in context: consuming DecodingContext, into out: inout FieldBuffer
  ) {
    if mask.isEmpty {
      decode(message: value, in: consume context, into: &out)
    } else {
      decode(message: unmasked(value).rawBytes, in: consume context, into: &out)
    }
  }
}

extension Declaration {
  /// Declares its keys.
  /// - Throws: where a key is not as other declarations have it.
  package func program() throws(JSONError) -> Program {
    do { return try Program(code) } catch {
      let place = keyPlaces.indices.contains(error.key) ? keyPlaces[error.key] : nil
      throw JSONError(place?.offset ?? 0, error.reason.sentence).under(place?.path ?? "")
    }
  }
}

extension KeyError {
  var sentence: String {
    switch self {
    case .badName(let name): "'\(name)' is no key: small letters, digits and _, at most 128"
    case .otherUnit(let name, let unit):
      unit == .none
        ? "'\(name)' is known without a unit" : "'\(name)' is known with the unit \(unit.symbol)"
    case .otherType(let name): "'\(name)' is known, and of another type: number or not"
    case .isOfEvents(let name): "'\(name)' is a key of events themselves"
    }
  }
}
