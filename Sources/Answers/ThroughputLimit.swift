import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// What limits how fast values go over a connection, and what its link could carry.
struct ThroughputLimit {
  enum Cause: String {
    /// Each value waits for an answer.
    case answers
    case credits
    /// What the controllers send in an event.
    case packets
    /// This host sends no more.
    case sender
    case mtu
    case dataLength = "data_length"
    /// The interval and the PHY.
    case link
  }

  let cause: Cause
  /// One sentence.
  var text: String
  /// Milliseconds.
  var interval: Double
  /// Octets of values that fit into one connection event.
  var octetsPerEvent: Int
  var phy: RadioPHY

  /// Octets of values a second.
  var possible: Int { Int(Double(octetsPerEvent) * 1000 / interval) }

  /// Octets of an ATT notification or command before the value.
  fileprivate static let attHeader = 3
  /// Octets of a data channel PDU's header.
  private static let pduHeader = 2

  /// Fewer values in a second meet no limit.
  private static let fewest = 20

  /// The limit of the second in which one side sent most; `nil` where too little was sent in it, or the link is
  /// not known.
  init?(_ tally: ConnectionTally) {
    let connection = tally.connection
    let seconds = tally.throughput.busiest
    let side: Side = seconds.host.octets >= seconds.peer.octets ? .host : .peer
    let busiest = seconds[side]
    guard connection.transport == .le, busiest.values >= Self.fewest,
      let interval = busiest.interval, let length = busiest.length, connection.bearer.isMTUKnown,
      !connection.hearing.hides
    else { return nil }
    self.interval = interval
    phy = length.phy
    let payload = length.effective
    let codings = Codings(connection.link, side)
    let mtu = Int(connection.bearer.mtu)
    let check = connection.encryption.wasOn ? DataChannelPDUHeader.micSize : 0
    octetsPerEvent = Self.octetsPerEvent(
      mtu: mtu, payload: payload, check: check, interval: interval, phy: phy, codings: codings)
    // A transfer may fill a part of the second.
    var span = 1000.0
    if let first = busiest.first, let last = busiest.last {
      span = min(span, Double(max(0, last.nanoseconds(since: first))) / 1e6 + interval)
    }
    let events = max(1, span / interval)
    // With values as long as those that were sent.
    let fit = Self.octetsPerEvent(
      mtu: min(mtu, busiest.largest + Self.attHeader), payload: payload, check: check,
      interval: interval, phy: phy, codings: codings)

    var sentence = ByteWriter(capacity: 256)
    if busiest.waiting * 2 > busiest.values {
      cause = .answers
      sentence.append("each value waits for an answer, ")
      sentence.append(number: span / Double(busiest.values), decimals: 1)
      sentence.append(" ms a value at an interval of ")
      sentence.append(number: interval)
      sentence.append(" ms; write commands and notifications do not wait")
    } else if Double(busiest.octets) < Double(fit) * events * 0.7,
      Double(busiest.waited) > span * 0.5e6, busiest.meanwhile * 10 < busiest.values
    {
      cause = .answers
      sentence.append(
        connection.hearing.isOfHost
          ? "answers, for which this host waits " : "answers, for which the central waits ")
      sentence.append(decimal: min(100, Int(Double(busiest.waited) / span / 1e4)))
      sentence.append(" % of the time, and sends nothing meanwhile: ")
      Self.append(rate: busiest, events: events, interval: interval, fit: fit, to: &sentence)
    } else if Double(busiest.octets) < Double(fit) * events * 0.7 {
      // The link is not full: what is sent in an event is the sender's choice, or the controllers'.
      let buffers = side == .host ? connection.traffic.buffers : nil
      cause = Self.cause(busiest, events: events, buffers: buffers)
      switch cause {
      case .credits:
        sentence.append("the credits of the controller: it takes ")
        sentence.append(grouped: UInt64(buffers ?? 0), "packet")
        sentence.append(" of this host at a time; ")
      case .sender: sentence.append("this host, whose controller has room for more: ")
      case .packets where buffers != nil:
        sentence.append("the controllers, for which this host waits: ")
      default: sentence.append("not the link: ")
      }
      Self.append(rate: busiest, events: events, interval: interval, fit: fit, to: &sentence)
    } else if busiest.largest >= mtu - Self.attHeader, mtu < Self.short {
      cause = .mtu
      sentence.append("the MTU of ")
      sentence.append(decimal: mtu)
      sentence.append(", which values fill")
      Self.append(
        better: interval, mtu: Self.longMTU, check: check, phy: phy, codings: codings, to: &sentence
      )
    } else if busiest.largest + Self.attHeader + L2CAPHeader.size > payload, payload < Self.short {
      cause = .dataLength
      sentence.append("the data length of ")
      sentence.append(decimal: payload)
      sentence.append(" octets, which splits values")
      Self.append(
        better: interval, mtu: mtu, check: check, phy: phy, codings: codings, to: &sentence)
    } else {
      cause = .link
      sentence.append("the link: ")
      sentence.append(decimal: fit)
      sentence.append(" octets of values fit into an event of ")
      sentence.append(number: interval)
      sentence.append(" ms")
      if phy != .le2M {
        var fast = length
        fast.phy = .le2M
        let octets = Self.octetsPerEvent(
          mtu: min(mtu, busiest.largest + Self.attHeader), payload: fast.effective, check: check,
          interval: interval, phy: .le2M, codings: codings)
        sentence.append("; on LE 2M up to ")
        sentence.append(grouped: UInt64(Double(octets) * 1000 / interval))
        sentence.append(" octets a second")
      }
    }
    if length.isLimitedByTime {
      sentence.append("; PDUs have ")
      length.write(to: &sentence)
      sentence.append("; a value of ")
      sentence.append(decimal: busiest.largest)
      sentence.append(" takes ")
      sentence.append(busiest.pdus(of: payload), "PDU")
    }
    text = sentence.string
  }

  /// The coding indicators of both sides on LE Coded; 0, for S=8, where they are not known.
  struct Codings {
    var sender: UInt8 = 0
    var other: UInt8 = 0

    init() {}
    init(_ link: LinkLayerLink?, _ side: Side) {
      sender = link?.timing.phys.codingIndicators[side] ?? 0
      other = link?.timing.phys.codingIndicators[side.other] ?? 0
    }
  }

  /// Who sends no more in an event.
  /// - Parameters:
  ///   - events: connection events in that time.
  ///   - buffers: packets of this host that its controller takes; `nil` where that is not known, or
  ///     the peer sends.
  private static func cause(
    _ busiest: Throughput.Second, events: Double, buffers: Int?
  ) -> Cause {
    guard let buffers else { return .packets }
    // Of what fills the controller in an event, only the last value finds it full.
    guard Double(busiest.full) >= events * 0.5 else { return .sender }
    // What is sent in an event makes room for as much, which goes out in the next one.
    return Double(busiest.values) >= Double(buffers) * events * 0.7 ? .credits : .packets
  }

  /// What was sent in an event, and what fits into one.
  private static func append(
    rate busiest: Throughput.Second, events: Double, interval: Double, fit: Int,
    to text: inout ByteWriter
  ) {
    text.append(number: Double(busiest.values) / events, decimals: 1)
    text.append(" values an event of ")
    text.append(number: interval)
    text.append(" ms, where ")
    text.append(decimal: fit / max(1, busiest.largest))
    text.append(" of ")
    text.append(decimal: busiest.largest)
    text.append(" octets fit")
  }

  /// An MTU or data length that more would help, and those that fill a PDU of the longest data length.
  private static let short = 100
  private static let longMTU = 247
  private static let longPayload = 251

  private static func append(
    better interval: Double, mtu: Int, check: Int, phy: RadioPHY, codings: Codings,
    to text: inout ByteWriter
  ) {
    let octets = octetsPerEvent(
      mtu: mtu, payload: longPayload, check: check, interval: interval, phy: phy, codings: codings)
    text.append(": with an MTU of ")
    text.append(decimal: mtu)
    text.append(" and PDUs of ")
    text.append(decimal: longPayload)
    text.append(" octets up to ")
    text.append(grouped: UInt64(Double(octets) * 1000 / interval))
    text.append(" octets a second")
  }

  /// Values that fill the MTU, one after the other for a whole interval, each PDU acknowledged by an
  /// empty one.
  static func octetsPerEvent(
    mtu: Int, payload: Int, check: Int, interval: Double, phy: RadioPHY,
    codings: Codings = Codings()
  ) -> Int {
    func exchange(_ octets: Int) -> Int64 {
      phy.duration(pdu: pduHeader + octets + check, codingIndicator: codings.sender)
        + phy.duration(pdu: pduHeader, codingIndicator: codings.other) + 2
        * RadioPHY.interFrameSpace
    }
    // An attribute value has at most 512 octets.
    let value = min(mtu - attHeader, 512)
    let frame = value + attHeader + L2CAPHeader.size
    let (whole, rest) = frame.quotientAndRemainder(dividingBy: payload)
    var time = Int64(whole) * exchange(payload)
    if rest > 0 { time += exchange(rest) }
    let available = Int64(interval * 1e6)
    // A value that takes longer than an interval goes on in the next event.
    return time <= available
      ? Int(available / time) * value : max(1, Int(Int64(value) * available / time))
  }
}

extension Throughput.Second {
  /// How many data PDUs the longest value takes.
  /// - payload: octets of each PDU.
  func pdus(of payload: Int) -> Int {
    (largest + ThroughputLimit.attHeader + L2CAPHeader.size + payload - 1) / payload
  }
}
