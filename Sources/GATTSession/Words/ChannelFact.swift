import ATTDissector
import Bytes
import GATTValues
import Vocabulary

/// The life of L2CAP channels.
package enum ChannelFact: EventFact {
  case opened(ChannelSummary, isFollowed: Bool)
  case reconfigured(ChannelSummary)
  /// On a BR/EDR link, in another mode than before.
  case configured(ChannelSummary, ChannelMode)
  case refused(L2CAPServicePSM, source: UInt16, SignalResult)
  case reconfigurationRefused(SignalResult)
  case ended(ChannelSummary, ChannelEnding, isOnAir: Bool)
  /// A channel whose opening is not in the capture.
  case closed(ChannelDisconnection)
  case faulty(ChannelSummary, ChannelFault)
  case unfinishedSDU(ChannelSummary, frame: UInt64)
  /// The MTU of an enhanced bearer.
  case mtu(UInt16, ChannelSummary)
  /// A response without its request.
  case withoutRequest(L2CAPSignal)
  case unanswered(PendingSignal.Content, RequestEnding)
  case undecoded(UndecodedChannel)

  package var content: EventContent { .channel(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .opened(let channel, let isFollowed):
      channel.write(.opened, own: &own, to: &out)
      if channel.isCreditBased {
        channel.writeTerms(&own)
        own.add(.event.sourceInitialCredits, channel.source.credits)
        own.add(.event.destinationInitialCredits, channel.destination.credits)
      } else {
        own.add(.event.transport, word: Transport.brEDR.name)
      }
      // The response's own result may be why the other channels of the request are refused.
      SignalResult(CreditBasedResult.success).write(&own)
      out.text.append(" opened: ")
      out.text.append(channel.psm)
      out.text.append(", ")
      channel.appendTerms(to: &out.text)
      if !isFollowed { out.addNote("not followed") }
    case .reconfigured(let channel):
      channel.write(.reconfigured, own: &own, to: &out)
      channel.writeTerms(&own)
      SignalResult(ReconfigureResult.success).write(&own)
      out.text.append(" reconfigured: ")
      channel.appendTerms(to: &out.text)
    case .configured(let channel, let mode):
      channel.write(.configured, own: &own, to: &out)
      out.text.append(" configured: ")
      out.text.append(mode)
      if mode != .basic { out.text.append(", not decoded") }
    case .refused(let psm, let source, let result):
      own.add(.event.channelAction, word: ChannelAction.refused.name)
      own.add(.event.psm, psm.rawValue)
      own.add(.event.sourceCID, source)
      result.write(&own)
      out.text.append("channel for ")
      out.text.append(psm)
      out.text.append(" refused: ")
      out.text.append(result)
    case .reconfigurationRefused(let result):
      own.add(.event.channelAction, word: ChannelAction.refused.name)
      result.write(&own)
      out.text.append("reconfiguration of channels refused: ")
      out.text.append(result)
    case .ended(let channel, let ending, let isOnAir):
      channel.write(ending.action, own: &own, to: &out)
      own.add(.event.sourceSDUs, channel.destination.sdus)
      own.add(.event.sourceOctets, channel.destination.octets)
      own.add(.event.destinationSDUs, channel.source.sdus)
      own.add(.event.destinationOctets, channel.source.octets)
      out.text.append(ending.words)
      out.text.append(isOnAir ? ": central " : ": sent ")
      channel.ends.peer.appendTotals(to: &out.text)
      out.text.append(isOnAir ? "; peripheral " : "; received ")
      channel.ends.host.appendTotals(to: &out.text)
    case .closed(let ends):
      own.add(.event.channelAction, word: ChannelAction.closed.name)
      ends.write(&own)
      out.text.append("channel closed whose opening is not in the capture, ")
      out.text.append(ends)
    case .faulty(let channel, let fault):
      channel.write(.fault, own: &own, to: &out)
      out.text.append(": ")
      out.text.append(fault.words)
    case .unfinishedSDU(let channel, let frame):
      channel.write(.fault, own: &own, to: &out)
      out.text.append(": an SDU was never completed (frame ")
      out.text.append(decimal: frame)
      out.text.append(")")
    case .mtu(let mtu, let channel):
      own.add(.event.l2capChannel, channel.number)
      own.add(.event.mtu, mtu)
      own.add(.event.clientMTU, channel.source.mtu)
      own.add(.event.serverMTU, channel.destination.mtu)
      out.text.append(decimal: UInt64(mtu))
      out.text.append(" on channel ")
      out.text.append(decimal: channel.number)
    case .withoutRequest(let signal):
      out.text.append(L2CAPSignalName.name(code: signal.code.rawValue) ?? "response")
      out.text.append(" without its request")
    case .unanswered(let content, let ending):
      own.add(.event.channelAction, word: ChannelAction.unanswered.name)
      content.write(&own, to: &out)
      out.text.append(": ")
      out.text.append(ending.words)
    case .undecoded(let channel):
      own.add(.event.channelAction, word: ChannelAction.notDecoded.name)
      own.add(.event.cid, channel.cid)
      own.add(.event.firstFrame, Int(clamping: channel.firstFrame))
      own.add(.event.pdus, channel.pdus)
      own.add(.event.octets, channel.octets)
      out.text.append("channel ")
      out.text.append(upperHex: UInt64(channel.cid), digits: 4)
      out.text.append(" (")
      out.text.append(
        L2CAPChannelName.name(cid: channel.cid) ?? L2CAPChannelName.kind(cid: channel.cid))
      if let words = channel.reason.words {
        out.text.append(", ")
        out.text.append(words)
      }
      out.text.append("): ")
      out.text.append(channel.pdus, "PDU")
      out.text.append(", ")
      out.text.append(channel.octets, "byte")
      out.text.append(", not decoded, from frame ")
      out.text.append(decimal: channel.firstFrame)
    }
  }
}

/// A result of a signalling command.
package struct SignalResult {
  var name: StaticString?
  var code: UInt16

  package init(_ result: CreditBasedResult) { (name, code) = (result.name, result.rawValue) }
  package init(_ result: ReconfigureResult) { (name, code) = (result.name, result.rawValue) }
  package init(_ result: ChannelResult) { (name, code) = (result.name, result.rawValue) }
  package init(_ reason: CommandRejectReason) { (name, code) = (reason.name, reason.rawValue) }

  fileprivate func write(_ own: inout FieldBuffer) {
    if let name { own.add(.event.result, word: name) }
    own.add(.event.resultCode, code)
  }
}

/// How a channel ended.
package enum ChannelEnding {
  case closed, rejected, identifierUsedAgain, connectionEnded, captureEnds

  fileprivate var action: ChannelAction {
    switch self {
    case .closed, .rejected: .closed
    case .identifierUsedAgain: .lost
    case .connectionEnded, .captureEnds: .ended
    }
  }

  fileprivate var words: StaticString {
    switch self {
    case .closed: " closed"
    case .rejected: " closed, the other side does not know it"
    case .identifierUsedAgain: ", its identifier is used again"
    case .connectionEnded: " ended with the connection"
    case .captureEnds: " open at the end of the capture"
    }
  }
}

extension ChannelSummary {
  /// The keys of every note on a channel, and its number.
  fileprivate func write(
    _ action: ChannelAction, own: inout FieldBuffer, to out: inout FieldBuffer
  ) {
    if number > 0 { own.add(.event.l2capChannel, number) }
    own.add(.event.channelAction, word: action.name)
    own.add(.event.psm, psm.rawValue)
    own.add(.event.sourceCID, source.cid)
    own.add(.event.destinationCID, destination.cid)
    out.text.append("channel")
    if number > 0 {
      out.text.append(" ")
      out.text.append(decimal: number)
    }
  }

  fileprivate func writeTerms(_ own: inout FieldBuffer) {
    own.add(.event.sourceMTU, source.mtu)
    own.add(.event.destinationMTU, destination.mtu)
    own.add(.event.sourceMPS, source.mps)
    own.add(.event.destinationMPS, destination.mps)
  }

  /// `CIDs 0040 and 0041, MTU 247 and 517, MPS 64 and 64`: the source's first.
  fileprivate func appendTerms(to text: inout ByteWriter) {
    text.append("CIDs ")
    text.append(upperHex: UInt64(source.cid), digits: 4)
    text.append(" and ")
    text.append(upperHex: UInt64(destination.cid), digits: 4)
    guard isCreditBased else { return }
    text.append(", MTU ")
    text.append(decimal: UInt64(source.mtu))
    text.append(" and ")
    text.append(decimal: UInt64(destination.mtu))
    text.append(", MPS ")
    text.append(decimal: UInt64(source.mps))
    text.append(" and ")
    text.append(decimal: UInt64(destination.mps))
  }
}

extension ChannelSummary.End {
  fileprivate func appendTotals(to text: inout ByteWriter) {
    text.append(sdus, "SDU")
    text.append(", ")
    text.append(octets, "byte")
  }
}

extension ChannelDisconnection {
  fileprivate func write(_ own: inout FieldBuffer) {
    own.add(.event.sourceCID, sourceCID)
    own.add(.event.destinationCID, destinationCID)
  }
}

extension PendingSignal.Content {
  fileprivate func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .connect(let request):
      own.add(.event.psm, request.spsm)
      own.add(.event.sourceCIDs, list: request.sourceCIDs)
      out.text.append("request for ")
      out.text.append(request.sourceCIDs.count, "channel")
      out.text.append(", ")
      out.text.append(L2CAPServicePSM(rawValue: request.spsm))
    case .disconnect(let ends):
      ends.write(&own)
      out.text.append("disconnection of a channel, ")
      out.text.append(ends)
    case .reconfigure(let request):
      out.text.append("reconfiguration of ")
      out.text.append(request.cids.count, "channel")
    case .open(let request):
      own.add(.event.psm, request.psm)
      own.add(.event.sourceCID, request.sourceCID)
      out.text.append("request for a channel, ")
      out.text.append(L2CAPServicePSM(rawValue: request.psm))
    case .configure(let request):
      own.add(.event.destinationCID, request.destinationCID)
      out.text.append("configuration of the channel ")
      out.text.append(upperHex: UInt64(request.destinationCID), digits: 4)
    }
  }
}

extension ChannelFault {
  var words: StaticString {
    switch self {
    case .noCredit: "K-frame without a credit"
    case .frameTooLong: "K-frame longer than the MPS"
    case .sduTooLong: "SDU longer than the MTU"
    case .creditOverflow: "more than 65535 credits"
    default: "a credit packet without credits"
    }
  }
}

extension UndecodedChannel.Reason {
  /// `nil` where the channel's name already says it.
  package var words: StaticString? {
    switch self {
    case .mode(let mode): mode.name ?? "unknown mode"
    case .notDissected: nil
    case .unknown: "its opening is not in the capture"
    case .closed: "after its disconnection"
    case .connectionEnded: "after the end of the connection"
    }
  }
}

extension ByteWriter {
  /// `0040 and 0041`.
  fileprivate mutating func append(_ ends: ChannelDisconnection) {
    append(upperHex: UInt64(ends.sourceCID), digits: 4)
    append(" and ")
    append(upperHex: UInt64(ends.destinationCID), digits: 4)
  }

  /// `Enhanced Retransmission mode`, `mode 09`.
  package mutating func append(_ mode: ChannelMode) {
    if let name = mode.name {
      append(name)
    } else {
      append("mode ")
      append(upperHex: UInt64(mode.rawValue), digits: 2)
    }
  }

  /// `PSM 0027 Enhanced ATT`, `PSM 0080`.
  package mutating func append(_ psm: L2CAPServicePSM) {
    append("PSM ")
    append(upperHex: UInt64(psm.rawValue), digits: 4)
    guard let name = psm.name, psm.rawValue < 0x0080 else { return }
    append(" ")
    append(name)
  }

  /// `no resources available (0004)`.
  package mutating func append(_ result: SignalResult) {
    append(result.name ?? "result")
    append(" (")
    append(upperHex: UInt64(result.code), digits: 4)
    append(")")
  }
}
