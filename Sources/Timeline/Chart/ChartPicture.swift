import Bytes

/// A series as bars of characters: up to the least value of a column they are solid, from there to
/// the greatest they are light.
struct ChartPicture {
  /// Columns, with the labels.
  var width: Int
  /// Lines of the bars.
  var height = ChartPicture.height
  var isASCII: Bool

  static let height = 8

  func draw(_ series: ChartSeries, to out: inout ByteWriter) {
    let labels = [series.greatest, series.least].map { value in
      var text = ByteWriter(capacity: 32)
      text.append(number: value)
      return String(decoding: text.bytes.copy(), as: UTF8.self)
    }
    let margin = max(labels[0].utf8.count, labels[1].utf8.count)
    let columns = series.columns(max(width - margin - 3, 8)).map { values in
      values.map { (level($0.lowerBound, series: series), level($0.upperBound, series: series)) }
        ?? (0, 0)
    }
    for row in stride(from: height - 1, through: 0, by: -1) {
      let label = row == height - 1 ? labels[0] : row == 0 ? labels[1] : ""
      out.append(repeating: 0x20, count: margin - label.utf8.count)
      out.append(string: label)
      out.append(" |")
      var blanks = 0
      for (least, greatest) in columns {
        guard greatest > row * 8 else {
          blanks += 1
          continue
        }
        out.append(repeating: 0x20, count: blanks)
        blanks = 0
        let solid = min(max(least - row * 8, 0), 8)
        if solid > 0 { bar(solid, to: &out) } else { lightBar(to: &out) }
      }
      out.append("\n")
    }
    axis(series, margin: margin, width: columns.count, to: &out)
  }

  /// How much of a column is filled, in eighths of a row; the least value has one.
  private func level(_ value: Double, series: ChartSeries) -> Int {
    let span = series.greatest - series.least
    let share = span > 0 ? (value - series.least) / span : 0.5
    return 1 + Int((min(max(share, 0), 1) * Double(height * 8 - 1)).rounded())
  }

  private func bar(_ eighths: Int, to out: inout ByteWriter) {
    if isASCII {
      out.append(eighths > 4 ? "#" : ".")
      return
    }
    // U+2581 to U+2588.
    out.append(byte: 0xE2)
    out.append(byte: 0x96)
    out.append(byte: 0x80 + UInt8(eighths))
  }

  private func lightBar(to out: inout ByteWriter) {
    if isASCII { out.append(":") } else { out.append("\u{2591}") }
  }

  /// `t` of the first and the last value.
  private func axis(_ series: ChartSeries, margin: Int, width: Int, to out: inout ByteWriter) {
    out.append(repeating: 0x20, count: margin + 1)
    out.append("+")
    out.append(repeating: 0x2D, count: width)
    out.append("\n")
    let ends = [series.first, series.last].map { time in
      var text = ByteWriter(capacity: 32)
      text.append(seconds: time, decimals: 3)
      text.append(" s")
      return String(decoding: text.bytes.copy(), as: UTF8.self)
    }
    out.append(repeating: 0x20, count: margin + 2)
    out.append(string: ends[0])
    let gap = width - ends[0].utf8.count - ends[1].utf8.count
    if gap > 0 {
      out.append(repeating: 0x20, count: gap)
      out.append(string: ends[1])
    }
    out.append("\n")
  }
}
