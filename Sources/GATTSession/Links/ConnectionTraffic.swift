import BTSnoop
import Bytes

/// The data of a connection: how much each side has sent, when it was last heard, and what is missing.
package struct ConnectionTraffic {
  /// ACL packets that the host, and the peer, has sent; on the air, PDUs with data.
  var packets: PerSide<Int> = PerSide(both: 0)
  /// Octets of the ACL packets that the host, and the peer, has sent, without their headers; none of
  /// captures of the link layer.
  package private(set) var octets: PerSide<Int> = PerSide(both: 0)
  /// When the host last sent data; on the air, when the central was last heard.
  package internal(set) var lastSent: (frame: UInt64, time: CaptureTime)?
  /// When data of the peer last came; on the air, when the peripheral was last heard.
  package internal(set) var lastReceived: (frame: UInt64, time: CaptureTime)?
  package internal(set) var lastRecord: CaptureTime
  private var completedPackets = 0
  /// When the controller last sent something of the host's, or was given something while it had nothing.
  package private(set) var lastProgress: (frame: UInt64, time: CaptureTime)?
  /// How many packets of the host its controller takes at a time, where it reports those it has sent.
  package private(set) var buffers: Int?
  /// How many ACL packets of the host the controller still had when the connection ended; `nil` where
  /// the capture does not show that.
  package private(set) var undelivered: Int?
  /// The recorder lost packets while it was open.
  var hasLosses = false
  /// How often something that the host, or the peer, sent is missing from the capture.
  var losses: PerSide<UInt64> = PerSide(both: 0)

  init(lastRecord: CaptureTime) { self.lastRecord = lastRecord }

  /// Counts an ACL packet that a side sent.
  /// - octets: of data, according to the header.
  mutating func add(_ side: Side, at record: CaptureRecord, octets: Int) {
    if side == .host, packets.host == completedPackets {
      lastProgress = (record.frame, record.time)
    }
    packets[side] += 1
    self.octets[side] &+= octets
    if side == .peer {
      lastReceived = (record.frame, record.time)
    } else {
      lastSent = (record.frame, record.time)
    }
  }

  /// The controller has sent packets of the host, and they were acknowledged.
  mutating func complete(_ count: Int, of buffers: Int?, at record: CaptureRecord) {
    completedPackets &+= count
    lastProgress = (record.frame, record.time)
    self.buffers = buffers
  }

  /// The controller has as many packets of this connection as it takes, where all of them are in the capture. What it
  /// has of other connections is not counted.
  var isOutOfCredits: Bool {
    buffers.map { packets.host &- completedPackets >= $0 } ?? false
  }

  /// The connection ends: what the controller still has of the host's is lost.
  /// - cancels: packets of the host that say nothing.
  mutating func countUndelivered(cancels: Int) {
    guard completedPackets > 0 else { return }
    undelivered = max(0, packets.host - cancels - completedPackets)
  }
}
