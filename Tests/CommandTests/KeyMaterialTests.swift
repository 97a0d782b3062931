import Foundation
import TestSupport
import Testing

/// Keys that a capture holds are shown by nothing but the bytes of the records.
@Suite struct KeyMaterialTests {
  private static func key(_ mark: UInt8) -> [UInt8] { (0..<16).map { mark &+ $0 &* 7 } }

  /// Long term, identity resolving, signature resolving and link keys, as HCI and SMP carry them.
  private var capture: CaptureBuilder {
    var capture = CaptureBuilder()
    func smp(_ code: UInt8, _ key: [UInt8]) -> [UInt8] {
      [2, 1, 0x20, 21, 0, 17, 0, 6, 0, code] + key
    }
    capture.connected(1)
    capture.record(
      [1, 0x19, 0x20, 28, 1, 0] + Array(repeating: 0, count: 10) + Self.key(1), flags: 2)
    capture.record([1, 0x1A, 0x20, 18, 1, 0] + Self.key(2), flags: 2)
    capture.record([1, 0x27, 0x20, 39, 0, 1, 2, 3, 4, 5, 6] + Self.key(3) + Self.key(4), flags: 2)
    capture.event(0x18, [1, 2, 3, 4, 5, 6] + Self.key(5) + [4])
    for (index, code) in [UInt8(0x06), 0x08, 0x0A].enumerated() {
      capture.record(smp(code, Self.key(UInt8(6 + index))), flags: 1)
      capture.record(smp(code, Self.key(UInt8(9 + index))), flags: 0)
    }
    capture.event(8, [0, 1, 0, 1])
    capture.disconnected()
    return capture
  }

  private func holdsKey(_ output: String) -> Bool {
    let text = output.lowercased().filter { !" :\n".contains($0) }
    return (UInt8(1)...11).contains { mark in
      let key = Self.key(mark)
      return [key, key.reversed()].contains { bytes in
        text.contains(bytes.prefix(8).map { String(format: "%02x", $0) }.joined())
      }
    }
  }

  @Test func areInNothingButTheBytes() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("keys.log", capture.bytes)
    for command in [
      [], ["--all"], ["--errors"], ["--format", "ndjson"], ["--format", "csv"],
      ["--format", "json"], ["packets"], ["packets", "--format", "ndjson"], ["gatt"],
      ["gatt", "--format", "json"], ["stats"], ["stats", "--format", "json"],
      ["stats", "--format", "sarif"], ["--format", "markdown"],
      ["exchange", "--format", "markdown"],
      ["--format", "ndjson", "--flat"], ["report", "--all", "--full"], ["trace"],
    ] {
      let outcome = try Program.run(command + [file])
      expect(outcome.status, equals: 0)
      expect(!holdsKey(outcome.output + outcome.errors), "\(command)")
    }
    for command in [["packets", "-v"], ["packets", "-x"]] {
      expect(holdsKey(try Program.run(command + [file]).output), "\(command)")
    }
  }
}
