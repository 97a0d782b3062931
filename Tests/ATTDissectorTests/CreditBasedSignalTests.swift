import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// Commands for channels with credit-based flow control.
struct CreditBasedSignalTests {
  /// Without the check of `parse` that every byte is needed: lists may be shorter.
  private func request(_ text: String) throws -> CreditBasedConnectionRequest {
    let bytes = wire(text)
    var cursor = ByteCursor(bytes.rawBytes)
    return try CreditBasedConnectionRequest(&cursor, code: .creditBasedConnectionRequest)
  }

  private func response(
    _ text: String, _ code: L2CAPSignal.Code = .creditBasedConnectionResponse
  ) throws -> CreditBasedConnectionResponse {
    let bytes = wire(text)
    var cursor = ByteCursor(bytes.rawBytes)
    return try CreditBasedConnectionResponse(&cursor, code: code)
  }

  @Test func theOlderConnectionRequest() throws {
    let request = try parse("8000 4200 c800 3200 0300") { c throws(ByteError) in
      try CreditBasedConnectionRequest(&c, code: .leCreditBasedConnectionRequest)
    }
    expect(request.spsm, equals: 0x80)
    expect(request.sourceCIDs, equals: [0x42])
    expect(request.terms, equals: ChannelTerms(mtu: 200, mps: 50, credits: 3))
    expect(!request.isEnhanced)
  }

  @Test func theEnhancedConnectionRequest() throws {
    let request = try request("2700 f700 4000 0500 4000 4100 4200 4300 4400")
    expect(request.spsm, equals: 0x27)
    expect(request.sourceCIDs, equals: [0x40, 0x41, 0x42, 0x43, 0x44])
    expect(request.terms, equals: ChannelTerms(mtu: 247, mps: 64, credits: 5))
    expect(request.isEnhanced)
  }

  @Test func atMostFiveChannelsAreTaken() throws {
    let wireBytes = wire("2700 f700 4000 0500 4000 4100 4200 4300 4400 4500 4600")
    var cursor = ByteCursor(wireBytes.rawBytes)
    let request = try CreditBasedConnectionRequest(&cursor, code: .creditBasedConnectionRequest)
    expect(request.sourceCIDs.count, equals: 5)
    expect(cursor.remaining, equals: 4)
  }

  @Test func connectionResponses() throws {
    let old = try parse("5000 c800 3200 0300 0000") { c throws(ByteError) in
      try CreditBasedConnectionResponse(&c, code: .leCreditBasedConnectionResponse)
    }
    expect(old.destinationCIDs == [0x50] && old.result == .success)
    expect(old.terms, equals: ChannelTerms(mtu: 200, mps: 50, credits: 3))
    // A refusal's identifier means nothing.
    let refused = try parse("5000 0000 0000 0000 0200") { c throws(ByteError) in
      try CreditBasedConnectionResponse(&c, code: .leCreditBasedConnectionResponse)
    }
    expect(
      refused.destinationCIDs == [0] && refused.result.name?.description == "SPSM not supported")
    let some = try response("c800 3200 0300 0400 5000 0000 5100")
    expect(some.destinationCIDs, equals: [0x50, 0, 0x51])
    expect(some.result.name?.description == "no resources available" && !some.result.isPending)
    let none = try response("0000 0000 0000 0e00")
    expect(none.destinationCIDs.isEmpty && none.result.isPending)
    expect(CreditBasedResult(rawValue: 0x1234).name == nil)
  }

  @Test(arguments: ["", "2700", "2700 f700 4000 0500", "2700 f700 4000 0500 40"])
  func cutRequests(_ text: String) {
    #expect(throws: ByteError.self) {
      try request(text)
    }
  }

  @Test func theOthers() throws {
    let credit = try parse("4000 0a00") { c throws(ByteError) in try FlowControlCredit(&c) }
    expect(credit.cid == 0x40 && credit.credits == 10)
    let ends = try parse("5000 4000") { c throws(ByteError) in try ChannelDisconnection(&c) }
    expect(ends.destinationCID == 0x50 && ends.sourceCID == 0x40)
    let wireBytes = wire("fa00 8000 4000 4100")
    var cursor = ByteCursor(wireBytes.rawBytes)
    let change = try CreditBasedReconfigureRequest(&cursor)
    expect(change.mtu == 250 && change.mps == 128 && change.cids == [0x40, 0x41])
    expect(ReconfigureResult(rawValue: 3).name?.description, equals: "destination CID invalid")
    expect(CommandRejectReason(rawValue: 2).name?.description, equals: "invalid CID in request")
    expect(L2CAPServicePSM(rawValue: 0x27).name?.description, equals: "Enhanced ATT")
    expect(L2CAPServicePSM(rawValue: 0x29).name == nil)
  }

  @Test(
    arguments: [
      (0x0000, "null"), (0x0008, "fixed, reserved"), (0x003E, "fixed, reserved"),
      (0x0040, "dynamic"), (0x007F, "dynamic"), (0x0080, "reserved"), (0xFFFF, "reserved"),
    ] as [(UInt16, String)])
  func kindsOfChannels(_ cid: UInt16, _ kind: String) {
    expect(L2CAPChannelName.kind(cid: cid).description, equals: kind)
  }
}

struct SDUReassemblerTests {
  /// Feeds K-frames `(hex, octets of the frame)`; what is joined is reported as hex after the outcome.
  private func outcomes(_ frames: [(String, Int?)], keeps: Bool = true) -> [String] {
    var state = SDUReassembler()
    return frames.enumerated().map { index, frame in
      let payload = wire(frame.0)
      let got = state.add(
        payload.rawBytes, length: frame.1 ?? payload.count, keeps: keeps, frame: UInt64(index))
      var text = "\(got.outcome)"
      if got.outcome == .joined {
        let sdu = state.takeSDU()
        text += " " + sdu.map { String($0, radix: 16) }.joined(separator: ".")
        state.recycle(sdu)
      }
      if got.isCut { text += " cut" }
      if got.excess > 0 { text += " +\(got.excess)" }
      return text
    }
  }

  @Test func whole() {
    expect(outcomes([("0200 0a0b", nil), ("0000", nil)]), equals: ["whole", "whole"])
    expect(outcomes([("0200 0a0b0c", nil), ("0100 0a", nil)]), equals: ["whole +1", "whole"])
  }

  @Test func joined() {
    expect(
      outcomes([("0500 0a0b", nil), ("0c", nil), ("", nil), ("0d0e", nil), ("0100 0f", nil)]),
      equals: ["waiting", "waiting", "waiting", "joined a.b.c.d.e", "whole"])
    expect(outcomes([("0300", nil), ("0a0b0c0d", nil)]), equals: ["waiting", "joined a.b.c +1"])
  }

  @Test func short() {
    expect(
      outcomes([("", nil), ("05", nil), ("0100 0a", nil)]), equals: ["short", "short", "whole"])
  }

  @Test func cutFramesCountByTheirLength() {
    expect(outcomes([("0400 0a", 6), ("0100 0b", nil)]), equals: ["whole cut", "whole"])
    expect(
      outcomes([("0600 0a0b", 5), ("0c0d0e", nil), ("0100 0f", nil)]),
      equals: ["waiting cut", "joined a.b cut", "whole"])
    expect(outcomes([("0600 0a0b", nil), ("0c", 4)]), equals: ["waiting", "joined a.b.c cut"])
    expect(outcomes([("06", 5), ("0100 0f", nil)]), equals: ["unreadable", "whole"])
  }

  @Test func octetsThatAreNotWantedAreOnlyCounted() {
    expect(
      outcomes([("0400 0a0b", nil), ("0c0d", nil)], keeps: false),
      equals: ["waiting cut", "joined  cut"])
  }

  @Test func behindALossOnlyWhatLooksLikeABeginningIsOne() {
    var state = SDUReassembler()
    func add(_ text: String) -> SDUReassembler.Outcome {
      let payload = wire(text)
      return state.add(
        payload.rawBytes, length: payload.count, keeps: true, frame: 1, mtu: 20, mps: 5
      ).outcome
    }
    state.lose()
    // Longer than its SDU, not full, beyond the MTU.
    expect(add("0100 0a0b"), equals: .stray)
    expect(add("0500 0a0b"), equals: .stray)
    expect(add("2000 0a0b0c"), equals: .stray)
    // Full, with more to come.
    expect(add("0500 0a0b0c"), equals: .waiting)
    expect(add("0d0e"), equals: .joined)
    _ = state.takeSDU()
    // From here on it is known where an SDU begins.
    expect(add("0500 0a0b"), equals: .waiting)
    _ = state.reset()
    state.lose()
    expect(add("0200 0a0b"), equals: .whole)
  }

  @Test func dropAndReset() {
    var state = SDUReassembler()
    let first = wire("0900 0a0b0c")
    _ = state.add(first.rawBytes, length: 5, keeps: true, frame: 7)
    expect(state.heldOctets == 3 && state.startFrame == 7)
    state.drop()
    expect(state.isOpen && state.heldOctets == 0)
    let rest = wire("0d0e0f")
    expect(state.add(rest.rawBytes, length: 3, keeps: true, frame: 8).outcome, equals: .waiting)
    expect(state.heldOctets, equals: 0)
    expect(state.reset(), equals: 0)
    expect(!state.isOpen)
  }
}

/// K-frames in the tree: what they hold is known from the session only.
struct KFrameTreeTests {
  private func tree(_ text: String, _ view: L2CAPChannelView) -> [String] {
    let packet = wire(text)
    let tree = TreeLines { DissectionTree.acl(packet.rawBytes, channel: view, into: &$0) }
    expect(tree.isWhole)
    return tree.lines.map { $0.trimmingPrefix { $0 == " " }.description }
  }

  private let eatt = L2CAPChannelView(
    number: 2, psm: .enhancedATT, frame: .credited(startsSDU: true))

  @Test func anATTPDUInOneFrame() {
    let lines = tree("0120 0a00 0600 4000 0400 1b0300 61", eatt)
    expect(lines.contains("L2CAP: dynamic (0x0040)"))
    expect(lines.contains("K-frame: channel 2, PSM Enhanced ATT (0x0027)"))
    expect(lines.contains("SDU length: 4"))
    expect(lines.contains("ATT: Handle Value Notification (0x1B)"))
    expect(lines.contains("Attribute value: 61"))
  }

  @Test func aPartOfAnSDU() {
    let lines = tree("0120 0900 0500 4000 0400 1b0300", eatt)
    expect(lines.contains("SDU length: 4") && lines.contains("SDU: 1b0300"))
    var later = eatt
    later.frame = .credited(startsSDU: false)
    expect(tree("0120 0500 0100 4000 61", later).contains("SDU, continued: 61"))
    let sdu = wire("1b0300 61")
    let whole = TreeLines { DissectionTree.sdu(sdu.rawBytes, channel: eatt, into: &$0) }
    expect(whole.lines.first, equals: "ATT: Handle Value Notification (0x1B)")
  }

  @Test func otherServicesAreBytes() {
    let lines = tree(
      "0120 0a00 0600 4000 0400 01020304",
      L2CAPChannelView(
        number: 1, psm: L2CAPServicePSM(rawValue: 0x80), frame: .credited(startsSDU: true)))
    expect(lines.contains("K-frame: channel 1, PSM dynamic (0x0080)"))
    expect(lines.contains("SDU: 01020304"))
  }

  @Test func cutFrames() {
    let whole = wire("0120 0a00 0600 4000 0400 1b0300 61")
    for count in 0...whole.count {
      let part = Array(whole.prefix(count))
      let tree = TreeLines { DissectionTree.acl(part.rawBytes, channel: eatt, into: &$0) }
      expect(tree.isWhole)
      expect(count == whole.count || tree.isTruncated || count == 4)
    }
  }
}
