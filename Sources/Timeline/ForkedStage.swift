import BTSnoop
import Bytes
import GATTSession

/// Gives the same records to several stages. Each follows them for itself, so that each writes what it would write
/// alone; what users are told of the captures is what the first has to say.
package final class ForkedStage: RecordStage {
  private let stages: [any RecordStage]
  /// Which stages have got all that they want.
  private var areDone: [Bool]

  /// - stages: at least one.
  package init(_ first: any RecordStage, _ others: [any RecordStage]) {
    self.first = first
    stages = [first] + others
    areDone = stages.map { _ in false }
  }

  private let first: any RecordStage

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    for stage in stages { stage.capture(info, from: frame) }
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for stage in stages { stage.begin(summary, clock: clock) }
  }

  package func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    for index in stages.indices where !areDone[index] {
      if !stages[index].record(record, bytes: bytes) { areDone[index] = true }
    }
    return areDone.contains(false)
  }

  package var readsAppLogs: Bool { stages.allSatisfy(\.readsAppLogs) }
  package var wantsComments: Bool { stages.contains(where: \.wantsComments) }

  package func comment(_ text: RawSpan) {
    for index in stages.indices where !areDone[index] && stages[index].wantsComments {
      stages[index].comment(text)
    }
  }

  package func note(_ note: CaptureNote) {
    for index in stages.indices where !areDone[index] { stages[index].note(note) }
  }

  package func end(_ summary: CaptureSummary) {
    for stage in stages { stage.end(summary) }
  }

  package var decryption: DecryptionReport { first.decryption }
  package var followed: GATTSession? { first.followed }
  package var unreadCaptures: [UnreadCapture] { first.unreadCaptures }
  package var remarks: [String] { first.remarks }
  package var hasMatch: Bool { first.hasMatch }
}
