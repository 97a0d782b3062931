import Bytes
import System

/// The PDUs that two long captures have, in an unnamed file, in parts. They are looked up by their records, mostly in the
/// order of the file.
package final class AnchorSpool: Sendable {
  package typealias Anchor = ClockAlignment.Anchor

  private struct Part: Sendable {
    var place: Int64
    var count: Int
    /// The records of each capture that are in it.
    var first: ClosedRange<UInt64>
    var second: ClosedRange<UInt64>
  }

  /// Finds the parts that may have a record of one capture: one or two, where its clock was not set.
  private struct Search {
    private let spans: [ClosedRange<UInt64>]
    /// The last record of each part and those before it, and the first one of each part and those after it.
    private var lasts: [UInt64] = []
    private var firsts: [UInt64] = []

    init(_ spans: [ClosedRange<UInt64>]) {
      self.spans = spans
      for span in spans { lasts.append(max(lasts.last ?? 0, span.upperBound)) }
      for span in spans.reversed() { firsts.append(min(firsts.last ?? .max, span.lowerBound)) }
      firsts.reverse()
    }

    func parts(_ frame: UInt64) -> some Sequence<Int> {
      let (low, high) = (Self.count(lasts) { $0 < frame }, Self.count(firsts) { $0 <= frame })
      return (low..<max(low, high)).lazy.filter { spans[$0].contains(frame) }
    }

    /// The most parts that may have one record.
    var depth: Int { spans.map { parts($0.lowerBound).count { _ in true } }.max() ?? 0 }

    /// How many of rising numbers are below what is looked for.
    private static func count(_ numbers: [UInt64], _ isBelow: (UInt64) -> Bool) -> Int {
      var (low, high) = (0, numbers.count)
      while low < high {
        let middle = (low + high) / 2
        if isBelow(numbers[middle]) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private struct Loaded {
    var part: Int
    /// In the order of the records of each capture.
    var byFirst: [Anchor]
    var bySecond: [Anchor]
    /// The place after that which was found last, for each capture.
    var next = (first: 0, second: 0)

    mutating func find(_ frame: UInt64, isFirst: Bool) -> Anchor? {
      let place =
        isFirst
        ? Self.place(of: frame, in: byFirst, from: next.first) { $0.first.frame }
        : Self.place(of: frame, in: bySecond, from: next.second) { $0.second.frame }
      guard let place else { return nil }
      if isFirst { next.first = place + 1 } else { next.second = place + 1 }
      return isFirst ? byFirst[place] : bySecond[place]
    }

    private static func place(
      of frame: UInt64, in anchors: [Anchor], from next: Int, _ key: (Anchor) -> UInt64
    ) -> Int? {
      // A record may have several PDUs: the first one counts.
      if next > 0, next < anchors.count, key(anchors[next]) == frame,
        key(anchors[next - 1]) != frame
      {
        return next
      }
      var (low, high) = (0, anchors.count)
      while low < high {
        let middle = (low + high) / 2
        if key(anchors[middle]) < frame { low = middle + 1 } else { high = middle }
      }
      return low < anchors.count && key(anchors[low]) == frame ? low : nil
    }
  }

  private struct State {
    let file = TemporaryFile()
    var parts: [Part] = []
    var hasFailed = false
    /// Parts in memory, the one that was asked for last at the end.
    var loaded: [Loaded] = []
    /// For each capture; made after the last anchor.
    var searches: [Search] = []

    mutating func search() {
      if searches.isEmpty { searches = [Search(parts.map(\.first)), Search(parts.map(\.second))] }
    }
  }

  private static let octets = 36
  private static let mostLoaded = 8
  /// The most parts that a record of a capture may have to be looked for in, so that all of them stay loaded.
  private static let mostOverlapping = mostLoaded / 2
  private let state = Locked(State())
  private let partLength: Int

  /// - partLength: the anchors of a part; less than usual in tests.
  package init(partLength: Int = 6000) { self.partLength = partLength }

  /// Whether all anchors could be kept, and can be found without loading parts again and again: the times of a hostile
  /// capture mix its records. Call it after the last anchor.
  package var isWhole: Bool {
    state.withLock { state in
      state.search()
      return !state.hasFailed && state.searches.allSatisfy { $0.depth <= Self.mostOverlapping }
    }
  }

  /// In the order of their times; before the first one is asked for.
  package func add(_ anchors: [Anchor]) {
    var start = 0
    while start < anchors.count {
      let end = min(anchors.count, start + partLength)
      add(anchors[start..<end])
      start = end
    }
  }

  private func add(_ anchors: ArraySlice<Anchor>) {
    guard let one = anchors.first else { return }
    var (first, second) = (one.first.frame...one.first.frame, one.second.frame...one.second.frame)
    var bytes = ByteWriter(capacity: anchors.count * Self.octets)
    for anchor in anchors {
      first =
        min(first.lowerBound, anchor.first.frame)...max(first.upperBound, anchor.first.frame)
      second =
        min(second.lowerBound, anchor.second.frame)...max(second.upperBound, anchor.second.frame)
      for place in [anchor.first, anchor.second] {
        bytes.append(bytes: place.frame, length: 8)
        bytes.append(bytes: place.time.bitPattern, length: 8)
        bytes.append(bytes: UInt64(place.place.rawValue), length: 2)
      }
    }
    let written = bytes
    state.withLock { state in
      do throws(SystemError) {
        let place = try state.file.add(written.bytes)
        state.parts.append(Part(place: place, count: anchors.count, first: first, second: second))
      } catch { state.hasFailed = true }
    }
  }

  /// The anchor of a record of one of the captures.
  package func anchor(of frame: UInt64, isFirst: Bool) -> Anchor? {
    state.withLock { state -> Anchor? in
      guard !state.hasFailed else { return nil }
      state.search()
      for part in state.searches[isFirst ? 0 : 1].parts(frame) {
        if let found = Self.find(frame, isFirst: isFirst, in: part, &state) { return found }
      }
      return nil
    }
  }

  private static func find(
    _ frame: UInt64, isFirst: Bool, in part: Int, _ state: inout State
  ) -> Anchor? {
    let place = state.loaded.firstIndex { $0.part == part } ?? load(part, &state)
    guard let place else { return nil }
    return state.loaded[place].find(frame, isFirst: isFirst)
  }

  private static func load(_ number: Int, _ state: inout State) -> Int? {
    let part = state.parts[number]
    let anchors = state.file.elements(from: part.place, count: part.count, octets: octets) {
      Anchor(first: end($0, at: $1), second: end($0, at: $1 + 18))
    }
    guard let anchors else { return nil }
    let loaded = Loaded(
      part: number, byFirst: anchors.sorted { $0.first.frame < $1.first.frame },
      bySecond: anchors.sorted { $0.second.frame < $1.second.frame })
    if state.loaded.count >= mostLoaded { state.loaded.removeFirst() }
    state.loaded.append(loaded)
    return state.loaded.count - 1
  }

  private static func end(_ bytes: RawSpan, at place: Int) -> Anchor.Place {
    Anchor.Place(
      frame: bytes.uint64LittleEndian(at: place),
      time: Double(bitPattern: bytes.uint64LittleEndian(at: place + 8)),
      place: Sighting.Place(rawValue: bytes.uint8(at: place + 16)) ?? .air)
  }
}
