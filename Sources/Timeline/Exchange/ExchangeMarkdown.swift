import BTSnoop
import Bytes
import GATTSession

/// A conversation for an issue: the beginning and the end of its text, and a picture of the last messages.
final class ExchangeMarkdown: ExchangeWriter {
  /// Octets of the text.
  private static let head = 16_000
  private static let tail = 20_000

  private let out: OutputStream
  private let text: ExchangeText
  private let lines: Lines
  private let provenance: Provenance?
  private var names: [String] = []
  let lastExchange = LastExchange()

  /// What the text has written so far.
  private final class Lines {
    var clipped = ClippedLines(head: ExchangeMarkdown.head, tail: ExchangeMarkdown.tail)
    private(set) lazy var stream = OutputStream { [unowned self] in clipped.add($0) }
  }

  init(_ out: OutputStream, _ style: TimeStyle, _ provenance: Provenance?) {
    self.out = out
    self.provenance = provenance
    lines = Lines()
    text = ExchangeText(lines.stream, style)
  }

  let needsMembers = false

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    names = summary.captures.prefix(3).map { ReportHeader.baseName($0.name) }
    text.begin(summary, clock: clock)
    lastExchange.begin(clock)
  }

  func turn(_ turn: ExchangeTurn) { text.turn(turn) }
  func link(_ event: borrowing Event, fields: borrowing EventFields) {
    text.link(event, fields: fields)
  }
  func mark(_ event: borrowing Event, fields: borrowing EventFields) {
    text.mark(event, fields: fields)
  }

  func end(_ summary: CaptureSummary) {
    text.end(summary)
    lines.stream.flush()
    var page = MarkdownPage()
    page.add("the title") { out in
      out.append("## bleinspect exchange: ")
      for (index, name) in names.enumerated() {
        if index > 0 { out.append(", ") }
        out.append(code: name, limit: 60)
      }
      out.append("\n")
    }
    page.add("the last messages of a connection") { out in
      _ = lastExchange.write(to: &out)
    }
    page.fold("The conversation, with whole values") { lines.clipped.write(to: &$0) }
    page.finish(provenance?.noting(summary.notes), to: &out.buffer)
    out.lineEnds()
  }
}
