/// When advertisements are decoded.
package enum DecodingTime: Sendable {
  /// Before the sink is given the event.
  case first
  /// By the sink, which may do so on another thread: `EventFields.late` says how.
  case later
}

/// What is still to be decoded of an event, beside the bytes of its value.
package enum LateDecoding: Sendable {
  case nothing
  /// Advertising data; the sender's address, if known, tells which company codes are believable.
  case advertisement(sender: UInt64?)
}
