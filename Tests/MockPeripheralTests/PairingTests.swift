import ATTDissector
import Bytes
import Cryptography
import TestSupport
import Testing

@testable import MockPeripheral

extension PairingPublicKey {
  /// As the Security Manager sends it.
  fileprivate var pdu: [UInt8] {
    var pdu: [UInt8] = [0x0C]
    pdu += x.reversed()
    pdu += y.reversed()
    return pdu
  }
}

/// The responder, with the sample data of the specification: Vol 3, Part H, Appendix D.
@Suite struct PairingResponderTests {
  private static func octets(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }

  private static let secrets = PairingResponder.Secrets(
    privateKey: octets("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd"),
    random: 0xa6e8e7cc_25a75f6e_216583f7_ff3dc4cf)
  private static let request: [UInt8] = [0x01, 4, 0, 9, 16, 0, 0]
  private static let response: [UInt8] = [0x02, 3, 0, 8, 16, 0, 0]
  private static let keyPDU = PairingPublicKey.debug.pdu
  private static let ownKeyPDU = PairingPublicKey(
    x: octets("1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190"),
    y: octets("4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a")
  ).pdu
  private static let random: [UInt8] =
    [0x04] + octets("d5cb8454d177733effffb2ec712baeab").reversed()
  /// Of another implementation, OpenSSL's CMAC and curve in Python: Cb, Ea and Eb.
  private static let confirm: [UInt8] =
    [0x03] + octets("3aff7577b5c69fbaa1ced9185338ab6b").reversed()
  private static let check: [UInt8] =
    [0x0D] + octets("cdba37e38b10cd9da8073de17f3b8361").reversed()
  private static let ownCheck: [UInt8] =
    [0x0D] + octets("6922f8949c3d5cdf814614d58ddaaae7").reversed()
  private static let longTermKey: UInt128 = 0x69867911_69d7cd23_980522b5_94750a38

  private func makeResponder() -> PairingResponder {
    PairingResponder(
      initiator: BluetoothAddress(0x5612_3737_BFCE, kind: .public),
      responder: BluetoothAddress(0xA713_702D_CFC1, kind: .public)
    ) { Self.secrets }
  }

  /// A responder that has taken some of the PDUs of a pairing.
  private func responder(after pdus: [[UInt8]]) -> PairingResponder {
    var responder = makeResponder()
    for pdu in pdus { expect(responder.receive(pdu.rawBytes, now: 0).first?.first != 0x05) }
    return responder
  }

  @Test func pairs() {
    var responder = makeResponder()
    expect(responder.receive(Self.request.rawBytes, now: 0), equals: [Self.response])
    expect(responder.receive(Self.keyPDU.rawBytes, now: 1), equals: [Self.ownKeyPDU, Self.confirm])
    expect(
      responder.receive(Self.random.rawBytes, now: 2),
      equals: [[0x04] + Self.octets("a6e8e7cc25a75f6e216583f7ff3dc4cf").reversed()])
    expect(responder.longTermKey == nil)
    expect(responder.receive(Self.check.rawBytes, now: 3), equals: [Self.ownCheck])
    expect(responder.takeOutcome(), equals: .paired)
    expect(responder.takeOutcome() == nil)
    expect(responder.longTermKey, equals: Self.longTermKey)
  }

  @Test func shortKeysAreMadeShort() {
    // The check has no key size in it.
    var responder = responder(after: [[0x01, 4, 0, 9, 7, 0, 0], Self.keyPDU, Self.random])
    expect(responder.receive(Self.check.rawBytes, now: 0), equals: [Self.ownCheck])
    expect(responder.longTermKey, equals: Self.longTermKey & 0xFF_FFFF_FFFF_FFFF)
  }

  @Test(
    arguments: [
      // Legacy pairing, out of band, key sizes, lengths.
      ([0x01, 4, 0, 1, 16, 0, 0], 0x03), ([0x01, 4, 1, 9, 16, 0, 0], 0x02),
      ([0x01, 4, 0, 9, 6, 0, 0], 0x06), ([0x01, 4, 0, 9, 17, 0, 0], 0x0A), ([0x01, 4, 0, 9], 0x0A),
      // No such command.
      ([0x0F], 0x07),
    ] as [([UInt8], UInt8)])
  func refusesRequests(request: [UInt8], reason: UInt8) {
    var responder = makeResponder()
    expect(responder.receive(request.rawBytes, now: 0), equals: [[0x05, reason]])
    let isRequest = request[0] == 1
    expect(
      responder.takeOutcome(), equals: (isRequest ? .failed(.init(rawValue: reason)) : nil))
    expect(responder.receive(Self.request.rawBytes, now: 0), equals: [Self.response])
  }

  @Test func refusesKeys() {
    var beside = Self.keyPDU
    beside[64] ^= 1
    for key in [beside, Self.ownKeyPDU, [0x0C], [0x0C] + [UInt8](repeating: 0, count: 64)] {
      var responder = responder(after: [Self.request])
      expect(responder.receive(key.rawBytes, now: 0), equals: [[0x05, 0x0A]])
      expect(responder.takeOutcome(), equals: .failed(.invalidParameters))
      // It is over.
      expect(responder.receive(Self.random.rawBytes, now: 0), equals: [])
    }
  }

  @Test func aWrongCheckFails() {
    for index in 1...16 {
      var responder = responder(after: [Self.request, Self.keyPDU, Self.random])
      var check = Self.check
      check[index] ^= 0x80
      expect(responder.receive(check.rawBytes, now: 0), equals: [[0x05, 0x0B]])
      expect(responder.longTermKey == nil)
    }
    // Another initiator's features.
    var responder = responder(after: [[0x01, 3, 0, 9, 16, 0, 0], Self.keyPDU, Self.random])
    expect(responder.receive(Self.check.rawBytes, now: 0), equals: [[0x05, 0x0B]])
  }

  @Test func orderMatters() {
    var responder = makeResponder()
    // Nothing begins with these.
    for pdu in [Self.keyPDU, Self.random, Self.check, Self.confirm, [0x0B, 1], [0x05, 8]] {
      expect(responder.receive(pdu.rawBytes, now: 0), equals: [])
      expect(responder.takeOutcome() == nil)
    }
    for pdu in [Self.random, Self.check, Self.confirm] {
      responder = self.responder(after: [Self.request])
      expect(responder.receive(pdu.rawBytes, now: 0), equals: [[0x05, 0x08]])
    }
    // The other side gives up; a request starts again.
    responder = self.responder(after: [Self.request, Self.keyPDU])
    expect(responder.receive([0x05, 0x0C].rawBytes, now: 0), equals: [])
    expect(responder.takeOutcome(), equals: .failed(.init(rawValue: 0x0C)))
    expect(responder.receive(Self.request.rawBytes, now: 0), equals: [Self.response])
    expect(responder.receive(Self.request.rawBytes, now: 0), equals: [Self.response])
  }

  @Test func timeIsLimited() {
    var responder = responder(after: [Self.request])
    expect(
      responder.receive(Self.keyPDU.rawBytes, now: PairingResponder.timeout - 1).count, equals: 2)
    expect(responder.receive(Self.random.rawBytes, now: 2 * PairingResponder.timeout), equals: [])
    expect(responder.takeOutcome(), equals: .failed(.unspecified))
    expect(responder.receive(Self.request.rawBytes, now: 2 * PairingResponder.timeout), equals: [])
  }

  @Test func secretsAreDrawn() throws {
    let secrets = (0..<8).map { _ in PairingResponder.Secrets.drawn() }
    expect(Set(secrets.map(\.privateKey)).count == 8 && Set(secrets.map(\.random)).count == 8)
    for secret in secrets { _ = try #require(PairingPublicKey(privateKey: secret.privateKey)) }
  }

  @Test func anyPDUsAreSurvived() {
    var random = SplitMix(seed: 19)
    let parts = [Self.request, Self.keyPDU, Self.random, Self.check, Self.confirm]
    for _ in 0..<200 {
      var responder = makeResponder()
      for _ in 0..<12 {
        var pdu = parts[Int.random(in: 0..<parts.count, using: &random)]
        if Bool.random(using: &random) {
          pdu[Int.random(in: 0..<pdu.count, using: &random)] ^= UInt8.random(
            in: 1...255, using: &random)
        }
        pdu.removeLast(Int.random(in: 0...1, using: &random))
        expect(responder.receive(pdu.rawBytes, now: 0).count <= 2)
      }
    }
  }
}

/// Pairing on a link, with a client that makes its own keys.
@Suite struct PairingTests {
  private static let clientKey: [UInt8] = (0..<32).map { $0 + 1 }
  private static let clientRandom: UInt128 = 0x0102_0304_0506_0708
  private static let longTermKeyRequest: [UInt8] =
    [4, 0x3E, 13, 5, 0x40, 0] + [UInt8](repeating: 0, count: 10)

  /// 0003 wanted encryption for reading, 0005 for writing.
  private func recording() -> RecordedPeripheral {
    var recording = RecordedPeripheral()
    recording.connections = 1
    recording.advertisement = Advertisement(
      data: [2, 1, 6], address: BluetoothAddress(0xC1C2_C3C4_C5C6, kind: .random))
    recording.table = AttributeTable([
      ServedAttribute(handle: 1, type: .primaryService, endHandle: 15, declared: [0x0D, 0x18]),
      ServedAttribute(handle: 3, type: 0x2A38),
      ServedAttribute(handle: 5, type: 0x2A39, permissions: [.read, .write]),
    ])
    let refused = ATTErrorCode(rawValue: 0x0F)
    RecordedHistory(
      [
        .init(.read(.error(refused)), handle: 3, connection: 0, time: 0),
        .init(.write([1], error: ATTErrorCode(rawValue: 0x05)), handle: 5, connection: 0, time: 1),
        .init(.read(.value([1])), handle: 3, connection: 0, time: 2),
        .init(.read(.value([2])), handle: 3, connection: 0, time: 3),
        .init(.write([1], error: nil), handle: 5, connection: 0, time: 4),
      ], configured: [:], starts: [:]
    ) { _ in 1 }.add(to: &recording)
    return recording
  }

  private func connected(pairs: Bool) -> Bench {
    var options = PlayedPeripheral.Options()
    options.pairs = pairs
    var controller = VirtualController()
    controller.bufferLength = 251
    var bench = Bench(recording(), options, controller)
    bench.send(VirtualController.connected())
    _ = bench.takeOccurrences()
    return bench
  }

  private func say(_ pdu: [UInt8], _ bench: inout Bench) -> [[UInt8]] {
    bench.send(VirtualController.pdu(pdu, channel: .securityManager))
    return bench.received()
  }

  /// Pairs as the client.
  /// - Returns: the key.
  private func pair(_ bench: inout Bench) throws -> UInt128 {
    expect(say([0x01, 3, 0, 8, 16, 0, 0], &bench), equals: [[0x02, 3, 0, 8, 16, 0, 0]])
    let own = try #require(PairingPublicKey(privateKey: Self.clientKey))
    let answers = say(own.pdu, &bench)
    try #require(answers.count == 2 && answers[0].count == 65 && answers[1].count == 17)
    let peer = PairingPublicKey(
      x: answers[0][1...32].reversed(), y: answers[0][33...].reversed())
    let secret = try #require(peer.secret(with: Self.clientKey))
    let randoms = say([0x04] + Self.clientRandom.octets, &bench)
    try #require(randoms.count == 1 && randoms[0].count == 17)
    var random: UInt128 = 0
    for octet in randoms[0].dropFirst().reversed() { random = random << 8 | UInt128(octet) }
    let confirm = try #require(PairingFunctions.confirm(own: peer.x, other: own.x, random: random))
    expect(answers[1], equals: [0x03] + confirm.octets)
    let client = PairingAddress(0xF0F1_F2F3_F4F5, isRandom: true)
    let strap = PairingAddress(0xC1C2_C3C4_C5C6, isRandom: true)
    let keys = try #require(
      PairingFunctions.keys(
        secret: secret, initiatorRandom: Self.clientRandom, responderRandom: random,
        initiator: client, responder: strap))
    let check = try #require(
      PairingFunctions.check(
        macKey: keys.macKey, first: Self.clientRandom, second: random, random: 0,
        features: 0x080003, sender: client, receiver: strap))
    let answer = try #require(
      PairingFunctions.check(
        macKey: keys.macKey, first: random, second: Self.clientRandom, random: 0,
        features: 0x080003, sender: strap, receiver: client))
    expect(say([0x0D] + check.octets, &bench), equals: [[0x0D] + answer.octets])
    return keys.longTermKey
  }

  @Test func aClientPairsAndEncrypts() throws {
    var bench = connected(pairs: true)
    // Until then as often as it asks.
    for _ in 0..<2 {
      expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0F]])
      expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x01, 0x12, 5, 0, 0x05]])
    }
    let key = try pair(&bench)
    expect(bench.takeOccurrences(), equals: [.paired(number: 1)])
    bench.send(Self.longTermKeyRequest)
    expect(bench.controller.parameters[0x201A], equals: [0x40, 0] + key.octets)
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0F]])
    bench.send([4, 0x08, 4, 0, 0x40, 0, 1])
    expect(bench.takeOccurrences(), equals: [.encrypted(number: 1, isOn: true)])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 2]])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x13]])
    // The next connection has nothing of it.
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    bench.send(Self.longTermKeyRequest)
    expect(bench.controller.parameters[0x201B], equals: [0x40, 0])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0F]])
  }

  @Test func aKeyOfAnotherBondIsRefused() throws {
    var bench = connected(pairs: true)
    _ = try pair(&bench)
    bench.send([4, 0x3E, 13, 5, 0x40, 0] + [UInt8](repeating: 7, count: 10))
    expect(bench.controller.parameters[0x201B], equals: [0x40, 0])
    // Encryption that failed is none.
    bench.send([4, 0x08, 4, 0x06, 0x40, 0, 0])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0F]])
  }

  @Test func withoutPairingTheErrorsAreThoseOfTheCapture() {
    var bench = connected(pairs: false)
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0F]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    expect(say([0x01, 3, 0, 8, 16, 0, 0], &bench), equals: [[0x05, 0x05]])
  }
}
