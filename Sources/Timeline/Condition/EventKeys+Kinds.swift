import GATTSession

extension EventKeys {
  /// Whether an event of the kind may have the key.
  package static func belongs(_ key: String, to kind: EventKind) -> Bool {
    switch key {
    case "value": kind.isValue || kind == .advertisement
    case "handle", "service", "characteristic", "descriptor", "instance", "label":
      kind.isValue || kind.isDiscovery || kind == .attError || kind == .malformed || kind == .note
    case "response_ms", "request_frame":
      !kind.isDiscovery && kind != .advertisement && kind != .notification
        && kind != .writeCommand
    case _ where common.contains(key): true
    // What a value or an advertisement is decoded to depends on what it is.
    case _ where kind.isValue: !foreign.contains(key)
    case _ where kind == .advertisement || kind == .note: true
    default: own(of: kind).contains(key)
    }
  }

  /// Keys of other kinds that no value is decoded to.
  private static let foreign = Set(EventKind.allCases.flatMap { own(of: $0) }).subtracting([
    "enabled", "end_handle", "interval_max_ms", "interval_min_ms", "l2cap_channel",
    "peripheral_latency", "supervision_timeout_ms",
  ])

  /// Of kinds that carry no value: all keys but those that every event may have.
  private static func own(of kind: EventKind) -> [String] {
    switch kind {
    case .adapter: ["action"]
    case .scan:
      [
        "enabled", "active", "interval_ms", "window_ms", "filter_duplicates", "phys", "duration_ms",
      ]
    case .advertising:
      [
        "enabled", "interval_min_ms", "interval_max_ms", "connectable", "advertising_handle",
        "advertising_type", "duration_ms", "max_events", "completed_events", "reason",
        "reason_code",
      ]
    case .connected:
      [
        "role", "access_address", "initiator_address", "initiator_address_type", "interval_ms",
        "peripheral_latency", "supervision_timeout_ms",
      ]
    case .connectionUpdated: ["interval_ms", "peripheral_latency", "supervision_timeout_ms"]
    case .disconnected: ["reason", "reason_code", "by"]
    case .phyUpdated: ["tx_phy", "rx_phy"]
    case .dataLength: ["tx_octets", "tx_time_us", "rx_octets", "rx_time_us"]
    case .mtu: ["mtu", "client_mtu", "server_mtu", "l2cap_channel"]
    case .service: ["end_handle", "primary"]
    case .include: ["end_handle", "included_handle"]
    case .characteristic: ["value_handle", "properties"]
    case .attError: ["opcode", "error_code", "error", "request_value", "l2cap_channel"]
    case .security:
      [
        "step", "method", "pairing", "bonded", "encrypted", "bonding", "mitm_protection",
        "keypress", "keypress_code", "key_size", "reason", "reason_code",
      ]
    case .malformed: ["opcode", "l2cap_channel"]
    case .descriptor, .advertisement, .read, .write, .writeCommand, .notification, .indication,
      .note:
      []
    }
  }
}
