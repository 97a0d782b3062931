import TestSupport
import Testing

@testable import Bytes

struct KeptBytesTests {
  private func replaced(_ counts: [Int]) -> KeptBytes {
    var kept = KeptBytes()
    for count in counts {
      let value = [UInt8](repeating: 1, count: count)
      kept.replace(with: value.rawBytes)
    }
    return kept
  }

  @Test("the storage of the longest is kept")
  func longest() {
    let kept = replaced([3, 600, 2])
    expect(kept.bytes == [1, 1] && kept.longest == 600)
  }

  @Test("what is taken takes its storage along")
  func taken() {
    var kept = replaced([600, 2])
    expect(kept.take(), equals: [1, 1])
    expect(kept.bytes.isEmpty && kept.longest == 0)
  }

  @Test("no bytes take nothing")
  func none() {
    expect(replaced([]).longest == 0 && replaced([0]).longest == 0)
    expect(KeptBytes([7, 7]).longest, equals: 2)
  }
}
