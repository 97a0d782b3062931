import ATTDissector
import Bytes
import GATTValues
import TestSupport
import Testing

/// Keys, words and units that are declared while the program runs.
@Suite struct LexiconTests {
  private func declare(
    _ name: String, _ type: KeyType = .integer, unit: FieldUnit = .none,
    _ meaning: String = "a test"
  ) throws(KeyError) -> Key {
    try Key(KeyDeclaration(name, type, unit: unit, meaning))
  }

  private func json(_ key: Key, comma: Bool, _ lexicon: Lexicon) -> String {
    var out = ByteWriter(capacity: 64)
    lexicon.append(key, comma: comma, to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  @Test func aLoadedKeyIsLikeABuiltInOne() throws {
    let unit = FieldUnit(declaring: "W", ascii: "W")
    let key = try declare("loaded_power_w", unit: unit)
    let lexicon = EventKeys.lexicon
    expect(lexicon.key(named: "loaded_power_w"), equals: key)
    expect(lexicon.name(of: key), equals: "loaded_power_w")
    expect(json(key, comma: true, lexicon), equals: ",\"loaded_power_w\":")
    expect(json(key, comma: false, lexicon), equals: "\"loaded_power_w\":")
    expect(key.unit.symbol, equals: "W")
    expect(key.unit.ascii, equals: "W")
    expect(EventKeys.has("loaded_power_w"))
    expect(EventKeys.decodedNumbers.contains("loaded_power_w"))
    expect(EventKeys.rows(of: "loaded_power_w", in: .notification).map(\.isLoaded), equals: [true])
    expect(EventKeys.rows(of: "loaded_power_w", in: .advertisement).isEmpty)
  }

  @Test func whatIsDeclaredLaterIsKnownToAnEarlierLexicon() throws {
    let earlier = EventKeys.lexicon
    let key = try declare("loaded_later", .choice { ["a\"b"] })
    let word = Word("a\"b \u{1}")
    expect(earlier.key(named: "loaded_later") == nil)
    expect(earlier.name(of: key), equals: "loaded_later")
    expect(json(key, comma: true, earlier), equals: ",\"loaded_later\":")
    expect(earlier.text(of: word), equals: "a\"b \u{1}")
    for lexicon in [earlier, EventKeys.lexicon] {
      var out = ByteWriter(capacity: 64)
      lexicon.append(word, to: &out)
      expect(String(decoding: out.bytes.copy(), as: UTF8.self), equals: #""a\"b \u0001""#)
    }
    expect(EventKeys.words(of: EventKeys.rows(of: "loaded_later")), equals: ["a\"b"])
  }

  @Test func equalDeclarationsAreOneRow() throws {
    let key = try declare("loaded_twice", .list(.choice { ["x"] }))
    try expect(declare("loaded_twice", .list(.choice { ["x"] })), equals: key)
    expect(EventKeys.rows(of: "loaded_twice").count, equals: 1)
    expect(EventKeys.isSet("loaded_twice"))
    try expect(declare("loaded_twice", .list(.choice { ["x", "y"] })), equals: key)
    expect(EventKeys.rows(of: "loaded_twice").count, equals: 2)
    expect(Word("x"), equals: Word("x"))
    expect(FieldUnit(declaring: "°C", ascii: "?"), equals: "°C")
  }

  @Test func aLoadedKeyMayAddToABuiltInOne() throws {
    let rate = try #require(EventKeys.complete.key(named: "heart_rate_bpm"))
    try expect(declare("heart_rate_bpm", unit: "bpm", "loaded as well"), equals: rate)
  }

  @Test func aKeyThatContradictsIsRefused() {
    // With those of all declarations, or the first of both would count.
    _ = EventKeys.complete
    #expect(throws: KeyError.otherUnit("heart_rate_bpm", "bpm")) {
      try declare("heart_rate_bpm", unit: "s")
    }
    #expect(throws: KeyError.otherType("heart_rate_bpm")) {
      try declare("heart_rate_bpm", .text, unit: "bpm")
    }
    #expect(throws: KeyError.isOfEvents("frame")) { try declare("frame") }
    #expect(throws: KeyError.isOfEvents("mtu")) { try declare("mtu", unit: "B") }
    for name in ["", "Big", "1st", "a-b", "a\"b", "é", String(repeating: "a", count: 129)] {
      #expect(throws: KeyError.badName(name)) { try declare(name) }
    }
  }

  @Test func wordsOfClosedListsAreFoundByTheirNames() {
    func check<Words: WordSet & Equatable>(_ set: Words.Type) {
      for word in set.allCases {
        expect(Words(named: word.name.description), equals: word)
      }
      expect(Set(set.allCases.map(\.name.description)).count, equals: set.allCases.count)
      expect(Words(named: "no such word") == nil)
      expect(Words(named: String()) == nil)
    }
    check(SecurityStep.self)
    check(ChannelAction.self)
    check(Terminator.self)
    check(AttributeOrigin.self)
    check(LinkRole.self)
  }

  @Test func fieldsAreLookedUpByKey() {
    var fields = FieldBuffer()
    fields.add(.event.interval, 7.5)
    fields.add(.event.opcode, 0x12 as UInt8)
    fields.add(.event.by, word: Terminator.remote.name)
    fields.add(.event.opcode, 0x0A as UInt8)
    expect(fields.number(.event.interval), equals: 7.5)
    expect(fields.number(.event.opcode), equals: 18, "the first of several")
    expect(fields.number(.event.by) == nil && fields.number(.event.role) == nil)
    expect(fields.has(.event.by) && !fields.has(.event.role))
  }

  @Test func declaringFromManyThreadsGivesOneIndexEach() async {
    let all = await withTaskGroup(of: [Word].self) { group in
      for _ in 0..<8 { group.addTask { (0..<200).map { Word("thread \($0)") } } }
      return await group.reduce(into: [[Word]]()) { $0.append($1) }
    }
    for words in all { expect(words, equals: all.first) }
    expect(Word("thread 7").description, equals: "thread 7")
  }
}
