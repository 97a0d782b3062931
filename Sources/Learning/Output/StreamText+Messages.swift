import Bytes

/// How values are joined to messages.
extension StreamText {
  func escape(_ escape: ByteEscape, to out: inout ByteWriter) {
    out.append(", escaped with ")
    out.append(upperHex: UInt64(escape.byte), digits: 2)
    switch escape.meaning {
    case .xor(0): break
    case .xor(let bits):
      out.append(", which XORs the next byte with ")
      out.append(upperHex: UInt64(bits), digits: 2)
    case .pairs(let pairs):
      for (place, (byte, plain)) in pairs.sorted(by: { $0.key < $1.key }).enumerated() {
        out.append(place == 0 ? ": " : ", ")
        out.append(upperHex: UInt64(escape.byte), digits: 2)
        out.append(upperHex: UInt64(byte), digits: 2)
        out.append(" is ")
        out.append(upperHex: UInt64(plain), digits: 2)
      }
    }
  }

  func join(_ join: CheckedJoin, to out: inout ByteWriter) {
    if let full = join.full {
      out.append("a value of ")
      out.append(decimal: full)
      out.append(" bytes goes on in the next, unless the checksum is right")
    } else {
      out.append("a value whose checksum is wrong goes on in the next")
    }
    let count = join.header.count
    guard count > 0 else { return }
    out.append("; the first ")
    if count > 1 {
      out.append(decimal: count)
      out.append(" bytes")
    } else {
      out.append("byte")
    }
    switch join.header {
    case .each: out.append(" of each value ")
    case .further: out.append(" of what follows ")
    }
    out.append(count > 1 ? "are left out" : "is left out")
  }
}
