import ATTDissector
import AssignedNumbers
import GATTSession

/// Which attributes are meant: one by its UUID or its name, or one in another, `180D/2A37`.
package struct AttributePattern: Equatable, Sendable {
  /// From the outside; each with all UUIDs that its name may mean.
  package let parts: [Set<BluetoothUUID>]
  /// As it was written.
  package let text: String

  /// - Returns: `nil` where a part is no UUID and no assigned name.
  package init?(_ text: String) {
    self.text = text
    if let whole = Self.uuids(text) {
      parts = [whole]
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map {
      Self.uuids(String($0))
    }
    guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
    self.parts = parts.compactMap(\.self)
  }

  private static func uuids(_ text: String) -> Set<BluetoothUUID>? {
    if let uuid = BluetoothUUID(text: text) { return [uuid] }
    let named = AssignedNumbers.uuids(named: text).map { BluetoothUUID(value: $0) }
    return named.isEmpty ? nil : Set(named)
  }

  /// Whether an attribute stands there, or in what is meant.
  /// - endsThere: it has to be what is meant itself.
  package func holds(
    service: BluetoothUUID?, characteristic: BluetoothUUID?, descriptor: BluetoothUUID?,
    endsThere: Bool = false
  ) -> Bool {
    let path = [service, characteristic, descriptor]
    guard let depth = path.lastIndex(where: { $0 != nil }) else { return false }
    let last = depth + 1 - parts.count
    guard last >= 0 else { return false }
    for start in endsThere ? last...last : 0...last {
      let matches = parts.indices.allSatisfy { index in
        path[start + index].map { parts[index].contains($0) } ?? false
      }
      if matches { return true }
    }
    return false
  }
}

extension Event {
  /// Whether its attribute is meant or stands in what is meant; of an advertisement, whether it tells
  /// of such a service.
  func isAbout(_ pattern: AttributePattern) -> Bool {
    if pattern.parts.count == 1, let uuids = pattern.parts.first { return isAbout(uuids) }
    guard let path else { return false }
    return pattern.holds(
      service: path.service, characteristic: path.characteristic, descriptor: path.descriptor)
  }
}
