import ATTDissector
import GATTSession
import GATTValues

/// Selects attributes: one by its UUID or its name, or one in another, `180D/2A37`.
package struct AttributePattern: Equatable, Sendable {
  /// A UUID, or all UUIDs that a name may mean.
  package struct Part: Equatable, Sendable {
    package let uuids: Set<BluetoothUUID>

    /// - Returns: `nil` if it is neither a UUID nor a name.
    package init?(_ text: String) {
      uuids = AttributeNames.uuids(text)
      if uuids.isEmpty { return nil }
    }
  }

  /// Outermost first.
  package let parts: [Part]
  /// The pattern as it was written.
  package let text: String

  package init(_ parts: [Part], text: String) {
    self.parts = parts
    self.text = text
  }

  /// Whether the attribute matches or is in one that matches.
  /// - endsThere: only the attribute itself may match.
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
        path[start + index].map { parts[index].uuids.contains($0) } ?? false
      }
      if matches { return true }
    }
    return false
  }
}

extension Event {
  /// Whether the event's attribute matches or is in one that matches; for an advertisement, whether
  /// it shows such a service.
  func isAbout(_ pattern: AttributePattern) -> Bool {
    if pattern.parts.count == 1, let part = pattern.parts.first { return isAbout(part.uuids) }
    guard let path else { return false }
    return pattern.holds(
      service: path.service, characteristic: path.characteristic, descriptor: path.descriptor)
  }
}
