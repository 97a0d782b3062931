import TestSupport
import Testing

@testable import bleinspect

/// The player in a simulated world.
struct PlayerTests {
  private let world = SimulatedWorld()

  private func player(_ speed: PlaySpeed = .normal, maximumGap: Int64? = nil) -> Player {
    Player(world, speed: speed, maximumGap: maximumGap)
  }

  /// When records were played, in nanoseconds after the first.
  private func play(
    _ times: [Int64], _ player: Player, held: SimulatedWait? = nil, output: Int64 = 1
  ) -> [Int64] {
    var start: Int64?
    var played: [Int64] = []
    for t in times {
      guard player.play(t, held: held) else { break }
      world.produced += output
      start = start ?? world.now
      played.append(world.now - (start ?? 0))
    }
    return played
  }

  // MARK: Pace

  @Test func anHourHasNoDrift() {
    // Odd distances, so that nothing can cancel out.
    var times: [Int64] = [0]
    while let last = times.last, last < 3600 * second {
      times.append(last + 7_500_003 + Int64(times.count % 11) * 1_234_567)
    }
    expect(times.count > 200_000)
    expect(play(times, player()), equals: times)
  }

  @Test func whatOneRecordIsLateTheNextIsNot() throws {
    world.lateness = { Int64.random(in: 0...3 * millisecond) }
    let times = (0..<36_000).map { Int64($0) * 100_000_001 }
    let player = player()
    var first: Int64?
    for t in times {
      try #require(player.play(t))
      // What is made of it takes time, too.
      let start = first ?? world.now
      first = start
      let late = world.now - start - t
      expect((0...3 * millisecond).contains(late))
      world.pass(2 * millisecond)
    }
  }

  @Test(arguments: [0.1, 0.3, 2, 10, 1000])
  func otherSpeedsHaveNoDriftEither(factor: Double) {
    let times = (0...36_000).map { Int64($0) * 100_000_000 }
    let played = play(times, player(.factor(factor)))
    expect(played.count, equals: times.count)
    for (t, moment) in zip(times, played) {
      expect(abs(Double(moment) - Double(t) / factor) <= 1)
    }
  }

  @Test func withoutWaitingNothingIsWaitedFor() {
    let start = world.now
    expect(play([0, 3600 * second, 0, .max], player(.unlimited)).count, equals: 4)
    expect(world.now == start && world.waits == 0)
  }

  @Test func equalTimesAndStepsBackAreNotWaitedFor() {
    expect(
      play([5, 5, 5, 3, 5, 6].map { $0 * second }, player()).map { $0 / second },
      equals: [0, 0, 0, 0, 0, 1])
    expect(world.waits, equals: 1)
  }

  // MARK: Being held up

  @Test func lateRecordsAreCaughtUpButNotLongStops() {
    let player = player()
    expect(player.play(0))
    let start = world.now
    world.pass(second / 2)
    expect(player.play(second / 4) && player.play(second))
    expect(world.now - start, equals: second)
    // Ten seconds in which nothing could go on.
    world.pass(10 * second)
    expect(player.play(2 * second))
    expect(world.now - start, equals: 11 * second)
    expect(player.play(3 * second))
    expect(world.now - start, equals: 12 * second)
  }

  @Test func aReaderThatDoesNotReadDelaysPlay() {
    let player = player()
    expect(player.play(0))
    let start = world.now
    world.isHeldUp = true
    world.holdUp = start + 20 * second
    expect(player.play(second))
    expect(world.now - start, equals: 20 * second)
    expect(player.play(2 * second))
    expect(world.now - start, equals: 21 * second)
    // Also where nothing else is waited for, and where a record is not played.
    for play in [{ player.play(0) }, { player.pass() }] {
      world.isHeldUp = true
      world.holdUp = world.now + second
      let before = world.now
      expect(play())
      expect(world.now - before, equals: second)
    }
  }

  // MARK: Keys

  @Test func aPauseIsAsLongAsItIs() {
    let start = world.now
    world.script = [
      (start + 1500 * millisecond, .pauseOrGoOn), (start + 60 * second, .pauseOrGoOn),
    ]
    let played = play([0, 1, 2, 3].map { $0 * second }, player())
    expect(played, equals: [0, second, 60 * second + second / 2, 61 * second + second / 2])
  }

  @Test func stepsShowOneEach() {
    let start = world.now
    let key = { (moment: Int64, request: PlayRequest) in (start + moment * second, request) }
    world.script = [
      key(1, .pauseOrGoOn), key(10, .step), key(20, .step), key(30, .pauseOrGoOn),
    ]
    let player = player()
    // Of three records only the last shows something.
    var shown: [Int64] = []
    for (index, t) in [0, 2, 3, 4, 5, 6, 9].map({ Int64($0) * second }).enumerated() {
      expect(player.play(t))
      guard [0, 3, 4, 5, 6].contains(index) else { continue }
      world.produced += 10
      shown.append((world.now - start) / second)
    }
    expect(shown, equals: [0, 10, 20, 31, 34])
  }

  @Test func aStepWhileItPlaysIsNothing() {
    world.script = [(world.now, .step), (world.now + 1, .step)]
    expect(play([0, second], player()), equals: [0, second])
  }

  @Test func aPauseHoldsWithoutWaitingToo() {
    let start = world.now
    world.script = [(start, .pauseOrGoOn), (start + 5, .step), (start + 9, .pauseOrGoOn)]
    let player = player(.unlimited)
    expect(play([0, 1, 2, 3], player), equals: [0, 4, 4, 4])
    expect(!player.isPaused)
  }

  @Test func theEndEndsWhateverIsWaitedFor() {
    for isPaused in [false, true] {
      let world = SimulatedWorld()
      let player = Player(world, speed: .normal, maximumGap: nil)
      world.script = isPaused ? [(world.now + 1, .pauseOrGoOn)] : []
      world.script.append((world.now + 5, .end(.wanted)))
      expect(player.play(0))
      expect(!player.play(second))
      expect(player.end, equals: .wanted)
      expect(!player.play(second) && !player.pass() && !player.await {})
    }
  }

  @Test func aProcessThatStoodStillGoesOnFromThere() {
    let start = world.now
    world.script = [(start + 60 * second, .stoodStill(58 * second))]
    let player = player()
    expect(player.play(0))
    expect(player.play(100 * second))
    expect(world.now - start, equals: 158 * second)
  }

  // MARK: What is reported

  @Test func whatWaitsForTimeIsReportedAtItsTime() {
    let held = SimulatedWait([2, 30, 30, 45, 300].map { $0 * second }, world)
    let start = world.now
    expect(play([0, second, 40 * second, 45 * second], player(), held: held).count, equals: 4)
    expect(held.told.map(\.deadline), equals: [2, 30, 30].map { $0 * second })
    expect(held.told.map { $0.moment - start }, equals: [2, 30, 30].map { $0 * second })
  }

  @Test func inAShortenedSilenceWhatIsDueIsReportedAsFarAsItGoes() {
    let held = SimulatedWait([2 * second, 30 * second], world)
    let start = world.now
    expect(
      play([0, second, 100 * second], player(maximumGap: 5 * second), held: held),
      equals: [0, second, 6 * second])
    expect(held.told.map { $0.moment - start }, equals: [2 * second])
  }

  @Test func aWaitThatIsNeverOverHangsNothing() {
    final class Stubborn: PlayWait {
      let deadline: Int64? = second
      func advance(to t: Int64) {}
    }
    let player = player()
    expect(player.play(0, held: Stubborn()))
    expect(player.play(5 * second, held: Stubborn()))
  }

  @Test func theStatusTellsWherePlayIs() {
    let player = player(.factor(2))
    expect(PlayStatus(player, now: world.now).text, equals: "waiting")
    expect(player.play(3 * second))
    expect(PlayStatus(player, now: world.now).text, equals: "3 s x2")
    var texts: [String] = []
    let start = world.now
    world.script = [(start + 2 * second, .pauseOrGoOn), (start + 9 * second, .end(.wanted))]
    final class Spy: PlayWait {
      var look: () -> Void = {}
      var deadline: Int64? {
        look()
        return nil
      }
      func advance(to t: Int64) {}
    }
    let spy = Spy()
    spy.look = { texts.append(PlayStatus(player, now: self.world.now).text) }
    expect(!player.play(63 * second, held: spy))
    expect(texts, equals: ["3 s x2, next in 30 s"])
    var status = PlayStatus()
    status.time = -1_500_000_000
    status.isPaused = true
    expect(status.text, equals: "paused at -1.500 s")
    status.isPaused = false
    status.speed = .unlimited
    expect(status.text, equals: "-1 s max")
  }
}
