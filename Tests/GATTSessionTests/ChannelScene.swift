import BTSnoop

/// L2CAP channels on connection 1: the host's ends are 0x40 and up, the peer's 0x50 and up.
extension SessionScene {
  @discardableResult
  func signal(
    _ direction: PacketDirection, _ code: UInt8, _ identifier: UInt8, _ data: [UInt8],
    on handle: Int = 1, kept: Int? = nil
  ) -> UInt64 {
    l2cap(
      direction, handle, channel: 5, [code, identifier] + le16(data.count) + data, kept: kept)
  }

  /// The host asks for `count` channels, the peer gives them.
  func openChannels(
    _ count: Int = 1, psm: Int = 0x27, mtu: Int = 100, peerMTU: Int = 80, mps: Int = 64,
    credits: Int = 10, first: Int = 0, on handle: Int = 1
  ) {
    let terms = le16(mps) + le16(credits)
    let sources = (0..<count).flatMap { le16(0x40 + first + $0) }
    let destinations = (0..<count).flatMap { le16(0x50 + first + $0) }
    signal(.sent, 0x17, 1, le16(psm) + le16(mtu) + terms + sources, on: handle)
    signal(.received, 0x18, 1, le16(peerMTU) + terms + le16(0) + destinations, on: handle)
  }

  /// One K-frame. `sdu` is the length in front of the first.
  @discardableResult
  func frame(
    _ direction: PacketDirection, _ channel: Int, _ hexText: String, sdu: Int? = nil,
    on handle: Int = 1, kept: Int? = nil
  ) -> UInt64 {
    l2cap(
      direction, handle, channel: channel, (sdu.map { le16($0) } ?? []) + bytes(hexText),
      kept: kept)
  }

  /// An ATT PDU in one K-frame on the connection's enhanced bearer `index`, from 0.
  @discardableResult
  func eatt(
    _ direction: PacketDirection, _ pdu: String, _ index: Int = 0, on handle: Int = 1
  ) -> UInt64 {
    frame(
      direction, (direction == .sent ? 0x50 : 0x40) + index, pdu, sdu: bytes(pdu).count, on: handle)
  }
}
