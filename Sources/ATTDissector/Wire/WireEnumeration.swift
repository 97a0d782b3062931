/// Named values of PDU fields.
///
/// Source: Bluetooth Core Specification 6.0, at the parameter of that name (Vol 4, Part E, 7 for
/// HCI); the monitor's numbers: BlueZ, src/shared/btsnoop.h and syslog's priorities.
enum WireEnumeration: Int, CaseIterable, Sendable {
  case status, commandStatus, endStatus, addressType, ownAddressType, enable, role, phy,
    soundingPHY, clockAccuracy,
    dataStatus, cteType
  case advertisingType, advertisingReportType, advertisingFilterPolicy, scanType, scanFilterPolicy
  case initiatorFilterPolicy, operation, fragmentPreference, privacyMode, packing, framing
  case dataPathDirection, linkType, encryption, channelSelection, coreVersion, syncTransferMode
  case linkMode, sleepClockAction, powerChange, pathLossZone
  case smpFailure, ioCapability, oobData, keypress
  case attError, attOpcode, executeWrite, uuidFormat
  case rejectReason, parameterUpdateResult, creditResult, reconfigureResult, connectionResult
  case connectionStatus, informationType, informationResult, adRole
  case configurationResult, serviceType, channelMode, frameCheck
  case slotDuration, samplePacket, keyType, codingOptions, subeventSent, codingFormat
  case monitoredCondition, frameSpaceInitiator, decisionField, leFeature
  case soundingRole, soundingContext, soundingAction, soundingMode, stepMode, roundTripType
  case soundingSelection, soundingShape, soundingSNRControl, soundingAntennas, syncAntenna
  case soundingSNRIndex, interludeTime, frequencyChangeTime, phaseTime
  case procedureDone, subeventDone, procedureAbort, subeventAbort
  case accessCheck, attackLikelihood, toneQuality, toneSlot
  case isoStatus, offsetUnits
  case bus, indexType, logPriority, controlFormat, controlOpcode
  /// Numbers of BlueZ's management interface.
  case managementCommand, managementEvent, managementStatus, managementReason, managementAddressType
  /// Company identifiers and appearances: the sink has their names.
  case company, appearance

  /// - Returns: `nil` for a reserved value.
  func name(of value: UInt64) -> StaticString? {
    guard let code = UInt16(exactly: value) else { return nil }
    let byte = UInt8(exactly: value)
    switch self {
    // The command is under way.
    case .commandStatus where code == 0: return "pending"
    case .status, .commandStatus, .endStatus: return byte.flatMap { HCIStatusName.name(of: $0) }
    case .smpFailure: return byte.flatMap { SMPName.failure($0) }
    case .ioCapability: return byte.flatMap { SMPName.ioCapability($0) }
    case .attError: return byte.flatMap { ATTErrorName.name(of: $0) }
    case .managementCommand: return ManagementRows.command(code)?.name
    case .managementEvent: return ManagementRows.event(code)?.name
    case .controlOpcode: return byte.flatMap { ControlRows.row($0)?.name }
    case .attOpcode: return byte.flatMap { ATTRows.row($0)?.name }
    case .addressType where code == 0xFE: return "random, resolution failed"
    case .addressType where code == 0xFF: return "anonymous"
    case .dataStatus where code == 0xFF: return "failed"
    // As AdvertisingType(reported:).
    case .advertisingReportType where code > 0x0F: return name(of: value & 0x0F)
    case .cteType where code == 0xFF: return "none"
    case .controlFormat where code == 0xFFFF: return "unknown"
    default:
      let words = Self.words[rawValue]
      guard Int(code) < words.count, words[Int(code)].utf8CodeUnitCount > 0 else {
        return distantName(code)
      }
      return words[Int(code)]
    }
  }

  /// The words of all, made once.
  private static let words: [[StaticString]] = allCases.map(\.words)

  /// The names from 0 on, without a gap; an empty one is reserved.
  private var words: [StaticString] {
    switch self {
    case .addressType: ["public", "random", "public identity", "random identity"]
    case .ownAddressType:
      ["public", "random", "resolvable or public", "resolvable or random"]
    case .enable: ["disabled", "enabled"]
    case .role: ["Central", "Peripheral"]
    case .soundingPHY: ["", "LE 1M", "LE 2M", "LE 2M 2BT"]
    case .phy: ["none", "LE 1M", "LE 2M", "LE Coded", "LE Coded, S=2"]
    case .clockAccuracy:
      [
        "500 ppm", "250 ppm", "150 ppm", "100 ppm", "75 ppm", "50 ppm", "30 ppm", "20 ppm",
      ]
    case .dataStatus: ["complete", "incomplete, more to come", "incomplete, truncated"]
    case .cteType: ["AoA", "AoD, 1 µs slots", "AoD, 2 µs slots"]
    case .advertisingType:
      [
        "ADV_IND", "ADV_DIRECT_IND, high duty cycle", "ADV_SCAN_IND", "ADV_NONCONN_IND",
        "ADV_DIRECT_IND, low duty cycle",
      ]
    case .advertisingReportType:
      [
        AdvertisingPDUName.connectable, AdvertisingPDUName.directed, AdvertisingPDUName.scannable,
        AdvertisingPDUName.nonconnectable, AdvertisingPDUName.scanResponse,
      ]
    case .advertisingFilterPolicy:
      [
        "all", "scans from the Filter Accept List", "connections from the Filter Accept List",
        "both from the Filter Accept List",
      ]
    case .scanType: ["passive", "active"]
    case .scanFilterPolicy:
      [
        "unfiltered", "Filter Accept List", "unfiltered, with unresolved directed",
        "Filter Accept List, with unresolved directed", "decision PDUs only",
      ]
    case .initiatorFilterPolicy: ["peer address", "Filter Accept List"]
    case .operation:
      [
        "intermediate fragment", "first fragment", "last fragment", "complete", "unchanged data",
      ]
    case .fragmentPreference: ["may fragment", "should not fragment"]
    case .privacyMode: ["network", "device"]
    case .packing: ["sequential", "interleaved"]
    case .framing: ["unframed", "framed, segmentable", "framed, unsegmented"]
    case .dataPathDirection: ["host to controller", "controller to host"]
    case .linkType: ["SCO", "ACL", "eSCO"]
    case .encryption: ["off", "on (E0 or AES-CCM on LE)", "on (AES-CCM on BR/EDR)"]
    case .channelSelection: ["algorithm #1", "algorithm #2"]
    case .coreVersion:
      [
        "1.0b", "1.1", "1.2", "2.0", "2.1", "3.0", "4.0", "4.1", "4.2", "5.0", "5.1", "5.2", "5.3",
        "5.4", "6.0", "6.1", "6.2",
      ]
    case .syncTransferMode:
      [
        "ignored", "reports disabled", "reports enabled", "reports enabled, duplicates filtered",
      ]
    case .linkMode: ["active", "hold", "sniff"]
    case .sleepClockAction: ["more accurate", "less accurate"]
    case .powerChange:
      [
        "local power changed", "remote power changed",
        "LE Read Remote Transmit Power Level completed",
      ]
    case .pathLossZone: ["low", "middle", "high"]
    case .oobData: ["not present", "present"]
    case .keypress:
      ["started", "digit entered", "digit erased", "cleared", "completed"]
    case .executeWrite: ["cancel all prepared writes", "write all prepared values"]
    case .uuidFormat: ["", "16-bit UUIDs", "128-bit UUIDs"]
    case .rejectReason:
      ["command not understood", "signaling MTU exceeded", "invalid CID in request"]
    case .parameterUpdateResult: ["accepted", "rejected"]
    case .creditResult:
      [
        "successful", "", "SPSM not supported", "", "no resources available",
        "insufficient authentication", "insufficient authorization",
        "encryption key size too short",
        "insufficient encryption", "invalid source CID", "source CID already allocated",
        "unacceptable parameters", "invalid parameters", "pending", "pending, authentication",
        "pending, authorization",
      ]
    case .reconfigureResult:
      [
        "successful", "MTU reduction not allowed", "MPS reduction on several channels not allowed",
        "destination CID invalid", "unacceptable parameters",
      ]
    case .connectionResult:
      [
        "successful", "pending", "PSM not supported", "security block", "no resources available",
        "", "invalid source CID", "source CID already allocated",
      ]
    case .connectionStatus:
      ["no further information", "authentication pending", "authorization pending"]
    case .informationType:
      ["", "connectionless MTU", "extended features", "fixed channels supported"]
    case .informationResult: ["success", "not supported"]
    case .configurationResult:
      [
        "success", "unacceptable parameters", "rejected", "unknown options", "pending",
        "flow specification rejected",
      ]
    case .serviceType: ["no traffic", "best effort", "guaranteed"]
    case .channelMode:
      ["basic", "retransmission", "flow control", "enhanced retransmission", "streaming"]
    case .frameCheck: ["none", "16-bit FCS"]
    case .adRole:
      [
        "Peripheral only", "Central only", "both, Peripheral preferred", "both, Central preferred",
      ]
    case .isoStatus: ["valid", "possibly invalid", "lost"]
    case .offsetUnits: ["30 µs", "300 µs"]
    case .bus:
      [
        "virtual", "USB", "PC Card", "UART", "RS-232", "PCI", "SDIO", "SPI", "I2C", "SMD",
        "virtio", "IPC",
      ]
    case .indexType: ["primary", "AMP"]
    case .logPriority:
      [
        "emergency", "alert", "critical", "error", "warning", "notice", "info", "debug",
      ]
    case .controlFormat: ["raw", "user channel", "management"]
    case .managementAddressType: ["BR/EDR", "LE public", "LE random"]
    case .managementReason:
      [
        "unspecified", "connection timeout", "ended by the local host", "ended by the remote host",
        "authentication failure", "ended by the local host for suspending",
      ]
    case .managementStatus:
      [
        "success", "unknown command", "not connected", "failed", "connect failed",
        "authentication failed", "not paired", "no resources", "timeout", "already connected",
        "busy", "rejected", "not supported", "invalid parameters", "disconnected", "not powered",
        "cancelled", "invalid index", "RF-killed", "already paired", "permission denied",
      ]
    default: recentWords
    }
  }
}
