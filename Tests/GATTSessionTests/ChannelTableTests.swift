import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// The L2CAP channels of a connection, signal by signal, without a capture. The host asks, the peer answers.
struct ChannelTableTests {
  enum Step {
    /// A request for channels by an identifier, with the ends of the host, and its answer, with those of the peer.
    case asks(UInt8, [UInt16], mtu: UInt16 = 64), answers(UInt8, [UInt16], result: UInt16 = 0)
    /// The same of the peer, answered by the host.
    case peerAsks(UInt8, [UInt16]), peerIsAnswered(UInt8, [UInt16])
    /// A reconfiguration by the host, and its answer.
    case changes(UInt8, [UInt16], mtu: UInt16), changed(UInt8, result: UInt16 = 0)
    /// Credits for the host's end, and a K-frame of the peer.
    case credits(UInt16, UInt16), frame(UInt16), begins(UInt16), wait(seconds: Int64)
    /// A request of the host to close a channel, and the answer.
    case closes(UInt8, UInt16, UInt16), closed(UInt8, UInt16, UInt16), gone(UInt16)
    /// A channel for ATT over BR/EDR, its configuration by the host and by the peer.
    case classic(UInt8, UInt16), classicAnswered(UInt8, UInt16, UInt16, result: UInt16 = 0)
    case configures(UInt8, mtu: UInt16? = nil, continues: Bool = false), configured(
      UInt8, UInt16 = 0)
    case peerConfigures(UInt8, mtu: UInt16? = nil), peerIsConfigured(UInt8)
    /// Data that is not decoded.
    case data(UInt16)
  }

  private static let classicEnds = PerSide<UInt16>(host: 0x40, peer: 0x50)

  private func read<Value>(
    _ octets: [UInt8], _ body: (inout ByteCursor) throws -> Value
  ) rethrows -> Value {
    var cursor = ByteCursor(octets.rawBytes)
    return try body(&cursor)
  }

  private func numbers(_ values: [UInt16]) -> [UInt8] { values.flatMap { le16(Int($0)) } }

  /// - Returns: what each step means; nothing for one that means nothing.
  private func told(_ steps: [Step]) throws -> [String] {
    let table = ChannelTable()
    var account = MemoryBudget.Account(limit: SessionLimits.channels)
    var (frame, seconds): (UInt64, Int64) = (0, 0)
    var all: [String] = []
    for step in steps {
      frame += 1
      let time = CaptureTime(seconds: seconds, nanoseconds: 0)
      func hold(_ identifier: UInt8, _ side: Side, _ content: PendingSignal.Content) {
        let signal = PendingSignal(
          identifier: identifier, side: side, frame: frame, time: time, content: content)
        if let given = table.hold(signal) { all.append("gives up \(given.frame)") }
      }
      func request(_ cids: [UInt16], mtu: UInt16 = 64) throws -> PendingSignal.Content {
        let octets = numbers([0x27, mtu, 64, 2] + cids)
        return .connect(
          try read(octets) {
            try CreditBasedConnectionRequest(&$0, code: .creditBasedConnectionRequest)
          })
      }
      func response(_ cids: [UInt16], _ result: UInt16) throws -> CreditBasedConnectionResponse {
        let octets = numbers([48, 64, 1, result] + cids)
        return try read(octets) {
          try CreditBasedConnectionResponse(&$0, code: .creditBasedConnectionResponse)
        }
      }
      func tell(_ answer: ChannelTable.Answer) {
        switch answer {
        case .withoutRequest: all.append("not asked")
        case .pending: all.append("pending")
        case .final(let waiting, let offers):
          for offer in offers {
            switch offer {
            case .refused(_, let source, let result):
              all.append("refused \(source): \(result.code), asked in \(waiting.frame)")
            case .granted(let psm, let asker, let ends):
              while let old = table.displaced(by: ends) {
                if old.state != .closed { all.append("displaces \(old.number)") }
                table.remove(old)
                account.giveBack()
              }
              let room = table.makeRoom(for: ends, in: &account)
              guard room == .free else {
                all.append("\(room)")
                continue
              }
              account.take()
              let made = table.open(psm, asker: asker, ends: ends)
              all.append("opens \(made.number)" + (made.bearer.map { ", MTU \($0.mtu)" } ?? ""))
            }
          }
        }
      }
      func configuration(_ cid: UInt16, mtu: UInt16?, continues: Bool) throws -> [UInt8] {
        numbers([cid, continues ? 1 : 0]) + (mtu.map { [1, 2] + le16(Int($0)) } ?? [])
      }
      func configured(_ identifier: UInt8, by side: Side, _ result: UInt16) throws {
        let end = Self.classicEnds[side.other]
        guard let channel = table.open(at: side.other, cid: end) else { return }
        let response = try read(numbers([Self.classicEnds[side], 0, result])) {
          try ConfigurationResponse(&$0)
        }
        let change = table.configure(channel, response, identifier, askedBy: side)?.change
        all.append(
          change.map { $0.hasMTU ? "MTU \(channel.bearer?.mtu ?? 0)" : "configured" } ?? "no")
      }
      switch step {
      case .asks(let identifier, let cids, let mtu):
        hold(identifier, .host, try request(cids, mtu: mtu))
      case .answers(let identifier, let cids, let result):
        tell(table.answer(try response(cids, result), identifier, askedBy: .host))
      case .peerAsks(let identifier, let cids): hold(identifier, .peer, try request(cids))
      case .peerIsAnswered(let identifier, let cids):
        tell(table.answer(try response(cids, 0), identifier, askedBy: .peer))
      case .changes(let identifier, let cids, let mtu):
        let octets = numbers([mtu, 64] + cids)
        hold(
          identifier, .host,
          .reconfigure(try read(octets) { try CreditBasedReconfigureRequest(&$0) }))
      case .changed(let identifier, let result):
        let result = ReconfigureResult(rawValue: result)
        switch table.reconfigure(result, identifier, askedBy: .host) {
        case .withoutRequest: all.append("not asked")
        case .refused(let waiting): all.append("refused, asked in \(waiting.frame)")
        case .done(_, let changed):
          all += changed.map {
            "changes \($0.channel.number)"
              + ($0.isOther ? ", MTU \($0.channel.bearer?.mtu ?? 0)" : "")
          }
        }
      case .credits(let cid, let count):
        guard let channel = table.open(at: .host, cid: cid) else {
          all.append("no channel")
          break
        }
        if let fault = channel.give(count, to: .host) {
          all.append(fault == .noCredits ? "no credits" : "too many credits")
        }
      case .frame(let cid):
        let channel = table.open(at: .host, cid: cid)
        if channel?.takeCredit(of: .host, frame: frame, at: time) != true {
          all.append("no credit")
        }
        if let (since, _) = channel?.starvation(of: .host, at: time) {
          all.append("starved since \(since.frame)")
        }
      case .begins(let cid):
        // The beginning of an SDU of 20 octets.
        let octets: [UInt8] = [20, 0, 1, 2]
        _ = table.open(at: .host, cid: cid)?.ends[.host].reassembler.add(
          octets.rawBytes, length: 4, keeps: true, frame: frame, mtu: 64, mps: 64)
      case .wait(let wait):
        seconds += wait
        let end = CaptureTime(seconds: seconds, nanoseconds: 0)
        for channel in table.channels {
          if let (since, _) = channel.starvation(of: .host, at: end) {
            all.append("starved since \(since.frame)")
          }
        }
      case .closes(let identifier, let own, let other):
        let ends = try read(numbers([other, own])) { try ChannelDisconnection(&$0) }
        hold(identifier, .host, .disconnect(ends))
        table.beginClosing(ends, askedBy: .host)
      case .closed(let identifier, let own, let other):
        let ends = try read(numbers([other, own])) { try ChannelDisconnection(&$0) }
        let waiting = table.take(identifier, askedBy: .host)
        let channel = table.channel(ends, askedBy: .host)
        channel?.state = .closed
        all.append(
          (channel.map { "closes \($0.number)" } ?? "closes nothing")
            + (waiting.map { ", asked in \($0.frame)" } ?? ""))
      case .gone(let cid):
        all.append(table.open(at: .host, cid: cid) == nil ? "gone" : "there")
      case .classic(let identifier, let cid):
        hold(identifier, .host, .open(try read(numbers([0x1F, cid])) { try ChannelRequest(&$0) }))
      case .classicAnswered(let identifier, let own, let other, let result):
        let octets = numbers([other, own, result, 0])
        tell(
          table.answer(try read(octets) { try ChannelResponse(&$0) }, identifier, askedBy: .host))
      case .configures(let identifier, let mtu, let continues):
        let octets = try configuration(Self.classicEnds.peer, mtu: mtu, continues: continues)
        hold(identifier, .host, .configure(try read(octets) { try ConfigurationRequest(&$0) }))
      case .configured(let identifier, let result):
        try configured(identifier, by: .host, result)
      case .peerConfigures(let identifier, let mtu):
        let octets = try configuration(Self.classicEnds.host, mtu: mtu, continues: false)
        hold(identifier, .peer, .configure(try read(octets) { try ConfigurationRequest(&$0) }))
      case .peerIsConfigured(let identifier): try configured(identifier, by: .peer, 0)
      case .data(let cid):
        let channel = UndecodedChannel(
          cid: cid, sender: .peer, reason: .unknown, firstFrame: frame, pdus: 1, octets: 9)
        if !table.count(channel) { all.append("no room") }
      }
    }
    return all
  }

  private func check(_ cases: [(name: String, steps: [Step], told: [String])]) throws {
    for one in cases { expect(try told(one.steps), equals: one.told, one.name) }
  }

  private let open: [Step] = [.asks(1, [0x40]), .answers(1, [0x50])]

  @Test func opening() throws {
    try check([
      ("one", open, ["opens 1, MTU 48"]),
      (
        "smaller MTU of the asker", [.asks(1, [0x40], mtu: 30), .answers(1, [0x50])],
        ["opens 1, MTU 30"]
      ),
      (
        "two", [.asks(1, [0x40, 0x41]), .answers(1, [0x50, 0x51])],
        ["opens 1, MTU 48", "opens 2, MTU 48"]
      ),
      (
        "one of two", [.asks(1, [0x40, 0x41]), .answers(1, [0x50, 0], result: 4)],
        ["opens 1, MTU 48", "refused 65: 4, asked in 1"]
      ),
      (
        "shorter answer", [.asks(1, [0x40, 0x41]), .answers(1, [0x50])],
        ["opens 1, MTU 48", "refused 65: 0, asked in 1"]
      ),
      ("refused", [.asks(1, [0x40]), .answers(1, [0], result: 4)], ["refused 64: 4, asked in 1"]),
      ("another identifier", [.asks(1, [0x40]), .answers(2, [0x50])], ["not asked"]),
      ("answered twice", open + [.answers(1, [0x50])], ["opens 1, MTU 48", "not asked"]),
      (
        "pending", [.asks(1, [0x40]), .answers(1, [0], result: 15), .answers(1, [0x50])],
        ["pending", "opens 1, MTU 48"]
      ),
      (
        "identifier used again", [.asks(1, [0x40]), .asks(1, [0x41]), .answers(1, [0x50])],
        ["gives up 1", "opens 1, MTU 48"]
      ),
      ("fixed channel", [.asks(1, [0x04]), .answers(1, [0x50])], ["takenByFixed"]),
      (
        "the end of the host again", open + [.asks(2, [0x40]), .answers(2, [0x51])],
        ["opens 1, MTU 48", "displaces 1", "opens 2, MTU 48"]
      ),
      (
        "the end of the peer again", open + [.asks(2, [0x41]), .answers(2, [0x50])],
        ["opens 1, MTU 48", "displaces 1", "opens 2, MTU 48"]
      ),
      (
        "both ends of two",
        open + [.asks(2, [0x41]), .answers(2, [0x51]), .asks(3, [0x40]), .answers(3, [0x51])],
        ["opens 1, MTU 48", "opens 2, MTU 48", "displaces 1", "displaces 2", "opens 3, MTU 48"]
      ),
    ])
    let limit = UInt16(SessionLimits.channelsOfConnection)
    let many = (0..<limit).flatMap { [Step.asks(1, [0x40 + $0]), .answers(1, [0x40 + $0])] }
    let further: [Step] = [.asks(1, [0x40 + limit]), .answers(1, [0x40 + limit])]
    expect(try told(many + further).last, equals: "full")
    let closed = try told(many + [.closed(9, 0x40, 0x40)] + further)
    expect(closed.last, equals: "opens \(limit + 1), MTU 48")
  }

  /// Each order of two signals that do not wait for each other.
  @Test func crossingSignals() throws {
    try check([
      (
        "both ask, the host's first",
        [.asks(1, [0x40]), .peerAsks(1, [0x50]), .answers(1, [0x51]), .peerIsAnswered(1, [0x41])],
        ["opens 1, MTU 48", "opens 2, MTU 48"]
      ),
      (
        "both ask, the peer's first",
        [.asks(1, [0x40]), .peerAsks(1, [0x50]), .peerIsAnswered(1, [0x41]), .answers(1, [0x51])],
        ["opens 1, MTU 48", "opens 2, MTU 48"]
      ),
      (
        "answers in order",
        [.asks(1, [0x40]), .asks(2, [0x41]), .answers(1, [0x50]), .answers(2, [0x51])],
        ["opens 1, MTU 48", "opens 2, MTU 48"]
      ),
      (
        "answers cross",
        [.asks(1, [0x40]), .asks(2, [0x41]), .answers(2, [0x51]), .answers(1, [0x50])],
        ["opens 1, MTU 48", "opens 2, MTU 48"]
      ),
      (
        "closing, change",
        open + [
          .closes(2, 0x40, 0x50), .changes(3, [0x40], mtu: 60), .changed(3), .closed(2, 0x40, 0x50),
        ], ["opens 1, MTU 48", "changes 1", "closes 1, asked in 3"]
      ),
      (
        "closed, change",
        open + [
          .closes(2, 0x40, 0x50), .changes(3, [0x40], mtu: 60), .closed(2, 0x40, 0x50), .changed(3),
        ], ["opens 1, MTU 48", "closes 1, asked in 3"]
      ),
      (
        "closing, credits",
        open + [
          .closes(2, 0x40, 0x50), .credits(0x40, 1), .closed(2, 0x40, 0x50), .credits(0x40, 1),
        ], ["opens 1, MTU 48", "closes 1, asked in 3", "no channel"]
      ),
      (
        "answered as something else", [.asks(1, [0x40]), .changed(1), .answers(1, [0x50])],
        ["not asked", "not asked"]
      ),
    ])
  }

  @Test func changing() throws {
    let two: [Step] = open + [.asks(2, [0x41]), .answers(2, [0x51])]
    let made = ["opens 1, MTU 48", "opens 2, MTU 48"]
    try check([
      (
        "greater than the other's", open + [.changes(3, [0x40], mtu: 99), .changed(3)],
        ["opens 1, MTU 48", "changes 1"]
      ),
      (
        "smaller", open + [.changes(3, [0x40], mtu: 40), .changed(3)],
        ["opens 1, MTU 48", "changes 1, MTU 40"]
      ),
      (
        "both", two + [.changes(3, [0x40, 0x41], mtu: 40), .changed(3)],
        made + ["changes 1, MTU 40", "changes 2, MTU 40"]
      ),
      (
        "by the other end", open + [.changes(3, [0x50], mtu: 40), .changed(3)],
        ["opens 1, MTU 48", "changes 1, MTU 40"]
      ),
      ("unknown channel", open + [.changes(3, [0x60], mtu: 40), .changed(3)], ["opens 1, MTU 48"]),
      (
        "refused", open + [.changes(3, [0x40], mtu: 40), .changed(3, result: 1)],
        ["opens 1, MTU 48", "refused, asked in 3"]
      ),
      ("not asked", open + [.changed(3)], ["opens 1, MTU 48", "not asked"]),
    ])
  }

  @Test func credits() throws {
    let frames: [Step] = [.begins(0x40), .frame(0x40), .frame(0x40)]
    let opened = "opens 1, MTU 48"
    try check([
      ("two", open + [.frame(0x40), .frame(0x40), .frame(0x40)], [opened, "no credit"]),
      ("further", open + [.frame(0x40), .frame(0x40), .credits(0x40, 1), .frame(0x40)], [opened]),
      ("none", open + [.credits(0x40, 0)], [opened, "no credits"]),
      ("too many", open + [.credits(0x40, 0xFFFE)], [opened, "too many credits"]),
      ("as many as may be", open + [.credits(0x40, 0xFFFD)], [opened]),
      ("unknown channel", open + [.credits(0x60, 1)], [opened, "no channel"]),
      ("starved", open + frames + [.wait(seconds: 10)], [opened, "starved since 5"]),
      ("not for long", open + frames + [.wait(seconds: 9)], [opened]),
      ("credits come", open + frames + [.credits(0x40, 1), .wait(seconds: 10)], [opened]),
      ("between SDUs", open + [.frame(0x40), .frame(0x40), .wait(seconds: 10)], [opened]),
    ])
  }

  @Test func closing() throws {
    let opened = "opens 1, MTU 48"
    try check([
      (
        "closed", open + [.closes(2, 0x40, 0x50), .closed(2, 0x40, 0x50), .gone(0x40)],
        [opened, "closes 1, asked in 3", "gone"]
      ),
      ("open until then", open + [.closes(2, 0x40, 0x50), .gone(0x40)], [opened, "there"]),
      ("request missing", open + [.closed(2, 0x40, 0x50)], [opened, "closes 1"]),
      (
        "twice", open + [.closed(2, 0x40, 0x50), .closed(2, 0x40, 0x50)],
        [opened, "closes 1", "closes nothing"]
      ),
      (
        "another end", open + [.closed(2, 0x40, 0x51), .gone(0x40)],
        [opened, "closes nothing", "there"]
      ),
      ("never opened", [.closed(2, 0x40, 0x50)], ["closes nothing"]),
      (
        "opened again", open + [.closed(2, 0x40, 0x50)] + open,
        [opened, "closes 1", "opens 2, MTU 48"]
      ),
    ])
  }

  /// Channels for ATT over BR/EDR: each side configures its own end, in any order.
  @Test func classicChannels() throws {
    let open: [Step] = [.classic(1, 0x40), .classicAnswered(1, 0x40, 0x50)]
    let opened = "opens 1, MTU 672"
    try check([
      ("opened", open, [opened]),
      (
        "pending",
        [
          .classic(1, 0x40), .classicAnswered(1, 0x40, 0, result: 1),
          .classicAnswered(1, 0x40, 0x50),
        ], ["pending", opened]
      ),
      (
        "refused", [.classic(1, 0x40), .classicAnswered(1, 0x40, 0, result: 2)],
        ["refused 64: 2, asked in 1"]
      ),
      ("for another end", [.classic(1, 0x40), .classicAnswered(1, 0x41, 0x50)], ["not asked"]),
      (
        "host, peer",
        open + [
          .configures(2, mtu: 500), .configured(2), .peerConfigures(2), .peerIsConfigured(2),
        ], [opened, "configured", "MTU 500"]
      ),
      (
        "peer, host",
        open + [
          .peerConfigures(2), .peerIsConfigured(2), .configures(2, mtu: 500), .configured(2),
        ], [opened, "configured", "MTU 500"]
      ),
      (
        "crossing",
        open + [
          .configures(2, mtu: 500), .peerConfigures(2, mtu: 400), .configured(2),
          .peerIsConfigured(2),
        ], [opened, "configured", "MTU 400"]
      ),
      (
        "crossing, other order",
        open + [
          .configures(2, mtu: 500), .peerConfigures(2, mtu: 400), .peerIsConfigured(2),
          .configured(2),
        ], [opened, "configured", "MTU 400"]
      ),
      (
        "less than ATT needs",
        open + [.configures(2, mtu: 20), .configured(2), .peerConfigures(2), .peerIsConfigured(2)],
        [opened, "configured", "MTU 48"]
      ),
      (
        "refused",
        open + [
          .configures(2, mtu: 500), .configured(2, 2), .peerConfigures(2), .peerIsConfigured(2),
        ], [opened, "no", "configured"]
      ),
      (
        "pending",
        open + [
          .configures(2, mtu: 500), .configured(2, 4), .configured(2), .peerConfigures(2),
          .peerIsConfigured(2),
        ], [opened, "no", "configured", "MTU 500"]
      ),
      (
        "in parts",
        open + [
          .configures(2, mtu: 500, continues: true), .configured(2), .peerConfigures(2),
          .peerIsConfigured(2),
        ], [opened, "configured", "configured"]
      ),
    ])
  }

  @Test func undecodedData() throws {
    let limit = UInt16(SessionLimits.undecodedChannels)
    let many = (0..<limit).map { Step.data(0x100 + $0) }
    expect(try told(many + many), equals: [])
    expect(try told(many + [.data(0x100 + limit)]), equals: ["no room"])
  }
}
