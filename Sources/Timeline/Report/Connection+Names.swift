import Bytes
import GATTSession

extension Connection {
  /// `#2`, or `the central` if the start of the connection is not in the capture.
  func appendCentral(_ text: inout ByteWriter) {
    if let central = link?.central, central.ordinal > 0 {
      text.append("#")
      text.append(decimal: central.ordinal)
    } else {
      text.append("the central")
    }
  }

  /// `#1`, or `the peripheral`.
  func appendPeripheral(_ text: inout ByteWriter) {
    if let peer, peer.ordinal > 0 {
      text.append("#")
      text.append(decimal: peer.ordinal)
    } else {
      text.append("the peripheral")
    }
  }

  /// Who ended a connection of the link layer.
  func appendTerminator(_ text: inout ByteWriter) {
    if endedBy == .local { appendCentral(&text) } else { appendPeripheral(&text) }
  }
}
