import Bytes
import Vocabulary

/// The message under way in the values of one characteristic, in one direction, on one connection.
///
/// Bounded: a message has at most `maximumSize` octets in `maximumValues` values, and each octet is
/// searched once.
package struct MessageStream: Sendable {
  package static let maximumSize = 65536
  package static let maximumValues = 4096
  /// Messages of one value that are decoded; the others are only counted.
  static let maximumOfValue = 32
  /// What one takes besides its octets.
  private static let ownSize = 128

  package let handle: UInt16
  package let isWrite: Bool
  /// The recording host sends it; on the air, the central.
  package let isSent: Bool
  /// What was lost on the connection when its last value came.
  package var losses: UInt64 = 0
  /// The message so far.
  private var bytes: [UInt8] = []
  /// The records of its values.
  package private(set) var frames: [UInt64] = []
  /// Its length, once its header is there.
  package private(set) var wanted: Int?
  /// Octets that hold no end.
  private var searched = 0
  /// All that is there is an end that may be the next start, too.
  private var isBetween = false

  package init(handle: UInt16, isWrite: Bool, isSent: Bool) {
    self.handle = handle
    self.isWrite = isWrite
    self.isSent = isSent
  }

  package func isSame(as other: MessageStream) -> Bool {
    handle == other.handle && isWrite == other.isWrite && isSent == other.isSent
  }

  /// An empty one for the same values.
  package var fresh: MessageStream {
    MessageStream(handle: handle, isWrite: isWrite, isSent: isSent)
  }

  package var octets: Int { bytes.count }
  package var isEmpty: Bool { frames.isEmpty }
  /// A message has begun.
  package var isOpen: Bool { !frames.isEmpty && !isBetween }
  /// Memory that it holds.
  package var heldOctets: Int {
    bytes.capacity + MemoryLayout<UInt64>.stride * frames.capacity + Self.ownSize
  }

  package mutating func removeAll() {
    bytes = []
    frames = []
    wanted = nil
    searched = 0
    isBetween = false
  }
}

/// What a value has of messages.
struct MessageOutcome {
  /// Complete ones, as the fields see them; not more than `maximumOfValue`.
  private(set) var messages: [[UInt8]] = []
  /// All complete ones.
  private(set) var count = 0
  /// The records of the first of them.
  var frames: [UInt64] = []
  /// Octets that belong to no message.
  var outside = 0
  /// Octets of messages that were given up.
  var dropped = 0
  var problem: Problem?

  enum Problem {
    case tooLong, badLength, withoutFirst, cutHeader, anotherStart

    var words: StaticString {
      switch self {
      case .tooLong: "a message of more than 65536 bytes or 4096 values"
      case .badLength: "no message has such a length"
      case .withoutFirst: "the first part of the message is missing"
      case .cutHeader: "too short for the header of a part"
      case .anotherStart: "a message begins before the end of another"
      }
    }
  }

  /// - frames: of the message.
  mutating func add(_ message: [UInt8], frames: [UInt64]) {
    if count == 0 { self.frames = frames }
    count += 1
    if messages.count < MessageStream.maximumOfValue { messages.append(message) }
  }
}

extension MessageStream {
  /// Joins the octets of a value; for a form with headers, those after it.
  mutating func take(
    _ value: RawSpan, of frame: UInt64, form: MessageFraming, part: (first: Bool?, last: Bool)?,
    into outcome: inout MessageOutcome
  ) {
    if let part {
      takePart(
        value, frame: frame, isFirst: part.first ?? frames.isEmpty, isLast: part.last,
        into: &outcome)
      return
    }
    if frames.count >= Self.maximumValues { giveUp(.tooLong, into: &outcome) }
    if form.kind == .begun, !canFollow(value, form: form, into: &outcome) { return }
    frames.append(frame)
    bytes.append(contentsOf: value.copy())
    var place = 0
    while place < bytes.count, takeNext(&place, frame: frame, form: form, into: &outcome) {}
    if place > 0 {
      // What is left is of this value.
      bytes.removeFirst(min(place, bytes.count))
      searched = max(0, searched - place)
      frames = [frame]
    }
    if bytes.isEmpty { removeAll() }
    isBetween = form.sharesEnds && bytes.count == form.start.count
  }

  /// - Returns: whether there may be more; `place` has moved past what was taken.
  private mutating func takeNext(
    _ place: inout Int, frame: UInt64, form: MessageFraming, into outcome: inout MessageOutcome
  ) -> Bool {
    switch form.kind {
    case .length: takeCounted(&place, frame: frame, form: form, into: &outcome)
    case .begun: takeBegun(&place, frame: frame, form: form, into: &outcome)
    default: takeDelimited(&place, frame: frame, form: form, into: &outcome)
    }
  }

  private mutating func giveUp(
    _ problem: MessageOutcome.Problem, into outcome: inout MessageOutcome
  ) {
    outcome.problem = problem
    outcome.dropped += bytes.count
    removeAll()
  }

  private mutating func takePart(
    _ value: RawSpan, frame: UInt64, isFirst: Bool, isLast: Bool,
    into outcome: inout MessageOutcome
  ) {
    if isFirst {
      if !frames.isEmpty { giveUp(.anotherStart, into: &outcome) }
    } else if frames.isEmpty {
      outcome.problem = .withoutFirst
      outcome.outside += value.byteCount
      return
    }
    guard frames.count < Self.maximumValues, bytes.count + value.byteCount <= Self.maximumSize
    else {
      outcome.outside += value.byteCount
      giveUp(.tooLong, into: &outcome)
      return
    }
    frames.append(frame)
    bytes.append(contentsOf: value.copy())
    guard isLast else { return }
    outcome.add(bytes, frames: frames)
    removeAll()
  }

  /// Moves `place` to where a message begins.
  /// - Returns: whether its start, or as much of it as there is, stands there.
  private func find(_ start: [UInt8], place: inout Int, into outcome: inout MessageOutcome) -> Bool
  {
    while place < bytes.count {
      var length = 0
      while length < start.count, place + length < bytes.count,
        bytes[place + length] == start[length]
      {
        length += 1
      }
      if length == start.count || place + length == bytes.count { return true }
      outcome.outside += 1
      place += 1
    }
    return false
  }

  // MARK: A length

  /// - Returns: whether a message is complete; `place` is after it.
  private mutating func takeCounted(
    _ place: inout Int, frame: UInt64, form: MessageFraming, into outcome: inout MessageOutcome
  ) -> Bool {
    let header = max(form.length.header, form.start.count)
    while wanted == nil {
      guard find(form.start, place: &place, into: &outcome), bytes.count - place >= header else {
        return false
      }
      let length = form.length.length(in: bytes, from: place)
      if length >= header, length <= Self.maximumSize {
        wanted = length
      } else {
        outcome.problem = .badLength
        // Perhaps this was no start.
        let left = form.start.isEmpty ? bytes.count - place : 1
        outcome.outside += left
        place += left
      }
    }
    guard let length = wanted, bytes.count - place >= length else { return false }
    outcome.add(Array(bytes[place..<place + length]), frames: place == 0 ? frames : [frame])
    place += length
    wanted = nil
    return true
  }

  // MARK: Ways to begin

  /// Whether a value begins a message or continues one. What does neither is left as it is: others use
  /// the same UUID for other things.
  private mutating func canFollow(
    _ value: RawSpan, form: MessageFraming, into outcome: inout MessageOutcome
  ) -> Bool {
    let begins = form.starts.contains {
      value.clamped(0, count: $0.octets.count).equals($0.octets.rawBytes)
    }
    // The sender was interrupted, and starts over.
    if begins, !frames.isEmpty { giveUp(.anotherStart, into: &outcome) }
    return begins || !frames.isEmpty
  }

  /// - Returns: whether a message is complete; `place` is after it.
  private mutating func takeBegun(
    _ place: inout Int, frame: UInt64, form: MessageFraming, into outcome: inout MessageOutcome
  ) -> Bool {
    if wanted == nil {
      let rest = bytes[place...]
      guard let start = form.starts.first(where: { rest.starts(with: $0.octets) }) else {
        // The beginning of a start, after a message, is completed by the next value.
        if form.starts.contains(where: { $0.octets.starts(with: rest) }) { return false }
        outcome.outside += rest.count
        place = bytes.count
        return false
      }
      guard rest.count >= start.length.header else { return false }
      let length = start.length.length(in: bytes, from: place)
      guard length >= max(start.length.header, start.octets.count), length <= Self.maximumSize
      else {
        outcome.problem = .badLength
        outcome.outside += rest.count
        place = bytes.count
        return false
      }
      wanted = length
    }
    guard let length = wanted, bytes.count - place >= length else { return false }
    outcome.add(Array(bytes[place..<place + length]), frames: place == 0 ? frames : [frame])
    place += length
    wanted = nil
    return true
  }

  // MARK: A start and an end

  /// - Returns: whether there may be more; `place` is after a message, or after an end without one.
  private mutating func takeDelimited(
    _ place: inout Int, frame: UInt64, form: MessageFraming, into outcome: inout MessageOutcome
  ) -> Bool {
    guard find(form.start, place: &place, into: &outcome) else { return false }
    var inner = place + form.start.count
    var index = max(inner, searched)
    while index + form.end.count <= bytes.count {
      if form.escape == .plain, bytes[index] == form.escapeOctet {
        // The octet after it is no end, even if it looks like one.
        guard index + 1 < bytes.count else { break }
        index += 2
        continue
      }
      if form.showsLostEnds, bytes[index] == form.start[0] {
        outcome.problem = .anotherStart
        outcome.dropped += index - place
        place = index
        inner = index + 1
      } else if bytes[index..<index + form.end.count].elementsEqual(form.end) {
        let after = index + form.end.count
        if index > inner || form.keepsEnds && !form.sharesEnds {
          let message = form.keepsEnds ? bytes[place..<after] : bytes[inner..<index]
          outcome.add(unescaped(message, form: form), frames: place == 0 ? frames : [frame])
        }
        // An end may be the start of the next.
        place = form.sharesEnds ? index : after
        searched = after
        return true
      }
      index += 1
    }
    searched = index
    if bytes.count - place > Self.maximumSize {
      outcome.problem = .tooLong
      outcome.dropped += bytes.count - place
      place = bytes.count
    }
    return false
  }

  private func unescaped(_ octets: ArraySlice<UInt8>, form: MessageFraming) -> [UInt8] {
    guard form.escape != .none else { return Array(octets) }
    var plain: [UInt8] = []
    plain.reserveCapacity(octets.count)
    var isEscaped = false
    for octet in octets {
      if isEscaped {
        plain.append(form.unescaped(octet))
        isEscaped = false
      } else if octet == form.escapeOctet {
        isEscaped = true
      } else {
        plain.append(octet)
      }
    }
    return plain
  }
}
