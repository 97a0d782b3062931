import Foundation
import TestSupport
import Testing

/// Filters choose what is shown; ordinals and frame numbers stay.
@Suite struct FilterTests {
  private struct Line: Equatable {
    var frame: Int
    var event: String
    var device: String?
    var handle: Int?
  }

  private func lines(_ arguments: [String], _ capture: String = "two-straps.btsnoop") throws
    -> [Line]
  {
    let outcome = try Program.run(["--format", "ndjson"] + arguments + [Program.capture(capture)])
    expect(outcome.status, equals: 0)
    return try outcome.output.split(separator: "\n").dropFirst().map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return Line(
        frame: object["frame"] as? Int ?? 0, event: object["event"] as? String ?? "",
        device: object["address"] as? String, handle: object["handle"] as? Int)
    }
  }

  private func frames(_ arguments: [String], _ capture: String = "two-straps.btsnoop") throws
    -> [Int]
  {
    try lines(arguments, capture).map(\.frame)
  }

  @Test func theDevice() throws {
    let all = try lines([])
    let bike = all.filter { $0.device == "E7:11:22:33:44:02" }
    expect(bike.count > 30)
    try expect(lines(["--device", "E7:11:22:33:44:02"]), equals: bike)
    try expect(lines(["--device", "e7:11:22:33:44:02"]), equals: bike)
    // Its number is given with the first connection, and its name comes after an advertisement.
    try expect(lines(["--device", "2"]), equals: bike)
    try expect(lines(["--device", "bike two"]), equals: bike)
    try expect(lines(["--device", "Bike"]), equals: bike)
    try expect(lines(["--device", "3"]).isEmpty)
  }

  /// A device has the name that it advertises and another one in its attributes.
  @Test(arguments: ["before", "AFTER"]) func anyNameOfTheDevice(name: String) throws {
    var capture = CaptureBuilder()
    capture.advertisement(2, name: "Other")
    capture.advertisement(1, name: "Before")
    capture.connected(1)
    capture.exchange([0x08, 1, 0, 0xFF, 0xFF, 0, 0x2A], [0x09, 7, 3, 0] + Array("After".utf8))
    capture.notification(9, [1])
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    func events(_ input: String) throws -> [String] {
      let outcome = try Program.run(
        ["--format", "ndjson", "--device", name, input], input: Data(capture.bytes))
      expect(outcome.errors, equals: "", "\(outcome.errors)")
      return outcome.lines.dropFirst().compactMap {
        $0.firstMatch(of: #/"event":"([a-z_]+)"/#).map { String($0.1) }
      }
    }
    let all = ["advertisement", "connected", "read", "notification"]
    try expect(events(file), equals: all)
    // Standard input is a file here, too.
    try expect(events("-"), equals: all)
    for command in [[], ["stats"], ["gatt"]] {
      let outcome = try Program.run(command + ["--device", name, "-"], input: Data(capture.bytes))
      expect(outcome.errors, equals: "", "\(command)")
      expect(outcome.output.contains("#1"), "\(command)")
      expect(outcome.output.contains("C1  this host -> #1"), equals: (command != ["gatt"]))
      expect(!outcome.output.contains("Other"))
    }
  }

  /// What a pipe has of a device before its name is lost, which is told; a command whose outcome
  /// depends on it fails.
  @Test func theNameOfADeviceInAPipe() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([0x08, 1, 0, 0xFF, 0xFF, 0, 0x2A], [0x09, 7, 3, 0] + Array("After".utf8))
    capture.notification(9, [1])
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    let missing =
      "bleinspect: -: is no file: what comes before the name of --device is known is missing; "
      + "give a file, or the device's address\n"
    // Where nobody reads what it writes, `cat` may say so.
    func run(_ line: String) throws -> Outcome {
      try Program.shell("cat '\(file)' 2> /dev/null | \(line)")
    }
    func count(_ outcome: Outcome) -> Int {
      // The first line is about the capture.
      outcome.lines.dropFirst().count(where: { $0.contains("\"event\":") })
    }

    let report = try run("$B --format ndjson --device after -")
    expect(report.status == 0 && report.errors == missing)
    expect(count(report), equals: 2)
    try expect(run("$B --quiet --device after -").errors, equals: "")
    let whole = try run("$B --format ndjson --device D0:11:22:33:44:01 -")
    expect(whole.status == 0 && whole.errors == "")
    expect(count(whole), equals: 3)
    try expect(run("$B --device 1 -").errors, equals: "")

    let checked = try run("$B check --quiet --device after - 'no connected'")
    expect(checked.status == 2 && checked.errors == missing)
    let timeline = try run("$B --format ndjson - | $B check --device after - 'connected'")
    expect(timeline.errors, equals: "")
    let out = folder.url.appending(path: "out.log").path
    let converted = try run("$B convert --device after - '\(out)'")
    expect(converted.status == 2 && converted.errors == missing)
    expect(!FileManager.default.fileExists(atPath: out))
    try expect(Program.shell("$B convert --device after - '\(out)' < '\(file)'").status, equals: 0)
    expect(count(try Program.run(["--format", "ndjson", out])), equals: 3)
  }

  @Test func theConnection() throws {
    let second = try lines(["--connection", "2"], "bonded-reconnect.btsnoop")
    expect(second.first, equals: Line(frame: 138, event: "connected", device: "D8:5A:6B:7C:8D:9E"))
    expect(second.last?.frame, equals: 151)
    try expect(lines(["--connection", "3"], "bonded-reconnect.btsnoop").isEmpty)
  }

  @Test func namesAsTheOutputsSpellThem() throws {
    let bonded = "bonded-reconnect.btsnoop"
    let second = try frames(["--connection", "2"], bonded)
    try expect(!second.isEmpty && frames(["--connection", "C2"], bonded) == second)
    let device = try frames(["--device", "1"], bonded)
    try expect(!device.isEmpty && frames(["--device", "#1"], bonded) == device)
    let miss = try Program.run(["--device", "#9", Program.capture(bonded)])
    expect(miss.errors.hasPrefix("bleinspect: nothing matches --device 9: "), "\(miss.errors)")
  }

  /// Part of a name is enough where no other device's name has it, and none is the whole text.
  @Test func partOfAName() throws {
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "Strap 7")
    capture.advertisement(2, name: "Lamp")
    capture.advertisement(3, name: "Lamp 2")
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    func selected(_ name: String) throws -> (frames: [Int], errors: String) {
      let outcome = try Program.run(["--format", "ndjson", "--device", name, file])
      expect(outcome.status, equals: name == "lam" ? 2 : 0)
      let shown = outcome.output.split(separator: "\n").dropFirst()
      return (shown.map { $0.contains("\"frame\":1,") ? 1 : 2 }, outcome.errors)
    }
    try expect(selected("strap") == ([1], ""))
    try expect(selected("lamp") == ([2], ""))
    let several = try selected("lam")
    expect(several.frames, equals: [])
    expect(several.errors.contains("part of several names: 'Lamp', 'Lamp 2'"), "\(several.errors)")
  }

  @Test func theAttribute() throws {
    let rate = [142, 143, 144, 145, 146, 147, 148]
    let polar = "polar-h7.btsnoop"
    try expect(frames(["--handle", "12", "--event", "notification"], polar), equals: rate)
    try expect(frames(["--handle", "0x0012", "--event", "notification"], polar), equals: rate)
    try expect(frames(["--uuid", "2A37", "--event", "notification"], polar), equals: rate)
    try expect(
      frames(["--uuid", "heart rate measurement", "--event", "notification"], polar), equals: rate)
    try expect(
      frames(
        ["--uuid", "00002a37-0000-1000-8000-00805f9b34fb", "--event", "notification"], polar),
      equals: rate)
    // The service: its declaration, its characteristics, their descriptors and all of their values.
    let service = try lines(["--uuid", "180D"], polar)
    expect(Set(service.compactMap(\.handle)), equals: [0x10, 0x11, 0x12, 0x13, 0x14, 0x15])
    expect(service.map(\.event).contains("write"))
    try expect(lines(["--uuid", "Heart Rate"], polar), equals: service)
    // As the report shows them.
    try expect(
      frames(["--uuid", "CCCD", "--event", "write"], polar),
      equals: frames(["--uuid", "2902", "--event", "write"], polar))
    let shortened = try Program.run(["--uuid", "21C50462...9AED", Program.capture(polar)])
    expect(shortened.status, equals: 2)
    expect(
      shortened.errors.hasPrefix(
        "bleinspect: --uuid: a UUID needs all of its 36 characters, which 'bleinspect gatt' shows: "
          + "'21C50462...9AED'\n"))
    // The same handle is something else on the other device.
    expect(
      Set(try lines(["--uuid", "2A5B", "--event", "notification"]).map(\.device)),
      equals: ["E7:11:22:33:44:02"])
  }

  @Test func theAdapter() throws {
    let all = try frames([], "polar-h7-monitor.btsnoop")
    try expect(frames(["--hci", "0"], "polar-h7-monitor.btsnoop"), equals: all)
    try expect(frames(["--hci0"], "polar-h7-monitor.btsnoop"), equals: all)
    try expect(frames(["--hci1"], "polar-h7-monitor.btsnoop").isEmpty)
    try expect(frames(["--hci1", "--hci0"], "polar-h7-monitor.btsnoop"), equals: all)
  }

  @Test func theKind() throws {
    let polar = "polar-h7.btsnoop"
    try expect(
      lines(["--event", "connected,disconnected"], polar).map(\.frame), equals: [39, 157])
    try expect(
      lines(["--event", "connected", "--event", "disconnected"], polar).map(\.frame),
      equals: [39, 157])
  }

  @Test func theSpan() throws {
    let polar = "polar-h7.btsnoop"
    try expect(frames(["--frame", "142-144"], polar), equals: [142, 143, 144])
    try expect(frames(["--frame", "144"], polar), equals: [144])
    try expect(frames(["--frame", "154-"], polar), equals: [154, 155, 157])
    try expect(frames(["--frame", "-32"], polar), equals: [2, 32])
    try expect(frames(["--from", "9.1", "--to", "9.2"], polar), equals: [154])
    try expect(frames(["--from", "9.320920"], polar), equals: [155, 157])
    // Both ends belong to it.
    try expect(frames(["--from", "9.321040", "--to", "9.321040"], polar), equals: [155])
    try expect(
      frames(
        ["--from", "2026-03-01T09:00:09.2Z", "--to", "2026-03-01T14:30:09.33+05:30"], polar),
      equals: [155])
  }

  @Test func theCount() throws {
    let polar = "polar-h7.btsnoop"
    let all = try lines([], polar)
    for count in [1, 3, 40] {
      try expect(lines(["-n", "\(count)"], polar), equals: Array(all.prefix(count)))
    }
    try expect(lines(["-n", "100000"], polar), equals: all)
    try expect(
      frames(["-n", "2", "--event", "notification"], polar), equals: [142, 143])
    let packets = try Program.run(["packets", "-n", "3", Program.capture(polar)])
    expect(packets.lines.count, equals: 4)
  }

  @Test func advertisements() throws {
    let folder = try TemporaryFolder()
    var capture = CaptureBuilder()
    for name in ["a", "a", "b", "b", "a"] { capture.advertisement(1, name: name) }
    let path = try folder.file("adverts.log", capture.bytes)
    func frames(_ arguments: [String]) throws -> [String] {
      try Program.run(["--format", "ndjson"] + arguments + [path]).output
        .split(separator: "\n").dropFirst().map {
          String($0.prefix { $0 != "," })
        }
    }
    let all = (1...5).map { "{\"frame\":\($0)" }
    try expect(frames([]), equals: [all[0], all[2], all[4]])
    try expect(frames(["--adverts", "changes"]), equals: [all[0], all[2], all[4]])
    try expect(frames(["--adverts", "all"]), equals: all)
    try expect(frames(["--adverts", "none"]).isEmpty)
  }

  @Test func errors() throws {
    let lines = try lines(["--errors"], "att-kinds.btsnoop")
    expect(
      lines.filter { $0.event == "att_error" }.map(\.frame), equals: [213, 216, 219, 222, 225])
    // Three events of context before the first.
    expect(lines.prefix { $0.event != "att_error" }.count, equals: 3)
    try expect(self.lines(["--errors"], "polar-h7.btsnoop").isEmpty)
  }

  @Test func frameNumbersAndOrdinalsStay() throws {
    let outcome = try Program.run([
      "--connection", "2", Program.capture("bonded-reconnect.btsnoop"),
    ])
    expect(outcome.output.contains("\nC2  this host -> #1 Bonded Strap   35.356 to 39.694"))
    expect(outcome.output.contains("\n  138   35.356   connect #1"))
    expect(!outcome.output.contains("\nC1  "))
  }

  @Test func packets() throws {
    func count(_ arguments: [String]) throws -> Int {
      let outcome = try Program.run(
        ["packets", "--format", "ndjson"] + arguments + [Program.capture("polar-h7.btsnoop")])
      expect(outcome.status, equals: 0)
      return outcome.output.split(separator: "\n").count
    }
    try expect(count([]), equals: 157)
    try expect(count(["--frame", "10-19"]), equals: 10)
    // Its declaration, and seven notifications.
    try expect(count(["--handle", "12"]), equals: 8)
    // The name is known from an advertisement.
    let connection = try count(["--connection", "1"])
    // 79 of data, two of its beginning and end, the command that ended it, 36 of completed packets.
    expect(connection, equals: 118)
    // With two advertisements, and the command that connected it.
    try expect(count(["--device", "Polar H7 000607"]), equals: connection + 3)
    try expect(count(["--device", "00:22:d0:00:06:07"]), equals: connection + 3)
    try expect(count(["--device", "1", "--adverts", "none"]), equals: connection + 1)
    try expect(count(["--connection", "2"]), equals: 0)
  }

  /// A page says so, too, and so does the list of packets for errors.
  @Test func whatMatchesNothingIsSaid() throws {
    let path = Program.capture("polar-h7.btsnoop")
    let page = try Program.run(["report", "--uuid", "2AFF", path])
    expect(page.errors, equals: "bleinspect: nothing in the capture matches --uuid\n")
    try expect(Program.run(["report", "--uuid", "2A37", path]).errors, equals: "")
    let errors = try Program.run([
      "packets", "--errors", Program.capture("rules/link-lost.btsnoop"),
    ])
    expect(errors.output, equals: "")
    expect(errors.errors, equals: "bleinspect: nothing in the capture matches --errors\n")
    let none = try Program.run(["--errors", "--device", "1", "--format", "csv", path])
    expect(none.status == 0 && none.output.split(separator: "\n").count == 1)
    expect(
      none.errors, equals: "bleinspect: nothing in the capture matches --device with --errors\n")
    let adapter = try Program.run(["gatt", "--hci", "5", path])
    expect(adapter.errors, equals: "bleinspect: nothing in the capture matches --hci\n")
  }

  /// `stats` divides by the time of the selected records, not of the connection.
  @Test func throughputOfSomeRecords() throws {
    let path = Program.capture("polar-h7.btsnoop")
    let part = try Program.run(["stats", "--frame", "142-148", "--throughput", path])
    expect(part.output.contains("25 received, in 6.0"))
  }

  private func packets(_ arguments: [String], _ input: Data = Data()) throws -> [Int] {
    let outcome = try Program.run(["packets", "--format", "ndjson"] + arguments, input: input)
    expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return outcome.lines.compactMap {
      $0.firstMatch(of: #/"frame":(\d+)/#).flatMap { Int($0.1) }
    }
  }

  /// On the air, too, a device has what names it.
  @Test func packetsOfADevice() throws {
    let path = Program.capture("polar-h7-ll.pcap")
    let shown = try packets(["--device", "00:22:D0:00:06:07", path])
    let advertisements = try frames(
      ["--event", "advertisement", "--adverts", "all", "--device", "00:22:D0:00:06:07"],
      "polar-h7-ll.pcap")
    expect(advertisements.count > 1)
    expect(Set(shown).isSuperset(of: advertisements))
    // One that only advertises.
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "One")
    capture.advertisement(2, name: "Two")
    capture.advertisement(1, name: "One")
    try expect(packets(["--device", "One", "-"], Data(capture.bytes)), equals: [1, 3])
    try expect(
      packets(["--device", "d0:11:22:33:44:02", "-"], Data(capture.bytes)), equals: [2])
  }

  /// The timeline's events are there, with the requests that they answer.
  @Test(arguments: ["180D", "2A37", "2902", "Device Information"])
  func packetsOfAnAttribute(uuid: String) throws {
    let path = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(["--format", "ndjson", "--uuid", uuid, path])
    var expected: Set<Int> = []
    for line in outcome.output.split(separator: "\n").dropFirst() {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for key in ["frame", "request_frame"] {
        if let frame = object[key] as? Int { expected.insert(frame) }
      }
    }
    let shown = try packets(["--uuid", uuid, path])
    expect(expected.count > 2)
    expect(Set(shown), equals: expected)
  }

  /// Several attributes in one PDU, and a value that comes while a long read may go on.
  @Test func packetsOfOneOfSeveral() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    let long = [UInt8](repeating: 7, count: 22)
    capture.exchange([0x20, 3, 0, 5, 0], [0x21, 1, 0, 8, 1, 0, 9])
    capture.exchange([0x0A, 7, 0], [0x0B] + long)
    capture.att([0x23, 5, 0, 1, 0, 4, 6, 0, 1, 0, 4], sent: false)
    capture.exchange([0x0C, 7, 0, 22, 0], [0x0D, 7])
    let input = Data(capture.bytes)
    try expect(packets(["--handle", "5", "-"], input), equals: [2, 3, 6])
    try expect(packets(["--handle", "6", "-"], input), equals: [6])
    try expect(packets(["--handle", "7", "-"], input), equals: [4, 5, 7, 8])
  }

  @Test func trees() throws {
    func services(_ arguments: [String]) throws -> [String] {
      let outcome = try Program.run(
        ["gatt", "--format", "json"] + arguments + [Program.capture("two-straps.btsnoop")])
      let object = try JSONSerialization.jsonObject(with: outcome.bytes) as? [String: Any]
      let devices = object?["devices"] as? [[String: Any]] ?? []
      return devices.flatMap { device in
        (device["services"] as? [[String: Any]] ?? []).map {
          "\(device["number"] ?? "?") \($0["uuid"] ?? "?")"
        }
      }
    }
    try expect(services([]).count, equals: 9)
    let first = try services(["--device", "1"])
    try #require(first.count == 4)
    expect(first.allSatisfy { $0.hasPrefix("1 ") })
    try expect(services(["--device", "Bike Two"]).count, equals: 5)
    try expect(services(["--connection", "1"]), equals: first)
    try expect(services(["--uuid", "180D"]), equals: ["1 180D", "2 180D"])
    try expect(services(["--uuid", "2A19"]), equals: ["1 180F", "2 180F"])
    try expect(services(["--hci", "3"]).isEmpty)
  }

  @Test func units() throws {
    let path = Program.capture("sensortag-cc2650.btsnoop")
    let us = try Program.run(["--units", "us", path]).output
    let metric = try Program.run([path]).output
    expect(metric.contains("26.21 C"))
    expect(us.contains("79.17 F"))
    expect(!us.contains("26.21 C"))
    for format in ["ndjson", "csv", "json"] {
      // But for the command line, which a document shows.
      let us = try Program.run(["--units", "us", "--format", format, path]).output
      try expect(
        us.replacing("bleinspect --units us ", with: "bleinspect "),
        equals: Program.run(["--format", format, path]).output)
    }
  }
}
