import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What is counted of the data of a connection, step by step, without a capture.
struct ConnectionTrafficTests {
  private func record(_ frame: UInt64) -> CaptureRecord {
    CaptureRecord(
      frame: frame, time: CaptureTime(seconds: Int64(frame), nanoseconds: 0), kind: .acl,
      direction: .sent, originalLength: 0)
  }

  private func traffic(
    sent: Int = 0, completed: Int? = nil, buffers: Int? = 4
  ) -> ConnectionTraffic {
    var traffic = ConnectionTraffic(lastRecord: CaptureTime(seconds: 0, nanoseconds: 0))
    for frame in 0..<sent { traffic.add(.host, at: record(UInt64(frame + 1)), octets: 10) }
    if let completed { traffic.complete(completed, of: buffers, at: record(100)) }
    return traffic
  }

  @Test func packetsAreCountedBySide() {
    var traffic = traffic(sent: 2)
    traffic.add(.peer, at: record(7), octets: 27)
    expect(traffic.packets.host == 2 && traffic.packets.peer == 1)
    expect(traffic.octets.host == 20 && traffic.octets.peer == 27)
    expect(traffic.lastSent?.frame, equals: 2)
    expect(traffic.lastReceived?.frame, equals: 7)
  }

  @Test func theControllerTakesSoManyPackets() {
    expect(!traffic(sent: 9).isOutOfCredits)
    expect(!traffic(sent: 5, completed: 2).isOutOfCredits)
    expect(traffic(sent: 6, completed: 2).isOutOfCredits)
    expect(!traffic(sent: 6, completed: 2, buffers: nil).isOutOfCredits)
  }

  @Test func whatTheControllerStillHasIsLost() {
    func undelivered(_ traffic: ConnectionTraffic, cancels: Int = 0) -> Int? {
      var traffic = traffic
      traffic.countUndelivered(cancels: cancels)
      return traffic.undelivered
    }
    expect(undelivered(traffic(sent: 3)), equals: nil)
    expect(undelivered(traffic(sent: 3, completed: 1)), equals: 2)
    expect(undelivered(traffic(sent: 3, completed: 1), cancels: 1), equals: 1)
    // A controller may report more than it was given.
    expect(undelivered(traffic(sent: 3, completed: 4)), equals: 0)
  }

  @Test func progressIsWhatWasSentOrGivenToAnIdleController() {
    expect(traffic().lastProgress?.frame, equals: nil)
    // The second packet came while the controller had the first.
    expect(traffic(sent: 2).lastProgress?.frame, equals: 1)
    var all = traffic(sent: 2, completed: 2)
    expect(all.lastProgress?.frame, equals: 100)
    all.add(.host, at: record(101), octets: 1)
    expect(all.lastProgress?.frame, equals: 101)
  }
}
