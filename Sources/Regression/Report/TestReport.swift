/// What was tested and what failed, in the form that continuous integration shows: suites of cases.
package struct TestReport: Equatable, Sendable {
  package struct Failure: Equatable, Sendable {
    /// One line.
    package var message: String
    /// More that helps to understand it: whole lines.
    package var details: [String]
    /// The file that it is about, and the line.
    package var file: String?
    package var line: UInt32?

    package init(
      _ message: String, details: [String] = [], file: String? = nil, line: UInt32? = nil
    ) {
      self.message = message
      self.details = details
      self.file = file
      self.line = line
    }
  }

  package struct Case: Equatable, Sendable {
    /// The group: the device, or the capture.
    package var group: String
    /// What was tested: `Heart Rate Measurement 180D/2A37`, or the rule.
    package var name: String
    /// Empty if it passed.
    package var failures: [Failure] = []
    /// Why it could not be tested.
    package var skipped: String?
    /// Remarks that are not failures: whole lines.
    package var remarks: [String] = []

    package init(group: String, name: String) {
      self.group = group
      self.name = name
    }
  }

  /// `bleinspect diff`.
  package var name: String
  package var cases: [Case] = []
  /// Trouble: why something could not be read or tested.
  package var errors: [Failure] = []

  package init(name: String) { self.name = name }
}
