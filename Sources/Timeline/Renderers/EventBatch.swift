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
    let late: Late
    /// Where what it has of the batch's buffers ends.
    let own: FieldMark
    let decoded: FieldMark
    let value: Int
    let last: Range<Int>
    let noteInText: Range<Int>
    let faults: ValueFaults
  }

  /// The most events of most batches.
  static let length = 128
  /// Values are copied: so many octets are enough, however few events they are of.
  private static let octets = 32 * 1024
  /// The same for what was decoded.
  private static let fields = 4096
  /// Where the page ends: several times what a full batch of usual events takes as a table.
  private static let pageSize = 1 << 20
  /// Where it ends within an event.
  static let longestPage = pageSize + 256 * 1024

  private var entries = PlainBuffer<Entry>()
  /// The facts of the entries.
  private var facts = PlainBuffer<EventFacts>()
  private var own = FieldBuffer()
  private var decoded = FieldBuffer()
  private var values = ByteWriter(capacity: 4096)
  private var texts = ByteWriter(capacity: 4096)
  private var decoders: [DecoderID] = []
  private var contexts = PlainBuffer<DecodingContext>()
  /// What was written, and where the next event begins in the buffers.
  private struct Done {
    var events = 0
    var own = FieldMark()
    var decoded = FieldMark()
    var value = 0
  }
  private var done = Done()
  /// What was made of it.
  private(set) var page = ByteWriter(capacity: 64 * 1024)

  private let length: Int

  /// - length: how many events fill it.
  init(length: Int) { self.length = length }

  var isEmpty: Bool { entries.isEmpty }
  /// A value of a few octets may complete a message whose text is long.
  var isFull: Bool {
    entries.count >= length || values.count >= Self.octets || texts.count >= Self.octets
      || decoded.text.count >= Self.octets || decoded.storage.count >= Self.octets
      || decoded.fields.count >= Self.fields
  }

  func removeAll() {
    entries.removeAll()
    facts.removeAll()
    own.removeAll()
    decoded.removeAll()
    values.removeAll()
    texts.removeAll()
    decoders.removeAll(keepingCapacity: true)
    contexts.removeAll()
    page.removeAll()
    done = Done()
  }

  // MARK: In

  /// - last: what ends its line.
  func add(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan, last: [UInt8]
  ) {
    own.append(fields.own, from: FieldMark(), to: fields.own.mark)
    decoded.append(fields.decoded, from: FieldMark(), to: fields.decoded.mark)
    values.append(value)
    let start = texts.count
    if !last.isEmpty { texts.append(last) }
    let end = texts.count
    facts.append(EventFacts(event, texts: &texts))
    entries.append(
      Entry(
        late: add(fields.late), own: own.mark, decoded: decoded.mark, value: values.count,
        last: start..<end, noteInText: fields.decoded.noteInText,
        faults: fields.decoded.faults))
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

  /// Decodes and formats events until the page is long: an event of few octets may have thousands of
  /// rows, each with the name of its device.
  func print(by press: EventPress) {
    let decoders = press.unpacking.copies(of: decoders)
    while done.events < entries.count, page.count < Self.pageSize {
      let entry = entries[done.events]
      unpack(
        entry, value: values.bytes.clamped(done.value..<entry.value), decoders: decoders,
        target: press.unpacking)
      let length = page.count
      let isWhole = press.formatter.write(
        facts[done.events], texts: texts.bytes, fields: press.unpacking.fields,
        value: values.bytes.clamped(done.value..<entry.value),
        last: texts.bytes.clamped(entry.last), to: &page)
      guard isWhole else {
        page.truncate(to: length)
        return
      }
      pass(entry)
    }
  }

  /// Writes the events that had no room in the page.
  func printRest(by unpacking: EventUnpacking, to renderer: any SplitRenderer) {
    guard done.events < entries.count else { return }
    let decoders = unpacking.copies(of: decoders)
    while done.events < entries.count {
      let entry = entries[done.events]
      unpack(
        entry, value: values.bytes.clamped(done.value..<entry.value), decoders: decoders,
        target: unpacking)
      renderer.write(
        facts[done.events], texts: texts.bytes, fields: unpacking.fields,
        value: values.bytes.clamped(done.value..<entry.value),
        last: texts.bytes.clamped(entry.last))
      pass(entry)
    }
  }

  private func unpack(
    _ entry: Entry, value: RawSpan, decoders: [DecoderID], target: EventUnpacking
  ) {
    target.fields.removeAll()
    target.fields.own.append(own, from: done.own, to: entry.own)
    target.fields.decoded.append(decoded, from: done.decoded, to: entry.decoded)
    target.fields.decoded.noteInText = entry.noteInText
    target.fields.decoded.add(entry.faults)
    switch entry.late {
    case .nothing: break
    case .value(let decoder, let context):
      ValueRegistry.decode(
        decoders[decoder], value: value, in: contexts[context],
        into: &target.fields.decoded)
    case .advertisement(let sender):
      target.advertisements.decode(
        value, of: sender, into: &target.fields.decoded)
    }
  }

  private func pass(_ entry: Entry) {
    done = Done(
      events: done.events + 1, own: entry.own, decoded: entry.decoded, value: entry.value)
  }
}

/// What a thread needs to decode events.
final class EventUnpacking {
  var advertisements: AdvertisementDecoder
  var fields = EventFields()
  private var decoders = DecoderCopies()

  /// - writesTexts: whether there is a use for them.
  init(writesTexts: Bool) { advertisements = AdvertisementDecoder(writesTexts: writesTexts) }

  /// Of its own, for the decoders of a batch.
  func copies(of originals: [DecoderID]) -> [DecoderID] {
    originals.map { decoders.copy(of: $0) }
  }
}

/// What a thread needs to decode and format events.
final class EventPress {
  let formatter: any EventFormatter
  let unpacking: EventUnpacking

  /// - writesTexts: whether the formatter has a use for them.
  init(_ formatter: any EventFormatter, writesTexts: Bool) {
    self.formatter = formatter
    unpacking = EventUnpacking(writesTexts: writesTexts)
  }
}
