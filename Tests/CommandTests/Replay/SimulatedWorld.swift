import Testing

@testable import bleinspect

/// A world whose time passes only while it is waited for.
final class SimulatedWorld: PlayWorld {
  private(set) var now: Int64
  var isHeldUp = false
  var produced: Int64 = 0
  /// What happens, and when; in the order of time.
  var script: [(moment: Int64, request: PlayRequest)] = []
  /// Until when a reader reads nothing.
  var holdUp: Int64?
  /// How much later than asked for each wait ends, in nanoseconds.
  var lateness: () -> Int64 = { 0 }
  private(set) var waits = 0

  /// - now: any moment will do.
  init(now: Int64 = 123_456_789_012_345) { self.now = now }

  func look() -> [PlayRequest] {
    if let end = holdUp, now >= end {
      (isHeldUp, holdUp) = (false, nil)
    }
    var due: [PlayRequest] = []
    while let first = script.first, first.moment <= now { due.append(script.removeFirst().request) }
    return due
  }

  func wait(until moment: Int64?) {
    waits += 1
    let next = [moment, script.first?.moment, holdUp].compactMap(\.self).min()
    guard let next else {
      Issue.record("waits for ever")
      script = [(now, .end(.wanted))]
      return
    }
    now = max(now, next + (next == moment ? lateness() : 0))
  }

  /// Time that something takes.
  func pass(_ nanoseconds: Int64) { now += nanoseconds }
}

/// Held events of a test: told when their time is over.
final class SimulatedWait: PlayWait {
  var deadlines: [Int64]
  private(set) var told: [(deadline: Int64, moment: Int64)] = []
  private let world: SimulatedWorld

  init(_ deadlines: [Int64], _ world: SimulatedWorld) {
    self.deadlines = deadlines
    self.world = world
  }

  var deadline: Int64? { deadlines.first }

  func advance(to t: Int64) {
    while let first = deadlines.first, first < t {
      told.append((first, world.now))
      deadlines.removeFirst()
    }
  }
}

let second: Int64 = 1_000_000_000
let millisecond: Int64 = 1_000_000
