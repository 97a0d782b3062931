import ATTDissector
import AssignedNumbers
import Bytes
import GATTValues

/// The life of a connection.
enum LinkFact: Fact {
  case connected(LinkRole?, LinkTerms)
  case connectedOnAir(LinkTerms, initiator: BluetoothAddress, accessAddress: UInt32)
  case updated(LinkTerms)
  case updateFailed(HCIStatus)
  /// `nil` for a PHY without a name; on the air, for an unchanged one.
  case phys(StaticString?, StaticString?, isOnAir: Bool)
  case dataLength(EffectiveLength, isOnAir: Bool)
  case version(UInt8, company: UInt16, subversion: UInt16)
  /// A peripheral's request for connection parameters; `accepted` is `nil` without an answer.
  case parameterRequest(ConnectionParameters, accepted: Bool?)
  case disconnectRequest(UInt8)
  /// A link-layer procedure; `nil` where the rejection is an LL_REJECT_IND, which does not name it.
  case rejected(ControlOpcode?, HCIStatus)
  case attemptFailed(HCIStatus, isCancelled: Bool)
  case ended(HCIStatus, by: Connection.Terminator, EndRemark?)
  case cut(Connection.Cut, isOnlyItsEnd: Bool)
  /// Nothing was heard; `expected` in nanoseconds, where an event was due.
  case silence(expected: Int64?)
  case unfinishedPDU(octets: Int, frame: UInt64)
  case strayPart

  /// A remark on an end.
  enum EndRemark {
    /// Inferred from silence, in nanoseconds.
    case concluded(silence: Int64)
    case onlyItsEnd
  }

  func write(_ own: inout FieldBuffer, _ out: inout FieldBuffer) {
    switch self {
    case .connected(let role, let terms):
      if let role { own.add(.event.role, word: role.name) }
      terms.write(&own, &out)
    case .connectedOnAir(let terms, let initiator, let accessAddress):
      terms.write(&own, &out)
      var text = ByteWriter(capacity: 64)
      initiator.write(to: &text)
      own.add(.event.initiatorAddress, text: text.bytes)
      if let kind = initiator.kind.name { own.add(.event.initiatorAddressType, word: kind) }
      text.removeAll()
      text.append(hex32: accessAddress)
      own.add(.event.accessAddress, text: text.bytes)
    case .updated(let terms): terms.write(&own, &out)
    case .updateFailed(let status):
      own.add(reason: status)
      out.text.append("update failed: ")
      out.text.append(status: status)
    case .phys(let tx, let rx, let isOnAir):
      if let tx { own.add(.event.txPHY, word: tx) }
      if let rx { own.add(.event.rxPHY, word: rx) }
      let none: StaticString = isOnAir ? "unchanged" : "?"
      out.text.append(isOnAir ? "central " : "tx ")
      out.text.append(tx ?? none)
      out.text.append(isOnAir ? ", peripheral " : ", rx ")
      out.text.append(rx ?? none)
    case .dataLength(let length, let isOnAir):
      own.add(.event.txOctets, length.centralOctets)
      own.add(.event.txTime, length.centralTime)
      own.add(.event.rxOctets, length.peripheralOctets)
      own.add(.event.rxTime, length.peripheralTime)
      out.text.append(isOnAir ? "central " : "tx ")
      out.text.append(decimal: UInt64(length.centralOctets))
      out.text.append(isOnAir ? ", peripheral " : ", rx ")
      out.text.append(decimal: UInt64(length.peripheralOctets))
      out.text.append(" octets")
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
      if let name = AssignedNumbers.companyName(company) {
        out.text.append(" ")
        name.write(to: &out.text)
      }
    case .parameterRequest(let parameters, let accepted):
      let low = Double(parameters.intervalMin) * 1.25
      let high = Double(parameters.intervalMax) * 1.25
      own.add(.event.intervalMin, low)
      own.add(.event.intervalMax, high)
      own.add(.event.peripheralLatency, parameters.latency)
      own.add(.event.supervisionTimeout, Int(parameters.timeout) * 10)
      if let accepted { own.add(.event.accepted, accepted) }
      out.text.append(low, to: high)
      out.text.append(" ms, latency ")
      out.text.append(decimal: UInt64(parameters.latency))
      out.text.append(", ")
      out.text.append(milliseconds: Int(parameters.timeout) * 10)
      if let accepted { out.text.append(accepted ? ": accepted" : ": refused") }
    case .disconnectRequest(let reason):
      own.add(.event.reasonCode, reason)
      out.text.append(status: HCIStatus(rawValue: reason))
    case .rejected(let opcode, let status):
      if let opcode { own.add(.event.opcode, opcode.rawValue) }
      own.add(reason: status)
      out.text.append(opcode?.name ?? "a link-layer procedure")
      out.text.append(" rejected: ")
      out.text.append(status: status)
    case .attemptFailed(let status, let isCancelled):
      own.add(reason: status)
      own.add(.event.by, word: (isCancelled ? Connection.Terminator.local : .unknown).name)
      out.text.append(isCancelled ? "attempt cancelled by this host" : "attempt failed: ")
      if !isCancelled { out.text.append(status: status) }
    case .ended(let reason, let terminator, let remark):
      own.add(reason: reason)
      own.add(.event.by, word: terminator.name)
      out.text.append(status: reason)
      switch remark {
      case nil: break
      case .concluded(let silence):
        out.addNote("concluded: nothing heard for ")
        out.note.append(duration: silence)
        out.note.append(", and the device advertises again")
      case .onlyItsEnd: out.addNote(Self.onlyItsEnd)
      }
    case .cut(let cut, let isOnlyItsEnd):
      own.add(.event.by, word: cut.terminator.name)
      out.text.append(cut.remark)
      out.addNote(isOnlyItsEnd ? Self.onlyItsEnd : cut.remark)
      out.textTellsNote = !isOnlyItsEnd
    case .silence(let expected):
      if let expected { own.add(.event.expected, Double(expected) / 1e6) }
    case .unfinishedPDU(let octets, let frame):
      out.text.append("an L2CAP PDU was never completed, ")
      out.text.append(decimal: octets)
      out.text.append(" bytes of it are in the capture (frame ")
      out.text.append(decimal: frame)
      out.text.append(")")
    case .strayPart:
      out.text.append("part of an L2CAP PDU whose beginning is not in the capture")
    }
  }

  private static let onlyItsEnd: StaticString =
    "the connection was open before the first record, and only its end was captured"
}

extension LinkTerms {
  fileprivate func write(_ own: inout FieldBuffer, _ out: inout FieldBuffer) {
    let milliseconds = Double(interval) * 1.25
    own.add(.event.interval, milliseconds)
    own.add(.event.peripheralLatency, latency)
    own.add(.event.supervisionTimeout, Int(timeout) * 10)
    out.text.append(number: milliseconds)
    out.text.append(" ms, latency ")
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
