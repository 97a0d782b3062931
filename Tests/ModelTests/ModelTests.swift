import Foundation
import Testing

/// Random lawful histories, written as captures: what the program tells of them must be what
/// happened.
///
/// `BLEINSPECT_MODEL_HISTORIES=10000` runs more of them, `BLEINSPECT_MODEL_SEED=n` only one (and
/// with `BLEINSPECT_MODEL_STEPS=n` only its first steps), `BLEINSPECT_MODEL_KEEP=folder` keeps the
/// captures of those that fail.
struct ModelTests {
  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }

  private static let histories = number("BLEINSPECT_MODEL_HISTORIES") ?? 200
  /// Histories are run in parts, so that the machine's cores share the work.
  private static let parts = 8

  @Test(arguments: 0..<parts) func historiesAreToldAsTheyWere(part: Int) {
    if let seed = Self.number("BLEINSPECT_MODEL_SEED") {
      if part == 0 { Self.check(UInt64(seed), steps: Self.number("BLEINSPECT_MODEL_STEPS")) }
      return
    }
    var done: [String: Int] = [:]
    var failures = 0
    for seed in stride(from: part, to: Self.histories, by: Self.parts) where failures < 3 {
      let (history, isRight) = Self.check(UInt64(seed))
      done.merge(history.done) { $0 + $1 }
      if !isRight { failures += 1 }
    }
  }

  @discardableResult
  private static func check(_ seed: UInt64, steps: Int? = nil) -> (History, isRight: Bool) {
    let history = History(seed: seed, steps: steps ?? .max)
    guard let difference = Comparison(history).difference() else { return (history, true) }
    Issue.record("seed \(seed): \(difference)")
    if let folder = environment["BLEINSPECT_MODEL_KEEP"] {
      let ending = history.form.isPcap ? "pcap" : "btsnoop"
      let path = "\(folder)/model-\(seed).\(ending)"
      try? Data(history.file.bytes).write(to: URL(fileURLWithPath: path))
    }
    return (history, false)
  }
}
