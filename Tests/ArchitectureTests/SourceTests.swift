import TestSupport
import Testing

/// Where pointers are touched; libFuzzer calls the last.
private let unsafePlaces = [
  "Sources/Bytes/", "Sources/System/", "Tests/Support/", "Fuzzing/Entry.swift",
]

/// What writes to the terminal or ends the process.
private let endings = [
  "print", "debugPrint", "dump", "puts", "fputs", "printf", "perror", "exit", "_exit", "abort",
  "fatalError",
]

/// Beginnings of doc comments that make no sense without the line above, which an editor does not show.
private let dependentBeginnings = [
  "Of ", "The same", "As of ", "As ", "By ", "Those ", "Else ", "From ",
]
/// Doc comments in Sources that still begin so, and comments that speak of nobody instead of saying which device,
/// host or PDU they mean. Both numbers may only fall.
private let mostDependentBeginnings = 30
private let mostNobodies = 7

/// A name of the public library, and what the specification calls an error code.
private let otherErrors: Set<Substring> = ["CaptureFailure", "ATTErrorCode"]

@Suite struct SourceTests {
  /// Read once for all tests.
  private static let read = Result {
    (
      sources: try SwiftSource.all(under: "Sources"),
      tests: try SwiftSource.all(under: "Tests") + SwiftSource.all(under: "Fuzzing")
    )
  }

  private let sources: [SwiftSource]
  private let tests: [SwiftSource]

  init() throws {
    (sources, tests) = try Self.read.get()
    try #require(sources.count > 100)
    try #require(tests.count > 30)
  }

  @Test func unsafeCodeHasItsPlaces() {
    for source in sources + tests
    where !unsafePlaces.contains(where: { source.path.hasPrefix($0) }) {
      expect(!source.words.contains("unsafe"), "\(source)")
    }
  }

  @Test func theProgramDoesWithoutFoundation() {
    for source in sources {
      expect(source.words.isDisjoint(with: ["Foundation", "FoundationEssentials"]), "\(source)")
    }
  }

  /// The thread sanitizer does not see what the lock of Synchronization protects.
  @Test func locksAreSeenByTheThreadSanitizer() {
    for source in sources + tests {
      expect(!source.words.contains("Mutex"), "\(source): use Locked")
    }
  }

  @Test func librariesNeitherPrintNorExit() {
    // A forked copy of the process ends where its work does.
    let copies = "Sources/System/Process/ProcessCopy.swift"
    for source in sources
    where !source.path.hasPrefix("Sources/bleinspect/") && source.path != copies {
      for function in endings { expect(!source.calls(function), "\(source): \(function)") }
    }
  }

  @Test func errorsAreCalledErrors() {
    for source in sources {
      for name in source.errors where !otherErrors.contains(name) {
        expect(name.hasSuffix("Error"), "\(source): \(name)")
      }
    }
  }

  @Test func docCommentsStandAlone() {
    let dependent = sources.flatMap { source in
      source.docBeginnings.filter { line in
        dependentBeginnings.contains { line.hasPrefix($0) }
      }
    }
    expect(
      dependent.count <= mostDependentBeginnings,
      "\(dependent.count) doc comments begin in the middle of a thought")
    let nobodies = sources.flatMap(\.comments).filter { $0.contains("nobody") }
    expect(nobodies.count <= mostNobodies, "\(nobodies.count) comments say 'nobody'")
  }

  @Test func theRulesSeeWhatTheyForbid() {
    let guilty = SwiftSource(
      path: "",
      text: "import Foundation\n  unsafe x()\n  print(1); exit(2)\n  { abort() }\n  Mutex(1)\n")
    expect(guilty.words.isSuperset(of: ["Foundation", "unsafe", "Mutex"]))
    for function in ["print", "exit", "abort"] { expect(guilty.calls(function)) }

    let innocent = SwiftSource(
      path: "",
      text: """
        // unsafe, import Foundation, print(1)
        let url = "https://unsafe print(1)" // and "unsafe"
        func exit(_ x: Int) { table.print(x); blueprint(x); unsafely() }
        """)
    expect(innocent.words.isDisjoint(with: ["Foundation", "unsafe"]))
    for function in ["print", "exit"] { expect(!innocent.calls(function)) }

    let failing = SwiftSource(
      path: "",
      text: """
        struct Refusal: Error { let words: String }
        enum ReadError: Error, Equatable {
        struct Kept: Sendable { let last: (any Error)? }
        func f<Failure: Error>(_ x: Failure) {}
        """)
    expect(failing.errors == ["Refusal", "ReadError"])

    let commented = SwiftSource(
      path: "",
      text: "/// Of a side.\n/// By octet.\nlet x = 1\n  /// A length, which nobody reads.\n")
    expect(commented.docBeginnings == ["Of a side.", "A length, which nobody reads."])
    expect(commented.comments.count == 3)
  }
}
