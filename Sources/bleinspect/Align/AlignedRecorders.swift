import BTSnoop
import Bytes
import CommonClock
import Timeline

/// Captures, each on the clock of one before it where that is known.
struct AlignedRecorders {
  /// Two captures, and what is between their clocks.
  struct Pair {
    /// Places in the list of captures: the clock of the second one is put on that of the first one.
    var first: Int
    var second: Int
    var alignment: ClockAlignment

    func isOf(_ one: Int, _ other: Int) -> Bool {
      (first, second) == (one, other) || (first, second) == (other, one)
    }
  }

  var recorders: [ReadRecorder]
  /// One for each capture but the first.
  var pairs: [Pair] = []
  /// Others, of which both clocks are known by way of a third capture: what is between these two recorders shows only
  /// where they are compared.
  private(set) var furtherPairs: [Pair] = []
  /// All pairs that were compared.
  var comparedPairs: [Pair] { pairs + furtherPairs }
  /// Captures of which each is compared with each: that takes as many searches as there are pairs.
  private static let mostCompared = 6

  /// - shift: what the user says of the clock of the second one, in nanoseconds.
  init(_ recorders: [ReadRecorder], shift: Int64? = nil) {
    self.recorders = recorders
    for second in recorders.indices.dropFirst() {
      if let shift {
        pairs.append(
          Pair(
            first: 0, second: second,
            alignment: ClockAlignment(shift: shift, recorders[0].trace, recorders[second].trace)))
        continue
      }
      // One that has nothing in common with the first may have with another.
      var best: Pair?
      for first in [0] + (1..<second).filter(isPlaced) {
        let alignment = ClockAlignment(recorders[first].trace, recorders[second].trace)
        if best == nil || alignment.isAligned {
          best = Pair(first: first, second: second, alignment: alignment)
        }
        if alignment.isAligned { break }
      }
      if let best { pairs.append(best) }
    }
  }

  /// Compares each host with each other recorder whose clock is known; call it where what is between them matters.
  mutating func compareAll() {
    guard recorders.count <= Self.mostCompared else { return }
    for second in recorders.indices {
      for first in 0..<second
      where isPlaced(first) && isPlaced(second)
        && (recorders[first].isOfHost || recorders[second].isOfHost)
        && !comparedPairs.contains(where: { $0.isOf(first, second) })
      {
        let alignment = ClockAlignment(recorders[first].trace, recorders[second].trace)
        guard alignment.isAligned else { continue }
        furtherPairs.append(Pair(first: first, second: second, alignment: alignment))
      }
    }
    chooseClocks()
  }

  /// Puts each capture on the clock of the first one by way of those that leave the least room together.
  private mutating func chooseClocks() {
    guard recorders.count > 2 else { return }
    var left = comparedPairs
    var chosen: [Pair] = []
    var errors: [Int: Double] = [0: 0]
    while true {
      var best: (index: Int, isBack: Bool, error: Double)?
      for (index, pair) in left.enumerated() where pair.alignment.isAligned {
        let isBack = errors[pair.first] == nil
        guard let before = errors[isBack ? pair.second : pair.first],
          errors[isBack ? pair.first : pair.second] == nil
        else { continue }
        let error = before + (pair.alignment.error ?? Self.unknownError)
        if error < best?.error ?? .infinity { best = (index, isBack, error) }
      }
      guard let best else { break }
      var pair = left.remove(at: best.index)
      if best.isBack {
        pair = Pair(
          first: pair.second, second: pair.first,
          alignment: ClockAlignment(recorders[pair.second].trace, recorders[pair.first].trace))
      }
      errors[pair.second] = best.error
      chosen.append(pair)
    }
    furtherPairs = left.filter(\.alignment.isAligned)
    pairs = chosen + left.filter { !$0.alignment.isAligned }
  }

  /// Nanoseconds that stand for an error that nothing bounds from one side.
  private static let unknownError = 1e9

  /// Whether the clock of a capture is known on that of the first one.
  func isPlaced(_ place: Int) -> Bool {
    place == 0 || pairs.contains { $0.second == place && $0.alignment.isAligned }
  }

  var areAllPlaced: Bool { pairs.allSatisfy(\.alignment.isAligned) }
  var isDamaged: Bool { recorders.contains { $0.damage != nil } }

  /// `A`, `B`: the name of a capture in texts.
  static func letter(_ place: Int) -> String {
    place < 26
      ? String(UnicodeScalar(UInt8(65 + place))) : "capture \(place + 1)"
  }

  /// What puts times of a capture on the clock of the first one.
  func clock(of place: Int) -> PlacingClock {
    var clock = PlacingClock()
    var place = place
    while place > 0, let pair = pairs.first(where: { $0.second == place }), pair.alignment.isAligned
    {
      clock.steps.append((recorders[place].trace.start, pair.alignment))
      place = pair.first
    }
    return clock
  }

  /// A time of a capture on the clock of the first one.
  func placed(_ time: CaptureTime, of place: Int) -> CaptureTime { clock(of: place)(time) }
}

/// From the clock of a capture to that of the first one, by way of others.
struct PlacingClock {
  /// The first record of each capture on the way.
  fileprivate var steps: [(start: CaptureTime?, alignment: ClockAlignment)] = []

  func callAsFunction(_ time: CaptureTime) -> CaptureTime {
    var time = time
    for index in steps.indices {
      let start = steps[index].start ?? time
      let shift = steps[index].alignment.shift(at: Double(time.nanoseconds(since: start)))
      time = time.adding(clamped: shift)
    }
    return time
  }
}

extension CaptureTime {
  /// A time that a number from a file moves.
  func adding(clamped nanoseconds: Int64) -> CaptureTime {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
    return CaptureTime(
      seconds: overflow ? self.seconds : sum, excessNanoseconds: Int64(self.nanoseconds) + rest)
  }
}

extension AlignedRecorders {
  /// Says which captures are not on the clock of the first one; `nil` where all are.
  func refusal() -> ExitCode? {
    guard !areAllPlaced else { return nil }
    for pair in pairs where !pair.alignment.isAligned {
      let why = pair.alignment.refusals.map { $0.sentence(pair) }.joined(separator: "; ")
      let (a, b) = (recorders[pair.first].name, recorders[pair.second].name)
      OutputChannel.complain(
        "\(shown(b)) (\(Self.letter(pair.second))) is not aligned with \(shown(a)) "
          + "(\(Self.letter(pair.first))): \(why)"
          + (pair.alignment.canBeGiven ? "; by hand: --shift or --shift-at" : ""))
    }
    return .failed
  }
}
