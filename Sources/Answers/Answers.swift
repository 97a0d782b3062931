import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// All that was counted, at the end of the captures.
struct Answers {
  let options: StatsRenderer.Options
  let clock: TimelineClock
  private(set) var summary: CaptureSummary
  let session: GATTSession
  private let percentiles: [DurationSpool.Percentiles]
  /// The times of the first and the last selected record.
  private let span: (first: CaptureTime, last: CaptureTime)?
  /// The selected ones, in their order.
  let connections: [ConnectionTally]
  /// Ordered by connection, handle and turn; those of a connection that has none are not among them.
  let characteristics: [CharacteristicTally]
  /// The characteristics that sent something, or that somebody turned on or may have.
  private let pushing: [CharacteristicTally.Key: CharacteristicTally]
  /// Writes to configurations whose octets stand in the wrong order, by what they are of.
  let swapped: [CharacteristicTally.Key: UInt64]
  let devices: [DeviceTally]
  /// Events about more connections, characteristics or devices than are counted.
  let leftOut: Int
  /// Attempts to connect that made no connection, and how many more there were.
  let attempts: [FailedAttempt]
  let attemptsLeftOut: Int
  private(set) var findings: [StatsFinding] = []
  /// The answer in one to three sentences, the most important first.
  private(set) var conclusions: [Conclusion] = []
  /// What searches found beyond the findings that are kept of each.
  var hidden: [FindingRule.Severity: Int] = [:]

  init(
    _ options: StatsRenderer.Options, _ clock: TimelineClock, _ summary: CaptureSummary,
    _ session: GATTSession, _ percentiles: [DurationSpool.Percentiles],
    _ tallies: borrowing Tallies
  ) {
    self.options = options
    self.clock = clock
    self.summary = summary
    self.session = session
    self.percentiles = percentiles
    span = tallies.span
    leftOut = tallies.leftOut
    attempts = tallies.attempts
    attemptsLeftOut = tallies.attemptsLeftOut
    let scope = ReportScope(options.filter, session)
    let isPart = options.filter.selectsParts
    var chosen = tallies.connections
    if !isPart {
      // Also those of which there was no event.
      for connection in session.connections where chosen[connection.ordinal] == nil {
        chosen[connection.ordinal] = ConnectionTally(connection, stream: nil)
      }
    }
    connections = chosen.values.filter { scope.includes($0.connection) }
      .sorted { $0.connection.ordinal < $1.connection.ordinal }
    if session.counts.jumpCount > 0 {
      for tally in connections { tally.jumps = session.counts }
    }
    let ordinals = Set(connections.map(\.connection.ordinal))
    characteristics =
      (tallies.replaced + tallies.characteristics.values).filter {
        ordinals.contains($0.key.connection)
          && ($0.values > 0 || $0.subscribed != nil || $0.refused != nil)
      }
      .sorted {
        ($0.key.connection, $0.key.isLocal ? 1 : 0, $0.key.handle, $0.turn)
          < ($1.key.connection, $1.key.isLocal ? 1 : 0, $1.key.handle, $1.turn)
      }
    pushing = tallies.characteristics.filter { _, tally in
      tally.pushed > 0 || tally.subscribed != nil || tally.askedFrame > 0 || !tally.early.isEmpty
        || tally.refused != nil
    }
    swapped = tallies.characteristics.compactMapValues { $0.swapped > 0 ? $0.swapped : nil }
    let connected = Set(connections.flatMap { $0.connection.peer?.addresses.map(\.value) ?? [] })
    devices = tallies.devices.filter { device in
      // A device that was only later known as another one is found by its address.
      options.filter.connection != nil && connected.contains(device.address.value)
        || device.peer.map { scope.includes($0) } ?? scope.isWhole
    }
    if options.sections.isEmpty {
      findings = makeFindings(scope)
      conclusions = Conclusion.all(of: self)
    }
  }

  /// A copy in which each file is named without its folder, for reports that leave this machine.
  var withoutFolders: Answers {
    var answers = self
    answers.summary.damage = summary.damage?.naming(lastPartOf: summary.captures.map(\.name))
    return answers
  }

  /// The percentiles of a stream; `nil` where it has no durations.
  func percentiles(_ stream: Int?) -> DurationSpool.Percentiles? {
    guard let stream, percentiles.indices.contains(stream), percentiles[stream].count > 0 else {
      return nil
    }
    return percentiles[stream]
  }

  /// Whether the session's own counts, which are of whole connections, are those of the selection.
  var isWhole: Bool { !options.filter.selectsParts }

  /// Connections that may have a subscription that is not known as one.
  var mayHaveSubscribed: Set<Int> {
    Set(connections.filter(\.mayHaveSubscribed).map(\.connection.ordinal))
  }

  /// Findings beyond those that are kept; of a part it is not known of those of the session.
  var unlisted: Int {
    (isWhole ? session.findings.unlisted : 0) + hidden.values.reduce(0, +)
  }

  /// The time of the last record.
  var captureEnd: CaptureTime? { session.end }

  /// Nanoseconds from the start, or the first record, to the end, or the last record: of what is selected.
  func length(of connection: Connection) -> Int64 {
    var first = clock.nanoseconds(connection.startTime)
    var last = clock.nanoseconds(connection.endTime ?? captureEnd ?? connection.startTime)
    if let from = options.filter.from { first = max(first, clock.nanoseconds(from)) }
    if let to = options.filter.to { last = min(last, clock.nanoseconds(to)) }
    if let span {
      first = max(first, clock.nanoseconds(span.first))
      last = min(last, clock.nanoseconds(span.last))
    }
    // Of a hostile file, both may be at the ends of what a number can be.
    return last > first ? Int64(clamping: UInt64(bitPattern: last) &- UInt64(bitPattern: first)) : 0
  }

  /// The values of each device that were turned on, or came, in any connection with it.
  var everOn: Set<ValueOfPeer> {
    Set(
      pushing.values.compactMap { tally in
        tally.refused == nil ? tally.valueOfPeer : nil
      })
  }

  func characteristics(of connection: Connection) -> [CharacteristicTally] {
    characteristics.filter { $0.key.connection == connection.ordinal }
  }

  /// What the peripheral could send values of and its client did not turn on in the connection; none where
  /// the capture may lack that. Service Changed is turned on by hosts, not by apps.
  func neverOn(_ connection: Connection) -> [Attribute] {
    guard connection.beginsInCapture, !connection.isFromApp, !connection.hearing.hides,
      !options.isOfTime,
      options.filter.kinds.isEmpty, leftOut == 0, connection.counts.requests > 0
    else { return [] }
    let isLocal = connection.servesAsPeripheral
    let database = isLocal ? connection.local : connection.remote
    return database.characteristics.filter { value in
      let sends = value.properties.contains(.notify) || value.properties.contains(.indicate)
      let key = CharacteristicTally.Key(
        connection: connection.ordinal, handle: value.handle, isLocal: isLocal)
      return sends && value.uuid?.short != 0x2A05 && options.counts(value)
        && database.attribute(at: value.handle) === value
        && pushing[key]?.isReplaced(by: value) ?? true
    }
  }
}

/// A value of a device, whatever the connection.
struct ValueOfPeer: Hashable {
  let peer: ObjectIdentifier
  let handle: UInt16
}

extension Connection {
  /// Whether the recording host is the peripheral.
  var servesAsPeripheral: Bool { hearing.isOfHost && role == .peripheral }
}
