import BTSnoop
import Bytes

/// What few connections show, and what it may say of their ends.
package struct ConnectionClues {
  /// The last part of a PDU of each side that an HCI log lacks.
  package internal(set) var lostParts: PerSide<LostPart?> = PerSide(both: nil)
  /// The client whose requests were answered without being in the capture.
  var answersToNothing: Side?
  /// How many packets this host had sent with the last of its Execute Write Requests that only cancel.
  var lastCancel: Int?
  /// The last strength at which this host's controller says that it hears the peer, in dBm.
  package internal(set) var strength: (frame: UInt64, time: CaptureTime, dBm: Int8)?
  /// The last change of its PHYs or its data length, in an HCI log.
  package internal(set) var change: LinkAlteration?
  /// For how long this host, its peripheral, has not advertised since its end, to that of the capture, in nanoseconds.
  package internal(set) var unadvertised: Int64?
  /// When this host asked to cancel the connection attempt; the connection was made nevertheless.
  package internal(set) var cancelled: (frame: UInt64, time: CaptureTime)?
  /// How the controller listened for the device that this host asked for by its address, where that was slow, in units
  /// of 0.625 ms.
  package internal(set) var listening: (interval: UInt16, window: UInt16)?
  /// The controller had reported that it failed when it was reset or switched off.
  package internal(set) var controllerFailure: (frame: UInt64, time: CaptureTime)?
}

/// A change of a link that its controller has reported.
package struct LinkAlteration: Sendable {
  /// `its PHYs`
  package let words: StaticString
  package let frame: UInt64
  package let time: CaptureTime

  init(words: StaticString, _ record: CaptureRecord) {
    self.words = words
    (frame, time) = (record.frame, record.time)
  }
}
