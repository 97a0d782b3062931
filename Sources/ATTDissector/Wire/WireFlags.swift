/// Named bits of PDU fields.
///
/// Source: Bluetooth Core Specification 6.0, at the parameter of that name.
enum WireFlags: Int, CaseIterable, Sendable {
  case eventMask, eventMaskPage2, leEventMask, leFeatures, phys, channelMap
  case advertisingProperties, extendedReportType, periodicProperties, syncOptions
  case authenticationRequirements, keyDistribution, adFlags, phyPreference, leStates, linkPolicy
  case scanEnable, dataPath, spacingTypes, extendedHeader
  case characteristicProperties

  /// - Returns: `nil` for a reserved bit.
  func name(_ bit: Int) -> StaticString? {
    switch self {
    // The masks number events in the order of their codes; the first ends before Physical Link Complete, with
    // which page 2 begins.
    case .eventMask where bit == 63: return nil
    // What cannot be masked: Command Complete, Command Status, Number Of Completed Packets.
    case .eventMask where [13, 14, 18].contains(bit): return nil
    case .eventMask: return UInt8(exactly: bit + 1).flatMap { HCIEventRows.row($0)?.name }
    case .eventMaskPage2: return UInt8(exactly: bit + 0x40).flatMap { HCIEventRows.row($0)?.name }
    case .leEventMask: return UInt8(exactly: bit + 1).flatMap { LEMetaEventRows.row($0)?.name }
    case .leFeatures: return Self.leFeature(bit)
    default:
      let words = Self.words[rawValue]
      return bit < words.count && words[bit].utf8CodeUnitCount > 0 ? words[bit] : nil
    }
  }

  /// The words of all, made once.
  private static let words: [[StaticString]] = allCases.map(\.words)

  private var words: [StaticString] {
    switch self {
    case .phys: ["LE 1M", "LE 2M", "LE Coded"]
    case .channelMap: ["37", "38", "39"]
    case .advertisingProperties:
      [
        "connectable", "scannable", "directed", "high duty cycle directed", "legacy PDUs",
        "anonymous", "include TxPower", "decision PDUs", "include AdvA in decision",
        "include ADI in decision",
      ]
    case .extendedReportType:
      ["connectable", "scannable", "directed", "scan response", "legacy PDU"]
    case .periodicProperties: ["", "", "", "", "", "", "include TxPower"]
    case .syncOptions: ["Periodic Advertiser List", "reports disabled", "duplicates filtered"]
    case .authenticationRequirements:
      ["bonding", "", "MITM", "secure connections", "keypress", "CT2"]
    case .keyDistribution: ["EncKey", "IdKey", "SignKey", "LinkKey"]
    case .adFlags:
      [
        "LE Limited Discoverable Mode", "LE General Discoverable Mode", "BR/EDR Not Supported",
        "Simultaneous LE and BR/EDR (Controller)", "Simultaneous LE and BR/EDR (Host)",
      ]
    case .phyPreference: ["no transmitter preference", "no receiver preference"]
    case .linkPolicy: ["role switch", "hold mode", "sniff mode"]
    case .scanEnable: ["inquiry scan", "page scan"]
    case .dataPath: ["input", "output"]
    case .characteristicProperties: CharacteristicProperties.words.map(\.1)
    case .extendedHeader:
      ["AdvA", "TargetA", "CTEInfo", "ADI", "AuxPtr", "SyncInfo", "TxPower"]
    case .spacingTypes:
      ["T_IFS_ACL_CP", "T_IFS_ACL_PC", "T_MCES", "T_IFS_CIS", "T_MSS_CIS"]
    default: []
    }
  }

  /// Vol 6, Part B, 4.6.
  private static func leFeature(_ bit: Int) -> StaticString? {
    switch bit {
    case 0: "LE Encryption"
    case 1: "Connection Parameters Request Procedure"
    case 2: "Extended Reject Indication"
    case 3: "Peripheral-initiated Features Exchange"
    case 4: "LE Ping"
    case 5: "LE Data Packet Length Extension"
    case 6: "LL Privacy"
    case 7: "Extended Scanning Filter Policies"
    case 8: "LE 2M PHY"
    case 9: "Stable Modulation Index - Transmitter"
    case 10: "Stable Modulation Index - Receiver"
    case 11: "LE Coded PHY"
    case 12: "LE Extended Advertising"
    case 13: "LE Periodic Advertising"
    case 14: "Channel Selection Algorithm #2"
    case 15: "LE Power Class 1"
    case 16: "Minimum Number of Used Channels Procedure"
    case 17: "Connection CTE Request"
    case 18: "Connection CTE Response"
    case 19: "Connectionless CTE Transmitter"
    case 20: "Connectionless CTE Receiver"
    case 21: "Antenna Switching During CTE Transmission (AoD)"
    case 22: "Antenna Switching During CTE Reception (AoA)"
    case 23: "Receiving Constant Tone Extensions"
    case 24: "Periodic Advertising Sync Transfer - Sender"
    case 25: "Periodic Advertising Sync Transfer - Recipient"
    case 26: "Sleep Clock Accuracy Updates"
    case 27: "Remote Public Key Validation"
    case 28: "Connected Isochronous Stream - Central"
    case 29: "Connected Isochronous Stream - Peripheral"
    case 30: "Isochronous Broadcaster"
    case 31: "Synchronized Receiver"
    case 32: "Connected Isochronous Stream (Host Support)"
    case 33, 34: "LE Power Control Request"
    case 35: "LE Path Loss Monitoring"
    case 36: "Periodic Advertising ADI support"
    case 37: "Connection Subrating"
    case 38: "Connection Subrating (Host Support)"
    case 39: "Channel Classification"
    case 40: "Advertising Coding Selection"
    case 41: "Advertising Coding Selection (Host Support)"
    case 42: "Decision-Based Advertising Filtering"
    case 43: "Periodic Advertising with Responses - Advertiser"
    case 44: "Periodic Advertising with Responses - Scanner"
    case 45: "Unsegmented Framed Mode"
    case 46: "Channel Sounding"
    case 47: "Channel Sounding (Host Support)"
    case 48: "Channel Sounding Tone Quality Indication"
    case 63: "LL Extended Feature Set"
    default: nil
    }
  }
}
