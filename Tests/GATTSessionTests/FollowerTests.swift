import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// The parts of a session, each alone on one connection: no adapter, no header and no capture.
struct FollowerTests {
  /// What all parts share, with a sink that keeps what is told, and a connection that begins in the capture.
  private final class Ground {
    let sink = RecordingSink()
    let context: SessionContext
    let connection: Connection
    private var frame: UInt64 = 0
    private var milliseconds: Int64 = 0

    init(beginsInCapture: Bool = true) {
      context = SessionContext(GATTSession.Options(), sink: sink)
      connection = Connection(
        ordinal: 1, handle: 0x40, record: Self.record(0, .received, 0), peer: nil, role: .central,
        beginsInCapture: beginsInCapture, local: AttributeDatabase(budget: context.budget),
        remote: AttributeDatabase(budget: context.budget))
      connection.parties.isRoleKnown = beginsInCapture
      connection.traffic.lastRecord = Self.record(0, .received, 0).time
    }

    private static func record(
      _ frame: UInt64, _ direction: PacketDirection, _ milliseconds: Int64
    ) -> CaptureRecord {
      CaptureRecord(
        frame: frame,
        time: CaptureTime(unixMicroseconds: 1_700_000_000_000_000 + milliseconds * 1000),
        kind: .acl, direction: direction, originalLength: 0)
    }

    /// The next record, this long after the one before.
    func next(_ direction: PacketDirection = .sent, after wait: Int64 = 10) -> CaptureRecord {
      frame += 1
      milliseconds += wait
      let record = Self.record(frame, direction, milliseconds)
      // A connection that was heard has packets of both sides.
      connection.traffic.packets[record.direction.sender] += 1
      return record
    }

    var kinds: [EventKind] { sink.events.map(\.kind) }
    var texts: [String] { sink.events.map(\.text) }
    var findings: [String] { context.reporter.findings.list.map(\.text) }

    lazy var linkStates = LinkStates(context)
    lazy var decryption = LinkDecryption(context)
    lazy var security = SecurityFollower(context, linkStates: linkStates, decryption: decryption)
    lazy var discovery = DiscoveryFollower(context)
    lazy var att = ATTFollower(
      context, linkStates: linkStates, security: security, discovery: discovery)
    lazy var l2cap = L2CAPFollower(context, linkStates: linkStates, security: security, att: att)
    lazy var ends = ConnectionEnds(
      context, linkStates: linkStates, security: security, discovery: discovery, att: att,
      l2cap: l2cap)

    func att(_ pdu: String, _ direction: PacketDirection, after wait: Int64 = 10) {
      let octets = bytes(pdu)
      att.pdu(
        octets.rawBytes, on: connection, bearer: nil, at: next(direction, after: wait),
        isCut: false, missing: 0)
    }

    @discardableResult
    func join(
      _ fragment: String, isStart: Bool, _ direction: PacketDirection = .received
    ) -> L2CAPReassembler.Outcome {
      let octets = bytes(fragment)
      let record = next(direction)
      return l2cap.join(
        octets.rawBytes, isStart: isStart, isCut: false, on: connection,
        side: record.direction.sender, at: record)
    }

    func smp(_ pdu: String, _ direction: PacketDirection) {
      let octets = bytes(pdu)
      security.pdu(octets.rawBytes, on: connection, at: next(direction), isCut: false)
    }
  }

  // MARK: Links

  @Test("the role follows from a PDU that only one side sends, once")
  func roleIsLearned() {
    let ground = Ground(beginsInCapture: false)
    ground.connection.role = nil
    ground.linkStates.learnRole(
      .peripheral, ofSenderOf: "Security Request", on: ground.connection, at: ground.next(.received)
    )
    expect(ground.connection.role, equals: .central)
    ground.linkStates.learnRole(
      .central, ofSenderOf: "Pairing Request", on: ground.connection, at: ground.next(.received))
    expect(ground.connection.role, equals: .central)
    expect(ground.kinds, equals: [.note])
  }

  @Test("a packet without a direction shows no role")
  func roleNeedsDirection() {
    let ground = Ground(beginsInCapture: false)
    ground.connection.role = nil
    ground.linkStates.learnRole(
      .peripheral, ofSenderOf: "Security Request", on: ground.connection, at: ground.next(.unknown))
    expect(ground.connection.role == nil && ground.sink.events.isEmpty)
  }

  @Test("an update that fails changes nothing, and is found")
  func failedUpdate() {
    let ground = Ground()
    ground.linkStates.updateFailed(
      .parameters, status: HCIStatus(rawValue: 0x1A), on: ground.connection, at: ground.next())
    expect(ground.kinds == [.connectionUpdated] && ground.findings.count == 1)
    expect(ground.sink.events.first?.isProblem == true)
    expect(ground.connection.state.intervals.isEmpty)
  }

  @Test("subrating needs an interval")
  func subrateWithoutInterval() {
    let ground = Ground()
    ground.linkStates.subrated(
      factor: 4, latency: 0, timeout: 500, on: ground.connection, at: ground.next())
    expect(ground.sink.events.isEmpty)
    ground.linkStates.take(
      LinkTerms(interval: ConnectionInterval(frames: 24), latency: 0, timeout: 500),
      on: ground.connection, at: ground.next())
    ground.linkStates.subrated(
      factor: 4, latency: 0, timeout: 500, on: ground.connection, at: ground.next())
    expect(ground.kinds, equals: [.connectionUpdated])
  }

  // MARK: Keys

  @Test("a key is learned once, and named by what it was asked for with")
  func keyIsLearnedOnce() {
    let ground = Ground()
    let name = LinkKey.Name(random: 7, diversifier: 9)
    ground.decryption.learnKey(0x1234, name: name, on: ground.connection)
    ground.decryption.learnKey(0x1234, name: name, on: ground.connection)
    expect(ground.context.keys.list.map(\.value), equals: [0x1234])
    expect(ground.context.keys.list.first?.name == name)
  }

  @Test("a distributed key is named by the side that sent it, not by the other")
  func distributedKey() {
    let ground = Ground()
    for (code, payload, side) in [
      (SMPCode.encryptionInformation, "06 01000000000000000000000000000000", Side.peer),
      (.centralIdentification, "07 0900 0800000000000000", .host),
      (.centralIdentification, "07 0900 0700000000000000", .peer),
    ] {
      let octets = bytes(payload)
      ground.decryption.learnKeys(
        code, payload: octets.rawBytes, on: ground.connection, side: side)
    }
    expect(
      ground.context.keys.list.first?.name == LinkKey.Name(random: 7, diversifier: 9)
        && ground.context.keys.list.first?.value == 1)
  }

  // MARK: Security

  @Test("a pairing begins with a request, and its failure is told")
  func pairingFails() {
    let ground = Ground()
    ground.smp("01 03 00 01 10 00 00", .sent)
    expect(ground.connection.pairing.outcome == .underWay)
    ground.smp("05 05", .received)
    expect(ground.connection.pairing.outcome != .underWay)
    expect(ground.kinds, equals: [.security])
    expect(ground.findings.count, equals: 1)
  }

  @Test("a short PDU is malformed, and its sender is named")
  func shortPairingPDU() {
    let ground = Ground()
    ground.smp("01 03 00", .received)
    expect(ground.kinds.first, equals: .malformed)
    expect(ground.findings.contains { $0.contains("Pairing Request") }, "\(ground.findings)")
  }

  @Test(
    "a refusal that asks for encryption is found, unless the client asks again when it is on",
    arguments: [(true, 0), (false, 1)])
  func refusalIsCured(isEncrypted: Bool, found: Int) {
    let ground = Ground()
    let words = RequestWords(opcode: .readRequest, handle: 3, attribute: nil, value: nil)
    let context = ATTContext(ground.connection, nil, client: .host)
    ground.security.awaitCure(
      words, by: ATTParty(serverOf: context), code: 0x0F, on: ground.connection, at: ground.next())
    if isEncrypted {
      ground.security.encryptionChanged(
        EncryptionChange(status: .success, isEnabled: true), code: .encryptionChange,
        on: ground.connection, at: ground.next())
      ground.security.askedAgain(3, client: .host, on: ground.connection)
    }
    ground.security.findUncured(on: ground.connection, at: ground.next())
    expect(ground.findings.count, equals: found)
    expect(ground.context.reporter.curedFrames.isEmpty, equals: !isEncrypted)
  }

  // MARK: Discovery

  @Test("a discovery is told once, when it ends")
  func discoveryIsToldOnce() {
    let ground = Ground()
    ground.discovery.tally(on: ground.connection, client: .host, at: ground.next()) {
      $0.services += 2
      $0.requests += 1
    }
    expect(ground.sink.events.isEmpty && !ground.discovery.open.isEmpty)
    ground.discovery.flush(on: ground.connection, client: .host, at: ground.next())
    ground.discovery.flush(at: ground.next())
    expect(ground.kinds.count, equals: 1)
    expect(ground.discovery.open.isEmpty)
  }

  @Test("the discoveries of two clients are two, and flushed together")
  func discoveriesOfBothSides() {
    let ground = Ground()
    for client in Side.allCases {
      ground.discovery.tally(on: ground.connection, client: client, at: ground.next()) {
        $0.services += 1
        $0.requests += 1
      }
    }
    ground.discovery.flush(at: ground.next(), of: ground.connection)
    expect(ground.kinds.count, equals: 2)
  }

  // MARK: ATT

  @Test("a read is told with its response")
  func readIsTold() {
    let ground = Ground()
    ground.att("0A 0300", .sent)
    expect(ground.sink.events.isEmpty)
    ground.att("0B 2A", .received)
    expect(ground.kinds, equals: [.read])
    expect(ground.sink.events.first?.handle == 3 && ground.sink.events.first?.value == "2a")
    expect(ground.sink.events.first?.response, equals: 10)
  }

  @Test("a notification needs no request, and no response")
  func notification() {
    let ground = Ground()
    ground.att("1B 0300 2A", .received)
    expect(ground.kinds, equals: [.notification])
    expect(ground.connection.counts.notifications, equals: 1)
  }

  @Test("a request without an answer is told when its bearer ends, and only then")
  func unansweredRequest() {
    let ground = Ground()
    ground.att("0A 0300", .sent)
    ground.att.settle(
      ground.connection.bearer, on: ground.connection, at: ground.next(), ending: .disconnect)
    expect(ground.kinds == [.read] && ground.connection.counts.unanswered == 1)
    ground.att.settle(
      ground.connection.bearer, on: ground.connection, at: ground.next(), ending: .disconnect)
    expect(ground.kinds.count, equals: 1)
  }

  @Test("a request times out after 30 s", arguments: [(29_000, 0), (31_000, 1)])
  func requestTimesOut(wait: Int64, findings: Int) {
    let ground = Ground()
    ground.att("0A 0300", .sent)
    ground.att.endOldTransactions(ground.connection, at: ground.next(after: wait))
    expect(ground.findings.count, equals: findings)
  }

  // MARK: L2CAP

  @Test("two fragments are one PDU")
  func fragmentsAreJoined() {
    let ground = Ground()
    expect(ground.join("04 00 04 00 1B 03", isStart: true) == .waiting)
    expect(ground.sink.events.isEmpty)
    expect(ground.join("00 2A", isStart: false) == .joined)
    expect(ground.kinds, equals: [.notification])
    expect(ground.context.budget.reassembly.used, equals: 0)
  }

  @Test("a PDU whose rest never comes is told with the next one, before it")
  func restIsLost() {
    let ground = Ground()
    ground.join("04 00 04 00 1B 03", isStart: true)
    ground.join("04 00 04 00 1B 0300 2A", isStart: true)
    expect(ground.kinds, equals: [.note, .notification])
    expect(ground.connection.traffic.losses.peer, equals: 1)
    expect(ground.findings.count, equals: 1)
  }

  @Test("a continuation without a beginning is a stray one")
  func strayContinuation() {
    let ground = Ground()
    expect(ground.join("00 2A", isStart: false) == .stray)
    expect(ground.sink.events.isEmpty)
  }

  @Test("fragments of the two sides are two PDUs")
  func sidesAreApart() {
    let ground = Ground()
    ground.join("03 00 04 00 0A", isStart: true, .sent)
    ground.join("04 00 04 00 1B 0300 2A", isStart: true, .received)
    ground.join("0300", isStart: false, .sent)
    ground.join("02 00 04 00 0B 2A", isStart: true, .received)
    expect(ground.kinds, equals: [.notification, .read])
  }

  @Test("a PDU of the Security Manager goes to it")
  func channelsAreApart() {
    let ground = Ground()
    ground.join("07 00 06 00 01 03 00 01 10 00 00", isStart: true, .sent)
    expect(ground.connection.pairing.outcome == .underWay)
    expect(ground.connection.counts.requests, equals: 0)
  }

  // MARK: Ends

  @Test("what is in progress ends in the order of the layers")
  func endsInOrder() {
    let ground = Ground()
    ground.att("0A 0300", .sent)
    ground.smp("01 03 00 01 10 00 00", .sent)
    ground.join("04 00 04 00 1B 03", isStart: true)
    ground.ends.settle(ground.connection, at: ground.next(), ending: .disconnect)
    expect(ground.kinds, equals: [.read, .security, .note])
    ground.ends.settle(ground.connection, at: ground.next(), ending: .disconnect)
    expect(ground.kinds.count, equals: 3)
  }

  @Test("a connection with nothing in progress ends without a word")
  func nothingInProgress() {
    let ground = Ground()
    ground.att("0A 0300", .sent)
    ground.att("0B 2A", .received)
    ground.ends.settle(ground.connection, at: ground.next(), ending: .disconnect)
    expect(ground.kinds == [.read] && ground.findings.isEmpty)
  }

  @Test("a silence is told from 5 s", arguments: [(4_990, 0), (5_000, 1)])
  func silence(wait: Int64, notes: Int) {
    let ground = Ground()
    ground.ends.expireTimeouts(on: ground.connection, at: ground.next(after: wait))
    expect(ground.kinds.count, equals: notes)
    ground.ends.expireTimeouts(on: ground.connection, at: ground.next())
    expect(ground.kinds.count, equals: notes)
  }

  // MARK: Malformed PDUs

  @Test(
    "whoever sent a malformed PDU is found, unless the recorder cut it",
    arguments: [(false, 1), (true, 0)])
  func malformed(isCut: Bool, findings: Int) {
    let ground = Ground()
    let octets = bytes("0A 03")
    ground.context.malformed.report(
      .attPDU, error: ByteError(needed: 2, available: 1, offset: 1), bytes: octets.rawBytes,
      at: ground.next(.received), on: ground.connection, isCut: isCut)
    expect(ground.kinds == [.malformed] && ground.findings.count == findings)
  }

  @Test("a cut event is counted, and told with all that are")
  func cutEvent() {
    let ground = Ground()
    let octets = bytes("0E")
    ground.context.malformed.report(
      .event, error: ByteError(needed: 2, available: 1, offset: 0), bytes: octets.rawBytes,
      at: ground.next(.received), isCut: true)
    expect(ground.sink.events.isEmpty && ground.findings.isEmpty)
  }

  @Test("where packets are missing, nobody is accused")
  func lossesAccuseNobody() {
    let ground = Ground()
    ground.connection.traffic.losses.peer = 1
    let octets = bytes("0A 03")
    ground.context.malformed.report(
      .attPDU, error: ByteError(needed: 2, available: 1, offset: 1), bytes: octets.rawBytes,
      at: ground.next(.received), on: ground.connection)
    expect(ground.kinds == [.malformed] && ground.findings.isEmpty)
  }
}
