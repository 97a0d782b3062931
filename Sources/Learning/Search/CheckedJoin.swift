/// Messages that end where their checksum is right.
package struct CheckedJoin: Sendable {
  package enum Header: Sendable, Equatable {
    /// So many bytes at the start of each value are no part of the message.
    case each(Int)
    /// The check covers all values of a message but the first.
    case further(Int)

    var count: Int {
      switch self {
      case .each(let count), .further(let count): count
      }
    }
  }
  package var check: ChecksumField
  /// Only a value of this size is continued; `nil`: any whose checksum is wrong.
  package var full: Int?
  package var header: Header
  /// A message may end with a full value.
  package var endsFull = false

  /// Whether a declaration can say it: the size of a value tells.
  var isDeclarable: Bool {
    guard full != nil, !endsFull, case .each = header else { return false }
    return true
  }

  /// Values that one message has at most.
  static let partLimit = 64

  /// - Returns: what the value adds to a message; `nil` where it is too short.
  func body(_ value: LearntValue, isFirst: Bool) -> ArraySlice<UInt8>? {
    let skip: Int
    switch header {
    case .each(let count): skip = count
    case .further(let count): skip = isFirst ? 0 : count
    }
    return value.bytes.count > skip ? value.bytes[skip...] : nil
  }

  /// Messages with how many values each has; what belongs to none is left out.
  func parted(_ values: [LearntValue]) -> (messages: [LearntValue], parts: [Int], left: Int) {
    var messages: [LearntValue] = []
    var parts: [Int] = []
    var left = 0
    var index = 0
    while index < values.count {
      guard let (message, count) = message(values, from: index) else {
        left += 1
        index += 1
        continue
      }
      messages.append(message)
      parts.append(count)
      index += count
    }
    return (messages, parts, left)
  }

  /// The message that begins with a value.
  private func message(
    _ values: [LearntValue], from start: Int
  ) -> (LearntValue, Int)? {
    var message = values[start]
    message.bytes = []
    var first: LearntValue?
    let limit = full == nil ? 4 : Self.partLimit
    var at = start
    // Where the checksum is right at a full value already.
    var early: (LearntValue, Int)?
    while at < values.count, at - start < limit, values[at].connection == values[start].connection {
      guard let body = body(values[at], isFirst: at == start) else { break }
      message.bytes += body
      if first == nil { first = message }
      let isRight = check.holds(message.bytes) == true
      at += 1
      if let full, values[at - 1].bytes.count < full {
        // A value that is not full ends a message: right, or all before it were several.
        if !isRight, let early { return early }
        return (message, at - start)
      }
      guard isRight else { continue }
      if full == nil { return (message, at - start) }
      if early == nil { early = (message, at - start) }
    }
    if let early { return early }
    guard full == nil, let first else { return nil }
    return (first, 1)
  }

  func joined(_ values: [LearntValue]) -> [LearntValue] { parted(values).messages }
}

/// Looks for messages over several values that only their checksum shows: nothing in them says how long they
/// are.
struct JoinSearch {
  private let values: [LearntValue]
  private let longest: Int
  private static let fewest = 8
  /// Binary logarithm of ways to join.
  private static let tried = 8.0
  private static let triedShown = -8.0

  static func run(_ values: [LearntValue]) -> MessageForm? {
    guard values.count >= fewest else { return nil }
    let search = JoinSearch(values: values, longest: values.map(\.bytes.count).max() ?? 0)
    guard search.longest >= 8 else { return nil }
    return search.full() ?? search.continued()
  }

  // MARK: Full values

  /// A value that is full is continued by the next.
  private func full() -> MessageForm? {
    var fulls = 0
    var pairs = 0
    for index in values.indices where values[index].bytes.count == longest {
      fulls += 1
      if index + 1 < values.count, values[index + 1].connection == values[index].connection {
        pairs += 1
      }
    }
    guard pairs >= 2, values.count - fulls >= 4 else { return nil }
    for header in headers() {
      guard let field = check(segments(header)) else { continue }
      if let form = form(CheckedJoin(check: field, full: longest, header: header)) { return form }
    }
    return nil
  }

  /// What may stand at the start of each value: nothing, or bytes that take few values.
  private func headers() -> [CheckedJoin.Header] {
    var headers: [CheckedJoin.Header] = [.each(0)]
    var distinct: [Int] = []
    for at in 0..<3 {
      var bytes: Set<UInt8> = []
      for value in values where value.bytes.count > at { bytes.insert(value.bytes[at]) }
      distinct.append(bytes.count)
    }
    for count in 1...3 {
      guard distinct[..<count].allSatisfy({ $0 * 3 <= values.count }) else { break }
      headers.append(.each(count))
    }
    var further: [Set<UInt8>] = [[], []]
    var count = 0
    for index in values.indices.dropFirst() where values[index - 1].bytes.count == longest {
      count += 1
      for at in 0..<2 where values[index].bytes.count > at {
        further[at].insert(values[index].bytes[at])
      }
    }
    for size in 1...2 {
      guard further[..<size].allSatisfy({ $0.count * 3 <= count || $0.count == 1 }) else { break }
      headers.append(.further(size))
    }
    return headers
  }

  /// Parts of the stream, each from the value after a short one to the next short one.
  private func segments(_ header: CheckedJoin.Header) -> [LearntValue] {
    var messages: [LearntValue] = []
    var open: LearntValue?
    for value in values {
      if let part = open, part.connection != value.connection { open = nil }
      let skip: Int
      switch header {
      case .each(let count): skip = count
      case .further(let count): skip = open == nil ? 0 : count
      }
      guard value.bytes.count > skip else {
        open = nil
        continue
      }
      if open == nil {
        open = value
        open?.bytes = Array(value.bytes[skip...])
      } else {
        open?.bytes += value.bytes[skip...]
      }
      if (open?.bytes.count ?? 0) > ChecksumSearch.longest { open = nil }
      guard value.bytes.count < longest, let message = open else { continue }
      messages.append(message)
      open = nil
    }
    return messages
  }

  private func check(_ units: [LearntValue]) -> ChecksumField? {
    guard units.count >= 5 else { return nil }
    let table = UnitTable(units, window: units.count)
    let (first, last) = table.constants()
    return plain(ChecksumSearch.run(table, start: first, end: last, share: 0.7, shifts: 3))
  }

  /// Sums are at the end, and of a usual kind: with any constant at any place, too much would do.
  private func plain(_ field: ChecksumField?) -> ChecksumField? {
    guard let field, field.algorithm.kind == .crc || field.at < 0 && field.algorithm.isUsual else {
      return nil
    }
    return field
  }

  // MARK: Exceptions

  /// Most values have a checksum, and those that have none have it together with the next.
  private func continued() -> MessageForm? {
    let table = UnitTable(values, window: values.count)
    guard table.rows.count >= 12 else { return nil }
    let (first, last) = table.constants()
    guard
      let field = plain(ChecksumSearch.run(table, start: first, end: last, share: 0.6, shifts: 5))
    else { return nil }
    for header in [CheckedJoin.Header.each(0), .further(1), .further(2)] {
      if let form = form(CheckedJoin(check: field, full: nil, header: header)) { return form }
    }
    return nil
  }

  // MARK: Proof

  private func form(_ join: CheckedJoin) -> MessageForm? {
    let (messages, parts, left) = join.parted(values)
    var asked = 0
    var hits = 0
    var joined = 0
    var joinedHits = 0
    var seen: Set<[UInt8]> = []
    for (message, count) in zip(messages, parts) where seen.insert(message.bytes).inserted {
      asked += 1
      let isRight = join.check.holds(message.bytes) == true
      if isRight { hits += 1 }
      guard count > 1 else { continue }
      joined += 1
      if isRight { joinedHits += 1 }
    }
    // The values themselves have none, or those that are joined have none of their own.
    guard joined >= 1, Double(hits) >= Evidence.share * Double(asked), left * 20 <= values.count
    else { return nil }
    let tries = join.full == nil ? 3.0 : 1.0
    // Where single values have shown the checksum, it is only asked whether the others go together.
    let isShown = (hits - joinedHits) * join.check.algorithm.width >= 96
    let evidence = Evidence(
      hits: joinedHits, of: joined,
      bits: Double(joinedHits) * (Double(join.check.algorithm.width) - tries),
      tried: isShown ? Self.triedShown : Self.tried)
    guard evidence.grade == .claim else { return nil }
    var join = join
    if let full = join.full {
      var place = -1
      for count in parts where !join.endsFull {
        place += count
        join.endsFull = values[place].bytes.count >= full
      }
    }
    return MessageForm(
      framing: .checked(join), start: [], values: values.count, messages: messages.count,
      left: left, evidence: evidence)
  }
}
