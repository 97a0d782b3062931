import ATTDissector
import BTSnoop
import GATTSession

/// Turns the text of one option into its value.
struct OptionAssignment {
  let command: Command
  let option: OptionDeclaration

  /// Sets what the option is for.
  func apply(_ value: String, to options: inout ReadingOptions) throws(UsageError) {
    guard option.commands.contains(command) else {
      let owners = option.commands.map { "'\($0.invocation)'" }
      throw UsageError(
        "\(option.name) is an option of \(Suggestion.alternatives(owners)) only", command: command)
    }
    if option.takesValue, value.isEmpty { throw bad(value, "is empty") }
    if let setting = try setting(value) {
      options.diff.settings.append(setting)
      return
    }
    switch option.key {
    case .format: options.format = try format(value)
    case .output: options.output = value == "-" ? nil : value
    case .device: options.device = value
    case .uuid: options.uuid = value
    case .connection: options.connection = try ordinal(value)
    case .handle: options.handle = try handle(value)
    case .hci: options.adapters.append(try adapter(value))
    case .event: options.events.formUnion(try events(value))
    case .frame: options.frames = try frames(value)
    case .from: options.from = try time(value)
    case .to:
      if command.writesCaptures, let target = CaptureTarget(rawValue: value) {
        options.target = target
      } else {
        options.to = try time(value)
      }
    case .count: options.count = try ordinal(value)
    case .adverts: options.adverts = try choice(value)
    case .errors: options.errors = true
    case .all: options.all = true
    case .badCRC: options.badCRC = true
    case .follow: options.follows = true
    case .gatt: options.treeFiles.append(value)
    case .irk: options.identityKeys.append(try identityKey(value, options.identityKeys.count))
    case .strict: options.strict = true
    case .time: options.timeStyle = try choice(value)
    case .units: options.units = try choice(value)
    case .color: options.color = try choice(value)
    case .quiet: options.quiet = true
    case .tmp006S0: options.tmp006S0 = try tmp006Constant(value)
    case .force: options.force = true
    case .verbose: options.verbose = true
    case .bytes: options.bytes = true
    case .source: options.live.source = try source(value)
    case .write: options.live.recording = value
    case .rotate: options.live.rotation = try rotation(value)
    case .keep: options.live.keep = try ordinal(value)
    case .duration: options.live.duration = try duration(value)
    case .until: options.live.condition = try condition(value)
    case .speed: options.replay.speed = try speed(value)
    case .maxGap: options.replay.maximumGap = try gap(value)
    case .records: options.replay.records = try recordPlace(value)
    case .config: options.diff.configuration = value
    case .noConfig: options.diff.isConfigured = false
    case .update: options.diff.updates = true
    case .times: options.keepsTimes = true
    case .link, .map, .values, .range, .tolerance, .timeTolerance, .ignore, .only: break
    case .rules: options.check.ruleFiles.append(value)
    case .expect: options.expectedTrees = value
    case .help, .version: break
    }
  }

  func bad(_ value: String, _ problem: String) -> UsageError {
    UsageError("\(option.name) \(quoted(value)): \(problem)", command: command)
  }

  private func unknown(_ value: String, among known: [String], hint: String = "") -> UsageError {
    let nearest = Suggestion.words(for: value.lowercased(), among: known)
    return bad(value, "expected \(Suggestion.alternatives(known))\(hint)" + clause(nearest))
  }

  private func clause(_ words: [String]) -> String { Suggestion.clause(words) }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: value) else {
      throw unknown(value, among: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  private func format(_ value: String) throws(UsageError) -> OutputFormat {
    let known = command.formats.map(\.rawValue)
    guard let format = OutputFormat(rawValue: value) else { throw unknown(value, among: known) }
    // Only with --expect, which may come later.
    if command == .gatt, format == .junit { return format }
    guard command.formats.contains(format) else {
      let owner = command.word.map { "the command '\($0)'" } ?? "the report"
      throw bad(value, "\(owner) has only \(known.joined(separator: ", "))")
    }
    return format
  }

  func ordinal(_ value: String) throws(UsageError) -> UInt64 {
    guard let number = decimal(value[...]), number > 0 else {
      throw bad(value, "expected a number from 1")
    }
    return number
  }

  private func adapter(_ value: String) throws(UsageError) -> UInt16 {
    guard let number = decimal(value[...]).flatMap(UInt16.init(exactly:)) else {
      throw bad(value, "expected the index of an adapter, 0 to 65535")
    }
    return number
  }

  /// Hexadecimal with or without 0x, as the report shows it.
  private func handle(_ value: String) throws(UsageError) -> UInt16 {
    var digits = Substring(value)
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = digits.dropFirst(2) }
    guard digits.first != "+", digits.first != "-", let handle = UInt16(digits, radix: 16),
      digits.utf8.count <= 4, handle > 0
    else { throw bad(value, "expected a handle in hex, 0001 to FFFF") }
    return handle
  }

  private func events(_ value: String) throws(UsageError) -> [String] {
    var kinds: [String] = []
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let kind = String(part)
      guard EventKinds.all.contains(kind) else {
        let nearest = Suggestion.words(for: kind.lowercased(), among: EventKinds.all)
        throw bad(kind, "no kind of event" + clause(nearest))
      }
      kinds.append(kind)
    }
    return kinds
  }

  /// A, A-B, A- or -B.
  private func frames(_ value: String) throws(UsageError) -> ClosedRange<UInt64> {
    let ends = value.split(separator: "-", omittingEmptySubsequences: false)
    let problem = "expected records as A, A-B, A- or -B, counted from 1"
    guard let first = ends.first, let last = ends.last, ends.count <= 2, value != "-" else {
      throw bad(value, problem)
    }
    guard let low = first.isEmpty ? 1 : decimal(first),
      let high = last.isEmpty ? .max : decimal(last), low > 0, high > 0
    else { throw bad(value, problem) }
    guard low <= high else { throw bad(value, "the first record is behind the last") }
    return low...high
  }

  private func time(_ value: String) throws(UsageError) -> TimeBound {
    if let time = TimeBound(value) { return time }
    guard command.writesCaptures, option.key == .to else {
      throw bad(value, "expected \(TimeBound.expected)")
    }
    let targets = CaptureTarget.allCases.map(\.rawValue)
    throw bad(
      value,
      "expected a format (\(targets.joined(separator: ", "))), \(TimeBound.expected)"
        + clause(Suggestion.words(for: value.lowercased(), among: targets)))
  }

  private func tmp006Constant(_ value: String) throws(UsageError) -> Double {
    guard let number = Double(value), ReadingOptions.tmp006Constants.contains(number) else {
      let known = ReadingOptions.tmp006Constants.map(\.description)
      throw bad(value, "expected \(Suggestion.alternatives(known))")
    }
    return number
  }

  /// 32 hex digits in either order, then whose they are: `=ADDRESS`, perhaps with its type behind a
  /// slash. Messages show no digit of a key.
  private func identityKey(
    _ value: String, _ known: Int
  ) throws(UsageError) -> GivenIdentityKey {
    func refused(_ problem: String) -> UsageError {
      UsageError("\(option.name): \(problem)", command: command)
    }
    guard known < SessionLimits.identities else {
      throw refused("more than \(SessionLimits.identities) keys")
    }
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var digits = parts[0]
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = digits.dropFirst(2) }
    let plain = digits.filter { $0 != ":" && $0 != "-" }
    guard plain.utf8.count == 32, plain.first != "+", let key = UInt128(plain, radix: 16) else {
      throw refused("expected a key of 32 hex digits, or KEY=ADDRESS")
    }
    guard key != 0 else { throw refused("a key of zeros is none") }
    guard parts.count == 2 else { return GivenIdentityKey(key: key) }
    let whose = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = BluetoothAddress.value(of: String(whose[0])), address != 0 else {
      throw refused("no address behind the key: \(quoted(String(whose[0])))")
    }
    let kind: BluetoothAddress.Kind
    switch whose.dropFirst().first {
    case "public": kind = .publicIdentity
    case "random": kind = .randomIdentity
    // Static random addresses begin with two ones; of a public one that does, the type must be said.
    case nil: kind = address >> 46 == 0b11 ? .randomIdentity : .publicIdentity
    case let other?:
      throw refused("type of the address \(quoted(String(other))): expected public or random")
    }
    return GivenIdentityKey(key: key, identity: BluetoothAddress(address, kind: kind))
  }

  private func decimal(_ digits: Substring) -> UInt64? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(digits)
  }
}
