import ATTDissector
import GATTSession

extension RecordedTimeline {
  /// This timeline, with attributes that were discovered only after their first use, if their handles
  /// show it. A baseline has no handles, so it is written with what a comparison derives.
  func knowingLaterDiscoveries() -> RecordedTimeline {
    guard items.contains(where: { $0.isUseOfUnknown }) else { return self }
    let side = ComparedSide(self)
    let numbering = AttributeNumbering(Sides(self, self, ComparisonOptions()))
    // The last path of a number: the first may not know yet that the UUID repeats.
    var paths: [Int32: Int32] = [:]
    for (path, number) in numbering.numbers(of: .expected).enumerated() {
      paths[number] = Int32(clamping: path)
    }
    var known = self
    for party in side.parties {
      for server in [LinkRole.central, .peripheral] {
        let handles = side.attributesByHandle(
          party.connections, server: server, numbers: numbering.numbers(of: .expected))
        for place in party.connections {
          for index in side.items(side.connections[place]) {
            let item = side[index]
            guard item.isUseOfUnknown, self.server(of: item) == server,
              let number = handles[item.handle], let path = paths[number]
            else { continue }
            known.items[Int(index)].path = path
          }
        }
      }
    }
    return known
  }
}

extension TimelineItem {
  /// Whether it is about an attribute that was not yet discovered.
  fileprivate var isUseOfUnknown: Bool {
    path < 0 && handle > 0 && connection > 0 && (kind.isValue || kind == .attError)
  }
}
