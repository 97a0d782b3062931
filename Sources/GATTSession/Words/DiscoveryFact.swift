import ATTDissector
import Bytes
import GATTValues

/// What a client learns of a server's attributes.
package enum DiscoveryFact: EventFact {
  case service(end: UInt16, isPrimary: Bool)
  case include(UInt16)
  case characteristic(value: UInt16, CharacteristicProperties)
  case descriptor
  /// One complete discovery.
  case found(DiscoveryTally)
  /// So many attributes are not used until they are discovered again.
  case doubtful(Int, ServerChange)
  /// Attributes that were known from outside are other ones.
  case contradicted([Contradiction])
  /// The Database Hash is that of an earlier frame, 0 for before the capture; so many attributes in
  /// doubt are valid again.
  case hashHolds(since: UInt64, Int)

  package var content: EventContent { .discovery(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .service(let end, let isPrimary):
      own.add(.event.endHandle, end)
      own.add(.event.primary, isPrimary)
    case .include(let handle): own.add(.event.includedHandle, handle)
    case .characteristic(let handle, let properties):
      own.add(.event.valueHandle, handle)
      for (property, word) in CharacteristicProperties.words where properties.contains(property) {
        own.add(.event.properties, .word(word), shape: .element)
      }
    case .descriptor: break
    case .found(let tally):
      if !tally.isListed { own.add(.event.requests, tally.requests) }
      own.add(.event.services, tally.services)
      own.add(.event.characteristics, tally.characteristics)
      own.add(.event.descriptors, tally.descriptors)
      if tally.isListed {
        out.text.append("the app lists")
      } else {
        out.text.append(tally.requests, "request")
      }
      var isFirst = tally.isListed
      for (count, noun) in [
        (tally.services, "service"), (tally.characteristics, "characteristic"),
        (tally.descriptors, "descriptor"),
      ] as [(Int, StaticString)] where count > 0 {
        out.text.append(isFirst ? " " : ", ")
        isFirst = false
        out.text.append(count, noun)
      }
    case .doubtful(let count, let change):
      own.add(.event.count, count)
      change.write(to: &out.text)
      out.text.append(": ")
      out.text.append(count, "known attribute")
      out.text.append(count == 1 ? " is not used" : " are not used")
      out.text.append(" until discovered again")
    case .contradicted(let all):
      own.add(.event.contradicted, list: all.prefix(Self.listed).map(\.handle))
      own.add(.event.count, all.count)
      Self.write(all, to: &out.text)
    case .hashHolds(let frame, let count):
      out.text.append("Database Hash ")
      out.text.append(frame > 0 ? "as in frame " : "as known before the capture")
      if frame > 0 { out.text.append(decimal: frame) }
      out.text.append(": the known attributes are valid")
      guard count > 0 else { return }
      out.text.append(", ")
      out.text.append(count, "attribute")
      out.text.append(" again")
    }
  }
}

extension DiscoveryFact {
  /// The most attributes listed.
  private static let listed = 32
  /// The most attributes named in the text.
  private static let named = 3

  private static func write(_ all: [Contradiction], to text: inout ByteWriter) {
    guard let first = all.first else { return }
    if all.count == 1 {
      text.append(upperHex: UInt64(first.handle), digits: 4)
      text.append(" is not the given ")
      first.writeName(to: &text)
    } else {
      for (index, one) in all.prefix(named).enumerated() {
        if index > 0 { text.append(index + 1 == all.count ? " and " : ", ") }
        text.append(upperHex: UInt64(one.handle), digits: 4)
        text.append(" ")
        one.writeUUID(to: &text)
      }
      if all.count > named {
        text.append(" and ")
        text.append(decimal: all.count - named)
        text.append(" more")
      }
      text.append(" are not as given")
    }
    text.append(": ")
    guard all.allSatisfy({ $0.reason == first.reason }) else {
      text.append("the capture contradicts them")
      return
    }
    first.reason.write(to: &text, of: all.count)
  }
}

extension Contradiction {
  /// `Heart Rate Measurement 2A37`.
  fileprivate func writeName(to text: inout ByteWriter) {
    if let label {
      text.append(untrusted: label, escaping: .plain)
      text.append(" ")
    }
    writeUUID(to: &text)
  }

  fileprivate func writeUUID(to text: inout ByteWriter) {
    if let uuid { uuid.write(to: &text) } else { text.append("attribute") }
  }
}

extension Contradiction.Reason {
  fileprivate func write(to text: inout ByteWriter, of count: Int) {
    switch self {
    case .another: text.append("the capture shows something else there")
    case .notFound:
      text.append(count == 1 ? "a discovery did not find it" : "a discovery did not find them")
    case .declaration: text.append("its declaration has another handle or other properties")
    case .error(let code): text.append(attError: code)
    case .use(.notification): text.append("it sent a notification")
    case .use(.indication): text.append("it sent an indication")
    case .use(.read): text.append("it was read")
    case .use: text.append("it was written")
    case .length(let length):
      text.append("its value has ")
      text.append(length, "byte")
    case .hash: text.append("the Database Hash differs")
    case .otherTree: text.append("a tree that was given before has something else there")
    }
  }
}

/// How a server indicates that its attributes have changed.
package enum ServerChange {
  /// Service Changed, with its range of handles.
  case range(ClosedRange<UInt16>)
  case outOfSync
  /// The Database Hash differs from that of a frame, 0 for before the capture.
  case hash(UInt64)

  fileprivate func write(to text: inout ByteWriter) {
    switch self {
    case .range(let handles):
      text.append("Service Changed ")
      text.append(upperHex: UInt64(handles.lowerBound), digits: 4)
      text.append("-")
      text.append(upperHex: UInt64(handles.upperBound), digits: 4)
    case .outOfSync: text.append("Database Out Of Sync")
    case .hash(let frame):
      text.append("Database Hash differs from ")
      text.append(frame > 0 ? "frame " : "what was known before the capture")
      if frame > 0 { text.append(decimal: frame) }
    }
  }
}
