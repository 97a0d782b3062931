import ATTDissector
import BTSnoop
import Bytes
import LiveCapture
import System

/// A played peripheral as a live source: the packets between it and its controller are the records.
package final class MockSource: LiveSource {
  /// Milliseconds between attempts to write to a controller that does not read.
  private static let writeInterval = 5
  /// Milliseconds between looks for a controller that is not there yet.
  private static let lookInterval = 50
  /// Milliseconds for a controller to end links and advertising.
  private static let farewell = 500

  package let name: String
  package let peripheral: PlayedPeripheral
  private var link: ControllerLink
  private let report: (PlayedPeripheral.Occurrence) -> Void
  private var framer = H4Framer()
  /// Whether the controller was there.
  package private(set) var hasBegun = false
  /// Since when the controller is there, as of `MonotonicTime.milliseconds`.
  private var there: Int?
  private var frame: UInt64 = 0
  private var isOpen = true
  private var isStopped = false

  package var descriptor: Descriptor? { isOpen && hasBegun ? link.descriptor : nil }
  package var drops: UInt64 { 0 }
  /// To give an adapter back as it was.
  package var keptCapabilities: Capabilities { link.isAdapter ? .netAdmin : [] }

  package var retryInterval: Int? {
    if !hasBegun { return Self.lookInterval }
    if link.isWaiting { return Self.writeInterval }
    guard let deadline = peripheral.deadline else { return nil }
    return Int(clamping: max(0, deadline - MonotonicTime.now()) / 1_000_000)
  }

  /// - Parameters:
  ///   - name: the controller's, in messages.
  ///   - report: is given what a tester wants to know.
  package init(
    _ peripheral: PlayedPeripheral, on link: consuming ControllerLink, name: String,
    report: @escaping (PlayedPeripheral.Occurrence) -> Void
  ) {
    self.peripheral = peripheral
    self.link = link
    self.name = name
    self.report = report
  }

  package func read(into sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    if !hasBegun {
      guard isControllerThere else { return .waiting }
      hasBegun = true
      sink.capture(
        CaptureInfo(
          name: name, format: .btsnoop, linkType: LinkType.h4.name,
          linkTypeDescription: "the host of the played peripheral, live"))
      peripheral.start(MonotonicTime.now())
    }
    let state = try exchange(&sink)
    if state == .ended { isOpen = false }
    return isStopped ? .stopped : state
  }

  private var isControllerThere: Bool {
    guard link.isOpen else {
      there = nil
      return false
    }
    let now = MonotonicTime.milliseconds
    let since = there ?? now
    there = since
    return now - since >= link.patience
  }

  package func close(into sink: inout some RecordSink) {
    defer {
      isOpen = false
      link.close()
    }
    guard isOpen, hasBegun, !peripheral.hasFailed else { return }
    peripheral.stop(MonotonicTime.now())
    let last = MonotonicTime.milliseconds + Self.farewell
    while !peripheral.hasStopped, MonotonicTime.milliseconds < last {
      guard let state = try? exchange(&sink), state == .waiting else { return }
      var waits = DescriptorSet()
      waits.add(link.descriptor, for: .input)
      waits.wait(milliseconds: 20)
    }
  }

  /// Reads once, does what is due, and writes.
  private func exchange(_ sink: inout some RecordSink) throws(CaptureError) -> LiveState {
    var received: [UInt8] = []
    do throws(ControllerLink.ControllerError) {
      guard try link.read({ received = $0.copy() }) else {
        throw ControllerLink.ControllerError(message: "the controller closed the connection")
      }
      try flush(&sink)
      framer.add(received.rawBytes)
      while let (indicator, packet) = try next() {
        deliver(indicator, packet: packet.rawBytes, direction: .received, into: &sink)
        peripheral.receive(indicator, packet: packet.rawBytes, now: MonotonicTime.now())
        try flush(&sink)
      }
      peripheral.tick(MonotonicTime.now())
      try flush(&sink)
    } catch {
      throw CaptureError(.damaged, file: name, error.message)
    }
    return received.count == ControllerLink.bytesPerRead ? .busy : .waiting
  }

  private func next() throws(ControllerLink.ControllerError) -> (H4Indicator, [UInt8])? {
    do throws(H4Framer.FramingError) { return try framer.next() } catch {
      throw ControllerLink.ControllerError(
        message: "it does not speak H4: it sent a packet of type \(error.indicator)")
    }
  }

  private func flush(_ sink: inout some RecordSink) throws(ControllerLink.ControllerError) {
    let packets = peripheral.takeOutput()
    for packet in packets {
      guard let indicator = packet.first.flatMap(H4Indicator.init(rawValue:)) else { continue }
      deliver(indicator, packet: packet.rawBytes.clamped(1), direction: .sent, into: &sink)
    }
    try link.write(packets)
    for occurrence in peripheral.takeOccurrences() {
      if case .failed(let words) = occurrence {
        throw ControllerLink.ControllerError(message: words)
      }
      report(occurrence)
    }
  }

  private func deliver(
    _ indicator: H4Indicator, packet: RawSpan, direction: PacketDirection,
    into sink: inout some RecordSink
  ) {
    frame += 1
    let now = WallTime.now
    let record = CaptureRecord(
      frame: frame,
      // A recording as btsnoop has no finer times.
      time: CaptureTime(
        seconds: now.seconds, excessNanoseconds: now.nanoseconds / 1000 * 1000),
      kind: indicator.kind, direction: direction, originalLength: packet.byteCount)
    if !sink.record(record, bytes: packet) { isStopped = true }
  }
}

extension H4Indicator {
  var kind: RecordKind {
    switch self {
    case .command: .command
    case .acl: .acl
    case .sco: .sco
    case .event: .event
    case .iso: .iso
    }
  }
}
