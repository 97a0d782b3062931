import BTSnoop
import CommonClock

/// Pairs of captures whose PDUs do not all fit into memory: which records of them are one is in files.
struct LongPairs: Sendable {
  private struct Pair: Sendable {
    var first: Int
    var second: Int
    var anchors: AnchorSpool
  }

  private var pairs: [Pair] = []

  /// Compares all PDUs of those of which only a part was compared.
  init(_ aligned: AlignedRecorders) {
    for pair in aligned.comparedPairs where pair.alignment.isAligned && pair.alignment.isThinned {
      let anchors = AnchorSpool()
      let isWhole = pair.alignment.forEachAnchor(
        aligned.recorders[pair.first].trace, aligned.recorders[pair.second].trace
      ) { anchors.add($0) }
      guard isWhole, anchors.isWhole else { continue }
      pairs.append(Pair(first: pair.first, second: pair.second, anchors: anchors))
    }
  }

  var isEmpty: Bool { pairs.isEmpty }

  func has(_ pair: AlignedRecorders.Pair) -> Bool {
    pairs.contains { $0.first == pair.first && $0.second == pair.second }
  }

  /// What a record of a capture is known to be one with: for each pair, both places, its own one first.
  func partners(
    _ frame: UInt64, of capture: Int,
    _ body: (_ own: ClockAlignment.Anchor.Place, _ its: ClockAlignment.Anchor.Place, _ of: Int) ->
      Void
  ) {
    for pair in pairs where pair.first == capture || pair.second == capture {
      let isFirst = pair.first == capture
      guard let anchor = pair.anchors.anchor(of: frame, isFirst: isFirst) else { continue }
      if isFirst {
        body(anchor.first, anchor.second, pair.second)
      } else {
        body(anchor.second, anchor.first, pair.first)
      }
    }
  }
}
