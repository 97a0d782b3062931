import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// The life of a connection.
package enum LinkFact: EventFact {
  case connected(LinkRole?, LinkTerms)
  /// A BR/EDR link, since a frame: it is a connection from the first request for an ATT channel on.
  case connectedClassic(LinkRole?, frame: UInt64)
  case connectedOnAir(
    LinkTerms, initiator: BluetoothAddress, accessAddress: UInt32, LinkOpening)
  case updated(LinkTerms)
  /// The interval that was announced last is no longer in use; `seen` in nanoseconds: from one event to the
  /// next; `isHidden`: the update may be among what cannot be read.
  case outdated(ConnectionInterval, seen: Int64?, isHidden: Bool)
  /// The interval in nanoseconds between connection events that the times show, where no PDU announced one.
  case seen(Int64)
  /// An update on the air whose instant was not heard any more.
  case announced(LinkTerms)
  case announcedPHYs(RadioPHY?, RadioPHY?)
  case updateFailed(LinkChange, HCIStatus)
  /// `nil` for a PHY without a name; on the air, for an unchanged one.
  case phys(RadioPHY?, RadioPHY?, isOnAir: Bool)
  /// What the packets show of central and peripheral, where no update was heard; `nil` for no change.
  case physSeen(RadioPHY?, RadioPHY?, isHidden: Bool)
  /// Effective data length; the PHYs are those on which host and peer (on the air central and peripheral) send.
  case dataLength(
    EffectiveLength, isOnAir: Bool, of: RadioPHY, RadioPHY,
    codingIndicators: (UInt8?, UInt8?))
  case version(UInt8, company: UInt16, subversion: UInt16)
  /// A peripheral's request for connection parameters; `accepted` is `nil` without an answer.
  case parameterRequest(ConnectionParameters, accepted: Bool?)
  /// One that had no answer in time.
  case parametersUnanswered(ConnectionParameters)
  case disconnectRequest(UInt8)
  /// A link-layer procedure; `nil` where the rejection is an LL_REJECT_IND, which does not name it.
  case rejected(ControlOpcode?, HCIStatus)
  /// LL_UNKNOWN_RSP: the other side does not know it.
  case unknown(ControlOpcode)
  case attemptFailed(HCIStatus, isCancelled: Bool)
  /// An attempt to connect that was under way.
  case attemptCut(Connection.Cut)
  case attemptOpen(BluetoothAddress)
  case ended(HCIStatus, by: Connection.Terminator, EndRemark?)
  /// An end on the air that a later record shows.
  case inferredEnd(InferredEnd, by: Connection.Terminator)
  /// What was taken for an end was none.
  case goesOn(after: Int64)
  case cut(Connection.Cut, isOnlyItsEnd: Bool)
  /// PDUs of central and peripheral that are encrypted, and that nothing has decrypted; why.
  case unreadable(central: Int, peripheral: Int, ClosedLink?)
  /// Nothing was heard; `expected` in nanoseconds, where an event was due.
  case silence(expected: Int64?)
  /// Connection events, or packets where that is all that is known.
  case unheard(Int)
  case unfinishedPDU(octets: Int, frame: UInt64)
  case strayPart
  /// A procedure of this host that the end of the connection leaves open.
  case neverCompleted(LinkProcedure)
  /// Data on the handle of a connection that has ended.
  case afterEnd(StrayData)

  /// A remark on an end.
  package enum EndRemark {
    case onlyItsEnd
  }

  package var content: EventContent { .link(self) }

  /// The parameters that the connection has from now on.
  package var terms: LinkTerms? {
    switch self {
    case .connected(_, let terms), .connectedOnAir(let terms, _, _, _), .updated(let terms): terms
    default: nil
    }
  }

  /// How a connection, or an attempt to connect, ended.
  package var end: LinkEnd? {
    switch self {
    case .ended(let reason, let by, _): LinkEnd(reason: reason, by: by)
    case .attemptFailed(let status, let isCancelled):
      LinkEnd(reason: status, by: isCancelled ? .local : .unknown)
    case .attemptCut(let cut), .cut(let cut, _): LinkEnd(by: cut.terminator)
    case .inferredEnd(let end, _): LinkEnd(reason: end.cause.reason, by: .unknown)
    default: nil
    }
  }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    end?.write(&own)
    switch self {
    case .connected(let role, let terms):
      if let role { own.add(.event.role, word: role.name) }
      terms.write(&own, to: &out)
    case .connectedClassic(let role, let frame):
      if let role { own.add(.event.role, word: role.name) }
      own.add(.event.transport, word: Transport.brEDR.name)
      out.text.append("BR/EDR, connected in frame ")
      out.text.append(decimal: frame)
    case .connectedOnAir(let terms, let initiator, let accessAddress, let opening):
      terms.write(&own, to: &out)
      var text = ByteWriter(capacity: 64)
      initiator.write(to: &text)
      own.add(.event.initiatorAddress, text: text.bytes)
      if let kind = initiator.kind.name { own.add(.event.initiatorAddressType, word: kind) }
      text.removeAll()
      text.append(hex32: accessAddress)
      own.add(.event.accessAddress, text: text.bytes)
      if let bit = opening.initiatorSelects2 { own.add(.event.initiatorChSel, bit ? 1 : 0) }
      if let bit = opening.advertiserSelects2 { own.add(.event.advertiserChSel, bit ? 1 : 0) }
    case .updated(let terms): terms.write(&own, to: &out)
    case .outdated(let told, let seen, let isHidden):
      own.add(.event.inferred, true)
      out.text.append("the interval is no longer ")
      out.text.append(number: told.milliseconds)
      out.text.append(" ms: ")
      out.text.append(LinkLayerLink.unheardUpdate(isHidden: isHidden))
      guard let seen else { return }
      out.text.append("; ")
      add(seen: seen, own: &own, to: &out)
    case .seen(let seen):
      own.add(.event.inferred, true)
      add(seen: seen, own: &own, to: &out)
    case .announced(let terms):
      out.text.append("announced, but no packet was heard after its instant: ")
      terms.write(&own, to: &out)
    case .announcedPHYs(let tx, let rx):
      out.text.append("announced, but no packet was heard after its instant: ")
      out.text.append(phys: (tx, rx), isOnAir: true)
    case .updateFailed(let change, let status):
      own.add(reason: status)
      if change == .subrate { out.text.append("subrate ") }
      if change == .rate { out.text.append("rate ") }
      out.text.append("update failed: ")
      out.text.append(status: status)
    case .phys(let tx, let rx, let isOnAir):
      add(phys: (tx, rx), isOnAir: isOnAir, own: &own, to: &out)
    case .physSeen(let tx, let rx, let isHidden):
      add(phys: (tx, rx), isOnAir: true, own: &own, to: &out)
      own.add(.event.inferred, true)
      out.text.append(", by their packets: ")
      out.text.append(LinkLayerLink.unheardUpdate(isHidden: isHidden))
    case .dataLength(let length, let isOnAir, let tx, let rx, let codings):
      own.add(.event.txOctets, length.centralOctets)
      own.add(.event.txTime, length.centralTime)
      own.add(.event.rxOctets, length.peripheralOctets)
      own.add(.event.rxTime, length.peripheralTime)
      out.text.append(isOnAir ? "central " : "tx ")
      out.text.append(decimal: UInt64(length.centralOctets))
      out.text.append(isOnAir ? ", peripheral " : ", rx ")
      out.text.append(decimal: UInt64(length.peripheralOctets))
      out.text.append(" octets")
      let sides = [
        DataLength(
          octets: Int(length.centralOctets), time: Int(length.centralTime), phy: tx,
          codingIndicator: codings.0),
        DataLength(
          octets: Int(length.peripheralOctets), time: Int(length.peripheralTime), phy: rx,
          codingIndicator: codings.1),
      ]
      for (side, length) in sides.enumerated() where length.isLimitedByTime {
        let name: StaticString =
          isOnAir ? (side == 0 ? "; central " : "; peripheral ") : (side == 0 ? "; tx " : "; rx ")
        out.text.append(name)
        length.write(to: &out.text)
      }
    case .version(let version, let company, let subversion):
      own.add(.event.versionCode, version)
      own.add(.event.companyCode, company)
      own.add(.event.subversion, subversion)
      if let name = ReadRemoteVersionComplete.versionName(version) {
        out.text.append(name)
      } else {
        out.text.append("version ")
        out.text.append(decimal: UInt64(version))
      }
      if let name = AssignedNumbers.makerOfController(company) {
        out.text.append(" ")
        name.write(to: &out.text)
      }
    case .parameterRequest(let parameters, let accepted):
      parameters.write(&own)
      parameters.write(&out.text)
      guard let accepted else { return }
      own.add(.event.accepted, accepted)
      out.text.append(accepted ? ": accepted" : ": refused")
    case .parametersUnanswered(let parameters):
      parameters.write(&own)
      parameters.write(&out.text)
      out.text.append(": no answer in 30 s")
    case .disconnectRequest(let reason):
      own.add(.event.reasonCode, reason)
      out.text.append(status: HCIStatus(rawValue: reason))
    case .rejected(let opcode, let status):
      if let opcode { own.add(.event.opcode, opcode.rawValue) }
      own.add(reason: status)
      out.text.append(opcode?.name ?? "a link-layer procedure")
      out.text.append(" rejected: ")
      out.text.append(status: status)
    case .unknown(let opcode):
      own.add(.event.opcode, opcode.rawValue)
      if let name = opcode.name {
        out.text.append(name)
      } else {
        out.text.append("LL Control PDU 0x")
        out.text.append(upperHex: UInt64(opcode.rawValue), digits: 2)
      }
      out.text.append(" rejected: not known (LL_UNKNOWN_RSP)")
    case .attemptFailed(let status, let isCancelled):
      out.text.append(isCancelled ? "attempt cancelled" : "attempt failed: ")
      if !isCancelled { out.text.append(status: status) }
    case .attemptCut(let cut):
      out.text.append("attempt ended: ")
      out.text.append(cut.remark)
    case .attemptOpen(let address):
      out.text.append("attempt to connect to ")
      address.write(to: &out.text)
      out.text.append(": no answer until the capture stops")
    case .ended(let reason, _, let remark):
      out.text.append(status: reason)
      switch remark {
      case nil: break
      case .onlyItsEnd: out.addNote(Self.onlyItsEnd)
      }
    case .inferredEnd(let end, let terminator):
      own.add(.event.inferred, true)
      out.text.append("probably ")
      switch end.cause {
      case .terminated:
        out.text.append("ended by the ")
        out.text.append(terminator == .local ? "central" : "peripheral")
        out.addNote("the last PDU of the connection is encrypted and of the length of ")
        out.note.append("LL_TERMINATE_IND")
      case .timeout:
        out.text.append(status: .connectionTimeout)
        out.addNote("nothing heard of it, but of other connections, for ")
        out.note.append(duration: end.silence)
      case .left:
        out.text.append(status: .connectionTimeout)
        out.addNote(
          "one side sent for the supervision time-out without an answer, and then nothing for ")
        out.note.append(duration: end.silence)
      case .unanswered(let count):
        out.text.append(InferredEnd.neverEstablished)
        out.addNote("the peripheral answered none of ")
        out.note.append(grouped: UInt64(count), "PDU")
        out.note.append(" of the central, all with one sequence number")
      case .procedure(let procedure):
        out.text.append(status: .linkLayerResponseTimeout)
        out.addNote("")
        procedure.write(to: &out.note)
        procedure.writeOutcome(to: &out.note)
        out.note.append(" for 40 s, and then nothing was heard for ")
        out.note.append(duration: end.silence)
      case .lost:
        out.text.append(InferredEnd.lost)
        out.addNote("nothing heard of it for ")
        out.note.append(duration: end.silence)
      }
      out.note.append(" (frame ")
      out.note.append(decimal: end.lastFrame)
      out.note.append(end.sign == .connects ? "), and the same devices connect" : ")")
      if end.sign == .advertises { out.note.append(", and the device advertises again") }
    case .goesOn(let silence):
      own.add(.event.goesOn, true)
      out.text.append("the connection goes on after ")
      out.text.append(duration: silence)
      out.text.append(": it had not ended")
    case .cut(let cut, let isOnlyItsEnd):
      out.text.append(cut.remark)
      out.addNote(isOnlyItsEnd ? Self.onlyItsEnd : cut.remark)
      if !isOnlyItsEnd { out.noteInText = 0..<out.note.count }
    case .unreadable(let central, let peripheral, let reason):
      own.add(.event.unreadableFromCentral, central)
      own.add(.event.unreadableFromPeripheral, peripheral)
      out.text.append("encrypted, not readable: ")
      out.text.append(central, "PDU")
      out.text.append(" of the central, ")
      out.text.append(decimal: peripheral)
      out.text.append(" of the peripheral")
      if let reason { out.addNote(reason.words) }
    case .silence(let expected):
      if let expected { own.add(.event.expected, Double(expected) / 1e6) }
    case .unheard(let count):
      own.add(.event.lost, count)
      out.text.append("connection events or packets not heard before this record: ")
      out.text.append(decimal: count)
    case .unfinishedPDU(let octets, let frame):
      out.text.append("an L2CAP PDU was never completed, ")
      out.text.append(decimal: octets)
      out.text.append(octets == 1 ? " byte of it is" : " bytes of it are")
      out.text.append(" in the capture (frame ")
      out.text.append(decimal: frame)
      out.text.append(")")
    case .strayPart:
      out.text.append("part of an L2CAP PDU whose beginning is not in the capture")
    case .neverCompleted(let procedure):
      procedure.write(&out.text)
      out.text.append(
        procedure.mayBeOver ? ": no outcome before the disconnection" : ": never completed")
    case .afterEnd(let data): data.write(&out.text)
    }
  }

  private static let onlyItsEnd: StaticString =
    "the connection was open before the first record, and only its end was captured"
}

/// How a connection, or an attempt to connect, ended.
package struct LinkEnd {
  /// `nil`: nothing says why.
  package var reason: HCIStatus?
  package var by: Connection.Terminator

  func write(_ own: inout FieldBuffer) {
    if let reason { own.add(reason: reason) }
    own.add(.event.by, word: by.name)
  }
}

/// What a controller changes of a connection.
package enum LinkChange {
  case parameters, subrate, rate, phys

  var words: StaticString {
    switch self {
    case .parameters: "connection update"
    case .subrate: "subrate update"
    case .rate: "connection rate update"
    case .phys: "PHY update"
    }
  }
}

extension LinkFact {
  private func add(
    phys: (tx: RadioPHY?, rx: RadioPHY?), isOnAir: Bool, own: inout FieldBuffer,
    to out: inout FieldBuffer
  ) {
    if let tx = phys.tx { own.add(.event.txPHY, word: tx.name) }
    if let rx = phys.rx { own.add(.event.rxPHY, word: rx.name) }
    out.text.append(phys: phys, isOnAir: isOnAir)
  }

  private func add(seen: Int64, own: inout FieldBuffer, to out: inout FieldBuffer) {
    let milliseconds = Double(seen) / 1e6
    own.add(.event.interval, milliseconds)
    out.text.append("connection events come every ")
    out.text.append(number: milliseconds)
    out.text.append(" ms")
  }
}

extension ByteWriter {
  fileprivate mutating func append(
    phys: (tx: RadioPHY?, rx: RadioPHY?), isOnAir: Bool
  ) {
    let none: StaticString = isOnAir ? "unchanged" : "?"
    append(isOnAir ? "central " : "tx ")
    append(phys.tx?.name ?? none)
    append(isOnAir ? ", peripheral " : ", rx ")
    append(phys.rx?.name ?? none)
  }
}

extension LinkTerms {
  fileprivate func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    let milliseconds = interval.milliseconds
    own.add(.event.interval, milliseconds)
    own.add(.event.peripheralLatency, latency)
    own.add(.event.supervisionTimeout, Int(timeout) * 10)
    out.text.append(number: milliseconds)
    out.text.append(" ms, ")
    if subrate > 1 {
      own.add(.event.subrateFactor, subrate)
      out.text.append("subrate factor ")
      out.text.append(decimal: UInt64(subrate))
      out.text.append(", ")
    }
    out.text.append("latency ")
    out.text.append(decimal: UInt64(latency))
    out.text.append(", ")
    out.text.append(milliseconds: Int(timeout) * 10)
  }
}

extension Connection.Cut {
  package var remark: StaticString {
    switch self {
    case .reset: "the adapter was reset"
    case .switchedOff: "the adapter was switched off"
    case .removed: "the adapter was removed"
    case .handleUsedAgain: "the end is not in the capture: the handle is used again"
    }
  }
}

extension ConnectionParameters {
  private var low: Double { Double(intervalMin) * 1.25 }
  private var high: Double { Double(intervalMax) * 1.25 }

  fileprivate func write(_ own: inout FieldBuffer) {
    own.add(.event.intervalMin, low)
    own.add(.event.intervalMax, high)
    own.add(.event.peripheralLatency, latency)
    own.add(.event.supervisionTimeout, Int(timeout) * 10)
  }

  func write(_ text: inout ByteWriter) {
    text.append(low, to: high)
    text.append(" ms, latency ")
    text.append(decimal: UInt64(latency))
    text.append(", ")
    text.append(milliseconds: Int(timeout) * 10)
  }
}
