import Bytes

/// The layouts of Security Manager PDUs; key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 3.5 and 3.6.
enum TreeSMP {
  static func layout(_ code: UInt8) -> TreeLayout? {
    switch code {
    case 0x01, 0x02:
      [
        ("IO capability", .named(1, .ioCapability)), ("OOB data flag", .named(1, .oobData)),
        ("AuthReq", .flags(1, .authenticationRequirements)),
        ("Maximum encryption key size", .u8),
        ("Initiator key distribution", .flags(1, .keyDistribution)),
        ("Responder key distribution", .flags(1, .keyDistribution)),
      ]
    case 0x03: [("Confirm value", .bytes(16))]
    case 0x04: [("Random value", .bytes(16))]
    case 0x05: [("Reason", .named(1, .smpFailure))]
    case 0x06: [("Long Term Key", .bytes(16))]
    case 0x07: [("EDIV", .x16), ("Rand", .bytes(8))]
    case 0x08: [("Identity Resolving Key", .bytes(16))]
    case 0x09: [("Address type", .addressType), ("BD_ADDR", .address)]
    case 0x0A: [("Signature Key", .bytes(16))]
    case 0x0B: [("AuthReq", .flags(1, .authenticationRequirements))]
    case 0x0C: [("Public key X", .bytes(32)), ("Public key Y", .bytes(32))]
    case 0x0D: [("DHKey check", .bytes(16))]
    case 0x0E: [("Notification type", .named(1, .keypress))]
    default: nil
    }
  }

  /// Shows one SMP PDU, code first.
  static func read(_ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable) {
    guard bytes.byteCount > 0 else {
      sink.open("SMP", detail: "")
      sink.field("truncated", "Code: 1 bytes needed, 0 available")
      sink.close()
      return
    }
    let code = bytes.uint8(at: 0)
    let hex = TreeText.hex(UInt64(code), bytes: 1)
    if let layout = layout(code), let name = SMPName.command(code) {
      sink.open("SMP", detail: "\(name) (\(hex))")
      TreeReader.readAll(layout, bytes.clamped(1), &sink)
    } else {
      sink.open("SMP", detail: "unknown code \(hex)")
      TreeReader.readAll([("Parameters", .rest)], bytes.clamped(1), &sink)
    }
    sink.close()
  }
}
