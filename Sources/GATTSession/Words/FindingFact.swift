import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// What a person should look at first. Durations are nanoseconds.
enum FindingFact {
  /// - after: the first command of the other kind, legacy or extended.
  /// - meanwhile: what stands in the way of an attempt to connect.
  case commandFailed(
    HCIOpcode, HCIStatus, after: CommandClock.Asked?, meanwhile: CommandObstacle?, frame: UInt64)
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
    HCIStatus, isInferred: Bool, after: Int64?, silence: Int64?, lastFrame: UInt64?, transfer: Int?,
    procedure: LinkProcedure?)
  /// A connection that ended since a packet failed its integrity check.
  /// - start: of its encryption.
  case integrityLost(EncryptionStart, after: Int64?, at: CaptureTime)
  /// A connection on the air that was never established, and the number of its central's PDUs.
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
  /// - by: the side that ended the connection, where one did.
  /// - last: the last step of the pairing, and who sent it.
  case endedWhilePairing(by: ATTParty?, last: (code: SMPCode, by: ATTParty)?, frame: UInt64)
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
  /// Total time that answers took, and the effective connection interval meanwhile, in milliseconds.
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
  case mtu(MTUFault, by: ATTParty, frame: UInt64)
  case malformed(MalformedPDU)
  case versionAgain(RepeatedVersion)
  case unasked(UnaskedAnswer, frame: UInt64)
  case partLost(LostPart)
  case connectInvalid(ConnectFaults, frame: UInt64)
  /// - of: the server, where it is not the peer.
  case offsetIgnored(RepeatedPart, Attribute?, handle: UInt16, of: ATTParty?, frame: UInt64)
  case discoveryRepeats(RepeatedDiscovery, by: ATTParty, frame: UInt64)
  /// What several recorders show together.
  case noticed(NoticedFinding)

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
    case malformed(String, by: String)
    case versionAgain(isHost: Bool)
    case unasked(isHost: Bool, opcode: UInt8, request: UInt8)
    case partLost(isHost: Bool, isBegun: Bool)
    case offsetIgnored(UInt16, byHost: Bool)
    case discoveryRepeats(opcode: UInt8, handle: UInt16, byHost: Bool)
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
      .channelOpenedAgain, .noticed:
      nil
    case .attemptFailed(let status, let address, _):
      .attemptFailed(status: status.rawValue, address?.rawValue)
    case .pairingFailed(let reason, let party, _, _): .pairingFailed(reason, byHost: party.isHost)
    case .pairingTimedOut: .pairingTimedOut
    case .pairingContinued(_, let party, _, _, _, _): .pairingContinued(byHost: party.isHost)
    case .encryptionFailed(let status, _, _): .encryptionFailed(status: status.rawValue)
    case .answeredLate(let late): .answeredLate(late.opcode.rawValue)
    case .endlessAdvertising: .endlessAdvertising
    case .commandFailed(let opcode, let status, _, _, _):
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
    case .mtu(let fault, let party, _): .mtu(isHost: party.isHost, isAgain: fault.isAgain)
    case .malformed(let pdu): pdu.key
    case .versionAgain(let version): .versionAgain(isHost: version.sender.isHost)
    case .unasked(let answer, _):
      .unasked(
        isHost: answer.by.isHost, opcode: answer.opcode.rawValue,
        request: answer.request?.rawValue ?? 0)
    case .connectInvalid: nil
    case .partLost(let part): .partLost(isHost: part.by.isHost, isBegun: part.octets != nil)
    case .offsetIgnored(_, _, let handle, let server, _):
      .offsetIgnored(handle, byHost: server != nil)
    case .discoveryRepeats(let repeated, let client, _):
      .discoveryRepeats(
        opcode: repeated.request.opcode.rawValue, handle: repeated.request.handle ?? 0,
        byHost: client.isHost)
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
    case .mtu(let fault, _, _): fault.isAgain ? .mtuExchangedTwice : .mtuDiffers
    case .malformed: .pduMalformed
    case .versionAgain: .versionExchangedTwice
    case .unasked: .answerUnasked
    case .partLost: .partLost
    case .connectInvalid: .connectInvalid
    case .offsetIgnored: .offsetIgnored
    case .discoveryRepeats: .discoveryEndless
    case .noticed(let finding): finding.rule
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
}
