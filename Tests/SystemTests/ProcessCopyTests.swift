import Bytes
import Glibc
import System
import TestSupport
import Testing

/// A copy of the process.
@Suite(.serialized) struct ProcessCopyTests {
  /// Waits until it has ended.
  private func end(_ copy: ProcessCopy) -> (succeeded: Bool, processor: Int64)? {
    for _ in 0..<2000 {
      if case .ended(let succeeded, let processor) = copy.look() { return (succeeded, processor) }
      usleep(5000)
    }
    return nil
  }

  @Test(arguments: [true, false]) func saysHowItEnded(succeeds: Bool) throws {
    let copy = try ProcessCopy(seconds: 20) { succeeds }
    let found = try #require(end(copy))
    expect(found.succeeded, equals: succeeds)
    expect(found.processor >= 0)
    // Nobody is asked twice.
    expect(copy.look(), equals: .ended(succeeded: false, processor: 0))
  }

  /// What it reads and writes moves no place in a file of this process, and it has what was in memory.
  @Test func hasPlacesOfItsOwn() throws {
    let file = try Descriptor.temporary()
    try file.write(Array("abcdef".utf8).rawBytes)
    var value: [UInt8] = Array("gh".utf8)
    let copy = try ProcessCopy(seconds: 20) {
      guard (try? file.seek(to: 0)) != nil else { return false }
      var buffer = ReadBuffer(capacity: 16)
      guard (try? buffer.fill(from: file, atMost: 16)) == 6 else { return false }
      return (try? file.write(value.rawBytes)) != nil && value.count == 2
    }
    value.append(1)
    expect(file.offset, equals: 6)
    let found = try #require(end(copy))
    expect(found.succeeded)
    // The copy wrote behind what it had read, and this process still stands where it stood.
    expect(file.offset, equals: 6)
  }

  @Test func canBeStopped() throws {
    let copy = try ProcessCopy(seconds: 20) {
      while true { pause() }
    }
    expect(copy.look(), equals: .works)
    copy.stop()
    expect(copy.look(), equals: .ended(succeeded: false, processor: 0))
  }
}
