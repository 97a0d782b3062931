import JSONText
import TestSupport
import Testing

@testable import GATTValues

/// All that is said of a file.
private func problems(_ source: String) -> [String] {
  let bytes = Array(source.utf8)
  var problems: [JSONError] = []
  _ = DeclarationFile(bytes, &problems)
  return problems.map { $0.sentence(in: bytes) }
}

/// Of the fields of one declaration, without the place of that.
private func problems(fields: String, more: String = "", file: String = "") -> [String] {
  problems(
    #"{ "schema": 1, \#(file) "characteristics": { "FFF1": { \#(more) "fields": [ \#(fields) ] } } }"#
  ).map { $0.replacing("line 1: characteristics.FFF1.", with: "") }
}

@Suite struct DeclarationProblemTests {
  @Test func everyErrorIsToldInTheOrderOfTheFile() {
    let source = """
      { "schema": 1, "colour": 2,
        "base": "F000",
        "types": { "u9": 5, "pair": { "fields": [ { "key": "ga", "type": "u7" }, { "key": "gb", "type": "u8" } ] } },
        "services": { "1810": 7, "heart": "Heart" },
        "characteristics": {
          "heart": { "fields": [ { "key": "a", "type": "u7" } ] },
          "FFF1": { "direction": "both", "feilds": [],
            "fields": [
              { "key": "b", "type": "u8", "if": "nothing == 1", "unit": "furlong", "scale": "0" },
              { "type": "pair" }, { "key": "sum", "of": "ga + gb + b" },
              { "key": "c", "typ": "u8", "size": 4 }, { "key": "d", "of": "c + none" },
              { "key": "e", "fields": [ { "key": "f", "type": "u8", "valid": "300" }, { "key": "g", "type": "u8", "flags": { "9": "h", "1": "i" } } ] },
              { "key": "j", "type": "u8", "cases": { "x": { "word": "w" }, "2": { "fields": [ { "key": "k", "type": "i9" } ] } } }
            ],
            "text": "{b} {c} {none}", "samples": [ { "value": "0" }, { "value": "00", "text": "x" } ] },
          "FFF2": { "fields": [ { "type": "pair" }, { "type": "u9" } ] } },
        "advertisements": [ { "company": "4C", "fields": [ { "skip": 0 } ] } ] }
      """
    expect(
      problems(source),
      equals: [
        "line 1: colour: unknown member 'colour'",
        "line 2: base: expected a UUID such as F000xxxx-0451-4000-B000-000000000000",
        "line 3: types.u9: expected an object, not a number",
        "line 3: types.pair.fields[0].type: unknown type 'u7'; did you mean u8?",
        "line 4: services.1810: expected an object, not a number",
        "line 4: services.heart: 'heart' is no UUID",
        "line 6: characteristics.heart: 'heart' is neither a UUID nor a handle such as #000E",
        "line 6: characteristics.heart.fields[0].type: unknown type 'u7'; did you mean u8?",
        "line 7: characteristics.FFF1.direction: expected write or notify",
        "line 7: characteristics.FFF1.feilds: unknown member 'feilds'; did you mean fields?",
        "line 9: characteristics.FFF1.fields[0].if: nothing before this is called 'nothing'",
        "line 9: characteristics.FFF1.fields[0].unit: unknown unit 'furlong'; docs/decoders.md has the list",
        "line 9: characteristics.FFF1.fields[0].scale: with a scale of 0 every value is the same: leave it out, or give the factor",
        "line 11: characteristics.FFF1.fields[3].typ: unknown member 'typ'; did you mean type?",
        "line 12: characteristics.FFF1.fields[5].fields[0].valid: the number is never that: it is from 0 to 255",
        "line 12: characteristics.FFF1.fields[5].fields[1].flags.9: expected a bit from 0 to 7",
        "line 13: characteristics.FFF1.fields[6].cases.x: expected a number, a range such as 5..9, or *",
        "line 13: characteristics.FFF1.fields[6].cases.2.fields[0].type: unknown type 'i9'; did you mean i8?",
        "line 15: characteristics.FFF1.samples[0].value: expected octets in hex",
        "line 17: advertisements[0]: 'key' is missing",
        "line 17: advertisements[0].company: expected four hex digits such as 004C",
        "line 17: advertisements[0].fields[0].skip: the number of bytes would always be 0: expected 1 or more",
      ])
  }

  /// What only follows from an error is not told.
  @Test func anErrorIsToldOnce() {
    // The name of a field that is wrong, in all that can use it.
    expect(
      problems(
        fields: #"""
          { "key": "a", "type": "u7" }, { "key": "b", "type": "u8", "if": "a == 3" }, { "key": "c", "of": "a.9" },
          { "key": "d", "of": "a", "scale": 2 }, { "key": "e", "type": "u8", "needs": "a" }
          """#, more: #""text": "{a:04X} {a_status}","#
      ), equals: ["fields[0].type: unknown type 'u7'; did you mean u8?"])
    // A type that is used twice, and by two declarations.
    let use = #"{ "fields": [ { "type": "t" }, { "key": "y", "of": "x + 1" } ] }"#
    expect(
      problems(
        """
        { "schema": 1, "types": { "t": { "fields": [ { "key": "x", "type": "u7" } ] } },
          "characteristics": { "FFF1": \(use), "FFF2": \(use) } }
        """),
      equals: ["line 1: types.t.fields[0].type: unknown type 'u7'; did you mean u8?"])
    // Where the size is wrong, nothing is known of what is left.
    expect(
      problems(
        fields: #"{ "key": "a", "type": "hex", "size": "x" }, { "key": "b", "type": "u8" }"#),
      equals: ["fields[0].size: nothing before this is called 'x'"])
  }

  @Test func noMoreThanAHundredAreTold() {
    let fields = (0..<400).map { #"{ "key": "a\#($0)", "type": "u7" }"# }
    let found = problems(fields: fields.joined(separator: ","))
    expect(found.count, equals: DeclarationFile.problemLimit + 1)
    expect(found.first, equals: "fields[0].type: unknown type 'u7'; did you mean u8?")
  }

  /// Types with errors, in types, are no more work than types without.
  @Test func errorsInTypesOfTypesAreBounded() {
    let types = (0..<6).map { level in
      let uses = Array(repeating: #"{ "type": "t\#(level + 1)" }"#, count: 12)
      return #""t\#(level)": { "fields": [ \#(uses.joined(separator: ",")) ] }"#
    }
    let found = expect(processorSeconds: 60) {
      problems(
        fields: #"{ "type": "t0" }"#,
        file: #""types": { \#(types.joined(separator: ",")), "t6": { "key": "a", "type": "u7" } },"#
      )
    }
    expect(found.contains { $0.hasSuffix("unknown type 'u7'; did you mean u8?") }, "\(found)")
    expect(found.count <= 2)
  }

  /// What is right is read.
  @Test func whatIsRightIsThere() {
    var problems: [JSONError] = []
    let file = DeclarationFile(
      Array(
        #"""
        { "schema": 1, "characteristics": {
          "FFF1": { "fields": [ { "key": "a", "type": "u7" } ] },
          "FFF2": { "fields": [ { "key": "a", "type": "u8" } ] } } }
        """#.utf8), &problems)
    expect(problems.count, equals: 1)
    expect(file.declarations.count, equals: 1)
  }
}

/// What can never mean anything.
@Suite struct IdleDeclarationTests {
  private static let left =
    "nothing is left to read: 'a' before it takes the rest; give that a 'size', or read this from the end with 'at'"

  @Test(arguments: [
    #"{ "key": "a", "type": "hex" }, { "key": "b", "type": "u8" }"#,
    #"{ "key": "a", "type": "utf8", "size": "rest" }, { "skip": 1 }"#,
    #"{ "key": "a", "type": "u16", "repeat": "rest" }, { "const": "aa" }"#,
    #"{ "key": "a", "type": "utf8" }, { "check": { "kind": "xor" } }"#,
    #"{ "key": "a", "fields": [ { "key": "c", "type": "hex" } ] }, { "key": "b", "type": "u8" }"#,
    #"{ "key": "a", "repeat": "rest", "fields": [ { "key": "c", "type": "u8" } ] }, { "fields": [ { "key": "b", "type": "u8" } ] }"#,
    #"{ "key": "a", "repeat": "rest", "size": { "type": "u8" }, "fields": [ { "key": "c", "type": "hex" } ] }, { "key": "b", "type": "u8", "if": "rest > 0" }"#,
    #"{ "as": "n", "type": "u8" }, { "key": "a", "type": "hex" }, { "of": "n", "cases": { "1": { "fields": [ { "key": "b", "type": "u8" } ] } } }"#,
  ])
  func nothingIsLeft(_ fields: String) {
    let found = problems(fields: fields)
    expect(found.count == 1 && found[0].hasSuffix(Self.left), "\(found)")
  }

  @Test(arguments: [
    #"{ "key": "a", "type": "hex" }, { "key": "b", "type": "u8", "at": -1 }, { "key": "c", "of": "length" }"#,
    #"{ "as": "n", "type": "u8" }, { "key": "a", "type": "hex", "if": "n" }, { "key": "b", "type": "u8" }"#,
    #"{ "key": "a", "type": "hex", "size": "rest - 1" }, { "key": "b", "type": "u8" }"#,
    #"{ "size": 4, "fields": [ { "key": "a", "type": "hex" } ] }, { "key": "b", "type": "u8" }"#,
    #"{ "at": 3, "key": "a", "type": "hex" }, { "key": "b", "type": "u8" }"#,
    #"{ "as": "n", "type": "u8" }, { "of": "n", "cases": { "1": { "fields": [ { "key": "a", "type": "hex" } ] } } }, { "key": "b", "type": "u8" }"#,
    #"{ "repeat": "rest", "fields": [ { "key": "a", "type": "u8", "if": "rest > 2" } ] }, { "key": "b", "type": "u8" }"#,
    #"{ "repeat": "rest", "size": { "type": "u8" }, "fields": [ { "as": "n", "type": "u8", "cases": { "0": "stop" } } ] }, { "key": "b", "type": "hex" }"#,
    #"{ "key": "a", "type": "hex" }, { "note": "long", "if": "length > 3" }"#,
  ])
  func somethingIsLeft(_ fields: String) { expect(problems(fields: fields), equals: []) }

  @Test(arguments: [
    (#"{ "key": "a", "type": "u8", "scale": 0 }"#, "[0].scale: with a scale of 0"),
    (#"{ "key": "a", "type": "u8", "scale": "0.0" }"#, "[0].scale: with a scale of 0"),
    (#"{ "key": "a", "fields": [] }"#, "[0].fields: no fields say nothing"),
    (#"{ "key": "a", "type": "hex", "size": 0 }"#, "[0].size: the size would always be 0"),
    (
      #"{ "key": "a", "type": "hex", "size": { "type": "u8", "plus": -255 } }"#,
      "[0].size.plus: the size would always be 0"
    ),
    (
      #"{ "key": "a", "type": "u8", "repeat": 0 }"#,
      "[0].repeat: the number of times would always be 0"
    ),
    (#"{ "skip": "2 - 3" }"#, "[0].skip: the number of bytes would always be -1"),
    (#"{ "key": "a", "type": "u8", "if": "1" }"#, "[0].if: the condition is always the same"),
    (
      #"{ "as": "f", "type": "u8" }, { "key": "a", "type": "u8", "if": "f.4..5 == 4" }"#,
      "[1].if: 'f.4..5 == 4' is always false: the number is from 0 to 3"
    ),
    (
      #"{ "as": "f", "type": "u8" }, { "key": "a", "type": "u8", "if": "f < 256" }"#,
      "[1].if: 'f < 256' is always true: the number is from 0 to 255"
    ),
    (
      #"{ "as": "f", "type": "u8" }, { "key": "a", "type": "u8", "if": "f & 1 == 1" }"#,
      "[1].if: '1 == 1' is always true: brackets or a name may be missing"
    ),
    (
      #"{ "as": "f", "type": "u8" }, { "key": "a", "of": "f % 0" }"#,
      "[1].of: 'f % 0' divides by zero"
    ),
    (#"{ "key": "a", "type": "u8", "words": {} }"#, "[0].words: an empty table says nothing"),
    (#"{ "key": "a", "type": "u8", "flags": {} }"#, "[0].flags: no flags say nothing"),
    (#"{ "key": "a", "type": "u8", "valid": [] }"#, "[0].valid: expected at least one range"),
    (#"{ "key": "a", "type": "u8", "reserved": [] }"#, "[0].reserved: expected at least one bit"),
    (
      #"{ "key": "a", "type": "u8", "words": { "1": "x", "0x1": "y" } }"#,
      "[0].words.0x1: '0x1' has a row before this"
    ),
    (
      #"{ "key": "a", "type": "u8", "flags": { "1": "x", "01": "y" } }"#,
      "[0].flags.01: bit 1 has a name before this"
    ),
    (
      #"{ "key": "a", "type": "u8", "expect": 256 }"#,
      "[0].expect: the number is never that: it is from 0 to 255"
    ),
    (
      #"{ "key": "a", "type": "u16", "at": -1 }"#,
      "[0].at: 2 bytes from -1 end after the value: expected at most -2"
    ),
    (
      #"{ "at": -1, "check": { "kind": "crc", "width": 16, "poly": "1021" } }"#,
      "[0].at: 2 bytes from -1 end after the value: expected at most -2"
    ),
    (
      #"{ "check": { "kind": "crc", "width": 16, "poly": "0" } }"#,
      "[0].check.poly: with a polynomial of 0 nothing is checked"
    ),
    (
      #"{ "check": { "kind": "sum", "reflect": true } }"#,
      "[0].check.reflect: only a crc has 'poly' and 'reflect'"
    ),
    (
      #"{ "key": "a", "type": "u8", "note": "odd" }"#,
      "[0].note: 'note' does nothing in a field with a name or a type"
    ),
    (
      #"{ "key": "a", "fields": [ { "key": "b", "type": "u8" } ], "unit": "m" }"#,
      "[0].unit: 'unit' does nothing in a field with 'fields'"
    ),
    (
      #"{ "as": "b", "type": "u8" }, { "key": "a", "of": "b", "repeat": 3 }"#,
      "[1].repeat: 'repeat' does nothing in a field with 'of' and without 'type'"
    ),
    (
      #"{ "key": "a", "type": "u8", "cases": { "1": {} }, "scale": 2 }"#,
      "[0].scale: 'scale' does nothing in a field with 'cases'"
    ),
    (
      #"{ "key": "a", "type": "u8", "words": { "1": "x" }, "unit": "m" }"#,
      "[0].unit: 'unit' does nothing in a field with 'words'"
    ),
    (
      #"{ "key": "a", "type": "i8", "difference": true }"#,
      "[0].difference: 'difference' does nothing without a 'unit' of temperatures"
    ),
    (#"{ "key": "a", "type": "u8", "axes": true }"#, "[0].axes: 'axes' does nothing without"),
    (
      #"{ "as": "a", "type": "u8", "keep": true }"#,
      "[0].keep: 'keep' does nothing but in a field of 'as' and 'of' alone"
    ),
    (
      #"{ "repeat": "rest", "fields": [{ "as": "a", "type": "u8" }, { "as": "b", "of": "a", "keep": true }] }"#,
      "[0].fields[1].as: 'keep' needs a field of this name, with 'of', before the group"
    ),
    (
      #"{ "as": "b", "type": "u8" }, { "repeat": "rest", "fields": [{ "as": "a", "type": "u8" }, { "as": "b", "of": "a", "keep": true }] }"#,
      "[1].fields[1].as: 'keep' needs a field of this name, with 'of', before the group"
    ),
    (#"{ "key": "a", "type": "u8", "code": false }"#, "[0].code: 'code' does nothing without"),
    (#"{ "key": "a", "skip": 1 }"#, "[0].key: 'key' does nothing in a field with 'skip'"),
    (
      #"{ "key": "a", "type": "u8", "at": 3, "missing": "no a" }"#,
      "[0].missing: 'missing' does nothing with 'at'"
    ),
    (
      #"{ "key": "a", "type": "u8", "cases": { "1": { "text": "x" } } }"#,
      "[0].cases.1.text: unknown member 'text'"
    ),
  ])
  func aFieldThatCannotBeMeant(_ fields: String, _ expected: String) {
    let found = problems(fields: fields)
    expect(found.count == 1 && found[0].hasPrefix("fields" + expected), "\(found)")
  }

  @Test(arguments: [
    (#""mask": "0000","#, "mask: a mask of zeros changes nothing"),
    (#""whole": 0,"#, "whole: expected a whole number from 1 to 65535"),
    (#""if": "3 > 2","#, "if: the condition is always the same"),
    (#""text": "{a} [and]","#, "text: brackets without a value are always left out"),
    (
      #""samples": [ { "values": [ "00" ], "text": "a 0" } ],"#,
      "samples[0].values: 'values' are those of a 'message'"
    ),
    (
      #""samples": [ { "value": "00", "text": "a 0", "state": { "range": 3 } } ],"#,
      "samples[0].state.range: no field with 'state' or 'call' is called 'range'"
    ),
    (
      #""message": { "length": { "at": 1, "type": "u8", "plus": -254 } },"#,
      "message.length.plus: the message would always end before its length: it has at most 1 bytes"
    ),
    (
      #""message": { "end": "c0", "escape": "c0" },"#,
      "message.escape: no message would end: the escape is the end"
    ),
    (
      #""message": { "header": [ { "as": "all", "type": "hex" } ], "last": "1" },"#,
      "message.header: the header takes all of each value"
    ),
  ])
  func aDeclarationThatCannotBeMeant(_ member: String, _ expected: String) {
    let found = problems(fields: #"{ "key": "a", "type": "u8" }"#, more: member)
    expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }

  @Test func oneOfTwoThatAreForTheSame() {
    let one = #"{ "fields": [ { "key": "a", "type": "u8" } ] }"#
    func found(_ all: String) -> [String] {
      problems(#"{ "schema": 1, "characteristics": { "FFF1": [ \#(all) ] } }"#)
    }
    expect(found("\(one), \(one)").first?.contains("only one of two declarations"), equals: true)
    expect(found(#"\#(one), { "direction": "write", \#(one.dropFirst())"#), equals: [])
    expect(found(""), equals: ["line 1: characteristics.FFF1: nothing is declared for 'FFF1'"])
  }
}
