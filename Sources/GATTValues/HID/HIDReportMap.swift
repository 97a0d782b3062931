import Bytes

/// The reports that a HID device describes in its Report Map.
///
/// Source: USB Device Class Definition for HID 1.11, 5 and 6.2.2.
final class HIDReportMap: Sendable {
  /// What is read of a map; devices need less.
  static let maximumItems = 2048
  static let maximumReports = 64
  static let maximumFields = 512
  static let maximumUsages = 256
  static let maximumSize = 4096
  private static let maximumDepth = 8

  enum Kind: UInt8, Sendable {
    case input = 1
    case output, feature

    var word: StaticString {
      switch self {
      case .input: "input"
      case .output: "output"
      case .feature: "feature"
      }
    }
  }

  /// Numbers one after the other that mean the same kind of thing.
  struct Field: Sendable {
    /// In bits, from the start of the report.
    var offset: Int
    var size: Int
    var count: Int
    var isConstant: Bool
    /// One usage for each number; otherwise each number is a usage.
    var isVariable: Bool
    /// A number outside `low...high` means no value.
    var hasNull: Bool
    var low: Int64
    var high: Int64
    /// Page and usage; the last is repeated.
    var usages: [ClosedRange<UInt32>]

    /// Its page is for makers' own use.
    var isOfMaker: Bool { usages.first.map { $0.lowerBound >> 16 >= 0xFF00 } ?? false }

    /// The usage of a number, or of an index into the usages.
    func usage(at index: Int) -> UInt32? {
      var left = index
      for range in usages {
        let count = Int(range.upperBound - range.lowerBound) + 1
        if left < count { return range.lowerBound + UInt32(left) }
        left -= count
      }
      return isVariable ? usages.last?.upperBound : nil
    }
  }

  struct Report: Sendable {
    var identifier: UInt8
    var kind: Kind
    var bits = 0
    /// Whether the map is known to its end: otherwise the report may be longer.
    var isWhole = true
    var fields: [Field] = []
  }

  /// The map itself.
  let source: [UInt8]
  let reports: [Report]
  /// Usages of the outermost collections.
  let collections: [UInt32]
  /// It ends early, or has more than is read.
  let isComplete: Bool

  func report(_ identifier: UInt8, kind: Kind) -> Report? {
    reports.first { $0.identifier == identifier && $0.kind == kind }
  }

  /// The only one of its kind.
  func only(_ kind: Kind) -> Report? {
    let all = reports.filter { $0.kind == kind }
    return all.count == 1 ? all[0] : nil
  }

  private struct Globals {
    var page: UInt32 = 0
    var low: Int64 = 0
    var high: Int64 = 0
    var size = 0
    var count = 0
    var identifier: UInt8 = 0
  }

  init(_ whole: RawSpan) {
    let map = whole.clamped(0, count: Self.maximumSize)
    source = map.copy()
    var reports: [Report] = []
    var collections: [UInt32] = []
    var globals = Globals()
    var stack: [Globals] = []
    var usages: [ClosedRange<UInt32>] = []
    var minimum: UInt32?
    var depth = 0
    var fields = 0
    var items = 0
    var place = 0
    var isComplete = whole.byteCount <= Self.maximumSize
    while place < map.byteCount {
      items += 1
      let prefix = map.uint8(at: place)
      if prefix == 0xFE {
        // A long item: its size, its tag, its data.
        guard place + 2 < map.byteCount else {
          isComplete = false
          break
        }
        place += 3 + Int(map.uint8(at: place + 1))
        continue
      }
      let size = prefix & 3 == 3 ? 4 : Int(prefix & 3)
      guard items <= Self.maximumItems, place + 1 + size <= map.byteCount else {
        isComplete = false
        break
      }
      let data = map.number(at: place + 1, width: size, isBig: false)
      let unused = UInt64(64 - 8 * size)
      let signed = size == 0 ? 0 : Int64(bitPattern: data << unused) >> Int64(unused)
      place += 1 + size
      let usage: UInt32 =
        size == 4 ? UInt32(truncatingIfNeeded: data) : globals.page << 16 | UInt32(data)
      switch prefix & 0xFC {
      case 0x04: globals.page = UInt32(data & 0xFFFF)
      case 0x14: globals.low = signed
      // A maximum above a minimum that is not negative has no sign.
      case 0x24: globals.high = globals.low >= 0 ? Int64(data) : signed
      case 0x74: globals.size = Int(min(data, 1024))
      case 0x84: globals.identifier = UInt8(truncatingIfNeeded: data)
      case 0x94: globals.count = Int(min(data, 4096))
      case 0xA4: if stack.count < Self.maximumDepth { stack.append(globals) }
      case 0xB4: globals = stack.popLast() ?? globals
      case 0x08: if usages.count < Self.maximumUsages { usages.append(usage...usage) }
      case 0x18: minimum = usage
      case 0x28:
        if let low = minimum, low <= usage, usages.count < Self.maximumUsages {
          usages.append(low...usage)
        }
        minimum = nil
      case 0x80, 0x90, 0xB0:
        let kind: Kind = prefix & 0xFC == 0x80 ? .input : prefix & 0xFC == 0x90 ? .output : .feature
        fields += 1
        let known = reports.firstIndex { $0.identifier == globals.identifier && $0.kind == kind }
        if known == nil, reports.count < Self.maximumReports {
          reports.append(Report(identifier: globals.identifier, kind: kind))
        }
        if let index = known ?? reports.indices.last, fields <= Self.maximumFields,
          reports[index].identifier == globals.identifier, reports[index].kind == kind,
          reports[index].bits < 1 << 20
        {
          reports[index].fields.append(
            Field(
              offset: reports[index].bits, size: globals.size, count: globals.count,
              isConstant: data & 1 != 0, isVariable: data & 2 != 0, hasNull: data & 0x40 != 0,
              low: globals.low, high: globals.high, usages: usages))
          reports[index].bits += globals.size * globals.count
        } else {
          isComplete = false
        }
        (usages, minimum) = ([], nil)
      case 0xA0:
        if depth == 0, let first = usages.first, collections.count < 32 {
          collections.append(first.lowerBound)
        }
        depth += 1
        (usages, minimum) = ([], nil)
      case 0xC0:
        depth = max(0, depth - 1)
        (usages, minimum) = ([], nil)
      default: break
      }
    }
    // What is cut between two items leaves a collection open.
    isComplete = isComplete && depth == 0 && place <= map.byteCount
    for index in reports.indices { reports[index].isWhole = isComplete }
    self.reports = reports
    self.collections = collections
    self.isComplete = isComplete
  }
}

/// What is known of the reports of a peer. Values that others share: it is replaced, not changed.
final class HIDReports: Sendable, Equatable {
  /// Report Maps, and Report References, of one peer.
  private static let mapLimit = 4
  private static let referenceLimit = 64

  struct Reference: Equatable, Sendable {
    var handle: UInt16
    var identifier: UInt8
    var kind: UInt8
  }

  let maps: [(service: UInt16, map: HIDReportMap)]
  let references: [Reference]

  init(maps: [(service: UInt16, map: HIDReportMap)] = [], references: [Reference] = []) {
    self.maps = maps
    self.references = references
  }

  static func == (a: HIDReports, b: HIDReports) -> Bool {
    a.references == b.references && a.maps.count == b.maps.count
      && zip(a.maps, b.maps).allSatisfy { $0.service == $1.service && $0.map === $1.map }
  }

  func adding(_ map: HIDReportMap, of service: UInt16) -> HIDReports {
    var maps = maps.filter { $0.service != service }
    if maps.count >= Self.mapLimit { maps.removeFirst() }
    maps.append((service, map))
    return HIDReports(maps: maps, references: references)
  }

  func adding(_ reference: Reference) -> HIDReports {
    guard !references.contains(reference) else { return self }
    var references = references.filter { $0.handle != reference.handle }
    if references.count >= Self.referenceLimit { references.removeFirst() }
    references.append(reference)
    return HIDReports(maps: maps, references: references)
  }

  /// With what another has as well, or later.
  func merging(_ later: HIDReports) -> HIDReports {
    var all = self
    for entry in later.maps { all = all.adding(entry.map, of: entry.service) }
    for reference in later.references { all = all.adding(reference) }
    return all
  }

  /// The report that a characteristic holds: by its Report Reference, or the only one of its kind.
  func report(of handle: UInt16, in service: UInt16, isWrite: Bool) -> HIDReportMap.Report? {
    guard let map = (maps.first { $0.service == service } ?? (maps.count == 1 ? maps[0] : nil))?.map
    else { return nil }
    if let reference = references.first(where: { $0.handle == handle }) {
      return HIDReportMap.Kind(rawValue: reference.kind).flatMap {
        map.report(reference.identifier, kind: $0)
      }
    }
    return map.only(isWrite ? .output : .input)
  }
}

extension DeviceState {
  /// A Report Map that was read.
  /// - mayGrow: whether there is room for another.
  /// - Returns: whether it is another.
  package mutating func observe(
    reportMap: RawSpan, of service: UInt16, mayGrow: Bool
  ) -> Bool {
    let known = declared.reports ?? HIDReports()
    let source = reportMap.clamped(0, count: HIDReportMap.maximumSize).copy()
    guard mayGrow, !known.maps.contains(where: { $0.service == service && $0.map.source == source })
    else { return false }
    declared.reports = known.adding(HIDReportMap(reportMap), of: service)
    return true
  }

  /// A Report Reference that was read: identifier and kind of a report.
  package mutating func observe(reportReference value: RawSpan, of characteristic: UInt16) {
    guard value.byteCount == 2 else { return }
    declared.reports = (declared.reports ?? HIDReports()).adding(
      HIDReports.Reference(
        handle: characteristic, identifier: value.uint8(at: 0), kind: value.uint8(at: 1)))
  }
}
