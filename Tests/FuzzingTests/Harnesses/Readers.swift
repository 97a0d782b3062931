import BTSnoop
import Bytes

/// The readers of capture files, each after the detection of its format.
extension Harness {
  static let btsnoop = Harness("btsnoop") { try Reading.check($0, BTSnoopParser.self) }
  static let packetLogger = Harness("packetlogger") {
    try Reading.check($0, PacketLoggerParser.self)
  }
  static let psd = Harness("psd") { try Reading.check($0, PSDParser.self) }
  static let textLog = Harness("text-log") { try Reading.check($0, TextLogParser.self) }
  static let pcapng = Harness("pcapng") { try Reading.check($0, PcapNGParser.self) }

  /// libpcap reads the headers, this program what is in the packets.
  static let pcap = Harness("pcap") { input in
    var file = input
    // Anything else would be another reader's.
    if file.count >= 4, file.first != 0xA1 {
      file.replaceSubrange(0..<4, with: [0xD4, 0xC3, 0xB2, 0xA1])
    }
    _ = try Reading.file(file)
  }

  /// Compressed files and archives of any kind: libarchive's own code, and what follows it.
  static let archive = Harness("archive", maximumLength: 2048) { _ = try Reading.file($0) }
}
