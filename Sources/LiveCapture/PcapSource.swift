import BTSnoop
import Bytes
import System

/// Bluetooth capture by libpcap: `bluetooth-monitor`, or one adapter as `bluetoothN`.
///
/// An adapter that is removed is waited for: it then needs a new socket, and the capability again.
package final class PcapSource: LiveSource {
  /// Milliseconds between attempts to reopen a removed adapter.
  static let reopenInterval = 500
  /// The most records that one call delivers.
  static let recordsPerRead = 1024

  package enum Device: Equatable, Sendable {
    case monitor
    /// The HCI index.
    case adapter(UInt16)

    /// libpcap's name for it.
    package var name: String {
      switch self {
      case .monitor: "bluetooth-monitor"
      case .adapter(let index): "bluetooth\(index)"
      }
    }
  }

  package var name: String { device.name }
  package var descriptor: Descriptor? { pcap?.descriptor }
  package var retryInterval: Int? { pcap == nil ? Self.reopenInterval : nil }
  package var drops: UInt64 { watch.total }

  package var keptCapabilities: Capabilities {
    if case .adapter = device { return .netRaw }
    return []
  }

  private let device: Device
  private var pcap: PcapDevice?
  private var output: LiveOutput
  private var watch = DropWatch()

  /// - adapters: those whose records to keep; empty: all. Records without an adapter are always
  ///   kept.
  package init(_ device: Device, adapters: Set<UInt16> = []) throws(CaptureError) {
    self.device = device
    switch device {
    case .monitor: try BluetoothProblem.check(adapters, source: device.name)
    case .adapter(let index):
      try BluetoothProblem.check([index], source: device.name)
      guard adapters.isEmpty || adapters.contains(index) else {
        throw CaptureError(.unusable, file: device.name, "it has no records but of hci\(index)")
      }
    }
    let pcap: PcapDevice
    do { pcap = try Self.open(device) } catch { throw Self.unusable(device, failure: error) }
    let linkType = LinkType(rawValue: pcap.linkType)
    guard linkType.isRead else {
      throw CaptureError(.unusable, file: device.name, linkType.refusal)
    }
    guard HCIFilter.isWhole(pcap.descriptor) else {
      // Such a socket silently delivers only some events.
      throw BluetoothProblem.unusable(device.name, error: .noRight)
    }
    self.pcap = pcap
    SocketOption.enlargeBuffer(pcap.descriptor)
    output = LiveOutput(
      CaptureInfo(
        name: device.name, format: .pcap, linkType: linkType.name,
        linkTypeDescription: "\(linkType.title), live by libpcap"),
      adapters: adapters)
  }

  package func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    output.begin(&sink)
    guard let pcap else {
      reopen(&sink)
      return .waiting
    }
    lookForDrops(pcap, isEmpty: false)
    for _ in 0..<Self.recordsPerRead {
      let outcome = pcap.packets.next { packet, bytes in
        deliver(
          bytes, linkType: LinkType(rawValue: pcap.linkType), original: packet.original,
          at: CaptureTime(seconds: packet.seconds, excessNanoseconds: packet.nanoseconds),
          into: &sink)
      }
      switch outcome {
      case .packet: if output.isStopped { return .stopped }
      case .nothing, .end:
        lookForDrops(pcap, isEmpty: true)
        return .waiting
      case .failed(let message):
        guard case .adapter = device else {
          throw CaptureError(.damaged, file: name, message)
        }
        self.pcap = nil
        output.note(.sourceLost, into: &sink)
        return .waiting
      }
    }
    return .busy
  }

  private func deliver(
    _ bytes: RawSpan, linkType: LinkType, original: Int, at time: CaptureTime,
    into sink: inout some RecordSink
  ) {
    guard var framing = linkType.framing(of: bytes) else { return }
    if case .adapter(let index) = device { framing.adapter = index }
    watch.pass(time)
    output.deliver(
      bytes.clamped(framing.headerLength), framing: framing,
      originalLength: original - framing.headerLength, time: time, drops: watch.reported,
      into: &sink)
  }

  /// Asks the socket for lost packets: libpcap counts the adapter's errors since it was plugged in, and for
  /// the monitor it has none.
  private func lookForDrops(_ pcap: PcapDevice, isEmpty: Bool) {
    guard let counter = SocketOption.drops(of: pcap.descriptor) else { return }
    watch.look(counter, now: .now, isEmpty: isEmpty)
  }

  private static func open(_ device: Device) throws(Pcap.PcapError) -> PcapDevice {
    try Pcap.open(device: device.name, maximumLength: maximumIncludedLength)
  }

  private func reopen(_ sink: inout some RecordSink) {
    guard let pcap = try? Self.open(device), HCIFilter.isWhole(pcap.descriptor) else {
      return
    }
    self.pcap = pcap
    SocketOption.enlargeBuffer(pcap.descriptor)
    watch.restart()
    output.note(.sourceBack, into: &sink)
  }

  // MARK: Errors

  private static func unusable(_ device: Device, failure: Pcap.PcapError) -> CaptureError {
    if failure == .missing {
      return CaptureError(.unusable, file: device.name, failure.message)
    }
    let cause: SystemError?
    do {
      _ = try HCISystem()
      cause = Capabilities.ownEffective.contains(.netRaw) ? nil : .noRight
    } catch { cause = error }
    let words = "libpcap: \(failure.message)"
    guard let cause else { return CaptureError(.unusable, file: device.name, words) }
    return CaptureError(
      .unusable, file: device.name, "\(words); \(BluetoothProblem.words(for: cause))")
  }
}
