import BTSnoop
import GATTSession
import LiveCapture
import Timeline

/// The form of the output.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, ndjson, csv, json, junit

  /// Those of commands that show a timeline.
  static let ofTimelines: [OutputFormat] = [.text, .ndjson, .csv, .json]
}

/// Which advertisements are shown; `changes`: the first, then when its type or data differ.
enum AdvertChoice: String, CaseIterable, Sendable { case changes, all, none }

/// How text shows a time.
enum TimeStyle: String, CaseIterable, Sendable { case relative, utc, local, epoch, delta }

/// The units of values in text.
enum UnitSystem: String, CaseIterable, Sendable { case metric, us }

/// When text is coloured; `auto`: on a terminal.
enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// The options of a command that reads captures, as values.
struct ReadingOptions: Equatable, Sendable {
  var format = OutputFormat.text
  /// A file to write instead of standard output.
  var output: String?

  /// An address, a name or the number of a device.
  var device: String?
  /// A UUID or an assigned name.
  var uuid: String?
  /// The ordinal of a connection, from 1.
  var connection: UInt64?
  /// An attribute handle, from 0x0001.
  var handle: UInt16?
  /// HCI indexes; none means all.
  var adapters: [UInt16] = []
  /// None means all.
  var events: Set<EventKind> = []
  /// Numbers of records, from 1.
  var frames: ClosedRange<UInt64>?
  var from: TimeBound?
  var to: TimeBound?
  /// Stop after so many lines of output, at least 1.
  var count: UInt64?
  /// `nil`: not said, which means `changes`.
  var adverts: AdvertChoice?
  /// Errors and findings with their context only.
  var errors = false

  /// Nothing folded.
  var all = false
  /// Link-layer packets with a bad CRC are read, too.
  var badCRC = false
  /// Files with attribute trees known in advance.
  var treeFiles: [String] = []
  /// Keys of devices whose addresses change.
  var identityKeys: [GivenIdentityKey] = []
  /// Wait for more at the end of the last capture.
  var follows = false
  /// A capture that is cut at its end is damaged.
  var strict = false
  var timeStyle = TimeStyle.relative
  var units = UnitSystem.metric
  var color = ColorChoice.auto
  /// No remarks on standard error, only errors.
  var quiet = false

  /// The whole dissection of a record.
  var verbose = false
  /// A record's bytes.
  var bytes = false

  /// The form of the capture that is written; `nil` where none is.
  var target: CaptureTarget?
  /// A baseline keeps times.
  var keepsTimes = false

  /// Replace an existing file.
  var force = false

  /// What only `live` has.
  var live = LiveOptions()
  /// What only `replay` has.
  var replay = ReplayOptions()
  /// What only `diff` has.
  var diff = DiffOptions()
  /// A file with the attribute trees that `gatt` is to find.
  var expectedTrees: String?
  /// What only `check` has.
  var check = CheckOptions()

  /// The calibration constant S0 of the TMP006 thermopile (SensorTag CC2541).
  ///
  /// Source: 5.593e-14 stands in TI's application and most clients, 6.4e-14 in the text of TI's wiki.
  var tmp006S0 = ReadingOptions.tmp006Constants[0]

  static let tmp006Constants = [5.593e-14, 6.4e-14]
}

/// The options of `live` alone.
struct LiveOptions: Equatable, Sendable {
  var source = SourceName.monitor
  /// The file that takes all records.
  var recording: String?
  var rotation: Rotation?
  /// How many files of a rotation stay.
  var keep: UInt64?
  /// Nanoseconds after which it ends.
  var duration: Int64?
  /// It stops after the first event that meets it.
  var condition: EventCondition?
}

/// The options of `replay` alone.
struct ReplayOptions: Equatable, Sendable {
  var speed = PlaySpeed.normal
  /// Nanoseconds that a silence lasts at most.
  var maximumGap: Int64?
  /// Where packets are played to; `nil`: the timeline is played.
  var records: RecordPlace?
}

/// The options of `diff` alone.
struct DiffOptions: Equatable, Sendable {
  /// What counts, in the order in which it was given.
  var settings: [ComparisonSetting] = []
  /// The file that has more of them; `nil`: the one beside the expected side, if there is one.
  var configuration: String?
  /// Whether there may be such a file.
  var isConfigured = true
  /// The expected side is rewritten.
  var updates = false
}

/// The options of `check` alone.
struct CheckOptions: Equatable, Sendable {
  /// As they were written on the command line.
  var rules: [String] = []
  var ruleFiles: [String] = []
}
