import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// What a person should look at first. Durations are nanoseconds.
enum FindingFact {
  /// - after: the first command of the other kind, legacy or extended.
  case commandFailed(HCIOpcode, HCIStatus, after: CommandClock.Asked?, frame: UInt64)
  case answeredLate(LateAnswer)
  /// High duty cycle directed advertising that goes on.
  case endlessAdvertising(EndlessAdvertising)
  /// - behind: a procedure of this host that was open before it, and did not end.
  case updateFailed(LinkChange, HCIStatus, behind: LinkProcedure?, frame: UInt64)
  /// What an event says, in its words.
  case reported(any Fact, FindingRule, frame: UInt64)
  case attemptFailed(HCIStatus, BluetoothAddress?, frame: UInt64)
  /// A connection that ended unintentionally; `after` its start, if the capture has that; `transfer`
  /// counts the writes of a large transfer that was just made; `procedure` did not end.
  case ended(
    HCIStatus, isInferred: Bool, after: Int64?, silence: Int64, lastFrame: UInt64?, transfer: Int?,
    procedure: LinkProcedure?)
  /// A connection that ended since a packet failed its integrity check.
  /// - start: of its encryption.
  case integrityLost(EncryptionStart, after: Int64?, at: CaptureTime)
  /// A connection on the air that was never established, after so many PDUs of its central.
  case neverEstablished(PDUs: Int, frame: UInt64)
  case missingEvents(silence: Int64, interval: Int64, frame: UInt64)
  case pairingFailed(UInt8, by: ATTParty, PairingRefusal?, frame: UInt64)
  /// Nothing follows its last PDU.
  case pairingTimedOut(PairingTimeOut, frame: UInt64)
  /// A side goes on with a pairing that has failed.
  /// - isOwn: it has failed by that side.
  case pairingContinued(
    SMPCode, by: ATTParty, isOwn: Bool, failed: UInt64, after: Int64, frame: UInt64)
  /// - missing: where the other side has no key.
  case encryptionFailed(HCIStatus, missing: MissingKey?, frame: UInt64)
  case endedWhilePairing(frame: UInt64)
  /// A side ends the connection while encryption is being started.
  case endedWhileEncrypting(EncryptionStart, at: CaptureTime)
  case channelOpenedAgain(frame: UInt64)
  case channelRefused(L2CAPServicePSM, SignalResult, frame: UInt64)
  case channelFault(ChannelFault, channel: Int, by: ATTParty, frame: UInt64)
  /// An ATT PDU longer than the MTU.
  case tooLong(ATTParty, octets: Int, mtu: UInt16, frame: UInt64)
  case refused(RequestWords, by: ATTParty, code: UInt8, RefusalRemark?, frame: UInt64)
  /// A value says that what was asked for was not done.
  /// - of: the server, where it is not the peer.
  case notDone(Attribute, of: ATTParty?, String, frame: UInt64)
  case faulty(FaultyValue)
  case unanswered(RequestWords, RequestEnding, after: Int64, frame: UInt64)
  /// - of: the server, where it is not the peer.
  /// - lost: the frame in which a part of what the server sent since then is missing.
  case timedOut(RequestWords, of: ATTParty?, lost: UInt64?, frame: UInt64)
  /// An indication that a client did not confirm in time.
  case unconfirmed(Attribute?, handle: UInt16, by: ATTParty, frame: UInt64)
  /// A request for connection parameters that a side did not answer in time.
  case parametersUnanswered(ConnectionParameters, by: ATTParty, frame: UInt64)
  /// A client sent a request before its last one was answered.
  case requestTooEarly(ATTParty, frame: UInt64)
  /// A server sent an indication before its last one was confirmed.
  case indicationTooEarly(ATTParty, frame: UInt64)
  case damagedAnswer(RequestWords, frame: UInt64)
  /// - of: the server, where it is not the peer.
  case silentSubscription(Attribute, of: ATTParty?, duration: Int64, frame: UInt64)
  /// Answers took so long in total while the sides met every so many milliseconds.
  /// - asked: by whom for that, and in which frame.
  case intervalTooLong(Double, waited: Int64, asked: (by: ATTParty, frame: UInt64)?)
  /// - apart: the longest time from one value to the next, in nanoseconds.
  /// - duration: without any, while it was on.
  /// - frame: of the last value.
  case valuesStop(
    Attribute, of: ATTParty?, count: Int, apart: Int64, duration: Int64, frame: UInt64)
  /// What a client turned on by a Client Characteristic Configuration, and the characteristic does not do.
  case wrongSubscription(Attribute, bits: UInt8, frame: UInt64)
  /// A command to write what the characteristic's properties do not allow to be written so.
  /// - of: the server, where it is not the peer.
  case wrongWrite(Attribute, of: ATTParty?, ATTOpcode, frame: UInt64)

  /// Data on the handle of a connection that has ended.
  case afterEnd(StrayData)
  case mtu(MTUFault, frame: UInt64)
  case unasked(UnaskedAnswer, frame: UInt64)
  case partLost(LostPart)
  /// - of: the server, where it is not the peer.
  case offsetIgnored(RepeatedPart, Attribute?, handle: UInt16, of: ATTParty?, frame: UInt64)

  /// Findings of a connection with equal keys are the same; `nil` for a finding of its own.
  enum Key: Hashable {
    case attemptFailed(status: UInt8, UInt64?)
    case commandFailed(opcode: UInt16, status: UInt8)
    case answeredLate(UInt16)
    case endlessAdvertising
    case pairingFailed(UInt8, byHost: Bool)
    case pairingTimedOut
    case pairingContinued(byHost: Bool)
    case encryptionFailed(status: UInt8)
    case updateFailed(LinkChange, status: UInt8)
    case reported(String)
    case missingEvents
    case channelRefused(psm: UInt16, code: UInt16)
    case channelFault(channel: Int, byHost: Bool, UInt8)
    case tooLong(isHost: Bool)
    case refused(opcode: UInt8, handle: UInt16, code: UInt8, byHost: Bool)
    case notDone(UInt16, byHost: Bool, String)
    case faulty(UInt16, byHost: Bool, isWrite: Bool, isMalformed: Bool)
    case open(UInt64)
    case parametersUnanswered(isHost: Bool)
    case requestTooEarly(isHost: Bool)
    case indicationTooEarly(isHost: Bool)
    case notHeard(RequestEnding)
    case damagedAnswer
    case silentSubscription(UInt16, byHost: Bool)
    case valuesStop(UInt16, byHost: Bool)
    case intervalTooLong
    case wrongSubscription(UInt16, UInt8)
    case wrongWrite(UInt16, byHost: Bool, opcode: UInt8)
    case afterEnd(isHost: Bool)
    case mtu(isHost: Bool, isAgain: Bool)
    case unasked(isHost: Bool, opcode: UInt8, request: UInt8)
    case partLost(isHost: Bool, isBegun: Bool)
    case offsetIgnored(UInt16, byHost: Bool)
    // Only as kin.
    /// - octave: of the seconds since the connect, as a power of two.
    case ended(status: UInt8, octave: Int, isHeard: Bool)
    case failed
    case endedWhilePairing
    case endedWhileEncrypting
    case unanswered(opcode: UInt8, handle: UInt16, RequestEnding)
    case timedOut(opcode: UInt8, handle: UInt16)
    case unconfirmed(UInt16, byHost: Bool)
  }

  /// Findings with equal kin on several connections of a device are one matter; `nil`: none are.
  var kin: Key? {
    switch self {
    case .ended(let status, _, let after, _, let lastFrame, _, _):
      // What ends a link at once is another matter than what ends it after a minute.
      .ended(
        status: status.rawValue,
        octave: after.map { 64 - ($0 / 1_000_000_000).leadingZeroBitCount } ?? -1,
        isHeard: lastFrame != nil)
    case .integrityLost(let start, _, _):
      .ended(status: HCIStatus.micFailure.rawValue, octave: -1, isHeard: start.outcome == .on)
    case .neverEstablished: .failed
    case .endedWhilePairing: .endedWhilePairing
    case .endedWhileEncrypting: .endedWhileEncrypting
    case .unanswered(let request, let ending, _, _) where !ending.isOfSniffer:
      request.handle.map { .unanswered(opcode: request.opcode.rawValue, handle: $0, ending) }
    case .timedOut(let request, _, _, _):
      request.handle.map { .timedOut(opcode: request.opcode.rawValue, handle: $0) }
    case .unconfirmed(_, let handle, let client, _): .unconfirmed(handle, byHost: client.isHost)
    // The channels of another connection are others; ranges are those of the search.
    case .channelFault, .channelRefused: nil
    case .refused(let request, _, _, _, _) where request.handle == nil: nil
    default: key
    }
  }

  var key: Key? {
    switch self {
    case .ended, .integrityLost, .neverEstablished, .endedWhilePairing, .endedWhileEncrypting,
      .channelOpenedAgain:
      nil
    case .attemptFailed(let status, let address, _):
      .attemptFailed(status: status.rawValue, address?.rawValue)
    case .pairingFailed(let reason, let party, _, _): .pairingFailed(reason, byHost: party.isHost)
    case .pairingTimedOut: .pairingTimedOut
    case .pairingContinued(_, let party, _, _, _, _): .pairingContinued(byHost: party.isHost)
    case .encryptionFailed(let status, _, _): .encryptionFailed(status: status.rawValue)
    case .answeredLate(let late): .answeredLate(late.opcode.rawValue)
    case .endlessAdvertising: .endlessAdvertising
    case .commandFailed(let opcode, let status, _, _):
      .commandFailed(opcode: opcode.rawValue, status: status.rawValue)
    case .updateFailed(let change, let status, _, _):
      .updateFailed(change, status: status.rawValue)
    case .reported(let fact, _, _): .reported(Self.words(of: fact))
    case .missingEvents: .missingEvents
    case .channelRefused(let psm, let result, _):
      .channelRefused(psm: psm.rawValue, code: result.code)
    case .channelFault(let fault, let channel, let sender, _):
      .channelFault(channel: channel, byHost: sender.isHost, fault.rawValue)
    case .tooLong(let party, _, _, _): .tooLong(isHost: party.isHost)
    case .refused(let request, let server, let code, _, _):
      .refused(
        opcode: request.opcode.rawValue, handle: request.handle ?? 0, code: code,
        byHost: server.isHost)
    case .notDone(let attribute, let server, let text, _):
      .notDone(attribute.handle, byHost: server != nil, text)
    case .faulty(let value): value.key
    case .unanswered(_, let ending, _, _) where ending.isOfSniffer: .notHeard(ending)
    case .unanswered(_, _, _, let frame), .timedOut(_, _, _, let frame),
      .unconfirmed(_, _, _, let frame):
      .open(frame)
    case .parametersUnanswered(_, let party, _): .parametersUnanswered(isHost: party.isHost)
    case .requestTooEarly(let client, _): .requestTooEarly(isHost: client.isHost)
    case .indicationTooEarly(let server, _): .indicationTooEarly(isHost: server.isHost)
    case .damagedAnswer: .damagedAnswer
    case .silentSubscription(let attribute, let server, _, _):
      .silentSubscription(attribute.handle, byHost: server != nil)
    case .valuesStop(let attribute, let server, _, _, _, _):
      .valuesStop(attribute.handle, byHost: server != nil)
    case .intervalTooLong: .intervalTooLong
    case .wrongSubscription(let attribute, let bits, _):
      .wrongSubscription(attribute.handle, bits)
    case .wrongWrite(let attribute, let server, let opcode, _):
      .wrongWrite(attribute.handle, byHost: server != nil, opcode: opcode.rawValue)
    case .afterEnd(let data): .afterEnd(isHost: data.by.isHost)
    case .mtu(let fault, _): .mtu(isHost: fault.isHost, isAgain: fault.isAgain)
    case .unasked(let answer, _):
      .unasked(
        isHost: answer.by.isHost, opcode: answer.opcode.rawValue,
        request: answer.request?.rawValue ?? 0)
    case .partLost(let part): .partLost(isHost: part.by.isHost, isBegun: part.octets != nil)
    case .offsetIgnored(_, _, let handle, let server, _):
      .offsetIgnored(handle, byHost: server != nil)
    }
  }

  var rule: FindingRule {
    switch self {
    case .commandFailed: .commandFailed
    case .answeredLate: .commandLate
    case .endlessAdvertising: .advertisingEndless
    case .updateFailed: .updateFailed
    case .reported(_, let rule, _): rule
    case .attemptFailed: .connectFailed
    case .ended(let reason, _, _, _, _, _, _):
      switch reason {
      case .pinOrKeyMissing: .bondingLost
      case .connectionTimeout: .linkLost
      case .linkLayerResponseTimeout: .procedureTimeout
      case .instantPassed: .instantPassed
      case .micFailure: .micFailure
      case .failedToBeEstablished: .neverEstablished
      default: .endedByError
      }
    case .integrityLost: .micFailure
    case .neverEstablished: .neverEstablished
    case .missingEvents: .eventsMissing
    case .pairingFailed, .pairingTimedOut, .pairingContinued: .pairingFailed
    // The key of a pairing that is under way is of no bond.
    case .encryptionFailed(_, let missing?, _) where missing.isOfPairing: .pairingFailed
    case .encryptionFailed(let status, _, _):
      status == .pinOrKeyMissing ? .bondingLost : .encryptionFailed
    case .endedWhilePairing: .endedWhilePairing
    case .endedWhileEncrypting: .encryptionFailed
    case .channelOpenedAgain, .channelFault, .tooLong: .channelFault
    case .channelRefused: .channelRefused
    case .refused: .requestRefused
    case .notDone: .operationFailed
    case .faulty(let value): value.isMalformed ? .valueMalformed : .valueImplausible
    case .unanswered(_, let ending, _, _) where ending.isOfSniffer: .answerNotHeard
    case .unanswered: .requestUnanswered
    case .timedOut, .unconfirmed: .requestTimedOut
    case .parametersUnanswered: .signalUnanswered
    case .requestTooEarly, .indicationTooEarly: .requestTooEarly
    case .damagedAnswer: .answerDamaged
    case .silentSubscription: .silentSubscription
    case .valuesStop: .valuesStop
    case .intervalTooLong: .intervalTooLong
    case .wrongSubscription: .wrongSubscription
    case .wrongWrite: .wrongWrite
    case .afterEnd: .dataAfterEnd
    case .mtu(let fault, _): fault.isAgain ? .mtuExchangedTwice : .mtuDiffers
    case .unasked: .answerUnasked
    case .partLost: .partLost
    case .offsetIgnored: .offsetIgnored
    }
  }

  /// What others with the same key may differ in: the value of a refused request, or the whole request.
  var detail: [UInt8]? {
    switch self {
    case .refused(let request, _, _, _, _): request.value
    case .faulty(let value): value.note.map { Array($0.utf8) }
    case .unanswered(let request, let ending, _, _) where ending.isOfSniffer: request.bytes
    case .damagedAnswer(let request, _): request.bytes
    default: nil
    }
  }

  /// The words for several that differ in their details.
  var general: String {
    switch self {
    case .refused(var request, let server, let code, let remark, let frame):
      request.value = nil
      return FindingFact.refused(request, by: server, code: code, remark, frame: frame).words
    case .faulty(var value):
      value.note = nil
      return FindingFact.faulty(value).words
    case .unanswered(let request, let ending, _, let frame) where ending.isOfSniffer:
      return Self.words { text in
        text.append(
          ending == .partlyHeard
            ? "only the beginnings of the answers to several requests are in the capture, first to "
            : "the answers to several requests are not in the capture, first to ")
        request.write(&text)
        text.append(inFrame: frame)
      }
    case .damagedAnswer(let request, let frame):
      return Self.words { text in
        text.append("the responses to several requests have a bad CRC, first to ")
        request.write(&text)
        text.append(" (frame ")
        text.append(decimal: frame)
        text.append("), their values are not used")
      }
    default: return words
    }
  }

  var words: String { Self.words(write) }

  private static func words(_ write: (inout ByteWriter) -> Void) -> String {
    var text = ByteWriter(capacity: 128)
    write(&text)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  private static func words(of fact: any Fact) -> String {
    var own = FieldBuffer()
    var out = FieldBuffer()
    fact.write(&own, &out)
    return String(decoding: out.text.bytes.copy(), as: UTF8.self)
  }

  private func write(_ text: inout ByteWriter) {
    switch self {
    case .commandFailed(let opcode, let status, let after, let frame):
      text.append(HCICommandName.name(opcode: opcode.rawValue) ?? "command")
      text.append(" failed: ")
      text.append(status: status)
      if let after {
        let isExtended = CommandGeneration(after.opcode) == .extended
        text.append("; the adapter was given an ")
        text.append(isExtended ? "extended" : "older")
        text.append(" command (")
        text.append(HCICommandName.name(opcode: after.opcode.rawValue) ?? "command")
        text.append(", frame ")
        text.append(decimal: after.frame)
        text.append("), and until its reset it refuses the ")
        text.append(isExtended ? "older ones" : "extended ones")
      }
      text.append(inFrame: frame)
    case .answeredLate(let late):
      text.append(HCICommandName.name(opcode: late.opcode.rawValue) ?? "command")
      text.append(
        late.isAnswered ? ": the adapter answered after " : ": the adapter did not answer in ")
      text.append(number: Double((late.duration + 50_000_000) / 100_000_000) / 10, decimals: 1)
      text.append(" s")
      text.append(inFrame: late.frame)
    case .endlessAdvertising(let advertising):
      advertising.write(&text)
      text.append(inFrame: advertising.frame)
    case .updateFailed(let change, let status, let first, let frame):
      text.append(change.words)
      text.append(" failed: ")
      text.append(status: status)
      text.append(inFrame: frame)
      guard let first else { return }
      text.append("; it waited behind ")
      text.append(first)
      text.append(", which did not complete")
    case .reported(let fact, _, let frame):
      text.append(string: Self.words(of: fact))
      text.append(inFrame: frame)
    case .attemptFailed(let status, let address, let frame):
      text.append("connection attempt failed: ")
      text.append(status: status)
      if let address {
        text.append(", ")
        address.write(to: &text)
      }
      text.append(inFrame: frame)
    case .ended(
      let reason, let isInferred, let age, let silence, let last, let transfer, let procedure):
      if isInferred { text.append("probably ") }
      text.append(status: reason)
      if let age {
        text.append(", ")
        text.append(duration: age)
        text.append(" after the connect")
      }
      if let procedure {
        text.append("; ")
        text.append(procedure)
        text.append(procedure.mayBeOver ? " may have been under way" : " had not completed")
      }
      guard let last else {
        text.append(procedure == nil ? ", no data received" : "; no data received")
        return
      }
      text.append("; last data from the peer ")
      text.append(duration: silence)
      text.append(" before (frame ")
      text.append(decimal: last)
      text.append(")")
      guard let transfer else { return }
      text.append("; after an update of ")
      text.append(grouped: UInt64(transfer), "write")
      text.append(": probably a reboot")
    case .integrityLost(let start, let age, let end):
      text.append(status: .micFailure)
      if let age {
        text.append(", ")
        text.append(duration: age)
        text.append(" after the connect")
      }
      start.writeLoss(at: end, to: &text)
    case .neverEstablished(let count, let frame):
      text.append("probably never established: the peripheral answered none of ")
      text.append(grouped: UInt64(count), "PDU")
      text.append(" of the central, all with one sequence number")
      text.append(inFrame: frame)
    case .missingEvents(let silence, let interval, let frame):
      let missing = max(1, (silence + interval / 2) / interval - 1)
      text.append(missing == 1 ? "a connection event is" : "connection events are")
      text.append(" missing from the capture: nothing for ")
      text.append(duration: silence)
      text.append(", one every ")
      text.append(duration: interval)
      text.append(" expected")
      text.append(inFrame: frame)
    case .pairingFailed(let reason, let party, let why, let frame):
      text.append("pairing failed by ")
      text.append(party.words)
      text.append(": ")
      text.append(pairingFailure: reason)
      why?.write(&text)
      text.append(inFrame: frame)
    case .pairingTimedOut(let timeOut, let frame):
      text.append("pairing timed out: nothing of it for 30 s after its last PDU")
      if timeOut.isKnown {
        text.append("; ")
        timeOut.write(peer: "the peer", to: &text)
      }
      text.append(inFrame: frame)
    case .pairingContinued(let code, let party, let isOwn, let failed, let elapsed, let frame):
      text.append(party.words)
      if code == .pairingFailed {
        text.append(" sends Pairing Failed ")
        text.append(duration: elapsed)
        text.append(" after the pairing had failed (frame ")
        text.append(decimal: failed)
        text.append("): no pairing was under way")
        text.append(inFrame: frame)
        return
      }
      text.append(" goes on with a pairing that has failed: ")
      text.append(SMPName.command(code.rawValue) ?? "a PDU")
      text.append(" ")
      text.append(duration: elapsed)
      text.append(isOwn ? " after its own" : " after the other side's")
      text.append(" Pairing Failed (frame ")
      text.append(decimal: failed)
      text.append("): ")
      text.append(
        party.isHost
          ? "do two stacks drive one controller?" : "an error of its stack, or of two of them")
      text.append(inFrame: frame)
    case .encryptionFailed(let status, let missing, let frame):
      text.append("encryption failed: ")
      text.append(status: status)
      if let missing {
        text.append("; ")
        missing.write(peer: "the peer", to: &text)
      }
      text.append(inFrame: frame)
    case .endedWhilePairing(let frame):
      text.append("disconnected while pairing")
      text.append(inFrame: frame)
    case .endedWhileEncrypting(let start, let end):
      text.append("disconnected before ")
      text.append(start.isRefresh ? "a change of the key" : "encryption")
      text.append(" was finished: ")
      start.step.write(to: &text)
      let elapsed = end.nanoseconds(since: start.time)
      if elapsed >= 0 {
        text.append(" ")
        text.append(duration: elapsed)
        text.append(" before")
      }
      text.append(inFrame: start.frame)
    case .channelOpenedAgain(let frame):
      text.append("L2CAP channel opened again without a disconnection")
      text.append(inFrame: frame)
    case .channelRefused(let psm, let result, let frame):
      text.append("L2CAP channel for ")
      text.append(psm)
      text.append(" refused: ")
      text.append(result)
      text.append(inFrame: frame)
    case .channelFault(let fault, let channel, let sender, let frame):
      text.append("L2CAP channel ")
      text.append(decimal: channel)
      text.append(", ")
      text.append(fault.words)
      text.append(", by ")
      text.append(sender.words)
      text.append(inFrame: frame)
    case .refused(let request, let server, let code, let remark, let frame):
      request.write(&text)
      text.append(" refused by ")
      text.append(server.words)
      text.append(": ")
      text.append(attError: code, of: request.attribute)
      if let properties = request.forbidding(code) {
        text.append("; properties: ")
        text.append(properties)
      }
      remark?.write(&text)
      text.append(inFrame: frame)
    case .notDone(let attribute, let server, let words, let frame):
      text.append(attribute, of: server)
      text.append(": ")
      text.append(string: words)
      text.append(inFrame: frame)
    case .faulty(let value):
      value.write(&text)
      text.append(inFrame: value.frame)
    case .unanswered(let request, let ending, let duration, let frame):
      if ending == .disconnect { text.append("disconnected with a request unanswered: ") }
      request.write(&text)
      if ending.isOfSniffer {
        text.append(": ")
        text.append(ending.words)
      } else {
        text.append(ending == .disconnect ? ", for " : ", no answer in ")
        text.append(duration: duration)
        if ending == .otherAnswer { text.append(", but one to another kind of request") }
      }
      text.append(inFrame: frame)
    case .timedOut(let request, let server, let lost, let frame):
      request.write(&text)
      text.append(": no answer ")
      if let server {
        text.append("by ")
        text.append(server.words)
        text.append(" ")
      }
      text.append("in 30 s")
      if let lost {
        text.append("; a part of what was sent since is missing (frame ")
        text.append(decimal: lost)
        text.append("), perhaps of the answer")
      }
      text.append(inFrame: frame)
    case .unconfirmed(let attribute, let handle, let client, let frame):
      text.append("indication of ")
      if let attribute {
        attribute.describe(&text)
      } else {
        text.append(upperHex: UInt64(handle), digits: 4)
      }
      text.append(" not confirmed by ")
      text.append(client.words)
      text.append(" in 30 s")
      text.append(inFrame: frame)
    case .parametersUnanswered(let parameters, let party, let frame):
      text.append("request for connection parameters (")
      parameters.write(&text)
      text.append(") not answered by ")
      text.append(party.words)
      text.append(" in 30 s")
      text.append(inFrame: frame)
    case .requestTooEarly(let client, let frame):
      text.append(client.words)
      text.append(" sent a request before its last one was answered (ATT allows one at a time)")
      text.append(inFrame: frame)
    case .tooLong(let party, let octets, let mtu, let frame):
      text.append(party.words)
      text.append(" sent an ATT PDU of ")
      text.append(grouped: UInt64(octets), "octet")
      text.append(", longer than the MTU of ")
      text.append(decimal: UInt64(mtu))
      text.append(inFrame: frame)
    case .indicationTooEarly(let server, let frame):
      text.append(server.words)
      text.append(
        " sent an indication before its last one was confirmed (ATT allows one at a time)")
      text.append(inFrame: frame)
    case .damagedAnswer(let request, let frame):
      request.write(&text)
      text.append(": the response has a bad CRC (frame ")
      text.append(decimal: frame)
      text.append("), its value is not used")
    case .silentSubscription(let characteristic, let server, let duration, let frame):
      text.append("subscribed to ")
      text.append(characteristic, of: server)
      text.append(" (frame ")
      text.append(decimal: frame)
      text.append("): no value in ")
      text.append(duration: duration)
    case .intervalTooLong(let interval, let waited, let asked):
      text.append("waiting for answers takes ")
      text.append(duration: waited)
      text.append(" in total, at an interval of ")
      text.append(number: interval)
      text.append(" ms")
      if let asked {
        text.append(", as ")
        text.append(asked.by.words)
        text.append(" has asked (frame ")
        text.append(decimal: asked.frame)
        text.append(")")
      }
    case .valuesStop(
      let characteristic, let server, let count, let apart, let duration, let frame):
      text.append(characteristic, of: server)
      text.append(": ")
      text.append(grouped: UInt64(count), "value")
      text.append(", at most ")
      text.append(duration: apart)
      text.append(" apart, then none in ")
      text.append(duration: duration)
      text.append(", while they were turned on")
      text.append(inFrame: frame)
    case .wrongSubscription(let characteristic, let bits, let frame):
      text.append(bits & 1 != 0 ? "notifications" : "indications")
      text.append(" turned on for ")
      characteristic.describe(&text)
      let properties = characteristic.properties
      text.append(
        properties.contains(.notify)
          ? ", which only notifies"
          : properties.contains(.indicate) ? ", which only indicates" : ", which sends neither")
      text.append(inFrame: frame)
    case .wrongWrite(let characteristic, let server, let opcode, let frame):
      text.append(opcode.name ?? "command")
      text.append(" to ")
      text.append(characteristic, of: server)
      if characteristic.isClientConfiguration {
        text.append(": a descriptor is written with Write Request, which is answered")
      } else {
        text.append(", which does not declare ")
        text.append(opcode.neededProperty ?? [])
        text.append("; properties: ")
        text.append(characteristic.properties)
      }
      text.append(inFrame: frame)
    case .afterEnd(let data):
      data.write(&text)
      text.append(inFrame: data.frame)
    case .mtu(let fault, _): fault.write(&text)
    case .unasked(let answer, let frame):
      answer.writeFinding(&text)
      text.append(inFrame: frame)
    case .partLost(let part):
      part.write(&text)
      text.append(inFrame: part.frame)
    case .offsetIgnored(let part, let attribute, let handle, let server, let frame):
      if let attribute {
        text.append(attribute, of: server)
      } else {
        text.append(upperHex: UInt64(handle), digits: 4)
      }
      text.append(": ")
      part.writeFinding(&text)
      text.append(inFrame: frame)
    }
  }
}

extension RequestWords {
  /// What the characteristic declares, where it leaves out what the server refuses to do.
  fileprivate func forbidding(_ code: UInt8) -> CharacteristicProperties? {
    // Read Not Permitted, Write Not Permitted, Request Not Supported.
    guard [0x02, 0x03, 0x06].contains(code), let needed = opcode.neededProperty,
      let declared = attribute?.declaredProperties, !declared.contains(needed)
    else { return nil }
    return declared
  }

  fileprivate var bytes: [UInt8] {
    var text = ByteWriter(capacity: 64)
    write(&text)
    return text.bytes.copy()
  }
}

extension ByteWriter {
  /// `LE Read Remote Features (frame 2)`
  fileprivate mutating func append(_ procedure: LinkProcedure) {
    procedure.writeName(&self)
    append(" (frame ")
    append(decimal: procedure.frame)
    append(")")
  }

  /// - server: where it is not the peer.
  fileprivate mutating func append(_ attribute: Attribute, of server: ATTParty?) {
    attribute.describe(&self)
    guard let server else { return }
    append(" of ")
    append(server.words)
  }

  fileprivate mutating func append(inFrame frame: UInt64) {
    append(", frame ")
    append(decimal: frame)
  }
}
