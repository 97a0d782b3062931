/// Where packets are sent.
enum RecordPlace: Equatable, Sendable {
  case standardOutput
  case pipe(String)
  /// A port of this machine, for one client; 0: any free port.
  case port(UInt16)

  /// - Returns: `nil` for `tcp:` with anything but a port.
  init?(_ text: String) {
    if text == "-" {
      self = .standardOutput
    } else if text.hasPrefix("tcp:") {
      let digits = text.dropFirst(4)
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
      else { return nil }
      self = .port(port)
    } else {
      self = .pipe(text)
    }
  }
}
