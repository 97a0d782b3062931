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

  /// A K-frame for an end takes a credit.
  /// - Returns: whether there was one.
  func takeCredit(of receiver: Side, frame: UInt64, at time: CaptureTime) -> Bool {
    guard ends[receiver].credits > 0 else { return false }
    ends[receiver].credits -= 1
    if ends[receiver].credits == 0 { ends[receiver].starved = (frame, time) }
    return true
  }

  /// Credits for what an end may receive.
  /// - Returns: what is wrong with them.
  func give(_ credits: UInt16, to receiver: Side) -> ChannelFault? {
    if credits == 0 { return .noCredits }
    ends[receiver].credits += Int(credits)
    ends[receiver].starved = nil
    guard ends[receiver].credits > Int(UInt16.max) else { return nil }
    ends[receiver].credits = Int(UInt16.max)
    return .creditOverflow
  }

  /// How long a receiver may take to read what it has: 10 s, in nanoseconds.
  private static let creditPatience: Int64 = 10_000_000_000

  /// Since when the sender to an end is in the middle of an SDU without credits, and for how many nanoseconds, if that
  /// is long.
  func starvation(
    of receiver: Side, at end: CaptureTime
  ) -> (since: (frame: UInt64, time: CaptureTime), duration: Int64)? {
    guard let starved = ends[receiver].starved, ends[receiver].credits == 0,
      ends[receiver].reassembler.isOpen,
      case let duration = end.nanoseconds(since: starved.time), duration >= Self.creditPatience
    else { return nil }
    return (starved, duration)
  }

  /// What a side's accepted configuration changes.
  struct Configuration {
    var mode: ChannelMode?
    /// Both sides are configured, and the MTU of its bearer is new.
    var hasMTU = false
  }

  /// A configuration that a side has asked for is accepted. The response has the value in use, where it names one.
  func configure(
    _ asker: Side, _ request: ConfigurationRequest, _ response: ConfigurationResponse
  ) -> Configuration {
    var change = Configuration()
    if let mtu = response.options.mtu ?? request.options.mtu { ends[asker].mtu = mtu }
    if let mode = response.options.mode ?? request.options.mode, mode != self.mode {
      self.mode = mode
      change.mode = mode
    }
    guard !request.continues else { return change }
    isConfigured[asker] = true
    guard isConfigured.host, isConfigured.peer, let bearer else { return change }
    let isFirst = !bearer.isMTUKnown
    bearer.isMTUKnown = true
    let isOther = takeMTU()
    change.hasMTU = isFirst || isOther
    return change
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
