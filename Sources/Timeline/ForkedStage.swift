import BTSnoop
import Bytes
import GATTSession

/// Gives the same records to two stages. What users are told is of the first.
package final class ForkedStage: RecordStage {
  private let stages: [any RecordStage]
  /// Which of them still want records.
  private var wanting: [Bool]

  package init(_ first: any RecordStage, _ second: any RecordStage) {
    stages = [first, second]
    wanting = [true, true]
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    for stage in stages { stage.capture(info, from: frame) }
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for stage in stages { stage.begin(summary, clock: clock) }
  }

  package func record(_ record: CaptureRecord, _ bytes: RawSpan) -> Bool {
    for index in stages.indices where wanting[index] {
      wanting[index] = stages[index].record(record, bytes)
    }
    return wanting.contains(true)
  }

  package var wantsComments: Bool { stages.contains { $0.wantsComments } }

  package func comment(_ text: RawSpan) {
    for stage in stages where stage.wantsComments { stage.comment(text) }
  }

  package func note(_ note: CaptureNote) {
    for stage in stages { stage.note(note) }
  }

  package func end(_ summary: CaptureSummary) {
    for stage in stages { stage.end(summary) }
  }

  package var decryption: DecryptionReport { stages[0].decryption }
  package var followed: GATTSession? { stages[0].followed }
  package var unreadCaptures: [UnreadCapture] { stages[0].unreadCaptures }
  package var remarks: [String] { stages[0].remarks }
  package var hasMatch: Bool { stages[0].hasMatch }
}
