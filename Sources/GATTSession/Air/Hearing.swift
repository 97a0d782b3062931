import BTSnoop
import Bytes

/// What the recorder of a connection may have missed, for those who only see what it has heard.
///
/// A host's log has everything of its connections, but for what the recorder says that it dropped. A sniffer misses
/// packets without saying so, and cannot read what it has no key for.
package struct Hearing {
  private let link: LinkLayerLink?

  init(_ link: LinkLayerLink?) { self.link = link }

  /// One of the two sides has recorded it.
  package var isOfHost: Bool { link == nil }
  /// A sniffer has.
  package var isOnAir: Bool { link != nil }
  /// Whether something of the connection cannot be read: what was not seen may have happened.
  package var hides: Bool { link?.encryption.hides == true }
  /// The times go back again and again: lengths mean nothing.
  package var timesFail: Bool { link?.timing.timesFail == true }
  /// An update of the connection's parameters waits for its instant: what is missed meanwhile is not noticed.
  var awaitsUpdate: Bool { link?.timing.update != nil }

  /// How much was heard so far; `nil` for a host's log.
  var mark: HearingMark? { link?.mark }

  /// Whether all was heard that a side sent since.
  func isWhole(_ side: Side, since then: HearingMark?) -> Bool {
    guard let link else { return true }
    return then.map { link.mark.sides[side].isWhole(since: $0.sides[side]) } ?? false
  }

  /// Whether at least of one side everything was heard that may be a request or a response.
  func isWholeOfOne(since then: HearingMark) -> Bool {
    guard let link else { return true }
    let now = link.mark
    return Side.allCases.contains {
      now.sides[$0].isWhole(since: then.sides[$0]) || link.flows.isRecorder($0)
    }
  }

  /// Whether the answer of a server would have been heard, had it come since.
  /// - interval: of the connection, in nanoseconds; 0 where it is not known.
  func hasAnswers(of server: Side, since then: HearingMark?, interval: Int64) -> Bool {
    guard let link else { return true }
    let unit = interval * Int64(link.timing.subrate)
    return unit > 0 && link.timing.turns.watch.isSure(unit) && link.hasHeardAll(server, since: then)
  }

  /// Whether a side has sent something after a frame that cannot be read.
  func hidesSome(of side: Side, after frame: UInt64) -> Bool {
    link.map { $0.encryption.lastUnreadable[side] > frame } ?? false
  }

  /// What was heard shows that something was not.
  func noteLoss() { link?.flows.noteLoss() }
}

extension Connection {
  package var hearing: Hearing { Hearing(link) }
}

extension LinkLayerLink {
  var mark: HearingMark { flows.mark(of: timing) }

  /// Whether the capture has everything that was sent since, and something of the server. While an interval
  /// change is pending, missed connection events go unnoticed.
  func hasHeardAll(_ server: Side, since then: HearingMark?) -> Bool {
    let now = mark
    guard timing.update == nil, let then, then.isKnown, now.isKnown else { return false }
    return now.sides.host.isWhole(since: then.sides.host)
      && now.sides.peer.isWhole(since: then.sides.peer)
      && now.updates == then.updates && now.sides[server].packets > then.sides[server].packets
  }
}

/// How much of a connection was heard by some time.
struct HearingMark {
  let sides: PerSide<OneSide>
  /// Announced changes of the interval so far.
  let updates: UInt64
  /// How many connection events were not heard.
  let missingEvents: Int
  /// It was known what both had sent last.
  let isKnown: Bool

  /// How often something of either side was missed, or may have been.
  var losses: UInt64 { sides.host.losses &+ sides.peer.losses }

  /// What was heard of one side.
  struct OneSide {
    /// Packets with a good CRC.
    let packets: UInt64
    /// How often something was missed, or may have been.
    let losses: UInt64
    /// Losses that something other than sequence numbers shows.
    let gaps: UInt64
    /// How often a packet was not heard that the other side's shows.
    let unheard: Int
    /// Whether the link sets sequence numbers; if they are always 0, they show no loss.
    let hasNumbers: Bool
    /// Where empty PDUs are left out on purpose, nothing is missing.
    let hasEmptyPDUs: Bool

    /// Whether everything was heard since. Sequence numbers show only some of it: after one packet that was
    /// missed, a second empty one may look like the first.
    func isWhole(since then: OneSide) -> Bool {
      (hasNumbers ? losses == then.losses : gaps == then.gaps)
        && (!hasEmptyPDUs || unheard == then.unheard)
    }
  }
}
