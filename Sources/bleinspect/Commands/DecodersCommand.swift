import ATTDissector
import AssignedNumbers
import Bytes
import GATTValues
import JSONText
import System

extension CommandDeclaration {
  static let decoders = CommandDeclaration(
    operands: "list|show|check|try|lua [WORD]...",
    operandWords: { ["list", "show", "check", "try", "lua"] },
    summary: "declared values: what is known, and whether a file is right",
    about: "A declaration says what the bytes of a value mean; docs/decoders.md describes the "
      + "language. list names the values that this program and the user's files declare, or those "
      + "with a word in their UUID, name or vendor; show prints one declaration, check reads files "
      + "and decodes their samples, try decodes the values that are given, and lua writes a file as "
      + "a post-dissector for Wireshark.",
    examples: [
      ("bleinspect decoders list 2A37", "where it is declared"),
      ("bleinspect decoders list govee", "names and vendors"),
      ("bleinspect decoders show 2A37", "what it says"),
      ("bleinspect decoders check strap.json", "errors, failing samples"),
      ("bleinspect decoders try strap.json FFF4 55aa01", "what a value means"),
      ("bleinspect decoders lua strap.json | tee strap.lua", "for Wireshark"),
    ],
    exitCodes: [
      "success",
      "a sample gives something else, nothing is declared, or lua covers nothing",
      "bad usage, or a file that cannot be read or is wrong",
    ],
    prepare: { invocation, _ throws(UsageError) in try invocation.checkDecoders() },
    run: { DecodersCommand($0).run() })
}

extension Invocation {
  fileprivate func checkDecoders() throws(UsageError) {
    switch files.first {
    case "list":
      guard files.count <= 2 else {
        throw refused("list takes one word: a UUID, or part of one, of a name or a vendor")
      }
    case "show":
      guard files.count == 2 else { throw refused("show takes one UUID") }
    case "check", "generate":
      guard files.count >= 2 else { throw refused("missing file of declarations") }
    case "try":
      guard files.count >= 4 else { throw refused("try takes a file, a UUID and values in hex") }
    case "lua": guard files.count == 2 else { throw refused("lua takes one file of declarations") }
    default: throw refused("expected list, show, check, try or lua")
    }
  }
}

/// `decoders`: what is declared.
struct DecodersCommand {
  private let invocation: Invocation
  private let output = OutputChannel.standard

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    let words = Array(invocation.files.dropFirst())
    let readsFiles = ["check", "generate", "try", "lua"].contains(invocation.files.first)
    var code = ExitCode.success
    do {
      try invocation.checkOtherInputs(
        !readsFiles ? [] : invocation.files.first == "try" ? Array(words.prefix(1)) : words)
      switch invocation.files.first {
      case "list": code = list(words.first)
      case "show": code = show(words[0])
      case "check": code = try check(words)
      case "try": code = try decode(words[0], wanted: words[1], texts: Array(words.dropFirst(2)))
      case "lua": code = try lua(words[0])
      default: try generate(words)
      }
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let written = output.finish()
    return written == .success ? code : written
  }

  // MARK: list

  private struct Row {
    var uuid: String
    var name: String
    var vendor: String?
    var origin: String

    /// Whether a word is in what is shown of it, or in whose it is.
    func contains(_ word: String) -> Bool {
      isOnly(ofVendor: word) || uuid.lowercased().includes(word) || name.lowercased().includes(word)
    }

    func isOnly(ofVendor word: String) -> Bool {
      vendor?.lowercased().includes(word) == true && !name.lowercased().includes(word)
    }
  }

  /// All that is declared, those of the user first.
  private func rows() -> [Row] {
    var rows: [Row] = []
    for entry in DeclaredValues.loaded.reversed() {
      rows.append(
        Row(
          uuid: entry.declaration.target.words,
          name: entry.declaration.name ?? entry.declaration.target.name ?? "",
          vendor: entry.declaration.vendor, origin: shown(entry.origin)))
    }
    for target in BuiltInDeclarations.targets {
      // What has no name is on a UUID that others use for other things.
      let all = BuiltInDeclarations.titles(for: target).map { name, vendor in
        Row(
          uuid: target.words,
          name: name.map { target.name ?? $0 } ?? vendor.map { "of \($0)" } ?? target.name ?? "",
          vendor: vendor, origin: "built in")
      }
      // Several of one name differ by service or direction.
      for (index, row) in all.enumerated()
      where !all[..<index].contains(where: { $0.name == row.name }) {
        rows.append(row)
      }
    }
    return rows
  }

  private func list(_ wanted: String?) -> ExitCode {
    var rows = rows()
    if let wanted {
      let uuid = BluetoothUUID(text: wanted)?.description
      let word = wanted.lowercased()
      // A UUID means itself alone, unless nothing has it.
      let same = rows.filter { $0.uuid == uuid || $0.uuid.lowercased() == word }
      rows = same.isEmpty ? rows.filter { $0.contains(word) } : same
      guard !rows.isEmpty else {
        OutputChannel.complain("nothing is declared for \(shown(wanted))")
        return .failed
      }
    }
    for row in rows.sorted(by: { $0.uuid < $1.uuid }) {
      // Why it is here.
      let vendor = wanted.flatMap { row.isOnly(ofVendor: $0.lowercased()) ? row.vendor : nil }
      let origin = (vendor.map { "\(shown($0)), " } ?? "") + row.origin
      output.write("\(row.uuid)  \(shown(row.name))  (\(origin))\n")
    }
    return .success
  }

  // MARK: show

  /// - wanted: as `list` writes it, a UUID in any form, or a name.
  private func show(_ wanted: String) -> ExitCode {
    var targets: [String] = []
    for row in rows() where row.name.lowercased() == wanted.lowercased() {
      if !targets.contains(row.uuid) { targets.append(row.uuid) }
    }
    let isShown = (targets.isEmpty ? [wanted] : targets).map { show(target: $0) }
    if !isShown.contains(true) {
      OutputChannel.complain("nothing is declared for \(shown(wanted))")
    }
    return isShown.contains(true) ? .success : .failed
  }

  /// - Returns: whether anything is declared for it.
  private func show(target wanted: String) -> Bool {
    let uuid = BluetoothUUID(text: wanted)
    var found = false
    for entry in DeclaredValues.loaded.reversed() {
      switch entry.declaration.target {
      case .characteristic(let known), .descriptor(let known):
        guard known == uuid else { continue }
      default:
        guard entry.declaration.target.words.lowercased() == wanted.lowercased() else { continue }
      }
      found = true
      output.write(
        "\(shown(entry.origin)):\(entry.declaration.line)\n\(shownLines(entry.declaration.json))\n")
    }
    if !found {
      for target in BuiltInDeclarations.targets
      where target.words.lowercased() == wanted.lowercased()
        || uuid.map({ target == .characteristic($0) || target == .descriptor($0) }) == true
      {
        for text in BuiltInDeclarations.declarations(for: target) {
          output.write("built in: \(target.words)\n\(text)\n")
        }
        found = true
      }
    }
    return found
  }

  private func shownLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { shown(String($0)) }
      .joined(separator: "\n")
  }

  // MARK: check

  /// Every file is checked, whatever is wrong with those before it.
  private func check(_ paths: [String]) throws(OutputError) -> ExitCode {
    var code = ExitCode.success
    for path in paths {
      do throws(OutputError) {
        switch try check(path) {
        case .success: break
        case .failed: if code == .success { code = .failed }
        case let other: code = other
        }
      } catch {
        guard paths.count > 1 else { throw error }
        OutputChannel.complain(error.message)
        code = .unusable
      }
    }
    return code
  }

  /// All that is wrong, and the samples of what is not.
  /// - Returns: `failed` where a sample gives something else.
  private func check(_ path: String) throws(OutputError) -> ExitCode {
    let source = try DeclarationSource(reading: path)
    var problems = source.problems
    var samples = 0
    var failed = 0
    var idle = 0
    for declaration in source.file.declarations {
      let program: Program
      do { program = try declaration.program() } catch {
        problems.append(error)
        continue
      }
      samples += declaration.samples.count
      idle += declaration.samples.count { !$0.expectsAnything }
      for failure in declaration.failures(program) {
        failed += 1
        let sample = failure.sample
        let value = (sample.values.isEmpty ? [sample.value] : sample.values).map { bytes in
          bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }.joined(separator: " ")
        output.write(
          """
          \(shown(path)):\(failure.sample.line): \(declaration.target.words): the sample \
          \(value) gives another '\(failure.member)'
            expected \(shown(failure.expected))
            found    \(shown(failure.found))

          """)
      }
    }
    guard problems.isEmpty else {
      complain(problems, of: source)
      return .unusable
    }
    if !invocation.options.output.quiet {
      let count = source.file.declarations.count
      output.write(
        "\(shown(path)): \(count) declaration\(count == 1 ? "" : "s"), \(samples) "
          + "sample\(samples == 1 ? "" : "s")\(failed == 0 ? "" : ", \(failed) failed")"
          + "\(idle == 0 ? "" : ", \(idle) without anything that is expected")\n")
    }
    return failed == 0 ? .success : .failed
  }

  /// In the order of the file.
  private func complain(_ problems: [JSONError], of source: DeclarationSource) {
    let limit = DeclarationFile.problemLimit
    for problem in problems.sorted(by: { $0.offset < $1.offset }).prefix(limit) {
      OutputChannel.complain(source.sentence(problem))
    }
    if problems.count > limit {
      OutputChannel.complain(
        "\(shown(source.path)): more than \(limit) errors; the rest is not listed")
    }
  }

  // MARK: try

  /// What the declarations of a file make of values.
  private func decode(
    _ path: String, wanted: String, texts: [String]
  ) throws(OutputError) -> ExitCode {
    var values: [[UInt8]] = []
    for text in texts {
      guard let value = bytes(ofHex: text.filter { $0 != ":" && $0 != "-" }) else {
        throw OutputError(message: "\(quoted(text)): expected a value as pairs of hex digits")
      }
      values.append(value)
    }
    let source = try DeclarationSource(path)
    let uuid = BluetoothUUID(text: wanted)
    let meant = source.file.declarations.filter { declaration in
      switch declaration.target {
      case .characteristic(let known), .descriptor(let known): known == uuid
      default: declaration.target.words.lowercased() == wanted.lowercased()
      }
    }
    guard !meant.isEmpty else {
      OutputChannel.complain("\(shown(path)): nothing is declared for \(shown(wanted))")
      return .failed
    }
    for declaration in meant {
      let program: Program
      do { program = try declaration.program() } catch {
        throw OutputError(message: source.sentence(error))
      }
      if meant.count > 1 {
        let direction =
          switch declaration.direction {
          case .write?: ", written"
          case .notify?: ", sent by the server"
          case nil: ""
          }
        output.write("\(shown(path)):\(declaration.line)\(direction)\n")
      }
      for (text, trial) in zip(texts, declaration.trials(program, of: values)) {
        output.write("\(shown(text))  \(trial.text.isEmpty ? "(nothing)" : shown(trial.text))\n")
        if trial.decoded != "{}" { output.write("  decoded  \(shown(trial.decoded))\n") }
        if !trial.note.isEmpty { output.write("  note     \(shown(trial.note))\n") }
      }
      writePersonal(program, values: values, isWrite: declaration.direction == .write)
    }
    return .success
  }

  /// Which bytes of the values `redact` replaces in any mode.
  private func writePersonal(_ program: Program, values: [[UInt8]], isWrite: Bool) {
    var parts = ValueParts()
    guard parts.hasPersonal(program) else { return }
    for value in values {
      let found = parts.parts(of: value.rawBytes, program: program, isWrite: isWrite)
      let places = found?.filter(\.isPersonal).map {
        $0.place.count == 1
          ? "\($0.place.lowerBound)" : "\($0.place.lowerBound)..\($0.place.upperBound - 1)"
      }
      guard let places else {
        output.write("  personal something in the message: redact hides all of it\n")
        return
      }
      if !places.isEmpty { output.write("  personal bytes \(places.joined(separator: ", "))\n") }
    }
  }

  // MARK: lua

  /// A file as a script for Wireshark; what that does not cover is told.
  private func lua(_ path: String) throws(OutputError) -> ExitCode {
    let script = LuaDissector(try DeclarationSource(path).file)
    for omitted in script.omitted { OutputChannel.complain("\(shown(path)): \(omitted)") }
    guard script.count > 0 else {
      OutputChannel.complain("\(shown(path)): nothing in it is covered; no script was written")
      return .failed
    }
    output.write(script.text)
    return .success
  }

  // MARK: generate

  /// What scripts/declarations writes: one of its files.
  private func generate(_ words: [String]) throws(OutputError) {
    var files: [DeclarationFile] = []
    for path in words.dropFirst() { files.append(try DeclarationSource(path).file) }
    let name = words[0]
    if name == "values" { return output.write(ValuesDocument.text(of: files)) }
    guard let text = BuiltInDeclarations.texts(of: files).first(where: { $0.name == name })?.text
    else { throw OutputError(message: "generate: no text is called \(quoted(name))") }
    output.write(text)
  }
}

extension DeclarationTarget {
  /// The assigned name.
  var name: String? {
    switch self {
    case .characteristic(let uuid): AssignedNumbers.characteristic(uuid.value)
    case .descriptor(let uuid): AssignedNumbers.descriptor(uuid.value)
    default: nil
    }
  }
}
