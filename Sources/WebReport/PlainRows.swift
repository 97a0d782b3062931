import Bytes
import GATTSession
import Timeline

/// The first rows, for readers without JavaScript and for paper.
struct PlainRows {
  private struct Row {
    let frame: UInt64
    let style: Int
    let cells: [[UInt8]]
  }

  private var rows: [Row] = []
  /// All that came.
  private(set) var count: UInt64 = 0

  /// Rows of one frame stay in their order; one of an earlier frame stands before those of later ones.
  mutating func add(_ cells: borrowing EventCells, frame: UInt64, style: Int, connection: Int) {
    count += 1
    if rows.count == PageEvents.plain, let last = rows.last, frame >= last.frame { return }
    var place = rows.count
    while place > 0, rows[place - 1].frame > frame { place -= 1 }
    var line: [[UInt8]] = []
    var cell = ByteWriter(capacity: 64)
    func add(_ write: (inout ByteWriter) -> Void) {
      cell.removeAll()
      write(&cell)
      line.append(cell.bytes.copy())
    }
    add { if let number = cells.frame { $0.append(decimal: number) } }
    add { text in
      let time = cells.time.bytes
      var blanks = 0
      while blanks < time.byteCount, time.uint8(at: blanks) == 0x20 { blanks += 1 }
      text.append(time.clamped(blanks))
    }
    add { text in
      guard connection > 0 else { return }
      text.append("C")
      text.append(decimal: connection)
    }
    add { text in
      if cells.arrow != 0x20 {
        text.append(byte: cells.arrow)
        text.append(" ")
      }
      text.append(cells.word)
    }
    add { $0.append(cells.attribute.bytes) }
    add { text in
      let whole = cells.text.bytes
      text.append(validUTF8: whole.clamped(0, count: PageEvents.longest))
      if whole.byteCount > PageEvents.longest { text.append(" ..") }
    }
    add { $0.append(cells.duration.bytes) }
    rows.insert(Row(frame: frame, style: style & 7, cells: line), at: place)
    if rows.count > PageEvents.plain { rows.removeLast() }
  }

  /// - cured: frames of errors that what follows shows to be none.
  /// - Returns: the frames that have a place now.
  func write(cured: Set<UInt64>, to page: PageWriter) -> Set<UInt64> {
    var named: Set<UInt64> = []
    for row in rows {
      let isProblem =
        row.style == Int(LineStyle.problem.rawValue)
        || row.style == Int(LineStyle.doubtful.rawValue) && !cured.contains(row.frame)
      page.markup("<tr")
      if !row.cells[0].isEmpty, named.insert(row.frame).inserted {
        page.markup(" id=\"f")
        page.out.buffer.append(decimal: row.frame)
        page.markup("\"")
      }
      if isProblem {
        page.markup(" class=\"p\"")
      } else if row.style == Int(LineStyle.gap.rawValue) {
        page.markup(" class=\"g\"")
      }
      page.markup(">")
      for (column, cell) in row.cells.enumerated() {
        page.markup(column == 0 ? "<th scope=\"row\">" : "<td>")
        page.text(cell.rawBytes)
        page.markup(column == 0 ? "</th>" : "</td>")
      }
      page.markup("</tr>")
      page.lineEnds()
    }
    return named
  }
}
