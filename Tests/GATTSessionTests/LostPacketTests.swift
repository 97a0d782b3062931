import GATTSession
import TestSupport
import Testing

@Suite struct LostPacketTests {
  private let scene = SessionScene()

  /// Frames and counts of the notes, in order.
  private var lost: [String] {
    scene.told(.note).compactMap { note in note.own["lost"].map { "\(note.frame): \($0)" } }
  }

  @Test func theyAreReportedWhereTheyAreLost() throws {
    scene.adapter = 1
    for drops: UInt32 in [0, 0, 3, 3, 4, 4] {
      scene.drops = drops
      scene.command(0x0C03)
    }
    expect(lost, equals: ["3: 3", "5: 1"])
    let notes = scene.told(.note).filter { $0.own["lost"] != nil }
    expect(
      notes.map(\.text),
      equals: [
        "3 packets lost before this record", "1 packet lost before this record",
      ])
    expect(notes.allSatisfy { $0.adapter == 1 && $0.connection == nil })
    expect(scene.session.counts.drops, equals: 4)
  }

  @Test func theNoteStandsBeforeWhatTheRecordTells() {
    scene.drops = 1
    let frame = scene.connect()
    expect(scene.events.filter { $0.frame == frame }.map(\.kind), equals: [.note, .connected])
    expect(lost, equals: ["1: 1"])
  }

  /// A counter that falls has begun again: what it says is no loss, what it says later is.
  @Test func aCounterThatFalls() {
    for drops: UInt32 in [7, 2, 2, 5, 0, 1] {
      scene.drops = drops
      scene.command(0x0C03)
    }
    expect(lost, equals: ["1: 7", "4: 3", "6: 1"])
  }

  @Test func eachFileHasItsOwnCounter() {
    for (file, drops) in [(0, 4), (1, 4), (1, 5), (2, 0), (2, 1), (3, 9)] as [(Int, UInt32)] {
      (scene.file, scene.drops) = (file, drops)
      scene.command(0x0C03)
    }
    expect(lost, equals: ["1: 4", "2: 4", "3: 1", "5: 1", "6: 9"])
    expect(scene.session.counts.drops, equals: 19)
  }

  @Test func countersAtTheirEnd() {
    for (file, drops) in [(0, UInt32.max), (0, .max), (1, .max)] {
      (scene.file, scene.drops) = (file, drops)
      scene.command(0x0C03)
    }
    expect(lost, equals: ["1: 4294967295", "3: 4294967295"])
    expect(scene.session.counts.drops, equals: 2 * UInt64(UInt32.max))
  }
}
