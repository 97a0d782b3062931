import BTSnoop
import Bytes
import CommonClock
import Timeline

/// The timeline of the first capture, in which each event says when the other recorders had the same.
struct AlignedTimeline {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    let aligned: AlignedRecorders
    do throws(OutputProblem) {
      try invocation.checkInputs()
      aligned = try invocation.alignedRecorders()
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
    if let code = aligned.refusal() { return code }
    if !invocation.options.quiet, aligned.pairs.contains(where: { $0.alignment.isThinned }) {
      OutputChannel.complain("the captures are long: `seen` is known of a part of the PDUs")
    }
    // What the others show opens the links of the first.
    var first = invocation
    first.files = [invocation.files[0]]
    if aligned.recorders[0].needsKeys {
      first.options.keyCaptures += invocation.files.dropFirst()
    }
    let code = first.runReport(seen: SeenTable(aligned).records(of:))
    return aligned.isDamaged && code == .success ? .failed : code
  }
}

/// Which records of other captures have what a record of the first one has.
struct SeenTable {
  private let aligned: AlignedRecorders
  /// By the records of the first capture, in the order of the captures.
  private var places: [UInt64: [(capture: Int, place: ClockAlignment.Anchor.Place)]] = [:]

  init(_ aligned: AlignedRecorders) {
    self.aligned = aligned
    /// By capture: the record of the first capture of each of its own.
    var origins: [Int: [UInt64: ClockAlignment.Anchor.Place]] = [:]
    for pair in aligned.pairs where pair.alignment.isAligned {
      for anchor in pair.alignment.anchors {
        let origin: ClockAlignment.Anchor.Place
        if pair.first == 0 {
          origin = anchor.first
        } else if let known = origins[pair.first]?[anchor.first.frame] {
          origin = known
        } else {
          continue
        }
        origins[pair.second, default: [:]][anchor.second.frame] = origin
        // A record may have several PDUs.
        var others = places[origin.frame] ?? [(0, origin)]
        if !others.contains(where: {
          $0.capture == pair.second && $0.place.frame == anchor.second.frame
        }) {
          others.append((pair.second, anchor.second))
        }
        places[origin.frame] = others
      }
    }
  }

  func records(of frame: UInt64) -> [SeenRecord] {
    (places[frame] ?? []).map { capture, place in
      let recorder = aligned.recorders[capture]
      let start = recorder.trace.start ?? CaptureTime(seconds: 0, nanoseconds: 0)
      return SeenRecord(
        capture: recorder.name, frame: place.frame,
        time: aligned.placed(
          start.adding(clamped: Int64(exactly: place.time.rounded()) ?? .max), of: capture))
    }
  }
}

extension AlignedRecorders {
  /// Says which captures are not on the clock of the first one; `nil` where all are.
  func refusal() -> ExitCode? {
    guard !areAllPlaced else { return nil }
    for pair in pairs where !pair.alignment.isAligned {
      let why = pair.alignment.refusals.map { $0.sentence(pair) }.joined(separator: "; ")
      let (a, b) = (recorders[pair.first].name, recorders[pair.second].name)
      OutputChannel.complain(
        "\(shown(b)) (\(Self.letter(pair.second))) is not aligned with \(shown(a)) "
          + "(\(Self.letter(pair.first))): \(why)"
          + (pair.alignment.canBeGiven ? "; by hand: --shift or --shift-at" : ""))
    }
    return .failed
  }
}
