import Foundation
import TestSupport
import Testing

/// Captures that `Captures/record` writes with another implementation of encryption and of pairing:
/// decrypted, each has the timeline of its twin in the clear.
@Suite struct RecordedAirTests {
  private func capture(_ name: String) -> String { Program.capture(name) }

  private func objects(_ arguments: [String], _ errors: String = "") throws -> [[String: Any]] {
    let outcome = try Program.run(["--format", "ndjson"] + arguments)
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: errors)
    return try outcome.output.split(separator: "\n").dropFirst().map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// The timeline without times, which differ by those of the MICs, and without encryption.
  private func timeline(_ arguments: [String], _ errors: String = "") throws -> [String] {
    try objects(arguments, errors).compactMap { object in
      var event = object
      if event["event"] as? String == "security" { return nil }
      for key in ["t", "time", "response_ms"] { event[key] = nil }
      let data = try JSONSerialization.data(withJSONObject: event, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
  }

  private func events(_ name: String, _ objects: [[String: Any]]) -> [[String: Any]] {
    objects.filter { $0["event"] as? String == name }
  }

  private func values(_ name: String, _ objects: [[String: Any]]) -> [String] {
    events(name, objects).compactMap { $0["value"] as? String }
  }

  private static let codedKey = "3ffb8a783b38cd2e1afa34883c230e0e"

  // MARK: Encrypted

  /// LE Coded from a point on that is encrypted; the start of encryption only in part; 70 packets of
  /// the one side lost, then 40 of the other; damaged packets and retransmissions.
  @Test func codedWithManyLostPackets() throws {
    let file = capture("encrypted/coded.pcap")
    let plain = try timeline([capture("encrypted/coded-plain.pcap")])
    try expect(timeline(["--ltk", Self.codedKey, file]), equals: plain)
    let objects = try objects(["--ltk", Self.codedKey, file])
    expect(
      values("notification", objects),
      equals: ["063c", "063d", "063e", "063f", "0686", "0687", "0688", "068a"])
    expect(values("read", objects), equals: ["5c", "5b"])
    expect(values("write_command", objects), equals: ["28"])
    expect(events("phy_updated", objects).first?["tx_phy"] as? String, equals: "Coded")
    let reversed = "0e0e233c8834fa1a2ecd383b788afb3f"
    try expect(timeline(["--ltk", reversed, file]), equals: plain)
  }

  /// Just Works, the key that it distributes, a passkey with a key of ten octets, and LE Secure
  /// Connections with one debug key.
  @Test func pairings() throws {
    let file = capture("encrypted/pairings.pcap")
    let plain = try timeline([capture("encrypted/pairings-plain.pcap")])
    try expect(timeline(["--tk", "654321", file]), equals: plain)
    try expect(
      values("read", objects(["--tk", "654321", file])), equals: ["5c", "5b", "5a", "59"])
    // Without the passkey only its connection stays closed.
    try expect(values("read", objects([file])), equals: ["5c", "5b", "59"])
    let wrong = """
      bleinspect: --tk: key 1 opens nothing
      bleinspect: connection 3 is not decrypted: its pairing is of another passkey or temporary key \
      (--tk-search tries all passkeys)

      """
    try expect(
      values("read", objects(["--tk", "654320", file], wrong)), equals: ["5c", "5b", "59"])
    let ends = try events("disconnected", objects([file])).map { $0["inferred"] as? Bool }
    expect(ends, equals: [nil, nil, true, nil])
  }

  /// The HCI log of the phone has the key of the bond, LE Secure Connections.
  @Test func theLogOfAHostOpensABond() throws {
    let file = capture("encrypted/bonded.pcapng")
    let plain = try timeline([capture("encrypted/bonded-plain.pcapng")])
    let log = capture("bonded-reconnect.btsnoop")
    try expect(timeline(["--keys", log, file]), equals: plain)
    // The same values as the host has received.
    let heard = try objects(["--keys", log, file])
    let host = try objects(["--connection", "2", log])
    expect(values("notification", heard), equals: values("notification", host))
    expect(values("notification", heard).count, equals: 4)
    expect(values("read", heard), equals: ["4b"])
    // The pairing of others.
    let other = capture("encrypted/pairings.pcap")
    try expect(
      timeline(
        ["--keys", other, file],
        """
        bleinspect: --keys: capture 1 opens nothing
        bleinspect: connection 1 is not decrypted: no key fits

        """
      ).map { $0.replacing("no key fits", with: "no key") }, equals: timeline([file]))
  }

  /// Nothing is decrypted, and that is no failure.
  @Test(arguments: ["two-links.pcap", "coded.pcap", "bonded.pcapng"])
  func aWrongKey(_ name: String) throws {
    let file = capture("encrypted/\(name)")
    let key = "00112233445566778899aabbccddeeff"
    let outcome = try Program.run(["--format", "ndjson", "--ltk", key, file])
    expect(outcome.status, equals: 0)
    let without = try Program.run(["--format", "ndjson", file]).output
    expect(outcome.output.replacing("no key fits", with: "no key"), equals: without)
    expect(outcome.errors.hasPrefix("bleinspect: --ltk: key 1 opens nothing\n"))
    expect(outcome.errors.contains("connection 1 is not decrypted: no key fits"))
  }

  // MARK: Not decrypted

  /// Ends that no readable packet shows, in a capture of six connections.
  @Test func ends() throws {
    let file = capture("air/ends.pcap")
    let objects = try objects([file])
    struct End: Equatable {
      var frame, connection: Int?
      var text, from: String?
      var isInferred: Bool?
    }
    let ends = events("disconnected", objects).map {
      End(
        frame: $0["frame"] as? Int, connection: $0["connection"] as? Int,
        text: $0["text"] as? String, from: $0["from"] as? String,
        isInferred: $0["inferred"] as? Bool)
    }
    expect(
      ends,
      equals: [
        // The strap advertises again.
        End(
          frame: 23, connection: 1, text: "probably ended by the central", from: "central",
          isInferred: true),
        // After what looks like an end there is more; then the pair connects again.
        End(
          frame: 51, connection: 2, text: "probably over: the sniffer lost it", from: nil,
          isInferred: true),
        // Five seconds of silence after an end are no time-out.
        End(
          frame: 112, connection: 3, text: "probably ended by the peripheral", from: "peripheral",
          isInferred: true),
        // Without any end they are: another connection was heard meanwhile.
        End(
          frame: 174, connection: 5, text: "probably Connection Timeout (08)", from: nil,
          isInferred: true),
        End(
          frame: 207, connection: 4, text: ends.last?.text, from: "central", isInferred: nil),
      ])
    // No two connections of a pair overlap.
    var open: Set<Int> = []
    for object in objects {
      let number = object["connection"] as? Int ?? 0
      switch object["event"] as? String {
      case "connected":
        expect(number == 4 || open.subtracting([4]).isEmpty)
        open.insert(number)
      case "disconnected": open.remove(number)
      default: break
      }
    }
    expect(open, equals: [6])

    let hidden = objects.compactMap { object -> [Int]? in
      guard let central = object["unreadable_from_central"] as? Int,
        let peripheral = object["unreadable_from_peripheral"] as? Int
      else { return nil }
      return [object["connection"] as? Int ?? 0, central, peripheral]
    }
    expect(hidden, equals: [[1, 3, 2], [2, 3, 5], [3, 2, 3], [5, 2, 3], [6, 3, 2]])
    // The only finding is the lost connection: nothing is said of requests.
    let report = try Program.run([file]).output
    expect(report.components(separatedBy: "\n  ! ").count, equals: 2)
    expect(report.contains("\n    C5  12.000  probably Connection Timeout (08)"))
  }

  @Test func whatIsHiddenIsNotObserved() throws {
    let plain = capture("encrypted/coded-plain.pcap")
    let encrypted = capture("encrypted/coded.pcap")
    let key = ["--ltk", Self.codedKey]
    let words = "encrypted PDUs not readable: what they hold is not observed"
    let check = try Program.run(["check", encrypted, "notification count>=8"])
    expect(check.status == 1 && check.errors.contains(words), "\(check.errors)")
    let opened = try Program.run(["check"] + key + [encrypted, "notification count>=8"])
    expect(opened.status == 0 && opened.errors == "", "\(opened.output)\(opened.errors)")
    for sides in [[plain, encrypted], [encrypted, plain]] {
      let closed = try Program.run(["diff"] + sides)
      expect(closed.status == 0 && closed.errors.contains(words))
      expect(closed.output.contains("notification") && closed.output.contains("not observed"))
      let equal = try Program.run(["diff"] + key + sides)
      expect(equal.status == 0 && !equal.errors.contains(words))
      expect(!equal.output.contains("notification"), "\(equal.output)")
    }
  }

  /// Without the MIC, with it, and ciphertext from a point on that some flags do not show.
  @Test func aRecorderThatDecrypts() throws {
    let file = capture("air/decrypted.pcapng")
    let objects = try objects([file])
    expect(values("read", objects), equals: ["5c", "5b", "5a"])
    expect(values("notification", objects), equals: ["0650", "0651", "0652"])
    let ends = events("disconnected", objects)
    expect(ends.compactMap { $0["connection"] as? Int }, equals: [1, 2])
    expect(ends.allSatisfy { $0["inferred"] == nil })
    let hidden = objects.filter { $0["unreadable_from_central"] != nil }
    expect(hidden.count, equals: 1)
    expect(hidden.first?["connection"] as? Int, equals: 3)
    expect(hidden.first?["unreadable_from_central"] as? Int, equals: 1)
    expect(hidden.first?["unreadable_from_peripheral"] as? Int, equals: 4)
    try expect(
      Program.run([file]).output.contains(
        "17 PDUs of encrypted connections in the clear: decrypted by the recorder"))
    // Of two nothing is hidden, of the third a part.
    let text = try Program.run([file]).output
    expect(text.components(separatedBy: "; decrypted only in part, by the").count, equals: 2)
    expect(!text.contains("not decrypted"))
    let errors = try Program.run(["--ltk", String(repeating: "1", count: 32), file]).errors
    expect(!errors.contains("connection 1 is"), "\(errors)")
    expect(errors.contains("connection 3 is decrypted only in part, by the recorder"))
  }

  @Test func nothingWithoutAPacketIDIsLeftOut() throws {
    let file = capture("air/no-packet-id.pcap")
    let objects = try objects([file])
    expect(values("read", objects), equals: ["01", "02", "03"])
    expect(values("notification", objects), equals: ["063d", "063e", "063f"])
    expect(events("connected", objects).count, equals: 3)
    expect(events("disconnected", objects).count, equals: 3)
    let theirs = try Program.shell(
      "tshark -r '\(file)' -Y btatt -T fields -e frame.number 2>/dev/null")
    try #require(theirs.status == 0)
    let ours = try Program.run(["packets", file]).lines.filter { $0.contains("ATT ") }
    expect(
      theirs.lines.filter { !$0.isEmpty },
      equals: ours.compactMap { $0.split(separator: " ").first.map(String.init) })
    expect(ours.count, equals: 9)
  }

  @Test func aCaptureOfMessagesIsNoCleanResult() throws {
    let file = capture("air/messages.pcap")
    let words = "5 of 5 records not understood: nRF Sniffer packet ID 0E"
    let outcome = try Program.run([file])
    expect(outcome.status, equals: 1)
    expect(outcome.output.contains(words) && outcome.errors.contains(words))
    for arguments in [
      ["check", file, "no att_error"], ["diff", file, capture("polar-h7.btsnoop")],
      ["diff", capture("polar-h7.btsnoop"), file],
    ] {
      try expect(Program.run(arguments).status, equals: 2, "\(arguments)")
    }
  }
}
