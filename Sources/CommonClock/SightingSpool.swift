import ATTDissector
import Bytes
import System

/// All PDUs of a long capture, in an unnamed file, in blocks: read again where both recorders are compared PDU by PDU.
///
/// A block has them as they were complete, which is not the order of their times; what it spans is in memory.
final class SightingSpool: Sendable {
  struct Block: Sendable {
    var place: Int64
    var count: Int
    /// The earliest and the latest time in it.
    var span: ClosedRange<Double>
  }

  /// Sightings of a block, unless a test asks for less.
  private static let blockLength = 4096
  private static let octets = 48

  private struct State: ~Copyable {
    let file = TemporaryFile()
    var bytes = ByteWriter(capacity: 0)
    var held: (count: Int, low: Double, high: Double) = (0, .infinity, -.infinity)
    var blocks: [Block] = []
    var hasFailed = false
    /// The blocks that were read last, for windows that overlap.
    var read: [(block: Int, sightings: [Sighting])] = []
    /// How many were read.
    var reads = 0
  }

  private let state = Locked(State())
  private let blockLength: Int
  private static let mostRead = 6

  init(blockLength: Int = SightingSpool.blockLength) { self.blockLength = blockLength }

  func add(_ sighting: Sighting) {
    state.withLock { state in
      guard !state.hasFailed else { return }
      Self.write(sighting, to: &state.bytes)
      state.held.count += 1
      state.held.low = min(state.held.low, sighting.time)
      state.held.high = max(state.held.high, sighting.time)
      if state.held.count == blockLength { Self.flush(&state) }
    }
  }

  /// Frees what was read last; call it after each comparison.
  func forget() {
    state.withLock { state in
      state.read = []
      state.reads = 0
    }
  }

  /// Call it once, after the last one.
  func finish() {
    state.withLock { state in
      if state.held.count > 0, !state.hasFailed { Self.flush(&state) }
      state.bytes = ByteWriter(capacity: 0)
    }
  }

  private static func flush(_ state: inout State) {
    do throws(SystemError) {
      let place = try state.file.add(state.bytes.bytes)
      state.blocks.append(
        Block(
          place: place, count: state.held.count, span: state.held.low...state.held.high))
    } catch { state.hasFailed = true }
    state.bytes.removeAll()
    state.held = (0, .infinity, -.infinity)
  }

  /// The blocks; empty where not all could be kept.
  var blocks: [Block] { state.withLock { $0.hasFailed ? [] : $0.blocks } }

  /// The sightings of a span of time, ordered by time; `nil` if there are more than `most`, or they cannot be read, or
  /// blocks would be read too often.
  func sightings(in span: ClosedRange<Double>, atMost most: Int) -> [Sighting]? {
    state.withLock { state -> [Sighting]? in
      var found: [Sighting] = []
      for (number, block) in state.blocks.enumerated() where block.span.overlaps(span) {
        guard let sightings = Self.read(number, &state) else { return nil }
        for sighting in sightings where span.contains(sighting.time) { found.append(sighting) }
        if found.count > most { return nil }
      }
      found.sort { ($0.time, $0.frame) < ($1.time, $1.frame) }
      return found
    }
  }

  private static func read(_ number: Int, _ state: inout State) -> [Sighting]? {
    if let known = state.read.first(where: { $0.block == number }) { return known.sightings }
    // Where each block spans all of the time, windows would read all blocks.
    guard state.reads < 8 * state.blocks.count + 64 else { return nil }
    state.reads += 1
    let block = state.blocks[number]
    let sightings = state.file.elements(
      from: block.place, count: block.count, octets: octets, sighting)
    guard let sightings else { return nil }
    if state.read.count >= mostRead { state.read.removeFirst() }
    state.read.append((number, sightings))
    return sightings
  }

  // MARK: Octets

  private static func write(_ sighting: Sighting, to bytes: inout ByteWriter) {
    let sender: UInt32 = sighting.sender.map { $0 == .central ? 1 : 2 } ?? 0
    let kinds =
      UInt32(sighting.depth.rawValue) | UInt32(sighting.kind.rawValue) << 4
      | UInt32(sighting.place.rawValue) << 8 | (sighting.isFirm ? 0x1000 : 0) | sender << 16
    bytes.append(bytes: sighting.time.bitPattern, length: 8)
    bytes.append(bytes: sighting.lastTime.bitPattern, length: 8)
    bytes.append(bytes: sighting.lastFrame, length: 8)
    bytes.append(bytes: pair(sighting.keys.length, sighting.keys.brief), length: 8)
    bytes.append(
      bytes: pair(sighting.keys.whole, UInt32(bitPattern: sighting.connection)), length: 8)
    bytes.append(bytes: pair(UInt32(min(sighting.airtime, 4e9)), kinds), length: 8)
  }

  private static func pair(_ low: UInt32, _ high: UInt32) -> UInt64 {
    UInt64(low) | UInt64(high) << 32
  }

  private static func sighting(_ bytes: RawSpan, at place: Int) -> Sighting {
    func word(_ offset: Int) -> UInt32 { bytes.uint32LittleEndian(at: place + offset) }
    func long(_ offset: Int) -> UInt64 { bytes.uint64LittleEndian(at: place + offset) }
    let kinds = word(44)
    return Sighting(
      time: Double(bitPattern: long(0)), airtime: Double(word(40)),
      keys: (word(24), word(28), word(32)),
      depth: Sighting.Depth(rawValue: UInt8(kinds & 0xF)) ?? .length,
      kind: Sighting.Kind(rawValue: UInt8(kinds >> 4 & 0xF)) ?? .data,
      place: Sighting.Place(rawValue: UInt8(kinds >> 8 & 0xF)) ?? .air,
      sender: kinds >> 16 == 1 ? .central : kinds >> 16 == 2 ? .peripheral : nil,
      isFirm: kinds & 0x1000 != 0, connection: Int32(bitPattern: word(36)), frame: long(16),
      lastFrame: long(16), lastTime: Double(bitPattern: long(8)))
  }
}

extension TemporaryFile {
  /// Elements of a fixed number of octets, one after the other; `nil` if they cannot all be read.
  /// - element: makes one of the octets at an offset.
  func elements<Element>(
    from place: Int64, count: Int, octets: Int, _ element: (RawSpan, Int) -> Element
  ) -> [Element]? {
    var buffer = ReadBuffer(capacity: count * octets)
    do throws(SystemError) {
      while buffer.bytes.byteCount < count * octets {
        let done = buffer.bytes.byteCount
        guard try fill(&buffer, from: place + Int64(done), atMost: count * octets - done) > 0 else {
          return nil
        }
      }
    } catch { return nil }
    var found: [Element] = []
    found.reserveCapacity(count)
    for index in 0..<count { found.append(element(buffer.bytes, index * octets)) }
    return found
  }
}
