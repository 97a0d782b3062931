/// Integers as bytes, in a byte order.
package struct OrderedBytes: Sendable {
  package var isBig = true
  package private(set) var bytes: [UInt8] = []

  package init(isBig: Bool = true) { self.isBig = isBig }

  package mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    for i in 0..<(Number.bitWidth / 8) {
      let shift = isBig ? Number.bitWidth - 8 * (i + 1) : 8 * i
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  package mutating func add(_ more: [UInt8]) { bytes += more }
}
