import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import PacketList
import TestSupport
import Testing

/// What the session tells of records while it reads them, and that it does the same without anybody to tell.
struct RecordObserverTests {
  private struct Playing: RecordSink {
    let session: GATTSession

    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      session.process(copy record, bytes: bytes)
      return true
    }
  }

  private static let onAir = [
    "polar-h7-ll.pcap", "polar-h7-nrf.pcapng", "air/decrypted.pcapng", "air/ends.pcap",
    "air/no-packet-id.pcap",
  ]

  private func events(_ observer: PacketDescription?, _ play: (GATTSession) throws -> Void) rethrows
    -> [Told]
  {
    let sink = RecordingSink()
    let session = GATTSession(sink: sink, observer: observer)
    try play(session)
    session.finish()
    return sink.events
  }

  @Test(arguments: MutationTests.captures + onAir.map { MutationTests.folder + "/" + $0 })
  func anObserverChangesNothing(path: String) throws {
    func play(_ session: GATTSession) throws {
      var playing = Playing(session: session)
      var reader = CaptureReader()
      try reader.read([path], into: &playing)
    }
    let alone = try events(nil, play)
    expect(!alone.isEmpty)
    expect(try events(PacketDescription(), play) == alone)
  }

  @Test(arguments: MutationTests.seeds) func anObserverOfRandomRecordsChangesNothing(seed: UInt64) {
    func play(_ session: GATTSession) {
      var records = RandomRecords(random: SplitMix(seed: seed))
      for frame in 1...4_000 as ClosedRange<UInt64> {
        let (record, bytes) = records.next(frame)
        session.process(record, bytes: bytes.rawBytes)
      }
    }
    let alone = events(nil, play)
    expect(alone.count > 1000)
    expect(events(PacketDescription(), play) == alone)
  }

  /// A frame whose rest is lost counts for its channel when the next PDU begins: it is not what that record holds.
  @Test func whatIsGivenUpIsNotOfTheRecord() {
    let scene = SessionScene()
    scene.connect()
    scene.openChannels(1)
    scene.acl(.received, 1, boundary: 2, le16(20) + le16(0x40) + le16(18) + bytes("1b 0300"))
    expect(scene.summary, equals: "ACL fragment, handle 0001, 9 bytes")
    scene.att(.received, "1b 0300 0663")
    expect(scene.summary, equals: "ATT Handle Value Notification, 0003, 2 bytes")
    expect(scene.packet.channel == nil && scene.packet.att.count == 1)
    // A whole frame is what the record holds.
    scene.eatt(.received, "1b 0300 0664")
    expect(scene.summary, equals: "channel 1, ATT Handle Value Notification, 0003, 2 bytes")
    expect(scene.packet.channel?.number, equals: 1)
  }

  /// An event of a failed attempt names a handle, but no connection.
  @Test func theHandleOfAFailedAttempt() {
    let scene = SessionScene()
    scene.connect(7, status: 0x3E)
    expect(scene.packet.connectionHandle == 7 && scene.packet.connection == nil)
    scene.connect(7)
    expect(scene.packet.connectionHandle == 7 && scene.packet.connection?.ordinal == 1)
    scene.advertise(SessionScene.peerB, "020106")
    expect(scene.packet.connectionHandle == nil && scene.packet.connectionNumber == 0)
  }
}
