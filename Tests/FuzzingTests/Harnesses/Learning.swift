import Bytes
import Learning

extension Harness {
  /// Values of one stream: whatever they are, what is learned of them holds for as many as it says.
  static let learning = Harness("learning", maximumLength: 4096) { input in
    var entries = EntryList(input)
    let cuts = Int(entries.byte())
    var values: [LearntValue] = []
    while let (head, bytes) = entries.next() {
      values.append(
        LearntValue(
          bytes, time: Int64(head) << 24 &* Int64(values.count), connection: Int(head) & 1,
          frame: UInt64(values.count), order: values.count))
    }
    let window = cuts & 1 == 0 ? values.count : values.count / 2
    let findings = StreamLearner.learn(
      window: Array(values[..<window]), reservoir: Array(values[window...]))
    var seen: Set<[UInt8]> = []
    let rows = findings.units.map(\.bytes).filter { seen.insert($0).inserted }
    try require(findings.units.count <= values.count, "more messages than values")
    if let length = findings.whole.length {
      try check(length.evidence, rows.filter { length.holds($0) }.count, "length")
    }
    if let checksum = findings.whole.checksum {
      try check(checksum.evidence, rows.filter { checksum.holds($0) == true }.count, "checksum")
    }
    for fields in [findings.whole] + findings.groups.map(\.fields) {
      for evidence in [
        fields.length?.evidence, fields.counter?.evidence, fields.checksum?.evidence,
      ] {
        guard let evidence else { continue }
        try require(evidence.hits <= evidence.count, "more hits than values")
        try require(!evidence.bits.isNaN && evidence.bits >= 0, "bits are \(evidence.bits)")
      }
    }
    _ = AnswerSearch.run(Array(values[..<window]), answers: findings.units)
  }

  private static func check(_ evidence: Evidence, _ hits: Int, _ what: String) throws {
    try require(evidence.hits == hits, "\(what): \(evidence.hits) hits, counted \(hits)")
  }
}
