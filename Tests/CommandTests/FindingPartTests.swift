import Foundation
import TestSupport
import Testing

/// Findings of a part of a capture.
@Suite struct FindingPartTests {
  /// Every ten seconds a Write Command to what declares only read and write: frames 6 to 8.
  private static let capture: Data = {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0xF0, 0xFF])
    capture.exchange(
      [0x08, 1, 0, 9, 0, 3, 0x28], [0x09, 7, 2, 0, 0x0A, 3, 0, 0xF7, 0xFF])
    for _ in 0..<3 {
      capture.att([0x52, 3, 0, 7], isSent: true)
      capture.time += 10_000_000
    }
    return Data(capture.bytes)
  }()

  private struct Document: Decodable {
    struct Finding: Decodable, Equatable {
      let rule: String
      let frame: Int
      let count: Int?
    }

    let findings: [Finding]
  }

  @Test(
    arguments: [
      ([], [.init(rule: "wrong-write", frame: 6, count: 3)]),
      (["--from", "5"], [.init(rule: "wrong-write", frame: 7, count: 2)]),
      (["--frame", "8-"], [.init(rule: "wrong-write", frame: 8, count: nil)]),
      (["--from", "5", "--to", "15"], [.init(rule: "wrong-write", frame: 7, count: nil)]),
      (["--from", "25"], []),
    ] as [([String], [Document.Finding])])
  private func whatRepeatsIsInEachPart(_ part: [String], _ expected: [Document.Finding]) throws {
    let stats = try Program.run(["stats", "--format", "json", "-"] + part, input: Self.capture)
    let document = try JSONDecoder().decode(Document.self, from: stats.bytes)
    expect(document.findings, equals: expected)

    let report = try Program.run(["-"] + part, input: Self.capture)
    expect(report.output.contains("does not declare"), equals: !expected.isEmpty)

    // It has no --frame, and nothing holds where nothing is.
    guard !part.contains("--frame") else { return }
    let check = try Program.run(["check", "-", "no finding"] + part, input: Self.capture)
    expect(check.status, equals: (expected.isEmpty ? 2 : 1))
  }
}
