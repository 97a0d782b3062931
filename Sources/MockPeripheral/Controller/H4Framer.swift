import BTSnoop
import Bytes

/// The packet indicators of the UART transport.
///
/// Source: Bluetooth Core Specification, Vol 4, Part A, 2.
package enum H4Indicator: UInt8, Sendable {
  case command = 1
  case acl = 2
  case sco = 3
  case event = 4
  case iso = 5
}

/// Cuts what a controller sends into packets. It holds at most one packet, and what was given with
/// its last byte.
package struct H4Framer {
  /// A byte that starts no packet: where the next one starts cannot be known.
  package struct FramingError: Error, Equatable {
    package var indicator: UInt8
  }

  private var buffer: [UInt8] = []
  private var start = 0

  package init() {}

  package mutating func add(_ bytes: RawSpan) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(bytes)
  }

  /// The next packet, without its indicator; `nil` when none is complete.
  package mutating func next() throws(FramingError) -> (H4Indicator, [UInt8])? {
    guard start < buffer.count else { return nil }
    guard let indicator = H4Indicator(rawValue: buffer[start]), indicator != .command else {
      throw FramingError(indicator: buffer[start])
    }
    guard let length = indicator.kind.length(of: buffer.rawBytes.clamped(start + 1)),
      buffer.count - start > length
    else { return nil }
    let packet = Array(buffer[start + 1...start + length])
    start += 1 + length
    return (indicator, packet)
  }
}
