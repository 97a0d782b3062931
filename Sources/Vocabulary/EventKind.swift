/// The kinds of events, with their names in the output.
@usableFromInline
package enum EventKind: UInt8, CaseIterable, Sendable {
  case adapter, scan, advertising, advertisement
  case connected, connectionUpdated, disconnected
  case phyUpdated, dataLength, mtu
  case service, include, characteristic, descriptor
  case read, write, writeCommand, notification, indication
  case attError, security, malformed, note
  /// What the tester marked: "I pressed the button".
  case mark

  /// Avoids the witness-table call of a synthesized `==` across modules.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  package var name: StaticString {
    switch self {
    case .adapter: "adapter"
    case .scan: "scan"
    case .advertising: "advertising"
    case .advertisement: "advertisement"
    case .connected: "connected"
    case .connectionUpdated: "connection_updated"
    case .disconnected: "disconnected"
    case .phyUpdated: "phy_updated"
    case .dataLength: "data_length"
    case .mtu: "mtu"
    case .service: "service"
    case .include: "include"
    case .characteristic: "characteristic"
    case .descriptor: "descriptor"
    case .read: "read"
    case .write: "write"
    case .writeCommand: "write_command"
    case .notification: "notification"
    case .indication: "indication"
    case .attError: "att_error"
    case .security: "security"
    case .malformed: "malformed"
    case .note: "note"
    case .mark: "mark"
    }
  }

  /// What the timeline calls it, unless the event says more.
  package var timelineWord: StaticString {
    switch self {
    case .advertisement: "advert"
    case .connected: "connect"
    case .connectionUpdated: "update"
    case .phyUpdated: "PHY"
    case .dataLength: "length"
    case .mtu: "MTU"
    case .characteristic: "char"
    case .descriptor: "desc"
    case .writeCommand: "command"
    case .notification: "notify"
    case .indication: "indic."
    case .attError: "error"
    case .security: "encrypt"
    default: name
    }
  }

  /// All that it may be called there: not for each line, since a list takes memory.
  package var timelineWords: [StaticString] {
    self == .security ? [timelineWord, "pair"] : [timelineWord]
  }

  /// Whether events of the kind have the value of an attribute.
  package var isValue: Bool {
    switch self {
    case .read, .write, .writeCommand, .notification, .indication: true
    default: false
    }
  }

  /// Whether a baseline has every event of the kind: it leaves out adapters and marks, and remarks
  /// and damage outside of connections.
  package var isWholeInBaselines: Bool {
    self != .adapter && self != .note && self != .malformed && self != .mark
  }

  /// Whether events of the kind report a discovered attribute.
  package var isDiscovery: Bool {
    switch self {
    case .service, .include, .characteristic, .descriptor: true
    default: false
    }
  }
}

/// A set of event kinds.
package struct KindSet: ExpressibleByArrayLiteral, Equatable, Sendable {
  private var bits: UInt32 = 0

  package init(arrayLiteral kinds: EventKind...) { self.init(kinds) }

  package init(_ kinds: some Sequence<EventKind>) {
    for kind in kinds { bits |= 1 << UInt32(kind.rawValue) }
  }

  package static let all = KindSet(EventKind.allCases)
  package static let values = KindSet(EventKind.allCases.filter(\.isValue))
  package static let discoveries = KindSet(EventKind.allCases.filter(\.isDiscovery))

  package var isEmpty: Bool { bits == 0 }

  package func contains(_ kind: EventKind) -> Bool { bits & 1 << UInt32(kind.rawValue) != 0 }

  package static func + (a: KindSet, b: KindSet) -> KindSet {
    var union = a
    union.bits |= b.bits
    return union
  }

  package static func - (a: KindSet, b: KindSet) -> KindSet {
    var rest = a
    rest.bits &= ~b.bits
    return rest
  }
}
