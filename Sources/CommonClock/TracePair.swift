import ATTDissector

/// Two captures that are compared, and what their recorders are to each other.
struct TracePair: Sendable {
  enum Relation: Sendable {
    /// Both heard the air: what both have, they have at one time.
    case sniffers
    /// The first is a host, the second heard the air.
    case hostAndAir
    /// Two logs of one host.
    case sameHost
    /// One of the central and one of the peripheral.
    case bothHosts
  }

  let a: RecorderTrace
  let b: RecorderTrace
  let relation: Relation
  let index: SightingIndex

  init(_ a: RecorderTrace, _ b: RecorderTrace, _ relation: Relation) {
    self.a = a
    self.b = b
    self.relation = relation
    index = SightingIndex(a.sightings, for: b.sightings)
  }

  /// The time of the second capture that has something to compare.
  var whole: ClosedRange<Double> {
    let first = b.sightings.first?.time ?? 0
    return first...max(first, b.sightings.last?.time ?? 0)
  }

  /// Nanoseconds by which a bound may be broken: scheduling and rounding of stamps.
  static let tolerance = 2e6
  /// Nanoseconds by which a host stamps what it receives late, at most.
  static let lateness = 1e9
  /// Nanoseconds that a PDU waits in a host and its controller, at most.
  static let queue = 8e9

  /// The side whose delays are short.
  var tightSide: ClockBound.Side? { relation == .hostAndAir ? .upper : nil }

  var tolerance: Double { Self.tolerance + a.step + b.step }

  /// What a pair of sightings says about the clock; `nil` if it cannot be one PDU.
  func bound(_ first: Sighting, _ second: Sighting) -> ClockBound? {
    guard first.kind == second.kind else { return nil }
    if let one = first.sender, let other = second.sender, one != other { return nil }
    let difference = first.time - second.time
    switch relation {
    case .sniffers:
      return ClockBound(time: second.time, value: difference, side: .exact, isFirm: true)
    case .sameHost:
      guard first.place == second.place else { return nil }
      return ClockBound(time: second.time, value: difference, side: .exact, isFirm: true)
    case .bothHosts:
      switch (first.place, second.place) {
      case (.sent, .received):
        return ClockBound(
          time: second.time, value: difference - b.step, side: .lower, isFirm: true)
      case (.received, .sent):
        return ClockBound(
          time: second.time, value: difference + a.step, side: .upper, isFirm: true)
      default: return nil
      }
    case .hostAndAir:
      guard first.place == .received else {
        return ClockBound(
          time: second.time, value: difference - b.step, side: .lower, isFirm: true)
      }
      return ClockBound(
        time: second.time, value: difference + a.step - second.airtime, side: .upper,
        isFirm: second.isFirm)
    }
  }

  /// Where in the first capture the partner of a sighting can be.
  /// - slack: how far the line may be wrong.
  func window(_ time: Double, slack: Double) -> ClosedRange<Double> {
    let (early, late): (Double, Double) =
      switch relation {
      case .sniffers: (250_000, 250_000)
      case .sameHost: (30e6, 30e6)
      case .hostAndAir, .bothHosts: (Self.queue, Self.queue)
      }
    return time - early - slack...time + late + slack
  }

  /// How unlikely a delay is, from 0 to 1; `nil` if it cannot be.
  func cost(_ bound: ClockBound, second: Sighting, line: ClockLine, slack: Double) -> Double? {
    let room = bound.room(line)
    switch relation {
    case .sniffers:
      let most = 250_000 + slack + a.step + b.step
      return room <= most ? room / most : nil
    case .sameHost:
      let most = 30e6 + slack
      return room <= most ? room / most : nil
    case .hostAndAir, .bothHosts:
      let isLoose = relation == .bothHosts || bound.side == .lower
      let most =
        second.kind == .advertisement ? 200e6 : isLoose ? Self.queue : Self.lateness
      // A repetition that was not needed was received before.
      let early = bound.isFirm ? 0 : 120e6
      guard room >= -tolerance - slack - early, room <= most + slack else { return nil }
      return min(1, abs(room) / Self.queue).squareRoot()
    }
  }

  /// Whether a bound is broken.
  func isBroken(_ bound: ClockBound, line: ClockLine) -> Bool {
    guard bound.isFirm else { return false }
    switch relation {
    case .sniffers: return bound.room(line) > 300_000 + a.step + b.step
    case .sameHost: return bound.room(line) > 20e6
    case .hostAndAir, .bothHosts: return bound.room(line) < -tolerance
    }
  }
}

/// The sightings of one capture by key.
struct SightingIndex: Sendable {
  /// Places of the first capture, by key and time.
  private let places: [Int32]
  /// For each sighting of the second capture and each depth of the first, its partners.
  private let ranges: [Range<Int32>]
  private static let depths = Sighting.Depth.allCases.count

  init(_ first: [Sighting], for second: [Sighting]) {
    let wanted = DepthSet(second)
    // Each key gets a number, and each sighting those of its keys.
    var numbers: [UInt64: Int32] = [:]
    numbers.reserveCapacity(first.count)
    var counts: [Int32] = []
    var entries: [(number: Int32, place: Int32)] = []
    entries.reserveCapacity(first.count)
    for (place, sighting) in first.enumerated() {
      // A sighting is looked for at the lesser depth of both.
      for depth in 0...sighting.depth.rawValue where wanted.meets(sighting.depth, at: depth) {
        let key = Self.key(of: sighting, own: sighting.depth, depth: depth)
        let number = numbers[key] ?? Int32(counts.count)
        if Int(number) == counts.count {
          numbers[key] = number
          counts.append(0)
        }
        counts[Int(number)] += 1
        entries.append((number, Int32(place)))
      }
    }
    var starts: [Int32] = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var next = starts
    var places = [Int32](repeating: 0, count: entries.count)
    for entry in entries {
      places[Int(next[Int(entry.number)])] = entry.place
      next[Int(entry.number)] += 1
    }
    self.places = places
    let owns = DepthSet(first)
    var ranges = [Range<Int32>](repeating: 0..<0, count: second.count * Self.depths)
    for (place, sighting) in second.enumerated() {
      for own in Sighting.Depth.allCases where owns.contains(own) {
        let key = Self.key(
          of: sighting, own: own, depth: min(own.rawValue, sighting.depth.rawValue))
        guard let number = numbers[key] else { continue }
        ranges[place * Self.depths + Int(own.rawValue)] =
          starts[Int(number)]..<starts[Int(number) + 1]
      }
    }
    self.ranges = ranges
  }

  /// The depths that some sightings have.
  private struct DepthSet {
    private var bits: UInt8 = 0

    init(_ sightings: [Sighting]) {
      for sighting in sightings { bits |= 1 << sighting.depth.rawValue }
    }

    func contains(_ depth: Sighting.Depth) -> Bool { bits & 1 << depth.rawValue != 0 }

    /// Whether the lesser depth of one of these and another one is this.
    func meets(_ own: Sighting.Depth, at depth: UInt8) -> Bool {
      depth < own.rawValue ? bits & 1 << depth != 0 : bits >> own.rawValue != 0
    }
  }

  private static func key(of sighting: Sighting, own: Sighting.Depth, depth: UInt8) -> UInt64 {
    let shared = Sighting.Depth(rawValue: depth) ?? .length
    return UInt64(sighting.key(of: shared)) | UInt64(depth) << 32 | UInt64(own.rawValue) << 34
      | UInt64(sighting.kind.rawValue) << 36
  }

  /// How many sightings of the first capture have the key of one of the second.
  func count(_ second: Int) -> Int {
    (0..<Self.depths).reduce(0) { $0 + ranges[second * Self.depths + $1].count }
  }

  /// All of them.
  func forEach(_ second: Int, _ body: (Int) -> Void) {
    for list in 0..<Self.depths {
      for entry in ranges[second * Self.depths + list] { body(Int(places[Int(entry)])) }
    }
  }

  /// Those in a window of time, the nearest to a time first, as long as `body` asks for more.
  func near(
    _ second: Int, at time: Double, window: ClosedRange<Double>, in first: [Sighting],
    _ body: (Int) -> Bool
  ) {
    for list in 0..<Self.depths {
      let range = ranges[second * Self.depths + list]
      guard !range.isEmpty else { continue }
      var (low, high) = (Int(range.lowerBound), Int(range.upperBound))
      while low < high {
        let middle = (low + high) / 2
        if first[Int(places[middle])].time < time { low = middle + 1 } else { high = middle }
      }
      var (before, after) = (low - 1, low)
      while true {
        let earlier =
          before >= range.lowerBound ? first[Int(places[before])].time : -.infinity
        let later = after < range.upperBound ? first[Int(places[after])].time : .infinity
        let isEarlier = time - earlier <= later - time
        guard window.contains(isEarlier ? earlier : later) else {
          // The other direction may still reach.
          guard window.contains(isEarlier ? later : earlier) else { break }
          if isEarlier {
            guard body(Int(places[after])) else { return }
            after += 1
          } else {
            guard body(Int(places[before])) else { return }
            before -= 1
          }
          continue
        }
        if isEarlier {
          guard body(Int(places[before])) else { return }
          before -= 1
        } else {
          guard body(Int(places[after])) else { return }
          after += 1
        }
      }
    }
  }
}
