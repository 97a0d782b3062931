import ATTDissector
import GATTSession

/// The attributes of one server, as one side discovered them over all its connections.
///
/// Keyed by numbers of an `AttributeNumbering`, never by handle: attributes that moved are the
/// same.
struct AttributeTree: Sendable {
  struct Node: Sendable {
    var kind: EventKind
    var path: RecordedPath
    /// Where it was first discovered.
    var item: UInt32
    /// Whether a service is primary.
    var isPrimary: Bool?
    /// Properties of a characteristic, in the specification's order.
    var properties: [String]?
  }

  /// In order of discovery.
  private(set) var order: [Int32] = []
  private(set) var nodes: [Int32: Node] = [:]
  /// Included services; the event does not say which service includes them.
  private(set) var includes: [Int32: UInt32] = [:]
  private(set) var hasServices = false
  private var numbers: [RecordedPath: Int32] = [:]
  private var characteristics: [BluetoothUUID: [Int32]] = [:]
  private var descriptors: [RecordedPath: [Int32]] = [:]
  /// Services whose characteristics were discovered, and characteristics whose descriptors were.
  private(set) var servicesWithCharacteristics: Set<BluetoothUUID?> = []
  private(set) var servicesWithDescriptors: Set<BluetoothUUID?> = []

  var isEmpty: Bool { nodes.isEmpty && includes.isEmpty }

  mutating func add(
    _ index: UInt32, item: TimelineItem, number: Int32, path: RecordedPath,
    timeline: RecordedTimeline
  ) {
    if item.kind == .include {
      if includes[number] == nil { includes[number] = index }
      return
    }
    if item.kind == .characteristic { servicesWithCharacteristics.insert(path.service) }
    if item.kind == .descriptor { servicesWithDescriptors.insert(path.service) }
    guard nodes[number] == nil else { return }
    var node = Node(kind: item.kind, path: path, item: index)
    if item.kind == .service, let isPrimary = timeline.truth(.event.primary, of: item) {
      node.isPrimary = isPrimary
    }
    if item.kind == .characteristic,
      case .list(let list)? = timeline.value(.event.properties, in: item.own)
    {
      node.properties = timeline.elements(of: list).map { timeline.words(of: $0) }
    }
    order.append(number)
    nodes[number] = node
    numbers[path] = number
    switch item.kind {
    case .service: hasServices = true
    case .characteristic:
      if let service = path.service { characteristics[service, default: []].append(number) }
    default:
      var owner = path
      owner.descriptor = nil
      descriptors[owner, default: []].append(number)
    }
  }

  func number(of path: RecordedPath) -> Int32? { numbers[path] }

  /// The characteristics of a service (or of all services with its UUID), the descriptors of a
  /// characteristic.
  func children(of node: Node) -> [Int32] {
    switch node.kind {
    case .service: node.path.service.flatMap { characteristics[$0] } ?? []
    case .characteristic: descriptors[node.path] ?? []
    default: []
    }
  }
}

extension ComparedSide {
  /// The trees of both servers of connections.
  func trees(
    _ connections: [Int], selection: EventSelection, numbering: AttributeNumbering,
    side: Side
  ) -> (central: AttributeTree, peripheral: AttributeTree) {
    var central = AttributeTree()
    var peripheral = AttributeTree()
    for place in connections {
      let connection = self.connections[place]
      guard connection.discoveries > 0 else { continue }
      for index in items(connection) {
        let item = self[index]
        guard item.kind.isDiscovery, selection.contains(item.kind) else { continue }
        let number = numbering.number(of: item, side: side)
        guard number >= 0 else { continue }
        let path = numbering[number].path
        guard selection.contains(path) else { continue }
        if timeline.server(of: item) == .central {
          central.add(index, item: item, number: number, path: path, timeline: timeline)
        } else {
          peripheral.add(index, item: item, number: number, path: path, timeline: timeline)
        }
      }
    }
    return (central, peripheral)
  }
}
