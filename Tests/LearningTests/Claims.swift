import Learning

/// Something that was claimed, and a count of how often it holds that shares no code with the search.
struct Claim {
  let title: String
  let evidence: Evidence?
  /// Of messages in their order.
  let count: ([[UInt8]]) -> (hits: Int, of: Int)

  static func all(_ findings: StreamFindings) -> [Claim] {
    var claims = all(findings.whole, "") { _ in true }
    guard let kind = findings.kind else { return claims }
    let codes = Set(kind.codes.map(\.code))
    claims.append(
      Claim(title: "kind", evidence: nil) { rows in
        (
          rows.filter { codes.contains(number($0, kind.at, kind.width, true) ?? -1) }.count,
          rows.count
        )
      })
    for (code, fields) in findings.groups {
      claims += all(fields, "kind \(code): ") { number($0, kind.at, kind.width, true) == code }
    }
    return claims
  }

  private static func all(
    _ fields: FieldSet, _ prefix: String, _ isOne: @escaping ([UInt8]) -> Bool
  ) -> [Claim] {
    var claims: [Claim] = []
    func add(
      _ title: String, _ evidence: Evidence, _ holds: @escaping ([UInt8]) -> Bool?
    ) {
      guard evidence.grade == .claim else { return }
      claims.append(
        Claim(title: prefix + title, evidence: evidence) { rows in
          let answers = rows.filter(isOne).compactMap(holds)
          return (answers.filter { $0 }.count, answers.count)
        })
    }
    if let field = fields.length {
      add("length \(field.at) \(field.form.name)", field.evidence) {
        number($0, field.at, field.form.width, field.form.isBig).map { number in
          { number + field.plus == $0 }
        }?($0.count)
      }
    }
    if let field = fields.checksum {
      add("checksum \(field.algorithm.title) \(field.at)", field.evidence) { row in
        let end = row.count - field.lessEnd
        guard field.from < end,
          let found = number(row, field.at, field.algorithm.width / 8, field.isBig)
        else { return nil }
        return Int(bitwise(field.algorithm, row[field.from..<end])) == found
      }
    }
    if let form = fields.form {
      add("form \(form.form)", form.evidence) { row in
        var shape = 0
        return row.count - form.lessEnd - form.from < 2
          ? nil
          : form.form.items(row, start: form.from, end: row.count - form.lessEnd, shape: &shape) > 0
      }
    }
    if let text = fields.text {
      add("text", text.evidence) { row in
        !row.contains { $0 < 9 || ($0 > 13 && $0 < 32 && $0 != 0) || $0 == 127 }
      }
    }
    if let field = fields.counter, field.evidence.grade == .claim {
      claims.append(
        Claim(title: prefix + "counter \(field.at)", evidence: field.evidence) { rows in
          let numbers = rows.filter(isOne).compactMap { row -> Int? in
            number(row, field.at, field.form.width, field.form.isBig).map {
              $0 >> field.bits.lowerBound % (1 << field.bits.count)
            }
          }
          let modulus = 1 << field.bits.count
          let hits = zip(numbers, numbers.dropFirst()).filter {
            ($1 - $0 - field.step) % modulus == 0
          }.count
          return (hits, max(0, numbers.count - 1))
        })
    }
    return claims
  }
}

/// An integer, read octet by octet.
func number(_ row: [UInt8], _ at: Int, _ width: Int, _ isBig: Bool) -> Int? {
  let from = at < 0 ? row.count + at : at
  guard from >= 0, from + width <= row.count else { return nil }
  let octets = row[from..<(from + width)]
  return (isBig ? Array(octets) : octets.reversed()).reduce(0) { $0 * 256 + Int($1) }
}

/// Values a tenth of a second apart, on one connection.
func stream(_ values: [[UInt8]]) -> [LearntValue] {
  values.enumerated().map {
    LearntValue(
      $0.element, time: 1_700_000_000_000_000_000 + Int64($0.offset) * 100_000_000,
      frame: UInt64($0.offset + 1), order: $0.offset)
  }
}

/// A checksum by its definition, bit by bit.
func bitwise(_ algorithm: CheckAlgorithm, _ octets: ArraySlice<UInt8>) -> UInt32 {
  switch algorithm.kind {
  case .xor: return octets.reduce(algorithm.initial) { $0 ^ UInt32($1) }
  case .sum:
    let sum = octets.reduce(0) { $0 + Int($1) }
    let start = Int(algorithm.initial)
    return UInt32((algorithm.isNegative ? start - sum : start + sum) & (1 << algorithm.width - 1))
  case .crc:
    var crc = UInt64(algorithm.initial)
    let top = UInt64(1) << UInt64(algorithm.width - 1)
    for octet in octets {
      for bit in 0..<UInt8(8) {
        let next = (algorithm.isReflected ? octet >> bit : octet >> (7 - bit)) & 1
        let carry = (crc & top == 0 ? 0 : 1) ^ next
        crc = crc << 1 & (top << 1 - 1)
        if carry == 1 { crc ^= UInt64(algorithm.polynomial) }
      }
    }
    if algorithm.isReflected {
      crc = (0..<algorithm.width).reduce(UInt64(0)) { $0 << 1 | crc >> UInt64($1) & 1 }
    }
    return UInt32(truncatingIfNeeded: crc) ^ algorithm.final
  }
}
