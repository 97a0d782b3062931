import ATTDissector
import Foundation
import GATTSession
import TestSupport
import Testing

@testable import Regression

/// What is no difference, and what is one and nothing else.
@Suite struct TimelineComparisonTests {
  // MARK: No difference

  @Test(arguments: Recordings.all)
  func aCaptureIsTheSameAsItself(_ capture: String) throws {
    let timeline = try RecordedTimeline.read([capture])
    var options = ComparisonOptions()
    options.link = true
    options.timeTolerance = 0
    let result = compare(timeline, with: timeline, options: options)
    expect(result.all, equals: [])
    // Of a capture without events there is nothing to compare.
    expect(result.problems.isEmpty == !timeline.items.isEmpty && result.limits == [])
  }

  @Test(arguments: ["polar-h7.pcap", "polar-h7.pcapng", "polar-h7-monitor.btsnoop"])
  func theContainerIsNoDifference(_ name: String) throws {
    let first = try RecordedTimeline.read([Recordings.path("polar-h7.btsnoop")])
    let second = try RecordedTimeline.read([Recordings.path(name)])
    var options = ComparisonOptions()
    options.link = true
    expect(compare(first, with: second, options: options).all, equals: [])
    expect(compare(first, with: second, options: options).subjects.count > 10)
  }

  /// The receiver beside both did not hear one answer; that is all.
  @Test(arguments: ["polar-h7-ll.pcap", "polar-h7-nrf.pcapng"])
  func whatAReceiverBesideBothHeardIsTheSame(_ name: String) throws {
    let first = try RecordedTimeline.read([Recordings.path("polar-h7.btsnoop")])
    let second = try RecordedTimeline.read([Recordings.path(name)])
    for result in [
      compare(first, with: second, options: .init()),
      compare(second, with: first, options: .init()),
    ] {
      expect(result.told, equals: [])
      expect(result.differences.count, equals: 1)
      expect(result.differences.first?.weight, equals: .notObserved)
      expect(result.differences.first?.subject, equals: "Body Sensor Location")
    }
  }

  /// Both ends of the connections are in one recording of a machine with several adapters.
  @Test(arguments: ["vm-gatt-server.btsnoop", "vm-adapters.btsnoop"])
  func bothEndsTellTheSame(_ name: String) throws {
    let all = try ComparedLines(capture: name)
    let first = all.without { $0.contains("\"adapter\":1,\"event\"") }
    let second = all.without { $0.contains("\"adapter\":0,\"event\"") }
    try expect(compared(first, second).all, equals: [])
    try expect(compared(second, first).all, equals: [])
    try expect(compared(first, second).subjects.count > 3)
  }

  @Test func whatTheOtherEndCannotSeeIsNotObserved() throws {
    let all = try ComparedLines(capture: "vm-central.btsnoop")
    let central = all.without { !$0.contains("\"adapter\":0,\"event\"") && !$0.contains("capture") }
    let strap = all.without { !$0.contains("\"adapter\":1,\"event\"") && !$0.contains("capture") }
    let result = try compared(central, strap)
    expect(result.told, equals: [])
    expect(result.all, equals: ["not_observed missing device: device with 1 connection"])
  }

  @Test(arguments: ["polar-h7.btsnoop", "bonded-reconnect.btsnoop", "att-kinds.btsnoop"])
  func whereAndWhenIsNoDifference(_ name: String) throws {
    let lines = try ComparedLines(capture: name)
    let moved = try lines.moved()
    expect(lines.lines != moved.lines)
    try expect(compared(lines, moved).all, equals: [])
  }

  @Test func anAddedNeighbourIsNoDifference() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let neighbour = try ComparedLines(lines.event("advertisement"))
      .replacing("00:22:D0:00:06:07", "D1:22:33:44:55:66")
      .replacing("Polar H7 000607", "Neighbour")
    let more = lines.inserting(neighbour.lines, before: "\"event\":\"connected\"")
    try expect(compared(lines, more).all, equals: [])
    try expect(compared(more, lines).all, equals: [])
  }

  @Test func advertisersAreMapped() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    func with(_ address: String, _ data: String) throws -> ComparedLines {
      let neighbour = try ComparedLines(lines.event("advertisement"))
        .replacing("00:22:D0:00:06:07", address).replacing("Polar H7 000607", "Neighbour")
        .replacing("030358\\\"\\]", "\(data)\"]")
      return lines.inserting(neighbour.lines, before: "\"event\":\"connected\"")
    }
    let (one, other) = try (
      with("D1:22:33:44:55:66", "030358"), with("D1:22:33:44:55:77", "030359")
    )
    try expect(compared(one, other).told, equals: [])
    for device in [nil, "D1:22:33:44:55:66"] {
      let result = try compared(one, other) {
        $0.map = [("D1:22:33:44:55:66", "D1:22:33:44:55:77")]
        $0.device = device
      }
      expect(result.problems, equals: [])
      expect(
        result.told.count == 1 && result.told[0].contains("030358 became 030359"), "\(result.told)")
    }
    let nobody = try compared(one, other) { $0.map = [("D1:22:33:44:55:66", "Nobody")] }
    expect(nobody.problems, equals: ["--map: no device \"Nobody\" is in the actual timeline"])
  }

  @Test func attemptsToConnectAreAFact() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let cancelled =
      #"{"frame":38,"t":1.05,"event":"disconnected","reason":"Unknown Connection Identifier","reason_code":2,"by":"local"}"#
    let more = lines.inserting([cancelled], before: "\"event\":\"connected\"")
    let result = try compared(lines, more)
    expect(result.told, equals: [])
    expect(result.differences.map(\.weight), equals: [.fact])
    // One that the link layer never heard has a number of its own.
    let failed = try ComparedLines(lines.event("connected") + lines.event("disconnected"))
      .replacing("\"connection\":1", "\"connection\":9").replacing(
        "\"reason_code\":22", "\"reason_code\":62")
    let result2 = try compared(
      lines, lines.inserting(failed.lines, before: "\"event\":\"connected\""))
    expect(result2.told, equals: [])
    expect(result2.differences.map(\.weight), equals: [.fact])
  }

  // MARK: One change

  @Test func otherScenesAreDifferent() throws {
    let names = [
      "polar-h7", "sensortag-cc2650", "sensortag-cc2541", "two-straps", "bonded-reconnect",
      "peripheral-side", "enhanced-att", "att-kinds", "vm-central", "vm-gatt-server",
    ]
    let timelines = try names.map {
      try RecordedTimeline.read([Recordings.path("\($0).btsnoop")])
    }
    for (i, a) in timelines.enumerated() {
      for (j, b) in timelines.enumerated() where i != j {
        expect(
          compare(a, with: b, options: .init()).isDifferent(strict: false),
          "\(names[i]) and \(names[j])")
      }
    }
  }

  /// Each change is reported as that and nothing else, and the other way round with sides swapped.
  private func expectDifferences(
    _ lines: ComparedLines, _ changed: ComparedLines, _ told: [String], back: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(compared(lines, changed).told, equals: told, sourceLocation: sourceLocation)
    try expect(compared(changed, lines).told, equals: back, sourceLocation: sourceLocation)
  }

  @Test func anAddedServiceIsOneDifference() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let without = lines.without {
      $0.contains("\"service\":\"180A\"")
        && ($0.contains("\"event\":\"service\"") || $0.contains("\"event\":\"characteristic\""))
    }
    let words =
      "tree: service 180A Device Information with characteristics 2A23, 2A24, 2A25, 2A26 and 3 more"
    try expectDifferences(lines, without, ["missing " + words], back: ["extra " + words])
  }

  @Test func anAddedCharacteristicIsOneDifference() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let without = lines.without {
      $0.contains("\"event\":\"characteristic\"") && $0.contains("\"2A03\"")
    }
    let words = "tree: characteristic 2A03 Reconnection Address (read, write)"
    try expectDifferences(lines, without, ["missing " + words], back: ["extra " + words])
  }

  @Test func propertiesAreCompared() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let changed = try lines.replacing(
      #"\["notify"\]"#, #"["notify","indicate"]"#, where: "\"2A37\"")
    let subject = "changed tree: properties of characteristic 2A37 Heart Rate Measurement"
    try expectDifferences(
      lines, changed, [subject + ": notify became notify, indicate"],
      back: [subject + ": notify, indicate became notify"])
    try expect(compared(lines, changed) { $0.ignored = [.attribute(0x2A37)] }.told, equals: [])
    try expect(compared(lines, changed) { $0.ignored = [.key("properties")] }.told, equals: [])
    try expect(compared(lines, changed) { $0.only = [.notification] }.told, equals: [])
    try expect(compared(lines, changed) { $0.only = [.characteristic] }.told.count, equals: 1)
  }

  @Test func whatWasNotDiscoveredIsNotObserved() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let without = lines.without { line in
      ["service", "characteristic", "descriptor"].contains { line.contains("\"event\":\"\($0)\"") }
    }
    let result = try compared(lines, without)
    expect(result.all, equals: ["not_observed missing tree: no discovery on the actual side"])
    expect(result.isDifferent(strict: true) && !result.isDifferent(strict: false))
    // Nor what stands in a service whose characteristics nobody asked for.
    let partly = lines.without { line in
      line.contains("\"event\":\"characteristic\"") && line.contains("\"180F\"")
    }
    try expect(
      compared(lines, partly).all,
      equals: [
        "not_observed missing tree: characteristics of service 180F: no discovery on the actual side"
      ])
  }

  @Test func theReasonOfTheEndIsCompared() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let changed = try lines.replacing(
      #""reason":"[^"]*","reason_code":22,"by":"local""#,
      #""reason":"Connection Timeout","reason_code":8,"by":"remote""#)
    let (was, new) = (
      "Connection Terminated By Local Host (16) by the central", "Connection Timeout (08)"
    )
    try expectDifferences(
      lines, changed, ["changed connection: disconnected: \(was) became \(new)"],
      back: ["changed connection: disconnected: \(new) became \(was)"])
    let open = lines.without { $0.contains("\"event\":\"disconnected\"") }
    try expect(
      compared(lines, open).all,
      equals: [
        "not_observed missing connection: end of the connection: not in the actual recording"
      ])
  }

  @Test func securityIsCompared() throws {
    let lines = try ComparedLines(capture: "bonded-reconnect.btsnoop")
    let legacy = try lines.replacing(
      #""pairing":"secure_connections""#, #""pairing":"legacy""#, where: "\"security\"")
    try expectDifferences(
      lines, legacy,
      ["changed connection 1: security: paired: pairing secure_connections became legacy"],
      back: ["changed connection 1: security: paired: pairing legacy became secure_connections"])
    let without = lines.without { $0.contains("\"step\":\"encrypted\"") }
    let words = "connection 2: security: encrypted (encrypted)"
    try expectDifferences(lines, without, ["missing " + words], back: ["extra " + words])
  }

  @Test func aMissingConnectionIsOneDifference() throws {
    let lines = try ComparedLines(capture: "bonded-reconnect.btsnoop")
    let first = lines.without { $0.contains("\"connection\":2,") }
    let words = "connection 2: connection 2 with 5 operations"
    try expectDifferences(lines, first, ["missing " + words], back: ["extra " + words])
    // The one that is most alike is compared, whatever its number.
    let second = lines.without { $0.contains("\"connection\":1,") }
    try expect(
      compared(lines, second).told, equals: ["missing connection 1: connection 1 with 5 operations"]
    )
  }

  @Test func aMissingDeviceIsOneDifference() throws {
    let lines = try ComparedLines(capture: "two-straps.btsnoop")
    let one = lines.without { $0.contains("Bike Two") || $0.contains("\"connection\":2,") }
    let words = "device: device with 1 connection"
    try expectDifferences(lines, one, ["missing " + words], back: ["extra " + words])
    try expect(compared(lines, one) { $0.device = "Strap One" }.told, equals: [])
    try expect(compared(lines, one) { $0.device = "E7:11:22:33:44:02" }.told.count, equals: 1)
    try expect(compared(lines, one) { $0.device = "Nobody" }.problems.count, equals: 1)
  }

  @Test func advertisingIsCompared() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let changed = try lines.replacing("030358\\\"\\]", "030359\"]")
    try expect(
      compared(lines, changed).told,
      equals: [
        "changed advertising: manufacturer data: 030358 became 030359"
      ])
    try expect(
      compared(lines, changed) { $0.ignored = [.key("manufacturer_data")] }.told, equals: [])
    try expect(
      compared(lines, changed) { $0.ignored = [.kind(.advertisement)] }.told, equals: [])
    // Nobody asked for the scan response.
    let passive = lines.without { $0.contains("SCAN_RSP") }
    try expect(
      compared(lines, passive).all,
      equals: [
        "not_observed missing advertising: local name: Polar H7 000607"
      ])
  }

  @Test func malformedPacketsAreCompared() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let bad =
      #"{"frame":150,"t":6.0,"event":"malformed","connection":1,"address":"00:22:D0:00:06:07","address_type":"public","from":"peripheral","value":"1b12","text":"ATT PDU of 2 bytes"}"#
    let more = lines.inserting([bad], before: "\"event\":\"disconnected\"")
    let words = "connection: malformed: ATT PDU of 2 bytes"
    try expectDifferences(lines, more, ["extra " + words], back: ["missing " + words])
  }

  @Test func linkFactsCountOnlyWhereAskedFor() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let changed = try lines.replacing(#""interval_ms":15,"#, #""interval_ms":30,"#)
    try expect(compared(lines, changed).all, equals: [])
    try expect(
      compared(lines, changed) { $0.link = true }.told,
      equals: [
        "changed connection parameters: interval 15 ms became interval 30 ms"
      ])
  }

  @Test func whatIsIgnoredMakesNoStateOfALink() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let update =
      #"{"frame":150,"t":6.0,"event":"connection_updated","connection":1,"address":"00:22:D0:00:06:07","address_type":"public","interval_ms":15,"peripheral_latency":0,"supervision_timeout_ms":2560}"#
    let more = lines.inserting([update], before: "\"event\":\"disconnected\"")
    try expect(compared(lines, more) { $0.link = true }.told.count, equals: 1)
    for (a, b) in [(lines, more), (more, lines)] {
      let told = try compared(a, b) {
        $0.link = true
        $0.ignored = [.key("supervision_timeout_ms")]
      }.told
      expect(told, equals: [])
    }
  }

  /// Each costs the same, however many there are.
  @Test func manyConnections() {
    var timeline = RecordedTimeline(name: "many.ndjson", form: .timeline)
    timeline.items = (1...200_000 as ClosedRange<UInt32>).map { number in
      var item = TimelineItem(kind: .read, line: number)
      item.connection = number
      return item
    }
    let side = expect(processorSeconds: 60) { ComparedSide(timeline) }
    expect(side.connections.count, equals: 200_000)
  }

  // MARK: Pairing

  @Test func devicesAreMapped() throws {
    let lines = try ComparedLines(capture: "two-straps.btsnoop")
    // Both have the other's address and name: only the map knows.
    let swapped = try lines.replacing("D3:11:22:33:44:01", "XX").replacing(
      "E7:11:22:33:44:02", "D3:11:22:33:44:01"
    ).replacing("XX", "E7:11:22:33:44:02")
      .replacing("Strap One", "XX").replacing("Bike Two", "Strap One").replacing("XX", "Bike Two")
      .without { $0.contains("\"advertisement\"") }
    let map = [
      (expected: "Strap One", actual: "Bike Two"), (expected: "Bike Two", actual: "Strap One"),
    ]
    expect(try !compared(lines, swapped).told.isEmpty)
    try expect(compared(lines, swapped) { $0.map = map }.told, equals: [])
    try expect(
      compared(lines, swapped) { $0.map = [("Nobody", "No one")] }.problems.count, equals: 2)
  }

  @Test func whatFitsSeveralIsReported() throws {
    // Two phones without a name, each with a private address, both as like to the third: one party.
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
      .without { $0.contains("\"advertisement\"") }
    func strap(_ number: Int, _ name: String) throws -> [String] {
      try lines.replacing("\"connection\":1", "\"connection\":\(number)")
        .replacing("00:22:D0:00:06:07", "D0:00:00:00:00:0\(number)")
        .replacing("\"address_type\":\"public\"", "\"address_type\":\"random\"")
        .replacing("Polar H7 000607", name).lines
    }
    let one = try ComparedLines(strap(1, "Strap"))
    let two = try ComparedLines(
      strap(2, "Strap") + strap(3, "Strap").filter { !$0.contains("\"capture\"") })
    let result = try compared(one, two)
    let facts = result.differences.filter { $0.weight == .fact }
    expect(facts.count == 1 && facts.first?.message.contains("--map") == true)
    expect(result.told, equals: ["extra device: device with 1 connection"])
  }

  @Test func privateAddressesThatAreTakenForOneDeviceAreReported() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
      .without { $0.contains("\"advertisement\"") }
    func twice(_ first: String, _ second: String) throws -> ComparedLines {
      let one = try lines.replacing("00:22:D0:00:06:07", "4A:00:00:00:00:01")
        .replacing("\"public\"", "\"random\"")
      let two = try one.replacing("\"connection\":1", "\"connection\":2")
        .replacing("4A:00:00:00:00:01", "4B:00:00:00:00:02").without { $0.contains("\"capture\"") }
      return ComparedLines(
        try one.replacing("165c9202", first).lines + two.replacing("165c9202", second).lines)
    }
    try expect(compared(twice("0650", "0651"), twice("0650", "0651")).all, equals: [])
    let result = try compared(twice("0650", "0651"), twice("0651", "0650"))
    expect(result.told.count, equals: 2)
    expect(result.all.filter { $0.contains("2 private addresses on the ") }.count, equals: 2)
  }

  @Test func aDeviceWithAPrivateAddressIsKnownByItsName() throws {
    let lines = try ComparedLines(capture: "bonded-reconnect.btsnoop").without {
      $0.contains("\"identity\"") || $0.contains("\"advertisement\"")
    }
    func with(_ first: String, _ second: String) throws -> ComparedLines {
      try lines.replacing("D8:5A:6B:7C:8D:9E", first, where: "\"connection\":1,")
        .replacing("D8:5A:6B:7C:8D:9E", second, where: "\"connection\":2,")
    }
    let a = try with("41:00:00:00:00:01", "42:00:00:00:00:02")
    let b = try with("43:00:00:00:00:03", "44:00:00:00:00:04")
    try expect(compared(a, b).all, equals: [])
    try expect(compared(a, with("43:00:00:00:00:03", "43:00:00:00:00:03")).all, equals: [])
  }

  /// Without discovery there are only handles, and those of another firmware are others.
  @Test func attributesWithoutUUIDAreKnownByTheirUse() throws {
    let lines = try ComparedLines(capture: "polar-h7.btsnoop")
    let blind = try lines.without { line in
      ["service", "characteristic", "descriptor"].contains { line.contains("\"event\":\"\($0)\"") }
    }.replacing(#""(service|characteristic|descriptor|label)":"[^"]*","#, "")
    let moved = try blind.replacing(#""handle":(\d+)"#, #""handle":2$1"#)
    try expect(compared(blind, moved).all, equals: [])
    let result = try compared(lines, moved)
    expect(result.told, equals: [])
    expect(result.differences.contains { $0.message.contains("by the order of use") })
  }
}
