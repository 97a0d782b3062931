import BTSnoop
import Bytes
import GATTSession
import Redaction
import System
import Timeline

extension CommandDeclaration {
  static let redact = CommandDeclaration(
    operands: "CAPTURE... OUT",
    summary: "write captures as one that can be shown to others",
    about: manyCaptures
      + " Addresses, names, keys and values become others, the same ones everywhere, so that what "
      + "happened can still be followed; what is not understood becomes zeros. OUT is read again "
      + "before it gets its name: if anything is found that was to be replaced, there is no OUT. "
      + "Standard error says what was replaced, and what OUT can still tell.",
    sections: [.targets("Formats of OUT (--to, or the extension of OUT)")],
    examples: [
      ("bleinspect redact walk.btsnoop shown.pcapng", "for a public thread"),
      ("bleinspect redact --values keep a.log shown.pcapng", "for the vendor"),
      ("bleinspect redact --secret team.key --map m.ndjson a.log b.pcapng", "and back"),
    ],
    exitCodes: [
      "success",
      "a leak, a damaged capture, or no room: there is no OUT",
      "bad usage, or a file that cannot be read",
    ],
    prepare: { invocation, _ throws(UsageError) in
      guard invocation.files.count >= 2, invocation.files.last != "-" else {
        throw invocation.refused(
          "expected captures and a file to write: it is read again before it gets its name")
      }
      try invocation.takeOutput()
      try invocation.checkCaptures()
    },
    // `takeOutput` has set a format, or failed.
    run: { RedactCommand($0, to: $0.options.writing.target ?? .pcapng).run() })
}

extension Invocation {
  /// What `convert` may be given together with --redact: what `redact` takes, and nothing else.
  func checkRedaction(_ given: [OptionDeclaration]) throws(UsageError) {
    let ofRedact = OptionDeclaration.redaction.filter { $0.commands.contains(.redact) }.map(\.name)
    guard options.writing.redacts else {
      if let option = given.first(where: { $0.name != "to" && ofRedact.contains($0.name) }) {
        throw refused("\(option.spelling) needs --redact")
      }
      return
    }
    let known = OptionDeclaration.all.filter { $0.commands.contains(.redact) }.map(\.name)
    if let option = given.first(where: { $0.name != "redact" && !known.contains($0.name) }) {
      throw refused("\(option.spelling) does not go with --redact: all of a capture is redacted")
    }
    if options.selection.to != nil {
      throw refused("--to TIME does not go with --redact: all of a capture is redacted")
    }
    if options.output.file == nil {
      throw refused("--redact needs a file to write: it is read again before it gets its name")
    }
  }
}

/// `bleinspect redact`: writes captures as one that can be shown to others.
struct RedactCommand {
  private let invocation: Invocation
  private let target: CaptureTarget
  private var options: ReadingOptions { invocation.options }
  private var redaction: RedactionOptions { options.redaction }
  private var path: String { options.output.file ?? "-" }

  init(_ invocation: Invocation, to target: CaptureTarget) {
    self.invocation = invocation
    self.target = target
  }

  /// Why there is no output.
  private struct RedactionError: Error {
    let code: ExitCode
    let messages: [String]

    init(_ code: ExitCode, _ messages: String...) {
      self.code = code
      self.messages = messages
    }
  }

  func run() -> ExitCode {
    do {
      try redact()
      return .success
    } catch let refusal as RedactionError {
      refusal.messages.forEach(OutputChannel.complain)
      return refusal.code
    } catch let problem as OutputError {
      OutputChannel.complain(problem.message)
      return .unusable
    } catch {
      OutputChannel.complain("\(error)")
      return .unusable
    }
  }

  private func redact() throws {
    try invocation.checkInputs()
    try checkFiles()
    let secret = try readSecret()
    let session = try invocation.sessionFromFiles()
    let inputs = try RereadInputs(invocation.inputs())
    let file = try makeFile(path)
    guard file.isPending else {
      throw RedactionError(
        .unusable, "\(shown(path)): not a file: it is read again before it is given")
    }
    if let map = redaction.map, !options.output.force, FileStatus(path: map) != nil {
      throw RedactionError(.unusable, "\(shown(map)): File exists; --force replaces it")
    }

    let originals = Originals(
      secret: secret, keepsVendor: redaction.keepsVendor, identityKeys: Self.keys(session))
    originals.collect(
      given: session.identityKeys.map(\.key) + session.linkKeys.map(\.key)
        + session.temporaryKeys)
    let (notes, records) = try collect(inputs, originals: originals, session: session)
    guard !originals.isFull else {
      throw RedactionError(
        .failed, "\(shown(path)): not written: too many addresses, names and keys")
    }
    originals.settle()
    let patterns = PatternTable(originals.entries)

    let stream = OutputStream(file.descriptor)
    let written = try write(inputs, to: stream, originals, patterns, session)
    guard records == written.tally.records else {
      throw RedactionError(
        .failed, "\(shown(path)): not written: a capture changed while it was read")
    }
    let proof = try prove(file, patterns, originals.linkStandIns, written)
    var map: PendingFile?
    if let path = redaction.map { map = try mapFile(originals, path: path) }
    do { try file.publish() } catch { throw failure(error, stream: stream) }
    if let map { try publish(map) }
    guard !options.output.quiet else { return }
    notes.forEach(OutputChannel.complain)
    written.decryption.forEach(OutputChannel.complain)
    let table = RedactionTable(
      written.tally, originals, patterns, proof, written.losses, redaction, target)
    table.lines.forEach(OutputChannel.complain)
  }

  /// What readers of the output are told.
  private var note: String {
    var words: [String] =
      switch redaction.values {
      case .mask: [RedactionMark.masked]
      case .keep: ["values kept"]
      case .measured: ["measured values moved"]
      }
    if redaction.keepsUnknown { words.append("unknown octets kept") }
    if redaction.shiftsTime { words.append("times moved") }
    return words.joined(separator: ", ")
  }

  // MARK: Files

  private func checkFiles() throws(RedactionError) {
    var written = [path]
    if let map = redaction.map {
      if map == "-" || FileStatus.isOneFile(map, path) {
        throw RedactionError(.unusable, "--map: expected another file")
      }
      written.append(map)
    }
    let read =
      invocation.files + [redaction.secret].compactMap(\.self) + options.knowledge.treeFiles
      + options.knowledge.keyCaptures
    for path in written {
      guard let status = FileStatus(path: path), status.isRegular else { continue }
      for file in read where FileStatus(path: file).map(status.isSameFile) == true {
        throw RedactionError(.unusable, "\(shown(path)): is also an input, \(shown(file))")
      }
    }
  }

  private func makeFile(
    _ path: String, isPrivate: Bool = false
  ) throws(RedactionError) -> PendingFile {
    do {
      return try PendingFile(path, replaces: options.output.force, isPrivate: isPrivate)
    } catch {
      let hint = error == PendingFile.exists ? "; --force replaces it" : ""
      throw RedactionError(.unusable, "\(shown(path)): \(error.message)\(hint)")
    }
  }

  private func failure(_ error: SystemError, stream: OutputStream) -> RedactionError {
    RedactionError(
      .failed,
      OutputChannel.failure(of: path, error: error, after: stream.written, isPending: true))
  }

  private static let secretOctets = 16
  private static let secretLimit = 1 << 16

  /// The octets of the file without a line feed at their end; else random ones.
  private func readSecret() throws(RedactionError) -> [UInt8] {
    guard let file = redaction.secret else {
      var random = SystemRandomNumberGenerator()
      return (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
    }
    var secret: [UInt8]
    do { secret = try Invocation.contents(of: file, limit: Self.secretLimit) } catch {
      throw RedactionError(.unusable, "--secret: \(shown(file)): \(error.message)")
    }
    while let last = secret.last, last == 0x0A || last == 0x0D { secret.removeLast() }
    guard (Self.secretOctets...Self.secretLimit).contains(secret.count) else {
      throw RedactionError(
        .unusable,
        "--secret: \(shown(file)): \(secret.count) bytes: expected 16 to \(Self.secretLimit)")
    }
    return secret
  }

  /// The given keys that resolve addresses, in both orders of their octets.
  private static func keys(_ session: GATTSession.Options) -> [UInt128] {
    session.identityKeys.flatMap { [$0.key, $0.key.byteSwapped] }
  }

  // MARK: Reading

  /// The first reading, whose session ends with it.
  /// - Returns: remarks about the captures, and how many records there are.
  private func collect(
    _ inputs: RereadInputs, originals: Originals, session: GATTSession.Options
  ) throws(RedactionError) -> (notes: [String], records: Int) {
    let stage = RedactionStage(
      collecting: originals, redaction.values, keepsUnknown: redaction.keepsUnknown,
      session: session)
    return try (read(inputs, into: stage), stage.tally.records)
  }

  /// What the second reading has done; its session ends with it.
  private struct Written {
    let tally: RedactionTally
    let records: UInt64
    let losses: [String]
    /// What became of keys that were given.
    let decryption: [String]
  }

  private func write(
    _ inputs: RereadInputs, to stream: OutputStream, _ originals: Originals,
    _ patterns: PatternTable, _ session: GATTSession.Options
  ) throws(RedactionError) -> Written {
    let stage = RedactionStage(
      writing: target, to: stream, originals, patterns, redaction.values,
      keepsUnknown: redaction.keepsUnknown, shiftsTime: redaction.shiftsTime, note: note,
      session: session)
    _ = try read(inputs, into: stage)
    if let refusal = stage.refusal {
      throw RedactionError(.unusable, "\(shown(path)): \(refusal.sentence(target))")
    }
    if let error = stream.error { throw failure(error, stream: stream) }
    return Written(
      tally: stage.tally, records: stage.written, losses: stage.losses.messages(target),
      decryption: stage.decryption.messages)
  }

  /// - Returns: remarks about the captures.
  private func read(
    _ inputs: RereadInputs, into stage: RedactionStage
  ) throws(RedactionError) -> [String] {
    let progress = Progress(options, writesAtEnd: true)
    defer { progress?.clear() }
    var pipeline = CapturePipeline(stage)
    do { try inputs.read(progress?.watch(inputs.names), into: &pipeline) } catch {
      progress?.clear()
      let isUnread = error.kind == .unusable || pipeline.summary.captures.isEmpty
      throw RedactionError(
        isUnread ? .unusable : .failed, error.description, "\(shown(path)): not written")
    }
    pipeline.end()
    let notes = pipeline.summary.notes
    if notes.contains(where: { $0.fails(strict: options.strict) }) {
      let failed = notes.filter { $0.isReported(quiet: true) }.map(\.description)
      throw RedactionError(.failed, failed.joined(separator: "\n"), "\(shown(path)): not written")
    }
    return notes.filter { $0.isReported(quiet: options.output.quiet) }.map(\.description)
      + (pipeline.summary.emptiness.map { [$0] } ?? [])
  }

  // MARK: Proof

  /// Reads what was written as others will, and as those will who have the stand-ins of keys.
  private func prove(
    _ file: PendingFile, _ patterns: PatternTable, _ links: LinkStandIns, _ written: Written
  ) throws(RedactionError) -> LeakSearch {
    let search = LeakSearch(patterns, links)
    do {
      try search.search(try file.reopen())
      var pipeline = CapturePipeline(search)
      var reader = CaptureReader()
      if written.records > 0 || target != .pklg {
        try reader.read(try file.reopen(), as: target.format, name: path, into: &pipeline)
        pipeline.end()
      }
    } catch let error as SystemError {
      throw RedactionError(.failed, "\(shown(path)): cannot be read again: \(error.message)")
    } catch {
      throw RedactionError(.failed, "\(shown(path)): not written: \(error)")
    }
    guard search.records == written.records else {
      throw RedactionError(
        .failed,
        "\(shown(path)): not written: \(search.records) of \(written.records) records read back")
    }
    let encrypted = written.tally.encryptedAnew
    // Packets of the air are written, or refused: a format that cannot hold a record leaves out others only.
    guard search.opened >= encrypted else {
      throw RedactionError(
        .failed,
        "\(shown(path)): not written: \(search.opened) of \(encrypted) packets open with the stand-ins of keys"
      )
    }
    guard search.leakCount > 0 else { return search }
    let places = search.leaks.map { leak in
      let place = leak.frame > 0 ? "record \(leak.frame)" : "the file"
      return "\(leak.kind.noun(1)) in \(place)"
    }
    throw RedactionError(
      .failed,
      "\(shown(path)): not written: \(search.leakCount) originals are in it: "
        + places.joined(separator: ", "))
  }

  /// The map, which gets its name after OUT has its own.
  private func mapFile(
    _ originals: Originals, path: String
  ) throws(RedactionError) -> PendingFile {
    let map = try makeFile(path, isPrivate: true)
    let stream = OutputStream(map.descriptor)
    for entry in originals.entries {
      entry.append(to: &stream.buffer)
      stream.lineEnds()
    }
    originals.appendTemporaryKeys(to: &stream.buffer)
    stream.flush()
    if let error = stream.error {
      throw RedactionError(.failed, "\(shown(path)): \(error.message)")
    }
    return map
  }

  private func publish(_ map: PendingFile) throws(RedactionError) {
    do { try map.publish() } catch {
      throw RedactionError(.failed, "\(shown(redaction.map ?? "")): \(error.message)")
    }
  }
}
