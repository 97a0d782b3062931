/// What a server answers: lists as long as the MTU allows, entries of one length (Vol 3, Part F,
/// 3.4.3 and 3.4.4).
struct ServerAnswers {
  let server: Server
  let mtu: Int

  /// Read By Group Type: services from `first` on.
  func services(from first: Int, primary: Bool) -> [ModelService] {
    let all = server.services.filter { $0.handle >= first && $0.isPrimary == primary }
    return Self.prefix(all, room: mtu - 2) { 4 + $0.uuid.wire.count }
  }

  /// Find By Type Value: primary services of one UUID; as many groups as fit.
  func services(from first: Int, _ uuid: ModelUUID) -> [ModelService] {
    let all = server.services.filter {
      $0.handle >= first && $0.isPrimary && $0.uuid.wire == uuid.wire
    }
    return Array(all.prefix((mtu - 1) / 4))
  }

  /// Read By Type: attributes of one type in a range.
  func attributes(_ range: ClosedRange<Int>, type: ModelUUID) -> [ModelAttribute] {
    let all = server.attributes.filter { range.contains($0.handle) && $0.type == type }
    return Self.prefix(all, room: mtu - 2) { 2 + min($0.value.count, mtu - 4, 253) }
  }

  /// Find Information: all attributes in a range, those of one length of UUID.
  func information(_ range: ClosedRange<Int>) -> [ModelAttribute] {
    let all = server.attributes.filter { range.contains($0.handle) }
    return Self.prefix(all, room: mtu - 2) { 2 + $0.type.wire.count }
  }

  /// The first elements that have one length and fit; the first one always does.
  private static func prefix<Element>(
    _ all: [Element], room: Int, length: (Element) -> Int
  ) -> [Element] {
    guard let first = all.first else { return [] }
    let size = length(first)
    return Array(all.prefix { length($0) == size }.prefix(max(1, room / size)))
  }
}
