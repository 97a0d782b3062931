import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct LockedTests {
  @Test func noAdditionIsLost() {
    let counts = Locked<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<1000 { counts.withLock { $0.append(thread) } }
    }
    expect(
      counts.withLock { $0.sorted() }, equals: (0..<4).flatMap { Array(repeating: $0, count: 1000) }
    )
  }

  @Test func anErrorUnlocksIt() {
    struct Refusal: Error {}
    let value = Locked(1)
    #expect(throws: Refusal.self) { try value.withLock { _ in throw Refusal() } }
    expect(value.withLock { $0 }, equals: 1)
  }
}
