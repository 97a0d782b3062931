import ATTDissector
import BTSnoop
import GATTSession

/// All that one capture has in common with what other recorders may have seen.
///
/// Its size has a limit: of a long capture only PDUs with some keys are kept, the same ones in each capture.
package struct RecorderTrace: Sendable {
  /// Who recorded.
  package enum Recorder: Equatable, Sendable {
    /// A host, and its role in its connections; `nil`: none, or both.
    case host(LinkRole?)
    case sniffer
    /// Packets of hosts and of the air.
    case both
    /// Neither has anything that can be compared.
    case none
  }

  package internal(set) var start: CaptureTime?
  /// Nanoseconds from the first record to the latest.
  package internal(set) var length: Double = 0
  package internal(set) var records: UInt64 = 0
  /// The number of its last record.
  package internal(set) var lastFrame: UInt64 = 0
  package internal(set) var recorder = Recorder.none
  /// The step of its clock in nanoseconds.
  package internal(set) var step: Double = 1
  /// In the order of their times.
  package internal(set) var sightings: [Sighting] = []
  /// The links by the numbers of their connections.
  package internal(set) var links: [Int32: LinkSpan] = [:]
  /// When the controller reported packets of the host as completed, by their records; nanoseconds.
  package internal(set) var completions: [UInt64: Double] = [:]
  /// When connections ended whose packets the controller reported, nanoseconds.
  package internal(set) var ends: [Int32: Double] = [:]
  /// The recorder says that it lost packets.
  package internal(set) var hasLosses = false
  /// What was left out to keep it small.
  var thinning = [Thinning(), Thinning()]
  /// All PDUs, where not all are among the sightings.
  var spool: SightingSpool?

  package init() {}

  /// Whether not all PDUs are among the sightings.
  package var isThinned: Bool { thinning.contains { !$0.isEmpty } }
  /// Whether only advertisements were left out, if anything.
  package var hasAllPDUs: Bool { thinning[0].isEmpty }

  /// The places of PDUs among the sightings, by connection.
  package var dataByLink: [Int32: [Int]] {
    var places: [Int32: [Int]] = [:]
    for (index, sighting) in sightings.enumerated() where sighting.kind == .data {
      places[sighting.connection, default: []].append(index)
    }
    return places
  }

  var isOfHost: Bool { if case .host = recorder { true } else { false } }

  /// The trace without what another capture has left out.
  func thinned(as other: RecorderTrace) -> RecorderTrace {
    // A copy is large.
    guard other.isThinned, sightings.contains(where: { !other.thinning[$0.pool].keeps($0) }) else {
      return self
    }
    var trace = self
    trace.sightings.removeAll { !other.thinning[$0.pool].keeps($0) }
    return trace
  }
}

extension Sighting {
  /// Advertisements, of which there may be any number, take no place from the others.
  var pool: Int { kind == .advertisement ? 1 : 0 }
}

/// Which keys are left out.
struct Thinning: Equatable, Sendable {
  /// How many lowest bits of a key have to be 0: others are left out.
  private(set) var bits = 0
  /// Keys that are left out because there were too many sightings of each.
  private(set) var common: Set<UInt32> = []

  var isEmpty: Bool { bits == 0 && common.isEmpty }

  func keeps(_ sighting: Sighting) -> Bool {
    let key = sighting.depth == .length ? sighting.keys.length : sighting.keys.brief
    return key & (1 << UInt32(bits) - 1) == 0 && !common.contains(key)
  }

  /// Leaves out half of the keys, or one that fills half of the place.
  mutating func increase(_ sightings: [Sighting]) {
    var counts: [UInt32: Int] = [:]
    for sighting in sightings {
      counts[sighting.depth == .length ? sighting.keys.length : sighting.keys.brief, default: 0] +=
        1
    }
    if let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
      most.value * 2 > sightings.count, common.count < 64
    {
      common.insert(most.key)
    } else {
      bits = min(31, bits + 1)
    }
  }
}

extension RecorderTrace {
  /// A controller hands a report of an advertisement to its host so late, and at the earliest so long before the
  /// time that clocks have for it; nanoseconds.
  private static let reportDelay = 200e6
  private static let reportTolerance = 3e6

  /// The records of a host that report nothing but an advertisement that a sniffer heard.
  /// - air: what the sniffer has.
  /// - time: a time of the host on the clock of the sniffer, in nanoseconds since its first record.
  package func reports(heardIn air: RecorderTrace, time: (Double) -> Double) -> Set<UInt64> {
    var heard: [UInt32: [Double]] = [:]
    for sighting in air.sightings where sighting.kind == .advertisement {
      heard[sighting.keys.brief, default: []].append(sighting.time)
    }
    var found: Set<UInt64> = []
    for report in sightings where report.kind == .advertisement && report.isAlone {
      guard let times = heard[report.keys.brief] else { continue }
      let latest = time(report.time) + Self.reportTolerance + step + air.step
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] <= latest { low = middle + 1 } else { high = middle }
      }
      if low > 0, times[low - 1] >= latest - Self.reportDelay { found.insert(report.frame) }
    }
    return found
  }

  /// Whether it has PDUs that keys may open.
  package var isEncrypted: Bool {
    recorder == .sniffer && sightings.contains { $0.kind == .data && $0.depth == .length }
  }
}
