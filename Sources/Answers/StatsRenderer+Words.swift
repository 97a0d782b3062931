import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// What events say, as evidence.
extension StatsRenderer {
  /// - start: before what the event says.
  func evidence(
    of event: borrowing Event, fields: borrowing EventFields, start: StaticString = ""
  ) -> Evidence {
    var text = ByteWriter(capacity: 128)
    text.append(start)
    let said = fields.decoded.text.bytes
    // What the step has said.
    var known = 0
    if let step = event.content.securityStep {
      let before = text.count
      text.append(words: step.name)
      // Some texts start with it.
      if said.clamped(0, count: text.count - before).equals(text.bytes.clamped(before)) {
        text.truncate(to: before)
      } else {
        text.append(": ")
        if step == .pairingFailed {
          for words in ["pairing, ", "failed: "] as [StaticString] {
            known += Self.count(of: words, in: said.clamped(known))
          }
        }
      }
    }
    if event.kind != .connected { text.append(untrusted: said.clamped(known), escaping: .plain) }
    return Evidence(
      frame: event.frame, time: event.time, text: text.string, isSecurity: event.kind == .security)
  }

  /// Octets of words that a text starts with; 0 where it does not.
  private static func count(of words: StaticString, in text: RawSpan) -> Int {
    var start = ByteWriter(capacity: 16)
    start.append(words)
    return text.clamped(0, count: start.count).equals(start.bytes) ? start.count : 0
  }

  /// The request that was not answered: `read Battery Level`.
  func request(_ event: borrowing Event, fields: borrowing EventFields) -> String {
    var text = ByteWriter(capacity: 64)
    if let handle = event.handle, let verb = Self.verb(of: event) {
      text.append(verb)
      if let attribute = event.attribute {
        attribute.describe(&text)
      } else {
        text.append(upperHex: UInt64(handle), digits: 4)
      }
    } else if let attribute = event.attribute {
      attribute.describe(&text)
    } else if fields.decoded.text.isEmpty {
      text.append(nameIn: fields.decoded.note.bytes)
    } else {
      text.append(nameIn: fields.decoded.text.bytes)
    }
    return text.string
  }

  private static func verb(of event: borrowing Event) -> StaticString? {
    switch event.kind {
    case .read: return "read "
    case .write: return "write "
    case .attError:
      switch event.content.request?.opcode {
      case .readRequest?, .readBlobRequest?: return "read "
      case .writeRequest?: return "write "
      default: return nil
      }
    default: return nil
    }
  }
}

extension ByteWriter {
  /// `security_request` as words.
  fileprivate mutating func append(words name: StaticString) {
    let bytes = name.rawBytes
    for index in 0..<bytes.byteCount {
      let byte = bytes.uint8(at: index)
      append(byte: byte == 0x5F ? 0x20 : byte)
    }
  }

  /// The words for a request without those for what became of it, which follow a colon.
  fileprivate mutating func append(nameIn words: RawSpan) {
    let colon = (": " as StaticString).rawBytes
    var end = 0
    while end < words.byteCount, !words.clamped(end, count: 2).equals(colon) { end += 1 }
    append(untrusted: words.clamped(0, count: end), escaping: .plain)
  }

  var string: String { String(decoding: bytes.copy(), as: UTF8.self) }
}
