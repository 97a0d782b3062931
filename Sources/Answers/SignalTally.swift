import BTSnoop

/// How often each signal strength was measured.
struct StrengthTally {
  /// In the order of the strengths, since few occur.
  private(set) var values: [(value: Int8, count: UInt32)] = []

  mutating func add(_ value: Int8) {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle].value < value { low = middle + 1 } else { high = middle }
    }
    if low < values.count, values[low].value == value {
      values[low].count &+= 1
    } else {
      values.insert((value, 1), at: low)
    }
  }

  var count: Int { values.reduce(0) { $0 + Int($1.count) } }
  var least: Int8? { values.first?.value }
  var most: Int8? { values.last?.value }

  var median: Int8? {
    let rank = DurationSpool.rank(50, of: count)
    var seen = 0
    for (value, count) in values {
      seen += Int(count)
      if seen >= rank { return value }
    }
    return nil
  }
}

/// Signal strengths that are not kept one by one.
struct StrengthRange {
  private var sum = 0
  private var number: UInt32 = 0
  private(set) var least = Int8.max
  private(set) var most = Int8.min

  var count: Int { Int(number) }

  mutating func add(_ value: Int8) {
    number &+= 1
    sum &+= Int(value)
    least = min(least, value)
    most = max(most, value)
  }

  mutating func add(_ other: StrengthRange) {
    number &+= other.number
    sum &+= other.sum
    least = min(least, other.least)
    most = max(most, other.most)
  }

  /// In dBm; `nil` where none was measured.
  var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }
}

/// What was heard on one radio channel.
struct ChannelTally {
  let channel: UInt8
  var packets = 0
  var damaged = 0
  var strengths = StrengthRange()
}

/// Signal strength over time, in a limited number of equal parts: they become longer as it goes on.
struct SignalCourse {
  static let limit = 12
  private(set) var start: CaptureTime?
  /// The length of each part, in nanoseconds.
  private(set) var length: Int64 = 1_000_000_000
  private(set) var parts: [StrengthRange] = []

  mutating func add(_ value: Int8, at time: CaptureTime) {
    let first = start ?? time
    start = first
    // A clock that was set back adds to the first part; 36 years are enough.
    let elapsed = min(max(0, time.nanoseconds(since: first)), 1 << 60)
    while elapsed / length >= Int64(Self.limit) { join() }
    let index = Int(elapsed / length)
    while parts.count <= index { parts.append(StrengthRange()) }
    parts[index].add(value)
  }

  /// The parts in which anything was heard, with nanoseconds from the start.
  var heardParts: [(offset: Int64, strengths: StrengthRange)] {
    parts.enumerated().filter { $0.element.count > 0 }.map {
      (Int64($0.offset) * length, $0.element)
    }
  }

  private mutating func join() {
    length *= 2
    for index in 0..<(parts.count + 1) / 2 {
      var part = parts[2 * index]
      if 2 * index + 1 < parts.count { part.add(parts[2 * index + 1]) }
      parts[index] = part
    }
    parts.removeLast(parts.count / 2)
  }
}

extension CaptureTime {
  /// So many nanoseconds later.
  package func after(_ duration: Int64) -> CaptureTime {
    CaptureTime(seconds: seconds, excessNanoseconds: Int64(nanoseconds) + duration)
  }
}

/// How well all that a device sent was heard, its advertisements and its packets in connections.
struct SignalTally {
  private(set) var course = SignalCourse()
  /// In the order of their numbers.
  private(set) var channels: [ChannelTally] = []

  mutating func add(_ strength: Int8?, channel: UInt8?, isDamaged: Bool, at time: CaptureTime) {
    // What is damaged may be of another sender.
    if let strength, !isDamaged { course.add(strength, at: time) }
    guard let channel else { return }
    let index = channels.firstIndex { $0.channel >= channel } ?? channels.count
    if index == channels.count || channels[index].channel != channel {
      channels.insert(ChannelTally(channel: channel), at: index)
    }
    channels[index].packets += 1
    if isDamaged { channels[index].damaged += 1 }
    if let strength, !isDamaged { channels[index].strengths.add(strength) }
  }
}
