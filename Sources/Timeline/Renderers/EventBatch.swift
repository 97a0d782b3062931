import Bytes
import GATTSession
import GATTValues

/// Some events on their way to another thread, and the page that it makes of them.
///
/// Nothing in it counts references, but for each batch: threads that count the same ones slow each
/// other down.
final class EventBatch {
  /// What is still to be decoded, by places in the batch's lists.
  private enum Late {
    case nothing
    case value(decoder: Int, context: Int)
    case advertisement(sender: UInt64?)
  }

  private struct Entry {
    let facts: EventFacts
    let late: Late
    /// Where what it has of the batch's buffers ends.
    let own: FieldMark
    let decoded: FieldMark
    let value: Int
    let last: Range<Int>
    let textIncludesNote: Bool
  }

  /// The most events of most batches.
  static let length = 128
  /// Values are copied: so many octets are enough, however few events they are of.
  private static let octets = 32 * 1024
  /// The same for what was decoded.
  private static let fields = 4096

  private var entries: [Entry] = []
  private var own = FieldBuffer()
  private var decoded = FieldBuffer()
  private var values = ByteWriter(capacity: 4096)
  private var texts = ByteWriter(capacity: 4096)
  private var decoders: [DecoderID] = []
  private var contexts: [DecodingContext] = []
  /// What was made of it.
  private(set) var page = ByteWriter(capacity: 64 * 1024)

  private let length: Int

  /// - length: how many events fill it.
  init(length: Int) {
    self.length = length
    entries.reserveCapacity(length)
  }

  var isEmpty: Bool { entries.isEmpty }
  /// A value of a few octets may complete a message whose text is long.
  var isFull: Bool {
    entries.count >= length || values.count >= Self.octets || texts.count >= Self.octets
      || decoded.text.count >= Self.octets || decoded.storage.count >= Self.octets
      || decoded.fields.count >= Self.fields
  }

  func removeAll() {
    entries.removeAll(keepingCapacity: true)
    own.removeAll()
    decoded.removeAll()
    values.removeAll()
    texts.removeAll()
    decoders.removeAll(keepingCapacity: true)
    contexts.removeAll(keepingCapacity: true)
    page.removeAll()
  }

  // MARK: In

  /// - last: what ends its line.
  func add(
    _ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan, last: [UInt8]
  ) {
    own.append(fields.own, from: FieldMark(), to: fields.own.mark)
    decoded.append(fields.decoded, from: FieldMark(), to: fields.decoded.mark)
    values.append(value)
    let start = texts.count
    if !last.isEmpty { texts.append(last) }
    let end = texts.count
    entries.append(
      Entry(
        facts: EventFacts(event, texts: &texts), late: add(fields.late), own: own.mark,
        decoded: decoded.mark, value: values.count, last: start..<end,
        textIncludesNote: fields.decoded.textIncludesNote))
  }

  private func add(_ late: LateDecoding) -> Late {
    switch late {
    case .nothing: return .nothing
    case .advertisement(let sender): return .advertisement(sender: sender)
    case .value(let decoder, let context):
      contexts.append(context)
      // Most batches are of few decoders.
      let known = decoders.lastIndex { $0.isSame(as: decoder) }
      if known == nil { decoders.append(decoder) }
      return .value(decoder: known ?? decoders.count - 1, context: contexts.count - 1)
    }
  }

  // MARK: Out

  /// Decodes and formats all.
  func print(by press: EventPress) {
    let decoders = decoders.map { press.decoders.copy(of: $0) }
    var ownStart = FieldMark()
    var decodedStart = FieldMark()
    var valueStart = 0
    for index in entries.indices {
      let entry = entries[index]
      press.fields.removeAll()
      press.fields.own.append(own, from: ownStart, to: entry.own)
      press.fields.decoded.append(decoded, from: decodedStart, to: entry.decoded)
      press.fields.decoded.textIncludesNote = entry.textIncludesNote
      let value = values.bytes.clamped(valueStart..<entry.value)
      switch entry.late {
      case .nothing: break
      case .value(let decoder, let context):
        ValueRegistry.decode(
          decoders[decoder], value, contexts[context], into: &press.fields.decoded)
      case .advertisement(let sender):
        press.advertisements.decode(value, of: sender, into: &press.fields.decoded)
      }
      press.formatter.write(
        entry.facts, texts.bytes, press.fields, value, last: texts.bytes.clamped(entry.last),
        to: &page)
      ownStart = entry.own
      decodedStart = entry.decoded
      valueStart = entry.value
    }
  }
}

/// What a thread needs to decode and format events.
final class EventPress {
  let formatter: any EventFormatter
  var advertisements: AdvertisementDecoder
  var decoders = DecoderCopies()
  var fields = EventFields()

  /// - writesTexts: whether the formatter has a use for them.
  init(_ formatter: any EventFormatter, writesTexts: Bool) {
    self.formatter = formatter
    advertisements = AdvertisementDecoder(writesTexts: writesTexts)
  }
}
