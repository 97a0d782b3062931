import BTSnoop
import Bytes
import System

/// Shows on a terminal how far long reading is.
final class Progress {
  private let start = MonotonicTime.now()
  /// When these inputs began.
  private var begin = MonotonicTime.now()
  private var lastShown = MonotonicTime.now()
  private var hasShown = false
  private var isComparing = false

  /// Nanoseconds until it is first shown: shorter work needs none.
  private static let patience: Int64 = 1_000_000_000
  /// Nanoseconds between two looks.
  private static let pause: Int64 = 500_000_000

  /// - writesAtEnd: whether nothing is written before everything is read; otherwise standard output
  ///   must go elsewhere: two writers would garble one screen.
  /// - Returns: `nil` where no terminal shows it.
  init?(_ options: ReadingOptions, writesAtEnd: Bool) {
    guard !options.output.quiet, !options.follows, Descriptor.standardError.isTerminal,
      environment("TERM") != "dumb",
      writesAtEnd || options.output.file != nil || !Descriptor.standardOutput.isTerminal
    else { return nil }
  }

  /// What readers of these inputs report to.
  func watch(_ inputs: [String]) -> ReadingWatch {
    begin = MonotonicTime.now()
    return ReadingWatch(inputs) { [self] in show($0) }
  }

  private func show(_ watch: ReadingWatch) {
    let now = MonotonicTime.now()
    guard now - start >= Self.patience, now - lastShown >= Self.pause else { return }
    lastShown = now
    hasShown = true
    let text = ProgressText(bytes: watch.position, total: watch.total, nanoseconds: now - begin)
    write("\r\(text.line)\u{1B}[K")
  }

  /// What comes after reading: `comparing, 2 of 5 devices done`.
  /// - all: 0 if it is not known yet.
  func compares(_ done: Int, of all: Int) {
    let now = MonotonicTime.now()
    guard now - start >= Self.patience, !isComparing || now - lastShown >= Self.pause else {
      return
    }
    if !isComparing { begin = now }
    isComparing = true
    lastShown = now
    hasShown = true
    write("\r\(ProgressText.line(done, of: all, nanoseconds: now - begin))\u{1B}[K")
  }

  /// Clears the line.
  func clear() {
    if hasShown { write("\r\u{1B}[K") }
    hasShown = false
  }

  private func write(_ text: String) {
    try? Descriptor.standardError.write(text.rawBytes)
  }
}

/// How far reading is, in words: `12.5 of 64.6 MB, 21.0 MB/s, 3 s left`.
struct ProgressText {
  var bytes: Int64
  /// `nil`: not known.
  var total: Int64?
  /// How long it has taken so far.
  var nanoseconds: Int64

  var line: String {
    var text = ByteWriter(capacity: 64)
    if let total, total >= bytes {
      let unit = Self.unit(total)
      append(bytes, unit: unit, to: &text)
      text.append(" of ")
      append(total, unit: unit, to: &text)
      text.append(" ")
      text.append(unit.name)
    } else {
      let unit = Self.unit(bytes)
      append(bytes, unit: unit, to: &text)
      text.append(" ")
      text.append(unit.name)
    }
    let rate = nanoseconds > 0 ? Double(bytes) / Double(nanoseconds) * 1e9 : 0
    let unit = Self.unit(Int64(min(rate, 1e15)))
    text.append(", ")
    append(Int64(min(rate, 1e15)), unit: unit, to: &text)
    text.append(" ")
    text.append(unit.name)
    text.append("/s")
    if let total, total >= bytes, rate > 0 {
      text.append(", ")
      appendDuration(Double(total - bytes) / rate, to: &text)
      text.append(" left")
    }
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  /// The line while devices are compared.
  static func line(_ done: Int, of all: Int, nanoseconds: Int64) -> String {
    var text = ByteWriter(capacity: 64)
    text.append("comparing")
    if all > 1 {
      text.append(", ")
      text.append(decimal: done)
      text.append(" of ")
      text.append(decimal: all)
      text.append(" devices done")
    }
    if done > 0, done <= all {
      text.append(", ")
      let each = Double(nanoseconds) / Double(done) / 1e9
      ProgressText(bytes: 0, nanoseconds: 0).appendDuration(each * Double(all - done), to: &text)
      text.append(" left")
    }
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  private typealias Unit = (name: StaticString, size: Int64)

  private static func unit(_ bytes: Int64) -> Unit {
    switch bytes {
    case ..<10_000: ("bytes", 1)
    case ..<1_000_000: ("kB", 1_000)
    case ..<10_000_000_000: ("MB", 1_000_000)
    default: ("GB", 1_000_000_000)
    }
  }

  private func append(_ bytes: Int64, unit: Unit, to text: inout ByteWriter) {
    guard unit.size > 1 else {
      text.append(decimal: bytes)
      return
    }
    text.append(number: Double(bytes) / Double(unit.size), decimals: 1)
  }

  private func appendDuration(_ seconds: Double, to text: inout ByteWriter) {
    let (count, name): (Double, StaticString) =
      switch seconds {
      case ..<99.5: (seconds, " s")
      case ..<5_970: (seconds / 60, " min")
      default: (min(seconds / 3_600, 1e6), " h")
      }
    text.append(decimal: Int64(count.rounded()))
    text.append(name)
  }
}
