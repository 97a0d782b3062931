import ATTDissector
import Bytes
import GATTValues
import Vocabulary

/// What happened: the part of an event that tells it from others of its kind.
package enum EventContent {
  /// Nothing yet: an event gets its fact when it is emitted.
  case unsaid
  case value(ValueContent)
  case advertisement(AdvertisementContent)
  // A fact is kept apart: in each event it would be most of what is copied, and few events have one.
  indirect case advertising(AdvertisingFact)
  indirect case appLog(AppLogFact)
  indirect case capture(CaptureFact)
  indirect case channel(ChannelFact)
  indirect case device(DeviceFact)
  indirect case discovery(DiscoveryFact)
  indirect case isochronous(IsochronousFact)
  indirect case link(LinkFact)
  indirect case security(SecurityFact)
  indirect case transaction(TransactionFact)
}

/// How much there is of an attribute's value, and how it came. The octets are beside the event.
package struct ValueContent: Sendable {
  /// Whether octets of it are in the capture; not of a read without an answer.
  package var hasValue = true
  package var isTruncated = false
  /// Whether it is only unanswered because a sniffer missed the answer.
  package var isUnheard = false
  package var form = ValueForm.plain
  /// The octets of the whole value, where the capture has fewer and this is known.
  package var wholeLength: Int?

  package init() {}
}

/// How a value was transferred.
package enum ValueForm: Sendable {
  case plain
  /// The transfer began at an offset: what comes before it is not known.
  case fromOffset
  /// A Signed Write Command carried the value.
  case signed
  /// A Multiple Handle Value Notification carried it with others.
  case oneOfSeveral
}

/// An advertisement, beside its data.
package struct AdvertisementContent: Sendable {
  package let type: AdvertisingType
  /// Signal strength, and the power it was sent with, in dBm; `nil` where not available.
  package let rssi: Int8?
  package let txPower: Int8?
  /// The radio channel on which a sniffer heard it.
  package let channel: UInt8?
  /// Whether its data is cut, or was not heard.
  package let isTruncated: Bool
  /// Whether the previous one of the device had the same bytes and type.
  package let isRepeat: Bool

  init(_ report: AdvertisingReport, channel: UInt8?, isTruncated: Bool, isRepeat: Bool) {
    type = report.type
    rssi = report.rssi == 127 ? nil : report.rssi
    txPower = report.txPower == 127 ? nil : report.txPower
    (self.channel, self.isTruncated, self.isRepeat) = (channel, isTruncated, isRepeat)
  }

  func write(_ keys: Keys.Own, to own: inout FieldBuffer) {
    if let rssi { own.add(keys.rssi, rssi) }
    own.add(keys.advertisingType, word: type.name)
    own.add(keys.connectable, type.isConnectable)
    if let txPower { own.add(keys.txPower, txPower) }
  }
}

// MARK: What follows from it

extension EventContent {
  /// Whether the octets that come with the event are its value.
  package var hasValue: Bool {
    switch self {
    case .value(let value): value.hasValue
    case .advertisement, .capture(.malformed), .capture(.unknownOpcode), .link(.strayPart),
      .transaction(.withoutRequest):
      true
    case .transaction(.unasked(let answer)): answer.error == nil
    default: false
    }
  }

  /// Whether the capture lacks the end of the value.
  package var isTruncated: Bool {
    switch self {
    case .value(let value): value.isTruncated
    case .advertisement(let advertisement): advertisement.isTruncated
    case .capture(.malformed(_, _, let isCut)): isCut
    default: false
    }
  }

  /// The octets of the whole value, where the capture has fewer and this is known.
  package var wholeLength: Int? {
    if case .value(let value) = self { value.wholeLength } else { nil }
  }

  /// How the value was transferred.
  package var form: ValueForm { if case .value(let value) = self { value.form } else { .plain } }

  /// Whether it is only a problem because a sniffer missed the answer.
  package var isUnheard: Bool {
    switch self {
    case .value(let value): value.isUnheard
    case .transaction(.unanswered(_, let ending)): ending.isOfSniffer
    default: false
    }
  }

  /// Whether it is an advertisement with the bytes and the type of the previous one.
  package var isRepeat: Bool {
    if case .advertisement(let advertisement) = self { advertisement.isRepeat } else { false }
  }

  /// Whether it tells of what its record has; else it only stands there.
  package var isOfRecord: Bool {
    switch self {
    case .link(.silence), .link(.unheard), .link(.attemptOpen): false
    case .capture(.given), .capture(.mark), .capture(.timeFell): false
    default: true
    }
  }

  /// Whether it says for how long a connection has no record: for human readers only.
  package var isSilence: Bool { if case .link(.silence) = self { true } else { false } }

  /// Whether it counts what was not heard of a connection: for programs only, as readers are told of silences.
  package var isLossCount: Bool { if case .link(.unheard) = self { true } else { false } }

  /// Whether it sums up one discovery.
  package var isDiscovery: Bool { if case .discovery(.found) = self { true } else { false } }

  /// Whether it sums up a discovery that found nothing new.
  package var isFruitlessDiscovery: Bool {
    if case .discovery(.found(let tally)) = self { tally.isFruitless } else { false }
  }

  /// Whether a peripheral asks for connection parameters.
  package var isParameterRequest: Bool {
    switch self {
    case .link(.parameterRequest), .link(.parametersUnanswered): true
    default: false
    }
  }

  /// Whether it is the version of a controller.
  package var isVersion: Bool { if case .link(.version) = self { true } else { false } }

  /// Whether it is about an L2CAP channel; an MTU is about the bearer on it.
  package var isChannel: Bool {
    switch self {
    case .channel(.mtu): false
    case .channel: true
    default: false
    }
  }

  /// The code of an Error Response.
  package var errorCode: UInt8? {
    if case .transaction(.refused(_, let code, _)) = self { code } else { nil }
  }

  /// Whether ATT's time-out of 30 s passed (Core Specification, Vol 3, Part F, 3.3.3).
  package var hasTimedOut: Bool { if case .transaction(.timedOut) = self { true } else { false } }

  /// The ATT request that was refused, or that had no answer; not of a value that was asked for.
  package var request: RequestWords? {
    if case .transaction(let fact) = self { fact.request } else { nil }
  }

  /// How a connection, or an attempt to connect, ended.
  package var end: LinkEnd? {
    switch self {
    case .link(let fact): fact.end
    case .appLog(.ended), .appLog(.endMissing): LinkEnd(by: .unknown)
    default: nil
    }
  }

  /// The parameters that a connection has from now on.
  package var terms: LinkTerms? { if case .link(let fact) = self { fact.terms } else { nil } }

  /// What happened in a pairing, or to the encryption of a link.
  package var securityStep: SecurityStep? {
    switch self {
    case .security(let fact): fact.step
    case .device(.identity): .identity
    default: nil
    }
  }
}
