import BTSnoop
import Bytes

/// The header of a monitor protocol record on a serial line, all little-endian: u16 length of
/// all that follows it, u16 opcode, u8 flags, u8 length of the extension, the extension; then the
/// payload (BlueZ, doc/btsnoop-protocol.rst, "TTY-based protocol").
struct MonitorFrame: Equatable {
  /// Length, opcode, flags and the extension's length.
  static let headerLength = 6
  /// Longest payload in bytes that does not contain its own length.
  static let maximumUnmeasured = 4096

  var opcode: UInt16
  /// The offset of the payload.
  var payloadOffset: Int
  var payloadLength: Int
  /// Tenths of a millisecond.
  var ticks: UInt32?
  /// Packets that the device has lost since the record before.
  var drops: UInt32

  var totalLength: Int { payloadOffset + payloadLength }

  /// What the bytes may be the start of.
  enum Verdict: Equatable {
    /// - isCertain: more than the header confirms it.
    case frame(MonitorFrame, isCertain: Bool)
    case undecided
    case none
  }

  static func verdict(of bytes: RawSpan) -> Verdict {
    guard bytes.byteCount >= headerLength else { return .undecided }
    let length = Int(bytes.uint16LittleEndian(at: 0))
    let opcode = bytes.uint16LittleEndian(at: 2)
    let extensionLength = Int(bytes.uint8(at: 5))
    // No flags are defined, and opcodes fit a byte.
    guard opcode <= 0xFF, bytes.uint8(at: 4) == 0, length >= 4 + extensionLength else {
      return .none
    }
    let payloadOffset = headerLength + extensionLength
    var frame = MonitorFrame(
      opcode: opcode, payloadOffset: payloadOffset, payloadLength: length - 4 - extensionLength,
      ticks: nil, drops: 0)
    guard bytes.byteCount >= payloadOffset else { return .undecided }
    guard frame.readExtension(bytes.clamped(headerLength, count: extensionLength)) else {
      return .none
    }
    switch frame.measure(bytes.clamped(payloadOffset)) {
    case .fits: return .frame(frame, isCertain: true)
    case .differs:
      return frame.payloadLength <= maximumUnmeasured ? .frame(frame, isCertain: false) : .none
    case .undecided: return .undecided
    case .unmeasured:
      guard frame.payloadLength <= maximumUnmeasured else { return .none }
      return .frame(frame, isCertain: frame.ticks != nil && opcode <= 0x20)
    case .impossible: return .none
    }
  }

  /// Fields of a type byte and a value. They should be in the order of their types, so that a
  /// reader may stop at the first unknown one; Zephyr puts the time before the others.
  /// - Returns: whether every known field is complete.
  private mutating func readExtension(_ bytes: RawSpan) -> Bool {
    var cursor = ByteCursor(bytes)
    do {
      while !cursor.isAtEnd {
        switch try cursor.uint8() {
        // Commands, events, ACL and SCO in each direction, and others.
        case 1...7: drops += UInt32(try cursor.uint8())
        case 8: ticks = try cursor.uint32LittleEndian()
        default: return true
        }
      }
      return true
    } catch { return false }
  }

  private enum Measure {
    /// The payload's own length, with its header, compared with that of the frame.
    case fits, differs
    /// Too few bytes to decide.
    case undecided
    /// It contains no length.
    case unmeasured
    /// Its length is fixed, and differs.
    case impossible
  }

  private func measure(_ payload: RawSpan) -> Measure {
    let header: Int
    switch PacketFraming.monitor(opcode: opcode, adapter: 0, headerLength: 0).kind {
    case .command, .sco: header = 3
    case .event: header = 2
    case .acl, .iso: header = 4
    default:
      switch opcode {
      case MonitorOpcode.newIndex: return payloadLength == 16 ? .fits : .impossible
      case MonitorOpcode.deleteIndex, MonitorOpcode.openIndex, MonitorOpcode.closeIndex:
        return payloadLength == 0 ? .fits : .impossible
      case MonitorOpcode.indexInfo: return payloadLength == 8 ? .fits : .impossible
      default: return .unmeasured
      }
    }
    guard payloadLength >= header else { return .differs }
    guard payload.byteCount >= header else { return .undecided }
    let own: Int
    switch PacketFraming.monitor(opcode: opcode, adapter: 0, headerLength: 0).kind {
    case .event: own = Int(payload.uint8(at: 1))
    case .acl: own = Int(payload.uint16LittleEndian(at: 2))
    case .iso: own = Int(payload.uint16LittleEndian(at: 2) & 0x3FFF)
    default: own = Int(payload.uint8(at: 2))
    }
    return header + own == payloadLength ? .fits : .differs
  }
}
