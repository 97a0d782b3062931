extension HCICommandRows {
  /// Extended and periodic advertising, and the commands of the same version.
  static func extendedAdvertising(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x2035:
      WireRow(
        "LE Set Advertising Set Random Address",
        [advertisingHandle, ("Random address", .randomAddress)], returns: [status])
    case 0x2036:
      WireRow(
        "LE Set Extended Advertising Parameters", extendedParameters,
        returns: [status, ("Selected tx power", .txPower)])
    case 0x2037:
      WireRow(
        "LE Set Extended Advertising Data",
        [
          advertisingHandle, ("Operation", .named(1, .operation)),
          ("Fragment preference", .named(1, .fragmentPreference)),
          ("Advertising data", .advertisingData),
        ], returns: [status])
    case 0x2038:
      WireRow(
        "LE Set Extended Scan Response Data",
        [
          advertisingHandle, ("Operation", .named(1, .operation)),
          ("Fragment preference", .named(1, .fragmentPreference)),
          ("Advertising data", .advertisingData),
        ], returns: [status])
    case 0x2039:
      WireRow(
        "LE Set Extended Advertising Enable",
        [
          ("Enable", .enable),
          (
            "Set",
            .list(
              1,
              [
                advertisingHandle, ("Duration", .tenMilliseconds),
                ("Max extended advertising events", .u8),
              ])
          ),
        ], returns: [status])
    case 0x203A:
      WireRow(
        "LE Read Maximum Advertising Data Length", [],
        returns: [status, ("Max advertising data length", .u16)])
    case 0x203B:
      WireRow(
        "LE Read Number of Supported Advertising Sets", [],
        returns: [status, ("Num supported advertising sets", .u8)])
    case 0x203C: WireRow("LE Remove Advertising Set", [advertisingHandle], returns: [status])
    case 0x203D: WireRow("LE Clear Advertising Sets", [], returns: [status])
    case 0x203E:
      WireRow("LE Set Periodic Advertising Parameters", periodicParameters, returns: [status])
    case 0x203F:
      WireRow(
        "LE Set Periodic Advertising Data",
        [
          advertisingHandle, ("Operation", .named(1, .operation)),
          ("Advertising data", .advertisingData),
        ], returns: [status])
    case 0x2040:
      WireRow(
        "LE Set Periodic Advertising Enable",
        [("Enable", .flags(1, .periodicEnable)), advertisingHandle],
        returns: [status])
    case 0x2041:
      WireRow(
        "LE Set Extended Scan Parameters",
        [
          ("Own address type", .ownAddressType),
          ("Scanning filter policy", .named(1, .scanFilterPolicy)),
          ("Scanning PHYs", .eachBit(.phys, scanning)),
        ], returns: [status])
    case 0x2042:
      WireRow(
        "LE Set Extended Scan Enable",
        [
          ("Enable", .enable), ("Filter duplicates", .u8), ("Duration", .tenMilliseconds),
          ("Period", .time(2, step: 1_280_000)),
        ], returns: [status])
    case 0x2043: WireRow("LE Extended Create Connection", extendedConnection)
    case 0x2044:
      WireRow(
        "LE Periodic Advertising Create Sync",
        [
          ("Options", .flags(1, .syncOptions)), ("Advertising SID", .u8),
          ("Advertiser address type", .addressType), ("Advertiser address", .address),
          ("Skip", .u16), ("Sync timeout", .tenMilliseconds),
          ("Sync CTE type", .flags(1, .syncCTETypes)),
        ])
    case 0x2045: WireRow("LE Periodic Advertising Create Sync Cancel", [], returns: [status])
    case 0x2046: WireRow("LE Periodic Advertising Terminate Sync", [syncHandle], returns: [status])
    case 0x2047:
      WireRow(
        "LE Add Device To Periodic Advertiser List",
        [
          ("Advertiser address type", .addressType), ("Advertiser address", .address),
          ("Advertising SID", .u8),
        ], returns: [status])
    case 0x2048:
      WireRow(
        "LE Remove Device From Periodic Advertiser List",
        [
          ("Advertiser address type", .addressType), ("Advertiser address", .address),
          ("Advertising SID", .u8),
        ], returns: [status])
    case 0x2049: WireRow("LE Clear Periodic Advertiser List", [], returns: [status])
    case 0x204A:
      WireRow(
        "LE Read Periodic Advertiser List Size", [],
        returns: [status, ("Periodic Advertiser List size", .u8)])
    case 0x204B:
      WireRow(
        "LE Read Transmit Power", [],
        returns: [status, ("Min tx power", .txPower), ("Max tx power", .txPower)])
    case 0x204C:
      WireRow(
        "LE Read RF Path Compensation", [],
        returns: [status, ("RF tx path compensation", .signed(2, " × 0.1 dB")), rxCompensation])
    case 0x204D:
      WireRow(
        "LE Write RF Path Compensation",
        [("RF tx path compensation", .signed(2, " × 0.1 dB")), rxCompensation], returns: [status])
    case 0x204E:
      WireRow(
        "LE Set Privacy Mode",
        [
          ("Peer identity address type", .addressType), ("Peer identity address", .address),
          ("Privacy mode", .named(1, .privacyMode)),
        ], returns: [status])
    default: nil
    }
  }
}

extension HCICommandRows {
  static var scanning: WireLayout {
    [
      ("Scan type", .named(1, .scanType)), ("Scan interval", .slots), ("Scan window", .slots),
    ]
  }

  static var extendedParameters: WireLayout {
    [
      advertisingHandle, ("Advertising event properties", .flags(2, .advertisingProperties)),
      ("Primary advertising interval min", .time(3, step: 625)),
      ("Primary advertising interval max", .time(3, step: 625)),
      ("Primary advertising channel map", .flags(1, .channelMap)),
      ("Own address type", .ownAddressType), ("Peer address type", .addressType),
      ("Peer address", .address),
      ("Advertising filter policy", .named(1, .advertisingFilterPolicy)),
      ("Advertising tx power", .power(.preferred)), ("Primary advertising PHY", .phy),
      ("Secondary advertising max skip", .u8), ("Secondary advertising PHY", .phy),
      ("Advertising SID", .u8), ("Scan request notification enable", .enable),
    ]
  }

  static var extendedConnection: WireLayout {
    [
      ("Initiator filter policy", .named(1, .initiatorFilterPolicy)),
      ("Own address type", .ownAddressType), ("Peer address type", .addressType),
      ("Peer address", .address),
      (
        "Initiating PHYs",
        .eachBit(
          .phys, [("Scan interval", .slots), ("Scan window", .slots)] + connectionParameters)
      ),
    ]
  }

  static var periodicParameters: WireLayout {
    [
      advertisingHandle, ("Periodic advertising interval min", .frames),
      ("Periodic advertising interval max", .frames),
      ("Periodic advertising properties", .flags(2, .periodicProperties)),
    ]
  }

  static var rxCompensation: WireField {
    (
      "RF rx path compensation", .signed(2, " × 0.1 dB")
    )
  }
}
