import ATTDissector
import BTSnoop
import Bytes

/// One L2CAP channel with credit-based flow control (Vol 3, Part A, 10.1 and 10.2), or, on a BR/EDR
/// link, one for ATT.
package final class DynamicChannel {
  enum State { case open, closing, closed }

  /// Number of the channel in its connection, from 1, in the order of opening.
  package let number: Int
  package let psm: L2CAPServicePSM
  /// The side that requested the channel; its end is the source.
  let asker: Side
  /// The two ends of the channel.
  var ends: PerSide<ChannelEnd>
  var state = State.open
  /// The ATT bearer on it, if it carries ATT.
  package let bearer: Bearer?
  /// Whether its frames have credits; without them it is in a mode of its own.
  let isCreditBased: Bool
  var mode = ChannelMode.basic
  /// Whether each side's configuration was accepted.
  var isConfigured: PerSide<Bool> = PerSide(both: false)

  /// - Parameter isNamed: its events name the channel, since the connection has several bearers.
  init(
    number: Int, psm: L2CAPServicePSM, asker: Side, ends: PerSide<ChannelEnd>, isNamed: Bool = false
  ) {
    self.number = number
    self.psm = psm
    self.asker = asker
    self.ends = ends
    isCreditBased = psm != .att
    bearer =
      switch psm {
      case .enhancedATT: Bearer(channel: number, mtu: 0, isMTUKnown: true, exchangesMTU: false)
      case .att:
        Bearer(channel: isNamed ? number : nil, mtu: 0, isMTUKnown: false, exchangesMTU: false)
      default: nil
      }
    takeMTU()
  }

  var source: ChannelEnd { ends[asker] }
  var destination: ChannelEnd { ends[asker.other] }

  /// Sets the bearer's MTU to that of the channel: the smaller of both (Vol 3, Part F, 3.2.8), and
  /// never below that of its kind (Vol 3, Part G, 5.2.1).
  /// - Returns: whether it changed.
  @discardableResult
  func takeMTU() -> Bool {
    guard let bearer else { return false }
    let before = bearer.mtu
    bearer.clientMTU = source.mtu
    bearer.serverMTU = destination.mtu
    bearer.mtu = max(min(source.mtu, destination.mtu), isCreditBased ? 0 : 48)
    return bearer.mtu != before
  }
}

/// A channel as events report it.
package struct ChannelSummary {
  package struct End {
    var cid: UInt16
    package var mtu: UInt16
    var mps: UInt16
    var credits: Int
    var sdus: Int
    var octets: Int

    fileprivate init(_ end: ChannelEnd) {
      (cid, mtu, mps, credits) = (end.cid, end.mtu, end.mps, end.credits)
      (sdus, octets) = (end.sdus, end.octets)
    }
  }

  /// 0 for a channel that is not followed.
  var number: Int
  var psm: L2CAPServicePSM
  var asker: Side
  var isCreditBased: Bool
  var ends: PerSide<End>

  init(_ channel: DynamicChannel) {
    (number, psm, asker) = (channel.number, channel.psm, channel.asker)
    isCreditBased = channel.isCreditBased
    ends = PerSide(host: End(channel.ends.host), peer: End(channel.ends.peer))
  }

  var source: End { ends[asker] }
  package var destination: End { ends[asker.other] }
}

/// One side's end of a channel: its parameters, and what has arrived there.
struct ChannelEnd {
  let cid: UInt16
  var mtu: UInt16
  var mps: UInt16
  /// K-frames that the other side may still send here.
  var credits: Int
  var sdus = 0
  /// Octets in the SDUs.
  var octets = 0
  var reassembler = SDUReassembler()
  /// The frame that took the last credit, until there are new ones.
  var starved: (frame: UInt64, time: CaptureTime)?
  /// Faults already reported for this end.
  var reported: ChannelFault = []

  init(cid: UInt16, _ terms: ChannelTerms) {
    self.cid = cid
    mtu = terms.mtu
    mps = terms.mps
    credits = Int(terms.credits)
  }
}

/// What a sender on a channel must not do.
package struct ChannelFault: OptionSet {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  static let noCredit = Self(rawValue: 1)
  static let frameTooLong = Self(rawValue: 2)
  static let sduTooLong = Self(rawValue: 4)
  static let creditOverflow = Self(rawValue: 8)
  static let noCredits = Self(rawValue: 16)
}

/// A signalling command that awaits its response.
package struct PendingSignal {
  package enum Content {
    case connect(CreditBasedConnectionRequest)
    case disconnect(ChannelDisconnection)
    case reconfigure(CreditBasedReconfigureRequest)
    // Of BR/EDR links.
    case open(ChannelRequest)
    case configure(ConfigurationRequest)
  }

  var identifier: UInt8
  /// The side that sent the command.
  var side: Side
  var frame: UInt64
  var time: CaptureTime
  var content: Content
}

/// Data on an unknown channel, or on one that is not decoded: only counted.
package struct UndecodedChannel {
  /// Why it is not decoded.
  package enum Reason: Equatable {
    case notDissected, unknown, closed, connectionEnded, mode(ChannelMode)
  }

  var cid: UInt16
  /// The side that sent the data.
  var sender: Side
  var reason: Reason
  var firstFrame: UInt64
  var pdus = 0
  var octets = 0
}

/// The L2CAP channels of one connection, except the decoded fixed ones.
final class ChannelTable {
  /// Closed ones stay until one of their identifiers is reused.
  private(set) var channels: [DynamicChannel] = []
  /// How many were opened.
  private(set) var opened = 0
  private(set) var pending: [PendingSignal] = []
  var undecoded: [UndecodedChannel] = []
  /// Packets of the connection are missing from the capture: credits cannot be counted.
  var hasLoss = false

  /// The channel whose end at a side has the identifier.
  func channel(at side: Side, cid: UInt16) -> DynamicChannel? {
    channels.first { $0.ends[side].cid == cid }
  }

  /// The channel with an end at a side, unless it is closed.
  func open(at side: Side, cid: UInt16) -> DynamicChannel? {
    channels.first { $0.ends[side].cid == cid && $0.state != .closed }
  }

  /// Opens a channel; channels that have its identifiers must be removed first.
  func open(
    _ psm: L2CAPServicePSM, asker: Side, ends: PerSide<ChannelEnd>
  ) -> DynamicChannel {
    opened += 1
    let isNamed = channels.contains { $0.state != .closed && $0.bearer != nil }
    let made = DynamicChannel(
      number: opened, psm: psm, asker: asker, ends: ends, isNamed: isNamed)
    channels.append(made)
    return made
  }

  func remove(_ channel: DynamicChannel) { channels.removeAll { $0 === channel } }

  /// Keeps a command until it is answered.
  /// - Returns: the one it displaces, if any.
  func hold(_ signal: PendingSignal) -> PendingSignal? {
    let known = pending.firstIndex {
      $0.identifier == signal.identifier && $0.side == signal.side
    }
    var givenUp: PendingSignal?
    if let known {
      givenUp = pending.remove(at: known)
    } else if pending.count >= SessionLimits.openSignals {
      givenUp = pending.removeFirst()
    }
    pending.append(signal)
    return givenUp
  }

  /// The command that the other side's response answers.
  func take(
    _ identifier: UInt8, askedBy side: Side,
    where isIt: (PendingSignal.Content) -> Bool = { _ in true }
  ) -> PendingSignal? {
    let known = pending.firstIndex {
      $0.identifier == identifier && $0.side == side && isIt($0.content)
    }
    return known.map { pending.remove(at: $0) }
  }

  /// Whether a command of a side awaits a response with the identifier.
  func waits(_ identifier: UInt8, askedBy side: Side) -> Bool {
    pending.contains { $0.identifier == identifier && $0.side == side }
  }

  /// Forgets the channel that was closed first.
  /// - Returns: whether there was one.
  func forgetClosed() -> Bool {
    guard let index = channels.firstIndex(where: { $0.state == .closed }) else { return false }
    channels.remove(at: index)
    return true
  }
}
