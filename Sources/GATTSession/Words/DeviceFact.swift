import ATTDissector
import Bytes
import GATTValues
import Vocabulary

/// The identity of devices.
package enum DeviceFact: EventFact {
  /// Two numbers turned out to be one device.
  case united(kept: Int, gone: Int)
  case identity(BluetoothAddress)
  case identityDoubted(BluetoothAddress, hasAnother: Bool)
  case ambiguous(BluetoothAddress)
  /// Attributes given for one device were applied to another of the same name.
  case takenByName(given: BluetoothAddress?, device: BluetoothAddress)
  case takenForUnknown
  /// Attributes given for one device were applied to another with the same Database Hash.
  case takenByHash(given: BluetoothAddress?, isSeen: Bool)
  /// The map of a known device was applied.
  case takenByMap(String)
  /// It is no longer used, since something contradicts it.
  case mapIsOver(String)
  /// A packet that only one role may send shows the role of the recording host.
  case role(LinkRole, by: StaticString, isSent: Bool)

  package var content: EventContent { .device(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .united(let kept, let gone):
      out.text.append("devices #")
      out.text.append(decimal: kept)
      out.text.append(" and #")
      out.text.append(decimal: gone)
      out.text.append(" are the same device")
    case .identity(let identity):
      own.add(step: .identity)
      out.text.append("identity ")
      identity.write(to: &out.text)
    case .identityDoubted(let identity, let hasAnother):
      out.text.append("the identity ")
      identity.write(to: &out.text)
      out.text.append(" is not used: ")
      out.text.append(
        hasAnother
          ? "the device has another one" : "it belongs to a device that is connected elsewhere")
    case .ambiguous(let address):
      address.write(to: &out.text)
      out.text.append(
        " matches the keys of several identities: such addresses are not resolved")
    case .takenByName(let given, let device):
      out.text.append("the attributes given for ")
      if let given { given.write(to: &out.text) } else { out.text.append("a device") }
      out.text.append(" are used for ")
      device.write(to: &out.text)
      out.text.append(", which has the same name")
    case .takenByHash(let given, let isSeen):
      out.text.append(isSeen ? "the attributes of " : "the attributes given for ")
      if let given { given.write(to: &out.text) } else { out.text.append("a device") }
      out.text.append(" are used: the Database Hash is the same")
    case .takenByMap(let title):
      out.text.append("attributes are named as those of a ")
      out.text.append(string: title)
      out.text.append(": the device's name fits, and the first values do")
    case .mapIsOver(let title):
      out.text.append("attributes are no longer named as those of a ")
      out.text.append(string: title)
      out.text.append(": something else was seen")
    case .takenForUnknown:
      out.text.append("the peer is unknown: its attributes have the given names")
    case .role(let role, let packet, let isSent):
      own.add(.event.role, word: role.name)
      out.text.append("this host is the ")
      out.text.append(role.name)
      out.text.append(": ")
      out.text.append(packet)
      out.text.append(isSent ? " sent" : " received")
    }
  }
}
