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

  /// A client asks. The same request again changes nothing.
  /// - Returns: what it must not do: it may ask once (Core Specification, Vol 3, Part F, 3.4.2.1).
  mutating func asks(_ client: Side, said: Said) -> (by: Side, MTUFault)? {
    let before = asClient[client]
    asClient[client] = said
    return before.flatMap { $0.mtu == said.mtu ? nil : (client, .again(first: $0, said)) }
  }

  /// A server answers a client that asked for an MTU. Many servers answer with no more than what the client asked for:
  /// that is another number than they ask for themselves, and leads to the same MTU.
  /// - Returns: what a side has said that does not go with the other exchanges.
  mutating func answers(_ server: Side, said: Said) -> (by: Side, MTUFault)? {
    let (client, before) = (server.other, asServer[server])
    asServer[server] = said
    if let asked = asClient[client] {
      let result = max(Bearer.defaultMTU, min(asked.mtu, said.mtu))
      let others = [outcome[server], outcome[client]]
      outcome[client] = result
      guard others.contains(where: { $0 != nil && $0 != result }) else { return nil }
    }
    if let before {
      return before.mtu == said.mtu ? nil : (server, .changed(first: before, said))
    }
    for (side, answer) in [(server, said), (client, asServer[client])] {
      if let asked = asClient[side], let answer, asked.mtu != answer.mtu {
        return (side, .two(client: asked, server: answer))
      }
    }
    return nil
  }
}

/// What a side says of its MTU that it must not.
enum MTUFault {
  /// It asks again.
  case again(first: ExchangedMTUs.Said, ExchangedMTUs.Said)
  /// It has one MTU as a client and another one as a server.
  case two(client: ExchangedMTUs.Said, server: ExchangedMTUs.Said)
  /// It answers with one MTU and then with another.
  case changed(first: ExchangedMTUs.Said, ExchangedMTUs.Said)

  var isAgain: Bool { if case .again = self { true } else { false } }

  func write(by party: ATTParty, to text: inout ByteWriter) {
    text.append(party.words)
    switch self {
    case .again(let first, let second):
      text.append(" sent two Exchange MTU Requests: ")
      text.append(first)
      text.append(" and ")
      text.append(second)
      text.append("; a client may send one")
    case .two(let client, let server):
      text.append(" has two MTUs: ")
      text.append(client)
      text.append(" as a client and ")
      text.append(server)
      text.append(" as a server")
    case .changed(let first, let second):
      text.append(" has two MTUs: it answered ")
      text.append(first)
      text.append(" and then ")
      text.append(second)
    }
  }
}

extension ATTFollower {
  /// A client asks for an MTU, or its server answers.
  func noteMTU(
    _ mtu: UInt16, isAnswer: Bool, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let (connection, bearer) = (context.connection, context.bearer)
    guard bearer.exchangesMTU, !context.isCut else { return }
    let said = ExchangedMTUs.Said(mtu: mtu, frame: record.frame)
    let found =
      isAnswer
      ? bearer.exchanged.answers(context.client.other, said: said)
      : bearer.exchanged.asks(context.client, said: said)
    // Where something is missing, it may have been the end of the connection, and the start of another one.
    guard let (side, fault) = found, !connection.hasLosses, clock.losses(of: connection) == 0,
      !clock.isExcerpt(connection)
    else { return }
    let party = side == context.client ? ATTParty(clientOf: context) : ATTParty(serverOf: context)
    reporter.find(.mtu(fault, by: party, frame: record.frame), on: connection, at: record)
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
