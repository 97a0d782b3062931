import LiveCapture
import System

/// Something that Wireshark can capture from by this program.
enum ExtcapInterface: String, CaseIterable {
  case monitor = "bleinspect_monitor"
  case android = "bleinspect_android"
  case serial = "bleinspect_serial"
  case file = "bleinspect_file"
  case mock = "bleinspect_mock"

  var title: String {
    switch self {
    case .monitor: "Bluetooth LE: adapters of this machine"
    case .android: "Bluetooth LE: Android phone"
    case .serial: "Bluetooth LE: board on a serial line"
    case .file: "Bluetooth LE: replay of a capture"
    case .mock: "Bluetooth LE: mock of a recorded peripheral"
    }
  }

  /// What its packets are at first; the file itself says it of each.
  var linkType: (number: Int, name: String, title: String) {
    switch self {
    case .monitor, .serial: (254, "BLUETOOTH_LINUX_MONITOR", "Bluetooth Linux Monitor")
    case .android, .file, .mock:
      (201, "BLUETOOTH_HCI_H4_WITH_PHDR", "Bluetooth HCI H4 with direction")
    }
  }

  var options: [ExtcapOption] {
    let own: [ExtcapOption] =
      switch self {
      case .monitor: [.adapters]
      case .android: [.address]
      case .serial: [.device, .baud]
      case .file: [.file, .pace, .ltk]
      case .mock: [.file, .controller]
      }
    return own + [.comments, .decoders]
  }
}

/// What a user can choose for an interface: an option of the capture.
enum ExtcapOption: String {
  case adapters, address, device, baud, file, pace, ltk, controller, comments, decoders

  /// All but the number and the call of its line.
  private var members: [(String, String)] {
    switch self {
    case .adapters:
      [
        ("display", "Adapters"), ("type", "string"), ("placeholder", "all"),
        ("tooltip", "Numbers of adapters, such as 0 or 0,1; empty: all"),
      ]
    case .address:
      [
        ("display", "Address"), ("type", "string"), ("default", Self.phone),
        ("tooltip", "Host and port of the snoop log, after: adb forward tcp:8872 tcp:8872"),
      ]
    case .device:
      [
        ("display", "Serial line"), ("type", "string"), ("required", "true"),
        ("default", Self.serialLine ?? ""), ("placeholder", "/dev/ttyACM0"),
        ("tooltip", "The device file of the board, which sends the BlueZ monitor protocol"),
      ]
    case .baud:
      [
        ("display", "Speed"), ("type", "unsigned"), ("default", "\(SerialSource.defaultSpeed)"),
        ("tooltip", "Bits a second"),
      ]
    case .file:
      [
        ("display", "Capture"), ("type", "fileselect"), ("mustexist", "true"),
        ("required", "true"), ("tooltip", "Any format that bleinspect reads"),
      ]
    case .pace:
      [
        ("display", "Speed"), ("type", "string"), ("default", "1"),
        ("tooltip", "Times as fast, 0.1 to 1000; max: at once"),
      ]
    case .ltk:
      [
        ("display", "Long term key"), ("type", "password"), ("save", "false"),
        ("tooltip", "Of an encrypted link that a sniffer heard: what it opens is in the comments"),
      ]
    case .controller:
      [
        ("display", "Controller"), ("type", "string"), ("required", "true"),
        ("placeholder", "tcp:localhost:6402"), ("tooltip", ControllerName.forms),
      ]
    case .comments:
      [
        ("display", "Comments"), ("type", "boolean"), ("default", "true"), ("group", "Decoding"),
        ("tooltip", "What is known of each packet, as a comment on it"),
      ]
    case .decoders:
      [
        ("display", "Declared values"), ("type", "fileselect"), ("mustexist", "true"),
        ("group", "Decoding"), ("tooltip", "A file of declarations, as for --decoders"),
      ]
    }
  }

  /// Where an Android phone's log is, once adb forwards its port.
  static let phone = "localhost:8872"

  /// What Wireshark reads.
  /// - number: its place among those of the interface.
  func line(_ number: Int) -> String {
    "arg " + Self.sentence([("number", "\(number)"), ("call", "--\(rawValue)")] + members)
  }

  /// The first device file of those that boards usually get. None is opened: that may reset the board.
  private static var serialLine: String? {
    let names = (try? Folder.names("/dev", limit: 10_000)) ?? []
    return names.first { $0.hasPrefix("ttyACM") || $0.hasPrefix("ttyUSB") }.map { "/dev/\($0)" }
  }

  /// `{number=0}{call=--file}`: braces would end a value.
  static func sentence(_ members: [(String, String)]) -> String {
    members.filter { !$0.1.isEmpty }.map { name, value in
      "{\(name)=\(value.filter { $0 != "{" && $0 != "}" && !$0.isNewline })}"
    }.joined()
  }
}
