import ATTDissector
import BTSnoop
import Bytes

/// A client's connection at a record, as far as it tells what becomes of the client's transactions on a bearer: how
/// well the server is heard, and how the connection ends.
struct ATTLink {
  let moment: Moment
  /// Packets that the recorder has lost so far.
  var drops: UInt64 = 0
  /// When something of the connection was last heard.
  var lastHeard: CaptureTime
  var hearing = Hearing(nil)
  var client = Side.host
  /// Nanoseconds; 0 where it is not known.
  var interval: Int64 = 0
  /// The capture has only packets that somebody has chosen.
  var isExcerpt = false
  /// The capture has nothing that the server sent, though it will have sent something.
  var lacksServer = false
  /// The capture has something that the client sent.
  var hasClient = true
  /// The response that is being reassembled: its first frame.
  var begun: (opcode: ATTOpcode, frame: UInt64)?
  /// How the connection has ended; `nil` while it is open.
  var end: End?

  struct End {
    var isByClient = false
    var isByHost = false
    /// This host has asked for it.
    var asked: (frame: UInt64, time: CaptureTime)?
  }

  /// How long a client waits at most that does not wait for its response. On the air its next request comes in the same
  /// event, or in the next one, which is too early for the answer to that of the event before.
  var hurry: Int64 {
    hearing.isOnAir ? min(ATTTransactions.hurry, interval * 3 / 2) : ATTTransactions.hurry
  }

  /// Whether the capture would have an answer to a request, if there were one: of a host all is heard, unless
  /// its log has one direction only. On the air, sequence numbers show what was missed, and the interval of
  /// the connection which events.
  func hearsAnswers(to request: ATTRequest) -> Bool {
    request.drops == drops && !lacksServer
      && hearing.hasAnswers(of: client.other, since: request.heard, interval: interval)
  }

  /// Whether a response cannot be that to another request: on the air, the answer to this one and the next
  /// request may both be missing.
  func isSure(of request: ATTRequest) -> Bool {
    request.heard.map { hearing.isWholeOfOne(since: $0) } ?? true
  }

  /// Whether an indication without a confirmation never had one. On the air, it may have been missed; a capture
  /// may have one direction only, or be an excerpt.
  func hearsConfirmations(since indication: Moment) -> Bool {
    hearing.isOfHost && !isExcerpt && hasClient && indication.gaps == moment.gaps
  }

  /// Whether a transaction has taken longer than it may.
  func isOver(since start: CaptureTime) -> Bool {
    !isExcerpt && moment.time.nanoseconds(since: start) >= ATTTransactions.timeout
  }
}

extension ATTFollower {
  /// - ending: of the requests that are to be given up.
  func link(
    in context: borrowing ATTContext, at record: CaptureRecord, ending: RequestEnding? = nil
  ) -> ATTLink {
    let (connection, server) = (context.connection, context.client.other)
    let hearing = connection.hearing
    var link = ATTLink(
      moment: clock.moment(of: record), drops: clock.counts.drops,
      lastHeard: hearing.isOfHost ? record.time : connection.traffic.lastRecord, hearing: hearing,
      client: context.client, interval: connection.interval, isExcerpt: clock.isExcerpt(connection),
      lacksServer: clock.lacks(server, on: connection),
      hasClient: connection.traffic.packets[context.client] > 0)
    if hearing.isOnAir, context.bearer === connection.bearer {
      link.begun = connection.l2cap.reassembly[server].response
    }
    if ending == .disconnect {
      let (end, isByEither) = (connection.end, connection.end.isByEither)
      link.end = ATTLink.End(
        isByClient: isByEither || end.by == (context.client == .host ? .local : .remote),
        isByHost: isByEither || end.by == .local, asked: end.request.map { ($0.frame, $0.time) })
    }
    return link
  }
}

extension L2CAPReassembler {
  /// The ATT PDU that has begun, while further fragments are awaited.
  var response: (opcode: ATTOpcode, frame: UInt64)? {
    guard let begun, begun.channel == L2CAPChannel.attribute.rawValue else { return nil }
    return (ATTOpcode(rawValue: begun.code), startFrame)
  }
}
