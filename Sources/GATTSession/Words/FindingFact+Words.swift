import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// What a finding says.
extension FindingFact {
  var words: String { Self.words(write) }

  static func words(_ write: (inout ByteWriter) -> Void) -> String {
    var text = ByteWriter(capacity: 128)
    write(&text)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  static func words(of fact: any Fact) -> String {
    var own = FieldBuffer()
    var out = FieldBuffer()
    fact.write(&own, to: &out)
    return String(decoding: out.text.bytes.copy(), as: UTF8.self)
  }

  private func write(to text: inout ByteWriter) {
    switch self {
    case .commandFailed(let opcode, let status, let after, let obstacle, let frame):
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
      obstacle?.write(to: &text)
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
      if let silence {
        text.append(duration: silence)
        text.append(" before ")
      }
      text.append("(frame ")
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
    case .endedWhilePairing(let party, let last, let frame):
      if let party {
        text.append(party.words)
        text.append(" ")
      }
      text.append("disconnected while pairing")
      if let last, let name = SMPName.command(last.code.rawValue) {
        text.append(
          last.by.isOnAir ? "; the last step that was heard is the " : "; the last step is the ")
        text.append(name)
        text.append(" of ")
        text.append(last.by.words)
      }
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
    case .mtu(let fault, let party, _): fault.write(by: party, to: &text)
    case .malformed(let pdu): pdu.write(&text)
    case .versionAgain(let version): version.write(&text)
    case .unasked(let answer, let frame):
      answer.writeFinding(to: &text)
      text.append(inFrame: frame)
    case .connectInvalid(let faults, let frame):
      faults.write(&text)
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
      part.writeFinding(to: &text)
      text.append(inFrame: frame)
    case .discoveryRepeats(let repeated, let client, let frame):
      repeated.write(by: client, to: &text)
      text.append(inFrame: frame)
    case .noticed(let finding):
      text.append(string: finding.text)
      text.append(inFrame: finding.frame)
    }
  }
}

extension RequestWords {
  /// What the characteristic declares, where it leaves out what the server refuses to do.
  func forbidding(_ code: UInt8) -> CharacteristicProperties? {
    // Read Not Permitted, Write Not Permitted, Request Not Supported.
    guard [0x02, 0x03, 0x06].contains(code), let needed = opcode.neededProperty,
      let declared = attribute?.declaredProperties, !declared.contains(needed)
    else { return nil }
    return declared
  }

  var bytes: [UInt8] {
    var text = ByteWriter(capacity: 64)
    write(&text)
    return text.bytes.copy()
  }
}

extension ByteWriter {
  /// `LE Read Remote Features (frame 2)`
  mutating func append(_ procedure: LinkProcedure) {
    procedure.writeName(&self)
    append(" (frame ")
    append(decimal: procedure.frame)
    append(")")
  }

  /// - server: where it is not the peer.
  mutating func append(_ attribute: Attribute, of server: ATTParty?) {
    attribute.describe(&self)
    guard let server else { return }
    append(" of ")
    append(server.words)
  }

  mutating func append(inFrame frame: UInt64) {
    append(", frame ")
    append(decimal: frame)
  }
}
