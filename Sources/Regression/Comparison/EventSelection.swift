import ATTDissector
import GATTSession

/// Which events and attributes the options select.
struct EventSelection: Sendable {
  private let kinds: Set<EventKind>
  private let attributes: Set<BluetoothUUID>
  private let keys: Set<String>
  /// Whether link facts count: requested by option, or by a kind that is always a link fact.
  let link: Bool

  init(_ options: ComparisonOptions) {
    var kinds = options.only.isEmpty ? Set(EventKind.allCases) : options.only
    var attributes: Set<BluetoothUUID> = []
    var keys: Set<String> = []
    for ignored in options.ignored {
      switch ignored {
      case .kind(let kind): kinds.remove(kind)
      case .attribute(let uuid): attributes.insert(uuid)
      case .key(let key): keys.insert(key)
      case .keyOfAttribute: break
      }
    }
    self.kinds = kinds
    self.attributes = attributes
    self.keys = keys
    link = options.link || !options.only.isDisjoint(with: ComparisonOptions.linkKinds)
  }

  func contains(_ kind: EventKind) -> Bool { kinds.contains(kind) }

  func contains(_ path: RecordedPath) -> Bool {
    guard !attributes.isEmpty else { return true }
    for uuid in [path.service, path.characteristic, path.descriptor] {
      if let uuid, attributes.contains(uuid) { return false }
    }
    return true
  }

  func contains(key: String) -> Bool { !keys.contains(key) }

  /// Whether the kind of error counts.
  var countsErrors: Bool { contains(key: "error") && contains(key: "error_code") }

  /// Whether an event of a server counts. An error is the outcome of its request, and counts with
  /// it.
  func contains(_ item: TimelineItem, in timeline: RecordedTimeline) -> Bool {
    if !kinds.contains(item.kind) {
      guard item.kind == .attError, let request = timeline.requestKind(ofError: item),
        kinds.contains(request), !isIgnored(.attError)
      else { return false }
    }
    guard !attributes.isEmpty, let path = timeline.path(of: item) else { return true }
    return contains(path)
  }

  private func isIgnored(_ kind: EventKind) -> Bool {
    // Only then is everything else selected.
    kinds.count > EventKind.allCases.count / 2 && !kinds.contains(kind)
  }
}

extension RecordedTimeline {
  func path(of item: TimelineItem) -> RecordedPath? {
    let place = Int(item.path)
    return paths.indices.contains(place) ? paths[place] : nil
  }

  func peer(of item: TimelineItem) -> Int? {
    let place = Int(item.peer)
    return peers.indices.contains(place) ? place : nil
  }

  /// Whether an error answers what a stack does by itself: the MTU exchange, discovery, and reading
  /// what the GATT service says of the server. That comes when the stack likes.
  func isOfStack(_ item: TimelineItem) -> Bool {
    guard item.kind == .attError, has(.event.errorCode, item: item) else { return false }
    switch requestOpcode(ofError: item)?.purpose {
    case .mtu, .discovery: return true
    case .readByType:
      return word(.event.requestType, of: item).map { Self.typesOfStack.contains($0) } ?? false
    default: return false
    }
  }

  /// Declarations; Service Changed, Client and Server Supported Features, Database Hash.
  private static let typesOfStack: Set<String> = [
    "2800", "2801", "2802", "2803", "2A05", "2B29", "2B2A", "2B3A",
  ]

  /// The kind that a successful request would have had; `nil` for discovery and the MTU.
  func requestKind(ofError item: TimelineItem) -> EventKind? {
    switch requestOpcode(ofError: item)?.purpose {
    case .read: .read
    case .write: .write
    case .command: .writeCommand
    default: nil
    }
  }

  private func requestOpcode(ofError item: TimelineItem) -> ATTOpcode? {
    code(.event.opcode, of: item).flatMap { UInt8(exactly: $0) }.map { ATTOpcode(rawValue: $0) }
  }
}
