import Bytes

/// The physical layer that a packet was sent on.
package enum RadioPHY: UInt8, CaseIterable, Sendable {
  case le1M, le2M, coded
}

/// What a sniffer knows about a link-layer packet on the air.
///
/// The bytes of such a record start at the access address and end with the CRC; on the Coded PHY
/// the coding indicator is between access address and PDU.
package struct RadioInfo: Equatable, Sendable {
  /// The kind of physical channel, if the sniffer gives it.
  package enum Channel: UInt8, Sendable {
    case unknown
    /// Auxiliary or periodic advertising.
    case auxiliaryAdvertising
    case data
    case connectedIsochronous, broadcastIsochronous
  }

  /// The PDUs that share type 7 on the secondary channels, in the order of link type 256.
  package enum AuxiliaryType: UInt8, Sendable {
    case advertising, chain, periodic, scanResponse
  }

  /// How a recorder's format numbers channels.
  package enum Numbering: UInt8, Sendable {
    /// The link layer's: 37, 38 and 39 are for advertising.
    case index
    /// Channels in the order of their frequency: 0, 12 and 39 are for advertising.
    case rf
    /// In MHz.
    case frequency
  }

  /// Link-layer channel index: 0 to 36, and 37 to 39 for the primary advertising channels.
  package var channel: UInt8?
  /// What the record has instead of `channel`.
  package var numbering = Numbering.index
  /// Received signal strength in dBm.
  package var rssi: Int8?
  /// `nil`: not checked.
  package var crcOK: Bool?
  package var sender: Side?
  package var physicalChannel = Channel.unknown
  package var auxiliaryType: AuxiliaryType?
  package var phy = RadioPHY.le1M
  /// The packet was encrypted on the air.
  package var wasEncrypted = false
  /// The sniffer has decrypted it: the record is readable.
  package var isDecrypted = false
  package var micOK: Bool?
  /// The access address that the sniffer looked for; a few received bits may differ.
  package var referenceAccessAddress: UInt32?
  /// Connection event counter.
  package var eventCounter: UInt16?
  /// Version of the nRF Sniffer's protocol, 0 for its first header; `nil` for other sniffers.
  package var snifferVersion: UInt8?
  /// The time of the sniffer's own clock.
  package var boardTime: BoardTime?

  package init() {}
}

extension RadioInfo {
  /// The link-layer index of an RF channel (0 is 2402 MHz, in steps of 2 MHz).
  ///
  /// Source: Core, Vol 6, Part B, 1.4.1.
  package static func channelIndex(rf: UInt8) -> UInt8? {
    switch rf {
    case 0: 37
    case 1...11: rf - 1
    case 12: 38
    case 13...38: rf - 2
    case 39: 39
    default: nil
    }
  }

  /// The link-layer index of the channel at a frequency in MHz.
  package static func channelIndex(megahertz: UInt16) -> UInt8? {
    guard megahertz >= 2402, megahertz <= 2480, megahertz % 2 == 0 else { return nil }
    return channelIndex(rf: UInt8((megahertz - 2402) / 2))
  }
}
