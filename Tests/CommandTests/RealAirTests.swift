import Foundation
import TestSupport
import Testing

private let folder = ProcessInfo.processInfo.environment["BLEINSPECT_CAPTURES"]

/// Captures of the air by others. The figures come from the packets themselves: they were decrypted,
/// and their CRC, sequence numbers and confirm values computed, by another program.
@Suite(.enabled(if: folder != nil, "BLEINSPECT_CAPTURES names no folder"))
struct RealAirTests {
  private static let names: [String] =
    folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) }?.sorted() ?? []

  /// The key that `pairing_and_ltk_exchange.pcap` distributes.
  private static let key = "7f62c053f104a5bbe68b1d896a2ed49c"

  /// `nil` if the folder has no such file.
  private func file(_ ending: String) -> String? {
    guard let folder, let name = Self.names.first(where: { $0.hasSuffix(ending) }) else {
      return nil
    }
    return "\(folder)/\(name)"
  }

  private func objects(_ arguments: [String], _ errors: String = "") throws -> [[String: Any]] {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: errors)
    return try outcome.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func events(_ arguments: [String], _ errors: String = "") throws -> [[String: Any]] {
    try objects(["--format", "ndjson"] + arguments, errors)
  }

  private func packets(_ arguments: [String]) throws -> [[String: Any]] {
    try objects(["packets", "--format", "ndjson"] + arguments).filter { $0["type"] != nil }
  }

  private func frames(_ packets: [[String: Any]]) -> [Int] {
    packets.compactMap { $0["frame"] as? Int }
  }

  /// Frame, opcode and value of the ATT PDUs.
  private func attributes(_ packets: [[String: Any]]) -> [String] {
    packets.flatMap { packet in
      (packet["att"] as? [[String: Any]] ?? []).map {
        "\(packet["frame"] ?? "") \($0["opcode"] ?? "") \($0["value"] ?? "")"
      }
    }
  }

  private func only(_ event: String, _ events: [[String: Any]]) throws -> [String: Any] {
    let found = events.filter { $0["event"] as? String == event }
    expect(found.count, equals: 1)
    return try #require(found.first)
  }

  // MARK: known_ltk.pcap

  @Test func anEncryptedLinkHidesItsEnd() throws {
    guard let capture = file("known_ltk.pcap") else { return }
    let list = try packets([capture])
    expect(list.count, equals: 303)
    let damaged = list.filter { $0["crc_ok"] as? Bool == false }
    expect(frames(damaged), equals: [57, 83, 118, 143, 163, 170, 187, 228, 232, 240, 292])
    let events = try events([capture]).filter { $0["lost"] == nil }
    let hidden = try only("note", events)
    expect(hidden["unreadable_from_central"] as? Int, equals: 5)
    expect(hidden["unreadable_from_peripheral"] as? Int, equals: 3)
    // Frame 303 is LL_TERMINATE_IND, which nobody can know without the key.
    expect(!events.contains { $0["event"] as? String == "disconnected" })
    expect(!events.contains { ($0["event"] as? String)?.hasPrefix("att") == true })
    let report = try Program.run([capture]).output
    expect(report.contains("11 records with a bad CRC left out"))
    expect(report.contains("frame 303, the last PDU, may"))
    expect(report.contains("FINDINGS   none"))
  }

  @Test func itsKeyOpensIt() throws {
    guard let capture = file("known_ltk.pcap") else { return }
    var ways = [["--ltk", Self.key]]
    // Central Identification is missing there: the addresses tell that it is the same bond.
    if let pairing = file("pairing_and_ltk_exchange.pcap") { ways.append(["--keys", pairing]) }
    for way in ways {
      let list = try packets(way + [capture])
      let name = Data("TI BLE Sensor Tag".utf8).map { String(format: "%02x", $0) }.joined()
      let request = "8 0100ffff002a"
      expect(
        attributes(list),
        equals: [
          "184 \(request)", "198 \(request)", "212 \(request)", "215 9 130300\(name)",
          "229 \(request)",
        ])
      let events = try events(way + [capture])
      let read = try #require(
        events.first { $0["event"] as? String == "read" && $0["value"] as? String == name })
      expect(read["frame"] as? Int, equals: 215)
      expect(read["request_frame"] as? Int, equals: 212)
      expect(read["handle"] as? Int, equals: 3)
      let end = try only("disconnected", events)
      expect(end["frame"] as? Int, equals: 303)
      expect(end["from"] as? String, equals: "central")
      expect(end["reason_code"] as? Int, equals: 0x13)
      expect(end["inferred"] == nil)
    }
  }

  // MARK: pairing_and_ltk_exchange.pcap

  @Test func aPairingOfJustWorksOpensItself() throws {
    guard let capture = file("pairing_and_ltk_exchange.pcap") else { return }
    let events = try events([capture])
    let paired = try #require(events.first { $0["step"] as? String == "paired" })
    expect(paired["pairing"] as? String, equals: "legacy")
    expect(paired["method"] as? String, equals: "Just Works")
    let end = try only("disconnected", events)
    expect(end["frame"] as? Int, equals: 713)
    expect(end["reason_code"] as? Int, equals: 0x13)
    let summaries = try packets([capture]).filter {
      [585, 589, 713].contains($0["frame"] as? Int)
    }.compactMap { $0["summary"] as? String }
    expect(summaries.count, equals: 3)
    expect(summaries.first?.contains("LL_START_ENC_RSP"), equals: true)
    expect(summaries.dropFirst().first?.contains("Encryption Information"), equals: true)
    expect(summaries.last?.contains("LL_TERMINATE_IND"), equals: true)
    for format in ["text", "ndjson", "json", "csv"] {
      let output = try Program.run(["--all", "--format", format, capture]).output.lowercased()
      expect(!output.contains(Self.key.prefix(12)))
    }
  }

  // MARK: ble_pairing.pcap

  /// The passkey is 000000.
  @Test func aPairingWithPasskeyZeroOpensItself() throws {
    guard let capture = file("ble_pairing.pcap") else { return }
    let list = try packets([capture])
    let values = attributes(list)
    expect(values.count, equals: 157)
    let later = list.filter { ($0["frame"] as? Int ?? 0) > 1282 }
    expect(attributes(later).count, equals: 68)
    let report = try Program.run([capture])
    expect(report.output.contains("  81 PDUs of encrypted connections decrypted\n"))
    expect(report.errors, equals: "")
    // What the pairing distributes beside keys: who the two are.
    expect(report.output.contains("74:DA:EA:91:47:E3  identity"))
    expect(report.output.contains("64:A2:F9:BE:DE:F1  identity"))
    expect(!list.contains { $0["encrypted"] as? Bool == true })
  }

  /// What is written decrypted has the ATT PDUs for tshark, too.
  @Test func tsharkReadsWhatIsDecrypted() throws {
    guard let capture = file("ble_pairing.pcap") else { return }
    let temporary = try TemporaryFolder()
    let copy = temporary.url.appending(path: "plain.pcap").path
    try expect(Program.run(["convert", "--decrypt", capture, copy]).status, equals: 0)
    let outcome = try Program.shell(
      "tshark -r '\(copy)' -Y 'btatt && frame.number > 1282' -T fields -e frame.number"
        + " -e btatt.opcode -e btle.crc.incorrect 2>/dev/null")
    try #require(outcome.status == 0)
    let theirs = outcome.lines.filter { !$0.isEmpty }.compactMap { line -> String? in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count == 3, cells[2].isEmpty, let opcode = Int(cells[1].dropFirst(2), radix: 16)
      else { return "\(line)?" }
      return "\(cells[0]) \(opcode)"
    }
    let ours = attributes(try packets([capture])).map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }.filter { Int($0.split(separator: " ")[0]) ?? 0 > 1282 }
    expect(theirs.count, equals: 68)
    expect(theirs, equals: ours)
  }

  // MARK: le_secure_connections.pcapng

  @Test func secureConnectionsStayClosedAndSayWhy() throws {
    guard let capture = file("le_secure_connections.pcapng") else { return }
    for key in [["--tk", "0"], ["--ltk", "00112233445566778899aabbccddeeff"]] {
      let outcome = try Program.run(key + [capture])
      expect(outcome.status, equals: 0)
      let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      expect(words.contains("not decrypted: "))
      expect(!words.replacingOccurrences(of: "not decrypted", with: "").contains("decrypted"))
      expect(outcome.errors.contains("bleinspect: connection 1 is not decrypted: "))
      expect(outcome.errors.contains("\(key[0]): key 1 opens nothing"))
    }
    try expect(
      Program.run(["--tk", "0", capture]).errors.contains(
        "LE Secure Connections without debug keys: only the key opens it"))
    let encrypted = try packets([capture]).filter { $0["encrypted"] as? Bool == true }
    expect(encrypted.count, equals: 71)
    expect(frames(encrypted).min(), equals: 167)
    // Frames 208 and 253 are retransmissions.
    let hidden = try #require(
      events([capture]).first { $0["unreadable_from_central"] != nil })
    expect(hidden["unreadable_from_central"] as? Int, equals: 32)
    expect(hidden["unreadable_from_peripheral"] as? Int, equals: 37)
  }

  // MARK: All

  /// Either something of it is in the report, or the exit code and a message say why not.
  @Test(arguments: names) func nothingIsSilentlyEmpty(_ name: String) throws {
    let path = try #require(folder) + "/" + name
    let outcome = try Program.run(["--format", "ndjson", path])
    guard outcome.status == 0 else {
      expect(outcome.errors.hasPrefix("bleinspect: "), "\(outcome.errors)")
      return
    }
    let report = try Program.run([path])
    expect(report.status, equals: 0)
    let events = outcome.output.split(separator: "\n").dropFirst()
    if events.isEmpty {
      // The file is empty, and the report says so. (`RealCaptureTests` counts records.)
      expect(report.lines.prefix(3).contains("  0 records"))
    } else {
      // The format goes on its own line after a long name.
      expect(!report.lines.prefix(3).contains { $0.hasPrefix("  0 records") })
      expect(!report.lines.contains("  nothing"))
    }
  }
}
