import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Vocabulary

extension Connection {
  /// `#2`, or `the central` if the start of the connection is not in the capture.
  package func appendCentral(_ text: inout ByteWriter) {
    if let central = link?.central, central.ordinal > 0 {
      text.append("#")
      text.append(decimal: central.ordinal)
    } else {
      text.append("the central")
    }
  }

  /// `#1`, or `the peripheral`.
  package func appendPeripheral(_ text: inout ByteWriter) {
    if let peer, peer.ordinal > 0 {
      text.append("#")
      text.append(decimal: peer.ordinal)
    } else {
      text.append("the peripheral")
    }
  }

  /// Why a connection is probably over: `by #1`.
  package func append(
    inferred end: InferredEnd, namesDevice: Bool = true, to text: inout ByteWriter
  ) {
    switch end.cause {
    case .terminated:
      text.append("by ")
      appendTerminator(&text, namesDevice: namesDevice)
    case .unanswered: text.append(InferredEnd.neverEstablished)
    case .timeout, .left: text.append(status: .connectionTimeout)
    case .procedure: text.append(status: .linkLayerResponseTimeout)
    case .lost: text.append(InferredEnd.lost)
    }
  }

  /// When the sniffer last heard a connection that has not ended, if nothing was heard of it for its
  /// whole supervision timeout before the capture ends.
  package func lastHeard(before captureEnd: CaptureTime?) -> CaptureTime? {
    guard let link, link.lastFrame > 0, isSilent(before: captureEnd) else { return nil }
    return traffic.lastRecord
  }

  /// It was most likely never established.
  package var isNeverAnswered: Bool {
    if case .unanswered? = inferredEnd?.cause { true } else { false }
  }

  /// The sniffer heard how it began, and then only its central, which the peripheral does not acknowledge.
  package var isUnanswered: Bool { beginsInCapture && link?.opening.isUnanswered == true }

  /// The sniffer heard only how it began.
  package var isUnheard: Bool { link.map { $0.lastFrame == 0 } ?? false }

  /// The same, where its sides should have been heard before the capture ends: a connection that has no packet in
  /// its first six intervals is not established (Vol 6, Part B, 4.5).
  package func isUnheard(before captureEnd: CaptureTime?) -> Bool {
    guard isUnheard, let captureEnd, isOpen else { return false }
    let patience = 6 * interval
    return captureEnd.nanoseconds(since: traffic.lastRecord) >= patience
  }

  private func isSilent(before captureEnd: CaptureTime?) -> Bool {
    guard let captureEnd, isOpen else { return false }
    // Where it is not known, the longest: 32 s (Vol 4, Part E, 7.8.12).
    let patience = state.timeout > 0 ? Int64(state.timeout) * 10_000_000 : 32_000_000_000
    return captureEnd.nanoseconds(since: traffic.lastRecord) >= patience
  }

  /// Who ended a connection of the link layer.
  package func appendTerminator(_ text: inout ByteWriter, namesDevice: Bool = true) {
    guard namesDevice else {
      text.append(endedBy == .local ? "the central" : "the peripheral")
      return
    }
    if endedBy == .local { appendCentral(&text) } else { appendPeripheral(&text) }
  }
}
