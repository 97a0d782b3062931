import Bytes
import GATTSession
import GATTValues
import Timeline
import Vocabulary

/// The charts, made while the events come.
final class ValueCharts {
  /// The most that are kept of attributes, and of advertised numbers.
  static let limit = 256
  /// The most devices whose signal is kept.
  static let devices = 256
  /// The most devices that only advertise whose signal is shown.
  private static let others = 16

  private struct Place: Hashable {
    let key: Vocabulary.Key
    /// Of the key in the value.
    let parent: UInt64
    let connection: Int
    let object: ObjectIdentifier
  }

  /// What its name says of a key.
  private enum Sort {
    case number
    /// It only stands for a word.
    case code
    /// There may be the same number under another key.
    case inOtherUnit(of: Vocabulary.Key)
  }

  private var places: [Place: ValueChart] = [:]
  /// In the order of the first number.
  private var charts: [ValueChart] = []
  private var advertised = 0
  private var signals: [ObjectIdentifier: (rank: UInt64, chart: ValueChart)] = [:]
  private var lastRank: UInt64 = 0
  private var sorts: [Vocabulary.Key: Sort] = [:]
  private var lexicon = EventKeys.lexicon
  private var walk = FieldNumbers()
  /// Numbers that had no place.
  private(set) var leftOut: UInt64 = 0

  func add(_ event: borrowing Event, _ fields: borrowing EventFields, _ clock: TimelineClock) {
    let isAdvertisement = event.kind == .advertisement
    guard event.kind.isValue || isAdvertisement else { return }
    let frame = event.frame
    let time = clock.nanoseconds(event.time)
    if isAdvertisement, let strength = fields.own.integer(.event.rssi) {
      addSignal(CurvePoint(frame: frame, time: time, value: Double(strength)), event)
    }
    // What a descriptor has is a setting.
    guard !fields.decoded.fields.isEmpty, event.path?.descriptor == nil else { return }
    Lexicon.renew(&lexicon)
    let owner = ChartOwner(event)
    walk.forEach(of: fields.decoded, lexicon) { number, name in
      guard let chart = chart(of: number, name, owner) else { return }
      chart.add(
        CurvePoint(frame: frame, time: time, value: number.value),
        axis: number.shape == .axis ? number.index : 0)
    }
  }

  private func sort(_ key: Vocabulary.Key) -> Sort {
    if let known = sorts[key] { return known }
    let name = lexicon.name(of: key)
    var sort = KeyNames.isCode(name) ? Sort.code : .number
    if let other = KeyNames.inOtherUnit(name), let key = lexicon.key(named: other.name) {
      sort = .inOtherUnit(of: key)
    }
    sorts[key] = sort
    return sort
  }

  private func chart(
    of number: FieldNumber, _ name: borrowing ByteWriter, _ owner: ChartOwner
  ) -> ValueChart? {
    guard let object = owner.object else { return nil }
    func place(_ key: Vocabulary.Key) -> Place {
      Place(
        key: key, parent: number.parent, connection: owner.connection?.ordinal ?? 0,
        object: object)
    }
    if let known = places[place(number.key)] { return known }
    switch sort(number.key) {
    case .code: return nil
    case .inOtherUnit(let key) where places[place(key)] != nil: return nil
    case .inOtherUnit, .number: break
    }
    let count = owner.isAdvertiser ? advertised : charts.count - advertised
    guard count < Self.limit else {
      leftOut += 1
      return nil
    }
    // All elements of a list are in one chart.
    var text = String(decoding: name.bytes.copy(), as: UTF8.self)
    if number.shape != .single, let dot = text.lastIndex(of: ".") {
      text.removeSubrange(dot...)
    }
    let chart = ValueChart(text, number.key.unit, owner)
    places[place(number.key)] = chart
    charts.append(chart)
    if owner.isAdvertiser { advertised += 1 }
    return chart
  }

  private func addSignal(_ point: CurvePoint, _ event: borrowing Event) {
    guard let peer = event.peer else { return }
    let object = ObjectIdentifier(peer)
    if let known = signals[object] {
      known.chart.add(point, axis: 0)
      return
    }
    if signals.count >= Self.devices { letGoOfSignal() }
    let key = Vocabulary.Key.event.rssi
    let chart = ValueChart(lexicon.name(of: key), key.unit, ChartOwner(event))
    chart.add(point, axis: 0)
    lastRank += 1
    signals[object] = (lastRank, chart)
  }

  /// A device that was never connected and is seldom heard; of several such, the first.
  private func letGoOfSignal() {
    let least = signals.min { a, b in
      let isConnected = (a.value.chart.isOfConnected, b.value.chart.isOfConnected)
      if isConnected.0 != isConnected.1 { return isConnected.1 }
      return (a.value.chart.count, a.value.rank) < (b.value.chart.count, b.value.rank)
    }
    if let least { signals[least.key] = nil }
  }

  /// All that have something to see: of attributes, then the signal of connected devices, what
  /// devices advertise, and the signal of the others.
  /// - listsOthers: whether devices that only advertise are shown.
  func varied(listsOthers: Bool) -> [ValueChart] {
    let signals = signals.values.filter(\.chart.varies).sorted { $0.rank < $1.rank }
    var all = charts.filter { !$0.owner.isAdvertiser }
    all += signals.map(\.chart).filter(\.isOfConnected)
    all += charts.filter(\.owner.isAdvertiser)
    if listsOthers {
      // Those that are heard most are near.
      let others = signals.filter { !$0.chart.isOfConnected }
        .sorted { ($1.chart.count, $0.rank) < ($0.chart.count, $1.rank) }
      all += others.prefix(Self.others).map(\.chart)
    }
    return all.filter(\.varies)
  }
}

extension ValueChart {
  fileprivate var isOfConnected: Bool { owner.peer?.ordinal ?? 0 > 0 }
}
