import ATTDissector
import Bytes

/// What declared data in an advertisement belongs to.
package enum AdvertisingElement: Hashable, Sendable {
  /// Manufacturer specific data; what follows the company's code is decoded.
  case company(UInt16)
  /// Manufacturer data of any company, where no declaration for its company fits.
  case anyCompany
  /// Service data; what follows the UUID is decoded.
  case service(BluetoothUUID)
  /// An AD structure of a type, with all its data.
  case type(UInt8)

  /// A number for the index of the built-in programs. No UUID in use is as small as those of
  /// companies and types; senders can make up one that is.
  var number: UInt128 {
    switch self {
    case .company(let code): Self.companies | UInt128(code)
    case .service(let uuid): uuid.value
    case .anyCompany: Self.anyCompanies
    case .type(let type): Self.types | UInt128(type)
    }
  }

  /// All its bits, folded.
  fileprivate var place: Int {
    let half = UInt64(truncatingIfNeeded: number ^ number >> 64)
    let word = half ^ half >> 32
    return Int(truncatingIfNeeded: word ^ word >> 8 ^ word >> 16)
  }

  private static let companies: UInt128 = 0x1_0000
  private static let types: UInt128 = 0x2_0000
  private static let anyCompanies: UInt128 = 0x3_0000

  init(number: UInt128) {
    switch number >> 16 {
    case 1: self = .company(UInt16(truncatingIfNeeded: number))
    case 2: self = .type(UInt8(truncatingIfNeeded: number))
    case 3: self = .anyCompany
    default: self = .service(BluetoothUUID(value: number))
    }
  }
}

/// The programs for the elements of advertising data that were met.
package struct AdvertisingPrograms: ~Copyable {
  /// Senders can make up codes and UUIDs: those beyond are looked up each time.
  private static let limit = 1024
  private static let size = 128

  private var known: [AdvertisingElement: [Program]] = [:]
  /// The last ones, by some of their bits: most advertisements are like one before, and a search
  /// of the dictionary takes as long as decoding. A list each, so that a look at one copies no other;
  /// empty before the first element, since many are made that never meet one.
  private var recentElements: [AdvertisingElement?] = []
  private var recent: [[Program]] = []
  /// The first of each: to look at it counts one reference less.
  private var recentFirst: [Program?] = []
  private var recentForms: [Form] = []
  /// Whether there is a use for texts.
  package var writesTexts = true
  /// For readers, of the data decoded since the last `removeTexts`.
  package private(set) var texts = ByteWriter(capacity: 256)

  package init() {}

  package mutating func removeTexts() { texts.removeAll() }

  /// Adds what the first declaration that fits says of the data, as an object.
  /// - advertisement: all its structures.
  /// - origin: what is known of the data beside its octets.
  /// - Returns: where `texts` has its name and its text; `nil` if none fits.
  package mutating func decode(
    _ element: AdvertisingElement, data: RawSpan, in advertisement: RawSpan = RawSpan(),
    from origin: AdvertisedOrigin = AdvertisedOrigin(), into out: inout FieldBuffer
  ) -> Range<Int>? {
    let place = element.place & (Self.size - 1)
    if recentElements.isEmpty || recentElements[place] != element { look(up: element, to: place) }
    // Each look into the lists counts references, and most data is in no form that is declared.
    guard recentForms[place].begins(data), fits(data.byteCount, at: place) else { return nil }
    let start = texts.count
    var outcome = AdvertisedOutcome.otherForm
    if let first = recentFirst[place] {
      outcome = first.decode(
        advertised: data, in: advertisement, origin: origin, into: &out, texts: &texts,
        writesText: writesTexts)
    }
    var index = 1
    while case .otherForm = outcome, index < recentForms[place].count {
      outcome = recent[place][index].decode(
        advertised: data, in: advertisement, origin: origin, into: &out, texts: &texts,
        writesText: writesTexts)
      index += 1
    }
    if case .decoded = outcome { return start..<texts.count }
    return nil
  }

  /// Whether any program of a place is for data of a length: each length is asked for once.
  private mutating func fits(_ length: Int, at place: Int) -> Bool {
    if let known = recentForms[place].fits(length) { return known }
    let fits = recent[place].contains { $0.fits(length) }
    recentForms[place].note(length, fits: fits)
    return fits
  }

  private mutating func look(up element: AdvertisingElement, to place: Int) {
    if recentElements.isEmpty {
      recentElements = Array(repeating: nil, count: Self.size)
      recent = Array(repeating: [], count: Self.size)
      recentFirst = Array(repeating: nil, count: Self.size)
      recentForms = Array(repeating: Form([]), count: Self.size)
    }
    let programs: [Program]
    if let found = known[element] {
      programs = found
    } else {
      programs = DeclaredValues.advertisements(element)
      if known.count < Self.limit { known[element] = programs }
    }
    recentElements[place] = element
    recent[place] = programs
    recentFirst[place] = programs.first
    recentForms[place] = Form(programs)
  }
}

extension DeclaredValues {
  /// What service data is by its form: the name of the declaration that decodes it.
  /// - data: what follows the UUID.
  package static func name(
    ofServiceData uuid: BluetoothUUID, data: RawSpan, of sender: UInt64?
  ) -> String? {
    var fields = FieldBuffer()
    var texts = ByteWriter(capacity: 64)
    for program in advertisements(.service(uuid)) {
      let outcome = program.decode(
        advertised: data, origin: AdvertisedOrigin(sender: sender), into: &fields, texts: &texts,
        writesText: false)
      guard case .decoded = outcome else { continue }
      return program.code.name > 0 ? program.code.string(program.code.name) : nil
    }
    return nil
  }
}

/// What is known of advertised data beside its octets.
package struct AdvertisedOrigin: Sendable {
  /// The 48-bit address of the advertiser, if it is known.
  package var sender: UInt64?
  /// A key has opened the data: what was encrypted stands there in the clear.
  package var isOpened: Bool
  /// The AD structure has fewer octets than its length says: what is missing may have been there.
  package var isCut: Bool

  package init(sender: UInt64? = nil, isOpened: Bool = false, isCut: Bool = false) {
    self.sender = sender
    self.isOpened = isOpened
    self.isCut = isCut
  }
}

/// What a declaration makes of the data of an element.
package enum AdvertisedOutcome: Sendable {
  case decoded
  case otherForm
  /// Its key is there already: what comes again is shown as bytes.
  case comesAgain
}

/// What is asked of an element's programs before any of them.
private struct Form {
  let count: Int
  /// The octets that their data begins with, a bit each.
  private var first: [4 of UInt64]
  /// The lengths up to 255 that were asked for, and those that any program is for: a bit each.
  private var asked: [4 of UInt64] = .init(repeating: 0)
  private var lengths: [4 of UInt64] = .init(repeating: 0)

  init(_ programs: [Program]) {
    count = programs.count
    let isAny = programs.contains { $0.starts.isEmpty }
    first = .init(repeating: isAny ? .max : 0)
    for octet in programs.compactMap(\.starts.first) { first[Int(octet >> 6)] |= 1 << (octet & 63) }
  }

  func begins(_ data: RawSpan) -> Bool {
    guard count > 0 else { return false }
    // What is empty may fit those that begin with anything.
    guard data.byteCount > 0 else { return first[0] == .max }
    let octet = data.uint8(at: 0)
    return first[Int(octet >> 6)] >> (octet & 63) & 1 == 1
  }

  /// - Returns: `nil` where it is not known yet.
  func fits(_ length: Int) -> Bool? {
    guard length < 256 else { return true }
    guard asked[length >> 6] >> (length & 63) & 1 == 1 else { return nil }
    return lengths[length >> 6] >> (length & 63) & 1 == 1
  }

  mutating func note(_ length: Int, fits: Bool) {
    asked[length >> 6] |= 1 << (length & 63)
    if fits { lengths[length >> 6] |= 1 << (length & 63) }
  }
}

extension Program {
  /// Whether data of a length is in the form of this declaration.
  fileprivate func fits(_ length: Int) -> Bool {
    code.condition == 0 ? length >= Int(code.whole) : Self.fits(length, in: tables)
  }

  private static func fits(_ length: Int, in tables: borrowing ProgramTables) -> Bool {
    var interpreter = Interpreter(tables, DecodingContext(), DecodingScratch())
    return interpreter.fits(length)
  }

  /// Adds an object with what the data says. The notes stay those of the advertisement: a sender of
  /// data in another form is not at fault.
  /// - advertisement: all its structures.
  /// - texts: gets the name and the text, if `writesText`.
  package func decode(
    advertised data: RawSpan, in advertisement: RawSpan = RawSpan(),
    origin: AdvertisedOrigin = AdvertisedOrigin(), into out: inout FieldBuffer,
    texts: inout ByteWriter, writesText: Bool = true
  ) -> AdvertisedOutcome {
    guard code.isElement, data.begins(with: starts), beside?.fits(advertisement) != false else {
      return .otherForm
    }
    let key = tables.keys[Int(code.advertisement.object) - 1]
    guard !out.has(key) else { return fits(data.byteCount) ? .comesAgain : .otherForm }
    let text = out.text.count
    let object = out.beginObject(key)
    var context = DecodingContext()
    context.leavesOutText = !writesText
    context.sender = origin.sender
    context.isOpened = origin.isOpened
    context.isCutStructure = origin.isCut
    // What is short is perhaps of another form.
    context.isTruncated = true
    decode(data, in: consume context, into: &out)
    defer { out.text.truncate(to: text) }
    guard out.fields.count > object + 1 else {
      out.truncate(to: object)
      return .otherForm
    }
    out.endObject(object)
    guard writesText else { return .decoded }
    let start = texts.count
    Self.write(literal: code.name, of: tables, to: &texts)
    let isNamed = texts.count > start
    if out.text.count > text {
      if isNamed { texts.append(", ") }
      texts.append(out.text.bytes.clamped(text))
    } else {
      if isNamed { texts.append(" ") }
      texts.append(hex: data)
    }
    return .decoded
  }

  private static func write(
    literal: Int32, of tables: borrowing ProgramTables, to texts: inout ByteWriter
  ) {
    guard literal > 0, Int(literal) <= tables.literals.count else { return }
    tables.literals[Int(literal) &- 1].write(of: tables.literalBytes.rawBytes, to: &texts)
  }
}
