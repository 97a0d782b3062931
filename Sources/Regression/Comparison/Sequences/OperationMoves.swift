/// Operations that both sides have, in different order.
struct OperationMoves {
  /// An operation that moved.
  struct Move: Equatable {
    /// Indices of the lists of operations.
    var expected: Int
    var actual: Int
    /// How many moved together, this one first.
    var count = 1
    /// The one that it changed places with.
    var partner: Partner?

    struct Partner: Equatable {
      var expected: Int
      var actual: Int
    }
  }

  /// An operation without an equal at its place, and its gap in the alignment.
  struct Loose {
    var index: Int
    var gap: Int
  }

  private(set) var moves: [Move] = []
  /// What is left on each side.
  private(set) var missing: [Loose] = []
  private(set) var extra: [Loose] = []

  /// Takes as moved what is missing here and extra there: first those with the same outcome, too.
  init(_ list: OperationList, missing: [Loose], extra: [Loose]) {
    var partners = [Int](repeating: -1, count: missing.count)
    var isTaken = [Bool](repeating: false, count: extra.count)
    for wantsResult in [true, false] {
      var places: [Identity: [Int]] = [:]
      // Reversed, so that the first is taken first.
      for i in extra.indices.reversed() where !isTaken[i] {
        places[Identity(list.actual[extra[i].index], wantsResult), default: []].append(i)
      }
      for i in missing.indices where partners[i] < 0 {
        let identity = Identity(list.expected[missing[i].index], wantsResult)
        guard let place = places[identity]?.popLast() else { continue }
        partners[i] = place
        isTaken[place] = true
      }
    }
    var found: [(move: Move, from: Int, to: Int)] = []
    for (i, partner) in partners.enumerated() {
      if partner < 0 {
        self.missing.append(missing[i])
      } else {
        found.append(
          (
            Move(expected: missing[i].index, actual: extra[partner].index), missing[i].gap,
            extra[partner].gap
          ))
      }
    }
    for (i, extra) in extra.enumerated() where !isTaken[i] { self.extra.append(extra) }
    moves = Self.together(found)
  }

  private struct Identity: Hashable {
    var key: OperationList.Key
    var result: UInt64

    init(_ operation: OperationList.Operation, _ wantsResult: Bool) {
      key = operation.key
      guard wantsResult else {
        result = 0
        return
      }
      switch operation.outcome {
      case .value: result = operation.token.bytes
      case .error(let code): result = code ^ 0x5EED_0000_0000_0000 ^ operation.token.bytes
      case .noAnswer: result = 0x0A50_0000_0000_0000 ^ operation.token.bytes
      }
    }
  }

  /// Neighbours that moved together are one move; so are two that changed places.
  private static func together(_ found: [(move: Move, from: Int, to: Int)]) -> [Move] {
    /// Moves from one gap to another that have no partner yet.
    var open: [[Int]: [Int]] = [:]
    var moves: [Move] = []
    for (i, item) in found.enumerated() {
      if let last = moves.last, i > 0, last.partner == nil,
        last.expected + last.count == item.move.expected,
        last.actual + last.count == item.move.actual
      {
        moves[moves.count - 1].count += 1
        continue
      }
      if let other = open[[item.to, item.from]]?.popLast(), moves[other].count == 1 {
        moves[other].partner = Move.Partner(
          expected: item.move.expected, actual: item.move.actual)
        continue
      }
      open[[item.from, item.to], default: []].append(moves.count)
      moves.append(item.move)
    }
    return moves
  }
}
