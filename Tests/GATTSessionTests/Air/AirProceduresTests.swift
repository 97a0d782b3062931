import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// Procedures of a link, in every order of the PDUs of both sides, without a capture.
@Suite struct AirProceduresTests {
  /// Plays control PDUs.
  private struct Played {
    var procedures = AirProcedures()
    var flows = AirFlows()
    var frame: UInt64 = 0
    var mark: HearingMark { flows.mark(of: AirTiming()) }
    var record: CaptureRecord {
      CaptureRecord(
        frame: frame, time: CaptureTime(unixMicroseconds: Int64(frame) * 1_000_000),
        kind: .linkLayer, direction: .unknown, originalLength: 0)
    }

    mutating func take(_ opcode: ControlOpcode, _ side: Side) {
      frame += 1
      procedures.begin(opcode, by: side, heard: mark, at: record)
      procedures.end(opcode, by: side, heard: mark, at: record)
    }

    /// The frame of the oldest procedure that waits.
    var oldest: UInt64? { procedures.oldest { _ in true }?.frame }
  }

  /// `Cq` is a request of the central, `Pa` an answer of the peripheral.
  private static func play(_ text: String) -> Played {
    var played = Played()
    for word in text.split(separator: " ") {
      let side: Side = word.hasPrefix("C") ? .central : .peripheral
      let opcode: ControlOpcode =
        switch word.last {
        case "q": .pingReq
        case "l": .lengthReq
        case "e": .encReq
        case "r": .encRsp
        case "s": .startEncReq
        case "x": .rejectInd
        case "u": .unknownRsp
        default: .pingRsp
        }
      played.take(opcode, side)
    }
    return played
  }

  @Test(
    arguments: [
      ("", nil), ("Cq", 1), ("Pq", 1),
      // The answer of the other side, and nothing of the same one, ends it.
      ("Cq Pa", nil), ("Cq Ca", 1), ("Pq Ca", nil), ("Pq Pa", 1), ("Pa Cq", 2), ("Ca Cq", 2),
      // Both sides ask at once, in either order, and answer in either.
      ("Cq Pq", 1), ("Pq Cq", 1), ("Cq Pq Pa", 2), ("Cq Pq Ca", 1), ("Pq Cq Pa", 1),
      ("Pq Cq Ca", 2),
      ("Cq Pq Pa Ca", nil), ("Cq Pq Ca Pa", nil), ("Pq Cq Ca Pa", nil), ("Pq Cq Pa Ca", nil),
      // The last one of a side counts.
      ("Cq Cl", 2), ("Cq Cl Pa", nil),
      // A refusal and an unknown PDU answer as well.
      ("Cq Px", nil), ("Cq Pu", nil), ("Cq Cx", 1),
      // LL_ENC_RSP is not the end: the peripheral owes LL_START_ENC_REQ.
      ("Ce", 1), ("Ce Pr", 2), ("Ce Pr Ps", nil), ("Pr", 1), ("Pr Ce", 2), ("Ce Ps", nil),
      ("Ps Ce", 2),
      ("Ce Pr Px", nil),
    ] as [(String, UInt64?)])
  func open(_ pdus: String, oldest: UInt64?) {
    expect(Self.play(pdus).oldest, equals: oldest, pdus)
  }

  @Test func whatIsOwed() {
    let played = Self.play("Ce Pr")
    let open = played.procedures.oldest { _ in true }
    expect(open?.owed?.description == "LL_START_ENC_REQ" && open?.asker == .central)
    expect(open?.opcode == .encRsp && played.procedures.last != nil)
    expect(played.procedures.oldest { $0.asker == .peripheral } == nil)
  }

  // MARK: Versions

  private static func version(_ number: UInt8) throws -> VersionInd {
    let octets: [UInt8] = [number, 0x59, 0, 1, 0]
    var cursor = ByteCursor(octets.rawBytes)
    return try VersionInd(&cursor)
  }

  /// Each side may send its version once, in either order. Another version, in lower case, is no second one of the
  /// side: a device has one, and the sender is not who it seems to be.
  @Test(
    arguments: [
      ("CP", [nil, nil]), ("PC", [nil, nil]), ("CC", [nil, 1]), ("PP", [nil, 1]),
      ("CPC", [nil, nil, 1]),
      ("CPP", [nil, nil, 2]), ("PCPC", [nil, nil, 1, 2]), ("CCC", [nil, 1, 1]),
      ("Cc", [nil, nil]), ("Pp", [nil, nil]), ("CcC", [nil, nil, 1]),
      ("CPpc", [nil, nil, nil, nil]),
    ] as [(String, [UInt64?])])
  func versions(_ sides: String, first: [UInt64?]) throws {
    var procedures = AirProcedures()
    var told: [UInt64?] = []
    for (index, side) in sides.enumerated() {
      let version = try Self.version(side.isUppercase ? 6 : 8)
      told.append(
        procedures.take(
          version, from: side.uppercased() == "C" ? .central : .peripheral, frame: UInt64(index + 1)
        ))
    }
    expect(told, equals: first)
    expect(procedures.versions.host?.version, equals: sides.contains("C") ? 6 : nil)
  }

  // MARK: Lengths

  private static func length(_ octets: UInt16, rx: UInt16) throws -> LengthPDU {
    func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let octets = little(rx) + little(2120) + little(octets) + little(2120)
    var cursor = ByteCursor(octets.rawBytes)
    return try LengthPDU(&cursor)
  }

  /// `q`uery and answe`r` of a side, which sends and receives so many octets; the agreed ones of both.
  @Test(
    arguments: [
      ([("C", "q", 251, 251)], nil), ([("C", "r", 251, 251)], nil),
      ([("C", "q", 251, 251), ("P", "r", 100, 60)], [60, 100]),
      ([("P", "q", 100, 60), ("C", "r", 251, 251)], [60, 100]),
      ([("C", "q", 251, 80), ("P", "r", 100, 60)], [60, 80]),
      ([("P", "q", 251, 80), ("C", "r", 100, 60)], [80, 60]),
      // A response is needed, and both sides.
      ([("C", "q", 251, 251), ("P", "q", 100, 60)], nil),
      ([("C", "q", 251, 251), ("C", "r", 251, 251)], nil),
      // Both ask at once, in either order.
      ([("C", "q", 50, 50), ("P", "q", 60, 60), ("P", "r", 60, 60)], [50, 50]),
      ([("P", "q", 60, 60), ("C", "q", 50, 50), ("C", "r", 50, 50)], [50, 50]),
      // The least that is always allowed changes octets no more, but its time.
      ([("C", "q", 27, 27), ("P", "r", 27, 27)], [27, 27]),
    ] as [([(String, String, UInt16, UInt16)], [UInt16]?)])
  func lengths(_ pdus: [(side: String, kind: String, tx: UInt16, rx: UInt16)], agreed: [UInt16]?)
    throws
  {
    var procedures = AirProcedures()
    var last: EffectiveLength?
    for pdu in pdus {
      last = procedures.take(
        try Self.length(pdu.tx, rx: pdu.rx), from: pdu.side == "C" ? .central : .peripheral,
        isResponse: pdu.kind == "r")
    }
    expect(last.map { [$0.centralOctets, $0.peripheralOctets] }, equals: agreed)
    // What changes nothing is not told again.
    if let pdu = pdus.last, agreed != nil {
      let again = procedures.take(
        try Self.length(pdu.tx, rx: pdu.rx), from: pdu.side == "C" ? .central : .peripheral,
        isResponse: true)
      expect(again == nil)
    }
  }

  // MARK: Refusals

  private static func parameters(_ played: Played) throws -> PendingParameterRequest {
    let octets: [UInt8] = [6, 0, 12, 0, 0, 0, 200, 0]
    var cursor = ByteCursor(octets.rawBytes)
    return PendingParameterRequest(try ConnectionParameters(&cursor), gaps: 0, played.record)
  }

  /// Whether parameters were asked for, encryption may be starting, and the opcode that is refused, 0 for
  /// LL_REJECT_IND.
  @Test(
    arguments: [
      (false, false, 0, .other(.lengthReq)), (true, false, 0, .parameters),
      (false, true, 0, .encryption), (true, true, 0, .encryption),
      (false, false, 0x0F, .parameters), (true, false, 0x0F, .parameters),
      (false, true, 0x0F, .parameters), (true, true, 0x0F, .parameters),
      (false, false, 0x03, .other(.encReq)), (true, false, 0x03, .other(.encReq)),
      (false, true, 0x03, .encryption), (true, true, 0x03, .encryption),
      (false, true, 0x14, .other(.lengthReq)),
      (true, true, 0x16, .other(ControlOpcode(rawValue: 0x16))),
    ] as [(Bool, Bool, UInt8, AirProcedures.Refusal)])
  func refusals(
    hasParameters: Bool, isStarting: Bool, opcode: UInt8, refusal: AirProcedures.Refusal
  ) throws {
    var played = Self.play("Cl")
    if hasParameters { played.procedures.parameterRequest = try Self.parameters(played) }
    let octets: [UInt8] = opcode == 0 ? [0x1A] : [opcode, 0x1A]
    var cursor = ByteCursor(octets.rawBytes)
    let reject = try RejectInd(&cursor, isExtended: opcode != 0)
    let found = played.procedures.refusal(
      reject, by: .peripheral, isStarting: isStarting, heard: played.mark)
    expect(found, equals: refusal)
  }

  /// What a refusal without an opcode is about is not known where something was missed, or its sender had asked.
  @Test(
    arguments: [
      ("Cl", false, Side.peripheral, ControlOpcode.lengthReq), ("Cl", true, .peripheral, nil),
      ("Cl", false, .central, nil), ("Pl", false, .central, .lengthReq),
      ("Cl Pa", false, .peripheral, nil),
      ("Cq Cl", false, .peripheral, .lengthReq), ("Cl Cq", false, .peripheral, .pingReq),
    ] as [(String, Bool, Side, ControlOpcode?)])
  func unnamedRefusals(_ pdus: String, misses: Bool, side: Side, opcode: ControlOpcode?) throws {
    var played = Self.play(pdus)
    if misses { played.flows.noteLoss() }
    let octets: [UInt8] = [0x1A]
    var cursor = ByteCursor(octets.rawBytes)
    let found = played.procedures.refusal(
      try RejectInd(&cursor, isExtended: false), by: side, isStarting: false, heard: played.mark)
    expect(found, equals: .other(opcode))
  }

  @Test(
    arguments: [
      (true, 0x0F, true), (true, 0x14, false), (false, 0x0F, false),
    ] as [(Bool, UInt8, Bool)])
  func unknownPDUs(hasParameters: Bool, opcode: UInt8, isAnswer: Bool) throws {
    var played = Played()
    if hasParameters { played.procedures.parameterRequest = try Self.parameters(played) }
    expect(
      played.procedures.isAboutParameters(ControlOpcode(rawValue: opcode)), equals: isAnswer)
    expect((played.procedures.takeParameterRequest() != nil) == hasParameters)
    expect(played.procedures.takeParameterRequest() == nil)
  }
}

extension ControlOpcode {
  /// LL_PING_REQ and LL_PING_RSP.
  fileprivate static let pingReq = ControlOpcode(rawValue: 0x12)
  fileprivate static let pingRsp = ControlOpcode(rawValue: 0x13)
}
