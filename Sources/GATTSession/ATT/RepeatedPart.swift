import Bytes

/// What a server sends again and again that does not look at the offset of Read Blob Requests.
package struct RepeatedPart: Equatable {
  /// Octets of the part.
  let octets: Int
  /// The first request with an offset has this one, and the last.
  let offsets: ClosedRange<Int>
  let requests: Int

  /// Finds it in the parts of a long read that were joined.
  /// - first: octets of the first part; it may be shorter than the others, where a Read By Type
  /// Response has it.
  /// - requests: how many parts there are.
  /// - isRefused: a further part was refused with Invalid Offset: the value is not as long as what
  /// was joined.
  init?(in value: RawSpan, first: Int, requests: Int, isRefused: Bool) {
    guard requests >= 2, first > 0, value.byteCount > first,
      (value.byteCount - first) % (requests - 1) == 0
    else { return nil }
    let octets = (value.byteCount - first) / (requests - 1)
    guard octets >= first else { return nil }
    for index in first..<value.byteCount {
      let place = (index - first) % octets
      let expected = place < first ? place : first + place
      if value.uint8(at: index) != value.uint8(at: expected) { return nil }
    }
    // Where the first part is shorter, the second one has it all.
    let start = octets == first ? 0 : first
    let part = value.clamped(start, count: octets)
    // An attribute value has at most 512 octets. A value that is the same throughout has equal
    // parts, too.
    let isTooLong = value.byteCount > 512
    guard isTooLong || !Self.repeats(part) || isRefused && !Self.isConstant(part) else {
      return nil
    }
    self.octets = octets
    self.requests = requests
    offsets = first...(first + (requests - 2) * octets)
  }

  private static func isConstant(_ part: RawSpan) -> Bool { repeats(part, every: 1) }

  /// Whether a part consists of equal pieces, as of a table that is empty.
  private static func repeats(_ part: RawSpan) -> Bool {
    (1..<max(2, part.byteCount / 2 + 1)).contains {
      part.byteCount % $0 == 0 && repeats(part, every: $0)
    }
  }

  private static func repeats(_ part: RawSpan, every period: Int) -> Bool {
    guard part.byteCount > period else { return false }
    return (period..<part.byteCount).allSatisfy {
      part.uint8(at: $0) == part.uint8(at: $0 - period)
    }
  }

  /// `the same 22 octets at offsets 22 to 264, so that the rest is not known`
  func writeFinding(to text: inout ByteWriter) {
    text.append("the server ignores the offset of Read Blob Requests, and sends the same ")
    text.append(decimal: octets)
    text.append(" octets at ")
    if offsets.lowerBound == offsets.upperBound {
      text.append("offset ")
    } else {
      text.append("offsets ")
      text.append(decimal: offsets.lowerBound)
      text.append(" to ")
    }
    text.append(decimal: offsets.upperBound)
    text.append("; the rest of the value is not known")
  }

  /// For the timeline.
  func writeNote(to text: inout ByteWriter) {
    text.append("the server ignores the offset, ")
    text.append(decimal: requests)
    text.append(" requests have the same ")
    text.append(decimal: octets)
    text.append(" octets")
  }
}
