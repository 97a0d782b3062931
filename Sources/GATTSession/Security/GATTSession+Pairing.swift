import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// The steps of pairing that are told by themselves.
extension GATTSession {
  /// A peripheral asks for security: the central may pair, or encrypt with a key from before.
  func securityAsked(
    _ requirements: UInt8, _ connection: Connection, _ record: CaptureRecord
  ) {
    var event = begin(.security, record, connection)
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    let bonding = requirements & 0x03 == 1
    let protection = requirements & 0x04 != 0
    let isSecure = requirements & 0x08 != 0
    fields.own.add("step", word: "security_request")
    fields.own.add("pairing", word: isSecure ? "secure_connections" : "legacy")
    fields.own.add("bonding", bonding)
    fields.own.add("mitm_protection", protection)
    fields.decoded.text.append("security request: ")
    fields.decoded.text.append(isSecure ? "Secure Connections" : "legacy")
    fields.decoded.text.append(bonding ? ", with bonding" : ", without bonding")
    if protection { fields.decoded.text.append(", protected against a man in the middle") }
    emit(event)
  }

  /// Somebody types a passkey.
  func keyPressed(_ type: UInt8, _ connection: Connection, _ record: CaptureRecord) {
    var event = begin(.security, record, connection)
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    fields.own.add("step", word: "keypress")
    fields.own.add("keypress", word: SMPName.keypress(type) ?? "reserved")
    fields.own.add("keypress_code", type)
    fields.decoded.text.append("passkey entry: ")
    switch type {
    case 0: fields.decoded.text.append("started")
    case 1: fields.decoded.text.append("digit entered")
    case 2: fields.decoded.text.append("digit erased")
    case 3: fields.decoded.text.append("cleared")
    case 4: fields.decoded.text.append("completed")
    default: fields.decoded.text.append("reserved")
    }
    emit(event)
  }
}
