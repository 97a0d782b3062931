import BTSnoop

/// Something that a person should look at.
package struct Finding: Sendable {
  package let rule: FindingRule
  /// The connection's ordinal, or `nil`.
  package var connection: Int?
  /// The device's ordinal where the finding is not about a connection.
  package var device: Int?
  package var frame: UInt64
  package var time: CaptureTime
  package var text: String
  /// What findings with the same key may differ in, and the text without that; `nil` where they do not, or
  /// do already.
  var detail: (bytes: [UInt8], general: String)?
  /// How many times the same was found.
  package var count = 1
  /// Found where the end of its connection was inferred.
  var isProvisional = false
  /// What it shares with findings of other connections; `nil`: nothing.
  var kin: FindingFact.Key?
}

extension Finding {
  /// One that is found in what was counted, not while records are followed.
  package init(
    counted rule: FindingRule, connection: Int?, frame: UInt64, time: CaptureTime, text: String,
    count: Int
  ) {
    self.init(
      rule: rule, connection: connection, frame: frame, time: time, text: text, count: count)
  }

  /// Whether it is that the connection ended.
  package var isEnd: Bool {
    switch kin {
    case .ended?, .failed?: true
    default: false
    }
  }

  /// Makes it one about several, if the other is not quite the same.
  package mutating func include(_ other: Finding) { include(other.detail?.bytes) }

  mutating func include(_ bytes: [UInt8]?) {
    guard let known = detail, known.bytes != bytes else { return }
    text = known.general
    detail = nil
  }

  /// Whether another connection of the same device has the same finding.
  package func isSame(as other: Finding) -> Bool {
    guard let kin, let device, let connection, let otherConnection = other.connection else {
      return false
    }
    return other.kin == kin && other.device == device && otherConnection != connection
  }
}

/// Findings in the order of first sight; equal ones are counted.
package struct Findings {
  package private(set) var list: [Finding] = []
  /// Findings beyond the cap.
  package private(set) var beyond: [FindingRule.Severity: Int] = [:]
  package var unlisted: Int { beyond.values.reduce(0, +) }
  /// Whether what is found now may have to be taken back.
  var isProvisional = false
  /// The index in the list of a finding that may recur.
  private var indexes: [Key: Int] = [:]

  private struct Key: Hashable {
    var connection: Int?
    var fact: FindingFact.Key
  }

  /// Adds a finding about a connection and its device, or about neither.
  mutating func add(
    _ fact: FindingFact, on connection: Connection?, frame: UInt64, at time: CaptureTime
  ) {
    let key = fact.key.map { Key(connection: connection?.ordinal, fact: $0) }
    if let key, let index = indexes[key] {
      list[index].count += 1
      list[index].include(fact.detail)
      return
    }
    guard list.count < SessionLimits.findings else {
      beyond[fact.rule.severity, default: 0] += 1
      return
    }
    if let key { indexes[key] = list.count }
    list.append(
      Finding(
        rule: fact.rule, connection: connection?.ordinal, device: connection?.peer?.ordinal,
        frame: frame, time: time, text: fact.words,
        detail: fact.detail.map { ($0, fact.general) }, isProvisional: isProvisional,
        kin: fact.kin))
  }

  /// A connection has not ended.
  /// - wasFound: a finding said so.
  mutating func withdrawEnd(of connection: Int, wasFound: Bool) {
    let before = list
    list = before.filter { $0.connection != connection || !$0.isProvisional }
    if wasFound, !before.contains(where: { $0.connection == connection && $0.isEnd }) {
      let severity = FindingRule.linkLost.severity
      if let count = beyond[severity], count > 0 { beyond[severity] = count - 1 }
    }
    guard list.count < before.count else { return }
    var places: [Int?] = []
    var next = 0
    for finding in before {
      let isKept = finding.connection != connection || !finding.isProvisional
      places.append(isKept ? next : nil)
      if isKept { next += 1 }
    }
    indexes = indexes.compactMapValues { places[$0] }
  }

  /// A device got a lower number.
  mutating func renumber(_ old: Int, as new: Int) {
    for index in list.indices where list[index].device == old { list[index].device = new }
  }
}

extension String {
  /// Words of the session end with their frame: without it, where it stands beside them.
  package func beside(frame: UInt64) -> String {
    let frame = ", frame \(frame)"
    return hasSuffix(frame) ? String(dropLast(frame.count)) : self
  }
}
