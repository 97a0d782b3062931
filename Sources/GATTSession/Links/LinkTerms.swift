import ATTDissector

/// What a connection runs over.
package enum Transport: Sendable {
  case le, brEDR

  package var name: StaticString { self == .le ? "le" : "br_edr" }
}

/// Connection parameters: the latency in connection events, the time-out in units of 10 ms.
package struct LinkTerms {
  package var interval: ConnectionInterval
  package var latency: UInt16
  package var timeout: UInt16
  /// Subrate factor: the devices use every n-th connection event.
  package var subrate: UInt16 = 1
}

extension Array where Element: Equatable {
  /// Adds a value that differs from the last one; when full, the last is overwritten.
  mutating func remember(_ value: Element) {
    guard last != value else { return }
    if count >= 16 { removeLast() }
    append(value)
  }
}
