import ByteReader

/// Reads captures, one after the other, as one sequence of records.
package struct CaptureReader {
  /// How many inputs have been begun.
  package private(set) var fileCount = 0
  /// Number that the next record will have, over all inputs.
  package private(set) var nextFrame: UInt64 = 1
  /// Whether the sink has asked to stop.
  package private(set) var isStopped = false

  package init() {}

  /// - inputs: paths; `-` is standard input.
  /// - Throws: at the first input that cannot be read; all records before it were handed over.
  package mutating func read(_ inputs: [String], into sink: inout some RecordSink)
    throws(CaptureError)
  {
    for input in inputs where !isStopped {
      let descriptor: Descriptor
      do {
        descriptor = input == "-" ? .standardInput : try .open(reading: input)
      } catch {
        throw CaptureError(.unusable, file: input, error.message)
      }
      try read(descriptor, name: input, into: &sink)
    }
  }

  /// Reads one input to its end, in one pass: a pipe will do.
  package mutating func read(
    _ descriptor: Descriptor, name: String, into sink: inout some RecordSink
  ) throws(CaptureError) {
    var buffer = ReadBuffer(capacity: maximumPending)
    let file = fileCount
    fileCount += 1
    let format: CaptureInfo.Format?
    do {
      format = try Self.detect(descriptor, &buffer)
    } catch {
      throw CaptureError(.unusable, file: name, error.message)
    }
    switch format {
    case .btsnoop?:
      var parser = BTSnoopParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, descriptor, &buffer, name, &sink)
    case .pcapng?:
      var parser = PcapNGParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, descriptor, &buffer, name, &sink)
    case .packetlogger?:
      var parser = PacketLoggerParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, descriptor, &buffer, name, &sink)
    case .btsnooz?:
      var parser = BTSnoozParser(name: name, file: file, firstFrame: nextFrame)
      try feed(&parser, descriptor, &buffer, name, &sink)
    case .pcap?:
      var reader = PcapReader(name: name, file: file, firstFrame: nextFrame)
      defer {
        nextFrame = reader.nextFrame
        isStopped = reader.isStopped
      }
      try reader.read(PcapFeed(descriptor, buffer), into: &sink)
    case nil:
      throw notACapture(buffer.bytes.clamped(0, inspectedLength), name: name)
    }
  }

  /// Reads as much as tells the format, and no more: a pipe may be slow.
  private static func detect(
    _ descriptor: Descriptor, _ buffer: inout ReadBuffer
  ) throws(SystemError) -> CaptureInfo.Format? {
    var hasEnded = false
    while buffer.bytes.byteCount < sniffLength, !hasEnded {
      hasEnded = try buffer.fill(from: descriptor) == 0
    }
    if let format = CaptureInfo.Format.detect(buffer.bytes) { return format }
    while true {
      let isAll = hasEnded || buffer.bytes.byteCount >= inspectedLength
      let (isDecided, format) = CaptureInfo.Format.inspect(buffer.bytes, isAll: isAll)
      if isDecided { return format }
      hasEnded = try buffer.fill(from: descriptor) == 0
    }
  }

  private mutating func feed(
    _ parser: inout some CaptureParser, _ descriptor: Descriptor, _ buffer: inout ReadBuffer,
    _ name: String, _ sink: inout some RecordSink
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
        hasEnded = try buffer.fill(from: descriptor) == 0
      } catch {
        throw CaptureError(
          .damaged, file: name, offset: offset + Int64(buffer.bytes.byteCount), error.message)
      }
    }
  }
}
