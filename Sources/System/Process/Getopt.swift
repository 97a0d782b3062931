@unsafe @preconcurrency import CSystem
import Glibc

/// An argument as `getopt_long` parses it.
package enum CommandLineWord: Equatable, Sendable {
  /// The index of its declaration, and its value.
  case option(Int, String?)
  /// `literal`: after a `--`.
  case operand(String, literal: Bool)
}

/// Why `getopt_long` rejects an argument.
package enum CommandLineError: Error, Equatable, Sendable {
  /// The long name as written, without its dashes.
  case unknownLong(String)
  /// A letter, and the argument that contains it.
  case unknownShort(String, word: String)
  case missingValue(Int)
  case unexpectedValue(Int)
}

/// Command line syntax, as of glibc's `getopt_long`.
package enum Getopt {
  package struct Option: Sendable {
    /// Without its dashes.
    package var name: String
    /// An ASCII letter.
    package var short: Character?
    package var takesValue: Bool

    package init(_ name: String, short: Character?, takesValue: Bool) {
      (self.name, self.short, self.takesValue) = (name, short, takesValue)
    }
  }

  /// `getopt_long` keeps its state in global variables; this holds the next word's place.
  private static let lock = Locked(1)
  private static let firstLong: Int32 = 256

  /// - spelled: replaces an argument with `--` that names no option; `nil`: no replacement.
  package static func words(
    _ arguments: [String], options: [Option], spelled: (String) -> String?
  ) throws(CommandLineError) -> [CommandLineWord] {
    let result = lock.withLock { place -> Result<[CommandLineWord], CommandLineError> in
      Result { () throws(CommandLineError) in
        try scan(arguments, options: options, spelled: spelled, place: &place)
      }
    }
    return try result.get()
  }

  private static func scan(
    _ arguments: [String], options: [Option], spelled: (String) -> String?,
    place: inout Int
  ) throws(CommandLineError) -> [CommandLineWord] {
    // The first word is the program's name; a null pointer ends the list.
    let count = arguments.count + 1
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: count + 1)
    unsafe words.initialize(repeating: nil, count: count + 1)
    // Names are not abbreviated: no other option than the one that a word names matters to it.
    let longs = UnsafeMutablePointer<option>.allocate(capacity: 2)
    unsafe longs.initialize(repeating: option(), count: 2)
    defer {
      for index in 0..<count { unsafe free(words[index]) }
      unsafe words.deallocate()
      unsafe longs.deallocate()
    }

    unsafe words[0] = strdup("bleinspect")
    for (index, argument) in arguments.enumerated() { unsafe words[index + 1] = strdup(argument) }
    // "-": return operands in order, as code 1; ":": a missing value has its own code.
    var shorts = "-:"
    for declaration in options {
      guard let short = declaration.short else { continue }
      shorts.append(short)
      if declaration.takesValue { shorts += ":" }
    }

    opterr = 0
    optind = 0  // glibc: start again
    var found: [CommandLineWord] = []
    place = 1
    while true {
      var word = ""
      var named: Int?
      if place < count, let text = unsafe words[place] {
        word = unsafe String(cString: text)
        let (index, other) = try check(word, options: options, spelled: spelled)
        named = index
        if let other {
          unsafe free(text)
          unsafe words[place] = strdup(other)
        }
      }
      let code = unsafe (named.map { options[$0].name } ?? "").withCString { name in
        unsafe longs[0] = option()
        if let named {
          unsafe longs[0] = option(
            name: name, has_arg: options[named].takesValue ? 1 : 0, flag: nil,
            val: firstLong + Int32(named))
        }
        return unsafe getopt_long(Int32(count), words, shorts, longs, nil)
      }
      place = max(1, Int(optind))
      let value = unsafe optarg.map { unsafe String(cString: $0) }
      switch code {
      case -1:
        for index in min(place, count)..<count {
          guard let text = unsafe words[index] else { continue }
          found.append(.operand(unsafe String(cString: text), literal: true))
        }
        return found
      case 1: found.append(.operand(value ?? "", literal: false))
      case Int32(UInt8(ascii: ":")):
        guard let index = index(of: optopt, options: options) else { throw .unknownLong(word) }
        throw .missingValue(index)
      case Int32(UInt8(ascii: "?")):
        // A letter beyond ASCII is reported byte by byte.
        let letter = UInt8(exactly: optopt).flatMap { $0 > 0x20 && $0 < 0x7F ? $0 : nil }
        throw .unknownShort(letter.map { String(UnicodeScalar($0)) } ?? "", word: word)
      default:
        guard let index = index(of: code, options: options) else { throw .unknownLong(word) }
        found.append(.option(index, options[index].takesValue ? value : nil))
      }
    }
  }

  /// Rejects an abbreviated long name, which `getopt_long` would complete, and a long name after one
  /// dash: its letters could be options, `-format` two of them with the value `rmat`.
  /// - Returns: the option that two dashes name, and the replacement for the argument.
  private static func check(
    _ word: String, options: [Option], spelled: (String) -> String?
  ) throws(CommandLineError) -> (named: Int?, spelled: String?) {
    guard word.hasPrefix("-"), word != "--" else { return (nil, nil) }
    let isLong = word.hasPrefix("--")
    let parts = word.dropFirst(isLong ? 2 : 1).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard isLong else {
      if options.contains(where: { $0.name == name }) { throw .unknownShort("", word: word) }
      return (nil, nil)
    }
    if let index = options.firstIndex(where: { $0.name == name }) {
      if parts.count > 1, !options[index].takesValue { throw .unexpectedValue(index) }
      return (index, nil)
    }
    guard let other = spelled(word) else { throw .unknownLong(name) }
    return (try check(other, options: options, spelled: { _ in nil }).named, other)
  }

  private static func index(of code: Int32, options: [Option]) -> Int? {
    if code >= firstLong {
      let index = Int(code - firstLong)
      return options.indices.contains(index) ? index : nil
    }
    return options.firstIndex { $0.short?.asciiValue.map(Int32.init) == code }
  }
}

/// Whether a file of any kind has the name.
package func fileExists(_ path: String) -> Bool {
  unsafe access(path, F_OK) == 0
}
