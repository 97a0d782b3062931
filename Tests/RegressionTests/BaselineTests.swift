import ATTDissector
import Bytes
import Foundation
import GATTSession
import GATTValues
import TestSupport
import Testing
import Timeline

@testable import Regression

/// Keys that no line of a baseline has.
private let volatile = Set(
  EventKeys.lexicon.rows.filter { $0.recall != .always }.map(\.name) + ["start", "link_type"])

@Suite struct BaselineTests {
  private func baseline(
    _ inputs: [String], _ change: (inout BaselineOptions) -> Void = { _ in }
  ) throws -> String {
    try baseline(of: try RecordedTimeline.read(inputs), change)
  }

  private func baseline(
    of timeline: RecordedTimeline, _ change: (inout BaselineOptions) -> Void = { _ in }
  ) throws -> String {
    var options = BaselineOptions()
    change(&options)
    let folder = try Folder()
    try BaselineFile.replace(folder.path("x"), with: timeline, options: options)
    return String(decoding: try folder.contents("x"), as: UTF8.self)
  }

  private func numbered(_ events: [String]) -> String {
    events.enumerated().map { number, event in
      "{\"frame\":\(number + 1),\"t\":\(number),\(event)}\n"
    }.joined()
  }

  private func capture(_ name: String) -> [String] { [Recordings.path(name)] }

  /// The lines after the header.
  private func eventLines(of text: String) -> [String] {
    text.split(separator: "\n").dropFirst().map { String($0) }
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test(arguments: Recordings.all)
  func aBaselineIsStable(_ path: String) throws {
    let timeline = try RecordedTimeline.read([path])
    let text = try baseline(of: timeline)
    try expect(baseline(of: timeline), equals: text)
    expect(text.hasPrefix("{\"event\":\"capture\",\"schema\":1,\"baseline\":1}\n"))
    for line in try objects(text) {
      expect(volatile.isDisjoint(with: line.keys), "\(line)")
      guard let address = line["address"] as? String else { continue }
      expect(line["address_type"] as? String != nil)
      guard line["address_type"] as? String == "random" else { continue }
      // The two highest bits of an address that stays are ones.
      expect("CDEF".contains(try #require(address.first)), "\(address)")
    }
  }

  @Test(arguments: Recordings.all)
  func aBaselineReadsBackAsItself(_ path: String) throws {
    let folder = try Folder()
    let timeline = try RecordedTimeline.read([path])
    for change: (inout BaselineOptions) -> Void in [
      { _ in }, { $0.times = true }, { $0.all = true },
    ] {
      let text = try baseline(of: timeline, change)
      let again = try RecordedTimeline.read([try folder.write(Data(text.utf8), named: "x.ndjson")])
      expect(again.form == .baseline && again.problems == [] && again.unknownEvents == 0)
      expect(again.items.count, equals: eventLines(of: text).count)
      try expect(baseline(of: again, change), equals: text)
      try expect(baseline(of: again) { $0 = BaselineOptions(keepingFormOf: again) }, equals: text)
    }
  }

  @Test(arguments: Recordings.all)
  func aTimelineGivesTheBaselineOfItsCapture(_ path: String) throws {
    let folder = try Folder()
    let lines = try folder.timeline(of: [path], named: "x.ndjson")
    try expect(baseline([lines]), equals: baseline([path]))
  }

  @Test func theFormOfTheCaptureDoesNotMatter() throws {
    let text = try baseline(capture("polar-h7.btsnoop"))
    for name in ["polar-h7.pcap", "polar-h7.pcapng", "polar-h7-monitor.btsnoop"] {
      try expect(baseline(capture(name)), equals: text, "\(name)")
    }
    try expect(
      baseline(capture("polar-h7-ll.pcap")), equals: baseline(capture("polar-h7-nrf.pcapng")))
  }

  @Test func linesAreWhatTheySay() throws {
    let lines = try baseline(capture("polar-h7.btsnoop")).split(separator: "\n").map(String.init)
    expect(
      lines.contains(
        #"""
        {"event":"notification","connection":1,"address":"00:22:D0:00:06:07",\#
        "address_type":"public","name":"Polar H7 000607","from":"peripheral",\#
        "service":"180D","characteristic":"2A37","label":"Heart Rate Measurement",\#
        "value":"165b9c02a502","decoded":{"heart_rate_bpm":91,"sensor_contact":"detected",\#
        "rr_intervals_s":[0.65234375,0.6611328125],\#
        "rr_intervals_ms":[652.34375,661.1328125]},"text":"91 bpm  contact  RR 0.652 0.661"}
        """#
      ))
    let declarations = lines.filter { $0.hasPrefix(#"{"event":"characteristic","#) }
    let measurement = declarations.first { $0.contains(#""2A37""#) }
    expect(measurement?.hasSuffix(#","properties":["notify"]}"#), equals: true)
    let timed = try baseline(capture("polar-h7.btsnoop")) { $0.times = true }
    expect(timed.contains("\n{\"t\":4.700180,\"event\":\"notification\","))
  }

  @Test func connectionsComeOneAfterTheOther() throws {
    let lines = try objects(baseline(capture("two-straps.btsnoop"))).dropFirst()
    let connections = lines.map { $0["connection"] as? Int ?? 0 }
    expect(connections, equals: connections.sorted())
    expect(Set(connections), equals: [0, 1, 2])
    let advertised = lines.filter { $0["event"] as? String == "advertisement" }
      .compactMap { $0["name"] as? String }
    expect(advertised, equals: advertised.sorted(by: >))
  }

  @Test func aNeighbourDoesNotChangeTheFile() throws {
    let neighbour: String =
      #"""
      {"frame":9999,"t":9.5,"event":"advertisement","address":"C1:02:03:04:05:06",\#
      "address_type":"random","name":"Neighbour","rssi_dbm":-90,"advertising_type":"ADV_IND",\#
      "connectable":true,"value":"020106","decoded":{"flags":6},"text":"flags"}
      """# + "\n"
    let folder = try Folder()
    let path = try folder.timeline(of: capture("polar-h7.btsnoop"), named: "x.ndjson")
    let bytes = try folder.contents("x.ndjson")
    let crowded = try folder.write(bytes + Array(neighbour.utf8), named: "y.ndjson")
    try expect(baseline([path]), equals: baseline([crowded]))
    let all = try baseline([crowded]) { $0.all = true }
    expect(all.contains("Neighbour") && !all.contains("rssi_dbm"))
    // Where nothing is connected, the devices around are all that there is.
    let head = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let alone = try folder.write(Data("\(head)\n\(neighbour)".utf8), named: "z.ndjson")
    try expect(baseline([alone]).contains("Neighbour"))
  }

  @Test func otherAddressesAndHandlesGiveTheSame() throws {
    let folder = try Folder()
    _ = try folder.timeline(of: capture("polar-h7.btsnoop"), named: "x.ndjson")
    let text = String(decoding: try folder.contents("x.ndjson"), as: UTF8.self)
      .replacing("\"public\"", with: "\"random\"")
    let first = text.replacing("00:22:D0:00:06:07", with: "41:11:11:11:11:11")
    let second = text.replacing("00:22:D0:00:06:07", with: "22:22:22:22:22:22")
      .replacing("\"handle\":18,", with: "\"handle\":118,")
      .replacing("\"response_ms\":15.28", with: "\"response_ms\":30")
      .replacing("\"rssi_dbm\":-58", with: "\"rssi_dbm\":-71")
    let a = try baseline([folder.write(Data(first.utf8), named: "a")])
    let b = try baseline([folder.write(Data(second.utf8), named: "b")])
    expect(a, equals: b)
    expect(!a.contains("\"address\""))
    expect(a.contains("\"name\":\"Polar H7 000607\""))
  }

  @Test func anIdentityStandsForTheAddressesBeforeIt() throws {
    let folder = try Folder()
    let described: [String] = [
      #"""
      "event":"advertisement","address":"51:00:00:00:00:01","address_type":"random",\#
      "advertising_type":"ADV_IND","connectable":true,"value":""
      """#,
      #"""
      "event":"connected","connection":1,"address":"51:00:00:00:00:01","address_type":"random",\#
      "role":"central","interval_ms":15,"peripheral_latency":0,"supervision_timeout_ms":720
      """#,
      #"""
      "event":"security","connection":1,"address":"C2:00:00:00:00:02",\#
      "address_type":"random_identity","over_air_address":"51:00:00:00:00:01",\#
      "name":"Strap","step":"identity"
      """#,
    ]
    let events = numbered(described)
    let text = try baseline([
      folder.write(
        Data("{\"event\":\"capture\",\"schema\":1}\n\(events)".utf8), named: "x.ndjson")
    ])
    let lines = try objects(text).dropFirst()
    expect(lines.count, equals: 3)
    for line in lines {
      expect(line["address"] as? String, equals: "C2:00:00:00:00:02")
      expect(line["name"] as? String, equals: "Strap")
    }
  }

  @Test func whatNeverStoodIsLeftOut() throws {
    let folder = try Folder()
    let connected =
      #","role":"central","interval_ms":15,"peripheral_latency":0,"supervision_timeout_ms":720"#
    let begin: String = #"{"event":"connected","connection":1"# + connected + "}"
    let described: [String] = [
      #""event":"disconnected","reason":"Unknown Connection Identifier","reason_code":2,"by":"local""#,
      #""event":"connected","connection":1"# + connected,
      #""event":"disconnected","connection":1,"reason_code":62,"by":"remote""#,
      #""event":"connected","connection":2"# + connected,
      #""event":"read","connection":2,"from":"central","service":"180D","note":"no answer""#,
      #""event":"note","lost":12,"text":"12 packets lost""#,
      #""event":"write","connection":2,"value":"01","response_ms":2,"note":"late""#,
      #""event":"note","connection":2,"text":"a remark""#,
      #""event":"disconnected","connection":2,"reason_code":8,"by":"remote""#,
      #""event":"adapter","action":"gone""#,
    ]
    let events = numbered(described)
    let text = try baseline([
      folder.write(
        Data("{\"event\":\"capture\",\"schema\":1}\n\(events)".utf8), named: "x.ndjson")
    ])
    let expected: [String] = [
      begin,
      #"{"event":"read","connection":1,"from":"central","service":"180D","unanswered":true}"#,
      #"{"event":"note","connection":1,"lost":12,"text":"12 packets lost"}"#,
      #"{"event":"write","connection":1,"value":"01"}"#,
      #"{"event":"disconnected","connection":1,"reason_code":8,"by":"remote"}"#,
    ]
    expect(eventLines(of: text), equals: expected)
  }

  @Test func oneDeviceOfSeveral() throws {
    let straps = capture("two-straps.btsnoop")
    let bike = try baseline(straps) { $0.device = "bike two" }
    try expect(baseline(straps) { $0.device = "E7:11:22:33:44:02" }, equals: bike)
    try expect(baseline(straps) { $0.device = "2" }, equals: bike)
    let lines = try objects(bike).dropFirst()
    expect(Set(lines.compactMap { $0["name"] as? String }), equals: ["Bike Two"])
    expect(Set(lines.compactMap { $0["connection"] as? Int }), equals: [1])
    #expect(throws: TimelineError("--device: no such device in the recording")) {
      try baseline(straps) { $0.device = "nobody" }
    }
  }

  @Test func textFromElsewhereIsEscapedAnew() throws {
    let folder = try Folder()
    let events: String =
      "{\"frame\":1,\"t\":0,\"event\":\"note\",\"connection\":1,\"role\":\"\u{202E}x\","
      + "\"n\u{202E}\":[ { \"a\" : \"\u{7F}\" } , -1.50e2 , [ ] , { } ],\"text\":\"\u{9B}\"}\n"
      + "{\"frame\":1,\"t\":0,\"event\":\"read\",\"connection\":1,\"value\":\"\","
      + "\"decoded\":{ \"k\" : \"\\u202e\u{2028}\" }}\n"
    let text = try baseline([
      folder.write(
        Data("{\"event\":\"capture\",\"schema\":1}\n\(events)".utf8), named: "x.ndjson")
    ])
    let expected: [String] = [
      #"""
      {"event":"note","connection":1,"role":"\u202ex","n\u202e":[{"a":"\u007f"},-1.50e2,[],{}],\#
      "text":"\u009b"}
      """#,
      #"{"event":"read","connection":1,"value":"","decoded":{"k":"\u202e\u2028"}}"#,
    ]
    expect(eventLines(of: text), equals: expected)
  }

  @Test func aBaselineReplacesTimelinesAlone() throws {
    let folder = try Folder()
    let timeline = try RecordedTimeline.read(capture("polar-h7.btsnoop"))
    let text = try baseline(of: timeline)
    for old in ["", "{\"event\":\"capture\",\"schema\":1}\n", " \n{"] {
      let path = try folder.write(Data(old.utf8), named: "expected.ndjson")
      try BaselineFile.replace(path, with: timeline, options: BaselineOptions())
      expect(String(decoding: try folder.contents("expected.ndjson"), as: UTF8.self), equals: text)
    }
    let bytes = Array(try Data(contentsOf: URL(filePath: Recordings.path("polar-h7.btsnoop"))))
    for other in [bytes, Array("hello".utf8)] {
      let path = try folder.write(other, named: "other")
      #expect(throws: TimelineError.self) {
        try BaselineFile.replace(path, with: timeline, options: BaselineOptions())
      }
      try expect(folder.contents("other"), equals: other)
    }
    for path in ["-", folder.path("no/folder"), folder.path("")] {
      #expect(throws: TimelineError.self) {
        try BaselineFile.replace(path, with: timeline, options: BaselineOptions())
      }
    }
    // A device that is not there must not empty the file.
    let kept = try folder.write(Data("{}".utf8), named: "kept")
    var options = BaselineOptions()
    options.device = "nobody"
    #expect(throws: TimelineError.self) {
      try BaselineFile.replace(kept, with: timeline, options: options)
    }
    try expect(folder.contents("kept"), equals: Array("{}".utf8))
  }
}
