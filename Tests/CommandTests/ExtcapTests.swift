import Foundation
import TestSupport
import Testing

@testable import bleinspect

/// What Wireshark asks, and what it is answered.
@Suite struct ExtcapTests {
  private static let capture = Program.capture("polar-h7.btsnoop")

  @Test(arguments: [["extcap"], []]) func interfacesAreListed(word: [String]) throws {
    let outcome = try Program.run(
      word + ["--extcap-interfaces", "--extcap-version=4.0", "--extcap-new", "x"])
    expect(outcome.status == 0 && outcome.errors == "")
    expect(
      outcome.lines.first, equals: "extcap {version=\(OptionParser.version)}{display=bleinspect}")
    expect(
      outcome.lines.dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) },
      equals: ["monitor", "android", "serial", "file", "mock"].map {
        "interface {value=bleinspect_\($0)"
      })
  }

  @Test(arguments: ExtcapInterface.allCases) func eachHasALinkTypeAndOptions(
    interface: ExtcapInterface
  ) throws {
    let types = try Program.run(["--extcap-dlts", "--extcap-interface", interface.rawValue])
    expect(types.status == 0 && types.output.hasPrefix("dlt {number="))
    let options = try Program.run(["--extcap-config", "--extcap-interface=\(interface.rawValue)"])
    expect(options.status == 0 && options.errors == "")
    for (index, line) in options.lines.dropLast().enumerated() {
      expect(line.hasPrefix("arg {number=\(index)}{call=--"), "\(line)")
      expect(line.contains("{type="), "\(line)")
    }
    expect(options.lines.count - 1, equals: interface.options.count)
  }

  @Test func argumentsInAnyOrder() throws {
    let arguments = try #require(
      ExtcapArguments([
        "extcap", "--fifo", "/tmp/f", "--capture", "--pace", "max", "--extcap-interface=x",
        "--file=a=b", "--extcap-capture-filter", "--comments",
      ]))
    expect(arguments.question, equals: .capture)
    expect(arguments.interface, equals: "x")
    expect(arguments.values["fifo"], equals: "/tmp/f")
    expect(arguments[.file], equals: "a=b")
    expect(arguments[.pace], equals: "max")
    expect(arguments[.comments] == nil)
    expect(ExtcapArguments(["extcap", "--install"]) == nil)
    expect(ExtcapArguments(["a.log"]) == nil)
  }

  @Test func aCaptureIsPlayedIntoThePipe() throws {
    let outcome = try Program.shell(
      """
      folder=$(mktemp -d); mkfifo $folder/fifo
      "$B" --capture --extcap-interface bleinspect_file --fifo $folder/fifo --pace max \
        --file \(Self.capture) & cat $folder/fifo; wait $!; code=$?; rm -r $folder; exit $code
      """)
    expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let file = AnnotatedFile([UInt8](outcome.bytes))
    expect(file.packets.count, equals: 157)
    expect(
      file.comments[142],
      equals: ["ble: Heart Rate Measurement: 97 bpm  contact (C1 Polar H7 000607)"])
    // The value first, as in a file.
    expect(
      file.comments[132],
      equals: [
        "ble: Software Revision String: \"H7 3.1.0\" (C1 Polar H7 000607)",
        "ble: answers frame 130, 15 ms",
      ])
    // What is known only now of an earlier record comes after what is known of this one.
    let late = "ble: frame 43: discovery: 21 requests, 6 services, 17 characteristics, "
    let said = try #require(file.comments[108])
    expect(said[0].hasPrefix("ble: Device Name: ") && said[1].hasPrefix(late), "\(said)")
    expect(said[2], equals: "ble: answers frame 106, 15 ms")
    expect(file.comments[42]?.last, equals: "ble: answers frame 40, 15 ms")
  }

  @Test func whatIsMissingIsSaid() throws {
    let cases: [([String], String)] = [
      (["bleinspect_file", "--fifo", "/tmp/none"], "bleinspect_file needs --file"),
      (["bleinspect_file", "--file", Self.capture], "--capture needs --fifo"),
      (["bleinspect_android", "--fifo", "/tmp/none", "--address", "x"], "the port is missing"),
      (["bleinspect_monitor", "--fifo", "/tmp/none", "--adapters", "a"], "expected numbers"),
      (["nothing", "--fifo", "/tmp/none"], "no interface"),
      (
        [
          "bleinspect_file", "--fifo", "/tmp/none", "--file", Self.capture,
          "--extcap-capture-filter", "x",
        ],
        "no capture filters"
      ),
    ]
    for (arguments, message) in cases {
      let outcome = try Program.run(["extcap", "--capture", "--extcap-interface"] + arguments)
      expect(outcome.status, equals: 2)
      expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      expect(outcome.output, equals: "")
    }
  }

  @Test func itIsInstalledOnceAndKeepsWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let home = ["HOME": folder.url.path]
    let outcome = try Program.run(["extcap", "--install"], environment: home)
    expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let configuration = folder.url.appending(path: ".config/wireshark")
    for link in [
      configuration.appending(path: "extcap/bleinspect"),
      folder.url.appending(path: ".local/lib/wireshark/extcap/bleinspect"),
    ] {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
      expect(FileManager.default.isExecutableFile(atPath: target), "\(target)")
    }
    let profile = configuration.appending(path: "profiles/bleinspect")
    let buttons = try String(
      contentsOf: profile.appending(path: "dfilter_buttons"), encoding: .utf8)
    expect(!buttons.contains("\\\""), "Wireshark cuts such texts")
    expect(buttons.contains(#"contains \x22ble: warning \x22",""#))
    let names = profile.appending(path: "ethers")
    try Data("00:22:d0:00:06:07 Strap\n".utf8).write(to: names)
    let again = try Program.run(["extcap", "--install"], environment: home)
    expect(again.status == 0 && again.output.contains("ethers: is there, and stays"))
    try expect(String(contentsOf: names, encoding: .utf8), equals: "00:22:d0:00:06:07 Strap\n")
    try expect(Program.run(["extcap", "--install"]).status, equals: 2)
    try expect(Program.run(["extcap"]).status, equals: 2)
  }
}
