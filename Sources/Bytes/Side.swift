/// One of the two devices of a connection.
///
/// A host's capture has the recording host and its peer. A capture from the air has no recording host: there
/// `host` stands for the central and `peer` for the peripheral.
@usableFromInline
package enum Side: UInt8, CaseIterable, Sendable {
  case host, peer

  /// The name of `host` in a capture from the air.
  @inlinable package static var central: Side { .host }
  /// The name of `peer` in a capture from the air.
  @inlinable package static var peripheral: Side { .peer }

  @inlinable package var other: Side { self == .host ? .peer : .host }

  /// Avoids the witness-table call of a synthesized `==` across modules.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// A value for each side of a connection.
package struct PerSide<Value: ~Copyable>: ~Copyable {
  @usableFromInline package var host: Value
  @usableFromInline package var peer: Value

  @inlinable package init(host: consuming Value, peer: consuming Value) {
    self.host = host
    self.peer = peer
  }

  @inlinable package subscript(side: Side) -> Value {
    _read {
      switch side {
      case .host: yield host
      case .peer: yield peer
      }
    }
    _modify {
      switch side {
      case .host: yield &host
      case .peer: yield &peer
      }
    }
  }
}

extension PerSide: Copyable where Value: Copyable {}
extension PerSide: Sendable where Value: ~Copyable & Sendable {}
extension PerSide: Equatable where Value: Equatable {}

extension PerSide {
  @inlinable package init(both value: Value) { self.init(host: value, peer: value) }
}
