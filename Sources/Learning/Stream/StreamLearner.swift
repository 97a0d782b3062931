/// Searches the values of one stream: mask, then messages, then kinds, then fields.
package struct StreamLearner {
  package static let groupLimit = 32
  package static let exampleLimit = 4

  package static func learn(_ sample: ValueSample) -> StreamFindings {
    learn(window: sample.window, reservoir: sample.reservoir)
  }

  /// - window: values that came one after the other; `reservoir`: any of those after them.
  package static func learn(
    window: [LearntValue], reservoir: [LearntValue] = []
  ) -> StreamFindings {
    let findings = learn(window, reservoir: reservoir, mask: nil)
    guard let mask = mask(window, reservoir: reservoir, findings: findings) else { return findings }
    return learn(
      window.map { $0.unmasked(mask.byte) }, reservoir: reservoir.map { $0.unmasked(mask.byte) },
      mask: mask)
  }

  /// A mask under which values say more than what was found without one.
  private static func mask(
    _ window: [LearntValue], reservoir: [LearntValue], findings: StreamFindings
  ) -> MaskFinding? {
    let whole = findings.whole
    guard whole.length == nil, findings.message == nil,
      whole.text.map({ $0.form == .plain }) ?? true
    else { return nil }
    let isCounted = whole.counter.map { $0.isWholeBytes } ?? false
    // An XOR is one with a mask, too.
    if let check = whole.checksum, check.algorithm.kind != .xor || isCounted { return nil }
    let table = UnitTable(window + reservoir, window: window.count)
    if whole.checksum == nil,
      let found = MaskSearch.run(table, isText: whole.text != nil)
    {
      return found
    }
    guard whole.text == nil, !isCounted else { return nil }
    if whole.checksum == nil,
      let found = MaskSearch.messages(window, table: table) ?? MaskSearch.checksum(table)
    {
      return found
    }
    return MaskSearch.counter(table)
  }

  private static func learn(
    _ window: [LearntValue], reservoir: [LearntValue], mask: MaskFinding?
  ) -> StreamFindings {
    var findings = StreamFindings()
    findings.sampled = window.count + reservoir.count
    findings.mask = mask
    var units = window + reservoir
    var inOrder = window.count
    var table = UnitTable(units, window: inOrder)
    func join(_ message: MessageForm) {
      findings.message = message
      units = message.joined(window)
      inOrder = units.count
      table = UnitTable(units, window: inOrder)
    }
    if let message = EscapeSearch.run(window) {
      join(message)
    } else if table.length() == nil, let message = MessageSearch.run(window) {
      join(message)
    }
    findings.units = units
    findings.whole = fields(table, of: nil)
    // Under a mask, the XOR of two values is right where that of each is wrong.
    if findings.message == nil, findings.isUnexplained, MaskedChecks(table).parity() == nil,
      let message = JoinSearch.run(window)
    {
      join(message)
      findings.units = units
      findings.whole = fields(table, of: nil)
    }
    guard findings.whole.text == nil else { return findings }
    // What ends before its zeros has its checksum there. (A CRC over all, with itself and zeros, is zero, too.)
    if findings.message == nil, findings.whole.form == nil, let padding = PaddingSearch.run(table) {
      findings.padding = padding
      findings.units = units.map { unit in
        var cut = unit
        cut.bytes = padding.cut(unit.bytes) ?? unit.bytes
        return cut
      }
      table = UnitTable(findings.units, window: inOrder)
      findings.whole = fields(table, of: nil, length: padding.length)
    }
    // What a known form explains from the first byte on needs no kinds.
    if findings.whole.form?.from == 0 { return findings }
    let taken = findings.whole.taken(fixedLength: table.fixedLength)
    guard let kind = KindSearch.run(table, without: taken) else {
      findings.whole.addNumbers(table, kind: nil, of: nil)
      return findings
    }
    findings.kind = kind
    for (code, count) in kind.codes.prefix(groupLimit) where count > 1 {
      let group = table.selecting({ kind.code($0) == code }, window: inOrder)
      var fields = fields(group, of: findings.whole)
      fields.addNumbers(group, kind: kind, of: findings.whole)
      findings.groups.append((code, fields))
    }
    return findings
  }

  /// - of: what is known of all values, where these are of one kind.
  /// - length: the one that the values were cut by, which would be found in any.
  private static func fields(
    _ table: UnitTable, of whole: FieldSet?, length: LengthField? = nil
  ) -> FieldSet {
    var fields = FieldSet()
    fields.count = table.units.count
    fields.distinct = table.rows.count
    fields.lengths = table.minimum...max(table.minimum, table.maximum)
    (fields.constants, fields.endings) = table.constants()
    fields.examples = table.examples(StreamLearner.exampleLimit)
    fields.perConnection = table.perConnection(fields.constants)
    if whole == nil, length == nil { fields.text = FormSearch.text(of: table) }
    if fields.text == nil || whole != nil {
      if whole?.length == nil { fields.length = length ?? table.length() }
      if whole?.checksum == nil {
        fields.checksum = ChecksumSearch.run(table, start: fields.constants, end: fields.endings)
      }
      if whole?.counter == nil {
        let taken = fields.taken(fixedLength: table.fixedLength)
          .union(whole?.taken(fixedLength: table.fixedLength) ?? [])
        fields.counter = table.counter(without: taken)
      }
      if whole?.form == nil { fields.form = FormSearch.run(table) }
    } else {
      fields.checksum = ChecksumSearch.run(table, start: fields.constants, end: fields.endings)
    }
    return fields
  }
}

extension StreamFindings {
  /// Whether nothing says how the values are built.
  fileprivate var isUnexplained: Bool {
    whole.length == nil && whole.checksum == nil && whole.text == nil && whole.form == nil
  }
}

extension UnitTable {
  var fixedLength: Int? { minimum == maximum ? minimum : nil }

  /// Different values from the whole stretch.
  func examples(_ limit: Int) -> [[UInt8]] {
    guard rows.count > limit else { return rows }
    return (0..<limit).map { rows[$0 * rows.count / limit] }
  }
}

extension FieldSet {
  /// The places of what was found, from the start.
  func taken(fixedLength: Int?) -> Set<Int> {
    var taken: Set<Int> = []
    func take(_ at: Int, _ width: Int) {
      if at >= 0 {
        taken.formUnion(at..<(at + width))
      } else if let fixedLength {
        taken.formUnion((fixedLength + at)..<(fixedLength + at + width))
      }
    }
    if let length { take(length.at, length.form.width) }
    if let counter { take(counter.at, counter.form.width) }
    if let checksum { take(checksum.at, checksum.algorithm.width / 8) }
    return taken
  }

  /// - whole: what is known of all values, where these are of one kind.
  mutating func addNumbers(_ table: UnitTable, kind: KindField?, of whole: FieldSet?) {
    var taken = taken(fixedLength: table.fixedLength)
    if let whole { taken.formUnion(whole.taken(fixedLength: table.fixedLength)) }
    if let kind { taken.formUnion(kind.at..<(kind.at + kind.width)) }
    if form == nil {
      numbers = NumberSearch.run(table, constants: constants, without: taken)
      for number in numbers { taken.formUnion(number.at..<(number.at + number.width)) }
    }
    taken.formUnion(perConnection)
    toggles = table.toggles(constants, taken: taken)
    noise = NumberSearch.noise(table, without: taken.union(constants.keys))
  }
}

extension LearntValue {
  func unmasked(_ mask: UInt8) -> LearntValue {
    var plain = self
    plain.bytes = bytes.map { $0 ^ mask }
    return plain
  }
}
