import ATTDissector
import GATTSession
import Vocabulary

/// What counts as a difference.
package struct ComparisonOptions: Equatable, Sendable {
  /// Events of these kinds are compared only if link facts are.
  package static let linkKinds: Set<EventKind> = [
    .connectionUpdated, .phyUpdated, .dataLength, .mtu, .scan, .advertising,
  ]

  package enum ValueMode: String, CaseIterable, Sendable {
    case exact
    /// Values must have the same keys and the same enumerated values.
    case shape
    case ignore
  }

  /// How many notifications of one characteristic there may be.
  package enum CountMode: Equatable, Sendable {
    /// Equally many, except for up to 2 at the end of a connection that the capture does not close.
    case standard
    case exact
    case within(Int)
    case ignore
  }

  package struct Tolerance: Equatable, Sendable {
    package var amount: Double
    package var isPercent: Bool
    package init(_ amount: Double, isPercent: Bool = false) {
      self.amount = amount
      self.isPercent = isPercent
    }
  }

  /// What is ignored.
  package enum Ignored: Hashable, Sendable {
    case key(String)
    case attribute(BluetoothUUID)
    case keyOfAttribute(BluetoothUUID, String)
    case kind(EventKind)
  }

  /// Link facts count: MTU, interval, PHY, data length.
  package var link = false
  /// What a side could not have shown counts.
  package var strict = false
  /// Kinds of events that are compared; empty: all.
  package var only: Set<EventKind> = []
  /// An address or a name; only this device is compared.
  package var device: String?
  /// Devices that are the same, by address or name.
  package var map: [(expected: String, actual: String)] = []
  package var values = ValueMode.exact
  /// A characteristic or descriptor, or everything in a service.
  package var valuesOfAttribute: [BluetoothUUID: ValueMode] = [:]
  package var count = CountMode.standard
  /// A key of `decoded` whose numbers may have any value in a range, on both sides.
  package var ranges: [String: ClosedRange<Double>] = [:]
  package var tolerances: [String: Tolerance] = [:]
  /// Nanoseconds; without it times do not count.
  package var timeTolerance: Int64?
  package var ignored: Set<Ignored> = []

  package init() {}

  package static func == (a: ComparisonOptions, b: ComparisonOptions) -> Bool {
    a.link == b.link && a.strict == b.strict && a.only == b.only && a.device == b.device
      && a.map.elementsEqual(b.map, by: { $0 == $1 }) && a.values == b.values
      && a.valuesOfAttribute == b.valuesOfAttribute && a.count == b.count && a.ranges == b.ranges
      && a.tolerances == b.tolerances && a.timeTolerance == b.timeTolerance
      && a.ignored == b.ignored
  }
}
