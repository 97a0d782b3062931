/// What every page must be, whatever the air has brought: its own elements, each closed, and no others.
enum MarkupRules {
  private static let names: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "div", "nav",
    "ul", "ol", "li", "main", "section", "p", "b", "details", "summary", "code", "table", "caption",
    "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "svg", "g", "path", "rect", "line",
    "circle", "text", "dl", "dt", "dd", "form", "label", "input", "select", "option", "button",
    "script", "span", "footer",
  ]
  private static let empty: Set<String> = ["meta", "input"]

  static func checkPage(_ page: [UInt8], _ name: String) throws {
    try TextRules.checkLines(page, name)
    let start = Array("<!DOCTYPE html>\n".utf8)
    try require(page.starts(with: start), "\(name): no document")
    var open: [String] = []
    var at = start.count
    var from = at
    while at < page.count {
      guard page[at] == 0x3C else {
        try require(page[at] != 0x3E, "\(name): > outside of a tag at \(at)")
        at += 1
        continue
      }
      from = at
      at += 1
      let isEnd = at < page.count && page[at] == 0x2F
      if isEnd { at += 1 }
      var tag: [UInt8] = []
      while at < page.count, isLetter(page[at]) {
        tag.append(page[at])
        at += 1
      }
      let element = String(decoding: tag, as: UTF8.self)
      try require(names.contains(element), "\(name): an element \(element) at \(from)")
      var isQuoted = false
      while at < page.count, page[at] != 0x3E || isQuoted {
        try require(page[at] != 0x3C, "\(name): < in a tag at \(at)")
        if page[at] == 0x22 { isQuoted.toggle() }
        at += 1
      }
      try require(at < page.count, "\(name): no end of the tag at \(from)")
      let isClosed = page[at - 1] == 0x2F
      at += 1
      if isEnd {
        let opened = open.popLast() ?? "nothing"
        try require(opened == element, "\(name): \(element) ends \(opened) at \(from)")
      } else if !isClosed, !empty.contains(element) {
        open.append(element)
        // In scripts and styles only their own end is markup.
        if element == "script" || element == "style" {
          let end = Array("</\(element)>".utf8)
          while at < page.count, !page[at...].starts(with: end) { at += 1 }
        }
      }
    }
    try require(open.isEmpty, "\(name): \(open) open at the end")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }
}
