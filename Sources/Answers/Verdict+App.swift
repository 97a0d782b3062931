import ATTDissector
import Bytes
import GATTSession

/// What the log of an app can know of an end.
extension Verdict {
  /// An end that neither side asked for. The app has the reason from its system, which has it from the controller, and
  /// may have put another one in its place.
  static func told(
    _ reason: HCIStatus, on connection: Connection, to text: inout ByteWriter
  ) -> Certainty {
    text.append("The system of the app says that ")
    switch reason {
    case .connectionTimeout:
      text.append("nothing was heard of ")
      append(peerOf: connection, atStart: false, to: &text)
      if connection.state.timeout > 0 {
        text.append(" for the supervision time-out of ")
        text.append(milliseconds: Int(connection.state.timeout) * 10)
      }
    case .failedToBeEstablished:
      append(peerOf: connection, atStart: false, to: &text)
      text.append(" did not answer on the new link")
    case .linkLayerResponseTimeout:
      append(peerOf: connection, atStart: false, to: &text)
      text.append(" did not answer a procedure of the link layer")
    default: text.append("the connection ended")
    }
    text.append(": ")
    text.append(status: reason)
    return .likely
  }
}
