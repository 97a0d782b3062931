import ATTDissector

/// What happened at one server of one connection, on both sides: reads, writes, write commands, ATT
/// errors, notifications and indications.
///
/// What options leave out as a whole (`ignored` kinds and attributes, `only`) is not in it any more;
/// `ignored` keys, values, counts and times are the sequence's to heed.
package struct SequenceInput {
  package let sides: Sides
  /// What the device is called: goes into each difference and subject.
  package var device: String?
  /// In words, where the device has several: `connection 2`. Belongs to the messages.
  package var connection: String?
  /// The attributes that both sides share, or one has alone. `ServerSequence.attributes` are indices.
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

  package func sequence(_ side: Side) -> ServerSequence { side == .expected ? expected : actual }
}

/// One side of it.
package struct ServerSequence: Sendable {
  /// Indices of the timeline's items, in their order.
  package var items: [UInt32] = []
  /// Of each of them the attribute: an index of `SequenceInput.attributes`; -1 where an error names
  /// none. The same number is the same attribute on both sides.
  package var attributes: [Int32] = []
  /// Where packets may be missing in the record: positions in `items`, rising, up to their count. 3:
  /// between the third and the fourth. What is missing there against the other side was not observed.
  package var losses: [UInt32] = []
  /// Whether the timeline has the begin of the connection. Without, what happened before the first
  /// item was not observed.
  package var hasBegin = true
  /// Whether the timeline has the end of the connection.
  package var hasEnd = true
  /// Whether neither of both recorded it, but a receiver beside them: what it did not hear well can be
  /// why a request seems to be without an answer, so that its outcome was not observed.
  package var isOverheard = false
  /// The longest connection interval that it had in nanoseconds, where that is told.
  package var interval: Int64?

  package init() {}
}

/// An attribute as both sides know it.
package struct ComparedAttribute: Equatable, Sendable {
  /// For a reader: `Heart Rate Measurement`, `Client Characteristic Configuration of Heart Rate
  /// Measurement`; `attribute 2 without UUID`.
  package var title: String
  /// `180D/2A37`, `180D/2A37/2902`, with `#2` behind the innermost where a UUID repeats; `nil`: no
  /// UUID is known.
  package var uuid: String?
  package var path: RecordedPath
  /// Sides that know the attribute by its UUID. One that does not was matched by the order of use, which
  /// is told elsewhere.
  package var isKnownInExpected = true
  package var isKnownInActual = true

  package init(title: String, uuid: String?, path: RecordedPath) {
    self.title = title
    self.uuid = uuid
    self.path = path
  }

  /// What options that name UUIDs are looked up by, innermost first.
  package var uuids: [BluetoothUUID] {
    [path.descriptor, path.characteristic, path.service].compactMap { $0 }
  }
}

/// What a sequence gives to the comparison.
package struct SequenceFindings: Equatable, Sendable {
  /// In the order in which they are told.
  package var differences: [Difference] = []
  /// One for each attribute that has items.
  package var subjects: [Comparison.Subject] = []
  /// Where a bound made the comparison coarser: whole sentences.
  package var limits: [String] = []

  package init() {}
}
