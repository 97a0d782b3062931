import Bytes
import Glibc
import System
import TestSupport
import Testing

/// A copy of the process.
@Suite(.serialized) struct ProcessCopyTests {
  /// Waits until it has ended.
  private func end(_ copy: ProcessCopy) -> ProcessCopy.End? {
    for _ in 0..<2000 {
      if case .ended(let end, let processor) = copy.look() {
        expect(processor >= 0)
        return end
      }
      usleep(5000)
    }
    return nil
  }

  @Test func saysHowItEnded() throws {
    let good = try ProcessCopy(seconds: 20) { nil }
    expect(end(good), equals: .succeeded)
    let bad = try ProcessCopy(seconds: 20) { "no room" }
    expect(end(bad), equals: .failed("no room"))
    // Asked again, it says the same.
    expect(end(bad), equals: .failed("no room"))
    let long = try ProcessCopy(seconds: 20) { String(repeating: "x", count: 100_000) }
    expect(end(long), equals: .failed(String(repeating: "x", count: 4096)))
  }

  @Test func saysWhatEndedIt() throws {
    let killed = try ProcessCopy(seconds: 20) {
      kill(getpid(), SIGKILL)
      return nil
    }
    expect(end(killed), equals: .killed(signal: SIGKILL))
    let slow = try ProcessCopy(seconds: 1) {
      while true { pause() }
    }
    expect(end(slow), equals: .tookTooLong)
  }

  /// It has what was in memory at one moment, whatever changes after that.
  @Test func hasMemoryOfItsOwn() throws {
    var value = 1
    let copy = try ProcessCopy(seconds: 20) {
      usleep(50_000)
      return value == 1 ? nil : "\(value)"
    }
    value = 2
    expect(end(copy), equals: .succeeded)
    expect(value, equals: 2)
  }

  @Test func canBeStopped() throws {
    let copy = try ProcessCopy(seconds: 20) {
      while true { pause() }
    }
    expect(copy.look(), equals: .works)
    copy.stop()
    expect(end(copy), equals: .killed(signal: SIGTERM))
  }

  // MARK: Files

  private func read(_ file: TemporaryFile, _ place: Int64, _ length: Int) -> String? {
    var buffer = ReadBuffer(capacity: max(length, 1))
    while buffer.end < length {
      let count = try? file.fill(
        &buffer, from: place + Int64(buffer.end), atMost: length - buffer.end)
      guard let count, count > 0 else { return nil }
    }
    return String(decoding: buffer.bytes.copy(), as: UTF8.self)
  }

  @discardableResult
  private func add(_ text: String, to file: TemporaryFile) -> Int64? {
    try? file.add(Array(text.utf8).rawBytes)
  }

  @Test func aFileHasWhatIsAdded() {
    let file = TemporaryFile()
    expect(read(file, 0, 1) == nil)
    expect(add("abc", to: file), equals: 0)
    expect(add("", to: file), equals: 3)
    expect(add("defg", to: file), equals: 3)
    expect(file.length, equals: 7)
    expect(read(file, 0, 7), equals: "abcdefg")
    expect(read(file, 2, 3), equals: "cde")
    expect(read(file, 5, 3) == nil)
  }

  /// Both go on with a file that one of them has begun: each reads what both had, and what it has added itself.
  @Test func aFileIsWrittenByOneProcess() throws {
    let file = TemporaryFile()
    add("common", to: file)
    let copy = try ProcessCopy(seconds: 20) {
      for number in 0..<500 {
        guard self.add("copy\(number % 10)", to: file) == Int64(6 + 5 * number) else {
          return "a place"
        }
        usleep(100)
      }
      // The copy's copy has what was written by all before it.
      let inner = try? ProcessCopy(seconds: 20) {
        self.add("inner", to: file)
        return self.read(file, 0, 16) == "commoncopy0copy1" && self.read(file, 2506, 5) == "inner"
          ? nil : "the copy's copy"
      }
      self.add("again", to: file)
      guard let inner, self.end(inner) == .succeeded else { return "its own copy" }
      guard self.read(file, 2506, 5) == "again" else { return "what it wrote after its copy" }
      guard self.read(file, 0, 11) == "commoncopy0" else { return "across the edge" }
      for number in 0..<500
      where self.read(file, Int64(6 + 5 * number), 5) != "copy\(number % 10)" {
        return "piece \(number)"
      }
      return nil
    }
    for number in 0..<700 {
      expect(add("this\(number % 10)", to: file), equals: Int64(6 + 5 * number))
      usleep(100)
    }
    expect(end(copy), equals: .succeeded)
    expect(read(file, 0, 6), equals: "common")
    for number in 0..<700 {
      expect(read(file, Int64(6 + 5 * number), 5), equals: "this\(number % 10)")
    }
  }

  /// A copy that reads beside this process does not move where this process reads.
  @Test func aFileIsReadByBoth() throws {
    let file = TemporaryFile()
    let text = String(repeating: "0123456789", count: 20_000)
    add(text, to: file)
    let copy = try ProcessCopy(seconds: 20) {
      for _ in 0..<50 where self.read(file, 10, 1000) != String(text.prefix(1000)) { return "no" }
      return nil
    }
    for _ in 0..<50 { expect(read(file, 0, 200_000) == text) }
    expect(end(copy), equals: .succeeded)
  }
}
