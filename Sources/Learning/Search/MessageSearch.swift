import Glibc

/// Looks for messages that are longer than a value.
struct MessageSearch {
  private let values: [LearntValue]
  /// The stretches of one connection.
  private let runs: [Range<Int>]
  private let longest: Int
  static let headers = 12

  /// - values: those that came one after the other.
  init(_ values: [LearntValue]) {
    self.values = values
    var runs: [Range<Int>] = []
    var start = 0
    for index in 0...values.count where index > start {
      guard index == values.count || values[index].connection != values[start].connection else {
        continue
      }
      runs.append(start..<index)
      start = index
    }
    self.runs = runs
    longest = values.map(\.bytes.count).max() ?? 0
  }

  static func run(_ values: [LearntValue]) -> MessageForm? {
    guard values.count >= 6 else { return nil }
    let search = MessageSearch(values)
    guard search.longest >= 2 else { return nil }
    var best: MessageForm?
    for found in [search.lengths(), search.parts(), search.ends()] {
      guard let found, found.evidence.grade == .claim else { continue }
      if let known = best, known.evidence.bits >= found.evidence.bits { continue }
      best = found
    }
    return best
  }

  // MARK: A length in the header

  private struct Walk {
    var starts: [Int] = []
    var sizes: [Int] = []
    var hits = 0
    var left = 0
  }

  private func lengths() -> MessageForm? {
    // Where messages probably start: where a connection does, and after a value that is not full.
    var starters: [Int] = []
    for run in runs {
      for index in run {
        if index == run.lowerBound || values[index - 1].bytes.count < longest {
          starters.append(index)
        }
      }
    }
    guard starters.count >= 3, starters.count < values.count else { return nil }
    let marker = commonStart(starters)
    var best: MessageForm?
    for segments in [marker.isEmpty ? [] : marked(marker), starters] where segments.count >= 3 {
      let sizes = self.sizes(segments)
      for at in 0..<Self.headers {
        for form in [IntegerForm.u8, .u16, .u16be] {
          var rests = Histogram()
          var fields = Histogram()
          for (start, size) in zip(segments, sizes) {
            guard let field = form.read(values[start].bytes, at: at) else { continue }
            rests.add(size - field)
            fields.add(field)
          }
          guard fields.distinct > 1, let (plus, count) = rests.mode, plus >= -4, plus <= 64,
            2 * count >= rests.total, rests.total >= 3
          else { continue }
          guard let found = walk(at, form: form, plus: plus, marker: marker) else { continue }
          if let known = best, known.left <= found.left { continue }
          best = found
        }
      }
      if best != nil { break }
    }
    return best
  }

  /// The bytes that most of these values start with.
  private func commonStart(_ starters: [Int]) -> [UInt8] {
    var start: [UInt8] = []
    while start.count < 4 {
      var next = Histogram()
      for index in starters {
        let bytes = values[index].bytes
        if bytes.count > start.count, bytes.starts(with: start) {
          next.add(Int(bytes[start.count]))
        }
      }
      guard let (byte, count) = next.mode, 10 * count >= 9 * starters.count else { break }
      start.append(UInt8(truncatingIfNeeded: byte))
    }
    // One zero is no sign.
    return start == [0] ? [] : start
  }

  private func marked(_ marker: [UInt8]) -> [Int] {
    values.indices.filter { values[$0].bytes.starts(with: marker) }
  }

  /// How long the stretches from each start to the next are.
  private func sizes(_ starts: [Int]) -> [Int] {
    var sizes: [Int] = []
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1] : values.count
      var size = 0
      for index in start..<end where values[index].connection == values[start].connection {
        size += values[index].bytes.count
      }
      sizes.append(size)
    }
    return sizes
  }

  /// Follows the lengths from the first value to the last: each must lead to the end of a value.
  private func walk(
    _ at: Int, form: IntegerForm, plus: Int, marker: [UInt8]
  ) -> MessageForm? {
    var ends: [Int] = []
    var total = 0
    for value in values {
      total += value.bytes.count
      ends.append(total)
    }
    var walk = Walk()
    var tries = 0
    var spans = 0
    for run in runs {
      var index = run.lowerBound
      while index < run.upperBound {
        let bytes = values[index].bytes
        guard bytes.starts(with: marker), let field = form.read(bytes, at: at),
          field + plus >= at + form.width
        else {
          walk.left += 1
          index += 1
          continue
        }
        tries += 1
        let target = ends[index] - bytes.count + field + plus
        guard let last = place(of: target, ends: ends, range: index..<run.upperBound) else {
          // The last message may be cut off by the end of what was recorded.
          if ends[run.upperBound - 1] < target, walk.hits > 0 {
            tries -= 1
            walk.left += run.upperBound - index
            break
          }
          walk.left += 1
          index += 1
          if tries >= 4, walk.hits * 2 < tries { return nil }
          continue
        }
        walk.hits += 1
        walk.starts.append(index)
        walk.sizes.append(field + plus)
        if last > index { spans += 1 }
        index = last + 1
      }
    }
    guard spans >= 2, walk.hits >= 3, Set(walk.sizes).count > 1 else { return nil }
    let tried = log2(Double(Self.headers * 3 * 72 * 2))
    let evidence = Evidence(
      hits: walk.hits, of: tries, chance: chance(walk, ends: ends), tried: tried)
    guard evidence.grade != nil, walk.left * 20 <= values.count else { return nil }
    return MessageForm(
      framing: .length(at: at, form, plus: plus), start: marker, values: values.count,
      messages: walk.hits, left: walk.left, evidence: evidence)
  }

  private func place(of target: Int, ends: [Int], range: Range<Int>) -> Int? {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < target { low = middle + 1 } else { high = middle }
    }
    return low < range.upperBound && ends[low] == target ? low : nil
  }

  /// How often the length of one message, taken at another, ends with a value, too.
  private func chance(_ walk: Walk, ends: [Int]) -> Double {
    var hits = 0
    var count = 0
    let step = max(1, walk.starts.count / 64)
    for one in stride(from: 0, to: walk.starts.count, by: step) {
      let start = walk.starts[one]
      let from = ends[start] - values[start].bytes.count
      for other in stride(from: 0, to: walk.sizes.count, by: step) where other != one {
        count += 1
        if place(of: from + walk.sizes[other], ends: ends, range: start..<values.count) != nil {
          hits += 1
        }
      }
    }
    return (Double(hits) + 1) / (Double(count) + 2)
  }

  // MARK: Part n of m

  private func parts() -> MessageForm? {
    var best: MessageForm?
    for index in 0..<3 {
      for total in 0..<4 where total != index {
        for first in [0, 1] {
          guard let found = parts(index, total: total, first: first) else { continue }
          if let known = best, known.evidence.bits >= found.evidence.bits { continue }
          best = found
        }
      }
    }
    return best
  }

  private func parts(_ index: Int, total: Int, first: Int) -> MessageForm? {
    let header = max(index, total) + 1
    var hits = 0
    var restarts = 0
    var steps = 0
    var others = 0
    var spans = 0
    var lasts = 0
    var count = 0
    var sizes: Set<UInt8> = []
    for run in runs {
      for place in run {
        let other = values[place].bytes
        guard other.count >= header else {
          others += 1
          continue
        }
        count += 1
        let last = Int(other[total]) - 1 + first
        if Int(other[index]) == last { lasts += 1 }
        guard place > run.lowerBound, values[place - 1].bytes.count >= header else { continue }
        let one = values[place - 1].bytes
        if Int(other[index]) == first {
          restarts += 1
          sizes.insert(one[total])
          if one[total] > 1 { spans += 1 }
          // Where a message begins, the one before must be complete.
          if Int(one[index]) == Int(one[total]) - 1 + first { hits += 1 }
        } else if other[total] == one[total], Int(other[index]) == Int(one[index]) + 1 {
          steps += 1
        } else {
          others += 1
        }
        if steps + others + restarts >= 12, others * 4 > steps + restarts { return nil }
      }
    }
    guard spans >= 2, sizes.count > 1, others * 50 <= count else { return nil }
    // Ends say that the total is one; steps say that the parts are counted.
    let ends = Evidence.tail(restarts, k: hits, p: (Double(lasts) + 1) / (Double(count) + 2))
    guard ends >= Evidence.perhapsBits else { return nil }
    let evidence = Evidence(
      hits: hits + steps, of: restarts + steps + others,
      bits: ends + Evidence.tail(steps + others, k: steps, p: chanceOfStep(index, total: total)),
      tried: log2(24))
    guard evidence.grade != nil else { return nil }
    return MessageForm(
      framing: .parts(index: index, total: total, first: first, header: header), start: [],
      values: values.count, messages: hits + 1, left: others, evidence: evidence)
  }

  /// How often one value could follow another as the next part.
  private func chanceOfStep(_ index: Int, total: Int) -> Double {
    var fits = 0
    var count = 0
    let stride = max(1, values.count / 64)
    for one in Swift.stride(from: 0, to: values.count, by: stride) {
      for other in Swift.stride(from: 0, to: values.count, by: stride) where other != one + 1 {
        let (a, b) = (values[one].bytes, values[other].bytes)
        guard min(a.count, b.count) > max(index, total) else { continue }
        count += 1
        if a[total] == b[total], Int(b[index]) == Int(a[index]) + 1 { fits += 1 }
      }
    }
    return (Double(fits) + 1) / (Double(count) + 2)
  }

  // MARK: An end byte

  /// A message ends with the value that ends with a byte which is nowhere else. Only where all values
  /// but the last of a message are full: otherwise it is a byte at the end of values.
  private func ends() -> MessageForm? {
    var last = Histogram()
    var short = 0
    for value in values where value.bytes.count < longest {
      short += 1
      if let byte = value.bytes.last { last.add(Int(byte)) }
    }
    guard short >= 4, short < values.count, let (end, hits) = last.mode else { return nil }
    let mark = UInt8(truncatingIfNeeded: end)
    var inside = 0
    var atEnd = 0
    var all = 0
    var first = Histogram()
    var fullOpen = 0
    var isStart = true
    var connection = Int.min
    for value in values {
      if value.connection != connection { isStart = true }
      connection = value.connection
      guard let ending = value.bytes.last, let beginning = value.bytes.first else { continue }
      if isStart { first.add(Int(beginning)) }
      all += value.bytes.count
      for byte in value.bytes.dropLast() where byte == mark { inside += 1 }
      if ending == mark { atEnd += 1 } else if value.bytes.count == longest { fullOpen += 1 }
      isStart = ending == mark
    }
    guard atEnd >= 4, fullOpen >= 2, inside * 50 <= atEnd else { return nil }
    // By chance the byte stands at an end as often as any byte does.
    let share = Double(values.count) / Double(max(1, all))
    let evidence = Evidence(
      hits: min(hits, atEnd), of: max(short, hits + inside),
      chance: max(share, Double(last.total - hits) / Double(max(1, last.total)) * share),
      tried: log2(256))
    guard evidence.grade != nil, let (start, starts) = first.mode else { return nil }
    var begins: UInt8? =
      Double(starts) >= Evidence.share * Double(first.total) && starts >= 4
      ? UInt8(truncatingIfNeeded: start) : nil
    if begins == mark { begins = nil }
    return MessageForm(
      framing: .ends(start: begins, end: mark, escape: nil),
      start: begins.map { [$0] } ?? [], values: values.count, messages: atEnd, left: 0,
      evidence: evidence)
  }
}

extension MessageForm {
  /// Whether a declaration can say how values are joined.
  var isDeclarable: Bool {
    guard case .checked(let join) = framing else { return true }
    return join.isDeclarable
  }

  /// Joins values to messages; what belongs to none is left out.
  package func joined(_ values: [LearntValue]) -> [LearntValue] {
    if case .checked(let join) = framing { return join.joined(values) }
    var messages: [LearntValue] = []
    var open: LearntValue?
    var wanted = 0
    for value in values {
      if let part = open, part.connection != value.connection { open = nil }
      switch framing {
      case .length(let at, let form, let plus):
        if open == nil {
          guard value.bytes.starts(with: start), let field = form.read(value.bytes, at: at) else {
            continue
          }
          wanted = field + plus
        }
        append(value, bytes: value.bytes[...], to: &open)
        guard let message = open, message.bytes.count >= wanted else { continue }
        if message.bytes.count == wanted { messages.append(message) }
        open = nil
      case .ends(let start, let end, let escape):
        if open == nil, let start, value.bytes.first != start { continue }
        append(value, bytes: value.bytes[...], to: &open)
        guard value.bytes.last == end, var message = open else { continue }
        if let escape {
          // A start that is the end, too, ends nothing alone.
          guard message.bytes.count > 1, !escape.coversLast(of: message.bytes) else { continue }
          message.bytes = escape.undone(message.bytes)
        }
        messages.append(message)
        open = nil
      case .checked: break
      case .parts(let index, let total, let first, let header):
        guard value.bytes.count >= header else { continue }
        let part = Int(value.bytes[index])
        if part == first { open = nil } else if open == nil { continue }
        append(value, bytes: value.bytes[header...], to: &open)
        guard part >= Int(value.bytes[total]) - 1 + first, let message = open else { continue }
        messages.append(message)
        open = nil
      }
    }
    return messages
  }

  private func append(
    _ value: LearntValue, bytes: ArraySlice<UInt8>, to open: inout LearntValue?
  ) {
    guard open != nil else {
      open = value
      open?.bytes = Array(bytes)
      return
    }
    // A message is bounded as in a declaration.
    guard (open?.bytes.count ?? 0) + bytes.count <= 64 << 10 else {
      open = nil
      return
    }
    open?.bytes += bytes
  }
}
