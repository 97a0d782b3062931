import ATTDissector
import BTSnoop
import Bytes

extension RadioPHY {
  /// The least time that a data length may have, in microseconds: that of 27 octets on LE 1M, and on LE Coded.
  fileprivate var leastTime: Int { self == .coded ? 2704 : 328 }

  /// The payload of the longest data PDU that takes no longer than a time, in octets.
  ///
  /// Source: Vol 6, Part B, 4.5.10. A payload has from 27 to 251 octets.
  /// - codingIndicator: 1 for S=2, on LE Coded.
  /// - hasMIC: controllers reckon with a MIC, used or not.
  package func payload(in microseconds: Int, codingIndicator: UInt8?, hasMIC: Bool = true) -> Int {
    let header = 2 + (hasMIC ? DataChannelPDUHeader.micSize : 0)
    let none = duration(pdu: header, codingIndicator: codingIndicator)
    let octet = duration(pdu: header + 1, codingIndicator: codingIndicator) - none
    let time = Int64(min(max(microseconds, leastTime), 100_000)) * 1000
    return min(max(Int((time - none) / octet), 27), 251)
  }

  /// `LE Coded, S=8`
  package func append(to text: inout ByteWriter, codingIndicator: UInt8?) {
    text.append("LE ")
    text.append(name)
    if self == .coded { text.append(codingIndicator == 1 ? ", S=2" : ", S=8") }
  }
}

/// How long the data PDUs of one side may be.
package struct DataLength: Sendable {
  package var octets: Int
  /// Microseconds.
  package var time: Int
  package var phy: RadioPHY
  package var codingIndicator: UInt8?

  package init(octets: Int, time: Int, phy: RadioPHY, codingIndicator: UInt8?) {
    self.octets = octets
    self.time = time
    self.phy = phy
    self.codingIndicator = codingIndicator
  }

  /// The less of the octets and of what the time lets through.
  package var effective: Int {
    min(octets, phy.payload(in: time, codingIndicator: codingIndicator))
  }
  package var isLimitedByTime: Bool { effective < octets }

  /// `27 of 251 octets: 328 us on LE 1M (31 without encryption)`
  package func write(to text: inout ByteWriter) {
    text.append(decimal: effective)
    text.append(" of ")
    text.append(decimal: octets)
    text.append(" octets: ")
    text.append(decimal: time)
    text.append(" us")
    if time < phy.leastTime {
      text.append(", at least ")
      text.append(decimal: phy.leastTime)
    }
    text.append(" on ")
    phy.append(to: &text, codingIndicator: codingIndicator)
    let plain = min(octets, phy.payload(in: time, codingIndicator: codingIndicator, hasMIC: false))
    guard plain > effective else { return }
    text.append(" (")
    text.append(decimal: plain)
    text.append(" without encryption)")
  }
}
