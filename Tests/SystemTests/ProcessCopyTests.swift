import Bytes
import Glibc
import System
import TestSupport
import Testing

/// A copy of the process. Each test has a process of its own: where other threads run, a copy may be made while one of
/// them holds a lock of Swift's runtime, and would wait for it forever.
@Suite(.serialized) struct ProcessCopyTests {
  /// Waits until it has ended.
  private static func end(_ copy: ProcessCopy) -> ProcessCopy.End? {
    for _ in 0..<2000 {
      if case .ended(let end, let processor) = copy.look() {
        expect(processor >= 0)
        return end
      }
      usleep(5000)
    }
    return nil
  }

  @Test func saysHowItEnded() async {
    await #expect(processExitsWith: .success) {
      let good = try ProcessCopy(seconds: 20) { nil }
      expect(Self.end(good), equals: .succeeded)
      let bad = try ProcessCopy(seconds: 20) { "no room" }
      expect(Self.end(bad), equals: .failed("no room"))
      // Asked again, it says the same.
      expect(Self.end(bad), equals: .failed("no room"))
      let long = try ProcessCopy(seconds: 20) { String(repeating: "x", count: 100_000) }
      expect(Self.end(long), equals: .failed(String(repeating: "x", count: 4096)))
    }
  }

  @Test func saysWhatEndedIt() async {
    await #expect(processExitsWith: .success) {
      let killed = try ProcessCopy(seconds: 20) {
        kill(getpid(), SIGKILL)
        return nil
      }
      expect(Self.end(killed), equals: .killed(signal: SIGKILL))
      let slow = try ProcessCopy(seconds: 1) {
        while true { pause() }
      }
      expect(Self.end(slow), equals: .tookTooLong)
    }
  }

  /// It has what was in memory at one moment, whatever changes after that.
  @Test func hasMemoryOfItsOwn() async {
    await #expect(processExitsWith: .success) {
      var value = 1
      let copy = try ProcessCopy(seconds: 20) {
        usleep(50_000)
        return value == 1 ? nil : "\(value)"
      }
      value = 2
      expect(Self.end(copy), equals: .succeeded)
      expect(value, equals: 2)
    }
  }

  @Test func canBeStopped() async {
    await #expect(processExitsWith: .success) {
      let copy = try ProcessCopy(seconds: 20) {
        while true { pause() }
      }
      expect(copy.look(), equals: .works)
      copy.stop()
      expect(Self.end(copy), equals: .killed(signal: SIGTERM))
    }
  }

  // MARK: Files

  private static func read(_ file: TemporaryFile, _ place: Int64, _ length: Int) -> String? {
    var buffer = ReadBuffer(capacity: max(length, 1))
    while buffer.end < length {
      let count = try? file.fill(
        &buffer, from: place + Int64(buffer.end), atMost: length - buffer.end)
      guard let count, count > 0 else { return nil }
    }
    return String(decoding: buffer.bytes.copy(), as: UTF8.self)
  }

  @discardableResult
  private static func add(_ text: String, to file: TemporaryFile) -> Int64? {
    try? file.add(Array(text.utf8).rawBytes)
  }

  @Test func aFileHasWhatIsAdded() {
    let file = TemporaryFile()
    expect(Self.read(file, 0, 1) == nil)
    expect(Self.add("abc", to: file), equals: 0)
    expect(Self.add("", to: file), equals: 3)
    expect(Self.add("defg", to: file), equals: 3)
    expect(file.length, equals: 7)
    expect(Self.read(file, 0, 7), equals: "abcdefg")
    expect(Self.read(file, 2, 3), equals: "cde")
    expect(Self.read(file, 5, 3) == nil)
  }

  /// Both go on with a file that one of them has begun: each reads what both had, and what it has added itSelf.
  @Test func aFileIsWrittenByOneProcess() async {
    await #expect(processExitsWith: .success) {
      let file = TemporaryFile()
      Self.add("common", to: file)
      let copy = try ProcessCopy(seconds: 20) {
        for number in 0..<500 {
          guard Self.add("copy\(number % 10)", to: file) == Int64(6 + 5 * number) else {
            return "a place"
          }
          usleep(100)
        }
        // The copy's copy has what was written by all before it.
        let inner = try? ProcessCopy(seconds: 20) {
          Self.add("inner", to: file)
          return Self.read(file, 0, 16) == "commoncopy0copy1" && Self.read(file, 2506, 5) == "inner"
            ? nil : "the copy's copy"
        }
        Self.add("again", to: file)
        guard let inner, Self.end(inner) == .succeeded else { return "its own copy" }
        guard Self.read(file, 2506, 5) == "again" else { return "what it wrote after its copy" }
        guard Self.read(file, 0, 11) == "commoncopy0" else { return "across the edge" }
        for number in 0..<500
        where Self.read(file, Int64(6 + 5 * number), 5) != "copy\(number % 10)" {
          return "piece \(number)"
        }
        return nil
      }
      for number in 0..<700 {
        expect(Self.add("this\(number % 10)", to: file), equals: Int64(6 + 5 * number))
        usleep(100)
      }
      expect(Self.end(copy), equals: .succeeded)
      expect(Self.read(file, 0, 6), equals: "common")
      for number in 0..<700 {
        expect(Self.read(file, Int64(6 + 5 * number), 5), equals: "this\(number % 10)")
      }
    }
  }

  /// A copy that reads beside this process does not move where this process reads.
  @Test func aFileIsReadByBoth() async {
    await #expect(processExitsWith: .success) {
      let file = TemporaryFile()
      let text = String(repeating: "0123456789", count: 20_000)
      Self.add(text, to: file)
      let copy = try ProcessCopy(seconds: 20) {
        for _ in 0..<50 where Self.read(file, 10, 1000) != String(text.prefix(1000)) { return "no" }
        return nil
      }
      for _ in 0..<50 { expect(Self.read(file, 0, 200_000) == text) }
      expect(Self.end(copy), equals: .succeeded)
    }
  }
}
