import ATTDissector
import Bytes
import JSONText

/// Declared values as a post-dissector for Wireshark, in Lua: each key becomes a field to filter by.
///
/// It covers what most values are made of, and joins messages. What it does not cover is told, and nothing after
/// that is decoded, so that whatever a field shows is right.
package struct LuaDissector {
  /// The script.
  package private(set) var text = ""
  /// What is not in it: `2A37: rr_intervals_s and what follows: repeated groups are not covered`.
  package private(set) var omitted: [String] = []
  /// The number of declarations of which at least something is in it.
  package private(set) var count = 0

  private var fields = LuaFieldTable()
  private var decoders = ""
  private var rows = ""

  package init(_ file: DeclarationFile) {
    for declaration in file.declarations { add(declaration) }
    text =
      LuaPrelude.head + fields.text + LuaPrelude.runtime + LuaPrelude.messages + decoders + rows
      + LuaPrelude.tail
  }

  private mutating func add(_ declaration: Declaration) {
    let name = declaration.target.words
    guard let place = Self.place(of: declaration.target) else {
      return omitted.append("\(name): advertisements are not covered")
    }
    let code = declaration.code
    let limits: [(Bool, String)] = [
      (declaration.service != nil, "a declaration for one service"),
      (declaration.device != nil, "a declaration for one device"),
      (declaration.properties != nil, "a declaration for some properties"),
    ]
    if let (_, what) = limits.first(where: { $0.0 }) {
      return omitted.append("\(name): \(what): not covered")
    }
    var writer = LuaFieldWriter(code, fields)
    let join = MessageFraming(code).map { writer.join($0) }
    if case .some(nil) = join {
      return omitted.append("\(name): the header of its parts: not covered")
    }
    let body = writer.body()
    fields = writer.fields
    omitted += writer.omitted.map { "\(name): \($0)" }
    guard writer.shows else {
      if writer.omitted.isEmpty { omitted.append("\(name): nothing in it is shown") }
      return
    }
    count += 1
    decoders += "decoders[\(count)] = function(r, out, s, written)\n\(body)end\n"
    let title = declaration.name ?? declaration.code.string(code.name)
    let direction = declaration.direction.map { LuaText.quoted($0.rawValue) } ?? "nil"
    rows += "declare(\(LuaText.quoted(place)), \(LuaText.quoted(title.isEmpty ? name : title)), "
    rows +=
      "\(direction), decoders[\(count)], \(LuaText.quoted(code.string(code.mask))), \(code.whole), "
    rows += "\(code.reserved), \((join ?? nil) ?? "nil"))\n"
  }

  /// What stands for the attribute in the script's table: the digits of a UUID, or a handle.
  private static func place(of target: DeclarationTarget) -> String? {
    switch target {
    case .characteristic(let uuid), .descriptor(let uuid):
      return String(uuid.description.lowercased().filter { $0 != "-" })
    case .handle(let handle): return "#\(handle)"
    case .advertisement: return nil
    }
  }
}

/// The fields that the script declares, by key.
struct LuaFieldTable {
  enum Kind: String {
    case number = "double"
    case truth = "bool"
    case text = "string"
    /// An object, with fields of its own.
    case group = "none"
  }

  /// Kinds of the fields; `text` is the script's own field for a whole value.
  private var kinds: [String: Kind] = ["text": .text]
  private(set) var text = ""

  /// - Returns: whether values of this kind can be shown under the key.
  mutating func declare(_ key: String, kind: Kind) -> Bool {
    if let known = kinds[key] { return known == kind }
    kinds[key] = kind
    let own = key.split(separator: ".").last ?? ""
    let title = own.split(separator: "_").joined(separator: " ")
    // A key may be a word of the language.
    text +=
      "F[\"\(key)\"] = ProtoField.\(kind.rawValue)(\"bleinspect.\(key)\", \(LuaText.quoted(title)))\n"
    return true
  }
}

enum LuaText {
  /// A string of Lua: everything but letters, digits and blanks by its number.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x23, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A:
        quoted.append(Character(Unicode.Scalar(byte)))
      default:
        let digits = String(byte)
        quoted += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return quoted + "\""
  }

  static func list(_ octets: [UInt8]) -> String {
    "{ \(octets.map { String($0) }.joined(separator: ", ")) }"
  }

  static func length(_ length: MessageLength) -> String {
    "{ place = \(length.place), width = \(length.width), is_big = \(length.isBig), plus = \(length.plus) }"
  }

  static func escape(_ form: MessageFraming) -> String {
    guard form.escape != .none else { return "nil" }
    let means = (UInt8.min...UInt8.max).filter { form.unescaped($0) != $0 }
      .map { "[\($0)] = \(form.unescaped($0))" }.joined(separator: ", ")
    return
      "{ octet = \(form.escapeOctet), is_plain = \(form.escape == .plain), means = { \(means) } }"
  }
}
