import JSONText

/// Messages of several values.
extension DeclarationCompiler {
  /// The most octets of a start or an end.
  private static let endLimit = 4
  /// Ways to begin.
  private static let startLimit = 16

  mutating func message(_ node: DeclarationNode) throws(JSONError) {
    let members = try DeclarationMembers(
      node, ["start", "starts", "end", "keep", "escape", "length", "header", "first", "last"])
    var code = MessageCode()
    let given = ["end", "length", "starts", "header"].filter { members.has($0) }
    guard given.count == 1 else {
      throw node.problem("a message needs exactly one of 'end', 'length', 'starts' and 'header'")
    }
    func refuse(_ names: [String]) throws(JSONError) {
      for name in names {
        if let member = members[name] {
          throw member.problem("'\(name)' does not go with '\(given[0])'")
        }
      }
    }
    switch given[0] {
    case "end":
      try refuse(["first", "last"])
      code.kind = MessageCode.Kind.delimited.rawValue
      code.end = try ends(members.required("end"))
      code.keepsEnds = try members.boolean("keep") ? 1 : 0
      if let escape = members["escape"] { try self.escape(escape, message: members, into: &code) }
    case "length":
      try refuse(["first", "last", "escape", "keep"])
      code.kind = MessageCode.Kind.length.rawValue
      let length = try length(of: members.required("length"))
      code.place = Int32(length.place)
      code.width = Int32(length.width)
      code.isBig = length.isBig ? 1 : 0
      code.plus = Int32(length.plus)
    case "starts":
      try refuse(["start", "first", "last", "escape", "keep"])
      code.kind = MessageCode.Kind.begun.rawValue
      code.starts = try starts(members.required("starts"))
    default:
      try refuse(["start", "escape", "keep"])
      code.kind = MessageCode.Kind.parts.rawValue
      try header(of: members, into: &code)
    }
    if let start = members["start"] { code.start = try ends(start) }
    program.message = [code]
  }

  private mutating func ends(_ node: DeclarationNode) throws(JSONError) -> Int32 {
    guard 1...Self.endLimit ~= (try node.hex()).count else {
      throw node.problem("expected 1 to \(Self.endLimit) octets")
    }
    return string(try node.string())
  }

  /// An octet: its meaning follows from it, where it is of a known protocol. Or an object.
  private mutating func escape(
    _ node: DeclarationNode, message: DeclarationMembers, into code: inout MessageCode
  ) throws(JSONError) {
    func octet(_ node: DeclarationNode) throws(JSONError) -> Int32 {
      let octets = try node.hex()
      guard octets.count == 1 else { throw node.problem("expected one octet in hex") }
      return Int32(octets[0])
    }
    let end = try message.required("end")
    guard try end.hex().count == 1, try (message["start"]?.hex().count ?? 1) == 1 else {
      throw node.problem("with an escape, start and end have one octet")
    }
    func escapeOctet(_ node: DeclarationNode) throws(JSONError) -> Int32 {
      let found = try octet(node)
      guard try end.hex() != [UInt8(truncatingIfNeeded: found)] else {
        throw node.problem("no message would end: the escape is the end")
      }
      return found
    }
    guard node.isObject else {
      code.escapeOctet = try escapeOctet(node)
      switch (code.escapeOctet, try end.hex()) {
      case (0xDB, [0xC0]):
        // SLIP: RFC 1055.
        code.escape = MessageCode.Escape.pairs.rawValue
        code.escapePairs = string("dcc0dddb")
      case (0x7D, [0x7E]):
        // HDLC-like framing: RFC 1662, 4.2.
        code.escape = MessageCode.Escape.exclusiveOr.rawValue
        code.escapeBits = 0x20
      case (0xAB, [0xD8]):
        // Sphero API 2.
        code.escape = MessageCode.Escape.or.rawValue
        code.escapeBits = 0x88
      default: code.escape = MessageCode.Escape.plain.rawValue
      }
      return
    }
    let members = try DeclarationMembers(node, ["byte", "or", "xor", "pairs"])
    code.escapeOctet = try escapeOctet(members.required("byte"))
    let given = ["or", "xor", "pairs"].filter { members.has($0) }
    guard given.count <= 1 else { throw node.problem("expected one of 'or', 'xor' and 'pairs'") }
    code.escape = MessageCode.Escape.plain.rawValue
    if let bits = members["or"] {
      code.escape = MessageCode.Escape.or.rawValue
      code.escapeBits = try octet(bits)
    } else if let bits = members["xor"] {
      code.escape = MessageCode.Escape.exclusiveOr.rawValue
      code.escapeBits = try octet(bits)
    } else if let pairs = members["pairs"] {
      code.escape = MessageCode.Escape.pairs.rawValue
      var text = ""
      let all = try pairs.members()
      guard !all.isEmpty else { throw pairs.problem("expected at least one pair") }
      for (name, value) in all {
        guard let octets = bytes(ofHex: name), octets.count == 1 else {
          throw value.problem("expected one octet in hex")
        }
        _ = try octet(value)
        text += name + (try value.string())
      }
      code.escapePairs = string(text)
    }
  }

  /// Octets to the length of the message that they begin: a number, or where it is.
  private mutating func starts(_ node: DeclarationNode) throws(JSONError) -> Int32 {
    let starts = try node.members()
    guard 1...Self.startLimit ~= starts.count else {
      throw node.problem("expected 1 to \(Self.startLimit) starts")
    }
    var texts: [String] = []
    for (start, value) in starts {
      guard let octets = bytes(ofHex: start), 1...Self.endLimit ~= octets.count
      else { throw value.problem("expected 1 to \(Self.endLimit) octets in hex, not '\(start)'") }
      var length = MessageLength()
      if value.isObject {
        length = try self.length(of: value)
      } else {
        length.plus = try value.integer(in: octets.count...MessageStream.maximumSize)
      }
      texts.append(MessageFraming.text(start, length: length))
    }
    return string(texts.joined(separator: ","))
  }

  private func length(of node: DeclarationNode) throws(JSONError) -> MessageLength {
    let members = try DeclarationMembers(node, ["at", "type", "plus"])
    let type = try members.required("type")
    guard let number = Self.number(try type.string()), number.type == .unsigned, number.width <= 4
    else { throw type.problem("expected u8, u16, u24 or u32") }
    let length = MessageLength(
      place: try members.integer("at", in: 0...255) ?? 0, width: number.width, isBig: number.isBig,
      plus: try members.integer("plus", in: -65535...65535) ?? 0)
    let most = (1 << (8 * number.width)) - 1 + length.plus
    guard most >= length.header, length.plus <= MessageStream.maximumSize else {
      throw (members["plus"] ?? node).problem(
        most < length.header
          ? "the message would always end before its length: it has at most \(most) bytes"
          : "the message would always be longer than \(MessageStream.maximumSize) bytes")
    }
    return length
  }

  private mutating func header(
    of message: DeclarationMembers, into code: inout MessageCode
  ) throws(JSONError) {
    let node = try message.required("header")
    try withOwnNames { (compiler) throws(JSONError) in
      let list = try compiler.fields(node).list
      guard compiler.program.keys.isEmpty else {
        throw node.problem("a header shows nothing: 'as' instead of 'key'")
      }
      guard !compiler.takesRest(list) else {
        throw node.problem("the header takes all of each value, so that nothing is joined")
      }
      code.header = list
      if let first = message["first"] { code.first = try compiler.expression(first).place }
      code.last = try compiler.expression(message.required("last")).place
    }
  }
}
