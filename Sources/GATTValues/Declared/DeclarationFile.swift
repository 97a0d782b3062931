import ATTDissector
import Bytes
import JSONText

/// What UUIDs of four digits stand on.
struct DeclarationBase {
  private var base: UInt128?

  init() {}

  /// - Parameter text: a UUID with `xxxx` where the number goes.
  init?(_ text: String) {
    let digits = text.with("", for: "-")
    guard digits.count == 32, digits.cut(at: "xxxx")?.before.count == 4,
      let value = UInt128(digits.with("0000", for: "xxxx"), radix: 16)
    else { return nil }
    base = value
  }

  /// `2A37`, `sig:2A37`, or all 36 characters.
  func uuid(_ text: String) -> BluetoothUUID? {
    if text.hasPrefix("sig:") { return BluetoothUUID(text: String(text.dropFirst(4))) }
    guard let base, text.count == 4, let number = UInt16(text, radix: 16) else {
      return BluetoothUUID(text: text)
    }
    return BluetoothUUID(value: base | UInt128(number) << 96)
  }
}

/// What a declaration is for.
package enum DeclarationTarget: Hashable, Sendable {
  case characteristic(BluetoothUUID)
  case descriptor(BluetoothUUID)
  /// An attribute that nothing names.
  case handle(UInt16)
  /// An element of advertising data.
  case advertisement(AdvertisingElement)

  /// The target in the form that lists show.
  package var words: String {
    switch self {
    case .characteristic(let uuid), .descriptor(let uuid): uuid.description
    case .handle(let handle): "#\(String(upperHex: handle, digits: 4))"
    case .advertisement(.company(let code)): "company \(String(upperHex: code, digits: 4))"
    case .advertisement(.anyCompany): "any company"
    case .advertisement(.service(let uuid)): "service data \(uuid)"
    case .advertisement(.type(let type)): "AD type \(String(upperHex: type, digits: 2))"
    }
  }
}

/// A device, by one of its addresses or by its name.
package struct DeclaredDevice: Equatable, Sendable {
  package let name: String
  /// Where the name is an address.
  package let address: UInt64?

  init(_ text: String) {
    name = text
    address = BluetoothAddress.value(of: text)
  }

  /// Whether a name is its; case does not count.
  package func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

/// Values of one direction only.
package enum DeclarationDirection: String, Sendable {
  case write, notify
}

/// A value with what it means: every declaration shows by these that it is right.
package struct DeclarationSample: Sendable {
  package let value: [UInt8]
  /// Where a message is joined: the values that it is made of.
  package let values: [[UInt8]]
  /// The object as written; `nil`: only that the value is decoded without harm.
  package let decoded: String?
  package let text: String?
  package let note: String?
  package let isWrite: Bool
  package let isTruncated: Bool
  /// Values of other attributes, by the name that the fields give them.
  let states: [String: Int64]
  /// `NAME.source`
  let sources: [String: String]
  package let line: Int

  /// Whether it says what should come of the value: `learn` writes some that do not, to try changes with.
  package var expectsAnything: Bool { decoded != nil || text != nil || note != nil }
}

/// One declared value.
package struct Declaration: Sendable {
  package let target: DeclarationTarget
  package let name: String?
  package let vendor: String?
  /// Where the facts are from.
  let source: String?
  /// Only there.
  package let service: BluetoothUUID?
  package let direction: DeclarationDirection?
  /// Only where the characteristic has exactly these, or what it has is not known.
  let properties: CharacteristicProperties?
  /// The device that a declaration of a handle applies to.
  package let device: DeclaredDevice?
  let code: ProgramCode
  package let samples: [DeclarationSample]
  /// The declaration's JSON, as in the file.
  package let json: String
  /// Where the samples stand in it.
  let samplesInJSON: Range<Int>?
  package let line: Int
  let keyPlaces: [JSONError]
  /// How the data of an advertisement is encrypted, where it is.
  var encrypted: EncryptedForm?
}

/// A parsed and compiled file of declarations.
package struct DeclarationFile: Sendable {
  package static let schema = 1
  /// Larger files are refused.
  package static let maximumSize = 1 << 20

  package private(set) var name: String?
  private(set) var source: String?
  package private(set) var declarations: [Declaration] = []
  package private(set) var services: [(uuid: BluetoothUUID, name: String)] = []

  /// - Throws: the first of what is wrong, and where.
  package init(_ bytes: [UInt8]) throws(JSONError) {
    var problems: [JSONError] = []
    self.init(bytes, &problems)
    if let first = problems.first { throw first }
  }

  /// - problems: all that is wrong, in the order of the file; once there are more than `problemLimit`, no more is
  ///   read. What is right is read all the same.
  package init(_ bytes: [UInt8], _ problems: inout [JSONError]) {
    let found = DeclarationProblems()
    do { try read(bytes, problems: found) } catch { try? found.add(error) }
    problems = found.list.sorted { $0.offset < $1.offset }
  }

  /// The most errors of a file that are reported.
  package static var problemLimit: Int { DeclarationProblems.limit }

  private mutating func read(
    _ bytes: [UInt8], problems: DeclarationProblems
  ) throws(JSONError) {
    guard bytes.count <= Self.maximumSize else {
      throw JSONError(0, "more than \(Self.maximumSize) bytes")
    }
    let root = DeclarationNode(try JSONDocument(bytes), problems)
    let file = try DeclarationMembers(
      root,
      [
        "$schema", "schema", "name", "base", "characteristics", "services", "descriptors", "types",
        "tables", "advertisements",
      ], isLenient: true)
    let schema = try file.required("schema")
    guard try schema.integer(in: 0...Int(Int32.max)) == Self.schema else {
      throw schema.problem("unsupported schema; this program reads schema \(Self.schema)")
    }
    var parser = try DeclarationFileParser(file, bytes)
    try problems.attempt { () throws(JSONError) in
      name = try file.string("name")
      source = try file.string("source")
    }
    try parser.attributes(of: file["characteristics"]) { .characteristic($0) }
    try parser.attributes(of: file["descriptors"]) { .descriptor($0) }
    try problems.attempt { () throws(JSONError) in
      services = try parser.services(of: file["services"])
    }
    try parser.advertisements(file["advertisements"])
    declarations = parser.declarations
  }
}
