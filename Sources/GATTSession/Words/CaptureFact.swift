import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// Facts about the capture itself.
package enum CaptureFact: EventFact {
  /// A text from the reader of the capture.
  case given(String)
  /// The tester's words.
  case mark(String)
  /// Time went backwards; `largest` in nanoseconds.
  case timeFell(count: Int, largest: Int64, frame: UInt64)
  /// The recorder lost packets.
  case lost(Int)
  /// A packet disproves its radio header.
  /// - told: the kind of physical channel in the header.
  /// - pdu: the type of an advertising PDU, with the channel in the header.
  case contradicted(
    RadioContradiction, told: RadioInfo.Channel, pdu: UInt8?, channel: UInt8?, isRF: Bool)
  case full(SessionTable)
  case malformed(MalformedUnit, ByteError?, isCut: Bool)
  case unknownOpcode(UInt8)
  case adapter(AdapterAction, UInt16?)
  case switchedOff(UInt16)
  case failed(HCIOpcode, HCIStatus)
  /// The code, which is the maker's own; `nil` where the capture lacks it.
  case hardwareError(UInt8?)
  /// A controller of TI's, whose host runs on the chip, says this of a link.
  case texasInstruments(TexasInstrumentsLink)

  package var content: EventContent { .capture(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .given(let text): out.text.append(string: text)
    case .mark(let text): out.text.append(untrusted: text, escaping: .plain)
    case .timeFell(let count, let largest, let frame):
      let seconds = Double(largest) / 1e9
      own.add(.event.count, count)
      own.add(.event.largestStep, seconds)
      out.text.append("time goes backwards ")
      out.text.append(times: count)
      out.text.append(", at most by ")
      out.text.append(number: seconds, decimals: 6)
      out.text.append(" s (frame ")
      out.text.append(decimal: frame)
      out.text.append(")")
    case .lost(let count):
      own.add(.event.lost, count)
      out.text.append(count, "packet")
      out.text.append(" lost before this record")
    case .contradicted(let kind, let told, let pdu, let channel, let isRF):
      switch kind {
      case .advertising, .data:
        out.text.append("the radio header says ")
        out.text.append(told.words)
        out.text.append(", but ")
      case .indices, .rfChannels, .channel:
        out.text.append("the radio header has an ")
        out.text.append(
          pdu.flatMap { AdvertisingPDUName.name(of: $0, isAuxiliary: false) } ?? "advertising PDU")
        if let channel {
          out.text.append(isRF ? " on RF channel " : " on channel ")
          out.text.append(decimal: UInt64(channel))
        }
        out.text.append(", ")
      case .goodCRC, .badCRC, .codingIndicator: break
      }
      out.text.append(kind.sentence)
    case .full(let table):
      out.text.append("more than ")
      out.text.append(decimal: table.limit)
      out.text.append(" ")
      out.text.append(table.words)
      out.text.append(": later ones are read, not remembered")
    case .malformed(let unit, let error, _):
      out.text.append(unit.words)
      if let error {
        out.text.append(": ")
        out.text.append(string: error.description)
      }
    case .unknownOpcode(let opcode):
      own.add(.event.opcode, opcode)
      out.text.append("unknown ATT opcode ")
      out.text.append(upperHex: UInt64(opcode), digits: 2)
    case .adapter(let action, let index):
      own.add(.event.adapterAction, word: action.name)
      if let index {
        out.text.append("hci")
        out.text.append(decimal: UInt64(index))
        out.text.append(" ")
      }
      out.text.append(action.name)
    case .switchedOff(let index):
      out.text.append("hci")
      out.text.append(decimal: UInt64(index))
      out.text.append(" switched off")
    case .texasInstruments(let link):
      switch link {
      case .established(let handle, let peer):
        out.text.append("TI GAP Link Established with ")
        peer.write(to: &out.text)
        out.text.append(", handle ")
        out.text.append(decimal: UInt64(handle))
      case .failed(let status):
        own.add(reason: status)
        out.text.append("TI GAP Link Established failed: ")
        out.text.append(status: status)
      case .terminated(let handle, let reason):
        own.add(reason: reason)
        out.text.append("TI GAP Link Terminated, handle ")
        out.text.append(decimal: UInt64(handle))
        out.text.append(": ")
        out.text.append(status: reason)
      }
    case .failed(let opcode, let status):
      own.add(.event.reasonCode, status.rawValue)
      if let name = HCIStatusName.name(of: status.rawValue) { own.add(.event.failure, word: name) }
      out.text.append(HCICommandName.name(opcode: opcode.rawValue) ?? "command")
      out.text.append(" failed: ")
      out.text.append(status: status)
    case .hardwareError(let code):
      out.text.append("the controller reports a hardware error")
      guard let code else { return }
      out.text.append(" (")
      out.text.append(upperHex: UInt64(code), digits: 2)
      out.text.append(")")
    }
  }
}

extension RadioInfo.Channel {
  fileprivate var words: StaticString {
    switch self {
    case .unknown: "nothing"
    case .auxiliaryAdvertising: "advertising"
    case .data: "data of a connection"
    case .connectedIsochronous: "CIS"
    case .broadcastIsochronous: "BIS"
    }
  }
}

/// What was too short, too long or out of order.
package enum MalformedUnit {
  case command, event, aclHeader, l2capHeader, continuation, signal, signalRest, smpPDU, attPDU
  case attList, linkLayerPacket, advertisingPDU, controlPDU, l2capRest
  case strayFrame, frameWithoutLength, frameTooLong

  /// Whether nothing of a record is read where it is malformed.
  var isWholeRecord: Bool {
    switch self {
    case .command, .event, .aclHeader, .linkLayerPacket, .advertisingPDU: true
    default: false
    }
  }

  var words: StaticString {
    switch self {
    case .command: "HCI command"
    case .event: "HCI event"
    case .aclHeader: "ACL header"
    case .l2capHeader: "L2CAP header"
    case .l2capRest: "bytes after the end of an L2CAP PDU"
    case .continuation: "L2CAP continuation without its beginning"
    case .signal: "L2CAP signal"
    case .signalRest: "bytes after the channels of an L2CAP signal"
    case .smpPDU: "SMP PDU"
    case .attPDU: "ATT PDU"
    case .attList: "ATT list with a cut entry"
    case .linkLayerPacket: "link-layer packet"
    case .advertisingPDU: "advertising PDU"
    case .controlPDU: "LL Control PDU"
    case .strayFrame: "K-frame of an SDU whose beginning is not in the capture"
    case .frameWithoutLength: "K-frame without the length of its SDU"
    case .frameTooLong: "K-frame longer than the rest of its SDU"
    }
  }
}

/// Tables with a cap, which is reported when it is reached.
package enum SessionTable {
  case adapters, connections, openConnections, devices, identities, linkKeys, knownDevices
  case attributes, lastValues, layoutChanges
  case unfinishedPDUs, channels, channelsOfConnection, undecodedChannels
  case openTransactions, queuedWrites, queuedOctets, subscriptions, periodicSyncs, nonces

  private var row: (limit: Int, words: StaticString) {
    switch self {
    case .adapters: (SessionLimits.adapters, "adapters")
    case .connections: (SessionLimits.connections, "connections")
    case .openConnections: (SessionLimits.openConnections, "open connections")
    case .devices: (SessionLimits.devices, "devices")
    case .identities: (SessionLimits.identities, "identities")
    case .linkKeys: (SessionLimits.linkKeys, "keys")
    case .knownDevices: (SessionLimits.knownDevices, "known devices")
    case .attributes: (SessionLimits.attributes, "attributes")
    case .lastValues: (SessionLimits.allLastValueOctets, "octets of last values")
    case .layoutChanges: (SessionLimits.layoutChanges, "changes of a server's attributes")
    case .unfinishedPDUs: (SessionLimits.reassemblyOctets, "octets of unfinished L2CAP PDUs")
    case .channels: (SessionLimits.channels, "L2CAP channels")
    case .channelsOfConnection:
      (SessionLimits.channelsOfConnection, "L2CAP channels of a connection")
    case .undecodedChannels:
      (SessionLimits.undecodedChannels, "L2CAP channels that are not decoded")
    case .openTransactions: (SessionLimits.transactionOctets, "octets of open transactions")
    case .queuedWrites: (SessionLimits.queuedWrites, "queued writes")
    case .queuedOctets: (SessionLimits.joinedValueOctets, "octets of queued writes")
    case .subscriptions: (SessionLimits.allSubscriptions, "subscriptions")
    case .periodicSyncs: (SessionLimits.periodicSyncs, "periodic advertising syncs")
    case .nonces: (SessionLimits.nonces, "nonces of encrypted advertisements")
    }
  }
  var limit: Int { row.limit }
  var words: StaticString { row.words }
}
