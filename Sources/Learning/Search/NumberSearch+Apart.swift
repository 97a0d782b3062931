/// Which bytes beside each other are no one number.
extension NumberSearch {
  /// Whether a byte that goes one way all the time is not made more even by the byte below it: with that of
  /// any other value, its steps are as even.
  private func isNoLower(_ next: Int, of upper: Int) -> Bool {
    let n = table.pairs.count
    guard n >= 12 else { return false }
    var steps: [Int] = []
    var others: [Int] = []
    var ups = 0
    var unchanged = 0
    for (count, (one, other)) in table.pairs.enumerated() {
      // Most numbers show early that they stay, or go up and down.
      if count == 16, unchanged > 4 || 4...12 ~= ups { return false }
      let (a, b) = (table.units[one].bytes, table.units[other].bytes)
      let step = Int(Int8(bitPattern: b[upper] &- a[upper]))
      if step == 0 { unchanged += 1 }
      if step > 0 { ups += 1 }
      let (c, d) = (
        table.units[table.pairs[(count + n / 3) % n].0].bytes[next],
        table.units[table.pairs[(count + n / 2 + 1) % n].1].bytes[next]
      )
      steps.append(256 * step + Int(b[next]) - Int(a[next]))
      others.append(256 * step + Int(d) - Int(c))
    }
    guard unchanged * 10 < n, 20 * max(ups, n - ups - unchanged) >= 19 * (n - unchanged) else {
      return false
    }
    return 5 * Self.deviation(steps) > 4 * Self.deviation(others)
  }

  /// The sum of the distances to the mean.
  private static func deviation(_ numbers: [Int]) -> Int {
    let mean = numbers.reduce(0, +) / max(1, numbers.count)
    return numbers.reduce(0) { $0 + abs($1 - mean) }
  }

  /// Whether the two upper bytes change each for itself: nothing is carried between them.
  ///
  /// Where the upper one of a number changes, the one below it runs over, and is far away then; or its steps are
  /// so large that it is anywhere.
  func isApart(_ at: Int, kind: NumberField.Kind) -> Bool {
    guard case .integer(let form, _) = kind, form.width > 1 else { return false }
    let upper = form.isBig ? at : at + form.width - 1
    let next = form.isBig ? upper + 1 : upper - 1
    // A checksum beside the only byte that changes goes with it.
    for place in at..<(at + form.width - 1) where table.mirrors(place, place + 1) { return true }
    if isNoLower(next, of: upper) { return true }
    var changes = 0
    var near = 0
    // The one below stays as it is.
    var alone = 0
    var ups = 0
    var lowerChanges = 0
    var lowerUps = 0
    for (one, other) in table.pairs {
      let (a, b) = (table.units[one].bytes, table.units[other].bytes)
      guard a[upper] != b[upper] else {
        if a[next] != b[next] { lowerChanges += 1 }
        if a[next] < b[next] { lowerUps += 1 }
        continue
      }
      changes += 1
      if b[upper] &- a[upper] < 128 { ups += 1 }
      if a[next].distance(to: b[next]).magnitude <= 16 { near += 1 }
      if a[next] == b[next] { alone += 1 }
    }
    // The lower byte of a number changes more often than the upper one: here the order is the other one.
    if changes >= 8, 10 * alone > 9 * changes { return true }
    // That of a clock always goes the same way, perhaps in steps that leave the lower one nearly as it was;
    // while it stands still, the lower one goes that way, too.
    if 20 * max(ups, changes - ups) >= 19 * changes {
      let turns = min(lowerUps, lowerChanges - lowerUps)
      return lowerChanges >= 8 && 4 * turns > lowerChanges
    }
    // Of bytes that are anywhere, an eighth is as near.
    return changes >= 8 && 2 * near > changes || changes >= 4 && 4 * near >= 3 * changes
  }
}
