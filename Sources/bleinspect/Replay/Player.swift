/// How a player waits: with the machine's clock, keys and readers, or a simulation of them.
protocol PlayWorld: AnyObject {
  /// Nanoseconds since an arbitrary moment; never decreases.
  var now: Int64 { get }
  /// Polls everything that does not wait for the player, and writes what can be written.
  func look() -> [PlayRequest]
  /// Whether played output still waits for its reader.
  var isHeldUp: Bool { get }
  /// Octets of output so far.
  var produced: Int64 { get }
  /// Waits until a time, or until there may be something to handle.
  /// - moment: `nil`: for any length of time.
  func wait(until moment: Int64?)
}

/// A user's request to the player.
enum PlayRequest: Equatable {
  case pauseOrGoOn
  /// Continue to the next record that is shown.
  case step
  /// The process was suspended for so many nanoseconds.
  case stoodStill(Int64)
  case end(PlayEnd)
}

/// Why play ended before the capture.
enum PlayEnd: Equatable {
  /// `q`, SIGINT, SIGTERM or SIGHUP.
  case wanted
  /// The output has no reader any more.
  case unheard
  case outputFailed
}

/// Something that waits for time to pass, not for a record.
protocol PlayWait: AnyObject {
  /// Nanoseconds of `t` after which something is due; `nil`: nothing is waiting.
  var deadline: Int64? { get }
  /// Shows what is over by then.
  func advance(to t: Int64)
}

/// Delays each record until it is due.
final class Player {
  private let world: any PlayWorld
  private(set) var pace: PlayPace
  private(set) var timeline: PlayTimeline
  /// Why it ended.
  private(set) var end: PlayEnd?
  private var hasBegun = false
  /// During a step: what was shown before it.
  private var stepMark: Int64?
  private var waiting: Wait?
  private var lastLook = Int64.min

  /// The most nanoseconds to catch up. After a longer delay, play continues from there.
  static let patience: Int64 = 1_000_000_000
  /// Nanoseconds between polls of the world while nothing is waited for.
  private static let lookInterval: Int64 = 10_000_000

  init(_ world: any PlayWorld, speed: PlaySpeed, maximumGap: Int64?) {
    self.world = world
    pace = PlayPace(speed)
    timeline = PlayTimeline(maximumGap: maximumGap)
  }

  var isPaused: Bool { pace.isPaused }

  /// Nanoseconds of a jump of the clock that did not delay the last record; `nil`: there was none.
  var jump: Int64? { pace.speed == .unlimited ? nil : timeline.jump }

  /// The current position in nanoseconds of `t`; `nil` before the first record.
  func time(at now: Int64) -> Int64? {
    guard let waiting else { return timeline.time }
    guard pace.speed != .unlimited else { return waiting.time }
    let passed = pace.position(at: now).holding(minus: waiting.position)
    return waiting.time.holding(plus: max(0, min(passed, waiting.t.holding(minus: waiting.time))))
  }

  /// Nanoseconds until the next record is due; `nil` while nothing is waited for.
  func rest(at now: Int64) -> Int64? {
    guard waiting != nil, pace.speed != .unlimited else { return nil }
    return max(0, pace.moment(of: timeline.position, now: now).holding(minus: now))
  }

  /// Waits until a record is due.
  /// - t: its time, in nanoseconds.
  /// - Returns: whether to continue.
  func play(_ t: Int64, held: (any PlayWait)? = nil) -> Bool {
    waiting = Wait(t: t, time: timeline.time ?? t, position: timeline.position)
    defer { waiting = nil }
    let position = timeline.advance(to: t)
    if hasBegun {
      endStep()
    } else {
      hasBegun = true
      pace.begin(at: position, now: world.now)
    }
    while look(isHurried: isDue(position)) {
      if world.isHeldUp {
        world.wait(until: nil)
      } else if stepMark != nil {
        pace.pause(at: position)
        return true
      } else if isPaused {
        world.wait(until: nil)
      } else if isDue(position) {
        catchUp(position)
        return true
      } else {
        waitOnce(for: position, held: held)
      }
    }
    return false
  }

  /// The stretch from the previous record to the next one.
  private struct Wait {
    let t: Int64
    /// The time of the previous record, and its position.
    let time: Int64
    let position: Int64
    /// What was last reported during this stretch.
    var reported: Int64?
  }

  private func isDue(_ position: Int64) -> Bool {
    guard pace.speed != .unlimited else { return !isPaused }
    let now = world.now
    return !isPaused && pace.moment(of: position, now: now) <= now
  }

  private func catchUp(_ position: Int64) {
    guard pace.speed != .unlimited else { return }
    let now = world.now
    let late = now.holding(minus: pace.moment(of: position, now: now))
    if late > Self.patience { pace.delay(by: late) }
  }

  /// Waits for a position, or reports what ends before it.
  private func waitOnce(for position: Int64, held: (any PlayWait)?) {
    guard let wait = waiting else { return }
    let now = world.now
    let due = pace.moment(of: position, now: now)
    guard let held, let deadline = held.deadline, deadline < wait.t, deadline != wait.reported
    else {
      world.wait(until: due)
      return
    }
    let place = wait.position.holding(plus: max(0, deadline.holding(minus: wait.time)))
    let moment = pace.moment(of: min(place, position), now: now)
    guard moment <= now else {
      world.wait(until: min(due, moment))
      return
    }
    waiting?.reported = deadline
    // It ends after its deadline: a microsecond is enough.
    held.advance(to: min(deadline.holding(plus: 1000), wait.t))
  }

  /// Skips a record without waiting.
  /// - Returns: whether to continue.
  func pass() -> Bool {
    while look(isHurried: true) {
      guard world.isHeldUp else { return true }
      world.wait(until: nil)
    }
    return false
  }

  /// Waits for something other than time.
  /// - wait: waits for it, or for something of the world.
  /// - Returns: whether to continue.
  func await(_ wait: () -> Void) -> Bool {
    guard look() else { return false }
    wait()
    return look()
  }

  // MARK: Requests

  /// - isHurried: whether nothing is waited for; then requests are not polled for every record.
  /// - Returns: whether to continue.
  private func look(isHurried: Bool = false) -> Bool {
    guard end == nil else { return false }
    let isRecent = world.now.holding(minus: lastLook) < Self.lookInterval
    if isHurried, isRecent, stepMark == nil, !world.isHeldUp { return true }
    for request in world.look() { take(request) }
    lastLook = world.now
    return end == nil
  }

  private func take(_ request: PlayRequest) {
    switch request {
    case .pauseOrGoOn:
      stepMark = nil
      if isPaused { pace.goOn(now: world.now) } else { pause() }
    case .step: if isPaused, stepMark == nil { stepMark = world.produced }
    case .stoodStill(let length): if !isPaused { pace.delay(by: length) }
    case .end(let reason): end = end ?? reason
    }
  }

  private func pause() {
    // Before the first record it pauses at the first one; nothing has started.
    let position = pace.speed == .unlimited ? timeline.position : pace.position(at: world.now)
    pace.pause(at: hasBegun ? min(max(0, position), timeline.position) : 0)
  }

  /// A step ends when something of it is visible.
  private func endStep() {
    if let mark = stepMark, world.produced > mark { stepMark = nil }
  }
}
