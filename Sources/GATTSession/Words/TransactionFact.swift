import ATTDissector
import Bytes
import GATTValues

/// ATT requests and their outcome.
package enum TransactionFact: EventFact {
  case mtu(UInt16, client: UInt16, server: UInt16)
  case refused(RequestWords, code: UInt8, remark: ValueRemark?)
  case timedOut(RequestWords)
  case noAttribute(BluetoothUUID)
  case withoutRequest(ATTOpcode)
  /// A response, or an error, to no request.
  case unasked(UnaskedAnswer)
  case confirmationWithoutIndication
  /// In nanoseconds.
  case confirmedLate(after: Int64)
  /// - isDamaged: the server has repeated other octets than it was sent.
  case queueCancelled(parts: Int, isDamaged: Bool)
  case queueNotExecuted(parts: Int)
  /// An execution was refused for another attribute's sake.
  case queueUndefined(parts: Int)
  case unanswered(RequestWords, RequestEnding)
  case answeredLate(ATTOpcode, Lateness)
  case messageIncomplete(MessageStream)

  package var content: EventContent { .transaction(self) }

  /// The request that was refused, or that had no answer.
  package var request: RequestWords? {
    switch self {
    case .refused(let request, _, _), .timedOut(let request), .unanswered(let request, _): request
    default: nil
    }
  }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .mtu(let mtu, let client, let server):
      own.add(.event.mtu, mtu)
      own.add(.event.clientMTU, client)
      own.add(.event.serverMTU, server)
      out.text.append(decimal: UInt64(mtu))
      guard client != server || client != mtu else { return }
      out.text.append(" (asked ")
      out.text.append(decimal: UInt64(client))
      out.text.append(", got ")
      out.text.append(decimal: UInt64(server))
      out.text.append(")")
    case .refused(let request, let code, let remark):
      remark?.write(&out)
      own.add(.event.opcode, request.opcode.rawValue)
      own.add(.event.errorCode, code)
      if let name = ATTErrorName.name(of: code) { own.add(.event.error, word: name) }
      request.writeDetail(&own, to: &out)
      out.text.append(attError: code, of: request.attribute)
    case .timedOut(let request):
      own.add(.event.opcode, request.opcode.rawValue)
      own.add(.event.error, word: ATTErrorName.timeout)
      request.writeDetail(&own, to: &out)
      out.text.append("no answer in 30 s")
    case .noAttribute(let type):
      out.text.append("no attribute of type ")
      type.write(to: &out.text)
    case .withoutRequest(let opcode):
      own.add(.event.opcode, opcode.rawValue)
      out.text.append(opcode.name ?? "response")
      out.text.append(" without its request")
    case .unasked(let answer):
      own.add(.event.opcode, answer.opcode.rawValue)
      answer.write(&out.text)
    case .confirmationWithoutIndication:
      out.text.append("Handle Value Confirmation without its indication")
    case .confirmedLate(let duration):
      out.text.append("Handle Value Confirmation: ")
      out.text.append(duration: duration)
      out.text.append(" after its indication")
    case .queueCancelled(let parts, let isDamaged):
      out.text.append("queued write cancelled, ")
      out.text.append(parts, "part")
      if isDamaged {
        out.text.append("; the server's answer repeats other octets than it was sent")
      }
    case .queueNotExecuted(let parts):
      out.text.append("queued write never executed, ")
      out.text.append(parts, "part")
    case .queueUndefined(let parts):
      out.text.append("execution refused: whether ")
      out.text.append(parts, "other part")
      out.text.append(parts == 1 ? " was written is not known" : " were written is not known")
    case .unanswered(let request, let ending):
      own.add(.event.opcode, request.opcode.rawValue)
      request.writeName(&out.text)
      out.text.append(": ")
      out.text.append(ending.words)
    case .answeredLate(let opcode, let lateness):
      own.add(.event.opcode, opcode.rawValue)
      out.text.append(opcode.name ?? "response")
      out.text.append(": ")
      out.text.append(lateness.words)
    case .messageIncomplete(let message):
      if let first = message.frames.first { own.add(.event.firstFrame, .unsigned(first)) }
      own.add(.event.octets, message.octets)
      out.text.append("a message is incomplete: ")
      message.write(to: &out.text)
    }
  }
}

extension RequestWords {
  /// The value that was not written; the name of a request that is about no single attribute.
  fileprivate func writeDetail(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    if let type {
      var text = ByteWriter(capacity: 40)
      type.write(to: &text)
      own.add(.event.requestType, text: text.bytes)
    }
    if let value {
      own.add(.event.requestValue, hex: value.rawBytes)
      if !value.isEmpty {
        out.text.append(shortHex: value.rawBytes)
        out.text.append(": ")
      }
    }
    guard !isReadOrWrite else { return }
    writeName(&out.text)
    out.text.append(": ")
  }
}

/// A remark on a value or an error.
package enum ValueRemark {
  case requestNotInCapture
  /// On the air packets of both sides are missing before it.
  case perhapsOfAnother
  case unanswered(RequestEnding)
  /// A request that names no single attribute.
  case unansweredRequest(RequestWords, RequestEnding)
  case answeredLate(Lateness)
  /// A Read Blob whose earlier parts are not in the capture.
  case fromOffset
  case longRead(requests: Int)
  /// A long read whose server sends the same part for each offset.
  case offsetIgnored(RepeatedPart)
  /// Handles of a Read Multiple whose values cannot be separated.
  case joined([UInt16])
  case oneOfSeveral
  case oneOfSeveralAsBefore
  /// A queued write; executed where `ending` is `nil`.
  case queued(JoinedValue, RequestEnding?)
  /// A signed write; the counter is `nil` where it is cut.
  case signed(counter: UInt32?)
  case notConfirmed
  /// An error that names another attribute than its request.
  case namesOther(UInt16)
  case notConfirmedBeforeNext
  /// The log of an app has the value, and does not say how it came.
  case appReadOrSent
  case appSent

  var form: ValueForm {
    switch self {
    case .fromOffset: .fromOffset
    case .queued(let write, _) where write.offset > 0: .fromOffset
    case .signed: .signed
    case .oneOfSeveral: .oneOfSeveral
    default: .plain
    }
  }

  func write(_ out: inout FieldBuffer) {
    switch self {
    case .requestNotInCapture: out.addNote("the request is not in the capture")
    case .perhapsOfAnother:
      out.addNote("packets are missing before the response: it may be that to another request")
    case .unanswered(let ending): out.addNote(ending.words)
    case .unansweredRequest(let request, let ending):
      request.writeName(&out.note)
      out.note.append(": ")
      out.note.append(ending.words)
    case .answeredLate(let lateness): out.addNote(lateness.words)
    case .fromOffset: out.addNote("from an offset: the part before it is not in the capture")
    case .longRead(let requests):
      out.note.append("long read, ")
      out.note.append(requests, "request")
    case .offsetIgnored(let part): part.writeNote(to: &out.note)
    case .joined(let handles):
      out.note.append("values of ")
      out.note.append(handles.count, "attribute")
      out.note.append(" one after the other:")
      for handle in handles.prefix(32) {
        out.note.append(" ")
        out.note.append(upperHex: UInt64(handle), digits: 4)
      }
    case .oneOfSeveral: out.addNote("one of several in one PDU")
    case .oneOfSeveralAsBefore:
      out.addNote("one of several in one PDU, with the lengths of earlier reads")
    case .queued(let write, let ending):
      out.note.append("queued write, ")
      out.note.append(write.requests, "part")
      if write.offset > 0 {
        out.note.append(", from offset ")
        out.note.append(decimal: write.offset)
      }
      if write.isDamaged { out.addNote("the server echoed different bytes") }
      if write.isMisplaced { out.addNote("the server echoed another handle or offset") }
      if let ending { out.addNote(ending.words) }
    case .signed(let counter):
      out.addNote("signed")
      guard let counter else { return }
      out.note.append(", sign counter ")
      out.note.append(decimal: UInt64(counter))
    case .notConfirmed: out.addNote("not confirmed")
    case .namesOther(let handle):
      out.note.append("the error names ")
      out.note.append(upperHex: UInt64(handle), digits: 4)
    case .appReadOrSent: out.addNote("read or sent: the log does not say")
    case .appSent: out.addNote("notification or indication: the log does not say")
    case .notConfirmedBeforeNext: out.addNote("not confirmed before the next indication")
    }
  }
}

extension RequestEnding {
  /// Whether the sniffer, and not the server, is why there is no answer to read.
  var isOfSniffer: Bool { self == .unheard || self == .partlyHeard }

  var words: StaticString {
    switch self {
    case .nextRequest: "no answer before the next request"
    case .disconnect: "no answer before the disconnection"
    case .lost: "no answer: the connection's end is not in the capture"
    case .captureEnds: "no answer: the capture ends"
    case .channelClosed: "no answer before the channel was closed"
    case .otherAnswer: "no answer before the next request, but one to another kind"
    case .linkLost: "no answer: the sniffer lost the connection"
    case .unheard: "the answer is not in the capture"
    case .partlyHeard: "only the beginning of the answer is in the capture"
    case .cutOff: "the client disconnected before an answer"
    case .damaged: "answer has a bad CRC"
    case .hidden: "the answer may be in what is encrypted"
    case .otherDirection: "the answer is not in the capture"
    }
  }
}

extension Lateness {
  fileprivate var words: StaticString {
    switch self {
    case .nextRequest: "answered after the next request"
    case .disconnect: "answered after the end of the connection"
    case .silence: "answered after the sniffer had lost the connection"
    case .timeout: "answered after the time-out"
    }
  }
}
