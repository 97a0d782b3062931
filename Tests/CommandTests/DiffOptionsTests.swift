import ATTDissector
import Foundation
import GATTSession
import Regression
import TestSupport
import Testing
import Timeline

@testable import bleinspect

@Suite struct DiffOptionsTests {
  private func counts(_ line: String) throws -> ComparisonOptions {
    let options = try invocation("diff \(line) a b").options
    return ComparisonOptions(configuration: [], commandLine: options.diff.settings)
  }

  @Test func nothingSaid() throws {
    let found = try invocation("diff a b")
    expect(found.command, equals: .diff)
    expect(found.files, equals: ["a", "b"])
    expect(found.options, equals: ReadingOptions())
    try expect(counts(""), equals: ComparisonOptions())
  }

  @Test func everyOption() throws {
    var wanted = ComparisonOptions()
    wanted.link = true
    wanted.strict = true
    wanted.only = [.notification, .read, .attError]
    wanted.device = "Polar"
    wanted.map = [("a", "b"), ("00:22:D0:00:06:07", "Strap")]
    wanted.values = .shape
    wanted.valuesOfAttribute = [
      BluetoothUUID(UInt16(0x2A37)): .ignore, BluetoothUUID(UInt16(0x2A01)): .exact,
    ]
    wanted.count = .within(3)
    wanted.ranges = ["heart_rate_bpm": 40...200, "illuminance_lux": (-1.5)...(.infinity)]
    wanted.tolerances = ["pressure_hpa": .init(2, isPercent: true), "period_ms": .init(0.5)]
    wanted.timeTolerance = 250_000_000
    wanted.ignored = [
      .key("energy_expended_kj"), .attribute(BluetoothUUID(UInt16(0x2A19))), .kind(.note),
      .keyOfAttribute(BluetoothUUID(UInt16(0x2A37)), "rr_intervals_s"),
    ]
    try expect(
      counts(
        "--link --strict --only notification,read --only att_error --device Polar --map a=b "
          + "--map 00:22:D0:00:06:07=Strap --values shape --values 2a37=ignore "
          + "--values Appearance=exact --count ±3 --range heart_rate_bpm=40..200 "
          + "--range illuminance_lux=-1.5.. --tolerance pressure_hpa=2% --tolerance period_ms=0.5 "
          + "--time-tolerance .25 --ignore energy_expended_kj --ignore 2A19 --ignore event:note "
          + "--ignore 2A37.rr_intervals_s"), equals: wanted)
  }

  @Test(arguments: [
    ("exact", ComparisonOptions.CountMode.exact), ("ignore", .ignore), ("±2", .within(2)),
    ("+-2", .within(2)), ("2", .within(2)), ("0", .exact), ("+/-7", .within(7)),
  ])
  func counts(word: String, mode: ComparisonOptions.CountMode) throws {
    try expect(counts("--count \(word)").count, equals: mode)
  }

  @Test func theLastOfTwoCounts() throws {
    let found = try counts(
      "--values shape --values exact --range period_ms=1..2 --range period_ms=3..4 --map a=b "
        + "--map a=c")
    expect(found.values, equals: .exact)
    expect(found.ranges, equals: ["period_ms": 3...4])
    expect(found.map.map(\.actual), equals: ["c"])
  }

  @Test(arguments: [
    (
      "--values shap",
      "--values 'shap': unknown way to compare values: 'shap'; expected exact, shape or ignore; did you mean shape?"
    ),
    (
      "--values 2A3=shape",
      "--values '2A3=shape': neither a UUID nor the name of an attribute: '2A3' (180D, 2A37, 36 characters, or a name)"
    ),
    (
      "--values 2A37=all",
      "--values '2A37=all': unknown way to compare values: 'all'; expected exact, shape or ignore"
    ),
    ("--count few", "--count 'few': expected exact, ignore, or a number such as ±2 or 2"),
    (
      "--count exakt",
      "--count 'exakt': expected exact, ignore, or a number such as ±2 or 2; did you mean exact?"
    ),
    ("--count -1", "--count '-1': expected exact, ignore, or a number such as ±2 or 2"),
    (
      "--count 99999999999999999999",
      "--count '99999999999999999999': expected exact, ignore, or a number such as ±2 or 2"
    ),
    (
      "--range heart_rate=1..2",
      "--range 'heart_rate=1..2': no event has the key 'heart_rate'; did you mean heart_rate_bpm "
        + "or heart_rate_max_bpm?"
    ),
    ("--range heart_rate_bpm", "--range 'heart_rate_bpm': expected KEY=A..B"),
    (
      "--range heart_rate_bpm=",
      "--range 'heart_rate_bpm=': missing value after 'heart_rate_bpm='"
    ),
    (
      "--range heart_rate_bpm=9..3",
      "--range 'heart_rate_bpm=9..3': the range is empty: 9 is above 3"
    ),
    (
      "--range heart_rate_bpm=9",
      "--range 'heart_rate_bpm=9': expected A..B after 'heart_rate_bpm=', such as 40..200, 40.. or ..200"
    ),
    (
      "--range heart_rate_bpm=..",
      "--range 'heart_rate_bpm=..': expected A..B after 'heart_rate_bpm=', such as 40..200, 40.. or ..200"
    ),
    ("--range heart_rate_bpm=nan..3", "--range 'heart_rate_bpm=nan..3': not a number: 'nan'"),
    ("--range heart_rate_bpm=1..2..3", "--range 'heart_rate_bpm=1..2..3': not a number: '2..3'"),
    (
      "--range sensor_contact=1..2",
      "--range 'sensor_contact=1..2': no decoded number has the key 'sensor_contact'"
    ),
    (
      "--range frame=1..2",
      "--range 'frame=1..2': no decoded number has the key 'frame'"
    ),
    (
      "--tolerance period_ms=-1",
      "--tolerance 'period_ms=-1': negative tolerance: '-1'"
    ),
    ("--tolerance period_ms=5%%", "--tolerance 'period_ms=5%%': not a number: '5%'"),
    (
      "--tolerance period=5",
      "--tolerance 'period=5': no event has the key 'period'; did you mean period_ms?"
    ),
    ("--time-tolerance -1", "--time-tolerance '-1': negative tolerance"),
    ("--time-tolerance soon", "--time-tolerance 'soon': expected seconds, such as 0.5"),
    (
      "--ignore heart_rate_bmp",
      "--ignore 'heart_rate_bmp': neither a key of an event, nor a UUID, nor a name of an attribute: 'heart_rate_bmp'; did you mean heart_rate_bpm?"
    ),
    (
      "--ignore event:notify",
      "--ignore 'event:notify': unknown kind of event 'notify'; did you mean notification?"
    ),
    (
      "--ignore event:reads",
      "--ignore 'event:reads': unknown kind of event 'reads'; did you mean read?"
    ),
    (
      "--ignore 2A37.heart_rate",
      "--ignore '2A37.heart_rate': no event has the key 'heart_rate'; did you mean heart_rate_bpm "
        + "or heart_rate_max_bpm?"
    ),
    (
      "--ignore %",
      "--ignore '%': neither a key of an event, nor a UUID, nor a name of an attribute: '%'; expected KEY, UUID, UUID.KEY or event:KIND"
    ),
    (
      "--only notifications",
      "--only 'notifications': unknown kind of event 'notifications'; did you mean notification?"
    ),
    ("--only read,", "--only 'read,': unknown kind of event ''"),
    ("--only note", "--only 'note': events of kind 'note' are never compared"),
    ("--map a", "--map 'a': expected EXPECTED=ACTUAL, each an address or a name"),
    ("--map =b", "--map '=b': missing value before '='"),
    ("--map a=", "--map 'a=': missing value after 'a='"),
    (
      "--format ndjson",
      "--format 'ndjson': expected text, json, markdown, junit, sarif or codequality; did you mean json?"
    ),
    (
      "--uuid 2A37",
      "--uuid is an option of 'bleinspect', 'bleinspect packets', 'bleinspect gatt', "
        + "'bleinspect exchange', 'bleinspect learn', 'bleinspect stats', 'bleinspect report', "
        + "'bleinspect trace', 'bleinspect live', 'bleinspect replay' or 'bleinspect mock' only"
    ),
    ("--config c --no-config", "--config and --no-config contradict each other"),
    ("--config -", "--config cannot read standard input: give a file"),
    ("--output a", "--output 'a' is one of the sides"),
  ])
  func refuses(options: String, message: String) {
    expect(problem("diff \(options) a b"), equals: message)
  }

  @Test func wantsTwoSides() {
    let what = "EXPECTED ACTUAL, each a capture or an NDJSON timeline"
    expect(problem("diff"), equals: "expected two files, got 0: \(what)")
    expect(problem("diff a"), equals: "expected two files, got 1: \(what)")
    expect(
      problem("diff a b c"),
      equals: "expected two files, got 3: \(what) (convert makes one capture of several)")
    expect(
      problem("diff - -"),
      equals: "standard input (-) can be read only once")
    expect(
      problem("diff --update - b"), equals: "--update cannot rewrite EXPECTED on standard input")
    expect((try? invocation("diff --update a -")) != nil)
    expect((try? invocation("diff - b")) != nil)
  }

  @Test func optionsOfDiffAreNotThoseOfOthers() {
    let all = OptionDeclaration.comparison + OptionDeclaration.expectation
    for option in all where OptionDeclaration.named(option.name, of: .report) == nil {
      // redact has its own of two names.
      let isShared = OptionDeclaration.redaction.contains { $0.name == option.name }
      guard option.commands == [.diff], !isShared else { continue }
      let value = option.value == nil ? "" : "=x"
      expect(
        problem("\(option.spelling)\(value) a"),
        equals: "\(option.spelling) is an option of 'bleinspect diff' only")
    }
  }

  @Test func whatCanNeverMatchTogether() throws {
    try expect(counts("--only mtu,phy_updated").contradiction?.contains("--link"), equals: true)
    try expect(counts("--only mtu --link").contradiction == nil)
    try expect(counts("--only mtu,read").contradiction?.contains("only mtu:"), equals: true)
    try expect(counts("--only mtu,read --link").contradiction == nil)
    try expect(
      counts("--only read --ignore event:read").contradiction?.contains("ignored"), equals: true)
    try expect(counts("").contradiction == nil)
  }
}
