import Bytes
import GATTSession

/// Keeps the texts that say whom and what events are about: most are about one of a few hundred devices and
/// attributes.
struct IdentityTexts: ~Copyable {
  private static let bits = 11

  /// The places by the identity's hash: one higher than the place in the lists below.
  private var places = [UInt16](repeating: 0, count: 1 << IdentityTexts.bits)
  private var kept = PlainBuffer<EventFacts>()
  /// Made of the names.
  private var texts = RecentTexts(places: 1 << IdentityTexts.bits, size: 448)

  /// Writes the text of an event's identity.
  /// - texts: where its names are.
  /// - make: writes it, where it is not kept.
  @inline(__always)
  mutating func write(
    _ event: EventFacts, texts: RawSpan, to out: inout ByteWriter,
    _ make: (inout ByteWriter) -> Void
  ) {
    let names = texts.clamped(event.names)
    let place = Int(truncatingIfNeeded: event.identityHash >> (64 - UInt64(Self.bits)))
    let index = Int(places[place]) &- 1
    if index >= 0, event.hasIdentity(of: kept[index]),
      self.texts.append(index, madeOf: names, to: &out)
    {
      return
    }
    let start = out.count
    make(&out)
    keep(out.bytes.clamped(start), of: event, names: names, at: place)
  }

  @inline(never)
  private mutating func keep(
    _ text: RawSpan, of event: EventFacts, names: RawSpan, at place: Int
  ) {
    if places[place] == 0 {
      kept.append(event)
      places[place] = UInt16(kept.count)
    } else {
      kept[Int(places[place]) - 1] = event
    }
    texts.keep(text, madeOf: names, at: Int(places[place]) - 1)
  }
}
