import Timeline

extension CommandDeclaration {
  static let gatt = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "the services, characteristics and descriptors of each device",
    about: manyCaptures,
    formats: [.text, .json, .junit],
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect gatt btsnoop_hci.log", "the tree of each device"),
      ("bleinspect gatt --device 1 --format json walk.pcapng", "for scripts"),
      ("bleinspect gatt --expect strap.json walk.pcapng", "has it changed?"),
    ],
    exitCodes: [
      "success; with --expect: the trees match",
      "a capture is damaged; with --expect: a tree differs",
      "bad usage, or a file that cannot be read; with --expect: also damage",
    ],
    prepare: { invocation, given throws(UsageError) in
      try invocation.checkExpectation(given)
      try invocation.checkCaptures()
    },
    run: { invocation in
      if let expected = invocation.options.expectedTrees {
        return ExpectCommand(invocation, expecting: expected).run()
      }
      var effective = invocation
      effective.leaveOutUnusedFilters()
      return ReadingCommand(effective, writesAtEnd: true, tellsHidden: true) {
        invocation, out, filter, session in
        let format: GATTRenderer.Format = invocation.options.output.format == .json ? .json : .text
        // Filters select what is printed; the trees are built from everything.
        return TimelineStage(
          GATTRenderer(out, format: format, filter: filter), session: session, sink: .init())
      }.run()
    })
}

extension Invocation {
  /// The filters that leave trees whole. Others would compare a part of one side with the whole
  /// other side.
  private static let wholeFilters: Set<String> = ["device", "connection", "hci"]

  /// The filters that select nothing in a tree: nothing is missed by them.
  fileprivate mutating func leaveOutUnusedFilters() {
    options.selection.handle = nil
    options.selection.events = []
    options.selection.frames = nil
    options.selection.from = nil
    options.selection.to = nil
    options.selection.errors = false
  }

  fileprivate func checkExpectation(_ given: [OptionDeclaration]) throws(UsageError) {
    guard let expected = options.expectedTrees else {
      if formats.contains(.junit) { throw refused("--format junit works only with --expect FILE") }
      return
    }
    if expected == "-" { throw refused("--expect cannot read standard input: give a file") }
    if expected == options.output.file {
      throw refused("--expect and --output name the same file: \(quoted(expected))")
    }
    if !options.knowledge.treeFiles.isEmpty {
      throw refused("--gatt does not work with --expect: what it names was not discovered")
    }
    if let option = given.first(where: {
      $0.group == .filters && !Self.wholeFilters.contains($0.name)
    }) {
      throw refused("\(option.spelling) does not work with --expect, which compares whole trees")
    }
  }
}
