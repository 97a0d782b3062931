import BTSnoop
import Bytes
import GATTSession
import System
import Timeline

extension CommandDeclaration {
  static let convert = CommandDeclaration(
    operands: "CAPTURE... OUT",
    summary: "write captures as one, in another format or filtered",
    about: manyCaptures,
    sections: [.targets("Formats of OUT (--to, or the extension of OUT)")],
    examples: [
      ("bleinspect convert btsnoop_hci.log walk.pcapng", "for Wireshark"),
      ("bleinspect convert --device 1 walk.pcapng strap.log", "one device"),
      ("bleinspect convert --to pcap walk.pklg - | tshark -r -", "in a pipe"),
      ("bleinspect convert --annotate btsnoop_hci.log walk.pcapng", "with what is known"),
      ("bleinspect convert --redact btsnoop_hci.log shown.pcapng", "for others"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, given throws(UsageError) in
      try invocation.takeOutput()
      try invocation.checkRedaction(given)
      try invocation.checkAround()
      try invocation.checkMarks(given)
      try invocation.checkAnnotations(given)
      try invocation.checkCaptures()
      let options = invocation.options
      if options.align.isOn, options.writing.target?.holdsComments != true {
        throw invocation.refused("--align needs a pcapng file: original times are comments in it")
      }
      try invocation.checkAlign([
        ("--device", options.selection.device != nil),
        ("--connection", options.selection.connection != nil),
        ("--decrypt", options.writing.decrypts), ("--annotate", options.writing.annotates),
        ("--around", options.selection.around != nil),
      ])
    },
    // `takeOutput` has set a format, or failed.
    run: { invocation in
      let target = invocation.options.writing.target ?? .btsnoop
      return invocation.options.writing.redacts
        ? RedactCommand(invocation, to: target).run()
        : ConvertCommand(invocation, to: target).run()
    })
}

extension Invocation {
  /// The last operand is the file to write; its extension names the format unless --to does.
  mutating func takeOutput() throws(UsageError) {
    guard files.count >= 2, let output = files.popLast() else {
      throw refused("expected captures and a file to write, or - for standard output")
    }
    guard !output.isEmpty else { throw refused("empty name of the file to write") }
    if output != "-" { options.output.file = output }
    options.writing.target = options.writing.target ?? CaptureTarget(fileName: output)
    guard options.writing.target == nil else { return }
    let targets = CaptureTarget.allCases.map(\.rawValue).joined(separator: ", ")
    throw refused(
      output == "-"
        ? "standard output needs a format: use --to \(targets)"
        : "\(quoted(output)) has no known extension: use --to \(targets)")
  }
}

extension Invocation {
  /// Marks are written as comments on packets.
  func checkMarks(_ given: [OptionDeclaration]) throws(UsageError) {
    guard let target = options.writing.target, !target.holdsComments,
      let option = given.first(where: { $0.name == "mark" || $0.name == "marks" })
    else { return }
    let holders = CaptureTarget.allCases.filter(\.holdsComments).map(\.rawValue)
    throw refused(
      "\(option.spelling): \(target.title) has no place for marks: use --to "
        + holders.joined(separator: ", "))
  }
}

/// `bleinspect convert`: writes captures as one capture in another format.
struct ConvertCommand {
  private let invocation: Invocation
  private let target: CaptureTarget
  private var options: ReadingOptions { invocation.options }
  /// The name of the output in messages.
  private var name: String { options.output.file.map(shown) ?? "standard output" }

  init(_ invocation: Invocation, to target: CaptureTarget) {
    self.invocation = invocation
    self.target = target
  }

  func run() -> ExitCode {
    let file: PendingFile?
    let session: GATTSession.Options
    do {
      try invocation.checkInputs()
      session = try invocation.sessionFromFiles()
      file = try makeFile()
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let stream = OutputStream(file?.descriptor ?? .standardOutput)
    let annotated: AnnotatedConversion?
    do {
      annotated = try options.writing.annotates ? AnnotatedConversion(invocation, to: stream) : nil
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    var filter = invocation.recordFilter
    do throws(OutputError) {
      if let problem = try invocation.resolveDevice(&filter, session: session) {
        throw OutputError(message: problem)
      }
      if let around = options.selection.around {
        try invocation.limit(&filter, around: around, session: session)
      }
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    let stage = ConvertStage(
      target, annotated?.spool ?? stream, filter: filter, count: options.selection.count,
      session: session,
      marks: options.knowledge.marks, decrypts: options.writing.decrypts,
      keepsNumbers: annotated != nil,
      separatesCaptures: options.align.isOn)
    if options.align.isOn { return merge(into: stage, stream: stream, file: file) }
    let progress = Progress(options, writesAtEnd: false)
    var pipeline = CapturePipeline(annotated?.follow(stage, session: session) ?? stage)
    let inputs = invocation.inputs()
    var reader = CaptureReader(watch: progress?.watch(inputs))
    var problem: CaptureError?
    do { try reader.read(inputs, into: &pipeline) } catch { problem = error }
    progress?.clear()
    if !pipeline.summary.captures.isEmpty { pipeline.end(damage: problem) }
    let missed = filter.misses(
      in: stage.followed, summary: pipeline.summary, hasMatch: stage.written > 0 || problem != nil)
    // Damage before the first record leaves nothing to convert.
    if let damage = problem, pipeline.summary.captures.isEmpty {
      OutputChannel.complain(damage.description)
      return .unusable
    }
    if stage.refusal == nil { annotated?.write(pipeline.summary) }
    let code = finish(
      stage, stream: stream, file: file, notes: pipeline.summary.notes, missed: missed,
      problem: problem)
    return code == .unusable ? code : annotated?.writeNames(code) ?? code
  }

  /// - Returns: `nil` for standard output.
  private func makeFile() throws(OutputError) -> PendingFile? {
    guard let path = options.output.file else {
      try OutputChannel.refuseTerminal("a capture")
      return nil
    }
    do { return try PendingFile(path, replaces: options.output.force) } catch {
      let hint = error == PendingFile.exists ? "; --force replaces it" : ""
      throw OutputError(message: "\(shown(path)): \(error.message)\(hint)")
    }
  }

  /// Writes the captures in order of time, on the clock of the first one.
  private func merge(
    into stage: ConvertStage, stream: OutputStream, file: PendingFile?
  ) -> ExitCode {
    let aligned: AlignedRecorders
    do throws(OutputError) {
      aligned = try invocation.alignedRecorders(try invocation.sessionFromFiles())
      if let code = aligned.refusal() { return code }
      let notes = try MergedCaptures(aligned).read(into: stage)
      let code = finish(stage, stream: stream, file: file, notes: notes, missed: [], problem: nil)
      return aligned.isDamaged && code == .success ? .failed : code
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
  }

  private func finish(
    _ stage: ConvertStage, stream: OutputStream, file: PendingFile?, notes: [CaptureNote],
    missed: [String], problem: CaptureError?
  ) -> ExitCode {
    if let refusal = stage.refusal {
      OutputChannel.complain("\(name): \(refusal.sentence(target))")
      return .unusable
    }
    if let problem, problem.kind == .unusable {
      OutputChannel.complain(problem.description)
      return .unusable
    }
    stream.flush()
    var error = stream.error
    if error == nil, let file {
      do { try file.publish() } catch let failure { error = failure }
    }
    if let error, file != nil || error != .closedPipe {
      OutputChannel.complain(
        OutputChannel.failure(
          of: name, error: error, after: stream.written, isPending: file?.isPending == true))
      return .failed
    }
    var code = ExitCode.success
    for note in notes where note.isReported(quiet: options.output.quiet) {
      OutputChannel.complain(note.description)
    }
    if notes.contains(where: { $0.fails(strict: options.strict) }) { code = .failed }
    if !options.output.quiet {
      let hidden = options.writing.decrypts ? stage.decryption.hidden : []
      (stage.decryption.messages + hidden + missed + stage.remarks).forEach(OutputChannel.complain)
      if target == .pklg, stage.written == 0 {
        OutputChannel.complain("\(name): no records: an empty file, which is not a valid capture")
      }
      if stage.overlooked > 0 {
        OutputChannel.complain(
          "\(name): the first \(stage.overlooked) advertisements and records of links on BR/EDR are too long "
            + "before the connection and are left out")
      }
      for message in stage.losses.messages(target) { OutputChannel.complain("\(name): \(message)") }
    }
    if let problem {
      OutputChannel.complain(problem.description)
      code = .failed
    }
    return code
  }
}

extension TimeLimit {
  init(_ bound: TimeBound) {
    switch bound {
    case .relative(let nanoseconds): self = .relative(nanoseconds)
    case .section(let number, let nanoseconds): self = .section(number, nanoseconds)
    case .absolute(let seconds, let nanoseconds):
      self = .absolute(CaptureTime(seconds: seconds, nanoseconds: nanoseconds))
    }
  }
}
