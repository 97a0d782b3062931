// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of what the program consists of. It has no regular expressions, and their parser
/// would be a megabyte of it.
let product: [SwiftSetting] =
  common + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

/// The settings of the tests. Their macros are expanded once for each job that compiles a target, and take most of
/// its time: so a target is one job. A sanitized build is a release build, but its tests are not optimised: that takes
/// longer than running them.
let testing: [SwiftSetting] =
  common + [
    .unsafeFlags(["-driver-batch-count", "1", "-driver-batch-size-limit", "1000", "-Onone"])
  ]

/// The targets that store borrowed memory in a type.
let borrowing: [SwiftSetting] = product + [.enableExperimentalFeature("Lifetimes")]

/// The settings of what keeps its state in objects that are used many times a record: to check exclusive access when
/// it runs would take a quarter more instructions for the timeline, and as many again for `packets`. Debug builds check
/// it, and so do those with sanitizers and of the fuzzing harnesses (see the Makefile).
let unchecked: [SwiftSetting] =
  product + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

func library(
  _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = product,
  exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: testing)
}

/// The tests to build: all, or those named in `BLEINSPECT_TESTS`, separated by commas. An optimised
/// build of all would take longer than the tests it is for.
let chosenTests = Context.environment["BLEINSPECT_TESTS"].map { $0.split(separator: ",") }

let package = Package(
  name: "bleinspect",
  products: [
    .executable(name: "bleinspect", targets: ["bleinspect"]),
    .library(name: "BLECaptures", targets: ["BLECaptures"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSystem",
      providers: [.apt(["libpcap-dev", "libbluetooth-dev", "zlib1g-dev"])]),

    // Each stage knows only those before it.
    .target(name: "EmbeddedTexts", exclude: ["Names", "Declarations", "Page"]),
    library("Bytes", ["EmbeddedTexts"], borrowing),
    library("System", ["Bytes", "CSystem"]),
    library("Cryptography", ["Bytes", "System"]),
    library("JSONText", ["Bytes"]),
    library("BTSnoop", ["Bytes", "System"]),
    library("ATTDissector", ["Bytes"]),
    library("AssignedNumbers", ["EmbeddedTexts", "Bytes"]),
    library("Vocabulary", ["Bytes", "System", "JSONText", "ATTDissector"]),
    library(
      "GATTValues",
      [
        "EmbeddedTexts", "Bytes", "System", "JSONText", "ATTDissector", "AssignedNumbers",
        "Vocabulary",
      ],
      borrowing, exclude: ["Declarations"]),
    library(
      "GATTSession",
      [
        "Bytes", "Cryptography", "BTSnoop", "ATTDissector", "AssignedNumbers", "Vocabulary",
        "GATTValues",
      ],
      unchecked),
    library(
      "PacketList",
      ["Bytes", "Cryptography", "BTSnoop", "ATTDissector", "GATTValues", "GATTSession"], unchecked),
    library(
      "CommonClock", ["Bytes", "BTSnoop", "ATTDissector", "GATTSession", "PacketList"]),
    library(
      "Timeline",
      [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "AssignedNumbers",
        "Vocabulary", "GATTValues", "GATTSession", "PacketList",
      ],
      unchecked),
    library(
      "Redaction",
      [
        "Bytes", "System", "Cryptography", "BTSnoop", "ATTDissector", "GATTValues", "GATTSession",
        "PacketList", "Timeline",
      ]),
    library(
      "Learning",
      [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "GATTValues", "GATTSession",
        "Timeline",
      ]),
    library(
      "Answers",
      [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "Vocabulary", "GATTValues",
        "GATTSession", "Timeline",
      ]),
    library(
      "Regression",
      [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "AssignedNumbers",
        "Vocabulary", "GATTValues", "GATTSession", "Timeline",
      ]),
    library(
      "BLECaptures",
      [
        "Bytes", "BTSnoop", "ATTDissector", "Vocabulary", "GATTValues", "GATTSession", "Timeline",
      ]),
    library(
      "WebReport",
      [
        "EmbeddedTexts", "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "Vocabulary",
        "GATTValues",
        "GATTSession", "Timeline", "Answers",
      ],
      exclude: ["Page"]),
    library("LiveCapture", ["Bytes", "System", "BTSnoop"]),
    library(
      "MockPeripheral",
      [
        "Bytes", "System", "Cryptography", "BTSnoop", "ATTDissector", "Vocabulary", "GATTValues",
        "GATTSession", "Timeline", "LiveCapture",
      ]),
    .executableTarget(
      name: "bleinspect",
      dependencies: [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "AssignedNumbers",
        "Vocabulary", "GATTValues", "GATTSession", "PacketList", "CommonClock", "Timeline",
        "Redaction", "Learning",
        "Answers", "Regression", "WebReport", "LiveCapture", "MockPeripheral",
      ],
      swiftSettings: product),

    // Shared by several test targets.
    .target(
      name: "TestSupport", dependencies: ["Bytes", "System", "Cryptography", "BTSnoop"],
      path: "Tests/Support",
      swiftSettings: testing),
    tests("ArchitectureTests", []),
    // As a client: it imports nothing else.
    tests("BLECapturesTests", ["BLECaptures"]),
    tests("BytesTests", ["Bytes"]),
    tests("JSONTextTests", ["Bytes", "JSONText"]),
    tests("SystemTests", ["Bytes", "System"]),
    tests("CryptographyTests", ["Bytes", "System", "Cryptography"]),
    tests("BTSnoopTests", ["Bytes", "System", "BTSnoop"], exclude: ["TextLogs"]),
    tests("ATTDissectorTests", ["Bytes", "ATTDissector"]),
    tests("AssignedNumbersTests", ["Bytes", "AssignedNumbers"]),
    tests(
      "GATTValuesTests",
      ["Bytes", "JSONText", "ATTDissector", "AssignedNumbers", "GATTValues"]),
    tests(
      "GATTSessionTests",
      [
        "Bytes", "Cryptography", "BTSnoop", "ATTDissector", "GATTValues", "GATTSession",
        "PacketList", "Timeline",
      ]),
    tests(
      "TimelineTests",
      [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "GATTValues", "GATTSession",
        "Timeline",
      ]),
    tests(
      "RedactionTests",
      [
        "Bytes", "System", "Cryptography", "BTSnoop", "ATTDissector", "GATTValues", "GATTSession",
        "Timeline", "Redaction",
      ]),
    tests(
      "CommonClockTests", ["Bytes", "BTSnoop", "ATTDissector", "GATTSession", "CommonClock"]),
    tests(
      "LearningTests",
      ["Bytes", "System", "BTSnoop", "ATTDissector", "GATTSession", "Timeline", "Learning"]),
    tests(
      "RegressionTests",
      [
        "Bytes", "System", "JSONText", "BTSnoop", "ATTDissector", "Vocabulary", "GATTValues",
        "GATTSession", "Timeline", "Regression",
      ]),
    tests("LiveCaptureTests", ["Bytes", "System", "BTSnoop", "LiveCapture"]),
    tests(
      "MockPeripheralTests",
      [
        "Bytes", "System", "Cryptography", "BTSnoop", "ATTDissector", "GATTSession", "Timeline",
        "MockPeripheral",
      ]),
    tests(
      "ModelTests",
      ["Bytes", "System", "BTSnoop", "ATTDissector", "GATTSession", "Timeline", "Redaction"]),
    tests(
      "CommandTests",
      [
        "Bytes", "System", "BTSnoop", "ATTDissector", "Vocabulary", "GATTValues", "GATTSession",
        "Timeline", "Learning", "Answers", "Regression", "WebReport", "LiveCapture", "bleinspect",
      ],
      exclude: ["Golden"]),
    // `Fuzzing/run` links these harnesses with libFuzzer, too.
    tests(
      "FuzzingTests",
      [
        "Bytes", "System", "Cryptography", "JSONText", "BTSnoop", "ATTDissector", "GATTValues",
        "GATTSession", "PacketList", "CommonClock", "Timeline", "Redaction", "Learning",
        "Regression", "WebReport", "LiveCapture", "MockPeripheral", "bleinspect",
      ],
      exclude: ["Regressions"]),
  ]
)

if let chosenTests {
  // With what they need, and nothing else.
  var needed: Set<String> = []
  func need(_ name: String) {
    guard needed.insert(name).inserted else { return }
    for case .byNameItem(let dependency, _) in package.targets.first(where: { $0.name == name })?
      .dependencies ?? []
    { need(dependency) }
  }
  for name in chosenTests { need(String(name)) }
  package.targets.removeAll { !needed.contains($0.name) }
  // A product has the name of its target.
  package.products.removeAll { !needed.contains($0.name) }
}
