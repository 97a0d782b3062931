import BTSnoop
import Bytes
import GATTValues

/// Messages of several values, where a declaration says how they are joined.
extension ATTFollower {
  /// Joins a value to the message under way, and decodes what it completes.
  func join(
    _ program: Program, bytes: RawSpan, attribute: Attribute, reported: borrowing ValueEvent,
    decoding: DecodingContext, on connection: Connection, at record: CaptureRecord
  ) {
    let isSent = reported.direction == .sent
    let losses = connection.traffic.losses[isSent ? .host : .peer] &+ clock.counts.drops
    var stream = MessageStream(
      handle: attribute.handle, isWrite: reported.isWrite, isSent: isSent)
    // What a client reads is no part of what the server sends.
    let isAlone = reported.kind == .read || reported.isTruncated
    if reported.kind != .read,
      let known = connection.messages.firstIndex(where: { $0.isSame(as: stream) })
    {
      stream = connection.messages.remove(at: known)
      budget.messages.giveBack(stream.heldOctets)
      if stream.isOpen, stream.losses != losses || reported.isTruncated {
        reporter.fields.decoded.addNote(
          reported.isTruncated
            ? "cut, so a message is left out: "
            : "values before this are missing, so a message is left out: ")
        stream.write(to: &reporter.fields.decoded.note)
        stream = stream.fresh
      }
    }
    stream.losses = losses
    let frames = program.decode(
      bytes, of: record.frame, joining: &stream, in: decoding, into: &reporter.fields.decoded)
    for frame in frames {
      reporter.fields.own.add(.event.messageFrames, .unsigned(frame), shape: .element)
    }
    guard !isAlone, !stream.isEmpty else { return }
    guard connection.messages.count < SessionLimits.openMessages,
      budget.messages.fits(stream.heldOctets)
    else {
      reporter.fields.decoded.addNote("no room for the message under way")
      return
    }
    budget.messages.take(stream.heldOctets)
    connection.messages.append(stream)
  }

  /// Reports the messages whose rest never came.
  func giveUpMessages(on connection: Connection, at record: CaptureRecord) {
    for stream in connection.messages {
      budget.messages.giveBack(stream.heldOctets)
      guard stream.isOpen else { continue }
      var event = Event(.note, record, connection, stream.isSent ? .sent : .received)
      event.handle = stream.handle
      let server = stream.isSent == stream.isWrite ? connection.remote : connection.local
      event.attribute = server.named(stream.handle)
      reporter.emit(event, fact: TransactionFact.messageIncomplete(stream))
    }
    connection.messages = []
  }
}
