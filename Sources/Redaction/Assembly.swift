/// An L2CAP PDU, or as much of it as has come, and where its octets stand.
struct Assembly {
  /// A part of the PDU in a record.
  struct Piece {
    let record: Int
    let offset: Int
    /// In the PDU.
    let source: Range<Int>
  }

  private(set) var octets: [UInt8] = []
  private(set) var pieces: [Piece] = []

  /// Whether all that its header announces has come.
  var isWhole: Bool {
    octets.count >= 4 && octets.count >= 4 + Int(octets[0]) + Int(octets[1]) << 8
  }

  mutating func add(_ data: [UInt8], record: Int, offset: Int) {
    pieces.append(
      Piece(record: record, offset: offset, source: octets.count..<octets.count + data.count))
    octets += data
  }

  /// A record that repeats the last part.
  /// - Returns: whether it does.
  mutating func repeatLast(_ data: [UInt8], record: Int, offset: Int) -> Bool {
    guard let last = pieces.last, octets[last.source].elementsEqual(data) else { return false }
    pieces.append(Piece(record: record, offset: offset, source: last.source))
    return true
  }
}

/// Who sends the PDUs whose parts are joined.
struct Sender: Hashable {
  let adapter: UInt16?
  /// A connection handle, or an access address.
  let link: UInt32
  let side: UInt8
}
