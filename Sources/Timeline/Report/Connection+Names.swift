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
  package func append(inferred end: InferredEnd, to text: inout ByteWriter) {
    switch end.cause {
    case .terminated:
      text.append("by ")
      appendTerminator(&text)
    case .timeout: text.append(status: .connectionTimeout)
    case .lost: text.append("over: the sniffer lost it")
    }
  }

  /// When the sniffer last heard a connection that has not ended, if nothing was heard of it for its
  /// whole supervision timeout before the capture ends.
  package func lastHeard(before captureEnd: CaptureTime?) -> CaptureTime? {
    guard let captureEnd, let link, link.lastFrame > 0, isOpen, timeout > 0,
      captureEnd.nanoseconds(since: lastRecord) >= Int64(timeout) * 10_000_000
    else { return nil }
    return lastRecord
  }

  /// Who ended a connection of the link layer.
  package func appendTerminator(_ text: inout ByteWriter) {
    if endedBy == .local { appendCentral(&text) } else { appendPeripheral(&text) }
  }
}
