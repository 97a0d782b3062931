import GATTSession
import GATTValues
import Timeline
import Vocabulary

/// How well devices are heard over time, made while the events come: of those that connect, and of those that are
/// heard most.
final class SignalCharts {
  /// The most devices whose signal is kept.
  static let devices = 256
  /// The most devices that only advertise whose signal is shown.
  private static let others = 16

  private var signals: [ObjectIdentifier: (rank: UInt64, chart: SignalChart)] = [:]
  private var lastRank: UInt64 = 0

  func add(_ event: borrowing Event, clock: TimelineClock) {
    guard case .advertisement(let advertisement) = event.content, let peer = event.peer,
      let strength = advertisement.rssi
    else { return }
    let point = CurvePoint(
      frame: event.frame, time: clock.nanoseconds(event.time), value: Double(strength))
    let object = ObjectIdentifier(peer)
    if let known = signals[object] {
      known.chart.curve.add(point)
      return
    }
    if signals.count >= Self.devices { letGoOfSignal() }
    let chart = SignalChart(peer)
    chart.curve.add(point)
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

  /// The signal of connected devices, then of the others.
  /// - listsOthers: whether devices that only advertise are shown.
  func shown(listsOthers: Bool) -> [SignalChart] {
    let signals = signals.values.sorted { $0.rank < $1.rank }
    let connected = signals.map(\.chart).filter(\.isOfConnected)
    guard listsOthers else { return connected }
    // Those that are heard most are near.
    let others = signals.filter { !$0.chart.isOfConnected }
      .sorted { ($1.chart.count, $0.rank) < ($0.chart.count, $1.rank) }
    return connected + others.prefix(Self.others).map(\.chart)
  }
}

extension SignalChart {
  fileprivate var isOfConnected: Bool { peer.ordinal > 0 }
}
