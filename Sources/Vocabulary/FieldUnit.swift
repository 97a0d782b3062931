/// The unit of a key: an index into the table of units. Rows write it as it is in the output.
@usableFromInline
package struct FieldUnit: Hashable, Sendable {
  @usableFromInline package let index: UInt16

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.index == b.index }

  /// The first row.
  package static let none = FieldUnit(index: 0)

  /// The units of this program, in the output and in ASCII, as the report needs it.
  static let rows: [(symbol: String, ascii: String)] =
    [
      ("", ""), ("bpm", "bpm"), ("°C", "C"), ("°F", ""), ("%", "%"), ("hPa", "hPa"), ("g", "g"),
      ("°/s", "dps"), ("µT", "uT"), ("lx", "lux"), ("s", "s"), ("ms", "ms"), ("µs", "us"),
      ("dBm", "dBm"), ("kJ", "kJ"), ("B", ""), ("m", ""), ("m/s", ""), ("1/min", ""),
    ] + declarable

  /// Units that only declared values have. One row each: a declaration can use no other.
  private static let declarable: [(symbol: String, ascii: String)] = [
    ("ns", "ns"), ("mV", "mV"), ("mA", "mA"), ("µV", "uV"), ("mg", "mg"), ("µS/cm", "uS/cm"),
    ("m/s²", "m/s2"), ("m³/h", "m3/h"), ("m³", "m3"), ("µg/m³", "ug/m3"), ("ppm", "ppm"),
    ("rpm", "rpm"), ("K/s", "K/s"), ("m³/s", "m3/s"), ("mm", "mm"), ("1/m³", "1/m3"), ("A", "A"),
    ("Hz", "Hz"), ("IU", "IU"), ("K", "K"), ("MET", "MET"), ("N", "N"), ("N·m", "Nm"), ("V", "V"),
    ("VA", "VA"), ("W", "W"), ("W/m²", "W/m2"), ("cd", "cd"), ("d", "d"), ("dB", "dB"),
    ("g/s", "g/s"), ("h", "h"), ("in", "in"), ("kJ/h", "kJ/h"), ("kPa", "kPa"), ("kVAh", "kVAh"),
    ("kWh", "kWh"), ("kcal", "kcal"), ("kg", "kg"), ("kg/m", "kg/m"), ("kg/m²", "kg/m2"),
    ("kg/m³", "kg/m3"), ("km/h", "km/h"), ("km/min", "km/min"), ("lb", "lb"), ("lm", "lm"),
    ("lm/W", "lm/W"), ("lm·h", "lm h"), ("lx·h", "lux h"), ("min", "min"), ("mmHg", "mmHg"),
    ("ppb", "ppb"), ("°", "deg"), ("Ω", "ohm"), ("IU/mL", "IU/mL"), ("L/s", "L/s"),
    ("mg/dL/min", "mg/dL/min"), ("kHz", "kHz"), ("kW", "kW"), ("J", "J"), ("Wh", "Wh"),
    ("Ah", "Ah"), ("mAh", "mAh"), ("Pa", "Pa"), ("bar", "bar"), ("cm", "cm"), ("km", "km"),
    ("ft", "ft"), ("rad", "rad"), ("rad/s", "rad/s"), ("L", "L"), ("m²", "m2"),
    ("mg/m³", "mg/m3"), ("kcal/h", "kcal/h"), ("kcal/min", "kcal/min"), ("1/s", "1/s"),
    ("kg/s", "kg/s"), ("°/min", "deg/min"), ("kg/L", "kg/L"), ("mg/dL", "mg/dL"),
    ("mol/L", "mol/L"), ("mmol/L", "mmol/L"), ("mL", "mL"), ("L/min", "L/min"), ("L/h", "L/h"),
    ("mL/min", "mL/min"), ("mL/kg/min", "mL/kg/min"), ("years", "years"),
  ]

  /// All units of this program.
  package static var table: [(symbol: String, ascii: String)] { rows }

  init(index: UInt16) { self.index = index }

  /// Adds a unit to the table, unless it is there.
  package init(declaring symbol: String, ascii: String) {
    self = Lexicon.declare(unit: symbol, ascii: ascii)
  }

  /// The unit in the output.
  package var symbol: String { Lexicon.current.symbol(of: self) }

  /// The unit in ASCII; empty if the report does not show it.
  package var ascii: String { Lexicon.current.ascii(of: self) }

  /// The unit as text shows it.
  package var shown: String {
    let ascii = ascii
    return ascii.isEmpty ? symbol : ascii
  }
}

extension FieldUnit: ExpressibleByStringLiteral {
  @usableFromInline
  package init(stringLiteral symbol: StaticString) {
    self.init(declaring: symbol.description, ascii: "")
  }
}
