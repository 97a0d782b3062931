import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import JSONText
import Timeline

/// The packets of connections that a sniffer heard, as columns.
final class PageAir {
  /// The most of them.
  static let most: UInt64 = 200_000
  /// The packet's channel is not known.
  private static let noChannel: UInt64 = 63

  private let times, marks, connections, missed, frames: PageColumn
  private var last: Int64 = 0
  private var lastFrame: Int64 = 0
  private var count: UInt64 = 0
  private(set) var leftOut: UInt64 = 0

  init(_ file: PageFile) {
    (times, marks) = (PageColumn(file), PageColumn(file))
    (connections, missed) = (PageColumn(file), PageColumn(file))
    frames = PageColumn(file)
  }

  /// - time: nanoseconds from the start.
  func add(_ packet: borrowing HeardPacket, time: Int64) {
    guard count < Self.most else {
      leftOut += 1
      return
    }
    count += 1
    let microseconds = time.pageMicroseconds
    times.add(signed: microseconds - last)
    last = microseconds
    let channel = packet.channel.map { UInt64($0) } ?? Self.noChannel
    // Whether it came whole, who sent it, and whether it was sent again, are the lowest bits.
    var mark = channel << 3
    if packet.isDamaged { mark |= 1 }
    if packet.role == .peripheral { mark |= 2 }
    if packet.isRepeated { mark |= 4 }
    marks.add(mark)
    connections.add(UInt64(packet.connection.ordinal))
    missed.add(min(packet.missedEvents, UInt64(UInt32.max)))
    frames.add(signed: Int64(clamping: packet.frame) - lastFrame)
    lastFrame = Int64(clamping: packet.frame)
  }

  /// A member of the data; nothing where nothing was heard.
  func write(to out: OutputStream) {
    guard count > 0 else { return }
    out.buffer.append(jsonKey: "air")
    out.buffer.append("{")
    out.buffer.append(member: "count", count)
    for (name, column) in [
      ("time", times), ("mark", marks), ("connection", connections),
      ("missed", missed), ("frame", frames),
    ] as [(StaticString, PageColumn)] {
      out.buffer.append(jsonKey: name)
      column.write(to: out)
    }
    out.buffer.append("}")
    out.lineEnds()
  }
}
