/// Malicious texts.
package enum HostileText {
  package static let kinds: [(name: String, bytes: [UInt8])] = [
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
