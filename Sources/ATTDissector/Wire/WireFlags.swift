/// Named bits of PDU fields.
///
/// Source: Bluetooth Core Specification 6.0, at the parameter of that name.
enum WireFlags: Int, CaseIterable, Sendable {
  case eventMask, eventMaskPage2, leEventMask, leFeatures, phys, channelMap
  case advertisingProperties, extendedReportType, periodicProperties, syncOptions
  case authenticationRequirements, keyDistribution, adFlags, phyPreference, leStates, linkPolicy
  case scanEnable, dataPath, spacingTypes, extendedHeader
  case characteristicProperties
  case supportedCommands, lmpFeatures, lmpFeatures1, lmpFeatures2
  case configuration, extendedFeatures, fixedChannels
  case cteTypes, syncCTETypes, samplingRates, receiveEnable, periodicEnable, powerLimits
  case powerPHYs, audioCodecs
  case changeReasons, decisionType, decisionTest
  case soundingRoles, soundingModes, roundTripAccuracy, attackDetection, soundingPHYs
  case soundingSubfeatures, interludeTimes, frequencyChangeTimes, phaseTimes, soundingSNR
  case peerAntennas, soundingEnhancements, soundingOverrides

  /// - Returns: `nil` for a reserved bit.
  func name(of bit: Int) -> StaticString? {
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
    case .supportedCommands:
      return SupportedCommands.opcode(bit).flatMap { HCICommandRows.row($0)?.name }
    case .fixedChannels: return UInt16(exactly: bit).flatMap { L2CAPChannelName.name(cid: $0) }
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
    case .leStates: Self.leStateNames
    case .lmpFeatures: Self.lmpFeatureNames
    case .lmpFeatures1: Self.lmpFeatureNames1
    case .lmpFeatures2: Self.lmpFeatureNames2
    case .configuration: ["continued"]
    case .extendedFeatures:
      [
        "Flow Control Mode", "Retransmission Mode", "Bi-directional QoS",
        "Enhanced Retransmission Mode", "Streaming Mode", "FCS Option",
        "Extended Flow Specification for BR/EDR", "Fixed Channels", "Extended Window Size",
        "Unicast Connectionless Data Reception", "Enhanced Credit Based Flow Control Mode",
      ]
    case .extendedHeader:
      ["AdvA", "TargetA", "CTEInfo", "ADI", "AuxPtr", "SyncInfo", "TxPower"]
    case .spacingTypes:
      ["T_IFS_ACL_CP", "T_IFS_ACL_PC", "T_MCES", "T_IFS_CIS", "T_MSS_CIS"]
    default: recentWords
    }
  }
}
