import GATTSession

/// The outcome of one pairing or encryption.
struct SecurityOutcome: Equatable {
  var item: UInt32
  /// A step that was added since has only its word.
  var step: String
  /// Its other details, in the order in which they are shown.
  var members: [(key: String, words: String)]

  static func == (a: SecurityOutcome, b: SecurityOutcome) -> Bool {
    a.step == b.step && a.members.elementsEqual(b.members, by: { $0 == $1 })
  }

  private static let keys: Set<String> = [
    "method", "pairing", "bonded", "encrypted", "key_size", "reason",
  ]

  static func all(_ side: ComparedSide, connection: ComparedConnection) -> [SecurityOutcome] {
    var outcomes: [SecurityOutcome] = []
    for index in side.items(connection) where side[index].kind == .security {
      var outcome = SecurityOutcome(item: index, step: "", members: [])
      for member in side.timeline.members(of: side[index].own) {
        let words = side.timeline.words(of: member.value)
        let key = member.key.description
        if key == "step" {
          outcome.step = words
        } else if keys.contains(key) {
          outcome.members.append((key, words))
        }
      }
      guard SecurityStep(named: outcome.step)?.isPassing != true else { continue }
      outcomes.append(outcome)
    }
    return outcomes
  }

  enum Step {
    case both(SecurityOutcome, SecurityOutcome)
    case expected(SecurityOutcome)
    case actual(SecurityOutcome)
  }

  /// In order: the same steps together, then what lies between them on both sides.
  ///
  /// A few dozen are aligned; more are paired by position.
  static func align(_ a: [SecurityOutcome], _ b: [SecurityOutcome]) -> [Step] {
    var steps: [Step] = []
    let limit = 64
    let common =
      a.count > limit || b.count > limit
      ? [] : orderedPairs(a.count, actual: b.count) { a[$0].step == b[$1].step ? 1 : 0 }
    var (i, j) = (0, 0)
    for (nextA, nextB) in common + [(a.count, b.count)] {
      // One that became another: paired became failed.
      while i < nextA, j < nextB {
        steps.append(.both(a[i], b[j]))
        i += 1
        j += 1
      }
      while i < nextA {
        steps.append(.expected(a[i]))
        i += 1
      }
      while j < nextB {
        steps.append(.actual(b[j]))
        j += 1
      }
      guard nextA < a.count, nextB < b.count else { continue }
      steps.append(.both(a[nextA], b[nextB]))
      (i, j) = (nextA + 1, nextB + 1)
    }
    return steps
  }

  // MARK: Words

  var title: String { step.split(separator: "_").joined(separator: " ") }

  var words: String {
    guard !members.isEmpty else { return title }
    return
      "\(title) (\(members.map { Self.words($0.key, value: $0.words) }.joined(separator: ", ")))"
  }

  /// What both show, but differently.
  func changes(to other: SecurityOutcome, selection: EventSelection) -> [String] {
    if step != other.step { return ["\(words) became \(other.words)"] }
    var changes: [String] = []
    for member in members where selection.contains(key: member.key) {
      guard let new = other.members.first(where: { $0.key == member.key }),
        new.words != member.words
      else { continue }
      changes.append(
        "\(member.key.split(separator: "_").joined(separator: " ")) \(member.words) became \(new.words)"
      )
    }
    return changes
  }

  private static func words(_ key: String, value: String) -> String {
    switch (key, value) {
    case ("bonded", "true"): "bonded"
    case ("bonded", "false"): "not bonded"
    case ("encrypted", "true"): "encrypted"
    case ("encrypted", "false"): "not encrypted"
    case ("key_size", let size): "key of \(size) bytes"
    case ("pairing", let word): word.split(separator: "_").joined(separator: " ")
    default: value
    }
  }
}
