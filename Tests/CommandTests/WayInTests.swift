import Foundation
import TestSupport
import Testing

/// What people type who do not know the program: names in part, a folder, a handle as JSON has it.
@Suite struct WayInTests {
  private let strap = Program.capture("polar-h7.btsnoop")

  @Test func helpOnOnePage() throws {
    let page = try Program.run(["-h"])
    expect(page.status, equals: 0)
    expect((25...40).contains(page.lines.count), "\(page.lines.count)")
    expect(page.lines.allSatisfy { $0.count <= 100 })
    let whole = try Program.run(["--help"]).lines.count
    expect(whole > 200, "\(whole)")
    // That of a command is the same either way.
    try expect(
      Program.run(["stats", "-h"]).output, equals: Program.run(["stats", "--help"]).output)
  }

  /// A folder is no capture; those in it are named, whatever they are called.
  @Test func aFolderNamesItsCaptures() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    _ = try folder.file("walk", Array(Data(contentsOf: URL(filePath: strap))))
    _ = try folder.file("notes.pcap", Array("notes".utf8))
    let listed = try Program.run([path])
    expect(listed.status == 2 && listed.output.isEmpty)
    expect(listed.errors.contains("captures in it:\n  walk\n"), "\(listed.errors)")
    expect(!listed.errors.contains("notes.pcap"))
    let empty = try TemporaryFolder()
    let none = try Program.run(["stats", empty.url.path])
    expect(none.status == 2 && none.errors.contains("no file in it begins as a capture does"))
  }

  /// A part of several names is none of them.
  @Test func aPartOfSeveralNames() throws {
    var capture = CaptureBuilder()
    for device: UInt8 in 1...2 {
      capture.advertisement(device, name: "Strap \(device)")
      capture.connected(device)
      capture.disconnected()
    }
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    for command in [[], ["stats"], ["check"], ["convert"]] as [[String]] {
      let rest = command == ["check"] ? ["no malformed"] : []
      let out = command == ["convert"] ? [folder.url.appending(path: "o.log").path] : []
      let outcome = try Program.run(command + ["--device", "strap", file] + rest + out)
      expect(outcome.status == 2 && outcome.output.isEmpty, "\(command) \(outcome)")
      expect(
        outcome.errors.contains("is part of several names: 'Strap 1', 'Strap 2'"),
        "\(outcome.errors)")
    }
    let one = try Program.run(["--device", "ap 2", file])
    expect(one.status == 0 && one.output.contains("Strap 2"), "\(one.errors)")
  }

  /// The report writes handles in hex, JSON in decimal: where both may be meant, it is said which was taken.
  @Test func handlesThatMayBeDecimal() throws {
    let doubtful = try Program.run(["--handle", "18", strap])
    expect(doubtful.status, equals: 0)
    expect(
      doubtful.errors.contains("--handle 18 is taken as hex, 0x0018")
        && doubtful.errors.contains("in decimal, as JSON writes it, it is 0x0012"),
      "\(doubtful.errors)")
    for sure in ["0x18", "0018", "1a"] {
      let outcome = try Program.run(["--handle", sure, strap])
      expect(!outcome.errors.contains("taken as hex"), "\(sure) \(outcome.errors)")
    }
  }

  @Test func hoursAndMinutes() throws {
    let whole = try Program.run(["--from", "4.5", "--to", "65.5", strap])
    try expect(
      Program.run(["--from", "0:04.5", "--to", "0:01:05.5", strap]).output, equals: whole.output)
    for wrong in ["1:60", "1:2:03", "1:", ":05", "1:5", "1:02:03:04", "-:10"] {
      try expect(Program.run(["--from", wrong, strap]).status, equals: 2, "\(wrong)")
    }
  }

  /// A part for a ticket: what happened on one connection, and shortly before and after.
  @Test func aPartAroundAConnection() throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "part.log").path
    let bonded = Program.capture("bonded-reconnect.btsnoop")
    func count(_ options: [String]) throws -> Int {
      let outcome = try Program.run(
        ["convert", "--force", "--connection", "2"] + options + [bonded, out])
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      return try Program.run(["packets", out]).lines.count
    }
    let (all, part) = (try count([]), try count(["--around", "0.5"]))
    expect(part > 0 && part < all, "\(part) of \(all)")
    try expect(count(["--around", "100000"]), equals: all)
    for wrong in [["--around", "1"], ["--around", "1", "--connection", "2", "--from", "1"]] {
      try expect(Program.run(["convert"] + wrong + [bonded, out, "--force"]).status, equals: 2)
    }
  }

  @Test func valuesAreTried() throws {
    let file = Program.root.appending(path: "Examples/decoders/weather.json").path
    let uuid = "5A170002-7E40-4B6C-9D58-2C9E1F3A6B70"
    let good = try Program.run(["decoders", "try", file, uuid, "05c40937", "05c4"])
    expect(good.status, equals: 0)
    expect(good.lines.first, equals: "05c40937  25.0 C  55 %  battery low")
    expect(good.output.contains("note     too short: 2 of"), "\(good.output)")
    for (words, status) in [
      ([file, "2A37", "00"], 1), ([file, uuid, "0g"], 2), ([file, uuid], 2),
    ] {
      let outcome = try Program.run(["decoders", "try"] + words)
      expect(outcome.status == status && outcome.output.isEmpty, "\(words) \(outcome)")
    }
  }

  /// Values of one attribute are text or bytes: what is all printable by chance is not.
  @Test func bytesThatLookLikeText() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.notification(0x10, [1, 2, 3, 4, 5, 6])
    capture.notification(0x10, Array("000000".utf8))
    capture.notification(0x12, Array("000000".utf8))
    let report = try Program.run(["-"], input: Data(capture.bytes)).output
    expect(report.contains("notify  0010                   303030303030"), "\(report)")
    expect(report.contains("notify  0012                   \"000000\""), "\(report)")
  }

  /// Of many devices that only advertise those that were heard most often are listed.
  @Test func devicesThatOnlyAdvertise() throws {
    var capture = CaptureBuilder()
    for device: UInt8 in 1...30 {
      for _ in 0..<(device > 10 ? 2 : 1) {
        capture.advertisement(device, name: "D\(device)")
        capture.wait(10)
      }
    }
    func devices(_ options: [String]) throws -> [Substring] {
      let output = try Program.run(options + ["-"], input: Data(capture.bytes)).output
      return output.matches(of: #/\n  +(D\d+) /#).map(\.1)
    }
    let some = try devices(["--adverts", "none"])
    expect(some, equals: (11...30).map { "D\($0)" })
    let report = try Program.run(["-"], input: Data(capture.bytes)).output
    expect(report.contains("10 more devices (--all lists them)"), "\(report)")
  }
}
