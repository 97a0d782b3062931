import ATTDissector
import GATTSession
import GATTValues
import Vocabulary

/// What a line shows of an event.
extension Event {
  /// The length of a silence, and the longest that was expected, in nanoseconds.
  func silence(_ fields: borrowing EventFields) -> (length: Int64, expected: Int64?) {
    (responseTime ?? 0, fields.own.number(.event.expected).map { Int64($0 * 1e6) })
  }

  /// Shown at the record that started it, where a reader looks for it.
  package var isShownAtRequest: Bool {
    switch subject {
    case .discovery, .parameterRequest: return true
    default: return kind == .security && requestFrame != nil
    }
  }

  /// Whether the time from request to response is a property of the peer.
  var showsDuration: Bool {
    switch subject {
    case .parameterRequest, .channel: false
    case .discovery: true
    default: kind != .indication
    }
  }

  /// The event's word in the line.
  func word(_ fields: borrowing EventFields) -> StaticString {
    switch subject {
    case .discovery: return "discovery"
    case .parameterRequest: return "ask"
    case .version: return "version"
    case .disconnectRequest: return "disconnect"
    case .channel: return "L2CAP"
    case .attempt, .silence, .unheard, .general: break
    }
    switch kind {
    case .security:
      let step = fields.own.word(.event.step).flatMap { SecurityStep(named: $0) }
      return step?.isOfPairing == true ? "pair" : kind.timelineWord
    case .attError: return errorWord(fields)
    default: return kind.timelineWord
    }
  }

  /// The handle to show where the attribute is not known. 0 is no attribute's, so it only counts where a
  /// client or a server used it as one: that is a fault.
  func shownHandle(_ fields: borrowing EventFields) -> UInt16? {
    guard let handle, !isOfRange(fields) else { return nil }
    let isUsed = kind.isValue || fields.requestOpcode?.hasLeadingHandle == true
    return handle != 0 || isUsed ? handle : nil
  }

  /// Whether it is an error about a range of handles, which its text names.
  private func isOfRange(_ fields: borrowing EventFields) -> Bool {
    kind == .attError && fields.requestOpcode?.asksForRange == true
  }

  private func errorWord(_ fields: borrowing EventFields) -> StaticString {
    switch fields.requestOpcode?.purpose {
    case .read, .readByType: "read"
    case .write: "write"
    case .mtu: "MTU"
    case .discovery: "discovery"
    case .command, .other, nil: kind.timelineWord
    }
  }
}

extension FieldBuffer {
  /// Whether a discovery's tally shows nothing new.
  var isEmptyDiscovery: Bool {
    integer(.event.services) == 0 && integer(.event.characteristics) == 0
      && integer(.event.descriptors) == 0
  }
}
