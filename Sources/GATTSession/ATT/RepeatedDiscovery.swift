import ATTDissector
import BTSnoop
import Bytes

/// A request for a list of attributes that a client sends again and again, although it is answered.
struct RepeatedDiscovery {
  let request: RequestWords
  let firstFrame: UInt64
  /// The last attribute of the answer, or the last of its last group.
  let last: UInt16
  /// A hash of the answer.
  let answer: UInt64
  var count = 1
  /// How many requests the connection had by then: one more at the next repetition, if nothing else was asked for.
  var requests: Int
  var time: CaptureTime

  /// This many repetitions are a loop.
  static let many = 4

  /// Whether the answer is before what was asked for: the server does not look at where the list is to begin.
  fileprivate var isBefore: Bool { request.handle.map { last < $0 } ?? false }

  func isSame(as other: RepeatedDiscovery) -> Bool {
    request.opcode == other.request.opcode && request.handle == other.request.handle
      && request.endHandle == other.request.endHandle && request.type == other.request.type
      && answer == other.answer
  }

  /// For a finding.
  func write(by client: ATTParty, to text: inout ByteWriter) {
    text.append(client.words)
    text.append(" keeps sending the same ")
    request.writeName(&text)
    text.append(", first in frame ")
    text.append(decimal: firstFrame)
    text.append(", and gets the same answer each time: ")
    if isBefore {
      text.append("the server lists attributes up to ")
      text.append(upperHex: UInt64(last), digits: 4)
      text.append(", which are before the range that was asked for")
    } else {
      text.append("it ends at ")
      text.append(upperHex: UInt64(last), digits: 4)
      text.append(", and the client does not continue after that")
    }
  }
}

extension ATTFollower {
  /// A discovery that makes no progress: the same request and the same answer, with nothing asked in between.
  func findRepeated(
    _ pdu: ATTPDU, of pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard pending.isDiscovery, !context.isCut else { return }
    var last: UInt16 = 0
    switch pdu.opcode {
    case .findByTypeValueResponse: _ = pdu.forEachGroup(in: bytes) { last = max(last, max($0, $1)) }
    case .findInformationResponse:
      _ = pdu.forEachInformation(in: bytes) { handle, _ in last = max(last, handle) }
    case .readByTypeResponse: _ = pdu.forEachEntry(in: bytes) { last = max(last, $0.handle) }
    default: _ = pdu.forEachEntry(in: bytes) { last = max(last, $0.endHandle) }
    }
    let connection = context.connection
    var now = RepeatedDiscovery(
      request: RequestWords(pending, attribute: nil), firstFrame: pending.frame, last: last,
      answer: FNV1a.hash(bytes), requests: connection.counts.requests, time: record.time)
    // It may be the answer to a request that was given up.
    if now.isBefore, connection.counts.unanswered > 0 {
      context.transactions.discovery = nil
      return
    }
    if let before = context.transactions.discovery, before.isSame(as: now),
      before.requests &+ 1 == now.requests,
      // What is asked for at once, and not to see whether it has changed.
      0...max(ATTTransactions.hurry, connection.interval * 4)
        ~= pending.time.nanoseconds(since: before.time)
    {
      now = before
      now.count += 1
      now.requests = connection.counts.requests
      now.time = record.time
    }
    context.transactions.discovery = now
    guard now.count >= RepeatedDiscovery.many else { return }
    reporter.find(
      .discoveryRepeats(now, by: ATTParty(clientOf: context), frame: record.frame), on: connection,
      at: record)
  }
}
