import ATTDissector
import GATTSession
import GATTValues
import Vocabulary

/// What a line shows of an event.
extension Event {
  /// The length of a silence, and the longest that was expected, in nanoseconds.
  var silence: (length: Int64, expected: Int64?)? {
    guard case .link(.silence(let expected)) = content else { return nil }
    return (responseTime ?? 0, expected)
  }

  /// Shown at the record that started it, where a reader looks for it.
  package var isShownAtRequest: Bool {
    content.isDiscovery || content.isParameterRequest || kind == .security && requestFrame != nil
  }

  /// Whether the time from request to response is a property of the peer.
  var showsDuration: Bool {
    content.isDiscovery
      || !content.isParameterRequest && !content.isChannel && kind != .indication
  }

  /// Whether it is a note about no request, without a layout of its own.
  var isPlainNote: Bool {
    guard kind == .note, requestFrame == nil else { return false }
    return switch content {
    case .discovery(.found), .channel, .link(.parameterRequest), .link(.parametersUnanswered),
      .link(.version), .link(.disconnectRequest), .link(.attemptOpen), .link(.silence),
      .link(.unheard):
      false
    default: true
    }
  }

  /// The event's word in the line.
  var word: StaticString {
    switch content {
    case .discovery(.found): return "discovery"
    case .link(.parameterRequest), .link(.parametersUnanswered): return "ask"
    case .link(.version): return "version"
    case .link(.disconnectRequest): return "disconnect"
    case .channel where content.isChannel: return "L2CAP"
    default: break
    }
    switch kind {
    case .security:
      return content.securityStep?.isOfPairing == true ? "pair" : kind.timelineWord
    case .attError: return errorWord
    default: return kind.timelineWord
    }
  }

  /// The handle to show where the attribute is not known. 0 is no attribute's, so it only counts where a
  /// client or a server used it as one: that is a fault.
  var shownHandle: UInt16? {
    guard let handle, !isOfRange else { return nil }
    let isUsed = kind.isValue || content.request?.opcode.hasLeadingHandle == true
    return handle != 0 || isUsed ? handle : nil
  }

  /// Whether it is an error about a range of handles, which its text names.
  private var isOfRange: Bool {
    kind == .attError && content.request?.opcode.asksForRange == true
  }

  private var errorWord: StaticString {
    switch content.request?.opcode.purpose {
    case .read, .readByType: "read"
    case .write: "write"
    case .mtu: "MTU"
    case .discovery: "discovery"
    case .command, .other, nil: kind.timelineWord
    }
  }
}
