import ATTDissector
import Bytes

/// A PDU of the Security Manager, with what the state of a pairing needs of it.
struct PairingPDU {
  enum Content {
    case features(SMPPairingFeatures)
    /// A reason, requirements, or what was done on a keypad.
    case number(UInt8)
    case key(UInt128)
    case identity(BluetoothAddress)
    /// A value that is as long as it has to be, or is cut by the recorder.
    case value
    case none
  }

  let code: SMPCode
  private(set) var content = Content.none
  /// It is too short for its content.
  private(set) var error: ByteError?

  init(_ code: SMPCode, _ content: Content = .none) {
    self.code = code
    self.content = content
  }

  /// - isCut: by the recorder.
  init(_ payload: RawSpan, isCut: Bool) throws(ByteError) {
    var cursor = ByteCursor(payload)
    code = SMPCode(rawValue: try cursor.uint8())
    do throws(ByteError) {
      switch code {
      case .pairingRequest, .pairingResponse: content = .features(try SMPPairingFeatures(&cursor))
      case .pairingFailed, .securityRequest, .keypressNotification:
        content = .number(try cursor.uint8())
      case .identityInformation: content = .key(try cursor.uint128LittleEndian())
      case .identityAddressInformation:
        content = .identity(try BluetoothAddress(identity: &cursor))
      default: if payload.byteCount > 16 || isCut { content = .value }
      }
    } catch { self.error = error }
  }
}

/// What a pairing has to know of the link that it runs over.
struct PairingLink {
  /// A sniffer may have missed PDUs.
  var isOnAir = false
  var isLE = true
  var beginsInCapture = true
  /// The capture has nothing but data: no event says what became of a pairing.
  var isExcerpt = false
  /// The role of the recording host.
  var role: LinkRole?
  /// The peer's address is private, and may hide one that is known.
  var isPeerUnresolved = false
  /// How long what one side sends may have crossed what the other sends, in nanoseconds.
  var crossing: Int64 = 1_000_000_000
  /// On the air: what was missed so far.
  var heard: HearingMark?
}
