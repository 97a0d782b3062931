import BTSnoop
import Bytes
import JSONText
import Redaction

/// What was replaced, left out and kept, for standard error.
struct RedactionTable {
  let lines: [String]

  init(
    _ tally: RedactionTally, _ originals: Originals, _ patterns: PatternTable, _ proof: LeakSearch,
    _ losses: [String], _ options: RedactionOptions, _ target: CaptureTarget
  ) {
    var rows: [(String, String)] = []
    for kind in Originals.Kind.allCases where tally.replaced(kind) > 0 {
      let count = originals.count(of: kind)
      rows.append(
        ("replaced", "\(count) \(kind.noun(count)), \(Self.times(tally.replaced(kind)))"))
    }
    if tally.copies > 0 {
      rows.append(("replaced", "copies of them in what stays, \(Self.times(tally.copies))"))
    }
    if tally.headerCopies > 0 {
      rows.append(
        (
          "replaced",
          "copies of them in headers, \(Self.times(tally.headerCopies)): these packets say something else"
        ))
    }
    if tally.maskedValues > 0 { rows.append(("masked", Self.count(tally.maskedValues, "value"))) }
    if tally.movedValues > 0 {
      rows.append(("moved", Self.count(tally.movedValues, "value") + " with measured numbers"))
    }
    if tally.encrypted > 0 {
      rows.append(("masked", Self.count(tally.encrypted, "encrypted payload")))
    }
    if tally.encryptedAnew > 0 {
      rows.append(
        (
          "encrypted",
          "\(Self.count(tally.encryptedAnew, "payload")) anew, with stand-ins of the keys that open them"
        ))
      rows += Self.needed(proof.needed).map { ("opens with", $0) }
    }
    if originals.unproven > 0 {
      rows.append(
        (
          "unproven",
          "\(Self.count(originals.unproven, "pairing")) with a passkey or data out of band: "
            + "confirm values and checks do not fit"
        ))
    }
    for kind in RedactionTally.Zeroed.allCases where tally.zeroed(kind) > 0 {
      rows.append(("zeroed", "\(tally.zeroed(kind)) \(kind.words(tally.zeroed(kind)))"))
    }
    rows += Self.leftOut(tally).map { ("left out", $0) }
    rows += losses.map { ("output", $0) }
    if tally.keptValues > 0 { rows.append(("kept", Self.count(tally.keptValues, "value"))) }
    if tally.keptUnknown > 0 {
      rows.append(
        ("kept", "\(Self.count(tally.keptUnknown, "packet")) with octets that are not understood"))
    }
    rows.append(("searched", Self.searched(patterns, chance: proof.chanceHits)))
    rows.append(
      (
        "can tell",
        "UUIDs and company numbers, models and versions, lengths, handles, signal strengths, "
          + (options.shiftsTime ? "times between packets" : "date and times")
          + (options.keepsVendor ? ", manufacturers in addresses" : "")
      ))
    if !target.holdsComments {
      rows.append(("unmarked", "\(target.title) has no place to say that it is redacted"))
    }
    let width = rows.reduce(0) { max($0, $1.0.utf8.count) }
    lines = rows.map { word, text in
      word + String(repeating: " ", count: width - word.utf8.count + 2) + text
    }
  }

  private static func searched(_ patterns: PatternTable, chance: Int) -> String {
    var text =
      "\(patterns.searched) originals, as octets in both orders, hex and text: none is there"
    if chance > 0 { text += ", but for short ones as often as random octets, \(times(chance))" }
    if patterns.unsearched > 0 {
      text += "; \(patterns.unsearched) too short or uniform to be searched"
    }
    return text
  }

  /// The options that open what is encrypted: stand-ins, which are no secret of anybody.
  private static func needed(_ links: LinkStandIns) -> [String] {
    let named = 8
    let options =
      links.keys.map { "--ltk " + hex($0) }
      + links.temporaryKeys.map { "--tk " + ($0 > 999_999 ? hex($0) : "\($0)") }
    let more = options.count - named
    return options.prefix(named) + (more > 0 ? ["\(more) more keys, which --map has"] : [])
  }

  private static func hex(_ key: UInt128) -> String {
    let digits = String(key, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
  }

  private static func leftOut(_ tally: RedactionTally) -> [String] {
    let beside = tally.beside
    let counts: [(UInt64, one: String, many: String)] = [
      (UInt64(tally.comments) + beside.comments, "comment", "comments"),
      (beside.annotations, "note of bleinspect on a packet", "notes of bleinspect on packets"),
      (
        beside.interfaceNames, "name or address of an interface",
        "names and addresses of interfaces"
      ),
      (
        beside.recorderTexts, "text about the recorder: its computer, system, program or filter",
        "texts about the recorder: its computer, system, programs and filters"
      ),
      (
        beside.otherBlocks, "block or option that is not read",
        "blocks and options that are not read"
      ),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.one : $0.many)" }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension Originals.Entry {
  /// A line of a map: a JSON object.
  func append(to out: inout ByteWriter) {
    out.append("{")
    switch kind {
    case .address:
      out.append(member: "kind", word: "address")
      out.append(member: "type", word: isRandom ? "random" : "public")
    case .text: out.append(member: "kind", word: "text")
    case .secret: out.append(member: "kind", word: opensLinks ? "link_key" : "secret")
    }
    let members: [(StaticString, [UInt8])] = [("original", original), ("stand_in", standIn)]
    for (key, octets) in members {
      switch kind {
      case .address: out.append(member: key, Self.colons(octets))
      case .text: out.append(member: key, text: octets.rawBytes)
      case .secret: out.append(member: key, hex: octets.rawBytes)
      }
    }
    out.append("}\n")
  }

  private static func colons(_ octets: [UInt8]) -> String {
    octets.map { octet in
      let digits = String(octet, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined(separator: ":")
  }
}

extension Originals {
  /// Lines of a map about passkeys and other temporary keys, which are numbers, not octets of packets.
  func appendTemporaryKeys(to out: inout ByteWriter) {
    for (original, standIn) in temporaryKeys {
      out.append("{")
      out.append(member: "kind", word: "temporary_key")
      out.append(member: "original", "\(original)")
      out.append(member: "stand_in", "\(standIn)")
      out.append("}\n")
    }
  }
}
