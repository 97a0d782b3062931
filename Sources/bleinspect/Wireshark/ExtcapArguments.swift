/// What Wireshark asks a program that captures for it, by options of its own. Newer versions may give others, which
/// mean nothing here.
struct ExtcapArguments: Equatable {
  enum Question: Equatable {
    case interfaces, linkTypes, options, capture
  }

  let question: Question
  /// `nil` where none is named.
  let interface: String?
  /// The values by option, without dashes: what the user chose, and what Wireshark says.
  let values: [String: String]

  /// Options without a value.
  private static let flags: Set<String> = [
    "extcap-interfaces", "extcap-dlts", "extcap-config", "capture",
  ]

  /// - words: of the command line.
  /// - Returns: `nil` where they are not Wireshark's.
  init?(_ words: [String]) {
    var words = words[...]
    if words.first == "extcap" { words = words.dropFirst() }
    guard words.contains(where: { $0.hasPrefix("--extcap-") }) else { return nil }
    var flags: Set<String> = []
    var values: [String: String] = [:]
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else { continue }
      let name = word.dropFirst(2)
      if let sign = name.firstIndex(of: "=") {
        values[String(name[..<sign])] = String(name[name.index(after: sign)...])
      } else if Self.flags.contains(String(name)) {
        flags.insert(String(name))
      } else if let next = words.first, !next.hasPrefix("--") {
        values[String(name)] = next
        words.removeFirst()
      }
    }
    if flags.contains("capture") {
      question = .capture
    } else if flags.contains("extcap-config") {
      question = .options
    } else if flags.contains("extcap-dlts") {
      question = .linkTypes
    } else if flags.contains("extcap-interfaces") {
      question = .interfaces
    } else {
      return nil
    }
    interface = values["extcap-interface"]
    self.values = values
  }

  /// The user's choice; `nil` where it is empty.
  subscript(_ option: ExtcapOption) -> String? {
    values[option.rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }
}
