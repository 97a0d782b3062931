import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What follows from the content of an event: each flag has contents that have it, and the others have not.
struct EventContentTests {
  private static func value(_ change: (inout ValueContent) -> Void = { _ in }) -> EventContent {
    var value = ValueContent()
    change(&value)
    return .value(value)
  }

  private static func advertisement(
    bits: UInt16 = 0x13, isTruncated: Bool = false, isRepeat: Bool = false
  ) -> AdvertisementContent {
    // An extended report: its type, an address, no data, and neither strength nor power.
    let octets: [UInt8] =
      [
        UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8), 1, 1, 2, 3, 4, 5, 6, 1, 0, 0xFF, 127,
        0xC4,
      ]
      + [UInt8](repeating: 0, count: 10)
    var cursor = ByteCursor(octets.rawBytes)
    guard let report = try? AdvertisingReport(extended: &cursor) else { fatalError("no report") }
    return AdvertisementContent(
      report, channel: 37, isTruncated: isTruncated, isRepeat: isRepeat)
  }

  private static var request: RequestWords {
    RequestWords(opcode: .readRequest, handle: 3, attribute: nil)
  }

  private static var unasked: UnaskedAnswer {
    let record = CaptureRecord(
      frame: 1, time: CaptureTime(seconds: 0, nanoseconds: 0), kind: .acl, direction: .received,
      originalLength: 0)
    let budget = MemoryBudget()
    let connection = Connection(
      ordinal: 1, handle: 1, record: record, peer: nil, role: .central, beginsInCapture: true,
      local: AttributeDatabase(budget: budget), remote: AttributeDatabase(budget: budget))
    return UnaskedAnswer(by: ATTParty(isHost: false, of: connection), opcode: .readResponse)
  }
  private static let parameters = [UInt8](repeating: 1, count: 8)

  /// One of each that differs in a flag, by a name of its own.
  private static func contents() throws -> [(name: String, content: EventContent)] {
    var cursor = ByteCursor(parameters.rawBytes)
    let asked = try ConnectionParameters(&cursor)
    let terms = LinkTerms(interval: ConnectionInterval(frames: 24), latency: 0, timeout: 42)
    var error = unasked
    error.error = 1
    return [
      ("unsaid", .unsaid), ("value", value()), ("no value", value { $0.hasValue = false }),
      ("cut value", value { $0.isTruncated = true }),
      ("unheard value", value { ($0.hasValue, $0.isUnheard) = (false, true) }),
      ("long value", value { $0.wholeLength = 40 }),
      ("part", value { $0.form = .fromOffset }),
      ("advertisement", .advertisement(advertisement())),
      ("cut advertisement", .advertisement(advertisement(isTruncated: true))),
      ("repeat", .advertisement(advertisement(isRepeat: true))),
      ("malformed", .capture(.malformed(.attPDU, nil, isCut: false))),
      ("cut packet", .capture(.malformed(.attPDU, nil, isCut: true))),
      ("unknown opcode", .capture(.unknownOpcode(0x7F))),
      ("remark", .capture(.given("cut"))), ("mark", .capture(.mark("now"))),
      ("time", .capture(.timeFell(count: 1, largest: 1, frame: 1))),
      ("lost", .capture(.lost(1))), ("stray part", .link(.strayPart)),
      ("silence", .link(.silence(expected: nil))), ("losses", .link(.unheard(3))),
      ("open attempt", .link(.attemptOpen(BluetoothAddress(1, kind: .public)))),
      ("failed attempt", .link(.attemptFailed(.connectionTimeout, isCancelled: false))),
      ("cancelled", .link(.attemptFailed(.connectionTimeout, isCancelled: true))),
      ("end", .link(.ended(.connectionTimeout, by: .remote, nil))),
      ("cut", .link(.cut(.reset, isOnlyItsEnd: false))),
      ("end in a log", .appLog(.ended(status: 8, isAttempt: false))),
      ("connected", .link(.connected(.central, terms))), ("updated", .link(.updated(terms))),
      ("announced", .link(.announced(terms))),
      ("version", .link(.version(9, company: 1, subversion: 2))),
      ("asked", .link(.parameterRequest(asked, accepted: true))),
      ("asked in vain", .link(.parametersUnanswered(asked))),
      ("discovery", .discovery(.found(DiscoveryTally(requests: 2, services: 1)))),
      ("fruitless", .discovery(.found(DiscoveryTally(requests: 2)))),
      ("service", .discovery(.service(end: 9, isPrimary: true))),
      ("refused", .transaction(.refused(request, code: 5, remark: nil))),
      ("timed out", .transaction(.timedOut(request))),
      ("unanswered", .transaction(.unanswered(request, .disconnect))),
      ("answer not heard", .transaction(.unanswered(request, .unheard))),
      ("response", .transaction(.withoutRequest(.readResponse))),
      ("unasked", .transaction(.unasked(unasked))),
      ("unasked error", .transaction(.unasked(error))),
      ("no attribute", .transaction(.noAttribute(0x2A37))),
      ("pairing failed", .security(.pairingFailed(nil, reason: 4))),
      ("encrypted", .security(.encryption(isOn: true, isRefresh: false, keySize: nil))),
      ("identity", .device(.identity(BluetoothAddress(1, kind: .public)))),
      ("united", .device(.united(kept: 1, gone: 2))),
    ]
  }

  private func having(_ flag: (EventContent) -> Bool) throws -> [String] {
    try Self.contents().filter { flag($0.content) }.map(\.name)
  }

  @Test func whatHasAValue() throws {
    expect(
      try having(\.hasValue),
      equals: [
        "value", "cut value", "long value", "part", "advertisement", "cut advertisement", "repeat",
        "malformed", "cut packet", "unknown opcode", "stray part", "response", "unasked",
      ])
    expect(
      try having(\.isTruncated), equals: ["cut value", "cut advertisement", "cut packet"])
    expect(try having { $0.wholeLength != nil }, equals: ["long value"])
    expect(try having { $0.form != .plain }, equals: ["part"])
    expect(try having(\.isRepeat), equals: ["repeat"])
  }

  @Test func whatIsMissing() throws {
    expect(try having(\.isUnheard), equals: ["unheard value", "answer not heard"])
    expect(
      try having { !$0.isOfRecord },
      equals: ["remark", "mark", "time", "silence", "losses", "open attempt"])
    expect(try having(\.isSilence), equals: ["silence"])
    expect(try having(\.isLossCount), equals: ["losses"])
  }

  @Test func whatItIsAbout() throws {
    expect(try having(\.isDiscovery), equals: ["discovery", "fruitless"])
    expect(try having(\.isFruitlessDiscovery), equals: ["fruitless"])
    expect(try having(\.isParameterRequest), equals: ["asked", "asked in vain"])
    expect(try having(\.isVersion), equals: ["version"])
    expect(
      try having { $0.securityStep != nil }, equals: ["pairing failed", "encrypted", "identity"])
    expect(try having { $0.securityStep == .pairingFailed }, equals: ["pairing failed"])
  }

  @Test func howItEnds() throws {
    let ends = ["failed attempt", "cancelled", "end", "cut", "end in a log"]
    expect(try having { $0.end != nil }, equals: ends)
    expect(
      try having { $0.end?.reason == .connectionTimeout },
      equals: ["failed attempt", "cancelled", "end"])
    expect(try having { $0.end?.by == .remote }, equals: ["end"])
    expect(try having { $0.end?.by == .local }, equals: ["cancelled", "cut"])
    // What is only announced holds from its instant on.
    expect(try having { $0.terms != nil }, equals: ["connected", "updated"])
  }

  @Test func whichRequest() throws {
    expect(
      try having { $0.request?.opcode == .readRequest },
      equals: ["refused", "timed out", "unanswered", "answer not heard"])
    expect(try having { $0.errorCode == 5 }, equals: ["refused"])
    expect(try having { $0.errorCode != nil }, equals: ["refused"])
    expect(try having(\.hasTimedOut), equals: ["timed out"])
  }

  @Test func advertisements() {
    let content = Self.advertisement()
    expect(content.rssi == -60 && content.txPower == nil && content.channel == 37)
    expect(content.type.isConnectable && content.type.scanResponse == nil)
    expect(Self.advertisement(bits: 0x1A).type.scanResponse, equals: .legacy)
    expect(Self.advertisement(bits: 0x08).type.scanResponse, equals: .extended)
  }
}
