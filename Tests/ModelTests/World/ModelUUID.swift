/// A UUID as a server has it: the bytes that it sends, and how the output is to write it.
struct ModelUUID: Hashable {
  /// 2 or 16 octets, least significant first.
  let wire: [UInt8]
  let text: String

  init(_ short: Int) {
    wire = little16(short)
    text = upperHex(short, digits: 4)
  }

  /// A short UUID, sent in its long form: the Bluetooth base holds it.
  init(long short: Int) {
    wire =
      [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00] + little16(short)
      + [0, 0]
    text = upperHex(short, digits: 4)
  }

  /// A vendor's own: 16 octets.
  init(vendor octets: [UInt8]) {
    wire = octets
    let digits = octets.reversed().map { upperHex(Int($0), digits: 2) }
    text = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }

  var isShort: Bool { wire.count == 2 }

  static func == (a: ModelUUID, b: ModelUUID) -> Bool { a.text == b.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static let clientConfiguration = ModelUUID(0x2902)
  static let userDescription = ModelUUID(0x2901)
  static let deviceName = ModelUUID(0x2A00)

  /// The assigned name, of those that the model uses.
  var label: String? { Self.labels[text] }

  private static let labels = [
    "1800": "Generic Access", "1801": "Generic Attribute", "180A": "Device Information",
    "180D": "Heart Rate", "180F": "Battery",
    "2A00": "Device Name", "2A05": "Service Changed", "2A19": "Battery Level",
    "2A29": "Manufacturer Name String", "2A37": "Heart Rate Measurement",
    "2A38": "Body Sensor Location", "2901": "Characteristic User Description",
    "2902": "Client Characteristic Configuration",
    "2904": "Characteristic Presentation Format",
  ]
}

func little16(_ value: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
}

func upperHex(_ value: Int, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

func hexText(_ bytes: some Sequence<UInt8>) -> String {
  var text = ""
  for byte in bytes {
    if byte < 16 { text += "0" }
    text += String(byte, radix: 16)
  }
  return text
}
