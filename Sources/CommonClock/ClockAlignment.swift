import ATTDissector
import BTSnoop

/// How the clock of one recorder is put on that of another one, or why it is not.
package struct ClockAlignment: Sendable {
  /// Why no line is accepted.
  package enum Refusal: Equatable, Sendable {
    /// One of the captures has nothing that can be compared; `first`: it is the first one.
    case nothingToCompare(isFirst: Bool)
    /// Its times are centuries apart, so that they are no longer told apart.
    case timesTooFarApart(isFirst: Bool)
    /// One of the captures has packets of hosts and of the air.
    case mixed(isFirst: Bool)
    /// A part of the PDUs was kept, and those of the two captures cannot be compared.
    case tooLong
    case nothingInCommon
    /// The evidence in bits, and how much is needed.
    case little(bits: Double, of: Double)
    /// So few PDUs in so many nanoseconds would also fit elsewhere.
    case short(anchors: Int, length: Double)
    /// Another line explains this part of it, from 0 to 1.
    case ambiguous(Double)
    /// The part of what both recorders must have that both have.
    case missing(Double)
    /// PDUs that would be received before they are sent.
    case reversed(Int, of: Int)
    /// The part of what the host received that came soon after it was on the air.
    case late(Double)
    /// What was sent and what was received leave room, in nanoseconds, in which no connection event was.
    case loose(Double)
    /// The connection that would be one began with other parameters, by its number in the first capture.
    case otherParameters(Int32)
  }

  /// A line, in the time in which it holds.
  struct Piece: Sendable {
    /// Nanoseconds since the first record of the second capture.
    var span: ClosedRange<Double>
    var line: ClockLine
    /// When it took over from the line before it; `nil`: somewhere between both.
    var change: ClosedRange<Double>?
  }

  /// Two connections that are one.
  package struct Link: Equatable, Sendable {
    package var first: Int32
    package var second: Int32
    /// The PDUs that both captures have of it.
    package var anchors: Int
  }

  /// A PDU that both captures have: in each, the record with its last part.
  package struct Anchor: Sendable {
    package struct Place: Sendable {
      package var frame: UInt64
      /// Nanoseconds since the first record of the capture.
      package var time: Double
      package var place: Sighting.Place
    }

    package var first: Place
    package var second: Place
    /// Neither could have another partner. Of lengths side by side, nothing may tell which is which.
    package var isCertain = true
  }

  /// A change of one clock against the other.
  package struct Jump: Sendable {
    /// The last anchor that is sure to be before it and the first one after it: nanoseconds since the first record of
    /// the second capture.
    package var span: ClosedRange<Double>
    /// Where the line changes.
    package var time: Double
    /// Nanoseconds.
    package var size: Double
  }

  package internal(set) var refusals: [Refusal] = []
  /// In the order of time; at least one where it is aligned.
  var pieces: [Piece] = []
  /// Between the first records of both captures, in nanoseconds.
  var starts: Int64 = 0
  /// PDUs that both captures have, in the order of the second one.
  package internal(set) var anchors: [Anchor] = []
  /// The anchors whose two PDUs can only be one.
  package var certainAnchors: some Sequence<Anchor> { anchors.lazy.filter(\.isCertain) }
  /// The number of anchors that may pair two different PDUs.
  package var uncertain: Int { anchors.count { !$0.isCertain } }
  package internal(set) var links: [Link] = []
  /// The most by which a time can be wrong, in nanoseconds; `nil`: nothing bounds it from one side.
  package internal(set) var error: Double?
  /// How rare it is that so much fits by chance, in bits.
  package internal(set) var bits = 0.0
  /// What another line explains of it, from 0 to 1.
  package internal(set) var rival = 0.0
  /// The time from the first to the last anchor, in nanoseconds.
  package internal(set) var length = 0.0
  /// Only lengths, directions and times were compared, at least of a part.
  package internal(set) var isOfLengths = false
  package internal(set) var isOfAdvertisements = false
  /// Both are logs of one host, which has each PDU once: there is no way between them.
  package internal(set) var isOfOneHost = false
  /// The user gave the line.
  package internal(set) var isGiven = false
  package internal(set) var jumps: [Jump] = []
  /// Not all PDUs were compared, of a long capture.
  package internal(set) var isThinned = false

  package var isAligned: Bool { refusals.isEmpty && !pieces.isEmpty }

  /// The line with the longest time.
  private var main: Piece? {
    pieces.max {
      $0.span.upperBound - $0.span.lowerBound < $1.span.upperBound - $1.span.lowerBound
    }
  }

  /// Parts per million by which the second clock is slow.
  package var drift: Double { (main?.line.slope ?? 0) * 1e6 }

  /// Nanoseconds to add to the time of the first record of the second capture.
  package var offset: Int64 { shift(at: 0) }

  /// The probability that so much fits by chance, at most; what PDUs have to do with each other allows to claim no
  /// less.
  package var chance: Double { max(1e-12, exp2(-bits)) }

  /// Nanoseconds to add to a time of the second capture.
  /// - time: in nanoseconds since its first record.
  package func shift(at time: Double) -> Int64 {
    guard let piece = piece(at: time) else { return 0 }
    let shift = piece.line(time)
    guard shift.isFinite, abs(shift) < 9e18 else { return starts }
    let (sum, overflow) = starts.addingReportingOverflow(Int64(shift.rounded()))
    return overflow ? starts : sum
  }

  /// A time of the second capture on the clock of the first, both in nanoseconds since their first records.
  func first(_ time: Double) -> Double { piece(at: time)?.line.there(time) ?? time }

  /// A time of the first capture on the clock of the second.
  func second(_ time: Double) -> Double {
    let piece = pieces.last { $0.line.there($0.span.lowerBound) <= time } ?? pieces.first
    return piece?.line.back(time) ?? time
  }

  /// The last piece that begins, halfway from the one before it, by a time.
  private func piece(at time: Double) -> Piece? {
    guard pieces.count > 1 else { return pieces.first }
    var chosen = pieces.first
    for (before, piece) in zip(pieces, pieces.dropFirst())
    where (before.span.upperBound + piece.span.lowerBound) / 2 <= time {
      chosen = piece
    }
    return chosen
  }
}

import Glibc

extension ClockAlignment {
  /// A line that the user gives: only the offset, in nanoseconds.
  package init(shift: Int64, _ first: RecorderTrace, _ second: RecorderTrace) {
    // In whole nanoseconds: a number of years has no room for them in a floating-point number.
    starts = shift
    pieces = [Piece(span: 0...max(0, second.length), line: ClockLine(anchor: 0, offset: 0))]
    isGiven = true
  }

  static func starts(_ first: RecorderTrace, _ second: RecorderTrace) -> Int64 {
    guard let one = first.start, let other = second.start else { return 0 }
    return one.nanoseconds(since: other)
  }
}
