import ATTDissector
import BTSnoop
import Bytes

/// A packet that its sender built wrongly.
struct MalformedPDU {
  enum Fault {
    /// It has fewer octets than it says, or than its kind needs, or more.
    /// - name: of its kind.
    case form(MalformedUnit, name: StaticString?, ByteError?)
    /// A pairing PDU whose maximum key size, in octets, is not allowed.
    case keySize(SMPCode, UInt8)
  }

  let fault: Fault
  let sender: StaticString
  let frame: UInt64

  /// Findings of a connection with equal keys are the same.
  var key: FindingFact.Key {
    switch fault {
    case .form(let unit, let name, _): .malformed("\(name ?? unit.words)", by: "\(sender)")
    case .keySize(let code, _): .malformed("\(code.rawValue)", by: "\(sender)")
    }
  }

  func write(_ text: inout ByteWriter) {
    text.append(sender)
    text.append(" sent ")
    switch fault {
    case .form(let unit, let name, let error):
      text.append(unit.isRest ? "" : "a malformed ")
      text.append(name ?? unit.words)
      if let error {
        text.append(": ")
        text.append(string: error.description)
      }
    case .keySize(let code, let octets):
      text.append("a ")
      text.append(SMPName.command(code.rawValue) ?? "pairing PDU")
      text.append(" with a maximum encryption key size of ")
      text.append(decimal: UInt64(octets))
      text.append(" (7 to 16 are allowed)")
    }
    text.append(inFrame: frame)
  }
}

/// A side says its version once more.
struct RepeatedVersion {
  let sender: ATTParty
  let first: UInt64
  let frame: UInt64

  func write(_ text: inout ByteWriter) {
    text.append(sender.words)
    text.append(" sent LL_VERSION_IND a second time (frames ")
    text.append(decimal: first)
    text.append(" and ")
    text.append(decimal: frame)
    text.append("); it may send one")
  }
}

extension MalformedPDUs {
  /// Reports the sender of a malformed packet, unless the recorder may have cut, lost or misheard a part of it.
  func findMalformed(
    _ unit: MalformedUnit, _ error: ByteError?, bytes: RawSpan, at record: CaptureRecord,
    on connection: Connection?
  ) {
    // A packet with a wrong CRC was changed on its way.
    guard unit.provesItsSender, connection?.hearing.isOnAir != true || !air.isDamaged else {
      return
    }
    let sender: StaticString
    switch unit {
    case .command: sender = "this host"
    case .event: sender = "the controller"
    case .aclHeader: sender = record.direction == .received ? "the controller" : "this host"
    case .advertisingPDU:
      guard !air.isDamaged else { return }
      // Only an initiator sends them.
      let isConnecting = bytes.byteCount > 0 && bytes.uint8(at: 0) & 0x0F == 5
      sender = isConnecting ? "a central" : "a device"
    default:
      guard let connection, let party = trueSender(on: connection, at: record) else { return }
      sender = party.words
    }
    let pdu = MalformedPDU(
      fault: .form(unit, name: unit.name(bytes, isAuxiliary: air.isAuxiliary), error),
      sender: sender, frame: record.frame)
    reporter.find(.malformed(pdu), on: connection, at: record)
  }

  /// Finds a key size that no pairing may have.
  ///
  /// Source: Core Specification, Vol 3, Part H, 3.5.1.
  func findKeySize(
    _ octets: UInt8, _ code: SMPCode, on connection: Connection, at record: CaptureRecord
  ) {
    guard !(7...16).contains(octets), let party = trueSender(on: connection, at: record) else {
      return
    }
    let pdu = MalformedPDU(
      fault: .keySize(code, octets), sender: party.words, frame: record.frame)
    reporter.find(.malformed(pdu), on: connection, at: record)
  }

  /// The side that sent this record's data; `nil` if the record may differ from what was sent.
  private func trueSender(on connection: Connection, at record: CaptureRecord) -> ATTParty? {
    guard connection.classic == nil, !connection.hasLosses, clock.losses(of: connection) == 0,
      !clock.isExcerpt(connection)
    else { return nil }
    // Encrypted data that is read as plain text looks malformed.
    if connection.hearing.isOnAir, connection.wasEncrypted != false { return nil }
    return ATTParty(isHost: record.direction != .received, of: connection)
  }
}

extension MalformedUnit {
  /// The name of a packet's kind, if its beginning says so.
  /// - isAuxiliary: an advertising PDU was on one of the data channels.
  fileprivate func name(_ bytes: RawSpan, isAuxiliary: Bool) -> StaticString? {
    var cursor = ByteCursor(bytes)
    switch self {
    case .command: return (try? cursor.uint16LittleEndian()).flatMap(HCICommandName.name(opcode:))
    case .attPDU, .attList: return (try? cursor.uint8()).flatMap { ATTOpcode(rawValue: $0).name }
    case .smpPDU: return (try? cursor.uint8()).flatMap(SMPName.command)
    case .controlPDU: return (try? cursor.uint8()).flatMap(ControlOpcodeName.name)
    case .advertisingPDU:
      return (try? cursor.uint8()).flatMap {
        AdvertisingPDUName.name(of: $0 & 0x0F, isAuxiliary: isAuxiliary)
      }
    default: return nil
    }
  }

  /// What follows the end of a PDU.
  fileprivate var isRest: Bool { self == .l2capRest || self == .signalRest }

  /// Whether a missing packet cannot be why it is malformed.
  fileprivate var provesItsSender: Bool {
    switch self {
    case .continuation, .strayFrame, .linkLayerPacket, .l2capHeader: false
    default: true
    }
  }
}
