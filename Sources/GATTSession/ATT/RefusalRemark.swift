import ATTDissector
import BTSnoop
import Bytes

/// What else the capture shows of why a server refused something.
enum RefusalRemark {
  /// The link was encrypted only afterwards, without that the client has asked again: since a frame.
  case later(frame: UInt64)
  /// It was encrypted; with the key of a pairing of the connection, if the capture has that.
  case already(SMPPairingMethod?)
  /// The server had told in a frame that its attributes of a range have changed, and the client has not found this one
  /// since.
  case changed(ClosedRange<UInt16>, frame: UInt64)
  /// The client found it in a frame of an earlier connection, and discovers nothing in this one.
  case foundBefore(frame: UInt64)
  /// 0000 is the handle of nothing.
  case noHandle
  /// 00 is no error code.
  case noCode
  /// All parts of a queued write were for the same offset.
  case sameOffset(Int, parts: Int)

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
    case .changed(let range, let frame):
      text.append("; the server had told that its attributes ")
      text.append(upperHex: UInt64(range.lowerBound), digits: 4)
      text.append("-")
      text.append(upperHex: UInt64(range.upperBound), digits: 4)
      text.append(" have changed (frame ")
      text.append(decimal: frame)
      text.append("), and the client has not discovered this one since: it uses an old handle")
    case .foundBefore(let frame):
      text.append("; the client has this handle from an earlier connection (frame ")
      text.append(decimal: frame)
      text.append("), and discovers nothing in this one: the attributes have changed since")
    case .noHandle:
      text.append("; no attribute has the handle 0000: after FFFF there are none left")
    case .noCode:
      text.append(
        ", which is no error code: a client may give up here, and take what it has for all")
    case .sameOffset(let offset, let parts):
      text.append("; the client has queued each of ")
      text.append(decimal: parts)
      text.append(" parts at offset ")
      text.append(decimal: offset)
    }
  }
}

extension ATTFollower {
  /// What the capture shows of why a request was refused; asked before the refusal changes what is known of the
  /// attribute.
  /// - handle: that it was about.
  func remark(
    on code: UInt8, request: ATTRequest, handle: UInt16?, in context: borrowing ATTContext
  ) -> RefusalRemark? {
    switch code {
    case 0x00: return .noCode
    case 0x01:
      if request.handle == 0, request.opcode.asksForRange { return .noHandle }
      guard request.opcode.hasLeadingHandle, let handle else { return nil }
      return outdated(handle, asked: request, in: context)
    case 0x07:
      guard request.opcode == .executeWriteRequest else { return nil }
      return context.connection.writeQueues[context.client].sameOffset
    default: return nil
    }
  }

  /// Where the client has a handle from that the server does not know (any more).
  private func outdated(
    _ handle: UInt16, asked request: ATTRequest, in context: borrowing ATTContext
  ) -> RefusalRemark? {
    let (connection, database) = (context.connection, context.database)
    // A discovery may be in what is missing.
    guard connection.hearing.isOfHost, !connection.hasLosses, connection.beginsInCapture else {
      return nil
    }
    let found = database.everFound(handle)
    if let change = database.lastChange, change.range.contains(handle),
      change.frame < request.frame,
      found.map({ $0.discoveries.frame <= change.frame }) ?? true
    {
      return .changed(change.range, frame: change.frame)
    }
    guard let found, found.discoveries.frame < connection.startFrame, found.discoveries.frame > 0,
      database.lastDiscovery < connection.startFrame
    else { return nil }
    return .foundBefore(frame: found.discoveries.frame)
  }
}
