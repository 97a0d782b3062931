import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct OrderedWorkTests {
  private final class Item {
    var number = 0
    var square = 0
  }

  /// Squares numbers.
  /// - Returns: what was delivered, in that order, and whether each was right.
  private func squares(_ count: Int, items: Int, threads: Int, drainEvery: Int? = nil) -> [Int] {
    var delivered: [Int] = []
    let work = OrderedWork(
      (0..<items).map { _ in Item() }, threads: threads,
      work: {
        { item in
          // Later ones are often ready before.
          if item.number % 7 == 0 { usleep(200) }
          item.square = item.number * item.number
        }
      },
      deliver: { item in
        expect(item.square, equals: item.number * item.number)
        delivered.append(item.number)
      })
    for number in 0..<count {
      work.current.number = number
      work.submit()
      if let drainEvery, number % drainEvery == 0 {
        work.drain()
        expect(delivered.count, equals: number + 1)
      }
    }
    work.finish()
    return delivered
  }

  @Test(arguments: [(0, 2), (1, 2), (1, 4), (3, 2), (3, 8)])
  func itemsComeBackInTheirOrder(threads: Int, items: Int) {
    expect(squares(500, items: items, threads: threads), equals: Array(0..<500))
  }

  @Test func whatWasHandedOverIsDeliveredWhenThatIsAskedFor() {
    expect(squares(100, items: 4, threads: 2, drainEvery: 3), equals: Array(0..<100))
  }

  @Test func nothingIsDeliveredWhereNothingWasHandedOver() {
    expect(squares(0, items: 2, threads: 2).isEmpty)
  }

  /// As where the output has failed: what was handed over is not needed.
  @Test func itsThreadsEndWithIt() {
    for _ in 0..<20 {
      weak var last: Item?
      do {
        let items = [Item(), Item(), Item()]
        last = items.last
        let work = OrderedWork(
          items, threads: 2, work: { { _ in usleep(100) } }, deliver: { _ in })
        work.submit()
      }
      // A thread keeps the items for as long as it lives.
      expect(last == nil)
    }
  }

  /// Bits of `Cpus_allowed`.
  @Test func processorsAreThoseThatTheKernelAllows() throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") })
    let bits = line.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue)
      .reduce(0) { $0 + $1.nonzeroBitCount }
    expect(availableProcessors, equals: bits)
  }
}
