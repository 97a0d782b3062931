import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Requests that stay without an answer, and the end of whatever else is under way.
extension GATTSession {
  /// Why a request stays without its answer.
  enum Ending: Sendable {
    case nextRequest, disconnect, lost, captureEnds
    /// The L2CAP channel of the bearer was closed.
    case channelClosed
    /// The client went on, and on the air that is because it had its answer: nobody heard it.
    case unheard
    /// The answer is in a packet with a bad CRC only.
    case damaged

    var remark: StaticString {
      switch self {
      case .nextRequest: "no answer before the next request"
      case .disconnect: "no answer before the disconnection"
      case .lost: "no answer: the connection's end is not in the capture"
      case .captureEnds: "no answer: the capture ends"
      case .channelClosed: "no answer before the channel was closed"
      case .unheard: "the answer is not in the capture"
      case .damaged: "answer has a bad CRC"
      }
    }

    /// What is said of an answer that comes all the same; `nil` where none can.
    var lateRemark: StaticString? {
      switch self {
      case .nextRequest: "answered behind the next request"
      case .disconnect: "answered behind the connection's end"
      default: nil
      }
    }
  }

  func unanswered(_ asked: ATTContext, _ record: CaptureRecord, ending: Ending) {
    let connection = asked.connection
    let client = asked.client
    guard let pending = asked.bearer.transactions[client].pending else { return }
    if let damaged = asked.bearer.transactions[client].damagedAnswer {
      answeredBadly(damaged, pending, asked)
      return
    }
    closeRequest(asked)
    let isTimeout = record.time.nanoseconds(since: pending.time) >= Self.transactionTimeout
    let late: StaticString? =
      isTimeout ? "answered after the time-out" : ending.lateRemark
    asked.bearer.transactions[client].late = late.map { LateRequest(request: pending, remark: $0) }
    connection.unanswered += 1
    let context = ATTContext(
      connection, asked.bearer, client: client, isCut: pending.isTruncated)
    // What asks for a range of handles is about no one attribute.
    let handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
    let attribute = handle.flatMap { context.database.named($0) }
    let direction: PacketDirection = client == 0 ? .sent : .received
    switch pending.opcode {
    case _ where isTimeout:
      timedOut(pending, attribute, context, record)
      return
    case .executeWriteRequest where pending.flags != 0:
      tellQueue(context, record, ending: ending)
    case .readRequest, .readBlobRequest, .writeRequest:
      var told = ValueEvent(
        pending.opcode == .writeRequest ? .write : .read, direction,
        isTruncated: pending.isTruncated)
      told.pending = pending
      told.isAnswered = false
      told.isProblem = ending != .captureEnds
      let held = context.bearer.transactions[client].pendingValue
      value(
        told, pending.handle, pending.opcode == .writeRequest ? held.rawBytes : RawSpan(),
        context, record
      ) { $0.addNote(ending.remark) }
    case .readByTypeRequest where !isDiscovery(pending.opcode, pending.type),
      .readMultipleRequest, .readMultipleVariableRequest:
      var told = ValueEvent(.read, direction, isTruncated: pending.isTruncated)
      told.pending = pending
      told.isAnswered = false
      told.isProblem = ending != .captureEnds
      value(told, nil, RawSpan(), context, record) { out in
        out.addNote(ending.remark)
        guard let type = pending.type else { return }
        out.note.append(", type ")
        type.write(to: &out.note)
      }
    default:
      var event = begin(.note, record, context)
      event.direction = direction
      event.from = sender(direction, connection)
      event.handle = handle
      event.attribute = attribute
      event.requestFrame = pending.frame
      event.requestTime = pending.time
      event.isProblem = ending != .captureEnds
      fields.own.add("opcode", pending.opcode.rawValue)
      fields.decoded.text.append(pending.opcode.name ?? "request")
      fields.decoded.text.append(": ")
      fields.decoded.text.append(ending.remark)
      emit(event)
    }
    guard ending != .captureEnds else { return }
    find(connection, record, key: "\(connection.ordinal) open \(pending.frame)") { text in
      if ending == .disconnect { text.append("disconnected with a request unanswered: ") }
      describe(pending.opcode, pending.handle, attribute, &text)
      if ending == .unheard {
        text.append(": the answer is not in the capture, frame ")
        text.append(decimal: pending.frame)
        return
      }
      text.append(", ")
      text.append(ending == .disconnect ? "for " : "no answer in ")
      text.append(duration: record.time.nanoseconds(since: pending.time))
      text.append(", frame ")
      text.append(decimal: pending.frame)
    }
  }

  /// How long a transaction may take: 30 s, in nanoseconds (Vol 3, Part F, 3.3.3).
  static let transactionTimeout: Int64 = 30_000_000_000

  /// A request whose answer did not come in time: no further ATT PDU is to follow on the bearer.
  private func timedOut(
    _ pending: PendingRequest, _ attribute: Attribute?, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let connection = context.connection
    let client = context.client
    connection.errors += 1
    var event = begin(.attError, record, context)
    event.direction = client == 0 ? .sent : .received
    event.from = sender(event.direction, connection)
    event.handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
    event.attribute = attribute
    event.requestFrame = pending.frame
    event.requestTime = pending.time
    event.isProblem = true
    fields.own.add("opcode", pending.opcode.rawValue)
    fields.own.add("error", word: "time_out")
    if pending.opcode == .writeRequest {
      let asked = context.bearer.transactions[client].pendingValue
      fields.own.add("request_value", hex: asked.rawBytes)
    }
    fields.decoded.text.append("no answer in 30 s")
    emit(event)
    find(connection, record, key: "\(connection.ordinal) open \(pending.frame)") { text in
      describe(pending.opcode, pending.handle, attribute, &text)
      text.append(": no answer in 30 s, frame ")
      text.append(decimal: pending.frame)
    }
  }

  /// Settles a connection that has ended once its last data has passed: the first record that is none
  /// of it.
  func settleLate(_ waiting: Unsettled, _ record: CaptureRecord, _ bytes: RawSpan) {
    let connection = waiting.connection
    let isItsData =
      record.kind == .acl && record.adapter == connection.adapter && bytes.byteCount >= 2
      && bytes.uint16LittleEndian(at: 0) & 0x0FFF == connection.handle
      && record.time.nanoseconds(since: waiting.record.time) <= Self.lateDataLimit
    if !isItsData { settleUnsettled() }
  }

  func settleUnsettled() {
    guard let waiting = unsettled else { return }
    setUnsettled(nil)
    // Its last data, or else its end, is the record before.
    settle(waiting.connection, lastRecord ?? waiting.record, ending: .disconnect)
  }

  /// Brings everything that is under way on a connection to its end.
  func settle(_ connection: Connection, _ record: CaptureRecord, ending: Ending) {
    for bearer in connection.bearers { settle(bearer, connection, record, ending: ending) }
    for client in 0...1 {
      if !connection.writeQueues[client].values.isEmpty {
        let parts = connection.writeQueues[client].parts
        connection.writeQueues[client].values.removeAll()
        var event = begin(.note, record, connection)
        event.direction = client == 0 ? .sent : .received
        event.from = sender(event.direction, connection)
        fields.decoded.text.append("queued write never executed, ")
        fields.decoded.text.append(parts, "part")
        emit(event)
      }
      countOctets(ATTContext(connection, connection.bearer, client: client))
    }
    if connection.pairing.outcome == .underWay {
      connection.pairing.outcome = .failed
      var event = begin(.security, record, connection)
      event.requestFrame = connection.pairing.requestFrame
      event.requestTime = connection.pairing.requestTime
      event.isProblem = ending == .disconnect
      fields.own.add("step", word: "pairing_incomplete")
      fields.decoded.text.append("pairing not finished")
      emit(event)
      if ending == .disconnect {
        find(connection, record) { text in
          text.append("disconnected while pairing, frame ")
          text.append(decimal: connection.pairing.requestFrame)
        }
      }
    }
    for subscription in connection.subscriptions { tellSilent(subscription, connection, record) }
    subscriptions -= connection.subscriptions.count
    connection.subscriptions.removeAll()
    giveUpParameterRequest(connection, record)
    settleChannels(connection, record, ending: ending)
    for side in 0...1 { giveUpReassembly(connection, side, record) }
    flushDiscoveries(record, of: connection)
  }

  /// Brings everything that is under way on one bearer to its end.
  func settle(
    _ bearer: Bearer, _ connection: Connection, _ record: CaptureRecord, ending: Ending
  ) {
    for client in 0...1 {
      let context = ATTContext(connection, bearer, client: client)
      endWait(context, record)
      unanswered(context, record, ending: ending)
      // A connection is remembered behind its end, what it sent is not.
      bearer.transactions[client].pendingValue = []
      countOctets(context)
    }
  }
}

/// A connection that ended with a request open, and the record that said so.
final class Unsettled {
  let connection: Connection
  let record: CaptureRecord

  init(_ connection: Connection, _ record: CaptureRecord) {
    self.connection = connection
    self.record = record
  }
}
