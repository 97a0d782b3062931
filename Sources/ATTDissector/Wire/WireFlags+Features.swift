/// What controllers support.
///
/// Source: Bluetooth Core Specification 6.0.
extension WireFlags {
  /// Bits are numbered through all pages: 64 is the first of page 1. Vol 6, Part B, 4.6; from 72 on as in 6.2.
  static func leFeature(_ bit: Int) -> StaticString? {
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
    case 64: "Monitoring Advertisers"
    case 65: "Frame Space Update"
    case 66: "UTP OTA Mode"
    case 67: "UTP HCI Mode"
    case 68, 69: "LL_OTA_UTP_IND Maximum Length"
    case 72: "Shorter Connection Intervals"
    case 73: "Shorter Connection Intervals (Host Support)"
    case 74: "LE Flushable ACL Data"
    default: nil
    }
  }

  /// Vol 2, Part C, 3.3; bit 8, and bit 2 of page 1, as in the last versions that had them.
  static let lmpFeatureNames: [StaticString] = [
    "3 slot packets", "5 slot packets", "Encryption", "Slot offset", "Timing accuracy",
    "Role switch", "Hold mode", "Sniff mode",
    "Park state", "Power control requests", "Channel quality driven data rate (CQDDR)", "SCO link",
    "HV2 packets", "HV3 packets", "µ-law log synchronous data", "A-law log synchronous data",
    "CVSD synchronous data", "Paging parameter negotiation", "Power control",
    "Transparent synchronous data", "Flow control lag (least significant bit)",
    "Flow control lag (middle bit)", "Flow control lag (most significant bit)",
    "Broadcast Encryption",
    "", "Enhanced Data Rate ACL 2 Mb/s mode", "Enhanced Data Rate ACL 3 Mb/s mode",
    "Enhanced inquiry scan", "Interlaced inquiry scan", "Interlaced page scan",
    "RSSI with inquiry results", "Extended SCO link (EV3 packets)",
    "EV4 packets", "EV5 packets", "", "AFH capable Peripheral", "AFH classification Peripheral",
    "BR/EDR Not Supported", "LE Supported (Controller)", "3-slot Enhanced Data Rate ACL packets",
    "5-slot Enhanced Data Rate ACL packets", "Sniff subrating", "Pause encryption",
    "AFH capable Central", "AFH classification Central", "Enhanced Data Rate eSCO 2 Mb/s mode",
    "Enhanced Data Rate eSCO 3 Mb/s mode", "3-slot Enhanced Data Rate eSCO packets",
    "Extended Inquiry Response",
    "Simultaneous LE and BR/EDR to Same Device Capable (Controller)", "",
    "Secure Simple Pairing (Controller Support)", "Encapsulated PDU", "Erroneous Data Reporting",
    "Non-flushable Packet Boundary Flag", "",
    "Link Supervision Timeout Changed event", "Variable Inquiry TX Power Level",
    "Enhanced Power Control", "", "", "", "", "Extended features",
  ]

  /// Page 1.
  static let lmpFeatureNames1: [StaticString] = [
    "Secure Simple Pairing (Host Support)", "LE Supported (Host)",
    "Simultaneous LE and BR/EDR to Same Device Capable (Host)", "Secure Connections (Host Support)",
  ]

  /// Page 2.
  static let lmpFeatureNames2: [StaticString] = [
    "Connectionless Peripheral Broadcast - Transmitter Operation",
    "Connectionless Peripheral Broadcast - Receiver Operation", "Synchronization Train",
    "Synchronization Scan", "Inquiry Response Notification event", "Generalized interlaced scan",
    "Coarse Clock Adjustment", "",
    "Secure Connections (Controller Support)", "Ping", "Slot Availability Mask", "Train nudging",
  ]

  /// States that a controller can be in at once. Vol 4, Part E, 7.8.27.
  static let leStateNames: [StaticString] = [
    "non-connectable advertising", "scannable advertising", "connectable advertising",
    "high duty cycle directed advertising", "passive scanning", "active scanning",
    "initiating, Central", "Peripheral",
    "non-connectable advertising + passive scanning", "scannable advertising + passive scanning",
    "connectable advertising + passive scanning",
    "high duty cycle directed advertising + passive scanning",
    "non-connectable advertising + active scanning", "scannable advertising + active scanning",
    "connectable advertising + active scanning",
    "high duty cycle directed advertising + active scanning",
    "non-connectable advertising + initiating", "scannable advertising + initiating",
    "non-connectable advertising + Central", "scannable advertising + Central",
    "non-connectable advertising + Peripheral", "scannable advertising + Peripheral",
    "passive scanning + initiating", "active scanning + initiating",
    "passive scanning + Central", "active scanning + Central",
    "passive scanning + Peripheral", "active scanning + Peripheral",
    "initiating + Central", "low duty cycle directed advertising",
    "low duty cycle directed advertising + passive scanning",
    "low duty cycle directed advertising + active scanning",
    "connectable advertising + initiating", "high duty cycle directed advertising + initiating",
    "low duty cycle directed advertising + initiating", "connectable advertising + Central",
    "high duty cycle directed advertising + Central",
    "low duty cycle directed advertising + Central", "connectable advertising + Peripheral",
    "high duty cycle directed advertising + Peripheral",
    "low duty cycle directed advertising + Peripheral", "initiating + Peripheral",
  ]
}
