import Testing

/// Texts that somebody else chose, to do harm.
enum HostileText {
  static let kinds: [(name: String, bytes: [UInt8])] = [
    ("CSI", Array("\u{1B}[31mred\u{1B}[2J".utf8)),
    ("OSC 0", Array("\u{1B}]0;title\u{07}".utf8)),
    ("OSC 8", Array("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\".utf8)),
    ("OSC 52", Array("\u{1B}]52;c;cm0gLXJm\u{07}".utf8)),
    ("DCS", Array("\u{1B}P$q\"p\u{1B}\\".utf8)),
    ("C1", Array("\u{9B}31m\u{90}x\u{9C}\u{85}\u{80}\u{9F}".utf8)),
    ("raw C1", [0x9B, 0x33, 0x31, 0x6D, 0x9D, 0x90, 0x80, 0x9F]),
    ("controls", Array("a\nb\rc\td\u{08}e\u{7F}f\u{0B}\u{0C}".utf8)),
    ("NUL", Array("a\0b\0\0".utf8)),
    ("overrides", Array("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}gpj.exe".utf8)),
    ("isolates", Array("\u{2066}\u{2067}\u{2068}\u{2069}\u{061C}\u{200E}\u{200F}".utf8)),
    ("zero width", Array("a\u{200B}b\u{200C}c\u{200D}d\u{2060}e\u{FEFF}f".utf8)),
    ("separators", Array("a\u{2028}b\u{2029}c".utf8)),
    ("tags", Array("x\u{E0001}\u{E0041}".utf8)),
    ("quotes", Array("\"a\", 'b', \\c\\ \"\"".utf8)),
    ("a quote", [0x22]), ("a backslash", [0x5C]),
    ("HTML", Array("<script>x</script>&amp;'".utf8)),
    ("a formula", Array("=HYPERLINK(\"x\",1)".utf8)),
    ("plus", Array("+1+cmd|' /C'!A0".utf8)), ("minus", Array("-2+3".utf8)),
    ("at", Array("@SUM(A1)".utf8)), ("tab formula", Array("\t=1".utf8)),
    ("return formula", Array("\r=1".utf8)), ("comma", Array(",=1,\"".utf8)),
    ("overlong", [0xC0, 0x80, 0xC1, 0xBF, 0xE0, 0x80, 0xAF, 0xF0, 0x80, 0x80, 0xAF]),
    ("surrogates", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
    ("beyond", [0xF4, 0x90, 0x80, 0x80, 0xF8, 0x88, 0x80, 0x80, 0x80, 0xFE, 0xFF]),
    ("cut", [0x41, 0xF0, 0x9F, 0x98]), ("cut before a quote", [0xE2, 0x82, 0x22]),
    (
      "noncharacters",
      [0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90, 0xF4, 0x8F, 0xBF, 0xBF]
    ),
    ("marks", Array("Z\u{0300}\u{0301}\u{0302}\u{0303}\u{0489}\u{0310}a".utf8)),
    ("emoji", Array("👩‍🚀🇩🇪".utf8)), ("right to left", Array("שלום مرحبا".utf8)),
    ("empty", []), ("blanks", Array("   ".utf8)),
  ]
}

/// Where such a text can stand, each as a capture that has every kind of it.
enum HostileSource: String, CaseIterable, Sendable {
  case advertisedName, shortName, uri, attributes, localName, monitorNote, userLogging, control
  case indexName, packetLogger, pcapngTexts

  var bytes: [UInt8] {
    let texts = HostileText.kinds.map { Array($0.bytes.prefix(26)) }
    switch self {
    case .advertisedName: return Self.advertisements(0x09, texts)
    case .shortName: return Self.advertisements(0x08, texts)
    case .uri: return Self.advertisements(0x24, texts)
    case .attributes: return Self.attributes(HostileText.kinds.map(\.bytes))
    case .localName:
      var capture = CaptureBuilder()
      for text in texts {
        let name = text + Array(repeating: 0, count: 248 - text.count)
        capture.record([1, 0x13, 0x0C, 248] + name, flags: 2)
        capture.event(0x0E, [1, 0x14, 0x0C, 0] + name)
        capture.event(0x07, [0, 1, 2, 3, 4, 5, 6] + name)
      }
      return capture.bytes
    case .monitorNote: return Self.monitor(texts.map { (12, $0 + [0]) } + texts.map { (12, $0) })
    case .userLogging:
      return Self.monitor(
        texts.map { (13, [6, UInt8($0.count + 1)] + $0 + [0] + $0 + [0]) }
          + texts.map { (13, [3, 255] + $0) })
    case .control:
      return Self.monitor(
        texts.map {
          (14, [1, 0, 0, 0, 2, 0, 1, 2, 3, 0, 1, 0, 0, 0, UInt8($0.count)] + $0)
        })
    case .indexName:
      return Self.monitor(
        texts.map {
          (0, [0, 1, 1, 2, 3, 4, 5, 6] + ($0 + Array(repeating: 0, count: 8)).prefix(8))
        })
    case .packetLogger: return Self.packetLogger(texts)
    case .pcapngTexts: return Self.pcapng(texts)
    }
  }

  private static func advertisements(_ type: UInt8, _ texts: [[UInt8]]) -> [UInt8] {
    var capture = CaptureBuilder()
    for (index, text) in texts.enumerated() {
      capture.advertisement(UInt8(index + 1), type: type, text)
      capture.wait(10)
    }
    return capture.bytes
  }

  /// Device Name, Manufacturer Name, a description and a value without a meaning.
  private static func attributes(_ texts: [[UInt8]]) -> [UInt8] {
    var capture = CaptureBuilder()
    for (index, text) in texts.enumerated() {
      capture.connected(UInt8(index + 1))
      capture.wait(20)
      capture.exchange(
        [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x00, 0x18])
      capture.exchange(
        [8, 1, 0, 9, 0, 3, 0x28],
        [9, 7, 2, 0, 0x02, 3, 0, 0x00, 0x2A, 4, 0, 0x02, 5, 0, 0x29, 0x2A])
      capture.exchange([4, 6, 0, 9, 0], [5, 1, 6, 0, 0x01, 0x29])
      for handle in [UInt8(3), 5, 6, 9] { capture.exchange([0x0A, handle, 0], [0x0B] + text) }
      capture.att([0x52, 9, 0] + text, sent: true)
      capture.disconnected()
      capture.wait(20)
    }
    return capture.bytes
  }

  private static func monitor(_ records: [(opcode: UInt16, body: [UInt8])]) -> [UInt8] {
    var capture = CaptureBuilder(datalink: 2001)
    for (opcode, body) in records {
      capture.record(body, flags: opcode == 0 ? 0 : 0xFFFF_0000 | UInt32(opcode))
      capture.wait(1)
    }
    return capture.bytes
  }

  private static func packetLogger(_ texts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ type: UInt8, _ body: [UInt8]) {
      bytes += [0, 0, UInt8((body.count + 9) >> 8), UInt8((body.count + 9) & 0xFF)]
      bytes += [0x60, 0, 0, 0, 0, 0, 0, 1, type] + body
    }
    add(1, [0x0E, 4, 1, 3, 0x0C, 0])
    for text in texts {
      add(0xF7, [1, 0, 0, 0, 1] + text + [0] + text + [0] + text + [0] + text + [0] + text + [0])
      for type in [UInt8(0xF8), 0xF9, 0xFA, 0xFB, 0xFC, 0xFD] { add(type, text) }
    }
    return bytes
  }

  private static func pcapng(_ texts: [[UInt8]]) -> [UInt8] {
    func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    func option(_ code: UInt16, _ text: [UInt8]) -> [UInt8] {
      little(code) + little(UInt16(text.count)) + padded(text)
    }
    func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
      let length = little(UInt32(body.count + 12))
      return little(type) + length + body + length
    }
    var bytes: [UInt8] = []
    for text in texts {
      let end = option(0, [])
      bytes += block(
        0x0A0D_0D0A,
        little(UInt32(0x1A2B_3C4D)) + little(UInt16(1)) + little(UInt16(0)) + little(Int64(-1))
          + option(1, text) + option(2, text) + option(3, text) + option(4, text) + end)
      bytes += block(
        1,
        little(UInt16(201)) + little(UInt16(0)) + little(UInt32(0)) + option(2, text)
          + option(3, text) + option(12, text) + end)
      let packet: [UInt8] = [0, 0, 0, 1, 4, 0x0E, 4, 1, 3, 0x0C, 0]
      bytes += block(
        6,
        little(UInt32(0)) + little(UInt64(0)) + little(UInt32(packet.count))
          + little(UInt32(packet.count)) + padded(packet) + option(1, text) + end)
    }
    return bytes
  }
}
