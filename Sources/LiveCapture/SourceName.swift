import BTSnoop

/// A live source as the user names it.
package enum SourceName: Equatable, Sendable {
  /// The kernel's monitor.
  case monitor
  case pcap(PcapSource.Device)
  /// - host: a name or an address, an IPv6 one without its brackets.
  case tcp(host: String, port: UInt16)
  /// - speed: bits per second.
  case serial(path: String, speed: UInt32)

  /// The forms of a name, for messages and help.
  package static let forms =
    "monitor, bluetooth-monitor, bluetoothN, tcp:HOST:PORT, tty:DEVICE[@SPEED]"

  /// Why a text does not name a source: one sentence without a full stop.
  package struct NameError: Error, Equatable, Sendable {
    package var message: String
  }

  package init(_ text: String) throws(NameError) {
    if text == "monitor" {
      self = .monitor
    } else if let rest = text.after("tcp:") {
      self = try Self.tcp(rest)
    } else if let rest = text.after("tty:") {
      self = try Self.serial(rest)
    } else if text == "bluetooth-monitor" {
      self = .pcap(.monitor)
    } else if let rest = text.after("bluetooth"), !rest.isEmpty,
      rest.utf8.allSatisfy(\.isDecimalDigit)
    {
      guard let index = UInt16(rest), index != .max else {
        throw NameError(message: "no adapter can have the number \(rest)")
      }
      self = .pcap(.adapter(index))
    } else {
      throw NameError(message: Self.refusal(of: text))
    }
  }

  /// - adapters: those whose records are wanted; empty: all. Over TCP all are delivered: only the
  ///   other side knows its adapters.
  /// - Throws: kind `unusable`, with advice. (Resolving a host name may block; see `TCPSource`.)
  package func open(adapters: Set<UInt16> = []) throws(CaptureError) -> any LiveSource {
    switch self {
    case .monitor: try MonitorSource(adapters: adapters)
    case .pcap(let device): try PcapSource(device, adapters: adapters)
    case .tcp(let host, let port): try TCPSource(host: host, port: port)
    case .serial(let path, let speed):
      try SerialSource(path: path, speed: speed, adapters: adapters)
    }
  }

  // MARK: Parsing

  private static func tcp(_ text: String) throws(NameError) -> SourceName {
    let expected = "expected tcp:HOST:PORT, as tcp:localhost:8872 or tcp:[::1]:8872"
    guard let colon = text.lastIndex(of: ":") else {
      throw NameError(message: "the port is missing: \(expected)")
    }
    var host = text[..<colon]
    let port = text[text.index(after: colon)...]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if text.hasPrefix("["), text.hasSuffix("]") {
      throw NameError(message: "the port is missing: \(expected)")
    } else if host.contains(":") {
      throw NameError(message: "an address with colons wants brackets: \(expected)")
    }
    guard !host.isEmpty else { throw NameError(message: "the host is missing: \(expected)") }
    guard let number = UInt16(port), number > 0, port.utf8.allSatisfy(\.isDecimalDigit) else {
      throw NameError(message: "'\(port)' is no port (1 to 65535): \(expected)")
    }
    return .tcp(host: String(host), port: number)
  }

  private static func serial(_ text: String) throws(NameError) -> SourceName {
    let expected = "expected tty:DEVICE[@SPEED], as tty:/dev/ttyACM0@1000000"
    var path = text[...]
    var speed = SerialSource.defaultSpeed
    // A folder's name may contain the `@`, too.
    if let sign = text.lastIndex(of: "@"), !text[sign...].contains("/") {
      path = text[..<sign]
      let digits = text[text.index(after: sign)...]
      guard let number = UInt32(digits), number > 0, digits.utf8.allSatisfy(\.isDecimalDigit)
      else { throw NameError(message: "'\(digits)' is no speed in bits a second: \(expected)") }
      speed = number
    }
    guard !path.isEmpty else { throw NameError(message: "the device is missing: \(expected)") }
    return .serial(path: path.contains("/") ? String(path) : "/dev/\(path)", speed: speed)
  }

  private static func refusal(of text: String) -> String {
    var message = "no such source: '\(text)' (\(forms))"
    if text.hasPrefix("/") {
      message += "; a serial line is tty:\(text)"
    } else if text.after("hci")?.utf8.allSatisfy(\.isDecimalDigit) == true {
      message += "; an adapter is chosen by --\(text)"
    } else if text.contains(":") {
      message += "; a host and a port are tcp:\(text)"
    }
    return message
  }
}

extension SourceName: CustomStringConvertible {
  package var description: String {
    switch self {
    case .monitor: "monitor"
    case .pcap(let device): device.name
    case .tcp(let host, let port): "tcp:\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .serial(let path, let speed): "tty:\(path)@\(speed)"
    }
  }
}

extension String {
  /// The part after a prefix; `nil` without that prefix.
  fileprivate func after(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (0x30...0x39).contains(self) }
}
