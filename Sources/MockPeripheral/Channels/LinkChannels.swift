import ATTDissector
import Bytes

/// The channels of one LE link: reassembly, and the refusal of what the peripheral does not do.
///
/// Source: Bluetooth Core Specification, Vol 3, Part A.
package struct LinkChannels {
  /// A PDU that arrived, and what is to be done with it.
  package enum Arrival: Equatable {
    /// For the ATT server.
    case attribute([UInt8])
    /// The answer of another channel, to be sent at once.
    case reply(L2CAPChannel, [UInt8], Refused)
    /// The answers of the Security Manager, to be sent at once.
    case pairing([[UInt8]], PairingResponder.Outcome?)
  }

  /// What an answer refuses.
  package enum Refused: Hashable, Sendable {
    case pairing
    case signal(code: UInt8)
  }

  private var reassembler = L2CAPReassembler()
  private var responder: PairingResponder?

  /// - responder: who pairs; without one, pairing is refused.
  package init(_ responder: PairingResponder? = nil) { self.responder = responder }

  /// The key that pairing has made.
  package var longTermKey: UInt128? { responder?.longTermKey }

  /// Takes a fragment.
  /// - isStart: as in the header of the ACL packet.
  package mutating func receive(_ fragment: RawSpan, isStart: Bool, now: Int64) -> Arrival? {
    switch reassembler.add(fragment, isStart: isStart, isCut: false, frame: 0) {
    case .whole: return arrival(fragment, now: now)
    case .joined:
      let pdu = reassembler.takePDU()
      let arrival = arrival(pdu.rawBytes, now: now)
      reassembler.recycle(pdu)
      return arrival
    // What has no start, or no end, is lost: its sender will wait in vain, as on the air.
    case .waiting, .stray, .foreign, .skipped, .cut: return nil
    }
  }

  private mutating func arrival(_ pdu: RawSpan, now: Int64) -> Arrival? {
    var cursor = ByteCursor(pdu)
    guard let header = try? L2CAPHeader(&cursor) else { return nil }
    let payload = pdu.clamped(L2CAPHeader.size, count: header.length)
    // A fragment that is longer than its PDU, or shorter.
    guard payload.byteCount == header.length, pdu.byteCount == L2CAPHeader.size + header.length
    else { return nil }
    switch header.channel {
    case .attribute: return .attribute(payload.copy())
    case .leSignaling: return Self.reply(toSignal: payload)
    case .securityManager:
      guard var responder else { return Self.reply(toPairing: payload) }
      let replies = responder.receive(payload, now: now)
      let outcome = responder.takeOutcome()
      self.responder = responder
      return .pairing(replies, outcome)
    default: return nil
    }
  }

  /// Every request is rejected as not understood; what is no request has no answer.
  private static func reply(toSignal payload: RawSpan) -> Arrival? {
    var cursor = ByteCursor(payload)
    // One command in a PDU, on LE (4); identifier 0 is invalid.
    guard let signal = try? L2CAPSignal(&cursor), signal.identifier > 0,
      !answers.contains(signal.code.rawValue)
    else { return nil }
    return .reply(
      .leSignaling,
      [L2CAPSignal.Code.commandReject.rawValue, signal.identifier, 2, 0, 0, 0],
      .signal(code: signal.code.rawValue))
  }

  /// Responses, rejections, and credits (4): what is not to be answered.
  private static let answers: Set<UInt8> = [
    0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x15, 0x16, 0x18, 0x1A,
  ]

  private static func reply(toPairing payload: RawSpan) -> Arrival? {
    guard payload.byteCount > 0,
      SMPCode(rawValue: payload.uint8(at: 0)) == .pairingRequest
    else { return nil }
    return .reply(
      .securityManager,
      [SMPCode.pairingFailed.rawValue, PairingResponder.PairingError.notSupported.rawValue],
      .pairing)
  }

  /// A PDU with its header.
  package static func pdu(_ channel: L2CAPChannel, payload: [UInt8]) -> [UInt8] {
    var pdu: [UInt8] = []
    pdu.reserveCapacity(L2CAPHeader.size + payload.count)
    pdu.append(UInt16(truncatingIfNeeded: payload.count))
    pdu.append(channel.rawValue)
    return pdu + payload
  }
}
