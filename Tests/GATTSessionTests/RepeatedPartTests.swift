import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// The parts of a long read whose server does not look at the offset.
@Suite struct RepeatedPartTests {
  private static let part = [UInt8](0..<22)

  private static func octets(
    _ value: [UInt8], first: Int = 22, requests: Int, isRefused: Bool = false
  ) -> Int? {
    RepeatedPart(in: value.rawBytes, first: first, requests: requests, isRefused: isRefused)?.octets
  }

  @Test func equalParts() {
    expect(Self.octets(Self.part + Self.part, requests: 2), equals: 22)
    expect(Self.octets(Self.part + Self.part + Self.part, requests: 3), equals: 22)
    // A Read By Type Response has less of it.
    expect(Self.octets(Array(0..<19) + Self.part + Self.part, first: 19, requests: 3), equals: 22)
  }

  @Test func honestValues() {
    expect(Self.octets(Self.part, requests: 1) == nil)
    expect(Self.octets(Self.part + Self.part + [1], requests: 3) == nil)
    // Its last part is empty.
    expect(Self.octets(Self.part + Self.part, requests: 3) == nil)
    expect(Self.octets(Array(repeating: 0xFF, count: 66), requests: 3) == nil)
    expect(Self.octets([], first: 0, requests: 0) == nil)
  }

  /// Tables have equal rows, unless the server has said that the value is shorter, or none is as
  /// long.
  @Test func repeatedRows() {
    let rows = [UInt8](0..<11) + [UInt8](0..<11)
    expect(Self.octets(rows + rows, requests: 2) == nil)
    expect(Self.octets(rows + rows, requests: 2, isRefused: true), equals: 22)
    let long = Array(repeating: UInt8(0xFF), count: 22 * 24)
    expect(Self.octets(long, requests: 24), equals: 22)
  }
}
