import BTSnoop
import GATTSession
import Learning
import Timeline
import Vocabulary

extension CommandDeclaration {
  static let learn = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "the structure of values that nothing decodes",
    about: manyCaptures
      + " Says what the bytes of undeclared values show of themselves: constant bytes, kinds, "
      + "lengths, counters, checksums, messages over several values, answers, text, known forms and "
      + "numbers. Reports only what chance would not show.",
    formats: [.text, .json],
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect learn btsnoop_hci.log", "all devices"),
      ("bleinspect learn --device 1 --uuid FFF4 walk.pcapng", "one characteristic"),
      ("bleinspect learn --format json walk.pcapng > mine.json", "a declaration"),
      ("bleinspect learn --contrast lamp-off.log lamp-on.log", "what changed"),
      ("bleinspect learn --marks m.txt --contrast mark:on x.log", "by what I did"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, given throws(UsageError) in
      try invocation.checkCaptures()
      let needsMarks = if case .mark? = invocation.options.contrast { true } else { false }
      if !needsMarks, let option = given.first(where: { $0.name == "mark" || $0.name == "marks" }) {
        throw invocation.refused("\(option.spelling) needs --contrast mark:TEXT here")
      }
      guard let contrast = invocation.options.contrast else { return }
      if case .file(let name) = contrast {
        try invocation.checkStandardInput(invocation.files + [name])
      }
    },
    run: { LearnCommand($0).run() })
}

/// `learn`: what values show of themselves, or what differs between those of two sides.
struct LearnCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    var options = LearnRenderer.Options()
    options.format = invocation.options.output.format == .json ? .json : .text
    options.showsDecoded = invocation.options.output.all
    options.showsWholeValues = invocation.options.output.full
    guard let contrast = invocation.options.contrast else { return learn(options) }
    // What a decoder knows may be what has changed.
    options.showsDecoded = true
    let first = LearnRenderer(nil, options: options)
    switch contrast {
    case .span(let span):
      return compare(first, side: .span(span), format: options.format)
    case .mark(let text, let limit):
      return readMarked(first, text: text, limit: limit, format: options.format)
    case .file(let name):
      do { try collect(name, renderer: first) } catch {
        OutputChannel.complain(error.description)
        return .unusable
      }
      return compare(first, side: .before, format: options.format)
    }
  }

  /// What text says at its end has no place in a declaration.
  private func learn(_ options: LearnRenderer.Options) -> ExitCode {
    var made: LearnRenderer?
    let code = read { out in
      let renderer = LearnRenderer(out, options: options)
      made = renderer
      return renderer
    }
    if !invocation.options.output.quiet {
      for remark in made?.remarks ?? [] { OutputChannel.complain(remark) }
    }
    return code
  }

  /// Says so where a side has no values: everything of the other then seems to be a difference.
  private func compare(
    _ first: LearnRenderer, side: ContrastRenderer.Side, format: LearnRenderer.Format
  ) -> ExitCode {
    var made: ContrastRenderer?
    var keepsMarks = false
    if case .marked = side { keepsMarks = true }
    let code = read(keepsMarks: keepsMarks) { out in
      let renderer = ContrastRenderer(out, first: first, side, format: format)
      made = renderer
      return renderer
    }
    guard code == .success, !invocation.options.output.quiet, let made else { return code }
    if case .marked(let watch) = side, !watch.hasBegun { return code }
    switch (first.hasValues, made.hasOthers) {
    case (true, true): break
    case (true, false):
      OutputChannel.complain("only what --contrast names has values: there is nothing to compare")
    case (false, _):
      OutputChannel.complain("what --contrast names has no values: there is nothing to compare")
    }
    return code
  }

  private func readMarked(
    _ first: LearnRenderer, text: String, limit: Int64?, format: LearnRenderer.Format
  ) -> ExitCode {
    let watch = MarkWatch(text, limit: limit)
    let code = compare(first, side: .marked(watch), format: format)
    if code == .success, !watch.hasBegun, !invocation.options.output.quiet {
      OutputChannel.complain(
        "nothing matches --contrast \(quoted("mark:\(text)")): no mark has this text"
          + Suggestion.clause(Suggestion.names(for: text, among: watch.others).map { quoted($0) }))
    }
    return code
  }

  /// - keepsMarks: whatever the filters select.
  private func read(
    keepsMarks: Bool = false, _ renderer: @escaping (OutputStream) -> any TimelineRenderer
  ) -> ExitCode {
    ReadingCommand(invocation, advertisements: .none, writesAtEnd: true, tellsHidden: true) {
      out, filter, session in
      var filter = filter
      filter.keepsMarks = keepsMarks
      return TimelineStage(renderer(out), session: session, sink: invocation.sink(filter))
    }.run()
  }

  /// Reads the side that is not among the operands; it has times and records of its own.
  private func collect(_ name: String, renderer: LearnRenderer) throws(LearnError) {
    do {
      var filter = try invocation.makeFilter(.none)
      filter.from = nil
      filter.to = nil
      filter.frames = nil
      let session = try invocation.sessionFromFiles()
      if let remark = try invocation.resolveDevice(&filter, session: session, in: [name]),
        !invocation.options.output.quiet
      {
        OutputChannel.complain(remark)
      }
      let stage = TimelineStage(renderer, session: session, sink: invocation.sink(filter))
      var pipeline = CapturePipeline(stage)
      let progress = Progress(invocation.options, writesAtEnd: true)
      defer { progress?.clear() }
      var reader = CaptureReader(watch: progress?.watch([name]))
      try reader.read([name], into: &pipeline)
      pipeline.end()
    } catch let error as UsageError {
      throw LearnError(description: error.message)
    } catch let error as OutputError {
      throw LearnError(description: error.message)
    } catch {
      throw LearnError(description: "\(error)")
    }
  }
}

/// Why the other side cannot be read.
private struct LearnError: Error {
  let description: String
}
