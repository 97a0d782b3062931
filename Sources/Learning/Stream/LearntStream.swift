import ATTDissector
import GATTSession

/// Which way values go.
package enum ValueDirection: String, Sendable, Comparable {
  case write, notify, read

  package static func < (one: Self, other: Self) -> Bool { one.order < other.order }
  private var order: Int { self == .write ? 0 : self == .notify ? 1 : 2 }
}

/// The values of one attribute of one device in one direction, and what they show.
package final class LearntStream {
  package let direction: ValueDirection
  package let handle: UInt16?
  /// The attribute as last known: it may be discovered after its first value.
  package private(set) var attribute: Attribute?
  package let peer: Peer?
  /// The first connection with a value.
  package let connection: Int
  package internal(set) var sample = ValueSample()
  package internal(set) var findings = StreamFindings()

  init(
    _ direction: ValueDirection, handle: UInt16?, attribute: Attribute?, peer: Peer?,
    connection: Int
  ) {
    self.direction = direction
    self.handle = handle
    self.attribute = attribute
    self.peer = peer
    self.connection = connection
  }

  package var uuid: BluetoothUUID? { attribute?.uuid }
  package var service: BluetoothUUID? { attribute?.service?.uuid }
  package var label: String? { attribute?.label }

  func isAbout(_ attribute: Attribute?) {
    if uuid == nil, let attribute { self.attribute = attribute }
  }

  /// What several are sorted by.
  var place: (Int, Int, UInt16, ValueDirection, Int) {
    (
      peer?.ordinal ?? .max, unnamedConnection ?? 0, handle ?? attribute?.handle ?? 0, direction,
      connection
    )
  }
  /// The connection, where it says all that is known of the device.
  var unnamedConnection: Int? { peer == nil ? connection : nil }
}

/// Two streams of one device, of which one answers the other.
package struct LearntAnswers {
  package let requests: LearntStream
  package let answers: LearntStream
  package let finding: AnswerFinding
}
