import ATTDissector
import Bytes
import GATTSession

/// What distinguishes a device of one recording from the others, besides its address.
struct PartyTraits {
  /// The role of the recording host; the name is the other side's.
  var host: LinkRole
  var name: String?
  /// Services that it advertises.
  var advertised: Set<String> = []
  /// Attributes of both servers that were discovered, or used with their UUID: numbers with a role.
  var attributes: Set<Int64> = []
  /// Values that were read, such as serial numbers and names.
  var values: Set<[UInt8]> = []

  /// Services that say little, since most devices have them.
  private static let common: Set<BluetoothUUID> = [0x1800, 0x1801, 0x180A, 0x180F]

  /// The most entries kept of each trait.
  private static let limit = 2048
  private static let valueLimit = 256
  /// The most items of a device that are looked at.
  private static let itemLimit = 20_000

  init(
    _ side: ComparedSide, _ party: ComparedParty, _ which: Side, _ numbering: AttributeNumbering,
    advertisements: [UInt32]
  ) {
    host = party.host
    name = party.name
    for index in advertisements.prefix(256) {
      guard
        case .list(let services)? = side.timeline.value(
          .advertised.serviceUUIDs, in: side[index].decoded)
      else { continue }
      for uuid in side.timeline.elements(of: services) {
        advertised.insert(side.timeline.words(of: uuid))
      }
    }
    var left = Self.itemLimit
    for place in party.connections {
      for index in side.items(side.connections[place]).prefix(left) {
        left -= 1
        let item = side[index]
        let number = numbering.number(of: item, side: which)
        guard number >= 0, item.kind.isDiscovery || item.kind.isValue else { continue }
        let role = side.timeline.server(of: item)
        let service = numbering[number].path.service
        if attributes.count < Self.limit, service.map({ !Self.common.contains($0) }) ?? false {
          attributes.insert(Int64(number) << 1 | Int64(role.rawValue))
        }
        if item.kind == .read, !item.value.isEmpty, values.count < Self.valueLimit {
          values.insert(
            side.timeline.bytes.rawBytes.clamped(item.value.range).clamped(0, count: 64).copy())
        }
      }
    }
  }

  /// How likely two are the same device: above 0 if more speaks for it than against.
  func likeness(_ other: PartyTraits) -> Double {
    var sum = 0.0
    if host == other.host, let name, let otherName = other.name {
      sum += name == otherName ? 4 : -1
    }
    if !advertised.isEmpty, !other.advertised.isEmpty {
      let share = Self.share(advertised, other.advertised)
      sum += share == 0 ? -1 : 2 * share
    }
    if !attributes.isEmpty, !other.attributes.isEmpty {
      // A side that did not discover everything has a part of it.
      let common = attributes.intersection(other.attributes).count
      let share = Double(common) / Double(min(attributes.count, other.attributes.count))
      sum += share < 0.5 ? -3 : 4 * share
    }
    if !values.isEmpty, !other.values.isEmpty { sum += Self.share(values, other.values) }
    return sum
  }

  /// Whether there is nothing to compare.
  func sharesNoTraits(to other: PartyTraits) -> Bool {
    (host != other.host || name == nil || other.name == nil)
      && (advertised.isEmpty || other.advertised.isEmpty)
      && (attributes.isEmpty || other.attributes.isEmpty)
  }

  private static func share<T: Hashable>(_ a: Set<T>, _ b: Set<T>) -> Double {
    Double(a.intersection(b).count) / Double(a.union(b).count)
  }
}
