import ATTDissector
import Bytes
import GATTSession

/// L2CAP: signalling, pairing, and frames of dynamic channels.
extension PacketDescription {
  package func joined(_ pdu: RawSpan) { joined.append(pdu) }

  package func joinedSDU(_ sdu: RawSpan) { self.sdu.append(sdu) }

  package func frame(_ frame: L2CAPChannelView.Frame, on channel: DynamicChannel) {
    self.channel = L2CAPChannelView(number: channel.number, psm: channel.psm, frame: frame)
  }

  package func kFrame(_ frame: SDUReassembler.Frame, octets: Int, on channel: DynamicChannel) {
    self.frame(.credited(startsSDU: frame.startsSDU), on: channel)
    summary.append("channel ")
    summary.append(decimal: channel.number)
    summary.append(", ")
    let isWhole = frame.outcome == .whole || frame.outcome == .joined
    if isWhole, channel.bearer != nil { return }
    summary.append(channel.psm)
    summary.append(frame.startsSDU ? ", K-frame" : ", K-frame, continued")
    if frame.startsSDU {
      summary.append(", SDU of ")
      summary.append(frame.sduLength, "byte")
    }
    summary.append(", ")
    summary.append(octets, "byte")
  }

  func notDecoded(_ header: L2CAPHeader, reason: UndecodedChannel.Reason) {
    let cid = header.channel.rawValue
    summary.append("L2CAP channel ")
    summary.append(upperHex: UInt64(cid), digits: 4)
    summary.append(" ")
    summary.append(L2CAPChannelName.name(cid: cid) ?? L2CAPChannelName.kind(cid: cid))
    if let text = reason.words {
      summary.append(", ")
      summary.append(text)
    }
    summary.append(", ")
    summary.append(header.length, "byte")
  }

  package func security(_ pdu: RawSpan) {
    let code = pdu.uint8(at: 0)
    summary.append("SMP ")
    if let name = SMPName.command(code) {
      summary.append(name)
      PDUSummary.write(security: code, parameters: pdu.clamped(1), to: &summary)
    } else {
      summary.append("unknown code 0x")
      summary.append(upperHex: UInt64(code), digits: 2)
    }
  }

  package func signal(_ signal: L2CAPSignal, data: RawSpan) {
    // On a BR/EDR link a PDU may have several.
    if signal.dataOffset > L2CAPSignal.headerSize { summary.append("; ") }
    if let name = L2CAPSignalName.name(code: signal.code.rawValue) {
      summary.append(name)
    } else {
      summary.append("L2CAP signal, unknown code ")
      summary.append(upperHex: UInt64(signal.code.rawValue), digits: 2)
    }
    var cursor = ByteCursor(data)
    switch signal.code {
    case .leCreditBasedConnectionRequest, .creditBasedConnectionRequest:
      guard let request = try? CreditBasedConnectionRequest(&cursor, code: signal.code) else {
        return
      }
      summary.append(", ")
      summary.append(L2CAPServicePSM(rawValue: request.spsm))
      list(request.sourceCIDs)
    case .leCreditBasedConnectionResponse, .creditBasedConnectionResponse:
      guard let response = try? CreditBasedConnectionResponse(&cursor, code: signal.code) else {
        return
      }
      summary.append(": ")
      summary.append(SignalResult(response.result))
      list(response.destinationCIDs)
    case .connectionRequest:
      guard let request = try? ChannelRequest(&cursor) else { return }
      summary.append(", ")
      summary.append(L2CAPServicePSM(rawValue: request.psm))
      list([request.sourceCID])
    case .connectionResponse:
      guard let response = try? ChannelResponse(&cursor) else { return }
      summary.append(": ")
      summary.append(SignalResult(response.result))
      list([response.sourceCID, response.destinationCID])
    case .configurationRequest:
      guard let request = try? ConfigurationRequest(&cursor) else { return }
      list([request.destinationCID])
      list(request.options)
    case .configurationResponse:
      guard let response = try? ConfigurationResponse(&cursor) else { return }
      list([response.sourceCID])
      list(response.options)
    case .flowControlCredit:
      guard let credit = try? FlowControlCredit(&cursor) else { return }
      list([credit.cid])
      summary.append(", ")
      summary.append(Int(credit.credits), "credit")
    case .disconnectionRequest, .disconnectionResponse:
      guard let ends = try? ChannelDisconnection(&cursor) else { return }
      list([ends.sourceCID, ends.destinationCID])
    case .creditBasedReconfigureRequest:
      guard let request = try? CreditBasedReconfigureRequest(&cursor) else { return }
      list(request.cids)
    case .creditBasedReconfigureResponse:
      guard let result = try? cursor.uint16LittleEndian() else { return }
      summary.append(": ")
      summary.append(SignalResult(ReconfigureResult(rawValue: result)))
    default: PDUSummary.write(signal: signal.code.rawValue, data: data, to: &summary)
    }
  }

  private func list(_ options: ChannelOptions) {
    if let mtu = options.mtu {
      summary.append(", MTU ")
      summary.append(decimal: UInt64(mtu))
    }
    if let mode = options.mode {
      summary.append(", ")
      summary.append(mode)
    }
  }

  private func list(_ cids: [UInt16]) {
    for cid in cids {
      summary.append(", ")
      summary.append(upperHex: UInt64(cid), digits: 4)
    }
  }
}
