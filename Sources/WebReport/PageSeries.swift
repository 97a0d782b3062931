import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline
import Vocabulary

/// One number or word of an attribute, over all events that have it.
final class PageSeries {
  /// The number of its attribute in the data.
  let owner: UInt64
  let key: String
  let unit: FieldUnit
  /// The words that came, in their order; `nil` for numbers.
  private(set) var words: [String]?
  /// Seconds since 1970 at which stored records were measured: no number of a lane.
  let ownTime: PageOwnTime?
  private let rows: PageColumn
  private let values: PageColumn
  private var code = NumberCode()
  private var lastRow: UInt64 = 0
  private(set) var count: UInt64 = 0
  /// How many events have it.
  private(set) var moments: UInt64 = 0
  /// For the picture; of words nothing.
  let curve = ValueCurve()
  /// The least and the largest value of each part of the time, of values whose rows the page has no room for.
  let beyond = ValueCurve()

  /// The most words of one series.
  private static let mostWords = 64

  init(
    _ owner: UInt64, _ key: String, _ unit: FieldUnit, _ file: PageFile, isOfWords: Bool,
    ownTime: PageOwnTime? = nil
  ) {
    (self.owner, self.key, self.unit, self.ownTime) = (owner, key, unit, ownTime)
    words = isOfWords ? [] : nil
    rows = PageColumn(file)
    values = PageColumn(file)
  }

  func add(_ value: Double, at row: UInt64, point: CurvePoint) {
    if count == 0 || row != lastRow { moments += 1 }
    count += 1
    rows.add(row - lastRow)
    lastRow = row
    code.add(value, to: values)
    if words == nil { curve.add(point) }
  }

  func add(beyond point: CurvePoint) {
    guard words == nil, ownTime == nil else { return }
    curve.add(point)
    beyond.add(point)
  }

  /// The number of a word; `nil`: there are too many.
  func number(of word: String) -> Double? {
    guard var words else { return nil }
    if let known = words.firstIndex(of: word) { return Double(known) }
    guard words.count < Self.mostWords else { return nil }
    words.append(word)
    self.words = words
    return Double(words.count - 1)
  }

  /// Whether it is shown unless somebody asks for something else.
  var isLane: Bool {
    guard moments >= 4, ownTime == nil else { return false }
    // Members of a list of objects are records of another time.
    if key.contains("."), count > moments, !key.hasSuffix(".x"), !key.hasSuffix(".y"),
      !key.hasSuffix(".z")
    {
      return false
    }
    if let words { return (2...12).contains(words.count) && PageWords.isState(key) }
    guard let low = curve.low, let high = curve.high, low.value < high.value else { return false }
    return isQuantity
  }

  /// Whether it is something that one looks at over time.
  private var isQuantity: Bool {
    words == nil && ownTime == nil && PageWords.isQuantity(key, hasUnit: unit != .none)
  }

  var name: String {
    ownTime.map { "\($0.words)" } ?? PageWords.name(of: key, hasUnit: unit != .none)
  }

  func write(to out: OutputStream) {
    var json = ByteWriter(capacity: 256)
    json.append("{")
    json.append(member: "attribute", owner)
    json.append(member: "key", key)
    json.append(member: "name", name)
    if unit != .none { json.append(member: "unit", unit.symbol) }
    json.append(member: "lane", isLane)
    json.append(member: "quantity", isQuantity)
    if let ownTime {
      json.append(member: "time", true)
      json.append(member: "dated", ownTime == .ofDevice)
    }
    if let words {
      json.append(jsonKey: "words")
      json.append("[")
      for (index, word) in words.enumerated() {
        if index > 0 { json.append(",") }
        json.append(json: word)
      }
      json.append("]")
    }
    json.append(member: "count", count)
    if beyond.count > 0 {
      json.append(member: "beyond", beyond.count)
      json.append(jsonKey: "summary")
      json.append("[")
      for (place, point) in beyond.points.enumerated() {
        if place > 0 { json.append(",") }
        json.append(decimal: point.time.pageMicroseconds)
        json.append(",")
        json.append(number: point.value)
      }
      json.append("]")
    }
    // Declarations of others have keys and words, too.
    out.buffer.append(scriptJSON: json.bytes)
    out.buffer.append(jsonKey: "rows")
    rows.write(to: out)
    out.buffer.append(jsonKey: "values")
    values.write(to: out)
    out.buffer.append("}")
    out.lineEnds()
  }
}

/// All series, made while the events come.
struct PageSeriesList: ~Copyable {
  /// The most of them.
  static let most = 384
  /// The most places of numbers whose series is known without a look at the name.
  private static let mostPlaces = 8192

  private struct Name: Hashable {
    let owner: UInt64
    let key: String
  }
  private struct Place: Hashable {
    let owner: UInt64
    let place: UInt64
    let index: Int
  }

  private let file: PageFile
  private(set) var all: [PageSeries] = []
  private var byName: [Name: PageSeries] = [:]
  private var byPlace: [Place: PageSeries?] = [:]
  private var lexicon = EventKeys.lexicon
  private var walk = FieldNumbers()
  /// Numbers that had no place.
  private(set) var leftOut: UInt64 = 0

  init(_ file: PageFile) { self.file = file }

  /// - row: the event's number in the data; `nil`: it has no row, and is summed up.
  /// - origin: seconds since 1970 where `time` counts from.
  mutating func add(
    _ fields: borrowing FieldBuffer, of owner: UInt64, at row: UInt64?,
    frame: UInt64, time: Int64, origin: Double
  ) {
    guard !fields.fields.isEmpty else { return }
    if let row, let (own, seconds) = PageOwnTime.of(fields, sent: origin + Double(time) / 1e9),
      let found = series("\u{0}time", unit: .none, owner: owner, ownTime: own)
    {
      found.add(seconds, at: row, point: CurvePoint(frame: frame, time: time, value: seconds))
    }
    Lexicon.renew(&lexicon)
    let lexicon = lexicon
    // They are changed while it walks.
    var walk = FieldNumbers()
    swap(&walk, &self.walk)
    walk.forEach(of: fields, lexicon: lexicon) { number, name in
      // The parent of an element of a list of objects has its index: all of them are one series.
      let place = Place(
        owner: owner, place: number.parent ^ UInt64(number.key.index),
        index: number.shape == .axis ? number.index : 0)
      let found: PageSeries?
      if let known = byPlace[place] {
        found = known
      } else {
        found = series(
          String(decoding: name.bytes.copy(), as: UTF8.self), unit: number.key.unit, owner: owner)
        if byPlace.count < Self.mostPlaces { byPlace[place] = .some(found) }
      }
      let point = CurvePoint(frame: frame, time: time, value: number.value)
      if let row {
        found?.add(number.value, at: row, point: point)
      } else {
        found?.add(beyond: point)
      }
    }
    swap(&walk, &self.walk)
    if let row { words(of: fields, owner: owner, row: row, frame: frame, at: time) }
  }

  private mutating func words(
    of buffer: borrowing FieldBuffer, owner: UInt64, row: UInt64, frame: UInt64,
    at time: Int64
  ) {
    var place = 0
    while place < buffer.fields.count {
      let field = buffer.fields[place]
      place += 1
      let word: String
      switch field.value {
      case .object(let members):
        place += members
        continue
      case .word(let text) where field.shape == .single: word = "\(text)"
      case .term(let term) where field.shape == .single: word = lexicon.text(of: term)
      case .boolean(let truth) where field.shape == .single: word = truth ? "yes" : "no"
      default: continue
      }
      guard
        let found = series(
          lexicon.name(of: field.key), unit: FieldUnit.none, owner: owner, isOfWords: true),
        let number = found.number(of: word)
      else { continue }
      found.add(number, at: row, point: CurvePoint(frame: frame, time: time, value: number))
    }
  }

  /// - name: with the indexes of lists.
  private mutating func series(
    _ name: String, unit: FieldUnit, owner: UInt64, isOfWords: Bool = false,
    ownTime: PageOwnTime? = nil
  ) -> PageSeries? {
    let key = name.split(separator: ".").filter { Int($0) == nil }.joined(separator: ".")
    // The same number is in the value in another unit.
    if let other = KeyNames.inOtherUnit(key), byName[Name(owner: owner, key: other.name)] != nil {
      return nil
    }
    if KeyNames.isCode(key) { return nil }
    let place = Name(owner: owner, key: key)
    if let known = byName[place] {
      return (known.words != nil) == isOfWords ? known : nil
    }
    guard all.count < Self.most else {
      leftOut += 1
      return nil
    }
    let made = PageSeries(
      owner, key, unit, file, isOfWords: isOfWords, ownTime: ownTime)
    all.append(made)
    byName[place] = made
    return made
  }
}
