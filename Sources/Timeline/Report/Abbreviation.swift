import Bytes

/// Makes assigned names fit a column: `Heart Rate Meas. CCCD`.
enum Abbreviation {
  /// Shortens the longest words until the name fits; a name that still does not fit stays whole.
  static func fit(_ name: inout ByteWriter, to width: Int) {
    guard name.bytes.columns > width else { return }
    let whole = String(decoding: name.bytes.copy(), as: UTF8.self)
    var words = whole.utf8.split(separator: 0x20).map { String(Substring($0)) }
    // Whole names that people know by their initials.
    for (name, initials) in known where whole.hasPrefix(name) {
      words = [initials] + words.dropFirst(name.split(separator: " ").count)
    }
    // The assigned names of all texts end in it; readers miss it least.
    if words.last == "String", words.count > 1 { words.removeLast() }
    // Words with a common abbreviation come first, the longest of them before the others.
    while line(words).rawBytes.columns > width,
      let index = words.indices.filter({ usual[words[$0]] != nil }).max(by: {
        (words[$0].count, $1) < (words[$1].count, $0)
      })
    {
      words[index] = usual[words[index]] ?? words[index]
    }
    while line(words).rawBytes.columns > width {
      var longest: Int?
      for (index, word) in words.enumerated()
      where word.count > 5 && !unlike.contains(word) && !isNumber(word) {
        if word.count > longest.map({ words[$0].count }) ?? 0 { longest = index }
      }
      guard let longest else { break }
      words[longest] = String(words[longest].prefix(4)) + "."
    }
    name.removeAll()
    name.append(string: line(words))
  }

  private static func line(_ words: [String]) -> String {
    var line = ""
    for word in words { line += line.isEmpty ? word : " " + word }
    return line
  }

  private static let known = [
    ("Record Access Control Point", "RACP"), ("Object Action Control Point", "OACP"),
    ("Object List Control Point", "OLCP"),
  ]

  /// Abbreviations of words that begin like others: cut shorter they would be the same.
  private static let unlike: Set<String> = [
    "Activ.", "Contin.", "Intens.", "Interm.", "Interv.", "Press.", "Recomm.", "Reconn.",
    "Statist.",
  ]

  /// Words that begin alike stay different: Control, Context and Continuous.
  private static let usual = [
    "Activity": "Activ.", "Intensity": "Intens.", "Intermediate": "Interm.",
    "Interval": "Interv.", "Pressure": "Press.", "Recommended": "Recomm.",
    "Reconnection": "Reconn.", "Record": "Rec.", "Statistics": "Statist.",
    "Accelerometer": "Accel.", "Calibration": "Calib.", "Certification": "Cert.",
    "Characteristic": "Char.", "Configuration": "Config.", "Connection": "Conn.",
    "Context": "Ctxt.", "Continuous": "Contin.", "Control": "Ctrl.", "Definition": "Def.",
    "Description": "Descr.", "Identifier": "Ident.",
    "Inclination": "Incl.", "Information": "Info", "Instruments": "Instr.",
    "Magnetometer": "Magnet.", "Manufacturer": "Manuf.", "Measurement": "Meas.",
    "Parameters": "Params", "Peripheral": "Periph.", "Preferred": "Pref.",
    "Reference": "Ref.", "Regulatory": "Regul.", "Resistance": "Resist.",
    "Resolution": "Resol.", "Supported": "Supp.", "Temperature": "Temp.",
    "description": "descr.",
  ]

  /// UUIDs and the numbers of standards: a part could be mistaken for another.
  private static func isNumber(_ word: String) -> Bool {
    var dots = 0
    for byte in word.utf8 {
      dots = byte == 0x2E ? dots + 1 : 0
      if dots == 3 || 0x30...0x39 ~= byte { return true }
    }
    return false
  }
}
