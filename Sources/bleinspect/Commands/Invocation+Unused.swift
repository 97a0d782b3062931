import GATTSession
import GATTValues
import Timeline

/// Options that change nothing, and why.
private struct IdleOptions {
  let why: String
  let names: Set<String>

  init(_ why: String, _ names: Set<String>) {
    self.why = why
    self.names = names
  }
}

extension Invocation {
  /// What is said of options that were given and change nothing here: scripts give some to each
  /// command, and some need another option.
  var unusedOptions: [String] {
    var remarks: [String] = []
    var named: Set<String> = []
    let requests = requests + keyOptions
    for unused in idle {
      let names = requests.filter { unused.names.contains($0) && !named.contains($0) }
      guard !names.isEmpty else { continue }
      named.formUnion(names)
      remarks.append("\(unused.why); without effect: \(names.joined(separator: ", "))")
    }
    return remarks
  }

  /// The options that ask for something, in the order in which help shows them.
  private var requests: [String] {
    let all: [(String, Bool)] = [
      ("--time", options.output.timeStyle != .relative), ("--units", options.output.units == .us),
      ("--color", options.output.color == .always), ("--all", options.output.all),
      ("--full", options.output.full),
      ("--handle", options.selection.handle != nil), ("--event", !options.selection.events.isEmpty),
      ("--frame", options.selection.frames != nil), ("--from", options.selection.from != nil),
      ("--to", options.selection.to != nil), ("--count", options.selection.count != nil),
      ("--adverts", requestsOtherAdvertisements), ("--errors", options.selection.errors),
    ]
    return all.compactMap { $0.1 ? $0.0 : nil }
  }

  private var requestsOtherAdvertisements: Bool {
    options.selection.adverts.map { $0 != AdvertisementChoice.none } ?? false
  }

  /// What has no effect, whether it was given or not: the more general reason first. `--all` is not among
  /// them: what folds nothing shows all.
  private var idle: [IdleOptions] {
    var idle: [IdleOptions] = []
    let isColorless = !Command.coloring.contains(command)
    if isColorless || command == .gatt && options.expectedTrees == nil {
      idle.append(.init("the output of this command has no color", ["--color"]))
    }
    if !formats.contains(where: \.isForPeople) {
      idle.append(
        .init("--format \(options.output.format.rawValue) is for programs", idleOfPrograms))
    }
    switch command {
    case .gatt:
      let names: Set<String> = [
        "--time", "--handle", "--event", "--frame", "--from", "--to", "--count", "--adverts",
        "--errors",
      ]
      idle.append(.init("gatt shows whole trees", names))
    case .packets where !options.output.verbose:
      idle.append(.init("only --verbose has units", ["--units"]))
    case .exchange: idle.append(.init("exchange shows no advertisements", ["--adverts"]))
    case .learn:
      idle.append(.init("learn shows no events", ["--time", "--units", "--adverts"]))
      if options.contrast != nil {
        idle.append(.init("--contrast compares all values", ["--all", "--full"]))
      }
    // Redaction uses all keys.
    case .convert
    where !options.writing.redacts && !options.writing.decrypts && !options.writing.annotates
      && !selectsByKeys:
      idle.append(.init("keys need --decrypt, --annotate, --device or --connection", Self.keys))
    case .replay
    where options.replay.records != nil && !options.writing.annotates && !selectsByKeys:
      idle.append(
        .init("with --records, keys need --annotate, --device or --connection", Self.keys))
    default: break
    }
    return idle
  }

  private static let keys: Set<String> = [
    "--advert-key", "--irk", "--keys", "--ltk", "--tk", "--tk-search",
  ]

  /// Whether packets are selected by what keys help to know.
  private var selectsByKeys: Bool {
    options.selection.device != nil || options.selection.connection != nil
  }

  /// What changes nothing but text.
  private var idleOfPrograms: Set<String> {
    var names: Set<String> = ["--time", "--units", "--full"]
    // The status line of these has colors in any form.
    if command != .live, command != .replay, command != .mock { names.insert("--color") }
    return names
  }
}
