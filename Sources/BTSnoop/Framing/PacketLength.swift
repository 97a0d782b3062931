import Bytes

extension RecordKind {
  /// Bytes of an HCI packet by its own header (Core, Vol 4, Part E, 5.4); `nil` where the header is not there, or for
  /// what is no HCI packet.
  ///
  /// - packet: from its header on, possibly cut.
  func length(of packet: RawSpan) -> Int? {
    let there = packet.byteCount
    switch self {
    case .command, .sco: return there >= 3 ? 3 + Int(packet.uint8(at: 2)) : nil
    case .event: return there >= 2 ? 2 + Int(packet.uint8(at: 1)) : nil
    case .acl: return there >= 4 ? 4 + Int(packet.uint16LittleEndian(at: 2)) : nil
    case .iso: return there >= 4 ? 4 + Int(packet.uint16LittleEndian(at: 2) & 0x3FFF) : nil
    case .linkLayer, .system, .unknown: return nil
    }
  }
}
