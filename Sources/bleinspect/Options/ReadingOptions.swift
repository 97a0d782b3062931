import ATTDissector
import Answers
import BTSnoop
import GATTSession
import GATTValues
import LiveCapture
import Redaction
import Timeline

/// The form of the output.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, ndjson, csv, json, junit, sarif, codequality, markdown, python

  /// The formats of commands that show a timeline.
  static let ofTimelines: [OutputFormat] = [.text, .ndjson, .csv, .json]

  /// Whether it is read by people: options about how values are written change it.
  var isForPeople: Bool { self == .text || self == .markdown }
}

/// How grave findings may be.
enum SeverityLimit: String, CaseIterable, Sendable { case none, note, warning }

/// When text is coloured; `auto`: on a terminal.
enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// The options of a command that reads captures, as values.
struct ReadingOptions: Equatable, Sendable {
  var output = OutputOptions()
  var selection = SelectionOptions()
  var knowledge = KnowledgeOptions()
  /// For `convert`, and what else writes captures.
  var writing = WritingOptions()
  /// For `redact`, and for `convert` that redacts.
  var redaction = RedactionOptions()
  var baseline = BaselineChoices()
  /// For captures of several recorders.
  var align = AlignOptions()
  var live = LiveOptions()
  var replay = ReplayOptions()
  var mock = MockOptions()
  var diff = DiffOptions()
  var check = CheckOptions()
  /// What `stats` answers; empty: everything.
  var stats: Set<StatsSection> = []
  /// What `learn` compares the captures with.
  var contrast: ContrastSide?
  /// A file with the attribute trees that `gatt` must find.
  var expectedTrees: String?

  /// How many processors to use; `nil`: as many as the size of the captures is worth.
  var jobs: Int?
  /// Wait for more at the end of the last capture.
  var follows = false
  /// Treat a capture that is cut off at its end as damaged.
  var strict = false
}

/// The options of what is written, and how.
struct OutputOptions: Equatable, Sendable {
  var format = OutputFormat.text
  /// A file to write instead of standard output.
  var file: String?
  /// Other forms, each with a file of its own.
  var further: [FurtherOutput] = []
  /// Replace an existing file.
  var force = false
  /// Markdown is added to the summary of a job.
  var summarizes = false

  /// NDJSON has a row a field, all with the same columns.
  var flat = false
  /// NDJSON says of each event which capture it is from, also of a single one.
  var captureKey = false
  /// The key of a number that is drawn instead of the report, and whether in ASCII.
  var chart: String?
  var isASCII = false
  /// Nothing folded.
  var all = false
  var full = false
  /// The whole dissection of a record.
  var verbose = false
  /// A record's bytes.
  var bytes = false
  var timeStyle = TimeStyle.relative
  var units = Units.metric
  var color = ColorChoice.auto
  /// Columns of text; `nil`: those of the terminal, or 80.
  var width: Int?
  /// No remarks on standard error, only errors.
  var quiet = false
}

/// Which records and events of the captures are wanted.
struct SelectionOptions: Equatable, Sendable {
  /// An address, a name or the number of a device.
  var device: String?
  /// A UUID or a name.
  var uuid: String?
  /// The ordinal of a connection, from 1.
  var connection: UInt64?
  /// An attribute handle, from 0x0001.
  var handle: UInt16?
  /// The digits of the handle as a decimal number, where they may have been meant as one.
  var decimalHandle: UInt16?
  /// For `convert`: nanoseconds before and after the connections that are selected.
  var around: Int64?
  /// HCI indexes; empty: all.
  var adapters: [UInt16] = []
  /// Empty: all.
  var events: Set<EventKind> = []
  /// Numbers of records, from 1.
  var frames: ClosedRange<UInt64>?
  var from: TimeBound?
  var to: TimeBound?
  /// Stop after so many lines of output, at least 1.
  var count: UInt64?
  /// `nil`: not given, which means `changes`.
  var adverts: AdvertisementChoice?
  /// Only errors and findings, with their context.
  var errors = false
  /// Also link-layer packets with a bad CRC.
  var badCRC = false
}

/// What is known beside the captures.
struct KnowledgeOptions: Equatable, Sendable {
  /// Files with declarations of values.
  var decoderFiles: [String] = []
  /// Whether the user's own files are read, too.
  var readsUserFiles = true
  /// What the tester marked.
  var marks: [Mark] = []
  /// Files with more marks.
  var markFiles: [String] = []
  /// Files with attribute trees known in advance.
  var treeFiles: [String] = []
  /// Keys of devices whose addresses change.
  var identityKeys: [GivenIdentityKey] = []
  /// What the clock of a recorder is ahead of UTC, where its file does not say.
  var timeZone: TimeZoneOffset?
  /// The keys of encrypted advertisements.
  var advertisementKeys: [AdvertisementKey] = []
  /// Long term keys of links, and temporary keys of legacy pairings.
  var linkKeys: [GivenLinkKey] = []
  var temporaryKeys: [UInt128] = []
  /// Search for the passkeys of legacy pairings.
  var searchesPasskeys = false
  /// Captures that show keys.
  var keyCaptures: [String] = []
  /// The calibration constant S0 of the TMP006 thermopile (SensorTag CC2541).
  ///
  /// Source: 5.593e-14 is in TI's application and most clients, 6.4e-14 in the text of TI's wiki.
  var tmp006S0 = KnowledgeOptions.tmp006Constants[0]

  static let tmp006Constants = [5.593e-14, 6.4e-14]
}

/// The options of what writes a capture.
struct WritingOptions: Equatable, Sendable {
  /// Its format; `nil` if none is written.
  var target: CaptureTarget?
  /// PDUs that a key opens are written in the clear.
  var decrypts = false
  /// What is known of packets is written as comments on them.
  var annotates = false
  var redacts = false
  /// The file that gets the names of devices, as Wireshark reads them.
  var namesFile: String?
  /// This program is made known to Wireshark.
  var installs = false
}

/// The options of `baseline` only.
struct BaselineChoices: Equatable, Sendable {
  var keepsTimes = false
  /// Each capture is a good run: what varies among them is learnt.
  var learnsRuns = false
}

/// The options of `redact`.
struct RedactionOptions: Equatable, Sendable {
  var values = RedactedValues.mask
  /// A file that stand-ins are made with; `nil`: random numbers, which are not kept.
  var secret: String?
  /// The file for what became what.
  var map: String?
  var keepsVendor = false
  var keepsUnknown = false
  var shiftsTime = false
}

/// The options of `live` only.
struct LiveOptions: Equatable, Sendable {
  var source = SourceName.monitor
  /// The file that all records are written to.
  var recording: String?
  /// The page that is written every few seconds.
  var page: String?
  var rotation: Rotation?
  /// How many files of a rotation are kept.
  var keep: UInt64?
  /// Nanoseconds after which it ends.
  var duration: Int64?
  /// It stops after the first event that meets this.
  var condition: EventCondition?
}

/// The options of `replay` only.
struct ReplayOptions: Equatable, Sendable {
  var speed = PlaySpeed.normal
  /// The longest silence, in nanoseconds.
  var maximumGap: Int64?
  /// Where packets are sent; `nil`: the timeline is played.
  var records: RecordPlace?
}

/// The options of `mock` only.
struct MockOptions: Equatable, Sendable {
  /// The address that is advertised: a static random one, or the controller's public one.
  enum Address: String, CaseIterable, Sendable { case random, `public` }

  var controller: ControllerName?
  var address = Address.random
  var speed = PlaySpeed.normal
  var loops = false
  var reads = Reads.sequence
  var ends = Ends.never
  var security = Security.refuse
  /// What is read instead of what was recorded.
  var values: [AttributeValue] = []
  /// The file that says what else the peripheral does.
  var script: String?
  /// How many clients at a time.
  var clients: UInt64 = 1
  var expectsConnection = false

  enum Reads: String, CaseIterable, Sendable { case sequence, last }
  enum Ends: String, CaseIterable, Sendable {
    case never
    case asRecorded = "as-recorded"
  }

  /// What happens to clients that want to pair.
  enum Security: String, CaseIterable, Sendable {
    case refuse
    case justWorks = "just-works"
  }

  static let maximumValues = 256
}

/// The options of `diff` only.
struct DiffOptions: Equatable, Sendable {
  /// What counts, in the order given.
  var settings: [ComparisonSetting] = []
  /// The file with more of them; `nil`: the one beside the expected side, if it exists.
  var configuration: String?
  /// Whether such a file may be used.
  var isConfigured = true
  /// The expected side is rewritten.
  var updates = false
}

/// The options of `check` only.
struct CheckOptions: Equatable, Sendable {
  /// The rules as written on the command line.
  var rules: [String] = []
  var ruleFiles: [String] = []
  /// `nil`: findings are not looked for.
  var maxSeverity: SeverityLimit?
  /// Whose findings are accepted.
  var allowed: [FindingRule] = []
}
