import Bytes
import System

/// Reads captures one after the other, as one sequence of records.
package struct CaptureReader {
  /// Number of captures started.
  package internal(set) var fileCount = 0
  /// The number of the next record, counted over all inputs.
  package private(set) var nextFrame: UInt64 = 1
  /// Whether the sink has asked to stop.
  package private(set) var isStopped = false

  /// Who wants to know how far the inputs are read.
  private let watch: ReadingWatch?

  package init(watch: ReadingWatch? = nil) { self.watch = watch }

  /// - inputs: paths; `-` is standard input; `ARCHIVE:MEMBER` names a capture in an archive.
  /// - more: how many inputs come after these.
  /// - Throws: at the first input that cannot be read; all records before it were delivered.
  package mutating func read(_ inputs: [String], more: Int = 0, into sink: inout some RecordSink)
    throws(CaptureError)
  {
    let watch = watch
    try each(of: inputs, more: more) { reader, name throws(CaptureError) in
      let file = FileSource(try name.open())
      watch?.begin(file)
      try reader.read(file, as: InputPlace(name: name.fileName, member: name.member), into: &sink)
    }
  }

  /// Passes on each input; an error says how many come after the one that it is about.
  mutating func each(
    of inputs: [String], more: Int = 0,
    _ body: (inout CaptureReader, InputName) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    for (place, input) in inputs.enumerated() where !isStopped {
      do { try body(&self, InputName(input)) } catch {
        throw error.leavingOut(inputs.count - place - 1 + more)
      }
    }
  }

  /// Reads one input to its end; in one pass unless it is an archive, so it may be a pipe.
  package mutating func read(
    _ descriptor: Descriptor, name: String, into sink: inout some RecordSink
  ) throws(CaptureError) {
    try read(FileSource(descriptor), as: InputPlace(name: name), into: &sink)
  }

  /// Reads a capture in a known format: a short one may hold too little to recognise its format by.
  package mutating func read(
    _ descriptor: Descriptor, as format: CaptureInfo.Format, name: String,
    into sink: inout some RecordSink
  ) throws(CaptureError) {
    var buffer = ReadBuffer(capacity: maximumPending)
    try read(format, from: FileSource(descriptor), into: &buffer, name: name, sink: &sink)
  }

  /// Reads an input that was inspected before.
  /// - buffer: all that was read of it so far, with room for `maximumPending`.
  /// - more: how many inputs come after it.
  package mutating func read(
    _ input: OpenInput, buffer: inout ReadBuffer, more: Int = 0,
    into sink: inout some RecordSink
  ) throws(CaptureError) {
    do { try read(input.source, buffer: &buffer, as: input.place, into: &sink) } catch {
      throw error.leavingOut(more)
    }
  }

  /// Reads a source, whatever layers it is packed in.
  mutating func read(
    _ source: any ByteSource, as place: InputPlace, into sink: inout some RecordSink
  ) throws(CaptureError) {
    var buffer = ReadBuffer(capacity: maximumPending)
    try read(source, buffer: &buffer, as: place, into: &sink)
  }

  private mutating func read(
    _ source: any ByteSource, buffer: inout ReadBuffer, as place: InputPlace,
    into sink: inout some RecordSink
  ) throws(CaptureError) {
    let content: InputContent
    do { content = try InputContent.detect(source, into: &buffer) } catch {
      throw CaptureError(error.kind, file: place.name, error.message)
    }
    switch content {
    case .archive(let kind):
      var taken = ReadBuffer(capacity: 0)
      swap(&taken, &buffer)
      try read(kind, from: source, buffer: taken, place: place, into: &sink)
    case .capture(let format):
      try place.checkMember()
      try read(format, from: source, into: &buffer, name: place.name, sink: &sink)
    case .other:
      try place.checkMember()
      fileCount += 1
      throw notACapture(buffer.bytes.clamped(0, count: inspectedLength), name: place.name)
    case .begun: break
    }
  }

  /// - buffer: the first bytes.
  private mutating func read(
    _ format: CaptureInfo.Format, from source: any ByteSource, into buffer: inout ReadBuffer,
    name: String, sink: inout some RecordSink
  ) throws(CaptureError) {
    let file = fileCount
    fileCount += 1
    switch format {
    case .btsnoop:
      var parser = BTSnoopParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, from: source, into: &buffer, name: name, sink: &sink)
    case .pcapng:
      var parser = PcapNGParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, from: source, into: &buffer, name: name, sink: &sink)
    case .packetlogger:
      var parser = PacketLoggerParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, from: source, into: &buffer, name: name, sink: &sink)
    case .psd:
      var parser = PSDParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, from: source, into: &buffer, name: name, sink: &sink)
    case .btsnooz:
      var parser = BTSnoozParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, from: source, into: &buffer, name: name, sink: &sink)
    case .text:
      var parser = TextLogParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, from: source, into: &buffer, name: name, sink: &sink)
    case .pcap:
      var reader = PcapReader(name: name, file: file, firstFrame: nextFrame)
      defer {
        nextFrame = reader.nextFrame
        isStopped = reader.isStopped
      }
      var taken = ReadBuffer(capacity: 0)
      swap(&taken, &buffer)
      try reader.read(PcapFeed(source, taken), into: &sink)
    case .monitor:
      // Its records arrive one by one, never as the bytes of a file.
      throw CaptureError(.unusable, file: name, "not a format of files")
    }
  }

  private mutating func feed(
    _ parser: inout some CaptureParser, from source: any ByteSource, into buffer: inout ReadBuffer,
    name: String, sink: inout some RecordSink
  ) throws(CaptureError) {
    defer {
      nextFrame = parser.nextFrame
      isStopped = parser.isStopped
    }
    var offset: Int64 = 0
    var hasEnded = false
    while true {
      let used = try parser.consume(buffer.bytes, atEnd: hasEnded, into: &sink)
      buffer.consume(used)
      offset += Int64(used)
      if parser.isStopped || hasEnded { return }
      do {
        hasEnded = try source.fill(&buffer) == 0
      } catch {
        let end = offset + Int64(buffer.bytes.byteCount)
        // Deliver what has arrived of the last record.
        _ = try? parser.consume(buffer.bytes, atEnd: true, into: &sink)
        throw CaptureError(.damaged, file: name, offset: end, error.message)
      }
    }
  }
}
