import ATTDissector
import GATTSession

/// What happened at both servers of a connection of one side, for comparing sequences.
struct ServerSequences: Sendable {
  var central = ServerSequence()
  var peripheral = ServerSequence()

  subscript(server: LinkRole) -> ServerSequence {
    get { server == .central ? central : peripheral }
    set {
      if server == .central { central = newValue } else { peripheral = newValue }
    }
  }

  /// The attributes are numbers of `numbering`; -1 where one has no UUID.
  init(
    _ side: ComparedSide, _ connection: ComparedConnection, _ selection: EventSelection,
    _ numbering: AttributeNumbering, _ which: Side
  ) {
    let numbers = numbering.numbers(of: which)
    var interval: Int64?
    var isHidden = false
    for index in side.items(connection) {
      let item = side[index]
      switch item.kind {
      case .read, .write, .writeCommand, .notification, .indication, .attError:
        guard selection.contains(item, in: side.timeline),
          selection.link || !side.timeline.isOfStack(item)
        else { continue }
        let number = numbers.indices.contains(Int(item.path)) ? numbers[Int(item.path)] : -1
        if side.timeline.server(of: item) == .central {
          central.items.append(index)
          central.attributes.append(number)
          if isHidden { central.losses.append(UInt32(clamping: central.items.count)) }
        } else {
          peripheral.items.append(index)
          peripheral.attributes.append(number)
          if isHidden { peripheral.losses.append(UInt32(clamping: peripheral.items.count)) }
        }
      case .service, .include, .characteristic, .descriptor:
        let server = side.timeline.server(of: item)
        self[server].discovered = UInt32(clamping: self[server].items.count)
      case .connected, .connectionUpdated:
        guard let ms = side.timeline.number(.event.interval, of: item), (0..<1e9).contains(ms)
        else { continue }
        interval = max(interval ?? 0, Int64(ms * 1e6))
      case .security where connection.isHidden && !isHidden:
        // From here on some is not readable, or all.
        guard side.timeline.truth(.event.encrypted, of: item) == true else { continue }
        isHidden = true
        central.losses.append(UInt32(clamping: central.items.count))
        peripheral.losses.append(UInt32(clamping: peripheral.items.count))
      default: break
      }
    }
    for server in [LinkRole.central, .peripheral] {
      self[server].hasBegin = connection.begin != nil
      self[server].hasEnd = connection.end != nil
      self[server].isOverheard = connection.isOverheard
      self[server].interval = interval
      let losses = Self.losses(self[server], side: side, connection: connection)
      self[server].losses = losses.map(\.position)
      var lost = 0
      self[server].lost = losses.map { loss in
        lost = min(lost + loss.count, ServerSequence.unknown)
        return lost
      }
    }
  }

  /// Where packets may be missing: positions among the items, with how many.
  private static func losses(
    _ sequence: ServerSequence, side: ComparedSide, connection: ComparedConnection
  ) -> [(position: UInt32, count: Int)] {
    let items = side.items(connection)
    var found = sequence.losses.map { (position: $0, count: ServerSequence.unknown) }
    if let first = items.first, let last = items.last {
      for loss in side.losses(
        of: connection, first: first, last: connection.end == nil ? .max : last)
      {
        let count = side.timeline.number(.event.lost, of: side[loss]) ?? .infinity
        found.append(
          (
            UInt32(clamping: sequence.items.position(of: loss)),
            count < Double(ServerSequence.unknown) ? Int(max(1, count)) : ServerSequence.unknown
          ))
      }
    }
    found.sort { $0.position < $1.position }
    var distinct: [(position: UInt32, count: Int)] = []
    for loss in found {
      if let last = distinct.last, last.position == loss.position {
        distinct[distinct.count - 1].count = min(last.count + loss.count, ServerSequence.unknown)
      } else {
        distinct.append(loss)
      }
    }
    return distinct
  }
}

extension ServerSequence {
  /// Resolves attributes that had no UUID yet by their handles, from what the same side discovered
  /// later.
  mutating func resolve(_ known: [UInt16: Int32], timeline: RecordedTimeline) {
    for (position, number) in attributes.enumerated() where number < 0 {
      let handle = timeline.items[Int(items[position])].handle
      if handle > 0, let number = known[handle], number >= 0 { attributes[position] = number }
    }
  }
}

extension ComparedSide {
  /// The attributes of a server by the handles used in its connections; -1 for a handle that
  /// belonged to several.
  func attributesByHandle(
    _ connections: [Int], server: LinkRole, numbers: [Int32]
  ) -> [UInt16: Int32] {
    var known: [UInt16: Int32] = [:]
    for place in connections {
      for index in items(self.connections[place]) {
        let item = self[index]
        guard item.handle > 0, item.kind.isValue || item.kind == .descriptor,
          numbers.indices.contains(Int(item.path)), timeline.server(of: item) == server
        else { continue }
        let number = numbers[Int(item.path)]
        if known[item.handle, default: number] == number {
          known[item.handle] = number
        } else {
          known[item.handle] = -1
        }
      }
    }
    return known
  }
}

extension [UInt32] {
  /// The position of the first of some ascending numbers that is not lower.
  func position(of number: UInt32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The part of some ascending numbers from one to another.
  func between(_ first: UInt32, last: UInt32) -> ArraySlice<UInt32> {
    let start = position(of: first)
    let end = last == .max ? count : position(of: last)
    return self[start..<Swift.max(start, end)]
  }
}
