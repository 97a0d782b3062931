import BTSnoop
import Foundation
import TestSupport
import Testing

private let tsharkPath = "/usr/bin/tshark"
/// Under a sanitizer it would say the same once more.
private let hasTshark =
  FileManager.default.isExecutableFile(atPath: tsharkPath) && !Program.isSanitized

/// What a capture's header says that it is.
private struct InfoSink: RecordSink {
  var linkType = ""
  mutating func capture(_ info: CaptureInfo) { linkType = info.linkType }
  mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool { false }
}

/// A capture converted and read back is the same timeline.
@Suite struct ConvertTests {
  struct Pair: CustomTestStringConvertible, Sendable {
    let capture: String
    let target: CaptureTarget
    var testDescription: String { "\(capture) to \(target.rawValue)" }

    let linkType: String

    init(_ capture: String, _ target: CaptureTarget) {
      self.capture = capture
      self.target = target
      linkType = ConvertTests.linkTypes[capture] ?? ""
    }

    var isOfMonitor: Bool { linkType == "hci_monitor" }
    var isOfNordic: Bool { linkType == "nordic_ble" }
    var storesAdapters: Bool { target == .btsnoopMonitor || target == .pcapngMonitor }
    /// Whether the capture says more than the target can.
    var isLossy: Bool { isOfMonitor && !storesAdapters }
  }

  static let linkTypes: [String: String] = Dictionary(
    uniqueKeysWithValues: Program.captures.map { capture in
      var reader = CaptureReader()
      var sink = InfoSink()
      try? reader.read([Program.capture(capture)], into: &sink)
      return (capture, sink.linkType)
    })

  /// Into which a capture can be converted.
  static func targets(for capture: String) -> [CaptureTarget] {
    // Those of a real machine are of several adapters.
    if capture.hasPrefix("vm-") { return [.btsnoopMonitor, .pcapngMonitor] }
    let linkType = linkTypes[capture] ?? ""
    return linkType.contains("le_ll") || linkType == "nordic_ble"
      ? [.pcap, .pcapng, .pcapLE, .pcapngLE] : targets
  }

  static let targets: [CaptureTarget] = [
    .btsnoop, .btsnoopMonitor, .pcap, .pcapng, .pcapngMonitor, .pklg,
  ]

  static let pairs: [Pair] = Program.captures.flatMap { capture in
    targets(for: capture).map { Pair(capture, $0) }
  }

  /// What follows the line that says what the capture is.
  private func timeline(_ path: String, of capture: String = "") throws -> Substring {
    let outcome = try Program.run(["--format", "ndjson", "--adverts", "all", path])
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: Program.remark(on: capture, in: path))
    return outcome.output.drop { $0 != "\n" }
  }

  private func packets(_ path: String) throws -> String {
    let outcome = try Program.run(["packets", "--format", "ndjson", path])
    expect(outcome.status, equals: 0)
    return outcome.output
  }

  private func convert(_ pair: Pair, in folder: TemporaryFolder) throws -> String {
    let path = folder.url.appending(path: "out").path
    let outcome = try Program.run(
      ["convert", "--to", pair.target.rawValue, Program.capture(pair.capture), path])
    expect(outcome.status, equals: 0)
    expect(outcome.output.isEmpty)
    let isRemarkable = !Program.remark(on: pair.capture, in: "").isEmpty
    expect(outcome.errors.isEmpty != (pair.isLossy || pair.isOfNordic || isRemarkable))
    expect(
      outcome.errors.contains("without the connection event's counter"), equals: pair.isOfNordic)
    return path
  }

  @Test(arguments: pairs) func readsBackTheSame(_ pair: Pair) throws {
    let folder = try TemporaryFolder()
    let path = try convert(pair, in: folder)
    // The monitor's capture holds the packets of another, and what this target leaves out.
    let same = pair.isLossy ? "polar-h7.btsnoop" : pair.capture
    try expect(timeline(path, of: same), equals: timeline(Program.capture(same), of: same))
    try expect(packets(path), equals: packets(Program.capture(same)))
    if pair.isLossy {
      let outcome = try Program.run(
        ["convert", "--to", pair.target.rawValue, Program.capture(pair.capture), "-"])
      let form = pair.target.title
      expect(
        outcome.errors,
        equals: """
          bleinspect: standard output: 3 records that are no packets are left out: \(form) has no \
          place for them
          bleinspect: standard output: the packets are those of hci0: \(form) does not record adapters

          """)
      expect(outcome.bytes, equals: (try Data(contentsOf: URL(filePath: path))))
    }
  }

  /// There and back again is the file that it was.
  @Test(arguments: pairs.filter { !$0.isLossy && !$0.isOfMonitor })
  func isTheSameWhateverWasBetween(_ pair: Pair) throws {
    let folder = try TemporaryFolder()
    let between = try convert(pair, in: folder)
    let first = try #require(Self.targets(for: pair.capture).first).rawValue
    let direct = try Program.run(["convert", "--to", first, Program.capture(pair.capture), "-"])
    let around = try Program.run(["convert", "--to", first, between, "-"])
    expect(around.errors.isEmpty)
    expect(around.bytes, equals: direct.bytes)
  }

  @Test func keepsNanoseconds() throws {
    let folder = try TemporaryFolder()
    // pcap with nanoseconds, link type 201, one HCI Reset.
    let bytes: [UInt8] =
      [0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 201, 0, 0, 0]
      + [
        0xD0, 0x01, 0xA4, 0x69, 0x15, 0xCD, 0x5B, 7, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0x0C,
        0,
      ]
    let source = try folder.file("in.pcap", bytes)
    for target in Self.targets {
      let path = folder.url.appending(path: target.rawValue).path
      let outcome = try Program.run(["convert", "--to", target.rawValue, source, path])
      let isFine = ![.btsnoop, .btsnoopMonitor, .pklg].contains(target)
      expect(outcome.errors.contains("rounded down to microseconds") != isFine)
      try expect(packets(path).contains(isFine ? "28.123456789Z" : "28.123456Z"))
      let quiet = try Program.run(["convert", "--quiet", "--to", target.rawValue, source, "-"])
      expect(quiet.errors.isEmpty)
    }
  }

  /// pcap of the link layer with radio header: an advertisement, a request to connect, empty data.
  private static let heard: [UInt8] = {
    let packets: [(header: [UInt8], packet: [UInt8])] = [
      (
        [0, 0xC4, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x13, 0x0C],
        [0xD6, 0xBE, 0x89, 0x8E, 0x40, 9, 1, 2, 3, 4, 5, 0xC6, 2, 1, 6, 0xAA, 0xBB, 0xCC]
      ),
      (
        [0, 0xC0, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x13, 0x0C],
        [0xD6, 0xBE, 0x89, 0x8E, 0xC5, 34, 9, 9, 9, 9, 9, 0xC9, 1, 2, 3, 4, 5, 0xC6]
          + [0x11, 0x22, 0x33, 0x44, 1, 2, 3, 2, 3, 0, 24, 0, 0, 0, 72, 0]
          + [0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 5, 0xAA, 0xBB, 0xCC]
      ),
      (
        [7, 0xBE, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x13, 0x0D],
        [0x11, 0x22, 0x33, 0x44, 1, 0, 0xAA, 0xBB, 0xCC]
      ),
      (
        [7, 0xBB, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x93, 0x05],
        [0x11, 0x22, 0x33, 0x44, 9, 0, 0xAA, 0xBB, 0xCC]
      ),
    ]
    var bytes: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [0, 0, 4, 0, 0, 1, 0, 0]
    for (index, (header, packet)) in packets.enumerated() {
      let length = UInt8(header.count + packet.count)
      bytes += [
        0xD0, 0x01, 0xA4, 0x69, UInt8(index * 9), 1, 0, 0, length, 0, 0, 0, length, 0, 0, 0,
      ]
      bytes += header + packet
    }
    return bytes
  }()

  @Test(arguments: [CaptureTarget.pcap, .pcapng, .pcapLE, .pcapngLE])
  func whatWasHeardReadsBackTheSame(target: CaptureTarget) throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("in.pcap", Self.heard)
    let path = folder.url.appending(path: "out").path
    let outcome = try Program.run(["convert", "--to", target.rawValue, source, path])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    let expected = try packets(source)
    expect(expected.split(separator: "\n").count, equals: 4)
    expect(expected.contains("\"rssi_dbm\":-60") || !expected.contains("rssi"))
    try expect(packets(path), equals: expected)
    try expect(timeline(path), equals: timeline(source))
    if hasTshark {
      let count = try Program.shell("HOME=/nowhere \(tsharkPath) -n -r '\(path)' | wc -l")
      expect(count.output.trimmingCharacters(in: .whitespacesAndNewlines), equals: "4")
    }
  }

  @Test func theLinkLayerIsNoHCI() throws {
    let folder = try TemporaryFolder()
    let source = try folder.file("in.pcap", Self.heard)
    for target in [CaptureTarget.btsnoop, .btsnoopMonitor, .pcapngMonitor, .pklg] {
      let path = folder.url.appending(path: "out").path
      let outcome = try Program.run(["convert", "--to", target.rawValue, source, path])
      expect(outcome.status, equals: 2)
      expect(
        outcome.errors,
        equals: "bleinspect: \(path): frame 1 is a link-layer packet, which "
          + "\(target.title) cannot hold: use --to pcap-le or --to pcapng-le\n")
      expect(!FileManager.default.fileExists(atPath: path))
    }
    let bare = try Program.run(["convert", "--to", "pcap-le-bare", source, "-"])
    expect(bare.status, equals: 0)
    expect(bare.errors.contains("4 packets are written without channel"))
    let mixed = [source, Program.capture("polar-h7.btsnoop")]
    let both = folder.url.appending(path: "both.pcapng").path
    try expect(Program.run(["convert"] + mixed + [both]).status, equals: 0)
    try expect(
      Program.run(["packets", both]).output, equals: Program.run(["packets"] + mixed).output)
    let one = try Program.run(["convert", "--to", "pcap"] + mixed + ["-"])
    expect(one.status, equals: 2)
    expect(one.errors.contains("frame 5 is HCI, which pcap cannot hold beside the link layer"))
  }

  // MARK: tshark

  /// A line a record, with the ATT PDUs in it, as tshark reads them of files one after the other.
  private func tshark(_ paths: [String], in folder: borrowing TemporaryFolder) throws -> [Substring]
  {
    let joined = paths.count > 1 ? folder.url.appending(path: "joined").path : paths[0]
    let fields = ["hci_h4.type", "btatt.opcode", "btatt.handle", "btatt.value"]
    let options = fields.map { "-e \($0)" }.joined(separator: " ")
    let files = paths.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Program.shell(
      """
      set -e; export HOME=/nowhere
      \(paths.count > 1 ? "mergecap -a -w '\(joined)' \(files)" : "")
      \(tsharkPath) -n -r '\(joined)' -T fields \(options)
      """)
    expect(outcome.status, equals: 0)
    // The type of the H4 packet is not in a monitor's record.
    return outcome.output.split(separator: "\n").map { $0.drop { $0 != "\t" } }
  }

  @Test(.enabled(if: hasTshark, "tshark is not installed"), arguments: Program.captures)
  func tsharkReadsTheSame(capture: String) throws {
    let folder = try TemporaryFolder()
    let targets = Self.targets(for: capture)
    var paths = [Program.capture(capture)]
    for target in targets {
      let path = folder.url.appending(path: target.rawValue).path
      let outcome = try Program.run(["convert", "--to", target.rawValue, paths[0], path])
      expect(outcome.status, equals: 0)
      paths.append(path)
    }
    // tshark takes longer to start than to read them, but those of PacketLogger, which come last, cannot be joined with
    // others, and of two recordings of a real machine it would read the second by what it learned of the first.
    let joined = capture.hasPrefix("vm-") ? 1 : paths.count { !$0.hasSuffix("/pklg") }
    let groups = [Array(paths[..<joined])] + paths[joined...].map { [$0] }
    var rest = try groups.flatMap { try tshark($0, in: folder) }[...]
    let unheld = targets.count { Pair(capture, $0).isLossy } * 3
    let count = (rest.count + unheld) / paths.count
    let original = rest.prefix(count)
    expect(count >= 100)
    // vm-rights has no connection.
    expect(original.contains { $0 != "\t\t\t" } != (capture == "vm-rights.btsnoop"))
    rest.removeFirst(count)
    for target in targets {
      let pair = Pair(capture, target)
      let expected = pair.isLossy ? original.dropFirst(3) : original
      expect(rest.prefix(expected.count), equals: expected, "\(pair)")
      rest = rest.dropFirst(expected.count)
    }
    expect(rest.isEmpty)
  }
}
