import ATTDissector

/// What happened at one server of one connection, on both sides: reads, writes, write commands, ATT
/// errors, notifications and indications.
///
/// Whole kinds and attributes that options exclude (`ignored` kinds and attributes, `only`) are
/// already removed; `ignored` keys, values, counts and times are left to the comparison.
package struct SequenceInput {
  package let sides: Sides
  /// The device's title, for each difference and subject.
  package var device: String?
  /// In words, if the device has several: `connection 2`. Part of the messages.
  package var connection: String?
  /// The attributes of both sides or of one. `ServerSequence.attributes` has indices into it.
  package var attributes: [ComparedAttribute]
  package var expected: ServerSequence
  package var actual: ServerSequence

  package init(
    sides: Sides, device: String? = nil, connection: String? = nil,
    attributes: [ComparedAttribute], expected: ServerSequence, actual: ServerSequence
  ) {
    self.sides = sides
    self.device = device
    self.connection = connection
    self.attributes = attributes
    self.expected = expected
    self.actual = actual
  }

  package func sequence(of side: Side) -> ServerSequence { side == .expected ? expected : actual }
}

/// One side of it.
package struct ServerSequence: Sendable {
  /// Indices of the timeline's items, in order.
  package var items: [UInt32] = []
  /// The attribute of each: an index of `SequenceInput.attributes`; -1 for an error that names
  /// none. The same number is the same attribute on both sides.
  package var attributes: [Int32] = []
  /// Where packets may be missing: ascending positions in `items`, up to their count. 3: between
  /// the third and the fourth. What is missing there compared with the other side was not observed.
  package var losses: [UInt32] = []
  /// How many connection events or packets are missing up to each of these, in sum; empty: unknown.
  var lost: [Int] = []
  static let unknown = 1 << 40
  /// Whether the timeline has the start of the connection. Otherwise what happened before the first
  /// item was not observed.
  package var hasBegin = true
  /// Whether the timeline has the end of the connection.
  package var hasEnd = true
  /// The position of the first item after the last discovery of an attribute; `nil`: none was discovered.
  package var discovered: UInt32?
  /// Whether a sniffer recorded it rather than either end: a request may seem unanswered because
  /// the answer was not heard, so its outcome was not observed.
  package var isOverheard = false
  /// The longest connection interval in nanoseconds, if known.
  package var interval: Int64?

  package init() {}
}

/// An attribute as both sides know it.
package struct ComparedAttribute: Equatable, Sendable {
  /// For people: `Heart Rate Measurement`, `Client Characteristic Configuration of Heart Rate
  /// Measurement`; `attribute 2 without UUID`.
  package var title: String
  /// `180D/2A37`, `180D/2A37/2902`, with `#2` after the innermost if a UUID repeats; `nil`: no
  /// known UUID.
  package var uuid: String?
  package var path: RecordedPath
  /// Sides that know the attribute by its UUID. The others were matched by order of use, which is
  /// reported elsewhere.
  package var isKnownInExpected = true
  package var isKnownInActual = true

  package init(title: String, uuid: String?, path: RecordedPath) {
    self.title = title
    self.uuid = uuid
    self.path = path
  }

  /// The UUIDs by which options are looked up, innermost first.
  package var uuids: [BluetoothUUID] {
    [path.descriptor, path.characteristic, path.service].compactMap { $0 }
  }

  /// The UUIDs that select the mode of an attribute's values: what a characteristic's values may be says
  /// nothing of what
  /// is written to its descriptors.
  package var valueUUIDs: [BluetoothUUID] {
    [path.descriptor ?? path.characteristic, path.service].compactMap { $0 }
  }
}

/// The result of comparing a sequence.
package struct SequenceFindings: Equatable, Sendable {
  /// In the order in which they are shown.
  package var differences: [Difference] = []
  /// One for each attribute that has items.
  package var subjects: [Comparison.Subject] = []
  /// Where a limit made the comparison coarser: whole sentences.
  package var limits: [String] = []

  package init() {}
}
