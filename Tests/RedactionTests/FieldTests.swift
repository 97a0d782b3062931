import BTSnoop
import Bytes
import Redaction
import TestSupport
import Testing

/// Each field that says who somebody is, with octets that are nowhere else: afterwards they are nowhere.
@Suite struct FieldTests {
  private static let marker: [UInt8] = [
    0xDE, 0xAD, 0xBE, 0xEF, 0x5A, 0xD3, 0x17, 0x29, 0x3B, 0x4D, 0x61, 0x75, 0x8F, 0x93, 0xA7, 0xBB,
  ]
  private static let address = Array(marker.prefix(6))

  private static func little(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func command(_ opcode: Int, _ parameters: [UInt8]) -> [UInt8] {
    [1] + little(opcode) + [UInt8(parameters.count)] + parameters
  }
  private static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    [4, code, UInt8(parameters.count)] + parameters
  }
  private static func meta(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    event(0x3E, [code] + parameters)
  }
  private static func returned(_ opcode: Int, _ parameters: [UInt8]) -> [UInt8] {
    event(0x0E, [1] + little(opcode) + parameters)
  }
  private static func data(_ channel: Int, _ pdu: [UInt8], handle: Int = 1) -> [UInt8] {
    [2] + little(handle | 0x2000) + little(pdu.count + 4) + little(pdu.count) + little(channel)
      + pdu
  }
  private static func report(_ data: [UInt8], _ address: [UInt8] = zeros(6)) -> [UInt8] {
    meta(2, [1, 0, 1] + address + [UInt8(data.count)] + data + [0xC4])
  }
  private static func structure(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
    [UInt8(data.count + 1), type] + data
  }

  /// Addresses in commands: the opcode, and where the address is.
  private static let commandAddresses: [(Int, Int)] = [
    (0x0405, 0), (0x0408, 0), (0x0409, 0), (0x040B, 0), (0x040C, 0), (0x040D, 0), (0x0419, 0),
    (0x042B, 0), (0x042C, 0), (0x042D, 0), (0x0433, 0), (0x2005, 0), (0x2011, 1), (0x2012, 1),
    (0x2028, 1), (0x202B, 1), (0x202C, 1), (0x2035, 1), (0x204E, 1), (0x2006, 7), (0x200D, 6),
    (0x2036, 12), (0x2043, 3), (0x2044, 3),
  ]

  private static let eventAddresses: [(UInt8, Int)] = [
    (0x03, 3), (0x04, 0), (0x07, 1), (0x12, 1), (0x16, 0), (0x17, 0), (0x18, 0), (0x20, 0),
    (0x2C, 3), (0x31, 0), (0x32, 0), (0x33, 0), (0x34, 0), (0x35, 0), (0x36, 1), (0x3B, 0),
    (0x3C, 0), (0x3D, 0), (0x02, 1), (0x22, 1), (0x2F, 1),
  ]

  private static let metaAddresses: [(UInt8, Int)] = [
    (0x01, 5), (0x0A, 5), (0x0A, 11), (0x0A, 17), (0x0E, 5), (0x13, 2), (0x18, 9), (0x29, 5),
    (0x34, 1), (0x0B, 3), (0x0B, 10), (0x0D, 4), (0x0D, 18),
  ]

  private static let others: [[UInt8]] = {
    var all: [[UInt8]] = []
    func add(_ packet: [UInt8]) { all.append(packet) }
    add(command(0x2027, [1] + zeros(6) + marker + zeros(16)))
    add(command(0x2027, [1] + zeros(22) + marker))
    add(command(0x2017, marker + zeros(16)))
    add(command(0x2019, [1, 0] + zeros(8) + [0, 0] + marker))
    add(command(0x201A, [1, 0] + marker))
    add(command(0x040B, zeros(6) + marker))
    add(command(0x0C11, [1] + zeros(6) + marker))
    add(command(0x0C11, [1] + address + zeros(16)))
    add(command(0x040D, zeros(6) + [16] + marker))
    add(command(0x2026, marker + zeros(48)))
    add(command(0x2069, zeros(20) + marker))
    add(command(0x0C13, marker + zeros(232)))
    add(command(0xFC01, marker))
    add(command(0x2008, [18] + structure(9, marker) + zeros(13)))
    add(command(0x2037, [0, 3, 1, 18] + structure(9, marker)))
    add(command(0x2037, [0, 0, 1, 16] + marker))
    add(command(0x2F00, marker))
    add(returned(0x2018, [0] + marker.prefix(8)))
    add(returned(0x2017, [0] + marker))
    add(returned(0x1009, [0] + address))
    add(returned(0x0C14, [0] + marker + zeros(232)))
    add(returned(0x0C57, [0] + marker + zeros(16)))
    add(returned(0xFC01, [0] + marker))
    add(event(0xFF, marker))
    add(event(0x18, zeros(6) + marker + [0]))
    add(event(0x15, [1] + zeros(6) + marker))
    add(event(0x07, [0] + zeros(6) + marker + zeros(232)))
    add(event(0x70, marker))
    add(event(0x2F, [1] + zeros(14) + structure(9, marker) + zeros(222)))
    add(event(0x1F, address + [1]))
    add(event(0x22, [1] + address + zeros(8)))
    add(meta(0x05, [1, 0] + marker.prefix(8) + [0, 0]))
    add(meta(0x08, [0] + marker + zeros(48)))
    add(meta(0x09, [0] + marker + zeros(16)))
    add(meta(0x7F, marker))
    add(report(structure(9, marker)))
    add(report(structure(8, marker)))
    add(report(structure(0x1B, address + [1])))
    add(report(structure(0x17, address)))
    add(report(structure(0x24, marker)))
    add(report(structure(0x10, marker)))
    add(report(structure(0x2B, marker)))
    add(report(structure(0x31, marker)))
    add(report(structure(0x16, [0x6F, 0xFD] + marker)))
    add(report(structure(0xFF, [0x4C, 0, 2, 0x15] + marker + [1, 2, 3, 4, 5])))
    add(report(structure(0xFF, [0x4C, 0, 0x12, 2] + marker)))
    add(report(marker))
    add(report([], address))
    add(data(6, [3] + marker))
    add(data(6, [4] + marker))
    add(data(6, [6] + marker))
    add(data(6, [8] + marker))
    add(data(6, [9, 1] + address))
    add(data(6, [10] + marker))
    add(data(6, [12] + marker + zeros(48)))
    add(data(6, [13] + marker))
    add(data(6, [7, 0, 0] + marker.prefix(8)))
    add(data(6, [0x70] + marker))
    add(data(4, [0xFA] + marker))
    add(data(5, [8, 1, 16, 0] + marker))
    add(data(0x40, marker))
    add(data(0x1F, marker))
    add([3, 1, 0, 16] + marker)
    add([5, 1, 0x20, 20, 0] + zeros(4) + marker)
    add([9] + marker)
    add([2, 7, 0x10, 16, 0] + marker)
    add([2, 8, 0x20, 20, 0, 90, 0, 4, 0] + marker)
    add([4, 0x05, 4, 0, 1, 0, 0x13] + marker)
    return all
  }()

  /// In these, a count comes first.
  private static let counted: Set<UInt8> = [0x02, 0x22, 0x2F]
  private static let countedMeta: Set<UInt8> = [0x0B, 0x0D]

  private static let all: [[UInt8]] = {
    var all = others
    for (opcode, place) in commandAddresses {
      all.append(command(opcode, zeros(place) + address + zeros(40)))
    }
    for (code, place) in eventAddresses {
      let before = counted.contains(code) ? [1] : zeros(place)
      all.append(event(code, before + address + zeros(30)))
    }
    for (code, place) in metaAddresses {
      let before = countedMeta.contains(code) ? [1] + zeros(place - 1) : zeros(place)
      all.append(meta(code, before + address + zeros(30)))
    }
    return all
  }()

  @Test(arguments: RedactedValues.allCases) func nothingOfThemIsLeft(values: RedactedValues) throws
  {
    for packet in Self.all {
      var settings = RedactedCapture.Settings()
      settings.values = values
      let redacted = try RedactedCapture(btsnoop([packet]), settings)
      let place = "\(packet.prefix(8)), \(values)"
      expect(redacted.packets.count, equals: 1, place)
      expect(redacted.packets.first?.count == packet.count, place)
      expect(redacted.leaks, equals: 0, place)
      for start in 0...Self.marker.count - 4 {
        expect(!redacted.contains(Array(Self.marker[start..<start + 4])), place)
      }
      if packet.count < 14 { continue }
      expect(packet != redacted.packets.first, place)
    }
  }

  /// A name that its recorder reports in two parts: what stands where a type is expected is a part of it.
  @Test func aChainOfAdvertisingDataIsNotReadInItsMiddle() throws {
    func part(_ status: UInt8, _ data: [UInt8]) -> [UInt8] {
      Self.meta(
        0x0D,
        [1, status << 5, 0, 1, 1, 2, 3, 4, 5, 0xC6, 1, 0, 1, 127, 0xC0, 0, 0, 0] + Self.zeros(6)
          + [UInt8(data.count)] + data)
    }
    let first = part(1, [17, 9] + Self.marker.prefix(4))
    let second = part(0, Array(Self.marker.dropFirst(4)))
    let redacted = try RedactedCapture(btsnoop([first, second]))
    for start in 0...Self.marker.count - 3 {
      expect(!redacted.contains(Array(Self.marker[start..<start + 3])))
    }
  }

  /// A piece that only fills up says nothing, and does not become a structure of any length.
  @Test func whatFillsUpAChainStays() throws {
    func piece(_ data: [UInt8]) -> [UInt8] {
      Self.command(0x2037, [1, 0, 1, UInt8(data.count)] + data)
    }
    let empty = piece(Self.zeros(8))
    let full = piece([0, 0, 0, 0, 0, 0, 0, 1])
    let packets = try RedactedCapture(btsnoop([empty, full])).packets
    expect(packets[0], equals: empty)
    expect(packets[1] != full)
  }

  /// An event of TI whose fields are known has its addresses replaced, and the rest stays; another maker's is zeroed.
  @Test func eventsOfTexasInstrumentsAreUnderstood() throws {
    let ended = Self.event(0xFF, [0x06, 0x06, 0, 2, 0, 0x3E])
    let random = Self.event(0xFF, [0x08, 0x06, 0, 1] + Self.address)
    let other = Self.event(0xFF, [0x06, 0x07, 0, 2, 0, 0x3E])
    let capture = try RedactedCapture(btsnoop([ended, random, other]))
    expect(capture.packets[0], equals: ended)
    expect(Array(capture.packets[1].prefix(7)), equals: Array(random.prefix(7)))
    expect(!capture.contains(Self.address))
    expect(capture.packets[2], equals: Self.event(0xFF, Self.zeros(6)))
    expect(capture.tally.zeroed(.vendorEvents), equals: 1)
  }

  @Test func whatSaysHowDevicesTalkStays() throws {
    let packets = [
      Self.command(0x200B, [1, 16, 0, 16, 0, 0, 0]), Self.returned(0x200B, [0]),
      Self.event(0x05, [0, 1, 0, 0x13]), Self.event(0x13, [1, 1, 0, 2, 0]),
      Self.meta(0x03, [0, 1, 0, 24, 0, 0, 0, 72, 0]), Self.data(4, [2, 0xF7, 0]),
      Self.data(4, [1, 0x0A, 3, 0, 0x0A]), Self.data(4, [0x11, 6, 1, 0, 5, 0, 0x0D, 0x18]),
      Self.data(6, [1, 3, 0, 5, 16, 7, 7]), Self.data(6, [5, 4]),
      Self.data(5, [0x12, 1, 8, 0, 6, 0, 12, 0, 0, 0, 0xC8, 0]),
      Self.report(Self.structure(1, [6]) + Self.structure(3, [0x0D, 0x18])),
    ]
    let redacted = try RedactedCapture(btsnoop(packets))
    expect(redacted.packets, equals: packets)
    expect(redacted.leaks, equals: 0)
  }

  @Test func aCopyInAValueThatStaysIsReplacedToo() throws {
    var settings = RedactedCapture.Settings()
    settings.values = .keep
    settings.keepsUnknown = true
    // The address of the advertiser, the other way round, in data of a company that stay.
    let packet = Self.report(
      Self.structure(0xFF, [0x99, 4, 5] + Self.address.reversed() + [1, 2]), Self.address)
    let redacted = try RedactedCapture(btsnoop([packet]), settings)
    let bytes = try #require(redacted.packets.first)
    expect(redacted.tally.copies, equals: 1)
    expect(Array(bytes[19..<25]), equals: Array(bytes[7..<13].reversed()))
    expect(Array(bytes[25...]), equals: Array(packet[25...]))
    expect(redacted.leaks, equals: 0)
  }

  @Test func aFragmentedPDUIsReplacedAsOne() throws {
    let pdu: [UInt8] = [17, 0, 6, 0, 8] + Self.marker
    let parts: [[UInt8]] = [
      [2, 1, 0x20, 9, 0] + pdu[..<9], [2, 1, 0x10, 12, 0] + pdu[9...],
    ]
    let event = Self.event(0x13, [1, 1, 0, 1, 0])
    let redacted = try RedactedCapture(btsnoop([parts[0], event, parts[1]]))
    let whole = try RedactedCapture(btsnoop([[2, 1, 0x20, 21, 0] + pdu]))
    let packets = redacted.packets
    expect(packets[1], equals: event)
    expect(packets[0].dropFirst(5) + packets[2].dropFirst(5), equals: whole.packets[0].dropFirst(5))
    expect(redacted.leaks, equals: 0)
  }

  @Test func oneSecretGivesTheSameBytes() throws {
    let capture = btsnoop(Self.others)
    let first = try RedactedCapture(capture)
    try expect(RedactedCapture(capture).bytes, equals: first.bytes)
    var settings = RedactedCapture.Settings()
    settings.secret = Array("another secret of the tests".utf8)
    try expect(RedactedCapture(capture, settings).bytes != first.bytes)
  }

  @Test func timesCanBeMoved() throws {
    var settings = RedactedCapture.Settings()
    settings.shiftsTime = true
    let redacted = try RedactedCapture(btsnoop(Self.others), settings)
    let time = redacted.bytes[32..<40].reduce(Int64(0)) { $0 << 8 | Int64($1) } - BTSnoopBytes.epoch
    expect(time, equals: 946_684_800_000_000)
  }

  /// Random octets: nothing crashes, and lengths stay.
  @Test func anyOctetsAreRedacted() throws {
    var random = SplitMix(seed: 53)
    var packets: [[UInt8]] = []
    for _ in 0..<300 {
      let count = Int.random(in: 1...60, using: &random)
      let kind = UInt8.random(in: 1...5, using: &random)
      packets.append(
        [kind] + (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) })
    }
    let redacted = try RedactedCapture(btsnoop(packets))
    expect(redacted.packets.map(\.count), equals: packets.map(\.count))
    expect(redacted.leaks, equals: 0)
  }
}
