import GATTSession
import TestSupport
import Testing

@testable import Regression

/// What a side had no chance to show, and what it only seems not to have had.
@Suite struct ObservationTests {
  private let lines: ComparedLines

  init() throws { lines = try ComparedLines(capture: "variations/expected.btsnoop") }

  /// Packets that the recorder lost, in the connection or outside of it.
  private func lost(_ count: Int, connection: Bool = true) -> String {
    #"{"frame":44,"t":0.5,"event":"note",\#(connection ? #""connection":1,"# : "")"lost":\#(count),"text":"lost"}"#
  }

  private func withoutService(_ uuid: String) -> ComparedLines {
    lines.without { line in
      line.contains("\"service\":\"\(uuid)\"")
        && ["service", "characteristic", "descriptor"].contains { kind in
          line.contains("\"event\":\"\(kind)\"")
        }
    }
  }

  // MARK: Lost packets

  @Test func whatWasLostAfterTheDiscoveryHidesNoAttribute() throws {
    let fewer = withoutService("180F")
    let words = "missing tree: service 180F Battery with characteristic 2A19"
    try expect(compared(lines, fewer).told.contains(words))
    // At the end, between values, and before the connection.
    for place in [
      "\"event\":\"disconnected\"", "\"event\":\"att_error\"", "\"event\":\"connected\"",
    ] {
      let lossy = fewer.inserting(
        [lost(1, connection: !place.contains("\"connected"))], before: place)
      expect(lossy.lines.count, equals: fewer.lines.count + 1)
      try expect(compared(lines, lossy).told.contains(words), "\(place)")
    }
  }

  @Test func whatWasLostInTheDiscoveryMayHideAttributes() throws {
    let fewer = withoutService("180F")
    for place in ["\"event\":\"service\"", "\"event\":\"characteristic\""] {
      let lossy = fewer.inserting([lost(1)], before: place)
      try expect(compared(lines, lossy).told.allSatisfy { !$0.contains("tree") }, "\(place)")
      try expect(
        compared(lines, lossy).all.contains(
          "not_observed missing tree: service 180F Battery with characteristic 2A19"))
    }
  }

  @Test func fewLostPacketsHideNoConnection() throws {
    let before = lines.lines.prefix { !$0.contains("\"event\":\"connected\"") }
    for (count, weight) in [(1, Difference.Weight.difference), (500, .notObserved)] {
      let never = ComparedLines(before + [lost(count, connection: false)])
      let result = try compared(lines, never)
      expect(result.differences.map(\.weight), equals: [weight], "\(count): \(result.all)")
      expect(result.differences.first?.message, equals: "device with 1 connection")
    }
  }

  // MARK: A late begin

  @Test func behindWhatBothFoundALateSideWouldHaveFoundMore() throws {
    let late = lines.without { $0.contains("\"event\":\"connected\"") }
    let fewer = withoutService("180F").without { $0.contains("\"event\":\"connected\"") }
    try expect(compared(late, late).all, equals: [])
    try expect(
      compared(late, fewer).told.contains(
        "missing tree: service 180F Battery with characteristic 2A19"))
    // The first that is discovered may have come before the recording.
    let first = withoutService("1800").without { $0.contains("\"event\":\"connected\"") }
    try expect(compared(late, first).told.allSatisfy { !$0.contains("tree") })
  }

  // MARK: What was sent in vain

  @Test func whatARefusedWriteCarriedCounts() throws {
    expect(lines.event("att_error").count, equals: 1)
    let other = try lines.replacing(
      #""request_value":"02""#, #""request_value":"07""#, where: "att_error")
    let told = try compared(lines, other).told
    expect(told.count, equals: 1)
    expect(
      told.first?.hasPrefix(
        "changed Heart Rate Control Point: write #2: 02 became 07, both with error "), equals: true,
      "\(told)")
    // Who does not tell it says nothing against it.
    let silent = try lines.replacing(#""request_value":"02","#, "", where: "att_error")
    expect(silent.lines != lines.lines)
    try expect(compared(lines, silent).all, equals: [])
    try expect(compared(silent, other).all, equals: [])
    let longer = try lines.replacing(
      #""request_value":"02""#, #""request_value":"0200""#, where: "att_error")
    try expect(compared(lines, other) { $0.values = .shape }.all, equals: [])
    try expect(compared(lines, longer) { $0.values = .shape }.told.count, equals: 1)
    try expect(compared(lines, longer) { $0.values = .ignore }.all, equals: [])
    try expect(compared(lines, other) { $0.ignored = [.key("request_value")] }.all, equals: [])
  }

  @Test func whatAWriteWithoutAnswerCarriedCounts() throws {
    func unanswered(_ value: String) -> ComparedLines {
      lines.inserting(
        [
          #"{"frame":140,"t":9.1,"event":"write","connection":1,"from":"central","handle":17,"#
            + #""service":"180D","characteristic":"2A39","value":"\#(value)","unanswered":true}"#
        ], before: "\"event\":\"disconnected\"")
    }
    try expect(compared(unanswered("01"), unanswered("01")).all, equals: [])
    let told = try compared(unanswered("01"), unanswered("03")).told
    expect(
      told,
      equals: [
        "changed Heart Rate Control Point: write #3: 01 became 03, both without an answer"
      ])
  }

  // MARK: Advertising

  @Test func whetherADeviceCanBeConnectedToCounts() throws {
    let other = try lines.replacing(
      #""advertising_type":"ADV_IND","connectable":true"#,
      #""advertising_type":"ADV_NONCONN_IND","connectable":false"#)
    try expect(
      compared(lines, other).told, equals: ["changed advertising: connectable: yes became no"])
    try expect(compared(lines, other) { $0.ignored = [.key("connectable")] }.all, equals: [])
    let silent = try lines.replacing(#""connectable":(true|false),"#, "")
    try expect(compared(lines, silent).all, equals: [])
    try expect(compared(silent, lines).all, equals: [])
  }

  // MARK: Order

  /// The first that a side has is not the first that came.
  @Test func whatWasLostChangesNoOrder() {
    let all = SequenceScript {
      for rate in [60, 61, 62] { $0.pulse(rate, after: 5) }
      $0.wait(5)
      $0.read(.location, [1])
      $0.wait(20)
      for rate in [63, 64, 65] { $0.pulse(rate, after: 5) }
    }
    var late = SequenceScript {
      $0.wait(20)
      $0.read(.location, [1])
      $0.wait(20)
      for rate in [63, 64, 65] { $0.pulse(rate, after: 5) }
    }
    expect(findings(all, late).differences.map(\.kind), equals: [.missing, .missing, .missing])
    late.sequence.losses = [0]
    expect(findings(all, late).differences.map(\.weight), equals: [.notObserved])
    expect(findings(late, all).differences.map(\.weight), equals: [.notObserved])
    expect(findings(late, all) { $0.values = .ignore }.differences.map(\.kind), equals: [.extra])
  }
}

/// What stacks do by themselves, and who is compared with whom.
@Suite struct OwnDoingTests {
  private let lines: ComparedLines

  init() throws { lines = try ComparedLines(capture: "peripheral-side.btsnoop") }

  private func refusal(_ opcode: Int, _ text: String, type: String? = nil) -> String {
    #"{"frame":140,"t":9.1,"event":"att_error","connection":1,"from":"central","handle":0,"#
      + #""request_frame":139,"response_ms":1.5,"opcode":\#(opcode),"error_code":6,"#
      + #""error":"Request Not Supported","#
      + (type.map { #""request_type":"\#($0)","# } ?? "")
      + #""text":"\#(text): Request Not Supported (06)"}"#
  }

  private var refusals: [String] {
    [
      refusal(2, "Exchange MTU Request"),
      refusal(8, "Read By Type 2B3A, 0001-FFFF", type: "2B3A"),
      refusal(16, "Read By Group Type 2800, 0001-FFFF", type: "2800"),
    ]
  }

  @Test func refusedDiscoveryIsAFact() throws {
    let other = lines.inserting(refusals, before: "\"event\":\"disconnected\"")
    try expect(
      compared(lines, other).all,
      equals: [
        "fact extra connection: Exchange MTU Request: Request Not Supported (06)",
        "fact extra connection: Read By Group Type 2800, 0001-FFFF: Request Not Supported (06)",
        "fact extra connection: Read By Type 2B3A, 0001-FFFF: Request Not Supported (06)",
      ])
    try expect(compared(other, lines).told, equals: [])
    try expect(compared(other, other).all, equals: [])
    let twice = other.inserting([refusals[0]], before: "\"event\":\"disconnected\"")
    try expect(
      compared(other, twice).all,
      equals: [
        "fact extra connection: Exchange MTU Request: Request Not Supported (06), 1 became 2"
      ])
  }

  @Test func withLinkItIsADifferenceByItsName() throws {
    let other = lines.inserting(refusals, before: "\"event\":\"disconnected\"")
    let told = try compared(other, lines) { $0.link = true }.told
    expect(
      told.filter { $0.contains("requests") },
      equals: [
        "missing requests: Exchange MTU Request is missing: error Request Not Supported (06)",
        "missing requests: Read By Type 2B3A, 0001-FFFF is missing: error Request Not Supported (06)",
        "missing requests: Read By Group Type 2800, 0001-FFFF is missing: error Request Not"
          + " Supported (06)",
      ])
  }

  /// A read by type of anything else is what somebody wanted.
  @Test func otherRefusalsCount() throws {
    let other = lines.inserting(
      [refusal(8, "Read By Type 2A00, 0001-FFFF", type: "2A00")],
      before: "\"event\":\"disconnected\"")
    try expect(
      compared(lines, other).told,
      equals: [
        "extra requests: Read By Type 2A00, 0001-FFFF is extra: error Request Not Supported (06)"
      ])
  }

  // MARK: Advertisements belong to a device

  private func connection(_ address: String, _ manufacturer: String) -> ComparedLines {
    let peer = #""address":"\#(address)","address_type":"random""#
    return ComparedLines([
      #"{"event":"capture","schema":1,"format":"pcap"}"#,
      #"{"frame":1,"t":0,"event":"advertisement",\#(peer),"advertising_type":"ADV_IND","#
        + #""connectable":true,"value":"0201","decoded":{"manufacturer_data":"\#(manufacturer)"}}"#,
      #"{"frame":2,"t":1,"event":"connected","connection":1,\#(peer),"interval_ms":30}"#,
      #"{"frame":3,"t":2,"event":"disconnected","connection":1,\#(peer),"reason_code":19}"#,
    ])
  }

  /// Two devices with private addresses and no name: only their place says that they are the same.
  @Test func aStrangersAdvertisementsAreNotCompared() throws {
    let result = try compared(
      connection("4B:83:B4:EC:1C:40", "0102"), connection("5C:11:22:33:44:55", "0304"))
    expect(result.told, equals: [])
    expect(
      result.all.contains(
        "fact changed advertising: not compared: nothing shows that both sides heard the same device"
      ))
    try expect(
      compared(
        connection("4B:83:B4:EC:1C:40", "0102"), connection("5C:11:22:33:44:55", "0304")
      ) { $0.map = [("4B:83:B4:EC:1C:40", "5C:11:22:33:44:55")] }.told,
      equals: [
        "changed advertising: manufacturer data: 0102 became 0304"
      ])
  }

  /// A beacon's data are compared one by one.
  @Test func keysInGroupsOfAdvertisementsCount() throws {
    func beacon(_ major: Int) throws -> ComparedLines {
      try connection("C0:11:22:33:44:55", "0102").replacing(
        #""manufacturer_data":"0102""#, #""ibeacon":{"major":\#(major),"minor":2}"#)
    }
    try expect(
      compared(beacon(1), beacon(3)).told,
      equals: ["changed advertising: ibeacon major: 1 became 3"])
    for key in ["major", "ibeacon"] {
      try expect(compared(beacon(1), beacon(3)) { $0.ignored = [.key(key)] }.told, equals: [])
    }
    try expect(
      compared(beacon(1), beacon(3)) { $0.ignored = [.key("minor")] }.told.count, equals: 1)
  }

  @Test func oneDevicesAre() throws {
    try expect(
      compared(
        connection("C0:11:22:33:44:55", "0102"), connection("C0:11:22:33:44:55", "0304")
      ).told, equals: ["changed advertising: manufacturer data: 0102 became 0304"])
  }
}
