import Bytes
import TestSupport
import Testing

@testable import bleinspect

/// The status line's text and its heart.
struct StatusTests {
  private func text(
    _ status: StatusText, width: Int = 80, isUTF8: Bool = true, isColored: Bool = false
  ) -> String {
    var out = ByteWriter()
    status.write(
      StatusText.Style(width: width, isUTF8: isUTF8, isColored: isColored), to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private let strap = StatusText(
    devices: ["Polar H7"], heartRate: 72, isBeating: true, events: 3, lost: 0)

  @Test func tellsWhatGoesOn() {
    expect(text(StatusText()), equals: "no connection  0 events/s")
    expect(text(strap), equals: "1 connected: Polar H7  \u{2665} 72 bpm  3 events/s")
    var two = strap
    two.devices = ["Polar H7", "D0:11:22:33:44:01"]
    two.isBeating = false
    two.events = 1
    two.lost = 12
    expect(
      text(two),
      equals: "2 connected: Polar H7, D0:11:22:33:44:01  12 lost  \u{2661} 72 bpm  1 event/s")
  }

  @Test func isASCIIWhereTheLocaleIs() {
    expect(text(strap, isUTF8: false), equals: "1 connected: Polar H7  <3 72 bpm  3 events/s")
    var small = strap
    small.isBeating = false
    small.devices = ["Büro"]
    expect(text(small, isUTF8: false), equals: "1 connected: B?ro     72 bpm  3 events/s")
  }

  @Test func isColoredWhereItMayBe() {
    expect(
      text(strap, isColored: true),
      equals: "1 connected: Polar H7  \u{1B}[31m\u{2665} 72 bpm\u{1B}[0m  3 events/s")
  }

  @Test(arguments: 0..<80) func fitsTheWindow(width: Int) {
    var status = strap
    status.lost = 5
    status.devices = ["A name that is long", "\u{65E5}\u{672C}\u{8A9E}", "\u{1F493}\u{1F493}"]
    for isUTF8 in [true, false] {
      let line = text(status, width: width, isUTF8: isUTF8)
      let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
      expect(columns <= max(0, width - 1), "\(line)")
      if width >= 40 { expect(line.contains("72 bpm") && line.contains("5 lost")) }
    }
  }

  @Test func namesDoNothingToTheTerminal() {
    var status = StatusText()
    status.devices = ["a\u{1B}[2Jb\rc\nd\u{9B}e\u{202E}f\u{7}"]
    let line = text(status)
    expect(
      line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    expect(!line.unicodeScalars.contains("\u{202E}"))
  }

  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      ([:], false), (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true),
      (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
    ] as [([String: String], Bool)])
  func theLocaleSaysWhatCanBeShown(environment: [String: String], isUTF8: Bool) {
    expect(StatusLine.isUTF8 { environment[$0] }, equals: isUTF8)
  }

  // MARK: Heart

  /// How often the heart changes in some seconds, looked at every so many milliseconds.
  private func changes(bpm: Int, seconds: Int64, every step: Int64) -> Int {
    var heart = HeartBeat()
    var changes = 0
    heart.update(bpm: bpm, now: 0)
    var isLarge = heart.isLarge
    for now in stride(from: step, through: seconds * 1000, by: Int(step)) {
      heart.update(bpm: bpm, now: now * 1_000_000)
      if heart.isLarge != isLarge { changes += 1 }
      isLarge = heart.isLarge
    }
    return changes
  }

  @Test(arguments: [30, 72, 120, 200]) func beatsAtItsPace(bpm: Int) {
    // Two changes a beat.
    let expected = bpm * 2
    expect((expected - 2...expected + 2).contains(changes(bpm: bpm, seconds: 60, every: 10)))
  }

  @Test func standsStillWithoutARate() {
    var heart = HeartBeat()
    heart.update(bpm: nil, now: 0)
    expect(heart.nextChange == nil && !heart.isLarge)
    heart.update(bpm: 60, now: 1_000_000_000)
    expect(heart.isLarge)
    expect(heart.nextChange, equals: 1_500_000_000)
    heart.update(bpm: 0, now: 1_100_000_000)
    expect(heart.nextChange == nil && !heart.isLarge)
  }

  @Test func doesNotCatchUp() {
    var heart = HeartBeat()
    heart.update(bpm: 60, now: 0)
    heart.update(bpm: 60, now: 100_000_000_000)
    expect(heart.nextChange, equals: 100_500_000_000)
    // A faster one does not wait for the slow beat's end.
    heart.update(bpm: 600, now: 100_100_000_000)
    expect(heart.nextChange, equals: 100_150_000_000)
  }
}
