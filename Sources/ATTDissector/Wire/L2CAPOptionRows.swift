/// Configuration options of L2CAP: the data after type and length.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 5.
enum L2CAPOptionRows: WireRows {
  /// - Parameter type: without the bit that makes it a hint.
  /// - Returns: `nil` for a reserved type.
  static func row(_ type: UInt8) -> WireRow? {
    switch type {
    case 0x01: WireRow("Maximum transmission unit", [("MTU", .u16)])
    case 0x02:
      WireRow("Flush timeout", [("Flush timeout", .timeOr("infinite", 2, step: 1000))])
    case 0x03:
      WireRow(
        "Quality of service",
        [
          ("Flags", .x8), serviceType, ("Token rate", .quantity(4, " bytes/s")),
          ("Token bucket size", .quantity(4, " bytes")),
          ("Peak bandwidth", .quantity(4, " bytes/s")),
          ("Latency", duration), ("Delay variation", duration),
        ])
    case 0x04:
      WireRow(
        "Retransmission and flow control",
        [
          ("Mode", .named(1, .channelMode)), ("TxWindow size", .u8), ("MaxTransmit", .u8),
          ("Retransmission timeout", .quantity(2, " ms")), ("Monitor timeout", .quantity(2, " ms")),
          ("MPS", .u16),
        ])
    case 0x05: WireRow("Frame check sequence", [("FCS type", .named(1, .frameCheck))])
    case 0x06:
      WireRow(
        "Extended flow specification",
        [
          ("Identifier", .x8), serviceType, ("Maximum SDU size", .u16),
          ("SDU inter-arrival time", duration), ("Access latency", duration),
          ("Flush timeout", .timeOr("infinite", 4, step: 1)),
        ])
    case 0x07: WireRow("Extended window size", [("Max window size", .u16)])
    default: nil
    }
  }

  private static var duration: WireType { .timeOr("not specified", 4, step: 1) }

  private static var serviceType: WireField { ("Service type", .named(1, .serviceType)) }
}
