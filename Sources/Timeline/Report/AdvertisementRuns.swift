import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// Advertisements of one device that differ only in numbers: one line, with the range of each number, where
/// the first of them stands.
struct AdvertisementRuns: ~Copyable {
  /// The most runs at a time, and the octets of their lines; what comes after has lines of its own.
  private static let most = 4096
  private static let octets = 2 << 20

  private struct Key: Hashable {
    /// Kind and address, and the text with a NUL for each number.
    let shape: [UInt8]
    /// A hash of the fields that are no numbers, which a text may show as digits.
    let other: Int
  }

  private final class Run {
    var parts = LineParts()
    let place: PagePlace
    let first: CaptureTime
    var last: CaptureTime
    var count: UInt64 = 1
    var numbers: [NumberRange]
    let shape: [UInt8]

    init(_ place: PagePlace, _ time: CaptureTime, _ numbers: [NumberRange], _ shape: [UInt8]) {
      self.place = place
      (first, last) = (time, time)
      self.numbers = numbers
      self.shape = shape
    }
  }

  private var runs: [Key: Run] = [:]
  private var taken = 0

  /// Takes an advertisement.
  /// - place: called for the first of a run.
  /// - Returns: whether it was taken; else it needs a line of its own.
  mutating func take(
    _ parts: borrowing LineParts, fields: borrowing EventFields, at time: CaptureTime,
    place: () -> PagePlace?
  ) -> Bool {
    var numbers: [NumberRange] = []
    let shape = parts.text.bytes.withoutNumbers(&numbers)
    let head = parts.head.bytes.clamped(parts.markStart).copy()
    let key = Key(shape: head + [0x0A] + shape, other: fields.hashOfOthers(in: parts.text.bytes))
    if let run = runs[key] {
      // A NUL of the text itself would stand for a number.
      guard run.numbers.count == numbers.count else { return false }
      for index in run.numbers.indices { run.numbers[index].include(numbers[index]) }
      run.parts.seen.widen(by: parts.seen)
      run.last = time
      run.count += 1
      return true
    }
    let size = 2 * parts.count + 64 * numbers.count + 256
    guard runs.count < Self.most, taken + size <= Self.octets, let place = place() else {
      return false
    }
    taken += size
    let run = Run(place, time, numbers, shape)
    run.parts.copy(parts)
    runs[key] = run
    return true
  }

  /// Ends all runs.
  /// - insert: called with each line and its place.
  mutating func end(_ times: SpokenTimes, insert: (borrowing LineParts, PagePlace) -> Void) {
    for run in runs.values {
      if run.count > 1 {
        let shape = run.shape
        run.parts.text.removeAll()
        run.parts.text.append(shape.rawBytes, numbers: run.numbers)
        run.parts.text.append(" x")
        run.parts.text.append(decimal: run.count)
        run.parts.text.append(" ")
        times.write(to: run.last, from: run.first, text: &run.parts.text)
      }
      insert(run.parts, run.place)
    }
    runs.removeAll()
    taken = 0
  }
}

/// The least and the most of a number in texts, as written.
private struct NumberRange {
  private var least: (value: Double, text: [UInt8])
  private var most: (value: Double, text: [UInt8])

  init(_ value: Double, _ text: [UInt8]) {
    least = (value, text)
    most = (value, text)
  }

  mutating func include(_ other: NumberRange) {
    if other.least.value < least.value { least = other.least }
    if other.most.value > most.value { most = other.most }
  }

  /// `8.71`, `8.71..16.24`
  func write(to out: inout ByteWriter) {
    out.append(least.text)
    guard least.value < most.value else { return }
    out.append("..")
    out.append(most.text)
  }
}

extension RawSpan {
  /// Whether the text has the first octets of a value, as hexadecimal digits in either case.
  fileprivate func shows(hex bytes: RawSpan) -> Bool {
    var digits = ByteWriter(capacity: 16)
    digits.append(hex: bytes.clamped(0..<min(bytes.byteCount, Self.shownOctets)))
    let wanted = digits.bytes
    guard wanted.byteCount > 0, wanted.byteCount <= byteCount else { return false }
    return (0...byteCount - wanted.byteCount).contains { start in
      (0..<wanted.byteCount).allSatisfy {
        uint8(at: start + $0) | 0x20 == wanted.uint8(at: $0) | 0x20
      }
    }
  }

  /// No text shows less of a value than this.
  private static var shownOctets: Int { 2 }

  /// The text with a NUL in place of each number. Digits within words and names are none.
  fileprivate func withoutNumbers(_ numbers: inout [NumberRange]) -> [UInt8] {
    var shape: [UInt8] = []
    shape.reserveCapacity(byteCount)
    var at = 0
    while at < byteCount {
      let end = shape.last.map(Self.mayPrecedeNumber) ?? true ? numberEnd(from: at) : at
      guard end > at else {
        shape.append(uint8(at: at))
        at += 1
        continue
      }
      let text = clamped(at..<end).copy()
      numbers.append(NumberRange(Double(String(decoding: text, as: UTF8.self)) ?? 0, text))
      shape.append(0)
      at = end
    }
    return shape
  }

  /// Whether its hexadecimal digits may be those of a decimal number.
  fileprivate var mayBeNumber: Bool {
    guard byteCount <= Self.mostDigits / 2 else { return false }
    return (0..<byteCount).allSatisfy { uint8(at: $0) & 0x0F < 10 && uint8(at: $0) >> 4 < 10 }
  }

  /// The most digits of a number.
  private static let mostDigits = 15

  /// A blank, and what stands around lists.
  private static func mayPrecedeNumber(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x28 || byte == 0x5B || byte == 0x2F
  }

  /// Where a decimal number ends; its start if there is none.
  private func numberEnd(from start: Int) -> Int {
    var at = start
    if at < byteCount, uint8(at: at) == 0x2D { at += 1 }
    let whole = at
    while at < byteCount, 0x30...0x39 ~= uint8(at: at) { at += 1 }
    guard at > whole, at - whole <= Self.mostDigits else { return start }
    if at + 1 < byteCount, uint8(at: at) == 0x2E, 0x30...0x39 ~= uint8(at: at + 1) {
      at += 1
      while at < byteCount, 0x30...0x39 ~= uint8(at: at) { at += 1 }
    }
    guard at < byteCount else { return at }
    switch uint8(at: at) {
    // `12ab`, `12.`, `12-34`, `12:34`, `"12"`: parts of something else.
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x22, 0x80...: return start
    default: return at
    }
  }
}

extension EventFields {
  /// A hash of the decoded fields that are no numbers: equal ones have the same. Raw data are only hashed where
  /// the text shows them: else it shows what they mean.
  fileprivate borrowing func hashOfOthers(in shown: RawSpan) -> Int {
    var hasher = Hasher()
    for index in decoded.fields.indices {
      let field = decoded.fields[index]
      switch field.value {
      case .text(let place): decoded.storage.bytes.clamped(place).hash(into: &hasher)
      case .hex(let place):
        let bytes = decoded.storage.bytes.clamped(place)
        if bytes.mayBeNumber, shown.shows(hex: bytes) { bytes.hash(into: &hasher) }
      case .boolean(let truth): hasher.combine(truth)
      case .word(let word): hasher.combine(word.description)
      case .term(let word): hasher.combine(word)
      default: break
      }
    }
    return hasher.finalize()
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ shape: RawSpan, numbers: [NumberRange]) {
    var next = 0
    for at in 0..<shape.byteCount {
      let byte = shape.uint8(at: at)
      if byte == 0, next < numbers.count {
        numbers[next].write(to: &self)
        next += 1
      } else {
        append(byte: byte)
      }
    }
  }
}
