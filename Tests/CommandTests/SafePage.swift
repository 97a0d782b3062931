import Bytes
import Foundation
import TestSupport
import Testing

/// What holds for every page of `report`, whatever the input was.
struct SafePage {
  /// Without the script, its data and the style.
  let text: String
  /// What the script works with.
  let data: PageContents
  let style: String
  let script: String

  private static let names: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "div", "nav",
    "ul", "ol", "li", "main", "section", "p", "b", "details", "summary", "code", "table", "caption",
    "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "svg", "g", "path", "rect", "line",
    "circle", "text", "dl", "dt", "dd", "form", "label", "input", "select", "option", "button",
    "span", "script", "footer",
  ]
  private static let empty: Set<String> = ["meta", "input"]

  /// Parses a page, which is simple HTML: every element is closed, every value quoted.
  ///
  /// It reads scalars, as a browser does: a mark that a device sent joins the `>` before it in a
  /// `Character`, and ends no tag the less.
  init(_ page: String, _ about: String = "") throws {
    var rest = page[...]
    func take(_ start: String, _ end: String) -> String {
      guard let first = rest.range(of: start, options: .literal),
        let last = rest.range(
          of: end, options: .literal, range: first.upperBound..<rest.endIndex)
      else { return "" }
      let taken = String(rest[first.upperBound..<last.lowerBound])
      rest.replaceSubrange(first.upperBound..<last.lowerBound, with: "")
      return taken
    }
    style = take("<style>", "</style>")
    let data = take("<script type=\"application/json\" id=\"data\">", "</script>")
    script = take("<script>", "</script>")
    text = String(rest)
    self.data = try PageContents(data)
    expect(!data.utf8.contains(UInt8(ascii: "<")), "\(about)")
    expect(page.hasPrefix("<!DOCTYPE html>\n"))
    try checkTags(about)
  }

  private func checkTags(_ about: String) throws {
    var open: [String] = []
    var identifiers: Set<String> = []
    var links: [String] = []
    let tag = /<(\/?)([a-z0-9]*)([^<>]*)>?/.matchingSemantics(.unicodeScalar)
    let pair = /\s+([a-zA-Z0-9-]+)(="([^"]*)")?/.matchingSemantics(.unicodeScalar)
    for match in text.dropFirst(15).matches(of: tag) {
      let (whole, slash, name, rest) = match.output
      guard whole.unicodeScalars.last == ">", Self.names.contains(String(name)) else {
        Issue.record("\(about): \(whole)")
        return
      }
      if slash == "/" {
        expect(open.popLast(), equals: String(name), "\(about): \(whole)")
        continue
      }
      if !Self.empty.contains(String(name)), !rest.hasSuffix("/") { open.append(String(name)) }
      var attributes = rest.hasSuffix("/") ? rest.dropLast() : rest
      while let attribute = attributes.prefixMatch(of: pair) {
        let value = String(attribute.output.3 ?? "")
        switch attribute.output.1 {
        case "id":
          expect(identifiers.insert(value).inserted, "\(about): \(value) twice")
        case "href":
          expect(value.hasPrefix("#"), "\(about): \(value)")
          links.append(value)
        case let key:
          expect(!key.hasPrefix("on") && key != "src" && key != "style", "\(about): \(whole)")
        }
        attributes = attributes[attribute.range.upperBound...]
      }
      expect(attributes.isEmpty, "\(about): \(whole)")
    }
    expect(open.isEmpty, "\(about): \(open)")
    let bytes = text.utf8
    expect(
      bytes.count { $0 == UInt8(ascii: "<") }, equals: bytes.count { $0 == UInt8(ascii: ">") },
      "\(about)")
    for link in links {
      expect(identifiers.contains(String(link.dropFirst())), "\(about): \(link)")
    }
  }

  /// What is read without a script, whatever the script and the style are.
  var still: Data {
    Data(text.replacing(/'sha256-[A-Za-z0-9+\/=]+'/, with: "'sha256-...'").utf8)
  }

  /// As a policy names it.
  static func hash(_ text: String) -> String {
    var hash = SHA256()
    let bytes = Array(text.utf8)
    hash.update(bytes.rawBytes)
    return "sha256-" + Data(hash.finish()).base64EncodedString()
  }
}
