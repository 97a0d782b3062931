import BTSnoop
import Bytes
import System

/// The kernel's Bluetooth monitor: every packet between the host and all adapters, and messages of
/// the kernel and of programs; the same records as `btmon -w` writes.
///
/// Each datagram is a header of three little-endian 16-bit numbers (opcode, adapter, length of the
/// payload) and the payload (BlueZ, doc/btsnoop-protocol.rst; kernel, hci_mon.h).
package final class MonitorSource: LiveSource {
  static let headerLength = 6
  /// The header and the longest ACL packet: its own header of 4 bytes, and 65,535.
  static let maximumDatagram = headerLength + 4 + 65_535
  /// The most records that one call delivers.
  static let recordsPerRead = 1024

  package let name: String
  private let socket: DatagramSocket
  private var output: LiveOutput
  private var watch = DropWatch()
  /// Whether the system counts lost packets.
  private let countsDrops: Bool

  package var descriptor: Descriptor? { socket.descriptor }
  package var retryInterval: Int? { nil }
  package var drops: UInt64 { watch.total }

  /// - descriptor: a datagram socket in the monitor's format.
  /// - adapters: those whose records to keep; empty: all. Records without an adapter are always
  ///   kept.
  package init(descriptor: Descriptor, name: String = "monitor", adapters: Set<UInt16> = []) {
    self.name = name
    SocketOption.enlargeBuffer(descriptor)
    socket = DatagramSocket(descriptor, capacity: Self.maximumDatagram)
    countsDrops = SocketOption.drops(of: descriptor) != nil
    output = LiveOutput(
      CaptureInfo(
        name: name, format: .monitor, linkType: LinkType.monitor.name,
        linkTypeDescription: "BlueZ monitor, live"),
      adapters: adapters)
  }

  package func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    output.begin(&sink)
    lookForDrops(isEmpty: false)
    for _ in 0..<Self.recordsPerRead {
      let outcome: DatagramSocket.Outcome
      do { outcome = try socket.receive() } catch {
        throw CaptureError(.damaged, file: name, error.message)
      }
      switch outcome {
      case .datagram(let length, let time): deliver(length, time: time, into: &sink)
      case .nothing:
        lookForDrops(isEmpty: true)
        return .waiting
      case .ended: return .ended
      }
      if output.isStopped { return .stopped }
    }
    return .busy
  }

  private func lookForDrops(isEmpty: Bool) {
    guard countsDrops, let counter = SocketOption.drops(of: socket.descriptor) else { return }
    watch.look(counter, now: .now, isEmpty: isEmpty)
  }

  /// - length: of the datagram, including the header.
  private func deliver(_ length: Int, time: WallTime?, into sink: inout some RecordSink) {
    let time = CaptureTime(time ?? .now)
    watch.pass(time)
    let drops = watch.reported
    socket.withBytes { bytes in
      guard bytes.byteCount >= Self.headerLength else {
        output.note(.skipped(bytes.byteCount), into: &sink)
        return
      }
      let payload = length - Self.headerLength
      let claimed = Int(bytes.uint16LittleEndian(at: 4))
      // The length field has 16 bits: a longer packet wraps it around. If it is less than received,
      // the excess does not belong to the packet; if it is more, the rest is missing.
      let original = (payload - claimed) & 0xFFFF == 0 ? payload : claimed
      output.deliver(
        bytes.clamped(Self.headerLength, count: original),
        framing: .monitor(
          opcode: bytes.uint16LittleEndian(at: 0), adapter: bytes.uint16LittleEndian(at: 2),
          headerLength: 0),
        originalLength: original, time: time, drops: drops, into: &sink)
    }
  }
}

extension MonitorSource {
  /// The monitor of this system.
  ///
  /// - adapters: must exist now; they may be removed and added again.
  /// - Throws: without permission, or without Bluetooth.
  package convenience init(adapters: Set<UInt16> = []) throws(CaptureError) {
    try BluetoothProblem.check(adapters, source: "monitor")
    let descriptor: Descriptor
    do { descriptor = try MonitorSocket.open() } catch {
      throw BluetoothProblem.unusable("monitor", error: error)
    }
    self.init(descriptor: descriptor, adapters: adapters)
  }
}
