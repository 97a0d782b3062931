import ATTDissector
import Bytes
import GATTSession

/// Why a connection ended, and who ended it, whichever side recorded it.
struct DisconnectReason: Equatable {
  var code: Int64?
  var name: String?
  /// Who ended it, if known.
  var by: LinkRole?
  /// No record says why: other records show that it is over.
  var isInferred = false

  init(_ timeline: RecordedTimeline, _ item: TimelineItem, _ connection: ComparedConnection) {
    code = timeline.code(.event.reasonCode, of: item)
    name = timeline.word(.event.reason, of: item)
    isInferred = timeline.truth(.event.inferred, of: item) == true
    guard Self.isDecided(code) else { return }
    if connection.isOverheard {
      by = item.from
    } else if let host = connection.host {
      let terminator: Terminator? = timeline.word(.event.by, of: item)
      switch terminator {
      case .local: by = host
      case .remote: by = host.opposite
      case .unknown, nil: break
      }
    }
  }

  /// One side decided to end it: its own host sees 0x16, its peer the reason that it gave.
  private static func isDecided(_ code: Int64?) -> Bool {
    code.flatMap { UInt8(exactly: $0) }.map { HCIStatus(rawValue: $0).isOrdinaryEnd } ?? false
  }

  private static func isOwn(_ code: Int64?) -> Bool {
    code == Int64(HCIStatus.terminatedByLocalHost.rawValue)
  }

  /// - byToo: compare who ended it: both recordings are of the same side and so show it alike.
  /// - reasonToo: no option excludes the reason.
  func isSame(as other: DisconnectReason, byToo: Bool, reasonToo: Bool) -> Bool {
    if isInferred && code == nil || other.isInferred && other.code == nil { return true }
    guard reasonToo else {
      guard byToo, let by, let otherBy = other.by else { return true }
      return by == otherBy
    }
    if Self.isDecided(code), Self.isDecided(other.code) {
      if byToo, let by, let otherBy = other.by, by != otherBy { return false }
      // The host that ended it does not see the reason that it gave.
      return code == other.code || Self.isOwn(code) || Self.isOwn(other.code)
    }
    // Without a code the adapter was switched off, or the handle was reused.
    return code == other.code
  }

  var words: String {
    var words = name ?? (code == nil ? "no end of its own" : "reason")
    if let code { words += " (\(String(upperHex: code, digits: 2)))" }
    if let by { words += " by the \(by.name)" }
    return words
  }
}
