/// The places of the last lines of a page, to find where an earlier record belongs among them.
package struct RecentLines {
  /// How many lines are remembered.
  package static let most = 1024

  private var lines: [(frame: UInt64, index: UInt64)] = []
  /// The oldest one, once there are so many.
  private var oldest = 0

  package init() {}

  /// - index: of the line on the page.
  package mutating func add(frame: UInt64, index: UInt64) {
    guard lines.count == Self.most else {
      lines.append((frame, index))
      return
    }
    lines[oldest] = (frame, index)
    oldest = (oldest + 1) % Self.most
  }

  /// The index of the first of the last lines that stand for later records.
  /// - end: the result if no line does.
  /// - Returns: `nil` where it may be further back.
  package func index(after frame: UInt64, end: UInt64) -> UInt64? {
    var found = end
    for back in 1...max(lines.count, 1) where back <= lines.count {
      let line = lines[(oldest + lines.count - back) % lines.count]
      if line.frame <= frame { return found }
      found = line.index
    }
    return lines.count < Self.most ? found : nil
  }
}
