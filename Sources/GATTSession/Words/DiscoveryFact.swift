import ATTDissector
import Bytes
import GATTValues

/// What a client learns of a server's attributes.
enum DiscoveryFact: Fact {
  case service(end: UInt16, isPrimary: Bool)
  case include(UInt16)
  case characteristic(value: UInt16, CharacteristicProperties)
  case descriptor
  /// One complete discovery.
  case found(DiscoveryTally)
  /// So many attributes are not used until they are discovered again.
  case doubtful(Int, ServerChange)
  /// The Database Hash is that of an earlier frame, 0 for before the capture; so many attributes in
  /// doubt are valid again.
  case hashHolds(since: UInt64, Int)

  func write(_ own: inout FieldBuffer, _ out: inout FieldBuffer) {
    switch self {
    case .service(let end, let isPrimary):
      own.add(.event.endHandle, end)
      own.add(.event.primary, isPrimary)
    case .include(let handle): own.add(.event.includedHandle, handle)
    case .characteristic(let handle, let properties):
      own.add(.event.valueHandle, handle)
      for (property, word) in CharacteristicProperties.words where properties.contains(property) {
        own.add(.event.properties, .word(word), .element)
      }
    case .descriptor: break
    case .found(let tally):
      own.add(.event.requests, tally.requests)
      own.add(.event.services, tally.services)
      own.add(.event.characteristics, tally.characteristics)
      own.add(.event.descriptors, tally.descriptors)
      out.text.append(tally.requests, "request")
      for (count, noun) in [
        (tally.services, "service"), (tally.characteristics, "characteristic"),
        (tally.descriptors, "descriptor"),
      ] as [(Int, StaticString)] where count > 0 {
        out.text.append(", ")
        out.text.append(count, noun)
      }
    case .doubtful(let count, let change):
      own.add(.event.count, count)
      change.write(&out.text)
      out.text.append(": ")
      out.text.append(count, "known attribute")
      out.text.append(count == 1 ? " is not used" : " are not used")
      out.text.append(" until discovered again")
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

/// How a server indicates that its attributes have changed.
enum ServerChange {
  /// Service Changed, with its range of handles.
  case range(ClosedRange<UInt16>)
  case outOfSync
  /// The Database Hash differs from that of a frame, 0 for before the capture.
  case hash(UInt64)

  fileprivate func write(_ text: inout ByteWriter) {
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
