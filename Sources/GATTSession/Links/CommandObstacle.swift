import ATTDissector
import Bytes

/// What stands in the way of a command that a controller refuses: it makes one attempt to connect at a time, and one
/// connection with a device (Core Specification, Vol 4, Part E, 7.8.12), and has no random address of its own (7.8.9,
/// 7.8.11).
enum CommandObstacle {
  /// An attempt since a frame.
  case attempt(BluetoothAddress?, frame: UInt64)
  /// It has the connection already, since a frame.
  case connection(Int, frame: UInt64)

  /// It scans, or advertises, since a frame: how cannot be changed meanwhile (7.8.5, 7.8.10).
  case busy(StaticString, frame: UInt64)
  /// It is to use a random address, and its host has given it none since its reset.
  case noRandomAddress

  func write(to text: inout ByteWriter) {
    switch self {
    case .attempt(let address, let frame):
      text.append("; an attempt to connect")
      if let address {
        text.append(" to ")
        address.write(to: &text)
      }
      text.append(" was under way since frame ")
      text.append(decimal: frame)
    case .connection(let ordinal, let frame):
      text.append("; it has a connection with that device, C")
      text.append(decimal: ordinal)
      text.append(", since frame ")
      text.append(decimal: frame)
    case .busy(let work, let frame):
      text.append("; it ")
      text.append(work)
      text.append(" since frame ")
      text.append(decimal: frame)
    case .noRandomAddress:
      text.append("; it is to use a random address, and was given none since its reset")
    }
  }
}

extension Adapter {
  /// What stands in the way of an attempt that was refused.
  func obstacle(to asked: ConnectionAttempt) -> CommandObstacle? {
    if let wanted = asked.target.peer,
      let open = connections.values.first(where: {
        $0.isOpen && $0.transport == .le && $0.airAddress?.deviceKey == wanted.deviceKey
      })
    {
      return .connection(open.ordinal, frame: open.startFrame)
    }
    return controller.attempts.current.map { .attempt($0.target.peer, frame: $0.frame) }
  }
}
