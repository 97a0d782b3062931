import BTSnoop

/// BR/EDR links: handle 0x0B, the host's ends are 0x40 and up, the peer's 0x50 and up.
extension SessionScene {
  static let classicPeer = "A4:C1:38:00:1F:01"

  /// Connection Complete of a BR/EDR link.
  func connectClassic(_ handle: Int = 0x0B, type: UInt8 = 1, encrypted: UInt8 = 0) {
    event(0x03, [0] + le16(handle) + wireAddress(Self.classicPeer) + [type, encrypted])
  }

  /// A signalling command of a BR/EDR link.
  @discardableResult
  func classicSignal(
    _ direction: PacketDirection, _ code: UInt8, _ identifier: UInt8, _ data: [UInt8],
    on handle: Int = 0x0B, kept: Int? = nil
  ) -> UInt64 {
    l2cap(
      direction, handle, channel: 1, [code, identifier] + le16(data.count) + data, kept: kept)
  }

  /// The host asks for a channel, the peer gives it.
  func openClassic(
    _ index: Int = 0, psm: Int = 0x1F, result: Int = 0, on handle: Int = 0x0B
  ) {
    let identifier = UInt8(truncatingIfNeeded: 1 + index)
    classicSignal(.sent, 0x02, identifier, le16(psm) + le16(0x40 + index), on: handle)
    classicSignal(
      .received, 0x03, identifier,
      le16(result == 0 ? 0x50 + index : 0) + le16(0x40 + index) + le16(result) + le16(0),
      on: handle)
  }

  /// Both sides configure the channel; options as hex.
  func configureClassic(
    _ index: Int = 0, _ host: String = "", _ peer: String = "", answers: (String, String) = ("", "")
  ) {
    classicSignal(.sent, 0x04, 0x21, le16(0x50 + index) + le16(0) + bytes(host))
    classicSignal(.received, 0x05, 0x21, le16(0x40 + index) + le16(0) + le16(0) + bytes(answers.0))
    classicSignal(.received, 0x04, 0x22, le16(0x40 + index) + le16(0) + bytes(peer))
    classicSignal(.sent, 0x05, 0x22, le16(0x50 + index) + le16(0) + le16(0) + bytes(answers.1))
  }

  /// An ATT PDU on the connection's channel `index`, from 0.
  @discardableResult
  func classicATT(
    _ direction: PacketDirection, _ pdu: String, _ index: Int = 0, on handle: Int = 0x0B,
    kept: Int? = nil
  ) -> UInt64 {
    l2cap(
      direction, handle, channel: (direction == .sent ? 0x50 : 0x40) + index, bytes(pdu),
      kept: kept)
  }
}
