import Bytes

/// Finds the packets in the records of a BCSP or H5 btsnoop file.
///
/// The datalinks say that the transport's frames are stored, but known recorders write only their
/// contents. So each record is read as whatever it is: frames as on the wire, a frame without
/// delimiters, an H4 packet, or an H1 packet.
final class SerialDeframer {
  /// A packet, or a message of the transport itself.
  struct Frame {
    var framing: PacketFraming
    /// The range of its bytes in `buffer`.
    var bytes: Range<Int>
    var originalLength: Int
  }

  private enum Form {
    case delimited, bare, h4, h1
  }

  let transport: SerialTransport
  private(set) var frames: [Frame] = []
  private var buffer = ByteWriter(capacity: 512)
  /// The form of the last record: some fit several forms.
  private var form = Form.h1
  private var history: [2 of SequenceHistory] = .init(repeating: SequenceHistory())

  init(_ transport: SerialTransport) { self.transport = transport }

  /// Lends bytes of the buffer.
  func withBytes<Result>(of range: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
    Self.lend(buffer, range: range, body)
  }

  private static func lend<Result>(
    _ buffer: borrowing ByteWriter, range: Range<Int>, _ body: (RawSpan) -> Result
  ) -> Result {
    body(buffer.bytes.clamped(range))
  }

  /// Fills `frames` with the contents of a record: one or more.
  ///
  /// - flags: of the record; bit 0 is set for packets from the controller, in H1 bit 1 for commands
  ///   and events.
  /// - originalLength: bytes of the original record.
  func load(_ bytes: RawSpan, flags: UInt32, originalLength: Int) {
    frames.removeAll(keepingCapacity: true)
    buffer.removeAll()
    let direction: PacketDirection = flags & 1 == 0 ? .sent : .received
    let length = max(originalLength, bytes.byteCount)
    form = form(of: bytes, flags: flags, length: length)
    switch form {
    case .delimited: loadDelimited(bytes, direction: direction, isCut: length > bytes.byteCount)
    case .bare:
      buffer.append(bytes)
      loadFrame(from: 0, direction: direction, isSound: true, isCut: length > bytes.byteCount)
    case .h4:
      load(bytes, framing: PacketFraming.h4(bytes, at: 0, dataDirection: direction), length: length)
    case .h1: load(bytes, framing: PacketFraming.h1(flags: flags), length: length)
    }
    // Delimiters with nothing between them: keep the record.
    if frames.isEmpty {
      append(0, count: buffer.count, framing: PacketFraming(fault: .damaged, transport, direction))
    }
  }

  private func load(_ bytes: RawSpan, framing: PacketFraming, length: Int) {
    buffer.append(bytes.clamped(framing.headerLength))
    frames.append(
      Frame(
        framing: framing, bytes: 0..<buffer.count,
        originalLength: max(length - framing.headerLength, 0)))
  }

  private func form(of bytes: RawSpan, flags: UInt32, length: Int) -> Form {
    if isDelimited(bytes) { return .delimited }
    if let header = SerialFrameHeader(bytes), header.frameLength == length { return .bare }
    let isH4 =
      length >= 1
      && Self.fits(
        PacketFraming.h4(bytes, at: 0, dataDirection: .unknown).kind, packet: bytes.clamped(1),
        length: length - 1)
    let isH1 = Self.fits(PacketFraming.h1(flags: flags).kind, packet: bytes, length: length)
    switch (isH4, isH1) {
    case (true, false): return .h4
    case (false, true): return .h1
    case (true, true): return form == .h4 ? .h4 : .h1
    case (false, false): return form
    }
  }

  private func isDelimited(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount > 0, bytes.uint8(at: 0) == SLIP.delimiter else { return false }
    var start = 0
    while start < bytes.byteCount, bytes.uint8(at: start) == SLIP.delimiter { start += 1 }
    return SLIP.head(bytes, from: start).flatMap { SerialFrameHeader(word: $0) } != nil
  }

  /// Whether the length in a packet's header matches its record.
  private static func fits(_ kind: RecordKind, packet: RawSpan, length: Int) -> Bool {
    kind.length(of: packet) == length
  }

  private func loadDelimited(
    _ bytes: RawSpan, direction: PacketDirection, isCut: Bool
  ) {
    var position = 0
    while position < bytes.byteCount {
      guard bytes.uint8(at: position) != SLIP.delimiter else {
        position += 1
        continue
      }
      let start = buffer.count
      let (end, isSound) = SLIP.unescape(bytes, from: position, into: &buffer)
      position = end
      loadFrame(
        from: start, direction: direction, isSound: isSound, isCut: isCut && end == bytes.byteCount)
    }
  }

  /// - start: the start of the frame in the buffer; it extends to the buffer's end.
  /// - isCut: the recorder has cut the end of the frame.
  private func loadFrame(
    from start: Int, direction: PacketDirection, isSound: Bool, isCut: Bool
  ) {
    guard isSound || isCut,
      let header = withBytes(of: start..<buffer.count, { Self.header($0, isCut: isCut) })
    else {
      append(
        start, count: buffer.count - start,
        framing: PacketFraming(fault: .damaged, transport, direction))
      return
    }
    let body = start + SerialFrameHeader.size
    let payload = body..<min(body + header.payloadLength, buffer.count)
    let side = direction == .sent ? 0 : 1
    if header.isLinkControl(transport) {
      history = .init(repeating: SequenceHistory())
    } else if header.isReliable,
      history[side].isRepeated(header.sequence, hash: withBytes(of: payload, FNV1a.hash))
    {
      append(
        start, count: buffer.count - start,
        framing: PacketFraming(fault: .repeated, transport, direction))
      return
    }
    frames.append(
      Frame(
        framing: header.framing(transport, direction: direction), bytes: payload,
        originalLength: header.payloadLength))
  }

  /// - Returns: `nil` if it is not a frame, or is damaged.
  private static func header(_ frame: RawSpan, isCut: Bool) -> SerialFrameHeader? {
    guard let header = SerialFrameHeader(frame) else { return nil }
    if header.frameLength == frame.byteCount {
      return isIntact(frame, header: header) ? header : nil
    }
    return isCut && header.frameLength > frame.byteCount ? header : nil
  }

  private func append(_ start: Int, count: Int, framing: PacketFraming) {
    frames.append(
      Frame(framing: framing, bytes: start..<(start + count), originalLength: count))
  }

  private static func isIntact(_ frame: RawSpan, header: SerialFrameHeader) -> Bool {
    guard header.hasCRC else { return true }
    let covered = frame.byteCount - SerialFrameHeader.crcSize
    return SerialTransport.crc(of: frame.clamped(0, count: covered))
      == UInt16(frame.uint8(at: covered)) << 8 | UInt16(frame.uint8(at: covered + 1))
  }
}

extension PacketFraming {
  fileprivate init(
    fault: SerialFault, _ transport: SerialTransport, _ direction: PacketDirection
  ) {
    self.init(
      kind: .system, direction: direction, code: transport.code(fault.rawValue), headerLength: 0)
  }
}

/// The last reliable frames of one side, by sequence number.
private struct SequenceHistory {
  private var last: UInt8?
  /// Hashes of the payloads; 0 for no frame yet.
  private var payloads: [8 of UInt64] = .init(repeating: 0)

  /// An unexpected sequence number means a retransmitted frame, or one after a gap in the capture:
  /// the payload decides.
  mutating func isRepeated(_ sequence: UInt8, hash: UInt64) -> Bool {
    let index = Int(sequence & 7)
    if let last, sequence != (last + 1) & 7, payloads[index] == hash { return true }
    last = sequence
    payloads[index] = hash
    return false
  }
}
