import Regression

/// The options of `diff` alone.
extension OptionDeclaration {
  static let comparison: [OptionDeclaration] = [
    .init(
      .values, long: "values", .text("MODE"), in: .comparison, for: [.diff],
      "exact (default), shape or ignore; or UUID=MODE"),
    .init(
      .range, long: "range", .text("KEY=A..B"), in: .comparison, for: [.diff],
      "a decoded number may be anything from A to B"),
    .init(
      .tolerance, long: "tolerance", .text("KEY=N"), in: .comparison, for: [.diff],
      "a decoded number may differ by N, or by N%"),
    .init(
      .timeTolerance, long: "time-tolerance", .text("S"), in: .comparison, for: [.diff],
      "times count: gaps may differ by S seconds"),
    .init(
      .ignore, long: "ignore", .text("WHAT"), in: .comparison, for: [.diff],
      "KEY, UUID, UUID.KEY or event:KIND"),
    .init(
      .only, long: "only", .list("KIND,...", EventKinds.all), in: .comparison, for: [.diff],
      "compare these kinds of events alone"),
    .init(
      .link, long: "link", in: .comparison, for: [.diff],
      "link facts count: MTU, interval, PHY, data length"),
    .init(
      .map, long: "map", .text("A=B"), in: .comparison, for: [.diff],
      "device A of EXPECTED is B of ACTUAL: address or name"),
    .init(
      .config, long: "config", .file("FILE"), in: .comparison, for: [.diff],
      "more options; default: .bleinspect-diff.json"),
    .init(
      .noConfig, long: "no-config", in: .comparison, for: [.diff],
      "leave .bleinspect-diff.json out"),
  ]

  static let expectation: [OptionDeclaration] = [
    .init(
      .expect, long: "expect", .file("FILE"), in: .expectation, for: [.gatt],
      "compare the trees with this JSON; also as junit"),
    .init(
      .times, long: "times", in: .expectation, for: [.baseline],
      "keep t, for the --time-tolerance of diff"),
    .init(
      .update, long: "update", in: .expectation, for: [.diff],
      "write EXPECTED anew from ACTUAL where they differ"),
  ]
}
