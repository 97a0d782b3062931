import Foundation
import TestSupport
import Testing

/// What was found by fuzzing, for good.
@Suite struct RegressionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Regressions")

  /// Inputs by `HARNESS/NAME`.
  static let inputs: [String] = {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.contains("/") }.sorted()
  }()

  @Test func theInputsAreThere() { expect(Self.inputs.count >= 2) }

  @Test(arguments: inputs) func isMended(_ input: String) throws {
    let harness = try #require(Harness.named(String(input.prefix { $0 != "/" })))
    try harness.run([UInt8](try Data(contentsOf: Self.folder.appending(path: input))))
  }

  /// Every value of the first octet under a sanitizer, which sees more and is optimised; otherwise a few.
  private static let firstOctets = stride(
    from: 0, through: 255,
    by: ProcessInfo.processInfo.environment["BLEINSPECT_SANITIZER"] == nil ? 17 : 1)

  @Test(arguments: Harness.all) func shortInputs(_ harness: Harness) throws {
    try harness.run([])
    for byte in Self.firstOctets.map(UInt8.init) {
      try harness.run([byte])
      try harness.run([UInt8](repeating: byte, count: 1 + Int(byte) % 40))
    }
  }

  @Test func everyHarnessHasItsName() {
    expect(Set(Harness.all.map(\.name)).count, equals: Harness.all.count)
  }
}
