import ATTDissector
import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

@testable import GATTValues

/// What one declaration makes of a value.
private func decoded(
  _ fields: String, _ hex: String, more: String = "", text: String? = nil, types: String = "",
  _ context: DecodingContext = DecodingContext()
) throws -> (json: String, text: String, note: String) {
  let source = """
    { "schema": 1, \(types) "characteristics": { "FF01": {
      "fields": [\(fields)]\(text.map { ", \"text\": \"\($0)\"" } ?? "")\(more) } } }
    """
  let file = try DeclarationFile(Array(source.utf8))
  let program = try file.declarations[0].program()
  var buffer = FieldBuffer()
  program.decode(bytesOf(hex).rawBytes, in: context, into: &buffer)
  return (
    buffer.decodedJSON, String(decoding: buffer.text.bytes.copy(), as: UTF8.self),
    String(decoding: buffer.note.bytes.copy(), as: UTF8.self)
  )
}

private func problem(_ source: String) -> String? {
  let bytes = Array(source.utf8)
  do {
    _ = try DeclarationFile(bytes)
    return nil
  } catch { return error.sentence(in: bytes) }
}

@Suite struct DeclarationTests {
  /// A key without its unit, wherever that stands in it, and with all that only looks like a unit. Two numbers
  /// have a decimal point between them.
  @Test(arguments: [
    ("pace_s_per_500m", "s", "pace per 500m 1 s"),
    ("glucose_mg_per_dl", "mg/dL", "glucose 1 mg/dL"),
    ("speed_m_per_s13", "m/s", "speed m per s13 1 m/s"), ("heap_kg", "g", "heap kg 1 g"),
    ("distance_m_per_s", "m", "distance per s 1 m"), ("floor_min", "s", "floor min 1 s"),
    ("limit_min", "min", "limit 1 min"), ("m_per_s", "m/s", "m per s 1 m/s"),
    ("depth_in", "in", "depth 1 in"), ("area_m2", "m²", "area 1 m2"),
    ("pollen_per_m3", "1/m³", "pollen 1 1/m3"), ("whirl_dps", "°/s", "whirl 1 dps"),
    ("turn_degrees_per_min", "°/min", "turn 1 deg/min"), ("spare_percent", "%", "spare 1 %"),
    ("light_lux", "lx", "light 1 lux"),
    ("age_days", "d", "age 1 d"), ("heap_bytes", "B", "heap 1 B"), ("load_ohm", "Ω", "load 1 ohm"),
    ("flow_us_per_cm", "µS/cm", "flow 1 uS/cm"),
    ("channel_a_current_a", "A", "channel a current 1 A"),
    ("version_3_4_5", "", "version 3 4 5 1"), ("v3_4_5", "", "v3 4 5 1"),
    ("energy_lm_h", "lm·h", "energy 1 lm h"), ("torque_nm", "N·m", "torque 1 Nm"),
    ("stroke_rate_per_minute", "1/min", "stroke rate 1 1/min"),
    ("energy_per_minute_kcal", "kcal", "energy per minute 1 kcal"),
    ("pm2_5_ug_per_m3", "µg/m³", "pm2.5 1 ug/m3"), ("level_2", "", "level 2 1"),
  ])
  func aTextOfItsOwnHasItsUnitOnce(_ key: String, _ unit: String, _ text: String) throws {
    let unit = unit.isEmpty ? "" : #", "unit": "\#(unit)""#
    let field = #"{ "key": "\#(key)", "type": "u8"\#(unit) }"#
    let other = #", { "key": "other", "type": "u8" }"#
    try expect(decoded(field + other, "01 02").text, equals: text + "  other 2")
  }

  /// Nor does its name stand there.
  @Test(arguments: [
    ("null", "FF", "2"), (#""none""#, "FF", "rate none  other 2"),
    (#"[null, "not known"]"#, "FF", "rate not known  other 2"),
    ("null", "3C", "rate 60 bpm  other 2"),
  ])
  func aTextOfItsOwnIsWithoutWhatIsLeftOut(special: String, rate: String, text: String) throws {
    let fields = """
      { "key": "rate_bpm", "type": "u8", "unit": "bpm", "special": { "255": \(special) } },
      { "key": "other", "type": "u8" }
      """
    try expect(decoded(fields, "\(rate) 02").text, equals: text)
  }

  @Test func aWordInATextHasItsDecimalPoint() throws {
    let field = """
      { "key": "duration", "type": "u8",
        "words": { "0": "7_5_ms", "1": "10_ms", "2": "a_2_b", "3": "3_4_5", "4": "bits_7_0" } }
      """
    try expect(decoded(field, "00").text, equals: "7.5 ms")
    try expect(decoded(field, "01").text, equals: "10 ms")
    try expect(decoded(field, "02").text, equals: "a 2 b")
    try expect(decoded(field, "03").text, equals: "3 4 5")
    try expect(decoded(field, "04").text, equals: "bits 7 0")
    try expect(decoded(field, "00").json, equals: #"{"duration":"7_5_ms","duration_code":0}"#)
  }

  /// Alone as well, also where the fields are in a group.
  @Test func aCheckSaysWhatIsBad() throws {
    let check = #"{ "key": "tested", "check": { "kind": "sum", "width": 8 } }"#
    try expect(decoded(#"{ "skip": 1 }, "# + check, "01 02").text, equals: "tested bad")
    try expect(decoded(#"{ "skip": 1 }, "# + check, "01 01").text, equals: "tested ok")
    let group = #"{ "repeat": "rest", "fields": [{ "skip": 1 }, \#(check)] }"#
    try expect(decoded(group, "01 02").text, equals: "tested bad")
  }

  /// In a text that nobody wrote, what is in types and conditions is as what is beside them; groups with a
  /// key, and repeated ones, are not in it.
  @Test func aTextOfItsOwnHasWhatGroupsHold() throws {
    let types = """
      "types": { "pair": { "fields": [ { "key": "ga", "type": "u8" }, { "key": "gb", "type": "u8" } ] } },
      """
    try expect(
      decoded(
        """
        { "type": "pair" }, { "if": "gb == 2", "fields": [ { "key": "gc", "type": "u8" } ] },
        { "key": "gd", "size": 1, "fields": [ { "key": "ge", "type": "u8" } ] },
        { "repeat": "rest", "fields": [ { "key": "gf", "type": "u8" } ] }
        """, "01 02 03 04 05", types: types
      ).text, equals: "ga 1  gb 2  gc 3")
    try expect(
      decoded(
        #"{ "type": "pair" }, { "if": "gb == 2", "fields": [ { "key": "gc", "type": "u8" } ] }"#,
        "01 03", types: types
      ).text, equals: "ga 1  gb 3")
  }

  @Test func numbersOfAllSizes() throws {
    let result = try decoded(
      """
      { "key": "ta", "type": "u8" }, { "key": "tb", "type": "i8" }, { "key": "tc", "type": "u16" },
      { "key": "td", "type": "u24be" }, { "key": "te", "type": "i40" }, { "key": "tf", "type": "u64" },
      { "key": "tg", "type": "i64be" }
      """, "ff ff 0102 010203 ffffffffff ffffffffffffffff ffffffffffffff80")
    expect(
      result.json,
      equals: #"{"ta":255,"tb":-1,"tc":513,"td":66051,"te":-1,"tf":18446744073709551615,"tg":-128}"#
    )
    expect(result.note, equals: "")
  }

  @Test func scalesAreExact() throws {
    let result = try decoded(
      """
      { "key": "tt_a", "type": "i16", "scale": 0.01 }, { "key": "tt_b", "type": "u16", "scale": "1/1024" },
      { "key": "tt_c", "type": "u8", "scale": "0.1", "offset": "-40" }, { "key": "tt_d", "type": "u8", "scale": 10 }
      """, "4ff6 ff03 03 05")
    expect(result.json, equals: #"{"tt_a":-24.81,"tt_b":0.9990234375,"tt_c":-39.7,"tt_d":50}"#)
  }

  @Test func aQuotientIsRoundedOnce() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<2000 {
      let above = Int64(bitPattern: generator.next()) >> Int64(generator.next() % 63)
      let below = (generator.next() >> (generator.next() % 63)) | 1
      let found = Scale.quotient(Int128(above), below: below)
      func distance(_ number: Double) -> Double {
        abs(Double(above.magnitude / below) - abs(number))
      }
      expect(found.sign == (above < 0 ? .minus : .plus) || above == 0)
      expect(distance(found) <= max(1, found.magnitude * 1e-15))
    }
    expect(Scale.quotient(1, below: 3), equals: 1.0 / 3)
    expect(Scale.quotient(Int128(1) << 100, below: 7), equals: 0x1p100 / 7)
    expect(Scale.quotient(-((Int128(1) << 54) + 1), below: 1), equals: -0x1p54)
    expect(Scale.quotient((Int128(1) << 54) + 3, below: 1), equals: 0x1p54 + 4)
  }

  @Test func medicalFloatsAndTheirSpecialValues() throws {
    let fields = #"{ "key": "ts", "type": "sfloat" }, { "key": "tl", "type": "float" }"#
    try expect(decoded(fields, "6df1 6d0100ff").json, equals: #"{"ts":36.5,"tl":36.5}"#)
    try expect(
      decoded(fields, "ff07 ffff7f00").json, equals: #"{"ts_status":"nan","tl_status":"nan"}"#)
    try expect(
      decoded(fields, "0008 02008000").json, equals: #"{"ts_status":"nres","tl_status":"-inf"}"#)
    try expect(decoded(fields, "0000 fc0d0070").json.contains("e+11"), equals: true)
  }

  @Test func groupsObjectsAndRepeats() throws {
    let fields = """
      { "key": "parts", "repeat": "rest", "size": { "type": "u8" },
        "fields": [ { "key": "kind", "type": "u8" }, { "key": "data", "type": "hex" } ] }
      """
    try expect(
      decoded(fields, "0301aabb 0102").json,
      equals: #"{"parts":[{"kind":1,"data":"aabb"},{"kind":2,"data":""}]}"#)
    let cut = try decoded(fields, "0301aa")
    expect(cut.json, equals: #"{"parts":[{"kind":1,"data":"aa"}]}"#)
    expect(cut.note, equals: "too short: 3 of 4 bytes")
    let again = try decoded(
      #"{ "repeat": "rest", "fields": [ { "key": "tv", "type": "u8" } ] }"#, "010203040506070809")
    expect(
      again.json,
      equals: #"{"tv":1,"tv_2":2,"tv_3":3,"tv_4":4,"tv_5":5,"tv_6":6,"tv_7":7,"tv_8":8}"#)
    expect(again.note, equals: "keys that come again are left out")
    // Nor do members of an object that has no key stand outside of it.
    let objects = try decoded(
      #"{ "repeat": "rest", "fields": [ { "key": "to", "fields": [ { "key": "tv", "type": "u8" } ] } ] }"#,
      "01020304050607080909")
    let members = (2...8).map { ",\"to_\($0)\":{\"tv\":\($0)}" }.joined()
    expect(objects.json, equals: #"{"to":{"tv":1}\#(members)}"#)
    expect(objects.note, equals: "keys that come again are left out")
  }

  @Test func casesEndARepeat() throws {
    let fields = """
      { "repeat": "rest", "fields": [ { "as": "object", "type": "u8", "cases": {
        "1": { "fields": [ { "key": "tone", "type": "u8" } ] }, "2..3": {}, "*": "stop" } } ] }
      """
    try expect(decoded(fields, "0105 02 77 88").json, equals: #"{"tone":5,"object_rest":"88"}"#)
  }

  /// What is kept is seen by the next repetition and after the last; what is not kept is forgotten with each.
  @Test func aNumberIsKeptFromOneRepetitionToTheNext() throws {
    let fields = """
      { "as": "sum", "of": "0" }, { "as": "highest", "of": "0" },
      { "repeat": "rest", "fields": [
        { "as": "object", "type": "u8" },
        { "as": "is_lower", "of": "1", "if": "object < highest" },
        { "as": "sum", "of": "sum + is_lower", "if": "is_lower == 1", "keep": true },
        { "as": "highest", "of": "object > highest ? object : highest", "keep": true } ] },
      { "key": "tk_lower", "of": "sum" }, { "key": "tk_highest", "of": "highest" }
      """
    try expect(decoded(fields, "03 01 02 05 04").json, equals: #"{"tk_lower":3,"tk_highest":5}"#)
    try expect(decoded(fields, "").json, equals: #"{"tk_lower":0,"tk_highest":0}"#)
  }

  @Test func whatIsMissingIsCounted() throws {
    let fields = """
      { "as": "flags", "type": "u8" }, { "key": "tw", "type": "u32", "if": "flags.0" },
      { "key": "tx", "type": "u16", "if": "flags.1" }
      """
    try expect(decoded(fields, "03 01020304").note, equals: "too short: 5 of 7 bytes")
    try expect(decoded(fields, "00 01").note, equals: "1 extra byte")
    try expect(decoded(fields, "", DecodingContext(isTruncated: true)).note, equals: "")
  }

  @Test func checksums() throws {
    func crc(_ hex: String) throws -> String {
      try decoded(
        """
        { "skip": 9 }, { "key": "tcrc", "check": { "kind": "crc", "width": 16, "poly": "1021",
          "init": "ffff", "over": "0..-3", "be": true } }
        """, hex
      ).json
    }
    // The check value of CRC-16/CCITT-FALSE, of the digits 1 to 9.
    try expect(crc("313233343536373839 29b1"), equals: #"{"tcrc":"ok"}"#)
    try expect(crc("313233343536373839 29b2"), equals: #"{"tcrc":"bad"}"#)
    let sum = #"{ "as": "a", "type": "u8" }, { "skip": 1 }, { "check": { "kind": "sum" } }"#
    try expect(decoded(sum, "01ff00").note, equals: "")
    try expect(decoded(sum, "01ff01").note, equals: "the checksum is wrong")
    // With a name it decides what is read, and says nothing itself.
    let asked =
      #"{ "as": "fits", "at": -1, "check": { "kind": "xor" } }, { "if": "fits", "fields": [{ "key": "tp", "type": "u8" }] }, { "skip": "rest" }"#
    for (hex, json) in ["0707": #"{"tp":7}"#, "0708": "{}"] {
      let read = try decoded(asked, hex)
      expect(read.json == json && read.note == "")
    }
    let xor =
      #"{ "key": "tp", "type": "u8" }, { "key": "tq", "type": "u8", "repeat": "rest" }, { "at": -1, "key": "tck", "check": { "kind": "xor" } }"#
    try expect(
      decoded(xor, "0102 03").json,
      equals: #"{"tp":1,"tq":[2],"tck":"bad"}"#.replacing("bad", with: "ok"))
  }

  /// From the end of the value, whatever groups without octets of their own are around.
  @Test func octetsFromTheEnd() throws {
    let last =
      #"{ "key": "ta", "type": "u8", "at": -1 }, { "key": "tb", "type": "u8", "repeat": "rest" }"#
    for fields in [
      last, #"{ "fields": [\#(last)] }"#, #"{ "fields": [{ "fields": [\#(last)] }] }"#,
      #"{ "type": "tt" }"#,
    ] {
      let read = try decoded(
        fields, "010203", types: #""types": { "tt": { "fields": [\#(last)] } }, "#)
      expect(read.json == #"{"ta":3,"tb":[1,2]}"# && read.note == "", "\(fields)")
    }
    let sized = #"{ "size": 2, "fields": [\#(last)] }, { "key": "tc", "type": "u8" }"#
    try expect(decoded(sized, "010203").json, equals: #"{"ta":2,"tb":[1],"tc":3}"#)
  }

  /// A line has no more digits than anybody measures; the value has all of them.
  @Test func longFractions() throws {
    let third = #"{ "key": "lf_third", "type": "u8", "scale": "1/3" }"#
    let read = try decoded(third, "0a")
    expect(read.text == "3.333333" && read.json == #"{"lf_third":3.3333333333333335}"#)
    try expect(decoded(third, "03").text, equals: "1")
  }

  /// What a list of groups holds is told, not only what is around it.
  @Test func textsOfLists() throws {
    let list =
      #"{ "key": "tl_kind", "type": "u8" }, { "key": "tl_groups", "repeat": "rest", "fields": [{ "key": "tl_number", "type": "u8" }] }"#
    try expect(decoded(list, "01 02 03").text, equals: "tl kind 1; tl number 2; tl number 3")
    try expect(decoded(list, "01").text, equals: "1")
  }

  @Test func expressions() throws {
    func value(_ expression: String, _ key: String = "te_x") throws -> String {
      try decoded(
        """
        { "as": "a", "type": "i32" }, { "as": "b", "type": "u8", "if": "a == 0" },
        { "key": "\(key)", "of": "\(expression)" }
        """, "f6ffffff"
      ).json
    }
    try expect(value("a + 3 * 2"), equals: #"{"te_x":-4}"#)
    try expect(value("(a / 3) * 100 + a % 3"), equals: #"{"te_x":-301}"#)
    try expect(value("a < 0 && !(a == 1)", "te_b"), equals: #"{"te_b":true}"#)
    try expect(value("a < 0 ? 7 : b"), equals: #"{"te_x":7}"#)
    try expect(value("a < 0 || b", "te_b"), equals: #"{"te_b":true}"#)
    try expect(value("a.0..3"), equals: #"{"te_x":6}"#)
    try expect(value("a.31", "te_b"), equals: #"{"te_b":true}"#)
    try expect(value("b"), equals: "{}")
    try expect(value("a / (a + 10)"), equals: "{}")
    try expect(value("1 << 63"), equals: "{}")
    try expect(value("0x10 ^ 3"), equals: #"{"te_x":19}"#)
    try expect(
      decoded(
        #"{ "as": "a", "type": "u8" }, { "key": "te_y", "of": "a * 9223372036854775807" }"#, "02"
      ).note, equals: "a number beyond 64 bits, or a division by zero")
  }

  /// What is computed of a list counts like what is read.
  @Test func manyFieldsOfOneListAreBounded() throws {
    func outcome(_ count: Int) throws -> (json: String, text: String, note: String) {
      var fields = [#"{ "as": "numbers", "type": "u8", "repeat": "rest" }"#]
      for number in 0..<count {
        fields.append(#"{ "key": "te_\#(number)", "of": "numbers + 1" }"#)
      }
      return try decoded(
        fields.joined(separator: ", "), String(repeating: "01", count: 500))
    }
    let all = try outcome(7)
    expect(all.note == "" && all.json.contains("te_6"))
    let cut = try outcome(12)
    expect(cut.note, equals: "more than 4096 fields")
    expect(cut.json.contains("te_6") && !cut.json.contains("te_7"))
  }

  @Test func textsLeaveOutWhatWasNotRead() throws {
    let fields = """
      { "key": "tn", "type": "u8" }, { "key": "tm_celsius", "type": "i8", "unit": "°C", "if": "rest > 0" }
      """
    let text = "{tn:04X}[  {tm_celsius:1}] {tn?on:off}"
    try expect(decoded(fields, "1f", text: text).text, equals: "001F on")
    try expect(decoded(fields, "0014", text: text).text, equals: "0000  20.0 C off")
    try expect(decoded(fields, "0014", text: text, .us).text, equals: "0000  68.0 F off")
    try expect(decoded(fields, "0114").text, equals: "tn 1  tm 20 C")
  }

  /// NULs that the text has are no remark, but what else is noted is, and NULs that it has not.
  @Test(arguments: [
    ("{nul_a:q}", "414200", "\"AB\" + 1 NUL", ""), ("{nul_a}", "414200", "AB", "1 trailing NUL"),
    ("{nul_a:q}", "41ff00", "\"A\\xff\" + 1 NUL", "not UTF-8"),
    ("{nul_a:q}", "4142430000", "\"ABC\" + 2 NULs", "odd"),
    ("{nul_a:q}[ {nul_b}]", "4100ff", "\"A\" + 1 NUL", "too short: 3 of 5 bytes"),
    ("{nul_a:q}[ {nul_b}]", "41000102aa", "\"A\" + 1 NUL 513", "1 extra byte"),
  ])
  func trailingNULsAreSaidOnce(
    _ template: String, _ hex: String, _ text: String, _ remark: String
  ) throws {
    let fields =
      template.contains("nul_b")
      ? #"{ "key": "nul_a", "type": "utf8", "size": 2 }, { "key": "nul_b", "type": "u16" }"#
        + (remark.hasPrefix("too") ? #", { "skip": 1 }"# : "")
      : #"{ "key": "nul_a", "type": "utf8" }, { "note": "odd", "if": "length > 3" }"#
    let source =
      #"{ "schema": 1, "characteristics": { "FF01": { "fields": [\#(fields)], "text": "\#(template)" } } }"#
    let program = try DeclarationFile(Array(source.utf8)).declarations[0].program()
    var buffer = FieldBuffer()
    program.decode(bytesOf(hex).rawBytes, in: DecodingContext(), into: &buffer)
    expect(String(decoding: buffer.text.bytes.copy(), as: UTF8.self), equals: text)
    let note = buffer.note.bytes.copy()
    let found = buffer.remark
    expect(String(decoding: note[found.before] + note[found.after], as: UTF8.self), equals: remark)
    expect(buffer.hasRemark, equals: !remark.isEmpty)
    expect(String(decoding: note, as: UTF8.self).contains("trailing NUL"))
  }

  @Test func aDifferenceOfTemperaturesHasNoZero() throws {
    func text(_ unit: String, _ key: String, _ context: DecodingContext) throws -> String {
      try decoded(
        #"{ "key": "\#(key)", "type": "i8", "unit": "\#(unit)", "difference": true }"#, "0a",
        text: "{\(key):1}", context
      ).text
    }
    try expect(text("°C", "tm_celsius", DecodingContext()), equals: "10.0 C")
    try expect(text("°C", "tm_celsius", .us), equals: "18.0 F")
    try expect(text("°F", "tm_fahrenheit", DecodingContext()), equals: "10 F (5.6 C)")
    try expect(text("°F", "tm_fahrenheit", .us), equals: "10.0 F")
    expect(
      problem(
        #"{ "schema": 1, "characteristics": { "FF01": { "fields": [ { "key": "td_m", "type": "u8", "unit": "m", "difference": true } ] } } }"#
      )?.contains("a 'difference' is one of temperatures"), equals: true)
  }

  @Test func whatIsNoDateOrTimeIsNoted() throws {
    let field = #"{ "key": "t_moment", "type": "date_time" }"#
    for good in [
      "e807021d173b3b", "e8070200000000", "00000000000000", "0f270c1f000000", "2e060101000000",
    ] {
      try expect(decoded(field, good).note, equals: "", "\(good)")
    }
    for bad in [
      "e8070d01000000", "e807021e000000", "e707021d000000", "e8070120000000", "e8070101180000",
      "e8070101003c00", "e807010100003c",
      "2d060101000000", "10270101000000",
    ] { try expect(decoded(field, bad).note, equals: "no such date or time", "\(bad)") }
  }

  @Test func wordsAreAlsoThoseOfCasesInTypes() throws {
    let types = """
      "types": {
        "command": { "key": "t_command", "type": "u8", "cases": {
          "1": { "word": "start" }, "2": { "word": "reply", "fields": [ { "type": "reply" } ] } } },
        "reply": { "fields": [ { "key": "t_answer", "type": "u8", "words": "t_command" } ] } },
      """
    try expect(
      decoded(#"{ "type": "command" }"#, "0201", types: types).json,
      equals: #"{"t_command":"reply","t_command_code":2,"t_answer":"start","t_answer_code":1}"#)
  }

  @Test func typesAreExpanded() throws {
    let types = """
      "types": { "ltv": { "repeat": "rest", "fields": [ { "size": { "type": "u8" }, "fields": [
        { "key": "kind", "type": "u8" }, { "key": "data", "type": "hex" } ] } ] } },
      """
    try expect(
      decoded(
        #"{ "key": "list", "size": { "type": "u8" }, "type": "ltv" }, { "key": "tz", "type": "u8" }"#,
        "05 0201aa 0102 09", types: types
      ).json, equals: #"{"list":[{"kind":1,"data":"aa"},{"kind":2,"data":""}],"tz":9}"#)
  }

  @Test(arguments: [
    (#"{"schema": 2}"#, "line 1: schema: unsupported schema; this program reads schema 1"),
    (#"{"schema": 1, "colour": 1}"#, "line 1: colour: unknown member 'colour'"),
    (
      "{\"schema\": 1,\n\"characteristics\": {\n\"2A37\": { \"fields\": [ { \"typ\": \"u8\" } ] } } }",
      "line 3: characteristics.2A37.fields[0].typ: unknown member 'typ'; did you mean type?"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "fields": [ { "key": "x", "of": "y + 1" } ] } } }"#,
      "line 1: characteristics.2A37.fields[0].of: nothing before this is called 'y'"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "fields": [ { "as": "y", "type": "u8" }, { "key": "x", "of": "y", "if": "y.read" } ] } } }"#,
      "line 1: characteristics.2A37.fields[1].if: 'y' has no source"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "fields": [ { "as": "y", "type": "u8" }, { "key": "x", "of": "y.source" } ] } } }"#,
      "line 1: characteristics.2A37.fields[1].of: 'y' has no source"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "fields": [ { "key": "x", "type": "u7" } ] } } }"#,
      "line 1: characteristics.2A37.fields[0].type: unknown type 'u7'; did you mean u8?"
    ),
    (
      #"{"schema": 1, "types": { "t": { "fields": [ { "type": "t" } ] } }, "characteristics": { "2A37": { "fields": [ { "type": "t" } ] } } }"#,
      "line 1: types.t.fields[0].type: type 't' contains itself"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "fields": [ { "key": "x", "type": "u8", "unit": "furlong" } ] } } }"#,
      "line 1: characteristics.2A37.fields[0].unit: unknown unit 'furlong'; docs/decoders.md has the list"
    ),
    (
      #"{"schema": 1, "characteristics": { "heart": { "fields": [{ "key": "x", "type": "u8" }] } } }"#,
      "line 1: characteristics.heart: 'heart' is neither a UUID nor a handle such as #000E"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "properties": ["notifies"], "fields": [{ "key": "x", "type": "u8" }] } } }"#,
      "line 1: characteristics.2A37.properties[0]: unknown property 'notifies': expected one of broadcast, read, write_without_response, write, notify, indicate, authenticated_signed_writes, extended_properties"
    ),
    (
      #"{"schema": 1, "characteristics": { "2A37": { "properties": [], "fields": [{ "key": "x", "type": "u8" }] } } }"#,
      "line 1: characteristics.2A37.properties: expected at least one property"
    ),
    (
      #"{"schema": 1, "descriptors": { "2901": { "properties": ["read"], "fields": [{ "key": "x", "type": "u8" }] } } }"#,
      "line 1: descriptors.2901.properties: only characteristics have properties"
    ),
    ("{\"schema\": 1,\n]", "line 2: expected a key"),
  ])
  func whatIsWrongIsSaidWithItsPlace(_ source: String, _ expected: String) {
    expect(problem(source), equals: expected)
  }

  /// What can never be is a mistake.
  @Test(arguments: [
    (#"{ "key": "x", "type": "uint8_t" }"#, "[0].type: unknown type 'uint8_t'; did you mean u8?"),
    (#"{ "key": "x", "type": "int16le" }"#, "[0].type: unknown type 'int16le'; did you mean i16?"),
    (
      #"{ "as": "f", "type": "u8" }, { "key": "x", "of": "f.8" }"#,
      "[1].of: expected a bit from 0 to 7 after 'f.'"
    ),
    (
      #"{ "as": "f", "type": "u16" }, { "key": "x", "of": "f.4..16" }"#,
      "[1].of: expected a bit from 4 to 15 after 'f.4..'"
    ),
    (
      #"{ "key": "x", "type": "u8", "flags": { "9": "a" } }"#,
      "[0].flags.9: expected a bit from 0 to 7"
    ),
    (
      #"{ "key": "x", "type": "u8", "reserved": "5..9" }"#,
      "[0].reserved: expected bits from 0 to 7, such as 5..7"
    ),
    (
      #"{ "key": "x", "type": "u8", "valid": "300..400" }"#,
      "[0].valid: the number is never that: it is from 0 to 255"
    ),
    (
      #"{ "key": "x", "type": "u8", "success": [1, 300] }"#,
      "[0].success[1]: the number is never that: it is from 0 to 255"
    ),
    (
      #"{ "key": "x", "type": "u8", "success": 1, "repeat": "rest" }"#,
      "[0].success: a list says of nothing that it was done"
    ),
    (#"{ "key": "x", "type": "hex", "success": 1 }"#, "[0].success: this is not a number"),
    (
      #"{ "key": "x", "type": "u8", "words": { "300": "a" } }"#,
      "[0].words.300: the number is never that: it is from 0 to 255"
    ),
    (
      #"{ "key": "x", "type": "i16", "special": { "65535": "a" } }"#,
      "[0].special.65535: the number is never that: it is from -32768 to 32767"
    ),
    (
      #"{ "key": "x", "type": "u8", "cases": { "256": {} } }"#,
      "[0].cases.256: the number is never that: it is from 0 to 255"
    ),
    (
      #"{ "key": "x", "type": "hex", "size": 2, "const": "aabb" }"#,
      "[0].const: 'const' is octets without 'type' and 'of'; a number has 'expect'"
    ),
    (
      #"{ "key": "x", "type": "u8" }, { "key": "x", "type": "u8" }"#,
      "[1]: the key of a field before it, which is always there"
    ),
    (
      #"{ "key": "x", "check": { "kind": "xor", "over": "5..2" } }"#,
      "[0].check.over: the range ends before it begins"
    ),
    (
      #"{ "key": "x", "check": { "kind": "xor", "over": "0...-2" } }"#,
      "[0].check.over: expected a range of octets such as 0..-2"
    ),
    (
      #"{ "key": "x", "type": "u32", "time": { "since": "2000-02-31" } }"#,
      "[0].time: expected a day such as 2000-01-01"
    ),
    (
      #"{ "key": "x", "check": { "kind": "crc", "width": 16, "poly": 4129 } }"#,
      "[0].check.poly: expected a string, not a number"
    ),
    (#"{ "key": "length", "type": "u8" }"#, "[0].key: 'length' is a word of expressions"),
    (
      #"{ "as": "myName", "type": "u8" }"#,
      "[0].as: 'myName' is no name: small letters, digits and _, at most 64"
    ),
  ])
  func whatCanNeverBe(_ fields: String, _ expected: String) {
    let said = problem(
      #"{"schema": 1, "characteristics": { "FFF1": { "fields": [ \#(fields) ] } } }"#)
    expect(said, equals: "line 1: characteristics.FFF1.fields\(expected)")
  }

  /// A key may come again where another condition holds; a UUID stands once, however it is written.
  @Test func whatComesAgain() {
    let fields = #"{ "as": "f", "type": "u8" }, { "key": "x", "type": "u8", "if": "f == 1" }"#
    let other = #"{ "key": "x", "type": "u8", "if": "f == 2" }"#
    expect(
      problem(
        #"{"schema": 1, "characteristics": { "FFF1": { "fields": [ \#(fields), \#(other) ] } } }"#)
        == nil)
    // A name has the bits of the widest.
    let wide = #"{ "as": "w", "type": "u16", "if": "f" }, { "as": "w", "type": "u8", "if": "!f" }"#
    expect(
      problem(
        #"{"schema": 1, "characteristics": { "FFF1": { "fields": [ \#(fields), \#(wide), { "key": "y", "of": "w.9" } ] } } }"#
      )
        == nil)
    let said = problem(
      #"{"schema": 1, "characteristics": { "sig:2A37": { "fields": [{ "key": "x", "type": "u8" }] }, "sig:2a37": { "fields": [{ "key": "x", "type": "u8" }] } } }"#
    )
    expect(said?.contains("'sig:2a37' is declared before"), equals: true)
  }

  @Test func aProgramIsTheSameAfterItWasStored() throws {
    for (_, declaration, _) in try Declarations.all.get() {
      let text = ProgramText.text(of: declaration.code)
      expect(ProgramText.program(Array(text.utf8).rawBytes), equals: declaration.code)
    }
  }

  @Test func randomBytesAreHarmlessForEveryDeclaration() throws {
    var generator = SplitMix(seed: 42)
    var buffer = FieldBuffer()
    for (_, _, program) in try Declarations.all.get() {
      for round in 0..<16 {
        let length = round == 0 ? 512 : Int(generator.next() % 40)
        let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        buffer.removeAll()
        program.decode(
          bytes.rawBytes,
          in: DecodingContext(
            isTruncated: round % 3 == 0, isWrite: round % 2 == 0,
            units: round % 4 == 0 ? .us : .metric), into: &buffer)
        #expect(throws: Never.self) { try JSONDocument(Array(buffer.decodedJSON.utf8)) }
        expect(!buffer.text.bytes.copy().contains { $0 < 0x20 })
        // Of what is cut, the note says so.
        expect(buffer.fields.isEmpty || !buffer.text.isEmpty || !buffer.note.isEmpty)
      }
    }
  }
}

/// The files of the built-in declarations.
enum Declarations {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources/GATTValues/Declarations")

  /// Read once; all keys are declared before any value is decoded.
  static let all = Result<[(file: String, Declaration, Program)], any Error> {
    try files().flatMap { url in
      try DeclarationFile([UInt8](Data(contentsOf: url))).declarations.map {
        (url.lastPathComponent, $0, try $0.program())
      }
    }
  }

  static func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}

@Suite struct BuiltInDeclarationTests {
  @Test func whatIsWrittenIsUpToDate() throws {
    let files = try Declarations.files().map {
      try DeclarationFile([UInt8](Data(contentsOf: $0)))
    }
    let made = BuiltInDeclarations.texts(of: files).map { name, text in
      (text, "Sources/EmbeddedTexts/Declarations/\(name).txt")
    }
    for (text, path) in made + [(ValuesDocument.text(of: files), "docs/values.md")] {
      let written = try String(
        contentsOf: Declarations.folder.appending(path: "../../../\(path)"), encoding: .utf8)
      expect(text, equals: written, "run scripts/declarations to write \(path) again")
    }
  }

  @Test func everySampleGivesWhatItSays() throws {
    for (file, declaration, program) in try Declarations.all.get() {
      for failure in declaration.failures(program) {
        Issue.record("\(file):\(failure.sample.line): \(failure.expected) not \(failure.found)")
      }
    }
  }

  /// Else a reader would see bytes that were understood.
  @Test func everySampleHasAText() throws {
    var buffer = FieldBuffer()
    for (file, declaration, program) in try Declarations.all.get() {
      for sample in declaration.samples {
        buffer.removeAll()
        sample.decode(program, into: &buffer)
        expect(buffer.fields.isEmpty || !buffer.text.isEmpty, "\(file):\(sample.line)")
      }
    }
  }

  /// What is stored of two that differ in their names is one.
  @Test func everyNameIsThatOfItsFile() throws {
    for (file, declaration, _) in try Declarations.all.get() {
      let names = BuiltInDeclarations.programs(for: declaration.target).map {
        $0.program.code.string($0.program.code.name)
      }
      expect(names.contains(declaration.name ?? ""), "\(file): \(declaration.name ?? "")")
    }
  }

  @Test func everyTargetIsFound() {
    for target in BuiltInDeclarations.targets {
      expect(!BuiltInDeclarations.programs(for: target).isEmpty, "\(target)")
    }
  }
}
