import Bytes

/// The first packets of a connection on the air: whether its peripheral answers.
///
/// A central repeats its first PDU, with the same SN and NESN, until the peripheral acknowledges it. A
/// connection without a packet of the peripheral in its first six intervals is not established
/// (Bluetooth Core Specification, Vol 6, Part B, 4.5 and 4.5.9).
package struct LinkOpening: Sendable {
  /// Fewer PDUs of the central show nothing by themselves.
  static let least = 4
  /// The limit in place of `least` where a later record shows that there is no connection.
  static let leastWithSign = 2
  private static let intervals: Int64 = 6

  /// ChSel of the CONNECT_IND, and of the ADV_IND that it answers, where that was heard.
  package internal(set) var initiatorSelects2: Bool?
  package internal(set) var advertiserSelects2: Bool?

  /// PDUs of the central without an acknowledgement.
  package private(set) var repeats = 0
  /// A packet of the peripheral was heard.
  private var hasPeripheral = false
  /// The central has gone on to another PDU.
  private var isAcknowledged = false
  private var first: (bits: SequenceBits.Pair, hash: UInt64)?

  /// The capture has no answer to the central's PDUs.
  package var isUnanswered: Bool { repeats > 0 && !hasPeripheral && !isAcknowledged }
  /// The sniffer hears the central only, whose sequence numbers show that it is answered.
  package var isAnsweredUnheard: Bool { isAcknowledged && !hasPeripheral }

  /// - hash: of the PDU.
  mutating func hear(side: Side, bits: SequenceBits.Pair, hash: UInt64, isIntact: Bool) {
    guard !hasPeripheral else { return }
    guard side == .central else {
      hasPeripheral = true
      return
    }
    guard isIntact, !isAcknowledged else { return }
    guard let first else {
      self.first = (bits, hash)
      repeats = 1
      return
    }
    if first.bits == bits, first.hash == hash {
      repeats = min(repeats + 1, 1_000_000)
    } else {
      isAcknowledged = true
    }
  }

  /// When it has failed, in nanoseconds after the CONNECT_IND.
  /// - interval: in nanoseconds.
  static func patience(window: UInt16, interval: Int64) -> Int64 {
    1_250_000 * (1 + Int64(window)) + intervals * interval
  }
}
