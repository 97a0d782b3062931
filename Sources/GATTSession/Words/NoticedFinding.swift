import ATTDissector
import BTSnoop
import Bytes

/// Something that a person should look at, and that only several recorders show together: whoever has compared them
/// has found it before the session begins.
package struct NoticedFinding: Sendable {
  package var rule: FindingRule
  package var frame: UInt64
  package var time: CaptureTime
  /// Without the frame.
  package var text: String

  package init(_ rule: FindingRule, frame: UInt64, time: CaptureTime, text: String) {
    (self.rule, self.frame, self.time, self.text) = (rule, frame, time, text)
  }
}

extension GATTSession {
  /// Tells what was found about the connection of a record.
  func findNoticed(_ record: CaptureRecord, bytes: RawSpan) {
    guard let noticed = options.noticed[record.frame] else { return }
    let connection: Connection? =
      switch record.kind {
      case .acl where bytes.byteCount >= 2:
        openConnection(bytes.uint16LittleEndian(at: 0) & 0x0FFF, adapter: record.adapter)
      case .linkLayer where bytes.byteCount >= 4:
        air.connection(accessAddress: bytes.uint32LittleEndian(at: 0))
      default: nil
      }
    for finding in noticed {
      reporter.find(
        .noticed(finding), on: connection, at: record, moment: (finding.frame, finding.time))
    }
  }
}
