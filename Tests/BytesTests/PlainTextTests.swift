import TestSupport
import Testing

@testable import Bytes

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("Polar H7", 8, 0), ("Polar\0\0", 5, 2), ("", 0, 0), ("\0\0\0", 0, 3), ("a\tb\r\nc", 6, 0),
    // Blanks only are no text; neither is what has a control character or a byte beyond ASCII.
    ("  \r\n", 0, 0), ("a\u{7}b", 0, 0), ("a\0b", 0, 0), ("é", 0, 0), ("a\u{7F}", 0, 0),
  ])
  func printableASCIIIsText(_ text: String, _ letters: Int, _ nulls: Int) {
    let found = PlainText(Array(text.utf8).rawBytes)
    expect(found.letters, equals: letters)
    expect(found.nulls, equals: nulls)
  }

  @Test func quotedTextShowsWhatIsNotALetter() {
    var out = ByteWriter()
    out.append(quoted: Array("a\tb\r\n\"c\"\\".utf8).rawBytes)
    expect(
      String(decoding: out.bytes.copy(), as: UTF8.self), equals: #""a\tb\r\n\"c\"\\""#)
  }
}
