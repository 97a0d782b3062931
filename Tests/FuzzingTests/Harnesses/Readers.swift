import BTSnoop
import Bytes
import GATTSession
import Timeline

/// The readers of capture files, each after the detection of its format.
extension Harness {
  static let btsnoop = Harness("btsnoop") { try Reading.check($0, BTSnoopParser.self) }
  static let packetLogger = Harness("packetlogger") {
    try Reading.check($0, PacketLoggerParser.self)
  }
  static let psd = Harness("psd") { try Reading.check($0, PSDParser.self) }
  /// The log of an app is followed, too: its entries are of no other format.
  static let textLog = Harness("text-log") { input in
    guard try Reading.check(input, TextLogParser.self).records > 0 else { return }
    let way = Way(number: 0)
    let timeline = try EveryTimeline(way)
    var pipeline = CapturePipeline(
      TimelineStage(timeline, session: way.session, sink: way.sink))
    var parser = TextLogParser(name: "fuzz")
    var damage: CaptureError?
    do throws(CaptureError) {
      _ = try parser.consume(input.rawBytes, atEnd: true, into: &pipeline)
    } catch { damage = error }
    pipeline.end(damage: damage)
    try timeline.check(marks: 0)
  }
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
