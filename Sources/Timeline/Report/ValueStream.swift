import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// The key of a stream of values: one kind of event of one attribute in one connection.
struct StreamKey: Hashable {
  let connection: Int
  let kind: EventKind
  let handle: UInt16
  let attribute: ObjectIdentifier?
  let isSent: Bool

  /// One number: to add each member takes as long as all else of a look at the table.
  func hash(into hasher: inout Hasher) {
    let what = UInt64(handle) << 16 | UInt64(kind.rawValue) << 8 | (isSent ? 1 : 0)
    let whose = UInt64(truncatingIfNeeded: connection) << 32
    let object = UInt64(truncatingIfNeeded: attribute.map { Int(bitPattern: $0) } ?? 0)
    hasher.combine(object &* 0x9E37_79B9_7F4A_7C15 ^ whose ^ what)
  }
}

/// What folding needs of a value.
struct StreamValue {
  let time: CaptureTime
  /// A hash of its bytes.
  let bytes: Int
  let length: Int
  /// A hash of the words and Booleans among its fields: a change in them is news.
  let enumerated: Int
  let measure: (value: Double, unit: FieldUnit)?
  /// Its fields are numbers that a device measures: every value is new, and few of them matter.
  let isMeasurement: Bool
  /// It says only how far a message is.
  let isPart: Bool
  /// When other recorders had it.
  var seen: [SeenDistance] = []
}

/// Where a line stands on the page: before the spooled line with this index, and among others there
/// in the order of their frames, then in that of `tick`.
package struct PagePlace: Comparable {
  package let index: UInt64
  /// The frame of the record that the line stands for; the highest number where that is not known.
  package let frame: UInt64
  package let tick: UInt64

  package init(index: UInt64, frame: UInt64 = .max, tick: UInt64) {
    (self.index, self.frame, self.tick) = (index, frame, tick)
  }

  package static func < (a: PagePlace, b: PagePlace) -> Bool {
    (a.index, a.frame, a.tick) < (b.index, b.frame, b.tick)
  }
}

/// The values of one attribute in one connection: which of them have a line of their own.
///
/// What repeats is folded, never what is new: each value that the stream has not shown yet is shown,
/// up to 40 of them.
final class ValueStream {
  /// New values that are shown.
  static let newValues = 40
  /// Lines of a stream after which a value that was shown before is folded.
  static let repeats = 20
  /// Numbers of a decoded measurement that are shown.
  static let measurements = 3
  /// The most values that are told apart for a count.
  static let differentValues = 256

  enum Decision { case show, join, fold }

  let key: StreamKey
  let id: UInt32
  private var seen: Set<Int> = []
  private(set) var lines = 0
  private var enumerated: Int?
  /// How many marks there were before its last value.
  private var marks: UInt64 = 0
  /// The place of its third line: of a bulk transfer only the first two are shown.
  var thirdLine: PagePlace?
  private(set) var whole = StreamCount()
  private(set) var fold: ValueFold?
  /// The latest value that has no line. Most streams never have one, and there are many.
  var last = LineParts(capacity: 0)

  init(_ key: StreamKey, id: UInt32) {
    self.key = key
    self.id = id
  }

  /// - isNeighbor: the last line of the page is this stream's and has the same bytes, or both are
  ///   parts of a message.
  /// - marks: how many there were. The first value after one is what it may be about.
  func decide(_ value: StreamValue, isNeighbor: Bool, marks: UInt64) -> Decision {
    whole.add(value)
    if value.isPart { return isNeighbor ? .join : .show }
    let isFirst = self.marks != marks
    self.marks = marks
    let isNews = enumerated.map { $0 != value.enumerated } ?? false
    enumerated = value.enumerated
    let isNew = seen.count < Self.newValues && seen.insert(value.bytes).inserted
    if isNeighbor, !isNews { return .join }
    let isShown =
      value.isMeasurement
      ? lines < Self.measurements : isNew || lines < Self.repeats && seen.contains(value.bytes)
    guard isNews || isShown || isFirst else { return .fold }
    lines += 1
    return .show
  }

  func hide(_ value: StreamValue, at place: PagePlace) {
    let fold = fold ?? ValueFold(place)
    fold.add(value, at: place)
    self.fold = fold
  }

  /// - Returns: the fold that ends, if there is one.
  func endFold() -> ValueFold? {
    defer { fold = nil }
    return fold
  }

  /// Many values of one length, nearly all different, written at a steady pace: an image, a file.
  var isBulkTransfer: Bool {
    guard key.kind == .write || key.kind == .writeCommand, whole.hasOneLength, whole.count > 1000,
      whole.different >= Self.differentValues, let median = whole.intervals.median
    else { return false }
    return whole.duration / Int64(whole.count - 1) <= 3 * max(median, 1_000_000)
  }
}

extension ValueStream {
  /// `8,186 more to 1027.855: a bulk transfer, 98,268 octets, 360 octets/s`
  func writeTransfer(_ times: SpokenTimes, to text: inout ByteWriter) {
    guard let before = whole.before, let first = whole.first else { return }
    text.append(grouped: whole.count - 3)
    text.append(" more ")
    times.write(to: before, from: first, text: &text)
    text.append(": a bulk transfer, ")
    text.append(grouped: whole.octets)
    text.append(" octets")
    guard whole.duration > 0 else { return }
    text.append(", ")
    text.append(grouped: UInt64(Double(whole.octets) * 1e9 / Double(whole.duration)))
    text.append(" octets/s")
  }
}

/// Running counts of values.
struct StreamCount {
  private(set) var count: UInt64 = 0
  private(set) var octets: UInt64 = 0
  private(set) var first: CaptureTime?
  private(set) var latest: CaptureTime?
  /// The time of the last but one.
  private(set) var before: CaptureTime?
  private(set) var intervals = IntervalHistogram()
  private(set) var hasOneLength = true
  private var length = 0
  private var values: Set<Int> = []

  /// Up to `ValueStream.differentValues`.
  var different: Int { values.count }

  /// Nanoseconds from the first to the latest.
  var duration: Int64 {
    guard let first, let latest else { return 0 }
    return max(0, latest.nanoseconds(since: first))
  }

  mutating func add(_ value: StreamValue) {
    if let latest { intervals.add(value.time.nanoseconds(since: latest)) }
    if first == nil {
      first = value.time
      length = value.length
    }
    // The last piece of a transfer is shorter.
    if value.length > length { hasOneLength = false }
    before = latest
    latest = value.time
    count += 1
    octets += UInt64(value.length)
    if values.count < ValueStream.differentValues { values.insert(value.bytes) }
  }
}

/// Values of a stream without lines of their own, one after the other.
final class ValueFold {
  /// So few are shown after all: a line about them is no shorter.
  static let least = 4

  let place: PagePlace
  private(set) var lastPlace: PagePlace
  private(set) var count = StreamCount()
  private var range: ClosedRange<Double>?
  private var rangeBefore: ClosedRange<Double>?
  private var unit = FieldUnit.none
  private var seen: [SeenDistance] = []
  private var seenBefore: [SeenDistance] = []
  /// The first of them, laid out.
  var early: [TimelineBuffer.LateLine] = []

  init(_ place: PagePlace) {
    self.place = place
    lastPlace = place
  }

  func add(_ value: StreamValue, at place: PagePlace) {
    lastPlace = place
    seenBefore = seen
    seen.widen(by: value.seen)
    count.add(value)
    rangeBefore = range
    if let (number, unit) = value.measure {
      range =
        range.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
      self.unit = unit
    }
  }

  /// - withoutLast: the last one has its own line.
  func seen(withoutLast: Bool) -> [SeenDistance] { withoutLast ? seenBefore : seen }

  /// `43 more to 17.483, 12 different, 102 ms apart, at most 707 ms`: their median, and the longest
  /// - withoutLast: the last one has its own line.
  func write(withoutLast: Bool, times: SpokenTimes, to text: inout ByteWriter) {
    text.append(grouped: count.count - (withoutLast ? 1 : 0))
    text.append(" more ")
    if let first = count.first, let last = withoutLast ? count.before : count.latest {
      times.write(to: last, from: first, text: &text)
    }
    if let range = withoutLast ? rangeBefore : range {
      text.append(", ")
      text.append(number: range.lowerBound, decimals: 2, trimmed: true)
      if range.upperBound > range.lowerBound {
        text.append("..")
        text.append(number: range.upperBound, decimals: 2, trimmed: true)
      }
      if unit != .none {
        text.append(" ")
        text.append(string: unit.shown)
      }
    } else if count.different >= ValueStream.differentValues {
      text.append(", over ")
      text.append(decimal: ValueStream.differentValues - 1)
      text.append(" different")
    } else if count.different == 1 {
      text.append(", all equal")
    } else {
      text.append(", ")
      text.append(decimal: count.different)
      text.append(" different")
    }
    if let median = count.intervals.median {
      text.append(", ")
      text.append(duration: median)
      text.append(" apart, at most ")
      text.append(duration: count.intervals.longest)
    }
  }
}

/// Times within the text of a line, in the style of the time column.
struct SpokenTimes {
  let column: TimeColumn

  /// `to 17.483`; where times count from line to line: `over 3.2 s`.
  func write(to time: CaptureTime, from first: CaptureTime, text: inout ByteWriter) {
    if column.style == .delta {
      text.append("over ")
      text.append(duration: max(0, time.nanoseconds(since: first)))
    } else {
      text.append("to ")
      column.write(plain: time, decimals: 3, to: &text)
    }
  }
}
