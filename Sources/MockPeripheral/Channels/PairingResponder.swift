import ATTDissector
import Bytes
import Cryptography

/// The responder of LE Secure Connections with Just Works: who asks is paired, and no bond is kept.
///
/// Source: Bluetooth Core Specification, Vol 3, Part H, 2.3.5 and 3.5.
package struct PairingResponder {
  /// What this side draws for each pairing.
  package struct Secrets: Equatable, Sendable {
    /// Most significant octet first; below the order of the curve, and not 0.
    package var privateKey: [UInt8]
    package var random: UInt128

    package init(privateKey: [UInt8], random: UInt128) {
      self.privateKey = privateKey
      self.random = random
    }

    package static func drawn() -> Secrets {
      var generator = SystemRandomNumberGenerator()
      var key = (0..<PairingPublicKey.size).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // The order of the curve starts with FFFFFFFF.
      key[0] = UInt8.random(in: 1...254, using: &generator)
      let random = UInt128.random(in: 0...UInt128.max, using: &generator)
      return Secrets(privateKey: key, random: random)
    }
  }

  /// How a pairing ended.
  package enum Outcome: Equatable, Sendable {
    case paired
    case failed(PairingError)
  }

  /// Source: 3.5.5.
  package struct PairingError: RawRepresentable, Equatable, Error, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    static let noOutOfBandData = PairingError(rawValue: 0x02)
    static let authenticationRequirements = PairingError(rawValue: 0x03)
    static let notSupported = PairingError(rawValue: 0x05)
    static let keySize = PairingError(rawValue: 0x06)
    static let commandNotSupported = PairingError(rawValue: 0x07)
    static let unspecified = PairingError(rawValue: 0x08)
    static let invalidParameters = PairingError(rawValue: 0x0A)
    static let wrongCheck = PairingError(rawValue: 0x0B)
  }

  /// Nanoseconds without a PDU after which a link can pair no more (3.4).
  package static let timeout: Int64 = 30_000_000_000
  /// Octets of the shortest and the longest key.
  private static let keySizes: ClosedRange<UInt8> = 7...16
  /// No input and no output; no data out of band; Secure Connections without bonding.
  private static let features: (capability: UInt8, outOfBand: UInt8, requirements: UInt8) =
    (3, 0, 8)

  /// What both sides know of each other before the randoms are exchanged.
  private struct Exchange {
    var own: Secrets
    var publicKey: PairingPublicKey
    var keySize: UInt8
    /// AuthReq, OOB data flag and IO capability of the initiator.
    var features: UInt32
    /// The Diffie-Hellman key.
    var secret: [UInt8] = []
  }

  private enum State {
    case idle
    case publicKey(Exchange)
    case random(Exchange)
    case check(Exchange, peerRandom: UInt128, macKey: UInt128, longTermKey: UInt128)
    /// Nothing pairs any more.
    case over
  }

  private let initiator: PairingAddress
  private let responder: PairingAddress
  private let draw: () -> Secrets
  private var state = State.idle
  private var last: Int64 = 0
  private var outcome: Outcome?
  /// The key of the last pairing that succeeded.
  package private(set) var longTermKey: UInt128?

  /// - Parameters:
  ///   - initiator, responder: the addresses of the connection on the air.
  ///   - draw: called once for each pairing.
  package init(
    initiator: BluetoothAddress, responder: BluetoothAddress,
    draw: @escaping () -> Secrets = Secrets.drawn
  ) {
    self.initiator = PairingAddress(initiator)
    self.responder = PairingAddress(responder)
    self.draw = draw
  }

  /// Whether pairing is possible: it needs libcrypto.
  package static var isAvailable: Bool { PairingFunctions.isAvailable }

  /// How a pairing has ended since the last call.
  package mutating func takeOutcome() -> Outcome? {
    defer { outcome = nil }
    return outcome
  }

  /// Takes a PDU of the Security Manager.
  /// - Returns: the PDUs to send.
  package mutating func receive(_ pdu: RawSpan, now: Int64) -> [[UInt8]] {
    guard pdu.byteCount > 0 else { return [] }
    if isPairing, now - last >= Self.timeout {
      state = .over
      outcome = .failed(.unspecified)
    }
    if case .over = state { return [] }
    last = now
    do throws(PairingError) { return try answer(to: pdu) } catch {
      let wasPairing = isPairing
      state = .idle
      if wasPairing || pdu.uint8(at: 0) == SMPCode.pairingRequest.rawValue {
        outcome = .failed(error)
      }
      return [[SMPCode.pairingFailed.rawValue, error.rawValue]]
    }
  }

  private var isPairing: Bool {
    switch state {
    case .idle, .over: false
    case .publicKey, .random, .check: true
    }
  }

  private mutating func answer(to pdu: RawSpan) throws(PairingError) -> [[UInt8]] {
    let code = SMPCode(rawValue: pdu.uint8(at: 0))
    let parameters = pdu.clamped(1)
    switch code {
    case .pairingRequest: return try begin(parameters)
    case .pairingFailed:
      // The other side has given up: that has no answer.
      if isPairing {
        let reason = parameters.byteCount > 0 ? parameters.uint8(at: 0) : 0
        outcome = .failed(PairingError(rawValue: reason))
      }
      state = .idle
      return []
    case .pairingPublicKey:
      guard case .publicKey(let exchange) = state else { return try unexpected() }
      return try exchangeKeys(exchange, parameters: parameters)
    case .pairingRandom:
      guard case .random(let exchange) = state else { return try unexpected() }
      return try exchangeRandoms(exchange, parameters: parameters)
    case .pairingDHKeyCheck:
      guard case .check(let exchange, let random, let macKey, let longTermKey) = state else {
        return try unexpected()
      }
      let check = try Self.number(parameters)
      return [
        try verify(
          check, exchange: exchange, random: random, macKey: macKey, longTermKey: longTermKey)
      ]
    default:
      guard SMPName.command(code.rawValue) != nil else { throw .commandNotSupported }
      return try unexpected()
    }
  }

  /// A PDU out of its turn ends a pairing; without one it is ignored.
  private func unexpected() throws(PairingError) -> [[UInt8]] {
    if isPairing { throw .unspecified }
    return []
  }

  /// The 16 octets that a PDU consists of.
  private static func number(_ parameters: RawSpan) throws(PairingError) -> UInt128 {
    var cursor = ByteCursor(parameters)
    guard parameters.byteCount == 16, let number = try? cursor.uint128LittleEndian() else {
      throw .invalidParameters
    }
    return number
  }

  private mutating func begin(_ parameters: RawSpan) throws(PairingError) -> [[UInt8]] {
    var cursor = ByteCursor(parameters)
    guard parameters.byteCount == 6, let wanted = try? SMPPairingFeatures(&cursor) else {
      throw .invalidParameters
    }
    guard wanted.maximumKeySize >= Self.keySizes.lowerBound else { throw .keySize }
    guard wanted.maximumKeySize <= Self.keySizes.upperBound else { throw .invalidParameters }
    guard wanted.supportsSecureConnections else { throw .authenticationRequirements }
    // The client cannot have what this side never gave.
    guard !wanted.hasOutOfBandData else { throw .noOutOfBandData }
    let own = draw()
    guard let publicKey = PairingPublicKey(privateKey: own.privateKey) else { throw .notSupported }
    let octets = (UInt32(parameters.uint8(at: 2)), UInt32(parameters.uint8(at: 1)))
    state = .publicKey(
      Exchange(
        own: own, publicKey: publicKey, keySize: wanted.maximumKeySize,
        features: octets.0 << 16 | octets.1 << 8 | UInt32(parameters.uint8(at: 0))))
    let (capability, outOfBand, requirements) = Self.features
    // No keys are distributed: there is no bond.
    return [
      [
        SMPCode.pairingResponse.rawValue, capability, outOfBand, requirements,
        Self.keySizes.upperBound, 0, 0,
      ]
    ]
  }

  private mutating func exchangeKeys(
    _ exchange: Exchange, parameters: RawSpan
  ) throws(PairingError) -> [[UInt8]] {
    let size = PairingPublicKey.size
    guard parameters.byteCount == 2 * size else { throw .invalidParameters }
    let octets = parameters.copy()
    let peer = PairingPublicKey(x: octets[..<size].reversed(), y: octets[size...].reversed())
    // A key that comes back proves nothing; one beside the curve gives this side's away.
    guard peer.x != exchange.publicKey.x, let secret = peer.secret(with: exchange.own.privateKey),
      let confirm = PairingFunctions.confirm(
        own: exchange.publicKey.x, other: peer.x, random: exchange.own.random)
    else { throw .invalidParameters }
    var exchange = exchange
    exchange.secret = secret
    state = .random(exchange)
    var key = [SMPCode.pairingPublicKey.rawValue]
    key += exchange.publicKey.x.reversed()
    key += exchange.publicKey.y.reversed()
    return [key, Self.pdu(.pairingConfirm, number: confirm)]
  }

  private mutating func exchangeRandoms(
    _ exchange: Exchange, parameters: RawSpan
  ) throws(PairingError) -> [[UInt8]] {
    let random = try Self.number(parameters)
    guard
      let keys = PairingFunctions.keys(
        secret: exchange.secret, initiatorRandom: random, responderRandom: exchange.own.random,
        initiator: initiator, responder: responder)
    else { throw .unspecified }
    state = .check(
      exchange, peerRandom: random, macKey: keys.macKey,
      longTermKey: PairingFunctions.masked(keys.longTermKey, octets: exchange.keySize))
    return [Self.pdu(.pairingRandom, number: exchange.own.random)]
  }

  private mutating func verify(
    _ check: UInt128, exchange: Exchange, random: UInt128, macKey: UInt128,
    longTermKey: UInt128
  ) throws(PairingError) -> [UInt8] {
    let expected = PairingFunctions.check(
      macKey: macKey, first: random, second: exchange.own.random, random: 0,
      features: exchange.features, sender: initiator, receiver: responder)
    guard check == expected else { throw .wrongCheck }
    let (capability, outOfBand, requirements) = Self.features
    guard
      let own = PairingFunctions.check(
        macKey: macKey, first: exchange.own.random, second: random, random: 0,
        features: UInt32(requirements) << 16 | UInt32(outOfBand) << 8 | UInt32(capability),
        sender: responder, receiver: initiator)
    else { throw .unspecified }
    self.longTermKey = longTermKey
    outcome = .paired
    state = .idle
    return Self.pdu(.pairingDHKeyCheck, number: own)
  }

  private static func pdu(_ code: SMPCode, number: UInt128) -> [UInt8] {
    [code.rawValue] + number.octets
  }
}

extension UInt128 {
  /// The least significant one first, as HCI and the Security Manager have numbers.
  var octets: [UInt8] { (0..<16).map { UInt8(truncatingIfNeeded: self >> UInt128(8 * $0)) } }
}

extension PairingAddress {
  /// Takes an address as public or random, the two kinds that are on the air.
  fileprivate init(_ address: BluetoothAddress) {
    self.init(address.value, isRandom: address.kind.rawValue & 1 == 1)
  }
}
