import Bytes
import System

/// Durations of many streams, for exact percentiles in bounded memory.
///
/// Each duration is one number of 64 bits, the stream's above the duration's. Some are kept in
/// memory; of more, sorted runs are written to an unnamed file, and merged at the end.
package struct DurationSpool: ~Copyable {
  /// Durations in memory, and of a run.
  static let runLength = 1 << 18
  /// The most streams.
  package static let streamLimit = 1 << streamBits
  private static let streamBits = 18
  private static let valueBits = 64 - streamBits
  /// Octets of all runs that are in memory while they are merged.
  private static let mergeOctets = 1 << 20

  /// Nearest ranks of the durations of one stream, in nanoseconds.
  package struct Percentiles: Equatable, Sendable {
    package var count = 0
    package var least: Int64 = 0
    package var median: Int64 = 0
    package var p95: Int64 = 0
    package var p99: Int64 = 0
    package var most: Int64 = 0

    package init(count: Int = 0) { self.count = count }
  }

  private let runLength: Int
  private var held: [UInt64] = []
  private var counts: [Int] = []
  private let file = TemporaryFile()
  /// Where each run is in the file.
  private var runs: [(start: Int64, count: Int)] = []
  /// Why the percentiles are not known.
  package private(set) var error: SystemError?

  /// - runLength: less than usual in tests.
  package init(runLength: Int = DurationSpool.runLength) { self.runLength = max(1, runLength) }

  /// A new stream; `nil` if there are too many.
  package mutating func makeStream() -> Int? {
    guard counts.count < Self.streamLimit else { return nil }
    counts.append(0)
    return counts.count - 1
  }

  package mutating func add(_ nanoseconds: Int64, to stream: Int?) {
    guard let stream, counts.indices.contains(stream) else { return }
    counts[stream] += 1
    held.append(UInt64(stream) << UInt64(Self.valueBits) | Self.packed(nanoseconds))
    if held.count >= runLength { spill() }
  }

  // MARK: Numbers

  /// Up to here to the nanosecond, 4.8 h; a longer one to the microsecond, up to 203 days.
  private static let exact: Int64 = 17_592_186_044_000
  private static let middle: UInt64 = 1 << UInt64(valueBits - 1)

  /// In the order of the durations.
  static func packed(_ nanoseconds: Int64) -> UInt64 {
    let magnitude = nanoseconds.magnitude
    let step =
      magnitude <= exact.magnitude
      ? magnitude : min(exact.magnitude + (magnitude - exact.magnitude) / 1000, middle - 1)
    return nanoseconds < 0 ? middle - step : middle + step
  }

  static func unpacked(_ packed: UInt64) -> Int64 {
    let step = packed < middle ? middle - packed : packed - middle
    let magnitude =
      step <= exact.magnitude ? step : exact.magnitude + (step - exact.magnitude) * 1000
    return packed < middle ? -Int64(magnitude) : Int64(magnitude)
  }

  // MARK: Runs

  private mutating func spill() {
    guard !held.isEmpty, error == nil else {
      held.removeAll(keepingCapacity: true)
      return
    }
    held.sort()
    do throws(SystemError) {
      let start = file.length
      var bytes = ByteWriter(capacity: 1 << 16)
      for number in held {
        bytes.append(uint32LittleEndian: UInt32(truncatingIfNeeded: number))
        bytes.append(uint32LittleEndian: UInt32(truncatingIfNeeded: number >> 32))
        if bytes.count >= 1 << 16 {
          try file.add(bytes.bytes)
          bytes.removeAll()
        }
      }
      try file.add(bytes.bytes)
      runs.append((start, held.count))
    } catch { self.error = error }
    held.removeAll(keepingCapacity: true)
  }

  /// The percentiles of all streams, by their numbers; empty after an error. Call it once.
  package mutating func percentiles() -> [Percentiles] {
    var found = counts.map { Percentiles(count: $0) }
    var stream = -1
    var place = 0
    var ranks = (median: 0, p95: 0, p99: 0)
    forEach { number in
      let next = Int(number >> UInt64(Self.valueBits))
      let value = Self.unpacked(number & (1 << UInt64(Self.valueBits) - 1))
      if next != stream {
        stream = next
        place = 0
        let count = found[stream].count
        ranks = (Self.rank(50, of: count), Self.rank(95, of: count), Self.rank(99, of: count))
        found[stream].least = value
      }
      place += 1
      if place == ranks.median { found[stream].median = value }
      if place == ranks.p95 { found[stream].p95 = value }
      if place == ranks.p99 { found[stream].p99 = value }
      found[stream].most = value
    }
    return error == nil ? found : []
  }

  /// The nearest rank, from 1: the least that so many percent do not exceed.
  static func rank(_ percent: Int, of count: Int) -> Int {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: 100)
    return whole * percent + (rest * percent + 99) / 100
  }

  private mutating func forEach(_ body: (UInt64) -> Void) {
    guard !runs.isEmpty, error == nil else {
      held.sort()
      for number in held { body(number) }
      held = []
      return
    }
    spill()
    held = []
    do throws(SystemError) { try merge(body) } catch { self.error = error }
  }

  private func merge(_ body: (UInt64) -> Void) throws(SystemError) {
    let window = max(64, Self.mergeOctets / 8 / max(1, runs.count))
    var buffer = ReadBuffer(capacity: window * 8)
    var parts = runs.map { MergedRun(start: $0.start, left: $0.count) }
    // The run with the least number is first: a heap.
    var heap: [(number: UInt64, part: Int)] = []
    for index in parts.indices {
      if let number = try parts[index].next(file, buffer: &buffer, length: window) {
        heap.append((number, index))
      }
    }
    heap.sort { $0.number < $1.number }
    while let (number, index) = heap.first {
      body(number)
      if let next = try parts[index].next(file, buffer: &buffer, length: window) {
        heap[0].number = next
      } else {
        let last = heap.removeLast()
        if heap.isEmpty { return }
        heap[0] = last
      }
      var at = 0
      while true {
        var least = at
        for child in [2 * at + 1, 2 * at + 2]
        where child < heap.count && heap[child].number < heap[least].number {
          least = child
        }
        if least == at { break }
        heap.swapAt(at, least)
        at = least
      }
    }
  }
}

/// A run while it is merged: a window of it is in memory.
private struct MergedRun {
  /// Where the rest of it is in the file.
  var start: Int64
  /// Numbers of it that are still only in the file.
  var left: Int
  private var window: [UInt64] = []
  private var place = 0

  init(start: Int64, left: Int) {
    self.start = start
    self.left = left
  }

  mutating func next(
    _ file: TemporaryFile, buffer: inout ReadBuffer, length: Int
  ) throws(SystemError) -> UInt64? {
    if place == window.count {
      guard left > 0 else { return nil }
      try load(file, buffer: &buffer, count: min(length, left))
    }
    place += 1
    return window[place - 1]
  }

  private mutating func load(
    _ file: TemporaryFile, buffer: inout ReadBuffer, count: Int
  ) throws(SystemError) {
    buffer.consume(buffer.end - buffer.start)
    while buffer.end < count * 8 {
      let (place, limit) = (start + Int64(buffer.end), count * 8 - buffer.end)
      // A file that somebody has made shorter.
      guard try file.fill(&buffer, from: place, atMost: limit) > 0 else { throw .readFault }
    }
    window.removeAll(keepingCapacity: true)
    // Not twice as many as are needed, as appending would.
    window.reserveCapacity(count)
    for index in 0..<count { window.append(buffer.bytes.uint64LittleEndian(at: index * 8)) }
    place = 0
    start += Int64(count) * 8
    left -= count
  }
}
