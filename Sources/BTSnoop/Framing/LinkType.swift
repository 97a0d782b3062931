import ByteReader

/// What stands before each packet of a pcap or pcapng capture (the LINKTYPE_ numbers of tcpdump.org).
package struct LinkType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// H4 type byte, no direction.
  package static let h4 = LinkType(rawValue: 187)
  /// Direction (u32, big-endian), then the H4 type byte.
  package static let h4WithDirection = LinkType(rawValue: 201)
  /// Adapter and monitor opcode (u16 each, big-endian).
  package static let monitor = LinkType(rawValue: 254)

  /// Whether `framing(of:)` knows it.
  package var isRead: Bool {
    self == .h4 || self == .h4WithDirection || self == .monitor
  }

  /// For scripts, as in `CaptureInfo.linkType`.
  package var name: String {
    switch self {
    case .h4: "hci_h4"
    case .h4WithDirection: "hci_h4_with_phdr"
    case .monitor: "hci_monitor"
    default: "\(rawValue)"
    }
  }

  /// For people, as in `CaptureInfo.linkTypeDescription`.
  package var title: String {
    switch self {
    case .h4: "H4 (187)"
    case .h4WithDirection: "H4 with direction (201)"
    case .monitor: "BlueZ monitor (254)"
    default: description
    }
  }

  /// What those that are not read are called, where a user of Bluetooth may meet them.
  private var unreadName: String? {
    switch rawValue {
    case 1: "Ethernet"
    case 161: "BlueZ hcidump without H4"
    case 189, 220: "USB"
    case 249: "USBPcap"
    case 192: "PPI"
    case 195, 230, 283: "IEEE 802.15.4"
    case 251: "Bluetooth LE link layer"
    case 255: "Bluetooth BR/EDR baseband"
    case 256: "Bluetooth LE link layer with radio header"
    case 272: "nRF Sniffer"
    default: nil
    }
  }

  /// Why it cannot be read, in one sentence without a full stop.
  package var refusal: String {
    switch rawValue {
    case 192, 251, 256, 272:
      "link type \(self): captures of the link layer are not read yet"
    default: "link type \(self) is not one of Bluetooth HCI (187, 201, 254)"
    }
  }

  /// What stands before the packet in the bytes of a record; `nil` for a link type that is not read.
  ///
  /// A type 187 continuation has no direction of its own: `InferredDirection` knows more.
  package func framing(of bytes: RawSpan) -> PacketFraming? {
    switch self {
    case .h4:
      var framing = PacketFraming.h4(bytes, at: 0, dataDirection: .unknown)
      if framing.kind == .acl {
        framing.direction = InferredDirection.ofStart(bytes.clamped(framing.headerLength))
      }
      return framing
    case .h4WithDirection:
      guard bytes.byteCount >= 4 else {
        return PacketFraming(kind: .unknown, direction: .unknown, headerLength: 5)
      }
      let direction: PacketDirection =
        bytes.uint32BigEndian(at: 0) & 1 == 0 ? .sent : .received
      return .h4(bytes, at: 4, dataDirection: direction)
    case .monitor:
      guard bytes.byteCount >= 4 else {
        return PacketFraming(kind: .unknown, direction: .unknown, headerLength: 4)
      }
      let word = bytes.uint32BigEndian(at: 0)
      return .monitor(
        opcode: UInt16(truncatingIfNeeded: word), adapter: UInt16(truncatingIfNeeded: word >> 16),
        headerLength: 4)
    default: return nil
    }
  }
}

extension LinkType: CustomStringConvertible {
  package var description: String {
    if let unreadName { return "\(rawValue) (\(unreadName))" }
    return "\(rawValue)"
  }
}
