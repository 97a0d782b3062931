/// One thing that a comparison found.
package struct Difference: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case missing, extra, changed, reordered
    /// At another time, where times are compared.
    case timing
  }

  package enum Weight: String, CaseIterable, Sendable {
    /// Counts: the sides are not the same.
    case difference
    /// One side had no chance to show it; counts only when asked for.
    case notObserved = "not_observed"
    /// Told, and never counts.
    case fact
  }

  package var kind: Kind
  package var weight: Weight
  /// What a device is called in words; `nil`: of the whole timeline.
  package var device: String?
  /// The characteristic, or what else is compared (`connection 2`, `tree`): in words.
  package var subject: String
  /// The UUID of the subject, where it is an attribute: `180D/2A37`.
  package var uuid: String?
  /// One line: `notification #3: 91 bpm became 18433 bpm`.
  package var message: String
  package var expected: Evidence?
  package var actual: Evidence?
  /// What happened just before it on the expected side, oldest first: lines in words.
  package var context: [String] = []
  /// What else tells both sides apart: fields that changed, bytes set apart; whole lines.
  package var details: [String] = []

  package init(
    _ kind: Kind, _ weight: Weight = .difference, device: String? = nil, subject: String,
    uuid: String? = nil, _ message: String
  ) {
    self.kind = kind
    self.weight = weight
    self.device = device
    self.subject = subject
    self.uuid = uuid
    self.message = message
  }
}

/// Where a side shows it.
package struct Evidence: Equatable, Sendable {
  /// The line of an NDJSON file, from 1.
  package var line: UInt32?
  package var frame: UInt64?
  /// Nanoseconds since the first record.
  package var time: Int64?
  /// The value in lower-case hex, where it is one.
  package var value: String?
  /// In words.
  package var text: String?

  package init(
    line: UInt32? = nil, frame: UInt64? = nil, time: Int64? = nil, value: String? = nil,
    text: String? = nil
  ) {
    self.line = line
    self.frame = frame
    self.time = time
    self.value = value
    self.text = text
  }
}

/// What a comparison found, and what it looked at.
package struct Comparison: Equatable, Sendable {
  /// Of the devices in their order, of each what comes first; facts among them.
  package var differences: [Difference] = []
  /// What was compared: for the summary line, and for reports that list what passed.
  package var subjects: [Subject] = []
  /// Where a bound made the comparison coarser: whole sentences.
  package var limits: [String] = []
  /// Why it could not be compared as asked, such as an option that names no device: whole sentences.
  /// With any of them the comparison ends with "trouble", whatever else it finds.
  package var problems: [String] = []
  package init() {}

  /// What was compared and may have passed: a characteristic of a device, its tree, a connection.
  package struct Subject: Equatable, Sendable {
    package var device: String?
    package var subject: String
    package var uuid: String?
    /// How many events of each side were compared.
    package var expected: Int
    package var actual: Int

    package init(
      device: String?, subject: String, uuid: String? = nil, expected: Int, actual: Int
    ) {
      self.device = device
      self.subject = subject
      self.uuid = uuid
      self.expected = expected
      self.actual = actual
    }
  }

  package func isDifferent(strict: Bool) -> Bool {
    differences.contains { $0.weight == .difference || strict && $0.weight == .notObserved }
  }
}
