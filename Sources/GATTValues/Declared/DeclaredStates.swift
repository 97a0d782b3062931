import ATTDissector
import Bytes
import Vocabulary

/// The last values of the attributes of a peer that declarations ask for.
package struct DeclaredStates: Equatable, Sendable {
  /// How many are kept of one peer.
  static let limit = 64

  struct Entry: Equatable, Sendable {
    var uuid: UInt128
    /// Its name.
    var key: String
    /// The last value from each source: read, written, notified.
    var values: [Int64?] = [nil, nil, nil]
    /// 1: read, 2: written, 3: notified.
    var last = 0
  }

  /// An object, since most peers have none, and every value's context has a copy of the state.
  private final class Kept: Sendable {
    let entries: [Entry]
    let reports: HIDReports?

    init(_ entries: [Entry], _ reports: HIDReports?) {
      self.entries = entries
      self.reports = reports
    }
  }
  private var kept: Kept?
  package var isEmpty: Bool { kept == nil }

  var entries: [Entry] {
    get { kept?.entries ?? [] }
    set { kept = Kept(newValue, reports) }
  }
  /// What is known of a HID device's reports.
  var reports: HIDReports? {
    get { kept?.reports }
    set { kept = Kept(entries, newValue) }
  }

  package static func == (a: DeclaredStates, b: DeclaredStates) -> Bool {
    a.entries == b.entries && a.reports == b.reports
  }

  /// - name: of its key.
  /// - Returns: the value, and its source as `Program.sources` counts.
  func value(of state: StateCode, named name: String) -> (value: Int64, source: Int)? {
    guard let entries = kept?.entries, !entries.isEmpty else { return nil }
    let uuid = state.uuid
    for entry in entries where entry.uuid == uuid && entry.key == name {
      let preferred = Int(state.preferred)
      if preferred > 0, let value = entry.values[preferred - 1] { return (value, preferred) }
      guard entry.last > 0, let value = entry.values[entry.last - 1] else { return nil }
      return (value, entry.last)
    }
    return nil
  }

  /// Keeps what a value has of a key.
  mutating func note(_ uuid: BluetoothUUID, key: String, value: Int64, kind: ValueKind) {
    let source =
      switch kind {
      case .read: 1
      case .written: 2
      case .notified, .indicated: 3
      }
    if let index = entries.firstIndex(where: { $0.uuid == uuid.value && $0.key == key }) {
      entries[index].values[source - 1] = value
      entries[index].last = source
    } else if entries.count < Self.limit {
      var entry = Entry(uuid: uuid.value, key: key, last: source)
      entry.values[source - 1] = value
      entries.append(entry)
    }
  }

  /// The attribute has a value that says that nothing is known of a key.
  mutating func forget(_ uuid: BluetoothUUID, key: String) {
    var left = entries
    left.removeAll { $0.uuid == uuid.value && $0.key == key }
    guard left.count < entries.count else { return }
    if left.isEmpty, reports == nil { kept = nil } else { entries = left }
  }

  /// Adds what was learned later.
  mutating func merge(_ later: DeclaredStates) {
    if let others = later.reports { reports = reports?.merging(others) ?? others }
    for entry in later.entries {
      if let index = entries.firstIndex(where: { $0.uuid == entry.uuid && $0.key == entry.key }) {
        for source in 0..<3 {
          entries[index].values[source] = entry.values[source] ?? entries[index].values[source]
        }
        entries[index].last = entry.last
      } else if entries.count < Self.limit {
        entries.append(entry)
      }
    }
  }
}
