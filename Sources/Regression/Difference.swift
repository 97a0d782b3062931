/// One finding of a comparison.
package struct Difference: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case missing, extra, changed, reordered
    /// At another time, if times are compared.
    case timing
  }

  package enum Weight: String, CaseIterable, Sendable {
    /// Counts: the sides differ.
    case difference
    /// One side could not have shown it; counts only on request.
    case notObserved = "not_observed"
    /// Shown, but never counts.
    case fact
  }

  package var kind: Kind
  package var weight: Weight
  /// The device's title; `nil`: about the whole timeline.
  package var device: String?
  /// The characteristic, or what else is compared (`connection 2`, `tree`), in words.
  package var subject: String
  /// The UUID of the subject, if it is an attribute: `180D/2A37`.
  package var uuid: String?
  /// One line: `notification #3: 91 bpm became 18433 bpm`.
  package var message: String
  /// How many it stands for, where not all are listed.
  package var count = 1
  package var expected: Evidence?
  package var actual: Evidence?
  /// Which of its kind it is, where only one side has it.
  package var numbers: ItemNumbers?
  /// Where the last is, if it stands for several in a row.
  package var last: Evidence?
  /// What happened just before it on the expected side, oldest first, in words.
  package var context: [String] = []
  /// More that differs: fields that changed, bytes set apart; whole lines.
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
  /// The line in an NDJSON file, from 1.
  package var line: UInt32?
  package var frame: UInt64?
  /// Its number in the report of this side; in a baseline, that in the line.
  package var connection: UInt32?
  /// Nanoseconds since the first record.
  package var time: Int64?
  /// The value in lower-case hex, if there is one.
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

/// The findings of a comparison, and what it looked at.
package struct Comparison: Equatable, Sendable {
  /// All differences, facts included: by device, each in the order of its sections.
  package var differences: [Difference] = []
  /// What was compared: for the summary line, and for reports that list what passed.
  package var subjects: [Subject] = []
  /// Where a limit made the comparison coarser: whole sentences.
  package var limits: [String] = []
  /// Why it could not be compared as requested, such as an option that names no device: whole
  /// sentences. Any of them makes the comparison end with "trouble", whatever else it finds.
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
