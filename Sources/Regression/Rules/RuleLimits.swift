/// What the number of a key lies between, by the field that carries it.
///
/// Only keys that an event has once. Sources: Bluetooth Core Specification 6.0, Vol 3, Part F, 3.2 and
/// 3.4 (handles, opcodes, error codes, MTU), Vol 4, Part E, 7.7 (reasons, RSSI), Vol 3, Part H, 3.5 (key
/// size, reasons of pairing); Heart Rate Service 1.0, 3.1; Battery Service 1.1, 3.1.
enum RuleLimits {
  private static let octet: ClosedRange<Double> = 0...255
  private static let signedOctet: ClosedRange<Double> = -128...127
  private static let twoOctets: ClosedRange<Double> = 0...65535
  private static let counted: ClosedRange<Double> = 1...(.infinity)
  /// A clock may be set back between a request and its response.
  private static let any: ClosedRange<Double> = -.infinity...(.infinity)

  static let ofKey: [String: ClosedRange<Double>] = [
    "battery_level_percent": octet,
    "body_sensor_location_code": octet,
    "client_mtu": twoOctets,
    "connection": counted,
    "end_handle": twoOctets,
    "energy_expended_kj": twoOctets,
    "error_code": octet,
    "frame": counted,
    "handle": 1...65535,
    "heart_rate_bpm": twoOctets,
    "included_handle": twoOctets,
    "instance": counted,
    "key_size": octet,
    "mtu": twoOctets,
    "opcode": octet,
    "reason_code": octet,
    "response_ms": any,
    "rssi_dbm": signedOctet,
    "server_mtu": twoOctets,
    "start_handle": twoOctets,
    "value_handle": twoOctets,
  ]
}

extension ClosedRange<Double> {
  /// `from 0 to 255`, or `at least 1`.
  var words: String {
    let low = RuleWords.number(lowerBound)
    return upperBound.isFinite
      ? "from \(low) to \(RuleWords.number(upperBound))" : "at least \(low)"
  }
}
