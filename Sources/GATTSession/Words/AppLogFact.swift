import ATTDissector
import Bytes
import GATTValues
import Vocabulary

/// What the log of an app says where a capture would say more.
package enum AppLogFact: EventFact {
  case connected
  /// The next connection of the device begins, and the log does not say how this one ended.
  case endMissing
  /// - status: Android's own number; 0 or `nil` says nothing.
  case ended(status: UInt32?, isAttempt: Bool)
  /// An attribute of the list, without a handle.
  case attribute(CharacteristicProperties)
  /// A request failed with a status of Android's own.
  case failed(RequestWords, status: UInt32)
  case mtu(UInt16)
  /// The words of the log.
  case remark(String)

  package var content: EventContent { .appLog(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .connected: own.add(.event.role, word: LinkRole.central.name)
    case .endMissing:
      LinkEnd(by: .unknown).write(&own)
      out.text.append("the log does not say how it ended")
    case .ended(let status, let isAttempt):
      LinkEnd(by: .unknown).write(&own)
      if isAttempt { out.text.append("attempt failed: ") }
      if let status, status != 0 {
        out.text.append("status ")
        out.text.append(decimal: UInt64(status))
        out.text.append(" of the system")
      } else {
        out.text.append("the log gives no reason")
      }
    case .attribute(let properties):
      for (property, word) in CharacteristicProperties.words where properties.contains(property) {
        own.add(.event.properties, .word(word), shape: .element)
      }
    case .failed(let request, let status):
      request.write(&out.text)
      out.text.append(": failed, status ")
      out.text.append(decimal: UInt64(status))
      out.text.append(" of the system")
    case .mtu(let mtu):
      own.add(.event.mtu, mtu)
      out.text.append(decimal: UInt64(mtu))
    case .remark(let text):
      out.text.append("the app says: ")
      out.text.append(untrusted: text, escaping: .plain)
    }
  }
}
