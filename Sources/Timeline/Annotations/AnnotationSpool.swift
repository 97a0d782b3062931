import Bytes
import System

/// Texts about records, which come in nearly any order and are taken in that of the records: sorted in memory, and in
/// an unnamed file where they are many.
package struct AnnotationSpool: ~Copyable {
  /// The most octets in memory before they are written to the file.
  static let memory = 16 << 20
  /// The octets of each sorted part of the file that are read at a time.
  static let window = 1 << 16
  /// The most octets of the file: some forty million annotations.
  static let limit: Int64 = 4 << 30
  /// The most octets of a text.
  package static let longest = 2000

  /// What stands first among the annotations of a record.
  package enum Rank: UInt64, CaseIterable {
    case finding, event, answer
  }

  private struct Entry {
    /// The record, and below it the rank.
    var key: UInt64
    var place: Range<Int>
  }

  private var entries: [Entry] = []
  private var texts = ByteWriter(capacity: 4096)
  private let file = TemporaryFile()
  /// The sorted parts of the file.
  private var runs: [Range<Int64>] = []
  package private(set) var error: SystemError?
  /// How many had no room.
  package private(set) var leftOut: UInt64 = 0

  package init() {}

  package mutating func add(_ text: borrowing AnnotationText, to frame: UInt64, rank: Rank) {
    guard frame > 0, frame < 1 << 60, error == nil else { return }
    guard (runs.last?.upperBound ?? 0) < Self.limit else {
      leftOut += 1
      return
    }
    let start = texts.count
    texts.append(text.content.bytes.clamped(0, count: Self.longest))
    entries.append(Entry(key: frame << 2 | rank.rawValue, place: start..<texts.count))
    if texts.count + entries.count * MemoryLayout<Entry>.stride >= Self.memory { spill() }
  }

  /// Sorts by record and rank; equal ones stay in their order.
  private mutating func sort() {
    let sorted = entries.sorted {
      ($0.key, $0.place.lowerBound) < ($1.key, $1.place.lowerBound)
    }
    entries = sorted
  }

  private mutating func spill() {
    sort()
    let start = file.length
    do throws(SystemError) {
      var page = ByteWriter(capacity: Self.window + 4096)
      for entry in entries {
        page.append(uint64LittleEndian: entry.key)
        page.append(uint32LittleEndian: UInt32(entry.place.count))
        page.append(texts.bytes.clamped(entry.place))
        if page.count >= Self.window {
          try file.add(page.bytes)
          page.removeAll()
        }
      }
      try file.add(page.bytes)
    } catch { self.error = error }
    runs.append(start..<file.length)
    entries.removeAll(keepingCapacity: true)
    texts.removeAll()
  }

  /// Passes on all texts, in the order of their records and ranks, and else in which they came.
  package mutating func forEach(_ body: (UInt64, RawSpan) -> Void) {
    guard !runs.isEmpty else {
      sort()
      for entry in entries { body(entry.key >> 2, texts.bytes.clamped(entry.place)) }
      return
    }
    spill()
    guard error == nil else { return }
    do throws(SystemError) {
      var parts: [SortedPart] = []
      for run in runs { parts.append(try SortedPart(file, run)) }
      // Few: each is millions of octets.
      while let next = Self.first(of: parts) {
        try parts[next].take(body)
        if parts[next].key == nil { parts.remove(at: next) }
      }
    } catch { self.error = error }
  }

  private static func first(of parts: [SortedPart]) -> Int? {
    var first: (index: Int, key: UInt64)?
    for (index, part) in parts.enumerated() {
      guard let key = part.key else { continue }
      if key < first?.key ?? .max { first = (index, key) }
    }
    return first?.index
  }
}

/// A part of the file in which texts are in order.
private final class SortedPart {
  /// A key and the length of the text.
  private static let headLength = 12

  private let file: TemporaryFile
  /// What is still to be read.
  private var rest: Range<Int64>
  private var window: [UInt8] = []
  /// Where the next text begins in the window.
  private var start = 0
  /// The key of the next text; `nil` at the end.
  private(set) var key: UInt64?

  init(_ file: TemporaryFile, _ place: Range<Int64>) throws(SystemError) {
    self.file = file
    rest = place
    try look()
  }

  func take(_ body: (UInt64, RawSpan) -> Void) throws(SystemError) {
    guard let key else { return }
    let window = window
    let length = Int(window.rawBytes.uint32LittleEndian(at: start + 8))
    body(key >> 2, window.rawBytes.clamped(start + Self.headLength, count: length))
    start = min(start + Self.headLength + length, window.count)
    try look()
  }

  /// Reads on until a whole text is there.
  private func look() throws(SystemError) {
    while !rest.isEmpty, window.count - start < Self.headLength + AnnotationSpool.longest {
      var buffer = ReadBuffer(capacity: AnnotationSpool.window)
      let limit = Int(clamping: rest.count)
      let count = try file.fill(&buffer, from: rest.lowerBound, atMost: limit)
      guard count > 0 else { break }
      rest = rest.lowerBound + Int64(count)..<rest.upperBound
      window = Array(window[start...])
      start = 0
      window.append(buffer.bytes)
    }
    let window = window
    key =
      window.count - start >= Self.headLength
      ? window.rawBytes.uint64LittleEndian(at: start) : nil
  }
}
