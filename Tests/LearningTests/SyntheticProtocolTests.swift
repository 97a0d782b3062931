import Foundation
import Learning
import TestSupport
import Testing

/// Made-up protocols: what is in them is found, and what is claimed holds for values that were not
/// seen.
///
/// `BLEINSPECT_LEARN_SEEDS=20` tries each with more seeds.
@Suite struct SyntheticProtocolTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["BLEINSPECT_LEARN_SEEDS"].flatMap { Int($0) } ?? 1

  @Test func almostAllIsFoundAndNoClaimIsWrong() {
    var wanted = 0
    var found = 0
    var missing: [String] = []
    for (place, made) in Protocol.all.enumerated() {
      for seed in 0..<Self.seeds {
        var state = ProtocolState(seed: UInt64(place * 1000 + seed))
        var values: [[UInt8]] = []
        while values.count < 48 { values += made.next(&state) }
        let findings = StreamLearner.learn(window: stream(values))
        let features = Self.features(findings)
        wanted += made.features.count
        found += made.features.intersection(features).count
        for feature in made.features.subtracting(features) {
          missing.append("\(made), seed \(seed): \(feature)")
        }
        Self.checkCounts(findings, made)
        Self.checkFresh(findings, made, &state)
      }
    }
    expect(Protocol.all.count >= 30)
    expect(found * 100 >= wanted * 95, "\(found) of \(wanted); \(missing)")
  }

  /// Nothing is carried from a byte to one beyond a constant byte: they are two numbers.
  @Test func aNumberDoesNotReachOverAConstantByte() {
    let values: [[UInt8]] = (0..<68).map { index in
      // At no even pace: they are no counters.
      let (rising, falling) = (index * 65 / 67, 200 - index * index / 40)
      return [0x12, UInt8(rising), 0, UInt8(falling), 7]
    }
    let numbers = StreamLearner.learn(window: stream(values)).whole.numbers
    expect(numbers.map(\.at), equals: [1, 3])
    expect(numbers.allSatisfy { $0.kind == .integer(.u8, signed: false) })
  }

  /// Colours that fade: each byte is smooth, and none is carried into the next.
  @Test func bytesThatMoveEachForItselfAreNoLargerNumber() {
    var state = ProtocolState(seed: 5)
    var (red, green) = (40, 200)
    let values: [[UInt8]] = (0..<200).map { _ in
      red = min(max(red + state.number(-3...3), 0), 255)
      green = min(max(green + state.number(-3...3), 0), 255)
      return [0x56, UInt8(red), UInt8(green), 0, 0xAA]
    }
    let numbers = StreamLearner.learn(window: stream(values)).whole.numbers
    expect(numbers.map(\.at), equals: [1, 2])
    expect(numbers.allSatisfy { $0.width == 1 })
  }

  /// While the lower byte does not run over, the other order is as smooth: the byte that changes is the
  /// lower one.
  @Test(arguments: [false, true]) func theByteThatChangesIsTheLowerOne(isBig: Bool) {
    var state = ProtocolState(seed: 8)
    var uptime = 8339
    let values: [[UInt8]] = (0..<120).map { _ in
      uptime += state.number(1...2)
      return [0x55] + field(uptime, 2, big: isBig)
    }
    let numbers = StreamLearner.learn(window: stream(values)).whole.numbers
    expect(numbers.map(\.kind), equals: [.integer(isBig ? .u16be : .u16, signed: false)])
  }

  /// A counter may take any step; its width is that of the bytes that change.
  @Test func aCounterOfLargeSteps() {
    let values: [[UInt8]] = (0..<250).map { [0x11] + field($0 * 240, 4) }
    let counter = StreamLearner.learn(window: stream(values)).whole.counter
    expect(counter?.at == 1 && counter?.form == .u16 && counter?.step == 240)
  }

  /// A clock of 1024 Hz, noted once a second: its low byte hardly moves, and the rest goes on evenly.
  @Test func aClockIsOneNumber() {
    var state = ProtocolState(seed: 6)
    var clock = 500
    let values: [[UInt8]] = (0..<120).map { _ in
      clock += 1024 * state.number(0...2) + state.number(0...3)
      return [0x01] + field(clock, 2)
    }
    let numbers = StreamLearner.learn(window: stream(values)).whole.numbers
    expect(numbers.map(\.at) == [1] && numbers.first?.width == 2)
  }

  /// The low byte of an energy counter above a pulse that goes up and down: two numbers.
  @Test func aByteThatTurnsIsNoPartOfTheClockAboveIt() {
    var state = ProtocolState(seed: 7)
    var (pulse, energy) = (100, 0)
    let values: [[UInt8]] = (0..<200).map { _ in
      pulse = min(max(pulse + state.number(-3...3), 40), 220)
      energy += state.number(0...9) == 0 ? 1 : 0
      return [0x1E, UInt8(pulse), UInt8(energy), 0]
    }
    let numbers = StreamLearner.learn(window: stream(values)).whole.numbers
    expect(numbers.contains { $0.at == 1 && $0.width == 1 })
    expect(numbers.allSatisfy { $0.width == 1 })
  }

  /// All bytes the same: the last one is the XOR of the others, and that says nothing.
  @Test func aByteThatIsRepeatedIsNoChecksum() {
    let values = (0..<40).map { [UInt8](repeating: UInt8($0), count: 20) }
    expect(StreamLearner.learn(window: stream(values)).whole.checksum == nil)
  }

  /// One goes up where another goes down: their sum is constant in each of the few values.
  @Test func fewValuesThatGoTogetherHaveNoChecksum() {
    let values: [[UInt8]] = (0..<5).map { [0x16, 0x78 + UInt8($0), 0xFF - UInt8($0), 1] }
    expect(StreamLearner.learn(window: stream(values)).whole.checksum == nil)
  }

  /// Four commands: the number that all agree on says as much as that they agree.
  @Test func fewValuesHaveAUsualChecksum() throws {
    let bodies: [[UInt8]] = [
      [0x33, 1, 0, 0], [0x33, 1, 1, 0], [0x33, 4, 0xFE, 0], [0xAA, 6, 0x10, 0x22],
    ]
    let values = bodies.map { $0 + [UInt8(bitwise(.xor, $0[...]))] }
    let found = try #require(StreamLearner.learn(window: stream(values)).whole.checksum)
    expect(found.algorithm == .xor && found.at == -1 && found.evidence.grade == .claim)
    let others = zip(bodies, [0x91, 0x3C, 0x07, 0xE2] as [UInt8]).map { $0 + [$1] }
    expect(StreamLearner.learn(window: stream(others)).whole.checksum == nil)
  }

  /// A byte that is not made more even by the one below it is a number of its own.
  @Test func whatIsBesideACounterIsNoPartOfIt() {
    var state = ProtocolState(seed: 12)
    var count = 0
    let values: [[UInt8]] = (0..<60).map { _ in
      count += state.number(1...2)
      return [0x8D, 0x0A, UInt8(truncatingIfNeeded: count), state.byte(), 0xD8]
    }
    let numbers = StreamLearner.learn(window: stream(values)).whole.numbers
    expect(numbers.map(\.at) == [2] && numbers.first?.width == 1)
  }

  /// SLIP, HDLC and a byte that stands for itself.
  @Test func escapesAreUndone() {
    let bytes: [UInt8] = [0xC0, 1, 0xDB, 0xDC, 2, 0xDB, 0xDD, 0xC0]
    let slip = ByteEscape(byte: 0xDB, meaning: .pairs([0xDC: 0xC0, 0xDD: 0xDB]))
    expect(slip.undone(bytes), equals: [0xC0, 1, 0xC0, 2, 0xDB, 0xC0])
    let hdlc = ByteEscape(byte: 0x7D, meaning: .xor(0x20))
    expect(hdlc.undone([0x7E, 0x7D, 0x5E, 0x7D, 0x5D, 0x7E]), equals: [0x7E, 0x7E, 0x7D, 0x7E])
    let plain = ByteEscape(byte: 0xA5, meaning: .xor(0))
    expect(plain.undone([0xA5, 0xA5, 0xA5, 0x55]), equals: [0xA5, 0x55])
    expect(plain.coversLast(of: [0xAA, 0xA5, 0x55]))
    expect(!plain.coversLast(of: [0xAA, 0xA5, 0xA5, 0x55]))
  }

  /// What holds for all values counts more than what holds for the long ones, which are nearly the same.
  @Test func aChecksumOfAllValuesIsPreferred() throws {
    var state = ProtocolState(seed: 9)
    var values: [[UInt8]] = []
    for index in 0..<24 {
      var body: [UInt8] = [0x88, 0xFF] + state.payload(6...9)
      if index % 3 == 0 {
        body = [0x88, 0xFF, 0, 0x0B, 1, 1, 0x20, 0, 0x10, 0, 4, 0, 0x64, UInt8(index)]
      }
      values.append(body + [body.reduce(0, &+)])
    }
    let found = try #require(StreamLearner.learn(window: stream(values)).whole.checksum)
    expect(found.evidence.count == 24 && found.evidence.hits == 24)
    expect(found.algorithm.width == 8 && found.at == -1 && found.from == 0)
  }

  /// Where the zeros begin does not always show, since what counts may end with some.
  @Test func aLengthBeforeZeros() throws {
    var state = ProtocolState(seed: 11)
    let values: [[UInt8]] = (0..<60).map { _ in
      let body = [0x5A, UInt8(state.number(4...12))]
      let frame = body + state.bytes(Int(body[1]) - 1) + [state.byte()]
      return frame + [UInt8](repeating: 0, count: 20 - frame.count)
    }
    let findings = StreamLearner.learn(window: stream(values))
    let padding = try #require(findings.padding)
    expect(padding.size == 20 && padding.length.at == 1 && padding.length.plus == 2)
    expect(findings.whole.length?.evidence.grade, equals: .claim)
    expect(findings.units.allSatisfy { $0.bytes.count == Int($0.bytes[1]) + 2 })
  }

  /// How many bytes differ from zero is no length, nor is a byte that is only as large.
  @Test func zerosWithoutALengthArePartOfTheValue() {
    for seed in 0..<20 {
      var state = ProtocolState(seed: UInt64(100 + seed))
      let values: [[UInt8]] = (0..<60).map { _ in
        let body = [0x5A, UInt8(state.number(4...12))] + state.bytes(state.number(3...11))
        return body + [UInt8](repeating: 0, count: 20 - body.count)
      }
      expect(StreamLearner.learn(window: stream(values)).padding == nil, "seed \(seed)")
    }
  }

  private static func features(_ findings: StreamFindings) -> Set<Protocol.Feature> {
    var features: Set<Protocol.Feature> = []
    if findings.mask != nil { features.insert(.mask) }
    if findings.message != nil { features.insert(.message) }
    if findings.kind != nil { features.insert(.kind) }
    for fields in [findings.whole] + findings.groups.map(\.fields) {
      if fields.length?.evidence.grade == .claim { features.insert(.length) }
      if fields.counter?.evidence.grade == .claim { features.insert(.counter) }
      if fields.checksum?.evidence.grade == .claim { features.insert(.checksum) }
      if fields.text != nil { features.insert(.text) }
      if fields.form != nil { features.insert(.form) }
      if fields.noise != nil { features.insert(.noise) }
      if !fields.numbers.isEmpty { features.insert(.number) }
    }
    return features
  }

  /// The counts that a claim gives are those of the values.
  private static func checkCounts(_ findings: StreamFindings, _ made: Protocol) {
    var seen: Set<[UInt8]> = []
    let all = findings.units.map(\.bytes)
    let distinct = all.filter { seen.insert($0).inserted }
    for claim in Claim.all(findings) {
      guard let evidence = claim.evidence else { continue }
      let (hits, count) = claim.count(claim.title.contains("counter") ? all : distinct)
      expect(hits, equals: evidence.hits, "\(made): \(claim.title)")
      expect(count, equals: evidence.count, "\(made): \(claim.title)")
    }
  }

  private static func checkFresh(
    _ findings: StreamFindings, _ made: Protocol, _ state: inout ProtocolState
  ) {
    var values: [[UInt8]] = []
    var messages = 0
    while messages < 1000 {
      values += made.next(&state)
      messages += 1
    }
    if let mask = findings.mask { values = values.map { $0.map { $0 ^ mask.byte } } }
    if let message = findings.message {
      values = message.joined(stream(values)).map(\.bytes)
      expect(values.count >= messages * 98 / 100, "\(made): \(values.count) of \(messages)")
    }
    if let padding = findings.padding { values = values.map { padding.cut($0) ?? $0 } }
    for claim in Claim.all(findings) {
      let (hits, count) = claim.count(values)
      expect(Double(hits) >= 0.98 * Double(count), "\(made): \(claim.title): \(hits) of \(count)")
    }
  }
}
