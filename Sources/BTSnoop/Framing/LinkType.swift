import Bytes

/// The framing of each packet in a pcap or pcapng capture (the LINKTYPE_ numbers of tcpdump.org).
package struct LinkType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// H4 type byte, no direction.
  package static let h4 = LinkType(rawValue: 187)
  /// Direction (u32, big-endian), then the H4 type byte.
  package static let h4WithDirection = LinkType(rawValue: 201)
  /// Adapter and monitor opcode (u16 each, big-endian).
  package static let monitor = LinkType(rawValue: 254)

  /// Link-layer packets, nothing before them.
  package static let linkLayer = LinkType(rawValue: 251)
  /// Radio header, then a link-layer packet.
  package static let linkLayerWithRadio = LinkType(rawValue: 256)
  /// The nRF Sniffer's header, then a link-layer packet.
  package static let nordic = LinkType(rawValue: 272)
  /// A user-defined type, which the nRF Sniffer's first software used for the same format.
  package static let nordicUser = LinkType(rawValue: 157)
  /// Per-Packet Information around packets of another type.
  package static let ppi = LinkType(rawValue: 192)

  /// Whether `framing(of:)` supports it.
  package var isRead: Bool {
    self == .h4 || self == .h4WithDirection || self == .monitor || isLinkLayer
  }

  /// Whether its packets are from a sniffer on the air.
  package var isLinkLayer: Bool {
    self == .linkLayer || self == .linkLayerWithRadio || self == .nordic || self == .nordicUser
      || self == .ppi
  }

  /// For scripts, as in `CaptureInfo.linkType`.
  package var name: String {
    switch self {
    case .h4: "hci_h4"
    case .h4WithDirection: "hci_h4_with_phdr"
    case .monitor: "hci_monitor"
    case .linkLayer: "le_ll"
    case .linkLayerWithRadio: "le_ll_with_phdr"
    case .nordic, .nordicUser: "nordic_ble"
    case .ppi: "ppi_le_ll"
    default: "\(rawValue)"
    }
  }

  /// For people, as in `CaptureInfo.linkTypeDescription`.
  package var title: String {
    switch self {
    case .h4: "H4 (187)"
    case .h4WithDirection: "H4 with direction (201)"
    case .monitor: "BlueZ monitor (254)"
    case .linkLayer: "LE link layer (251)"
    case .linkLayerWithRadio: "LE link layer with radio header (256)"
    case .nordic, .nordicUser: "nRF Sniffer (LE link layer, \(rawValue))"
    case .ppi: "PPI (LE link layer, 192)"
    default: description
    }
  }

  /// Names of unsupported types that users of Bluetooth may encounter.
  private var unreadName: String? {
    switch rawValue {
    case 1: "Ethernet"
    case 161: "BlueZ hcidump without H4"
    case 189, 220: "USB"
    case 249: "USBPcap"
    case 195, 230, 283: "IEEE 802.15.4"
    case 255: "Bluetooth BR/EDR baseband"
    default: nil
    }
  }

  /// Bytes at the start of a record that Wireshark does not count as part of the packet.
  var pseudoHeader: Int { self == .h4WithDirection || self == .monitor ? 4 : 0 }

  /// Why it is not supported, in one sentence without a full stop.
  package var refusal: String {
    """
    link type \(self) is not one of Bluetooth HCI (187, 201, 254) or the LE link layer (192, 251, \
    256, 272)
    """
  }

  /// The framing before the packet in the bytes of a record; `nil` for an unsupported link type.
  ///
  /// A continuation of type 187 has no direction of its own: see `InferredDirection`.
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
        return .unknown(.tooShort, headerLength: 5)
      }
      let direction: PacketDirection =
        bytes.uint32BigEndian(at: 0) & 1 == 0 ? .sent : .received
      return .h4(bytes, at: 4, dataDirection: direction)
    case .monitor:
      guard bytes.byteCount >= 4 else {
        return .unknown(.tooShort, headerLength: 4)
      }
      let word = bytes.uint32BigEndian(at: 0)
      return .monitor(
        opcode: UInt16(truncatingIfNeeded: word), adapter: UInt16(truncatingIfNeeded: word >> 16),
        headerLength: 4)
    case .linkLayer: return .bareLinkLayer
    case .linkLayerWithRadio: return .radioHeader(bytes)
    case .nordic: return .nordic(bytes)
    case .nordicUser:
      return PacketFraming.isNordic(bytes)
        ? .nordic(bytes) : .unknown(.userContent, headerLength: 0)
    case .ppi: return .ppi(bytes)
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
