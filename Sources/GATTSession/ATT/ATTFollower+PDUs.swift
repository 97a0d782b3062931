import ATTDissector
import BTSnoop
import Bytes

/// One ATT PDU in the session: what every step needs to know about it.
package struct ATTContext: ~Copyable {
  package let connection: Connection
  /// `nil`: that of the fixed channel, which the connection holds. Notifications, which are most PDUs, seldom need it.
  private let held: Bearer?
  /// The client's side.
  package let client: Side
  /// The server's attributes.
  package let database: AttributeDatabase
  /// The capture has only the start of the PDU.
  let isCut: Bool
  /// The octets of the PDU that the capture lacks, where its length says how many.
  let missing: Int

  /// - bearer: `nil` for that of the fixed channel.
  package init(
    _ connection: consuming Connection, _ bearer: consuming Bearer?, client: Side,
    isCut: Bool = false, missing: Int = 0
  ) {
    database = client == .host ? connection.remote : connection.local
    held = bearer
    self.connection = connection
    self.client = client
    self.isCut = isCut
    self.missing = missing
  }

  package var serverIsLocal: Bool { client == .peer }
  /// Lent: no references are counted.
  var bearer: Bearer {
    _read {
      if let held { yield held } else { yield connection.bearer }
    }
  }
  /// The client's transactions on the bearer.
  var transactions: ATTTransactions {
    _read { yield bearer.transactions[client] }
    nonmutating _modify { yield &bearer.transactions[client] }
  }
  /// The channel of its bearer; `nil` for that of the fixed channel.
  var channel: Int? { held?.channel }

  /// The request that a response answers, which is no longer open if the response comes again.
  package func request(answeredBy response: ATTOpcode, isRepeated: Bool) -> ATTRequest? {
    isRepeated && transactions.answered != nil
      ? transactions.answered : transactions.request(answeredBy: response)
  }

  /// The handles that the open request lists, if this is its response; their values are in it.
  package func handles(answeredBy response: ATTOpcode) -> [UInt16] {
    transactions.open?.opcode == response.request ? transactions.askedHandles : []
  }
}

/// ATT PDUs: remembers requests, matches responses, reports notifications and indications.
extension ATTFollower {
  func pdu(
    _ bytes: RawSpan, on connection: consuming Connection, bearer: consuming Bearer?,
    at record: CaptureRecord, isCut: Bool, missing: Int = 0
  ) {
    guard options.readsAttributes else { return }
    guard bytes.byteCount > 0 else {
      current.observer?.stopped(.cut(.att))
      malformed.report(
        .attPDU, error: ByteError(needed: 1, available: 0, offset: 0), bytes: bytes, at: record,
        on: connection,
        isCut: isCut, channel: bearer?.channel)
      return
    }
    let opcode = ATTOpcode(rawValue: bytes.uint8(at: 0))
    let isSent = record.direction == .sent
    let facts = opcodes[opcode]
    let client: Side = isSent == facts.isFromClient ? .host : .peer
    var bearer = bearer
    if case .notification = facts.role {} else { bearer = bearer ?? connection.bearer }
    let context = ATTContext(
      consume connection, consume bearer, client: client, isCut: isCut, missing: missing)
    if bytes.byteCount > context.bearer.largestMTU { findTooLong(bytes, in: context, at: record) }
    let pdu: ATTPDU
    do { pdu = try ATTPDU(bytes, isCut: isCut, facts) } catch {
      current.observer?.att(nil, bytes: bytes, facts: facts, in: context)
      if facts.role == .request {
        context.transactions.sendMalformed(opcode, at: clock.moment(of: record))
      }
      malformed.report(
        .attPDU, error: error, bytes: bytes, at: record, on: context.connection, isCut: isCut,
        channel: context.channel)
      return
    }
    current.observer?.att(pdu, bytes: bytes, facts: facts, in: context)

    switch facts.role {
    case .request: request(pdu, bytes: bytes, in: context, at: record)
    case .response: response(pdu, bytes: bytes, in: context, at: record)
    case .command: writeCommand(pdu, bytes: bytes, in: context, at: record)
    case .notification:
      security.cameAllTheSame(pdu.handle, client: context.client, on: context.connection)
      notification(pdu, bytes: bytes, in: context, at: record)
    case .indication:
      security.cameAllTheSame(pdu.handle, client: context.client, on: context.connection)
      indication(pdu, bytes: bytes, in: context, at: record)
    case .confirmation: confirmation(in: context, at: record)
    case .unknown: unknown(bytes, in: context, at: record)
    }
    if !context.database.contradictions.isEmpty || context.database.mapIsOver {
      reportContradictions(in: context, at: record)
    }
  }

  /// A PDU is longer than the MTU (Core Specification, Vol 3, Part F, 3.2.8). Of L2CAP channels the MTU is looked
  /// at where their frames are; on the air its exchange may have been missed.
  private func findTooLong(
    _ bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let (connection, bearer) = (context.connection, context.bearer)
    let isExchanging = Side.allCases.contains {
      bearer.transactions[$0].open?.opcode == .exchangeMTURequest
    }
    guard bearer.exchangesMTU, bearer.isMTUKnown, connection.hearing.isOfHost,
      !connection.hasLosses,
      connection.beginsInCapture, connection.endTime == nil, !isExchanging
    else { return }
    reporter.find(
      .tooLong(
        ATTParty(isHost: record.direction == .sent, of: connection), octets: bytes.byteCount,
        mtu: bearer.largestMTU, frame: record.frame), on: connection, at: record)
  }

  /// Reports what the PDU has shown of attributes that were known otherwise.
  private func reportContradictions(in context: borrowing ATTContext, at record: CaptureRecord) {
    let found = context.database.takeContradictions()
    let event = Event(.note, record, context, record.direction)
    if !found.isEmpty { reporter.emit(event, fact: DiscoveryFact.contradicted(found)) }
    guard context.database.mapIsOver, let map = context.database.withdrawMap() else { return }
    reporter.emit(event, fact: DeviceFact.mapIsOver(map.title))
  }

  private func unknown(
    _ bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    clock.counts.countMalformed(at: record)
    let opcode = ATTOpcode(rawValue: bytes.uint8(at: 0))
    // Without the command bit it may be a request.
    if opcode.rawValue & 0x40 == 0 {
      context.bearer.transactions[record.direction.sender].sendMalformed(
        opcode, at: clock.moment(of: record))
    }
    let event = Event(.malformed, record, context, record.direction)
    reporter.emit(event, fact: CaptureFact.unknownOpcode(bytes.uint8(at: 0)), value: bytes)
  }
}
