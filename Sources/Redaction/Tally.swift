import BTSnoop

/// What was replaced, left out and kept, for the table.
package struct RedactionTally: Sendable {
  /// What is zeroed, since it is not understood or would need keys.
  package enum Zeroed: Int, CaseIterable, Sendable {
    case vendorCommands, vendorEvents, otherHCI, unknownRecords, messages, audio, otherChannels
    case damagedPackets, fragments, keystrokes

    /// - count: how many there are.
    package func words(_ count: Int) -> String {
      let isOne = count == 1
      return switch self {
      case .vendorCommands: isOne ? "vendor command" : "vendor commands"
      case .vendorEvents: isOne ? "vendor event" : "vendor events"
      case .otherHCI:
        "\(isOne ? "command or event" : "commands and events") with octets that are not understood"
      case .unknownRecords: isOne ? "record of an unknown type" : "records of unknown types"
      case .messages:
        isOne ? "message or record of the recorder" : "messages and records of the recorder"
      case .audio: isOne ? "audio or isochronous packet" : "audio and isochronous packets"
      case .otherChannels:
        isOne ? "PDU of a channel that is not read" : "PDUs of channels that are not read"
      case .damagedPackets: isOne ? "packet with a bad CRC" : "packets with a bad CRC"
      case .fragments: isOne ? "fragment without its PDU" : "fragments without their PDU"
      case .keystrokes:
        isOne ? "report of a keyboard or other input" : "reports of keyboards and other input"
      }
    }
  }

  package private(set) var replaced: [Int] = .init(
    repeating: 0, count: Originals.Kind.allCases.count)
  /// In octets that would have stayed.
  package internal(set) var copies = 0
  /// In octets that say how devices talk: these packets say something else.
  package internal(set) var headerCopies = 0
  package internal(set) var maskedValues = 0
  package internal(set) var keptValues = 0
  /// How many values had measured numbers that were moved.
  package internal(set) var movedValues = 0
  /// Encrypted payloads, of which the octets are replaced.
  package internal(set) var encrypted = 0
  /// Encrypted payloads that a key has opened, and that are encrypted with its stand-in.
  package internal(set) var encryptedAnew = 0
  package private(set) var zeroed: [Int] = .init(repeating: 0, count: Zeroed.allCases.count)
  package internal(set) var keptUnknown = 0
  /// Comments on packets that were left out.
  package internal(set) var comments = 0
  /// What else was left out, since it is no packet.
  package internal(set) var beside = BesidePackets()
  package internal(set) var records = 0

  package init() {}

  mutating func count(_ kind: Originals.Kind) { replaced[kind.rawValue] += 1 }
  mutating func count(_ zeroed: Zeroed) { self.zeroed[zeroed.rawValue] += 1 }

  package func replaced(_ kind: Originals.Kind) -> Int { replaced[kind.rawValue] }
  package func zeroed(_ kind: Zeroed) -> Int { zeroed[kind.rawValue] }
}
