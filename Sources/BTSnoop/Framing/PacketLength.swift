import Bytes

extension RecordKind {
  /// Bytes of the header of an HCI packet (Core, Vol 4, Part E, 5.4); `nil` for what is no HCI packet.
  var headerSize: Int? {
    switch self {
    case .event: 2
    case .command, .sco: 3
    case .acl, .iso: 4
    case .linkLayer, .system, .unknown: nil
    }
  }

  /// Bytes of an HCI packet by its own header; `nil` where the header is not there, or for what is no HCI packet.
  ///
  /// - packet: from its header on, possibly cut.
  package func length(of packet: RawSpan) -> Int? {
    guard let headerSize, packet.byteCount >= headerSize else { return nil }
    let content =
      switch self {
      case .event: Int(packet.uint8(at: 1))
      case .acl: Int(packet.uint16LittleEndian(at: 2))
      case .iso: Int(packet.uint16LittleEndian(at: 2) & 0x3FFF)
      default: Int(packet.uint8(at: 2))
      }
    return headerSize + content
  }
}
