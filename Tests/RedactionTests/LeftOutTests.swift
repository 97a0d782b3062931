import BTSnoop
import Bytes
import Redaction
import TestSupport
import Testing

/// What a capture has beside its packets is left out, and counted.
@Suite struct LeftOutTests {
  private static let packet: [UInt8] = [0, 0, 0, 0, 1, 0x03, 0x0C, 0x00]

  private static func options(_ options: [(UInt16, String)]) -> [UInt8] {
    var out = OrderedBytes(isBig: false)
    for (code, text) in options + [(0, "")] {
      let value = Array(text.utf8)
      out.add(code)
      out.add(UInt16(value.count))
      out.add(value + [UInt8](repeating: 0, count: -value.count & 3))
    }
    return out.bytes
  }

  /// A section whose header names a computer, and an interface with a name.
  private static func section(
    _ section: [(UInt16, String)], interface: [(UInt16, String)]
  ) -> PcapNGBytes {
    var file = PcapNGBytes(isBig: false)
    file.block(0x0A0D_0D0A) {
      $0.add(UInt32(0x1A2B_3C4D))
      $0.add(UInt16(1))
      $0.add(UInt16(0))
      $0.add(UInt64.max)
      $0.add(options(section))
    }
    file.block(1) {
      $0.add(UInt16(201))
      $0.add(UInt16(0))
      $0.add(UInt32(0))
      $0.add(options(interface))
    }
    return file
  }

  private func redacted(_ file: PcapNGBytes, keepsUnknown: Bool = false) throws -> RedactedCapture {
    var settings = RedactedCapture.Settings()
    settings.target = .pcapng
    settings.keepsUnknown = keepsUnknown
    return try RedactedCapture(file.bytes, settings)
  }

  @Test(arguments: [false, true]) func allOfItCounts(keepsUnknown: Bool) throws {
    var file = Self.section(
      [(1, "case 4711"), (2, "Ann's laptop"), (3, "Linux annbox"), (4, "Dumpcap of Ann")],
      interface: [
        (1, "of the kitchen"), (2, "ann0"), (3, "Ann's dongle"), (12, "annOS"), (14, "12345678"),
      ])
    // Names of hosts, keys, the log of a system, and what only its maker knows.
    for (type, text) in [
      (4, "ann.home"), (10, "ANNSECRET"), (9, "ann logged"), (0x4000_0BAD, "ann's"),
    ] {
      file.block(UInt32(type)) { $0.add(Array(text.utf8.prefix(4))) }
    }
    file.block(5) {
      $0.add(UInt32(0))
      $0.add(UInt64(0))
      $0.add(Self.options([(1, "ann's end")]))
    }
    file.packet(Self.packet, options: Self.options([(1, "ann opens"), (1, "twice")]))
    let capture = try redacted(file, keepsUnknown: keepsUnknown)
    var beside = BesidePackets()
    expect(capture.tally.beside != beside)
    beside = capture.tally.beside
    expect(beside.comments, equals: 3)
    expect(beside.recorderTexts, equals: 4)
    expect(beside.interfaceNames, equals: 2)
    expect(beside.otherBlocks, equals: 4)
    // Comments on packets are somebody's words on what is understood: they may stay.
    expect(capture.tally.comments, equals: keepsUnknown ? 0 : 2)
    expect(capture.contains(Array("ann opens".utf8)), equals: keepsUnknown)
    for text in [
      "4711", "laptop", "annbox", "Dumpcap", "kitchen", "ann0", "dongle", "annOS", "ann's end",
    ] {
      expect(!capture.contains(Array(text.utf8)), "\(text)")
    }
  }

  @Test func aPlainFileHasNothing() throws {
    // What says how times count says nothing of anybody.
    var file = Self.section([], interface: [(14, "12345678")])
    file.packet(Self.packet)
    let capture = try redacted(file)
    expect(capture.tally.beside, equals: BesidePackets())
    // Its own mark is no text of somebody.
    expect(try RedactedCapture(capture.bytes).tally.beside, equals: BesidePackets())
  }
}
