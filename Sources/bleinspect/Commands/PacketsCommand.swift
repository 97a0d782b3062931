import GATTSession
import Timeline

extension CommandDeclaration {
  static let packets = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "every record, one line each",
    about: manyCaptures,
    formats: [.text, .ndjson],
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect packets -n 20 btsnoop_hci.log", "the first records"),
      ("bleinspect packets -v --frame 287 btsnoop_hci.log", "one in full"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, given throws(UsageError) in
      try invocation.checkCaptures()
      try invocation.checkCaptureKey()
      let ofText = given.first { $0.group == .packets }
      if let option = ofText, !invocation.formats.contains(.text) {
        throw invocation.refused("\(option.spelling) needs --format text")
      }
    },
    run: { invocation in
      // Every record is listed, unless options leave some out.
      ReadingCommand(invocation, advertisements: .all) { invocation, out, filter, session in
        let options = invocation.options
        let sink = invocation.sink(filter)
        if options.output.format == .ndjson {
          return PacketStage(
            PacketNDJSONRenderer(out, captureKey: invocation.captureKey), options: sink,
            session: session)
        }
        var text = PacketTextRenderer.Options()
        text.timeStyle = invocation.options.output.timeStyle
        text.showsTree = options.output.verbose
        text.showsBytes = options.output.bytes
        text.showsWholeValues = options.output.full
        return PacketStage(
          PacketTextRenderer(out, options: text), options: sink, session: session,
          writesPlain: options.output.verbose)
      }.run()
    })
}
