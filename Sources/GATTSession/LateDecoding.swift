import Bytes
import GATTValues

/// When the values of events are decoded.
package enum DecodingTime: Sendable {
  /// Before the sink is given the event.
  case first
  /// Advertisements by the sink, as `EventFields.late` says: most may have no line.
  case advertisementsLater
  /// The sink decodes, perhaps on another thread: `EventFields.late` says how.
  case later
}

/// What is still to be decoded of an event: all that it needs beside the bytes of the value.
package enum LateDecoding: Sendable {
  case nothing
  case value(DecoderID, DecodingContext)
  /// Advertising data; the sender's address, if known, tells which company codes are believable.
  case advertisement(sender: UInt64?)
}
