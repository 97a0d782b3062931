import Foundation
import TestSupport
import Testing

private let foreignCaptures = ProcessInfo.processInfo.environment["BLEINSPECT_CAPTURES"]

/// Decryption, the whole way from a capture to what is shown of it.
@Suite struct DecryptionCommandTests {
  private let sealed = Program.capture("encrypted/two-links.pcap")
  private let plain = Program.capture("encrypted/two-links-plain.pcap")
  private static let keys: [String] = [
    "0f1e2d3c4b5a69788796a5b4c3d2e1f0", "a1b2c3d4e5f60718293a4b5c6d7e8f90",
    // In the order of files.
    "ccbbaa998877665544332211ff00aa55",
  ]
  private var given: [String] { Self.keys.flatMap { ["--ltk", $0] } }

  /// The timeline without times, which differ by those of the MICs, and without encryption.
  private func events(_ arguments: [String]) throws -> [String] {
    let outcome = try Program.run(["--format", "ndjson"] + arguments)
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: "")
    return try outcome.lines.dropFirst().filter { !$0.isEmpty }.compactMap { line in
      var event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if event["event"] as? String == "security" { return nil }
      for key in ["t", "time", "response_ms"] { event[key] = nil }
      let data = try JSONSerialization.data(withJSONObject: event, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// Two links, one of them on LE 2M and made with AUX_CONNECT_REQ; lost packets, retransmissions, a
  /// pause with a new key.
  @Test func theTimelineIsThatOfThePlainPackets() throws {
    let expected = try events([plain])
    expect(expected.count > 90)
    try expect(events(given + [sealed]), equals: expected)
  }

  @Test func convertNeedsAUseForKeys() throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "out.pcap").path
    let unused = try Program.run(["convert", "--force"] + given + [sealed, out])
    expect(unused.status, equals: 0)
    expect(
      unused.errors.hasPrefix(
        "bleinspect: keys need --decrypt, --annotate, --device or --connection; without effect: --ltk\n"
      ))
    for options in [["--decrypt"], ["--connection", "1"]] {
      let used = try Program.run(["convert", "--force"] + options + given + [sealed, out])
      expect(used.status == 0 && !used.errors.contains("without effect"))
    }
  }

  @Test func aPartOfTheKeysOpensAPart() throws {
    let outcome = try Program.run(["--ltk", Self.keys[0], sealed])
    expect(outcome.status, equals: 0)
    expect(outcome.output.contains("of encrypted connections decrypted"))
    // The first has a second key after a pause.
    expect(
      outcome.errors,
      equals: """
        bleinspect: connection 1 is decrypted only in part: no key fits
        bleinspect: connection 2 is not decrypted: no key fits

        """)
    let states = outcome.lines.filter { $0.hasPrefix("  security ") }
    expect(states.count, equals: 2)
    expect(states.first?.contains("decrypted only in part: no key fits"), equals: true)
    expect(states.last?.contains("not decrypted: no key fits"), equals: true)
  }

  @Test func aWrongKeyIsReportedAndOpensNothing() throws {
    let wrong = ["--ltk", "00112233445566778899aabbccddeeff"]
    let timeline = ["--format", "ndjson", sealed]
    let without = try Program.run(timeline)
    let outcome = try Program.run(wrong + timeline)
    expect(outcome.status, equals: 0)
    // Nothing differs but the reason.
    expect(without.output.components(separatedBy: "\"note\":\"no key\"").count, equals: 3)
    expect(outcome.output.replacing("\"no key fits\"", with: "\"no key\""), equals: without.output)
    try expect(Program.run([sealed]).output.contains("not decrypted: no key (--ltk,"))
    try expect(Program.run(wrong + [sealed]).output.contains("not decrypted: no key fits\n"))
    let messages = """
      bleinspect: --ltk: key 1 opens nothing
      bleinspect: connection 1 is not decrypted: no key fits
      bleinspect: connection 2 is not decrypted: no key fits

      """
    expect(outcome.errors, equals: messages)
    let played = try Program.run(["replay", "--speed", "max"] + wrong + timeline)
    expect(played.status == 0 && played.errors.hasSuffix(messages))
    let baseline = try Program.run(["baseline"] + wrong + [sealed])
    expect(baseline.status, equals: 0)
    expect(baseline.errors.contains("two-links.pcap: --ltk: key 1 opens nothing\n"))
    expect(baseline.errors.contains("connection 2 is not decrypted: no key fits\n"))
    try expect(
      Program.run(["--quiet", "--ltk", "00112233445566778899aabbccddeeff", sealed])
        .errors.contains("key 1"), equals: false)
  }

  /// Commands that show values would else be silent about what is encrypted.
  @Test func whatIsHiddenIsSaid() throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "out.pcap").path
    let said =
      #/^bleinspect: [0-9]+ encrypted PDUs not readable \(--ltk, --tk and --keys give keys\)\n/#
    let file = Program.capture("encrypted/bonded.pcapng")
    for command in [
      ["exchange"], ["exchange", "--format", "ndjson"], ["learn"], ["gatt"], ["stats"],
      ["convert", "--decrypt", "--force"],
    ] {
      let isConvert = command[0] == "convert"
      let outcome = try Program.run(command + [file] + (isConvert ? [out] : []))
      expect(outcome.status, equals: 0)
      expect(outcome.errors.firstMatch(of: said) != nil, "\(command): \(outcome.errors)")
      let quiet = try Program.run(command + ["--quiet", file] + (isConvert ? [out] : []))
      expect(!quiet.errors.contains("not readable"))
    }
    // The report says it by itself, and so does NDJSON.
    try expect(Program.run([file]).errors, equals: "")
    try expect(Program.run(["--format", "ndjson", file]).errors, equals: "")
    expect(try !Program.run(["convert", "--force", file, out]).errors.contains("not readable"))
    try expect(Program.run(["exchange", plain]).errors, equals: "")
    let stats = try Program.run(["stats", file]).output
    expect(stats.contains("no ATT request that is readable; "))
    expect(stats.contains("no value that is readable; "))
    let played = try Program.run(["mock", "--controller", "tcp:localhost:1", file])
    expect(played.status == 2 && played.errors.firstMatch(of: said) != nil)
  }

  /// Who gives a passkey need not be told to give one.
  @Test func aWrongPasskeyDoesNotFit() throws {
    let file = Program.capture("encrypted/pairings.pcap")
    let without = try Program.run(["--connection", "3", file]).output
    expect(without.contains("needs --tk"))
    let wrong = try Program.run(["--connection", "3", "--tk", "654322", file])
    let said = "not decrypted: its pairing is of another passkey or temporary key"
    expect(wrong.errors.contains("connection 3 is " + said))
  }

  @Test func keysAreShownNowhere() throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "plain.pcap").path
    for command in [
      [], ["--format", "ndjson"], ["--format", "csv"], ["--format", "json"],
      ["packets", "-v", "-x"],
      ["gatt"], ["convert", "--force", "--decrypt"],
    ] {
      let wrong = ["--ltk", "00112233445566778899aabbccddeeff", "--tk", "123456"]
      let outcome = try Program.run(
        command + given + wrong + [sealed] + (command.contains("convert") ? [out] : []))
      expect(outcome.status, equals: 0)
      let text = (outcome.output + outcome.errors).lowercased().filter { !" :\n".contains($0) }
      for key in Self.keys + ["00112233445566778899aabbccddeeff"] {
        let reversed = stride(from: 30, through: 0, by: -2).map {
          let start = key.index(key.startIndex, offsetBy: $0)
          return key[start..<key.index(start, offsetBy: 2)]
        }
        for form in [key, reversed.joined()] {
          expect(!text.contains(form.prefix(12)), "\(command)")
        }
      }
    }
    let refused = try Program.run(["--ltk", "0f1e2d3c4b5a69788796a5b4c3d2e1", sealed])
    expect(refused.status, equals: 2)
    expect(!refused.errors.contains("0f1e2d"))
    expect(!(try Program.run(["--tk", "1234567", sealed])).errors.contains("1234567"))
  }

  // MARK: Keys from another capture

  /// The log of the phone: the key is in the command that starts encryption.
  @Test func anHCILogShowsKeys() throws {
    let folder = try TemporaryFolder()
    var log = CaptureBuilder()
    log.connected(1)
    let name: [UInt8] = [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0xAA, 0x99]
    func octets(_ hex: String) -> [UInt8] {
      stride(from: 0, to: 32, by: 2).compactMap {
        let start = hex.index(hex.startIndex, offsetBy: $0)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
      }
    }
    log.record([1, 0x19, 0x20, 28, 1, 0] + name + octets(Self.keys[0]).reversed(), flags: 2)
    // The board's side: the controller asks, the host replies.
    log.event(0x3E, [5, 1, 0] + name)
    log.record([1, 0x1A, 0x20, 18, 1, 0] + octets(Self.keys[1]).reversed(), flags: 2)
    let nameless = [UInt8](repeating: 0, count: 10)
    log.record([1, 0x19, 0x20, 28, 1, 0] + nameless + octets(Self.keys[2]), flags: 2)
    let file = try folder.file("phone.log", log.bytes)
    try expect(events(["--keys", file, sealed]), equals: events([plain]))
  }

  @Test func aCaptureThatShowsNoFittingKey() throws {
    let other = Program.capture("polar-h7.btsnoop")
    let outcome = try Program.run(["--keys", other, sealed])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains("bleinspect: --keys: capture 1 opens nothing\n"))
    let missing = try Program.run(["--keys", "/nowhere.pcap", sealed])
    expect(missing.status, equals: 2)
    expect(missing.errors.hasPrefix("bleinspect: --keys: /nowhere.pcap: "))
  }

  // MARK: convert --decrypt

  @Test func plainPacketsReadTheSame() throws {
    let folder = try TemporaryFolder()
    for target in ["pcap", "pcapng", "pcap-le-bare"] {
      let out = folder.url.appending(path: "plain.\(target)").path
      let written = try Program.run(
        ["convert", "--decrypt", "--to", target] + given + [sealed, out])
      expect(written.status, equals: 0)
      guard target != "pcap-le-bare" else { continue }
      try expect(events([out]), equals: events([plain]), "\(target)")
    }
  }

  /// A recorder that decrypts keeps the CRC of the air, and says that it was right: where a format
  /// cannot say that, the CRC must be one that fits.
  @Test(arguments: [[], ["--connection", "1"]]) func noCRCOfOtherBytes(part: [String]) throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appending(path: "plain.pcap")
    try expect(
      Program.run(["convert", "--decrypt"] + given + [sealed, source.path]).status, equals: 0)
    var bytes = [UInt8](try Data(contentsOf: source))
    var place = 24
    var changed = 0
    while place + 16 <= bytes.count {
      let length = Int(bytes[place + 8]) | Int(bytes[place + 9]) << 8
      place += 16 + length
      // Of link type 256: the packet was decrypted.
      guard bytes[place - length + 8] & 0x08 != 0 else { continue }
      for index in (place - 3)..<place { bytes[index] ^= 0x5A }
      changed += 1
    }
    expect(changed > 80)
    let air = try folder.file("air.pcap", bytes)
    let bare = folder.url.appending(path: "bare.pcap").path
    let written = try Program.run(["convert", "--to", "pcap-le-bare"] + part + [air, bare])
    expect(written.status, equals: 0)
    expect(!written.errors.contains("decrypted"))
    func values(_ file: String) throws -> [String] {
      // Frames of a part have other numbers.
      let outcome = try Program.run(["--format", "ndjson"] + part + [file])
      return try outcome.lines.filter { !$0.isEmpty }.compactMap {
        let event = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        guard let value = event?["value"] else { return nil }
        return "\(event?["event"] ?? "") \(event?["handle"] ?? "") \(value)"
      }
    }
    try expect(values(bare), equals: values(source.path))
    try expect(values(bare).count > 10)
    expect(try !Program.run([bare]).output.contains("bad CRC"))
  }

  @Test func tsharkReadsPlainPackets() throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "plain.pcap").path
    try expect(Program.run(["convert", "--decrypt"] + given + [sealed, out]).status, equals: 0)
    func att(_ file: String) throws -> [String] {
      let fields = "-T fields -e btatt.opcode -e btatt.value -e btle.crc.incorrect"
      let outcome = try Program.shell("tshark -r '\(file)' -Y btatt \(fields) 2>/dev/null")
      try #require(outcome.status == 0)
      return outcome.lines.filter { !$0.isEmpty }
    }
    let shown = try att(out)
    expect(shown.count > 80)
    expect(shown, equals: (try att(plain)))
    try expect(att(sealed).isEmpty)
  }

  // MARK: Captures of others

  private func real(_ name: String) -> String? {
    guard let folder = foreignCaptures,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return nil }
    return names.first { $0.hasSuffix(name) }.map { "\(folder)/\($0)" }
  }

  private func opened(_ arguments: [String]) throws -> (line: String?, errors: String) {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: 0)
    return (outcome.lines.first { $0.contains("connections decrypted") }, outcome.errors)
  }

  @Test(.enabled(if: foreignCaptures != nil, "BLEINSPECT_CAPTURES names no folder"))
  func realCaptures() throws {
    let key = "7f62c053f104a5bbe68b1d896a2ed49c"
    if let capture = real("known_ltk.pcap") {
      for way in [["--ltk", key], ["--keys", real("pairing_and_ltk_exchange.pcap") ?? ""]]
      where way[1] != "" {
        let (line, errors) = try opened(way + [capture])
        expect(line, equals: "  7 PDUs of encrypted connections decrypted")
        expect(errors, equals: "")
      }
    }
    if let capture = real("pairing_and_ltk_exchange.pcap") {
      try expect(opened([capture]).line, equals: "  3 PDUs of encrypted connections decrypted")
    }
    if let capture = real("ble_pairing.pcap") {
      try expect(opened([capture]).line, equals: "  81 PDUs of encrypted connections decrypted")
    }
    if let capture = real("le_secure_connections.pcapng") {
      let (line, errors) = try opened(["--tk", "0", capture])
      expect(line == nil)
      expect(
        errors.contains(
          "connection 1 is not decrypted: LE Secure Connections without debug keys: only the key "
            + "opens it"))
    }
  }
}
