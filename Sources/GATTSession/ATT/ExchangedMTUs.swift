import ATTDissector
import BTSnoop
import Bytes

/// The MTUs that both sides of a bearer have said.
struct ExchangedMTUs {
  struct Said {
    let mtu: UInt16
    let frame: UInt64
  }

  /// In a request as a client, and in a response as a server: of the host, and of the peer.
  private(set) var asClient: PerSide<Said?> = PerSide(both: nil)
  private(set) var asServer: PerSide<Said?> = PerSide(both: nil)
  /// What the last exchange of each client led to.
  private var outcome: PerSide<UInt16?> = PerSide(both: nil)

  /// A side asks.
  /// - Returns: what it asked for before: it may ask once (Core Specification, Vol 3, Part F,
  /// 3.4.2.1).
  mutating func asks(_ side: Side, said: Said) -> Said? {
    let before = asClient[side]
    asClient[side] = said
    return before
  }

  /// A side answers.
  /// - Returns: what it answered before, and whether another exchange led to another MTU.
  mutating func answers(_ side: Side, said: Said) -> (before: Said?, contradicts: Bool) {
    let before = asServer[side]
    asServer[side] = said
    guard let asked = asClient[side.other] else { return (before, true) }
    let result = max(23, min(asked.mtu, said.mtu))
    let others = [outcome[side], outcome[side.other]]
    outcome[side.other] = result
    return (before, others.contains { $0 != nil && $0 != result })
  }
}

/// What a side says of its MTU that it must not.
enum MTUFault {
  /// It asks again.
  case again(by: ATTParty, first: ExchangedMTUs.Said, ExchangedMTUs.Said)
  /// It has one MTU as a client and another one as a server.
  case two(by: ATTParty, client: ExchangedMTUs.Said, server: ExchangedMTUs.Said)
  /// It answers with one MTU and then with another.
  case changed(by: ATTParty, first: ExchangedMTUs.Said, ExchangedMTUs.Said)

  var isAgain: Bool { if case .again = self { true } else { false } }

  var isHost: Bool {
    switch self {
    case .again(let party, _, _), .two(let party, _, _), .changed(let party, _, _): party.isHost
    }
  }

  func write(_ text: inout ByteWriter) {
    switch self {
    case .again(let party, let first, let second):
      text.append(party.words)
      text.append(" sent two Exchange MTU Requests: ")
      text.append(first)
      text.append(" and ")
      text.append(second)
      text.append("; a client may send one")
    case .two(let party, let client, let server):
      text.append(party.words)
      text.append(" has two MTUs: ")
      text.append(client)
      text.append(" as a client and ")
      text.append(server)
      text.append(" as a server")
    case .changed(let party, let first, let second):
      text.append(party.words)
      text.append(" has two MTUs: it answered ")
      text.append(first)
      text.append(" and then ")
      text.append(second)
    }
  }
}

extension GATTSession {
  /// A client asks for an MTU.
  func noteMTU(asked mtu: UInt16, in context: borrowing ATTContext, at record: CaptureRecord) {
    guard context.bearer.exchangesMTU, !context.isCut else { return }
    let said = ExchangedMTUs.Said(mtu: mtu, frame: record.frame)
    // The same request again changes nothing.
    if let first = context.bearer.exchanged.asks(context.client, said: said), first.mtu != mtu {
      let party = ATTParty(clientOf: context)
      find(.again(by: party, first: first, said), in: context, at: record)
    }
  }

  /// A server answers a client that asked for an MTU. Many servers answer with no more than what the client asked for:
  /// that is another number than they ask for themselves, and leads to the same MTU.
  func noteMTU(answered mtu: UInt16, in context: borrowing ATTContext, at record: CaptureRecord) {
    guard context.bearer.exchangesMTU, !context.isCut else { return }
    let said = ExchangedMTUs.Said(mtu: mtu, frame: record.frame)
    let (server, client) = (context.client.other, context.client)
    let answered = context.bearer.exchanged.answers(server, said: said)
    guard answered.contradicts else { return }
    let exchanged = context.bearer.exchanged
    if let first = answered.before {
      if first.mtu != mtu {
        find(.changed(by: ATTParty(serverOf: context), first: first, said), in: context, at: record)
      }
    } else if let asked = exchanged.asClient[server], asked.mtu != mtu {
      let party = ATTParty(serverOf: context)
      find(.two(by: party, client: asked, server: said), in: context, at: record)
    } else if let asked = exchanged.asClient[client], let answer = exchanged.asServer[client],
      asked.mtu != answer.mtu
    {
      let party = ATTParty(clientOf: context)
      find(.two(by: party, client: asked, server: answer), in: context, at: record)
    }
  }

  /// Where something is missing, it may have been the end of the connection, and the start of
  /// another one.
  private func find(_ fault: MTUFault, in context: borrowing ATTContext, at record: CaptureRecord) {
    let connection = context.connection
    guard !connection.hasLosses, losses(of: connection) == 0, !isExcerpt(connection) else { return }
    reporter.find(.mtu(fault, frame: record.frame), on: context.connection, at: record)
  }
}

extension ByteWriter {
  /// `679 (frame 2)`
  fileprivate mutating func append(_ said: ExchangedMTUs.Said) {
    append(decimal: UInt64(said.mtu))
    append(" (frame ")
    append(decimal: said.frame)
    append(")")
  }
}
