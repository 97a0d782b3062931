import Foundation
import TestSupport
import Testing

@testable import bleinspect

/// Keys of devices whose addresses change: where they are shown, and what is done with them.
@Suite struct IdentityKeyTests {
  /// The Core Specification's sample IRK (Vol 3, Part H, D.7), and as files of hosts have it.
  private let key = "ec0234a357c8ad05341010a60a397d9b"
  private let reversed = "9b7d390aa6101034" + "05adc857a33402ec"
  private let address = "70:81:94:0D:FB:AA"
  private let identity = "C0:FF:EE:00:00:01"

  private func little(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

  private func octets(_ hex: String) -> [UInt8] {
    var out: [UInt8] = []
    var rest = Substring(hex)
    while let octet = UInt8(rest.prefix(2), radix: 16) {
      out.append(octet)
      rest = rest.dropFirst(2)
    }
    return out
  }

  /// An advertisement and a connection of the sample address, with its identity or without.
  private func capture(pairs: Bool) -> CaptureBuilder {
    var capture = CaptureBuilder()
    let onAir: [UInt8] = [0xAA, 0xFB, 0x0D, 0x94, 0x81, 0x70]
    func smp(_ pdu: [UInt8]) {
      let l2cap = little(pdu.count) + little(6) + pdu
      capture.record([2] + little(0x2001) + little(l2cap.count) + l2cap, flags: 1)
    }
    capture.event(0x3E, [2, 1, 0, 1] + onAir + [3, 2, 1, 6, 0xC4])
    capture.event(
      0x3E, [1, 0, 1, 0, 0, 1] + onAir + little(24) + little(0) + little(72) + [0])
    if pairs {
      smp([8] + octets(reversed))
      smp([9, 1, 1, 0, 0, 0xEE, 0xFF, 0xC0])
      capture.record(
        [1, 0x27, 0x20, 39, 1, 1, 0, 0, 0xEE, 0xFF, 0xC0] + octets(reversed) + octets(reversed),
        flags: 2)
    }
    capture.exchange([0x0A, 3, 0], [0x0B, 1])
    capture.disconnected()
    return capture
  }

  private let quiet: [[String]] = [
    [], ["--all", "--adverts", "all"], ["--format", "ndjson"], ["--format", "csv"],
    ["--format", "json"], ["gatt"], ["gatt", "--format", "json"], ["packets"],
    ["packets", "--format", "ndjson"], ["--help"],
  ]

  private func mentionsKey(_ text: String) -> Bool {
    let plain = text.lowercased().filter { !" :.-\n".contains($0) }
    // A part of it is too much, too.
    return [key, reversed].contains {
      plain.contains($0.prefix(12)) || plain.contains($0.suffix(12))
    }
  }

  @Test func keysAreShownByThePacketTreeOnly() throws {
    let folder = try TemporaryFolder()
    let paired = try folder.file("paired", capture(pairs: true).bytes)
    let unpaired = try folder.file("unpaired", capture(pairs: false).bytes)
    for command in quiet {
      let outcome = try Program.run(command + [paired])
      expect(outcome.status, equals: 0)
      expect(!mentionsKey(outcome.output), "\(command)")
      let given = try Program.run(command + ["--irk", "\(key)=\(identity)", unpaired])
      expect(given.status, equals: 0)
      expect(!mentionsKey(given.output), "\(command) --irk")
      expect(!mentionsKey(given.errors), "\(command) --irk")
    }
    for option in ["-v", "-x"] {
      expect(mentionsKey(try Program.run(["packets", option, paired]).output))
      expect(!mentionsKey(try Program.run(["packets", option, "--irk", key, unpaired]).output))
    }
  }

  @Test func aKeyOfNoUseIsTold() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("log", capture(pairs: false).bytes)
    let other = String(repeating: "5a", count: 16)
    for command in [[], ["--format", "ndjson"], ["gatt"], ["stats"], ["check"], ["packets"]] {
      let rule = command == ["check"] ? ["no att_error"] : []
      let outcome = try Program.run(command + ["--irk", key, "--irk", other, file] + rule)
      expect(outcome.status, equals: 0)
      expect(
        outcome.errors.hasSuffix("--irk: key 2 resolves the address of no device\n"),
        "\(outcome.errors)")
      expect(!outcome.errors.contains("key 1"))
    }
  }

  /// Packets are played as they are, unless some are selected.
  @Test func recordsAreNotResolved() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("log", capture(pairs: false).bytes)
    let other = String(repeating: "5a", count: 16)
    let line = ["replay", "--records", "-", "--speed", "max", "--irk", other, file]
    let told = try Program.run(line).errors
    let remark =
      "with --records, keys need --annotate, --device or --connection; without effect: --irk\n"
    expect(told.contains("bleinspect: \(remark)"))
    expect(!(try Program.run(line + ["--connection", "1"]).errors.contains("without effect")))
  }

  private func events(_ arguments: [String], _ file: String) throws -> [[String: Any]] {
    let outcome = try Program.run(["--format", "ndjson"] + arguments + [file])
    expect(outcome.status, equals: 0)
    return try outcome.output.split(separator: "\n").dropFirst().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test(arguments: ["plain", "reversed", "colons", "prefix", "upper"])
  func everyWayToWriteAKey(form: String) throws {
    let written: String =
      switch form {
      case "reversed": reversed
      case "colons": octets(key).map { String(format: "%02x", $0) }.joined(separator: ":")
      case "prefix": "0x" + key
      case "upper": key.uppercased()
      default: key
      }
    let folder = try TemporaryFolder()
    let file = try folder.file("unpaired", capture(pairs: false).bytes)
    let events = try events(
      ["--irk", "00000000000000000000000000000001", "--irk=\(written)=\(identity)"], file)
    expect(events.count, equals: 4)
    for event in events {
      expect(event["address"] as? String, equals: identity)
      expect(event["address_type"] as? String, equals: "random_identity")
      expect(event["over_air_address"] as? String, equals: address)
    }
  }

  @Test func theTypeOfTheIdentity() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("unpaired", capture(pairs: false).bytes)
    for (whose, type) in [
      ("00:11:22:33:44:55", "public_identity"), ("C0:11:22:33:44:55/public", "public_identity"),
      ("C0:11:22:33:44:55", "random_identity"), ("00:11:22:33:44:55/random", "random_identity"),
    ] {
      let events = try events(["--irk", "\(key)=\(whose)"], file)
      try #require(events.count == 4)
      expect(events.allSatisfy { $0["address_type"] as? String == type })
    }
    // Without an identity nothing is said to be one.
    let nameless = try events(["--irk", key], file)
    try #require(nameless.count == 4)
    expect(nameless.allSatisfy { $0["address"] as? String == address })
    expect(nameless.allSatisfy { $0["over_air_address"] == nil })
  }

  @Test func theOrderOfKnowledge() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("paired", capture(pairs: true).bytes)
    let all = try events([], file)
    expect(
      all.map { $0["event"] as? String },
      equals: [
        "advertisement", "connected", "security", "read", "disconnected",
      ])
    expect(all.prefix(2).allSatisfy { $0["address"] as? String == address })
    expect(all.prefix(2).allSatisfy { $0["over_air_address"] == nil })
    expect(all.dropFirst(2).allSatisfy { $0["address"] as? String == identity })
    expect(all.dropFirst(2).allSatisfy { $0["over_air_address"] as? String == address })
    // Any address that the device had chooses it, and all that it did: a file is read twice.
    try expect(events(["--device", address], file).count, equals: 5)
    try expect(events(["--device", identity], file).count, equals: 5)
    let report = try Program.run([file]).output
    expect(report.contains("\(identity)  identity"))
    expect(!report.contains("\(address)  resolvable"))
  }

  /// Conversion keeps what is of the device, under whatever address.
  @Test func conversionByIdentity() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("unpaired", capture(pairs: false).bytes)
    let out = folder.url.appending(path: "out.btsnoop").path
    let outcome = try Program.run(
      ["convert", "--irk", "\(key)=\(identity)", "--device", identity, file, out])
    expect(outcome.status, equals: 0)
    try expect(events([], out).count, equals: 4)
  }

  @Test(arguments: [
    ("", "--irk '': is empty"),
    ("ec02", "--irk: expected a key of 32 hex digits, or KEY=ADDRESS"),
    ("zz0234a357c8ad05341010a60a397d9b", "--irk: expected a key of 32 hex digits, or KEY=ADDRESS"),
    ("+c0234a357c8ad05341010a60a397d9b", "--irk: expected a key of 32 hex digits, or KEY=ADDRESS"),
    ("00000000000000000000000000000000", "--irk: the key is all zeros"),
    ("ec0234a357c8ad05341010a60a397d9b=", "--irk: expected an address after the key: ''"),
    ("ec0234a357c8ad05341010a60a397d9b=C0:FF", "--irk: expected an address after the key: 'C0:FF'"),
    (
      "ec0234a357c8ad05341010a60a397d9b=00:00:00:00:00:00",
      "--irk: expected an address after the key: '00:00:00:00:00:00'"
    ),
    (
      "ec0234a357c8ad05341010a60a397d9b=C0:FF:EE:00:00:01/static",
      "--irk: unknown address type 'static': expected public or random"
    ),
  ])
  func refusesWhatIsNoKey(value: String, message: String) throws {
    let outcome = try Program.run(["--irk=\(value)", "/nowhere"])
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors.hasPrefix("bleinspect: \(message)\n")
        || outcome.errors.hasPrefix("\(message)\n"))
    expect(outcome.output.isEmpty)
    expect(!mentionsKey(outcome.errors))
  }

  @Test func refusesTooManyKeys() throws {
    let keys = (1...33).map {
      "--irk=" + String(repeating: "0", count: 30) + String(format: "%02x", $0)
    }
    let outcome = try Program.run(keys + ["/nowhere"])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("--irk: more than 32 keys"))
  }
}
