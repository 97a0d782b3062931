import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

/// The recorded captures, against what `Captures/README.md` says of them.
struct CaptureTests {
  private struct Playing: RecordSink {
    let session: GATTSession

    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      session.process(copy record, bytes: bytes)
      return true
    }
  }

  private func play(_ name: String) throws -> (events: [Told], session: GATTSession) {
    let path = try #require(MutationTests.captures.first { $0.hasSuffix("/\(name).btsnoop") })
    let sink = RecordingSink()
    var playing = Playing(session: GATTSession(sink: sink))
    var reader = CaptureReader()
    try reader.read([path], into: &playing)
    playing.session.finish()
    return (sink.events, playing.session)
  }

  private func rates(_ events: [Told]) -> [String] {
    events.filter { $0.kind == .notification }.compactMap { $0.decoded["heart_rate_bpm"] }
  }

  @Test(arguments: MutationTests.captures) func nothingIsOutOfPlace(path: String) throws {
    let name = String(path.split(separator: "/").last?.dropLast(".btsnoop".count) ?? "")
    let (events, session) = try play(name)
    expect(events.filter { $0.kind == .malformed }, equals: [])
    expect(events.filter { $0.isTruncated }, equals: [])
    expect(session.connections.allSatisfy { $0.counts.unanswered == 0 })
    // A discovery's summary may stand after that of the other side.
    let frames = events.filter { $0.subject != .discovery }.map(\.frame)
    expect(frames, equals: frames.sorted())
  }

  @Test func heartRates() throws {
    let strap = ["97", "92", "91", "93", "91", "86", "91"]
    expect(rates(try play("polar-h7").events), equals: strap)
    expect(rates(try play("polar-h7-monitor").events), equals: strap)
    expect(rates(try play("peripheral-side").events), equals: ["80", "81", "82", "82", "0", "83"])
  }

  @Test func aBondServesTheNextConnection() throws {
    let (events, session) = try play("bonded-reconnect")
    expect(rates(events.filter { $0.connection == 1 }), equals: ["64", "65", "66"])
    expect(rates(events.filter { $0.connection == 2 }), equals: ["101", "102", "103", "104"])
    expect(
      events.filter { $0.kind == .security }.map { $0.own["step"] },
      equals: [
        "paired", "identity", "encrypted",
      ])
    expect(events.filter { $0.kind == .characteristic && $0.connection == 2 }, equals: [])
    expect(session.connectedPeers.count, equals: 1)
  }

  @Test func oneHandleOnTwoStraps() throws {
    let (events, _) = try play("two-straps")
    let told = events.filter { $0.kind == .notification && $0.handle == 8 }
    expect(Set(told.filter { $0.connection == 1 }.map(\.characteristic)), equals: ["2A37"])
    expect(Set(told.filter { $0.connection == 2 }.map(\.characteristic)), equals: ["2A5B"])
    let rates = events.filter { $0.kind == .notification && $0.characteristic == "2A37" }
    expect(
      rates.filter { $0.connection == 1 }.map { $0.decoded["heart_rate_bpm"] },
      equals: ["120", "121", "122", "123", "124"])
    expect(
      rates.filter { $0.connection == 2 }.map { $0.decoded["heart_rate_bpm"] },
      equals: [
        "88", "89", "90",
      ])
  }

  @Test func everyKindOfTransfer() throws {
    let (events, _) = try play("att-kinds")
    let long = try #require(events.first { $0.kind == .read && $0.handle == 0x14 })
    expect(long.value?.count, equals: 2 * 108)
    let queued = try #require(events.first { $0.kind == .write && $0.handle == 0x17 })
    expect(queued.value, equals: hex(0..<60 as Range<UInt8>))
    expect(
      events.filter { $0.kind == .indication }.map(\.value),
      equals: ["006b0100ff", "006c0100ff", "006d0100ff"])
    expect(
      events.filter { $0.kind == .attError }.map { $0.own["error_code"] },
      equals: ["2", "1", "3", "128", "5"])
  }

  @Test func theTagsRanges() throws {
    let moved = try play("sensortag-cc2650").events.filter {
      $0.kind == .notification && $0.decoded["gyroscope_dps"] != nil
    }
    expect(moved.first?.decoded["range_g"], equals: "8")
    expect(moved.first?.decoded["range_source"], equals: "read")
    let (events, _) = try play("sensortag-cc2541")
    let shaken = events.filter { $0.kind == .notification && $0.decoded["accelerometer_g"] != nil }
    expect(shaken.map { $0.decoded["range_g"] }, equals: ["8", "8", "8", "4", "4"])
    let pressed = events.filter { $0.kind == .notification && $0.decoded["pressure_hpa"] != nil }
    expect(pressed.count, equals: 2)
  }
}
