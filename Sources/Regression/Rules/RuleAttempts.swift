import ATTDissector
import GATTSession
import Timeline

extension Rule {
  /// Reasons of attempts to connect that failed or were cancelled: no connection that stood ends for
  /// them.
  private static let reasonsOfAttempts: Set<UInt8> = [
    0x02, 0x04, 0x07, 0x09, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x3C, 0x3E,
  ]

  /// Whether it is about attempts to connect that failed or were cancelled, by their reasons.
  var asksForAttempts: Bool {
    guard selection.kind == nil || selection.kind == .disconnected else { return false }
    let ofAttempts = Self.reasonsOfAttempts
    return selection.terms.contains { !ofAttempts.isDisjoint(with: $0.reasons) }
      || assertions.contains { !$0.reasons.isEmpty && ofAttempts.isSuperset(of: $0.reasons) }
  }
}

extension KeyTerm {
  /// The codes of the reasons that it names.
  fileprivate var reasons: [UInt8] {
    guard comparison == .equal else { return [] }
    return (0...UInt8.max).filter { code in
      switch key {
      case "reason_code": holds(Double(code))
      case "reason": HCIStatusName.name(of: code).map { holds($0.description) } ?? false
      default: false
      }
    }
  }
}
