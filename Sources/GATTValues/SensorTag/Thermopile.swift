/// The calibration factor of the TMP006: two are in use.
package enum ThermopileFactor: Sendable {
  /// 5.593e-14: the vendor's application and most clients.
  case application
  /// 6.4e-14: the vendor's wiki, the firmware's comment, some clients.
  case wiki

  /// S0 of the data sheet.
  package var s0: Double {
    switch self {
    case .application: 5.593e-14
    case .wiki: 6.4e-14
    }
  }
}

/// Source: TMP006 user's guide SBOU107, 5.1.
enum Thermopile {
  /// The polynomial in volts and degrees Celsius; `nil` where it has no real root.
  static func objectTemperature(voltage: Double, ambient: Double, s0: Double) -> Double? {
    let kelvin = ambient + 273.15
    let delta = kelvin - 298.15
    let s = s0 * (1 + 1.75e-3 * delta - 1.678e-5 * delta * delta)
    let offset = -2.94e-5 - 5.7e-7 * delta + 4.63e-9 * delta * delta
    let difference = voltage - offset
    let f = difference + 13.4 * difference * difference
    let fourthPower = kelvin * kelvin * kelvin * kelvin + f / s
    guard s > 0, fourthPower >= 0, fourthPower.isFinite else { return nil }
    return fourthPower.squareRoot().squareRoot() - 273.15
  }
}
