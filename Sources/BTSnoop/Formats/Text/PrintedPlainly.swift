/// What hcidump prints differently: names without colons, and several fields in a line.
///
/// Source: the texts of BlueZ's tools/parser, version 5.66.
extension PrintedDetails {
  /// What is not known to hcidump, as `0000: fb 00 48 08  ..H.`.
  mutating func offsetDump() -> [UInt8]? {
    var octets: [UInt8] = []
    let start = index
    while let more = dumpLine(at: octets.count) { octets += more }
    if !octets.isEmpty, index == lines.count { return octets }
    index = start
    return nil
  }

  private mutating func dumpLine(at offset: Int) -> [UInt8]? {
    guard var line = next, let number = line.hex(digits: 4...4), number == offset, line.take(":")
    else { return nil }
    let octets = line.octets(.spaced, limit: 16)
    guard !octets.isEmpty else { return nil }
    index += 1
    return octets
  }

  /// `status 0x00` in a line of its own.
  mutating func plainStatus() -> UInt8? {
    guard var line = next, line.take("status 0x"), let status = line.hex(digits: 2...2) else {
      return nil
    }
    index += 1
    return UInt8(status)
  }

  static func plain(_ words: StaticString, in line: TextLine) -> UInt8? {
    var line = line
    return line.hex(after: words).flatMap { UInt8(exactly: $0) }
  }

  private static func handle(in line: TextLine) -> [UInt8]? {
    var line = line
    return line.decimal(after: "handle ").flatMap { octets($0, count: 2) }
  }

  /// `handle 1 reason 0x13`
  mutating func plain(command opcode: UInt16) -> [UInt8]? {
    guard opcode == 0x0406, let line = next, line.at == 4, let handle = Self.handle(in: line),
      let reason = Self.plain("reason 0x", in: line)
    else { return nil }
    return handle + [reason]
  }

  /// `status 0x00 handle 1 reason 0x16`
  mutating func plain(event code: UInt8) -> [UInt8]? {
    guard code == 0x05, let line = next, line.at == 4, let handle = Self.handle(in: line),
      let status = Self.plain("status 0x", in: line), let reason = Self.plain("reason 0x", in: line)
    else { return nil }
    return [status] + handle + [reason]
  }

  /// `handle 1 packets 1`, a line for each.
  mutating func plainCompletedPackets() -> [UInt8]? {
    var octets: [UInt8] = []
    while var line = next, line.begins(with: "handle "), let handle = Self.handle(in: line),
      let count = line.decimal(after: "packets ").flatMap({ Self.octets($0, count: 2) })
    {
      octets += handle + count
      index += 1
    }
    return octets.isEmpty ? nil : [UInt8(truncatingIfNeeded: octets.count / 4)] + octets
  }

  /// `status 0x00 handle 1, role central`, then the address; the interval is not printed.
  mutating func plainConnection() -> [UInt8] {
    guard var line = next, let status = Self.plain("status 0x", in: line),
      let handle = Self.handle(in: line), line.skip(past: "role ")
    else { return [] }
    index += 1
    let isCentral = line.begins(with: "central") || line.begins(with: "master")
    let octets = [status] + handle + [isCentral ? 0 : 1]
    guard var peer = next, peer.take("bdaddr ") else { return octets }
    var address: [UInt8] = []
    for place in 0..<6 {
      guard place == 0 || peer.take(":"), let octet = peer.hex(digits: 2...2) else { return octets }
      address.insert(UInt8(octet), at: 0)
    }
    return octets + [peer.take(" (Public)") ? 0 : 1] + address
  }

  /// A PDU of ATT, all octets of which are numbers in the lines, in their order.
  mutating func plainPDU() -> [UInt8]? {
    guard var head = next, head.take("ATT: "), let code = Self.bracket(head), code < 0x100 else {
      return nil
    }
    index += 1
    guard let parameters = plainParameters(UInt8(code)),
      let length = Self.octets(UInt64(parameters.count + 1), count: 2)
    else { return nil }
    return length + [0x04, 0x00, UInt8(code)] + parameters
  }

  private mutating func plainParameters(_ code: UInt8) -> [UInt8]? {
    switch code {
    case 0x01:
      // The error is decimal, and comes before the request.
      guard var error = next, error.take("Error: "),
        let open = error.text.lastIndex(of: UInt8(ascii: "("))
      else { return nil }
      error.at = open + 1
      index += 1
      guard let number = error.decimal().flatMap({ UInt8(exactly: $0) }), var request = next,
        let opcode = request.hex(after: "(0x").flatMap({ UInt8(exactly: $0) }),
        let handle = request.hex(after: "handle 0x").flatMap({ Self.octets($0, count: 2) })
      else { return nil }
      index += 1
      return [opcode] + handle + [number]
    case 0x02, 0x03:
      guard var line = next, let size = line.decimal(after: "mtu ") else { return nil }
      index += 1
      return Self.octets(size, count: 2)
    case 0x18:
      guard let line = next, let flags = Self.bracket(line) else { return nil }
      index += 1
      return Self.octets(flags, count: 1)
    default: return numbers(code)
    }
  }

  private mutating func numbers(_ code: UInt8) -> [UInt8]? {
    var octets: [UInt8] = []
    var firstSize: Int?
    while var line = next {
      let start = octets.count
      if let more = dumpLine(at: 0) {
        octets += more
        while let more = dumpLine(at: octets.count - start) { octets += more }
        continue
      }
      if code == 0x09, line.take("length: "), let size = line.decimal() {
        guard let size = Self.octets(size, count: 1) else { return nil }
        octets += size
      } else if code == 0x05, line.take("format: uuid-") {
        octets.append(line.take("16") ? 1 : 2)
      } else {
        guard let more = Self.numbers(in: line) else { return nil }
        octets += more
        if code == 0x11, line.begins(with: "value ") { firstSize = firstSize ?? octets.count }
      }
      index += 1
    }
    // hcidump leaves out how long each part of this list is.
    if code == 0x11 { return firstSize.flatMap { UInt8(exactly: $0) }.map { [$0] + octets } }
    return octets
  }

  /// All numbers of a line up to what explains them in brackets.
  private static func numbers(in line: TextLine) -> [UInt8]? {
    var line = line
    let end = line.find("(") ?? line.text.count
    var octets: [UInt8] = []
    while let found = line.find("0x"), found < end {
      line.at = found + 2
      let start = line.at
      guard let value = line.hex(digits: 2...4), line.at - start != 3,
        let more = Self.octets(value, count: (line.at - start) / 2)
      else { return nil }
      octets += more
    }
    return octets
  }
}
