import ATTDissector
import Bytes
import GATTSession
import GATTValues
import JSONText

/// Writes the members that name an attribute. Most events are of a few attributes, so their text is
/// cached.
struct AttributeMembers: ~Copyable {
  private static let places = 256

  /// By place.
  private var paths: [AttributePath?] = Array(repeating: nil, count: AttributeMembers.places)
  private var isLabeled: [Bool] = Array(repeating: false, count: AttributeMembers.places)
  /// Made of the labels.
  private var texts = RecentTexts(places: AttributeMembers.places, size: 256)

  /// `,"service":...,"characteristic":...,"label":...`
  /// - handle: decides the place only.
  /// - label: empty where it has none.
  mutating func write(
    _ path: AttributePath, handle: UInt16, hasLabel: Bool, _ label: RawSpan,
    to out: inout ByteWriter
  ) {
    let place = Int(handle) & (Self.places - 1)
    if isLabeled[place] == hasLabel, let kept = paths[place], kept == path,
      texts.append(place, madeOf: label, to: &out)
    {
      return
    }
    let start = out.count
    EventJSON.path(path, &out)
    if hasLabel {
      out.append(",\"label\":")
      out.append(json: label)
    }
    paths[place] = path
    isLabeled[place] = hasLabel
    texts.keep(out.bytes.clamped(start), madeOf: label, at: place)
  }
}
