import ATTDissector
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// Whose turn it is in a pairing.
struct PairingTurnTests {
  private func features(_ capability: UInt8, secure: Bool, outOfBand: Bool = false) throws
    -> SMPPairingFeatures
  {
    let bytes: [UInt8] = [capability, outOfBand ? 1 : 0, secure ? 0x0D : 0x05, 16]
    var cursor = ByteCursor(bytes.rawBytes)
    return try SMPPairingFeatures(&cursor)
  }

  /// - Returns: `I` or `R` and what it owes, and what its user may have to do.
  private func turn(
    _ code: UInt8, _ isInitiator: Bool, _ method: SMPPairingMethod?, rounds: Int = 0
  ) -> String? {
    let state = PairingTurn.State(
      code: SMPCode(rawValue: code), isInitiator: isInitiator, method: method,
      initiatorTypes: true, responderTypes: false, rounds: rounds)
    return PairingTurn(after: state).map {
      "\($0.isInitiator ? "I" : "R") \($0.owedWords)" + ($0.person.map { " \($0)" } ?? "")
    }
  }

  private func method(
    _ initiator: UInt8, _ responder: UInt8, secure: Bool, outOfBand: Bool = false
  ) throws -> SMPPairingMethod {
    SMPPairingMethod(
      initiator: try features(initiator, secure: secure, outOfBand: outOfBand),
      responder: try features(responder, secure: secure, outOfBand: outOfBand))
  }

  @Test func theBeginning() {
    expect(turn(0x01, true, nil), equals: "R Pairing Response agrees")
    expect(turn(0x02, false, nil), equals: nil)
    expect(turn(0x01, false, nil), equals: nil)
  }

  @Test func legacyPairing() throws {
    let method = try method(2, 0, secure: false)
    expect(method.association, equals: .passkeyEntry)
    expect(turn(0x02, false, method), equals: "I Pairing Confirm typesPasskey")
    expect(turn(0x03, true, method), equals: "R Pairing Confirm")
    expect(turn(0x03, false, method), equals: "I Pairing Random")
    expect(turn(0x04, true, method), equals: "R Pairing Random")
    expect(turn(0x04, false, method, rounds: 1), equals: "I the start of encryption")
    expect(turn(0x0C, true, method), equals: nil)
  }

  @Test func numericComparison() throws {
    let method = try method(1, 1, secure: true)
    expect(turn(0x02, false, method), equals: "I Pairing Public Key")
    expect(turn(0x0C, true, method), equals: "R Pairing Public Key")
    expect(turn(0x0C, false, method), equals: "R Pairing Confirm")
    expect(turn(0x03, true, method), equals: nil)
    expect(turn(0x03, false, method), equals: "I Pairing Random")
    expect(turn(0x04, false, method, rounds: 1), equals: "I Pairing DHKey Check confirmsNumber")
    expect(turn(0x0D, true, method), equals: "R Pairing DHKey Check confirmsNumber")
    expect(turn(0x0D, false, method), equals: "I the start of encryption")
  }

  /// Twenty rounds, each of a confirm value and a random number of both sides.
  @Test func passkeyEntry() throws {
    let method = try method(2, 0, secure: true)
    expect(turn(0x0C, false, method), equals: "I Pairing Confirm typesPasskey")
    expect(turn(0x03, true, method), equals: "R Pairing Confirm")
    expect(turn(0x04, false, method, rounds: 19), equals: "I Pairing Confirm")
    expect(turn(0x04, false, method, rounds: 20), equals: "I Pairing DHKey Check")
  }

  @Test func outOfBand() throws {
    let method = try method(3, 3, secure: true, outOfBand: true)
    expect(turn(0x0C, false, method), equals: "I Pairing Random")
    expect(turn(0x04, true, method), equals: "R Pairing Random")
  }

  /// Keys, and what a side may send at any time, have no turn.
  @Test func others() throws {
    let method = try method(1, 1, secure: true)
    for code in [0x05, 0x06, 0x08, 0x0B, 0x0E, 0x77] as [UInt8] {
      expect(turn(code, true, method), equals: nil)
    }
  }
}
