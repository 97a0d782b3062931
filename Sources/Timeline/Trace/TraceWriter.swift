import ATTDissector
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// What an event of a trace is about: the name of its category.
enum TraceCategory: Hashable {
  case kind(EventKind)
  /// A connection from its beginning to its end.
  case connection
  /// A request until its answer, and the answer.
  case request, response
  /// To be looked at: an error, or a finding.
  case problem
  case finding(FindingRule.Severity)

  fileprivate var number: UInt64 {
    switch self {
    case .connection: 1
    case .request: 2
    case .response: 3
    case .problem: 4
    case .finding(.error): 5
    case .finding(.warning): 6
    case .finding(.note): 7
    case .kind(let kind): 8 + UInt64(kind.rawValue)
    }
  }

  fileprivate var name: StaticString {
    switch self {
    case .kind(let kind): kind.name
    case .connection: "connection"
    case .request: "request"
    case .response: "response"
    case .problem: "problem"
    case .finding(.error): "error"
    case .finding(.warning): "warning"
    case .finding(.note): "finding"
    }
  }
}

/// Writes the packets of a trace, one at a time: names that come again and again are numbered.
struct TraceWriter: ~Copyable {
  /// The packet that is being written.
  private var page = ByteWriter(capacity: 4096)
  private var packet = 0
  private var event = 0
  private var isFirst = true
  /// The numbers of the keys that were used, from 1 in the order of their first use, by the index of the key; 0: none
  /// yet. The index itself would change with each new key of the vocabulary, and with it every trace.
  private var keyNumbers: [UInt64] = []
  private var lastKeyNumber: UInt64 = 0
  /// The categories that were used, a bit each.
  private var knownCategories: UInt64 = 0
  /// Keys and categories that the packet is the first to use.
  private var newKeys: [Key] = []
  private var newCategories: [TraceCategory] = []
  var lexicon = EventKeys.lexicon

  private typealias Packet = TraceFields.Packet

  // MARK: Packets

  private mutating func beginPacket() {
    page.removeAll()
    packet = page.beginProtobuf(TraceFields.packet)
    page.append(protobuf: Packet.sequence, value: 1)
  }

  private mutating func endPacket(to out: OutputStream) {
    writeNames()
    page.append(
      protobuf: Packet.sequenceFlags,
      value: isFirst ? TraceFields.namesBegin | TraceFields.namesUsed : TraceFields.namesUsed)
    isFirst = false
    page.endProtobuf(packet)
    out.buffer.append(page.bytes)
    out.lineEnds()
  }

  private mutating func writeNames() {
    guard !newKeys.isEmpty || !newCategories.isEmpty else { return }
    let data = page.beginProtobuf(Packet.internedData)
    for category in newCategories {
      let entry = page.beginProtobuf(TraceFields.Interned.categories)
      page.append(protobuf: TraceFields.Interned.identifier, value: category.number)
      text(TraceFields.Interned.name, category.name.rawBytes)
      page.endProtobuf(entry)
    }
    for key in newKeys {
      let entry = page.beginProtobuf(TraceFields.Interned.argumentNames)
      page.append(protobuf: TraceFields.Interned.identifier, value: keyNumbers[Int(key.index)])
      text(TraceFields.Interned.name, lexicon.name(of: key).rawBytes)
      page.endProtobuf(entry)
    }
    page.endProtobuf(data)
    newKeys.removeAll(keepingCapacity: true)
    newCategories.removeAll(keepingCapacity: true)
  }

  /// What the time of day was at a time of the trace.
  mutating func clock(_ time: UInt64, to out: OutputStream) {
    beginPacket()
    let snapshot = page.beginProtobuf(Packet.clockSnapshot)
    for clock in [TraceFields.ClockSnapshot.bootTime, TraceFields.ClockSnapshot.realTime] {
      let entry = page.beginProtobuf(TraceFields.ClockSnapshot.clock)
      page.append(protobuf: TraceFields.ClockSnapshot.identifier, value: clock)
      page.append(protobuf: TraceFields.ClockSnapshot.timestamp, value: time)
      page.endProtobuf(entry)
    }
    page.endProtobuf(snapshot)
    endPacket(to: out)
  }

  // MARK: Tracks

  /// - rank: its place among the tracks of its parent.
  /// - hasChildren: which are in the order of their ranks.
  /// - unit: of a counter; empty: it has none.
  mutating func track(
    _ uuid: UInt64, in parent: UInt64?, named name: RawSpan, rank: Int, hasChildren: Bool = false,
    isCounter: Bool = false, unit: FieldUnit = .none, to out: OutputStream
  ) {
    beginPacket()
    let track = page.beginProtobuf(Packet.trackDescriptor)
    page.append(protobuf: TraceFields.Track.uuid, value: uuid)
    if let parent { page.append(protobuf: TraceFields.Track.parent, value: parent) }
    text(TraceFields.Track.name, name)
    page.append(
      protobuf: TraceFields.Track.siblingRank, value: UInt64(min(max(rank, 0), 0x7FFF_FFFF)))
    if hasChildren {
      page.append(protobuf: TraceFields.Track.childOrdering, value: TraceFields.Track.orderedByRank)
    }
    if isCounter {
      let counter = page.beginProtobuf(TraceFields.Track.counter)
      if unit != .none { text(TraceFields.Track.unitName, lexicon.symbol(of: unit).rawBytes) }
      page.endProtobuf(counter)
    }
    page.endProtobuf(track)
    endPacket(to: out)
  }

  // MARK: Events

  mutating func counter(_ value: Double, at time: UInt64, on track: UInt64, to out: OutputStream) {
    begin(.counter, at: time, on: track)
    page.append(protobuf: TraceFields.Event.counterValue, double: value)
    end(to: out)
  }

  /// Begins an event; what is written next belongs to it.
  mutating func begin(_ type: TraceFields.EventType, at time: UInt64, on track: UInt64) {
    beginPacket()
    page.append(protobuf: Packet.timestamp, value: time)
    event = page.beginProtobuf(Packet.trackEvent)
    page.append(protobuf: TraceFields.Event.type, value: type.rawValue)
    page.append(protobuf: TraceFields.Event.track, value: track)
  }

  mutating func end(to out: OutputStream) {
    page.endProtobuf(event)
    endPacket(to: out)
  }

  mutating func name(_ name: RawSpan) { text(TraceFields.Event.name, name) }

  mutating func name(_ name: borrowing ByteWriter) { text(TraceFields.Event.name, name.bytes) }

  mutating func category(_ category: TraceCategory) {
    let bit: UInt64 = 1 << category.number
    if knownCategories & bit == 0 {
      knownCategories |= bit
      newCategories.append(category)
    }
    page.append(protobuf: TraceFields.Event.category, value: category.number)
  }

  /// An arrow from the previous event with the number to this one.
  mutating func flow(_ number: UInt64) {
    page.append(protobuf: TraceFields.Event.flow, fixed: number)
  }

  // MARK: Arguments

  mutating func argument(_ key: Key, _ value: UInt64) {
    let start = beginArgument(key)
    page.append(protobuf: TraceFields.Argument.unsigned, value: value)
    page.endProtobuf(start)
  }

  mutating func argument(_ key: Key, number value: Double) {
    let start = beginArgument(key)
    number(value)
    page.endProtobuf(start)
  }

  mutating func argument(_ key: Key, _ truth: Bool) {
    let start = beginArgument(key)
    page.append(protobuf: TraceFields.Argument.boolean, value: truth ? 1 : 0)
    page.endProtobuf(start)
  }

  mutating func argument(_ key: Key, text value: RawSpan) {
    let start = beginArgument(key)
    text(TraceFields.Argument.text, value)
    page.endProtobuf(start)
  }

  mutating func argument(_ key: Key, hex value: RawSpan) {
    let start = beginArgument(key)
    hex(value)
    page.endProtobuf(start)
  }

  mutating func argument(_ key: Key, _ uuid: BluetoothUUID) {
    let start = beginArgument(key)
    write(uuid)
    page.endProtobuf(start)
  }

  /// Fields as arguments of the event.
  mutating func arguments(_ buffer: borrowing FieldBuffer) {
    append(0..<buffer.fields.count, of: buffer, as: TraceFields.Event.argument)
  }

  /// Fields as members of one argument.
  mutating func argument(_ key: Key, members buffer: borrowing FieldBuffer) {
    let start = beginArgument(key)
    append(0..<buffer.fields.count, of: buffer, as: TraceFields.Argument.members)
    page.endProtobuf(start)
  }

  private mutating func beginArgument(_ key: Key) -> Int {
    let start = page.beginProtobuf(TraceFields.Event.argument)
    argumentName(key)
    return start
  }

  private mutating func argumentName(_ key: Key) {
    let index = Int(key.index)
    if index >= keyNumbers.count {
      keyNumbers += Array(repeating: 0, count: index + 64 - keyNumbers.count)
    }
    if keyNumbers[index] == 0 {
      lastKeyNumber += 1
      keyNumbers[index] = lastKeyNumber
      newKeys.append(key)
    }
    page.append(protobuf: TraceFields.Argument.name, value: keyNumbers[index])
  }

  /// Elements of one key are the elements of one argument.
  /// - number: of the field that each is.
  private mutating func append(
    _ range: Range<Int>, of buffer: borrowing FieldBuffer, as number: UInt32
  ) {
    var list: (key: Key, start: Int)?
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      place &+= 1
      if let open = list, field.shape == .single || open.key != field.key {
        page.endProtobuf(open.start)
        list = nil
      }
      let start: Int
      if field.shape == .single {
        start = page.beginProtobuf(number)
        argumentName(field.key)
      } else {
        if list == nil {
          list = (field.key, page.beginProtobuf(number))
          argumentName(field.key)
        }
        start = page.beginProtobuf(TraceFields.Argument.elements)
      }
      if case .object(let count) = field.value {
        let end = min(place + count, range.upperBound)
        append(place..<end, of: buffer, as: TraceFields.Argument.members)
        place = end
      } else {
        write(field.value, of: buffer)
      }
      page.endProtobuf(start)
    }
    if let list { page.endProtobuf(list.start) }
  }

  private mutating func write(_ value: FieldValue, of buffer: borrowing FieldBuffer) {
    switch value {
    case .integer(let value): page.append(protobuf: TraceFields.Argument.signed, signed: value)
    case .unsigned(let value): page.append(protobuf: TraceFields.Argument.unsigned, value: value)
    case .number(let value): number(value)
    case .boolean(let truth):
      page.append(protobuf: TraceFields.Argument.boolean, value: truth ? 1 : 0)
    case .word(let word): text(TraceFields.Argument.text, word.rawBytes)
    case .term(let word): text(TraceFields.Argument.text, lexicon.text(of: word).rawBytes)
    case .text(let range):
      text(TraceFields.Argument.text, buffer.storage.bytes.clamped(range))
    case .hex(let range): hex(buffer.storage.bytes.clamped(range))
    case .uuid(let uuid): write(uuid)
    case .object: break
    }
  }

  private mutating func number(_ value: Double) {
    page.append(protobuf: TraceFields.Argument.double, double: value)
  }

  private mutating func hex(_ bytes: RawSpan) {
    let start = page.beginProtobuf(TraceFields.Argument.text)
    page.append(hex: bytes)
    page.endProtobuf(start)
  }

  private mutating func write(_ uuid: BluetoothUUID) {
    let start = page.beginProtobuf(TraceFields.Argument.text)
    uuid.write(to: &page)
    page.endProtobuf(start)
  }

  /// Any text may be of a device.
  private mutating func text(_ field: UInt32, _ text: RawSpan) {
    let start = page.beginProtobuf(field)
    page.append(untrusted: text, escaping: .plain)
    page.endProtobuf(start)
  }
}
