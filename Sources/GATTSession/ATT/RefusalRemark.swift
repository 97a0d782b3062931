import ATTDissector
import Bytes

/// How the link was protected when a server refused something for want of security.
enum RefusalRemark {
  /// The link was encrypted only afterwards, without that the client has asked again: since a frame.
  case later(frame: UInt64)
  /// It was encrypted; with the key of a pairing of the connection, if the capture has that.
  case already(SMPPairingMethod?)

  func write(_ text: inout ByteWriter) {
    switch self {
    case .later(let frame):
      text.append(", and not asked again when the link was encrypted (frame ")
      text.append(decimal: frame)
      text.append(")")
    case .already(let method):
      text.append(", although the link was encrypted")
      guard let method else { return }
      text.append(", with the key of a pairing by ")
      text.append(method.association.name)
      if method.association == .justWorks {
        text.append(", which does not protect against a man in the middle")
      }
      if method.keySize < 16 {
        text.append(", of ")
        text.append(Int(method.keySize), "octet")
      }
    }
  }
}
