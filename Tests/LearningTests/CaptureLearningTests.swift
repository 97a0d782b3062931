import BTSnoop
import Foundation
import GATTSession
import Learning
import TestSupport
import Testing
import Timeline

private let folder = ProcessInfo.processInfo.environment["BLEINSPECT_CAPTURES"]

/// What is true of real captures, as found by hand.
@Suite(.enabled(if: folder != nil, "BLEINSPECT_CAPTURES names no folder"))
struct CaptureLearningTests {
  private struct Learnt {
    let streams: [LearntStream]
    let answers: [LearntAnswers]

    func stream(_ handle: UInt16, _ direction: ValueDirection, device: Int = 1) throws
      -> StreamFindings
    {
      try #require(
        streams.first {
          $0.handle == handle && $0.direction == direction && $0.peer?.ordinal == device
        }
      ).findings
    }
  }

  private func learn(_ part: String) throws -> Learnt {
    let folder = try #require(folder)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.contains(part) },
      "no capture \(part)")
    // What is true of the values is true whether a decoder knows them or not.
    var options = LearnRenderer.Options()
    options.showsDecoded = true
    let renderer = LearnRenderer(nil, options: options)
    let stage = TimelineStage(
      renderer, session: GATTSession.Options(), sink: TimelineSink.Options())
    var pipeline = CapturePipeline(stage)
    var reader = CaptureReader()
    try reader.read(["\(folder)/\(name)"], into: &pipeline)
    pipeline.end()
    let learnt = renderer.learn()
    return Learnt(streams: learnt.streams, answers: learnt.answers)
  }

  /// A treadmill: 55AA, sequence, command, length and CRC in a header of 10 bytes.
  @Test func treadmill() throws {
    let learnt = try learn("csacca")
    let notified = try learnt.stream(0x14, .notify)
    let message = try #require(notified.message)
    expect(message.values == 786 && message.messages == 104 && message.left == 0)
    expect(message.start.starts(with: [0x55, 0xAA]))
    guard case .length(at: 6, .u16, plus: 10) = message.framing else {
      Issue.record("\(message.framing)")
      return
    }
    for findings in [notified, try learnt.stream(0x11, .write)] {
      let length = try #require(findings.whole.length)
      expect(length.at == 6 && length.form == .u16 && length.plus == 10)
      let check = try #require(findings.whole.checksum)
      expect(check.algorithm.name == "CRC-16/CCITT-FALSE" && !check.isBig)
      expect(check.at == 8 && check.from == 10 && check.lessEnd == 0)
    }
    expect(notified.kind?.at == 4 && notified.kind?.width == 2)
    let written = try learnt.stream(0x11, .write)
    expect(written.message?.messages == 37 && written.message?.left == 0)
    expect(written.whole.counter?.at == 2 && written.whole.counter?.step == 1)
    expect(learnt.answers.contains { $0.requests.handle == 0x11 && $0.answers.handle == 0x14 })
  }

  /// A pen: op codes with lengths, and firmware in numbered blocks with a CRC.
  @Test func pen() throws {
    let learnt = try learn("wangdalian")
    let blocks = try learnt.stream(0x2F, .write)
    expect(blocks.whole.counter?.at == 0 && blocks.whole.counter?.form == .u16)
    let check = try #require(blocks.whole.checksum)
    expect(check.algorithm.name == "CRC-16/MODBUS" && check.at == -2 && check.from == 0)
    expect(blocks.message == nil)
    let answers = try learnt.stream(0x17, .notify)
    expect(answers.whole.length?.at == 1 && answers.whole.length?.plus == 2)
    let echo = learnt.answers.first { $0.requests.handle == 0x1B }?.finding.echoes.first
    expect(echo?.requestAt == 0 && echo?.answerAt == 0 && echo?.plus == 1)
  }

  /// Thermometers: XOR at the end, and a history with an offset in steps of six.
  @Test func thermometers() throws {
    let learnt = try learn("GoveeBTTempLogger__btsnoop")
    for handle: UInt16 in [0x2D, 0x35] {
      let check = try #require(learnt.stream(handle, .notify).whole.checksum)
      expect(check.algorithm == .xor && check.at == -1 && check.from == 0)
    }
    let history = try learnt.stream(0x31, .notify)
    expect(history.whole.counter?.form == .u16be && history.whole.counter?.step == -6)
    expect(history.whole.checksum == nil && history.message == nil && history.kind == nil)
    expect(history.whole.numbers.map(\.at), equals: [2, 5, 8, 11, 14, 17])
    expect(
      history.whole.numbers.allSatisfy { $0.kind == .integer(.u24be, signed: false) })
  }

  /// A keyboard: there is no length, no counter and no checksum in its reports.
  @Test func keyboard() throws {
    let reports = try learn("MagicInTheAir").stream(0x2C, .notify)
    expect(Claim.all(reports).isEmpty, "\(Claim.all(reports).map(\.title))")
    expect(reports.mask == nil && reports.message == nil && reports.kind == nil)
    expect(reports.whole.constants, equals: [4: 0, 5: 0, 6: 0])
  }

  /// Encrypted, with bytes at the end that belong to a connection.
  @Test func encrypted() throws {
    let streams = try learn("H5105").streams
    let values = try #require(streams.first { $0.handle == 0x10 && $0.direction == .write })
    expect(values.findings.whole.noise, equals: 0..<16)
    expect(values.findings.whole.perConnection, equals: [16, 17, 18])
    expect(Claim.all(values.findings).isEmpty)
  }

  @Test func countsAreThoseOfTheValues() throws {
    for part in ["csacca", "wangdalian", "GoveeBTTempLogger__btsnoop", "H5105"] {
      for stream in try learn(part).streams {
        var seen: Set<[UInt8]> = []
        let rows = stream.findings.units.map(\.bytes).filter { seen.insert($0).inserted }
        // Of more, only some were compared.
        guard rows.count < 512 else { continue }
        for claim in Claim.all(stream.findings) {
          guard let evidence = claim.evidence, !claim.title.contains("counter") else { continue }
          let (hits, count) = claim.count(rows)
          expect(hits == evidence.hits && count == evidence.count, "\(part): \(claim.title)")
        }
      }
    }
  }
}
