import Bytes

/// What the header of a capture file says about it.
package struct CaptureInfo: Equatable, Sendable {
  /// The file format.
  package enum Format: String, Sendable {
    case btsnoop, pcap, pcapng
    /// Apple's PacketLogger.
    case packetlogger
    /// TI's SmartRF Packet Sniffer, of Bluetooth LE.
    case psd
    /// The compressed log in the text of an Android bug report.
    case btsnooz
    /// A log in text, which some program printed.
    case text
    /// No file: live records of the BlueZ monitor, from the kernel or a serial line.
    case monitor

    /// Whether Wireshark opens such files.
    package var isForWireshark: Bool {
      switch self {
      case .btsnoop, .pcap, .pcapng, .packetlogger: true
      case .psd, .btsnooz, .text, .monitor: false
      }
    }
  }

  /// What the times count from.
  package enum Clock: Sendable {
    /// 1970-01-01 00:00 UTC.
    case universal
    /// 1970-01-01 00:00 in the time zone of the recorder, which the file does not name.
    case recorder
    /// A moment or day that is not known.
    case undated
    /// Nothing: there are no times.
    case none
  }

  /// Name of the file as the user gave it; `-` for standard input.
  package var name: String
  package var format: Format
  /// For scripts: `hci_h1`, `hci_h4`, `hci_h4_with_phdr`, `hci_bcsp`, `hci_h5`, `hci_monitor`,
  /// `hci_packetlogger`, `le_ll`, `psd_le_ll`, `app_log`.
  package var linkType: String
  /// For people: `H4 (Android)`, `BlueZ monitor`.
  package var linkTypeDescription: String
  /// Whether the directions of data packets are inferred, since the format has none.
  package var hasInferredDirections: Bool
  /// Decimals of a second in the time stamps: 6 or 9.
  package var timeDecimals: Int
  package var clock: Clock
  /// The log of an app: each record is an `AppLogEntry`, and none is a packet.
  package private(set) var isAppLog = false
  /// The values are not those that were sent: `redact` has masked them.
  package var masksValues = false

  package init(
    name: String, format: Format, linkType: String, linkTypeDescription: String,
    timeDecimals: Int = 6, hasInferredDirections: Bool = false, clock: Clock = .universal
  ) {
    self.name = name
    self.format = format
    self.linkType = linkType
    self.linkTypeDescription = linkTypeDescription
    self.timeDecimals = timeDecimals
    self.hasInferredDirections = hasInferredDirections
    self.clock = clock
  }

  /// The log of an app, which has values but no packets.
  /// - app: which one, for people.
  init(appLog name: String, of app: String, clock: Clock) {
    self.init(
      name: name, format: .text, linkType: "app_log", linkTypeDescription: app, clock: clock)
    isAppLog = true
  }

  /// Whether times have a date.
  package var hasDate: Bool { clock == .universal || clock == .recorder }
}

/// Why reading stopped, or could not start.
package struct CaptureError: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// No such file, no permission, a folder, an empty file, not a capture: exit 2.
    case unusable
    /// An impossible record header: all records before it were read; exit 1.
    case damaged
  }

  package var kind: Kind
  package var file: String
  /// Byte offset in the file, if there is one.
  package var offset: Int64?
  /// What was found and what was expected, in one sentence without a full stop.
  package var message: String

  package init(_ kind: Kind, file: String, offset: Int64? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.offset = offset
    self.message = message
  }

  /// This error with a count of the captures that are not read because of it.
  func leavingOut(_ captures: Int) -> CaptureError {
    guard captures > 0 else { return self }
    var error = self
    // Lines after the first are a list.
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    let noun = captures == 1 ? "capture" : "captures"
    error.message.insert(contentsOf: "; \(captures) \(noun) after it not read", at: end)
    return error
  }
}

extension CaptureError: CustomStringConvertible {
  package var description: String {
    // A line feed in a name must not start another message.
    let file = shown(file)
    if let offset { return "\(file): offset \(offset): \(message)" }
    return "\(file): \(message)"
  }
}
