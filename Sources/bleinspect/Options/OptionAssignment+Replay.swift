import BTSnoop

/// The options of `replay`.
extension OptionAssignment {
  func speed(_ value: String) throws(UsageError) -> PlaySpeed {
    guard let speed = PlaySpeed(value) else {
      throw bad(value, "expected a number from 0.1 to 1000, or max")
    }
    return speed
  }

  /// Nanoseconds.
  func gap(_ value: String) throws(UsageError) -> Int64 {
    guard case .relative(let nanoseconds)? = TimeBound(value), nanoseconds >= 0,
      !value.hasPrefix("+"), !value.hasPrefix("-")
    else { throw bad(value, "expected seconds, as 5 or 0.5") }
    return nanoseconds
  }

  func recordPlace(_ value: String) throws(UsageError) -> RecordPlace {
    guard let place = RecordPlace(value) else {
      throw bad(value, "expected a port of this machine, as tcp:8872; tcp:0 takes a free one")
    }
    return place
  }
}

extension Command {
  /// Those that write packets in a format that `--to` names.
  var writesCaptures: Bool { self == .convert || self == .replay }
}

extension OptionParser {
  /// What packets are chosen by, and what plays them.
  private static let recordOptions: Set<OptionKey> = [
    .records, .to, .speed, .maxGap, .device, .connection, .hci, .frame, .from, .count, .irk,
    .strict,
    .quiet,
  ]

  /// - given: in the order of the command line.
  func check(
    replay given: [OptionDeclaration], _ options: inout ReadingOptions
  ) throws(UsageError) {
    guard options.replay.records != nil else {
      guard let target = options.target else { return }
      throw UsageError(
        "--to \(target.rawValue) is a format of packets, which --records plays", command: .replay)
    }
    if let option = given.first(where: { !Self.recordOptions.contains($0.key) }) {
      throw UsageError(
        "\(option.name) is about the timeline, and --records plays packets", command: .replay)
    }
    options.target = options.target ?? .pcap
  }

  /// A pipe that is also read would wait for itself.
  func check(replayed files: [String], _ place: RecordPlace?) throws(UsageError) {
    guard case .pipe(let path)? = place, files.contains(path) else { return }
    throw UsageError("--records \(quoted(path)) is one of the captures", command: .replay)
  }
}
