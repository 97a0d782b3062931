import ATTDissector
import Bytes

/// What a CONNECT_IND or AUX_CONNECT_REQ asks for though the Core Specification does not allow it (Vol 6, Part B,
/// 2.3.3.1, 4.5.1 and 4.5.2).
struct ConnectFaults {
  private let request: ConnectIndication
  private let isAuxiliary: Bool

  /// `nil` where all of it is allowed.
  init?(_ request: ConnectIndication, isAuxiliary: Bool) {
    self.request = request
    self.isAuxiliary = isAuxiliary
    guard all.contains(where: { !$0.allowed.contains($0.value) }) || channels < Self.fewest else {
      return nil
    }
  }

  private struct Parameter {
    let name: StaticString
    let value: Int
    let allowed: ClosedRange<Int>
    /// The length of a step, in quarters of a millisecond; 0 for a number.
    let unit: Int
  }

  /// Data channels that a connection needs.
  private static let fewest = 2
  /// Data channels of LE: 0 to 36.
  private static let dataChannels: UInt64 = (1 << 37) - 1

  private var channels: Int { (request.channelMap & Self.dataChannels).nonzeroBitCount }

  private var all: [Parameter] {
    var all = [
      Parameter(name: "an interval", value: Int(request.interval), allowed: 6...3200, unit: 5),
      Parameter(name: "a latency", value: Int(request.latency), allowed: 0...499, unit: 0),
      Parameter(
        name: "a supervision time-out", value: Int(request.timeout), allowed: 10...3200, unit: 40),
    ]
    // It is not in use on the secondary channels: they select channels by algorithm #2.
    if !isAuxiliary {
      all.append(
        Parameter(name: "a hop increment", value: Int(request.hop), allowed: 5...16, unit: 0))
    }
    return all
  }

  /// `the CONNECT_IND asks for a hop increment of 0 (5 to 16 are allowed)`
  func write(_ text: inout ByteWriter) {
    text.append(isAuxiliary ? "the AUX_CONNECT_REQ asks for " : "the CONNECT_IND asks for ")
    var isFirst = true
    for parameter in all where !parameter.allowed.contains(parameter.value) {
      text.append(isFirst ? "" : ", ")
      isFirst = false
      text.append(parameter.name)
      text.append(" of ")
      Self.append(parameter.value, unit: parameter.unit, to: &text)
      text.append(" (")
      Self.append(parameter.allowed.lowerBound, unit: parameter.unit, to: &text)
      text.append(" to ")
      Self.append(parameter.allowed.upperBound, unit: parameter.unit, to: &text)
      text.append(" are allowed)")
    }
    guard channels < Self.fewest else { return }
    text.append(isFirst ? "" : ", ")
    text.append(grouped: UInt64(channels), "data channel")
    text.append(" (2 are needed)")
  }

  private static func append(_ value: Int, unit: Int, to text: inout ByteWriter) {
    guard unit > 0 else { return text.append(decimal: value) }
    text.append(number: Double(value * unit) / 4)
    text.append(" ms")
  }
}
