import BTSnoop
import Bytes
import GATTSession

/// The versions that both sides of a connection exchange: one line, where the first of them is.
struct VersionLines: ~Copyable {
  private final class Line {
    let place: PagePlace
    var parts = LineParts()
    init(_ place: PagePlace) { self.place = place }
  }

  /// Lines that wait for the other side's version, by connection.
  private var lines: [Int: Line] = [:]
  /// The most of them at a time; further versions have lines of their own.
  private static let cap = 4096

  /// - Returns: whether the version is in a line of this kind.
  mutating func take(
    _ event: borrowing Event, write: (borrowing Event, inout LineParts) -> Void,
    into buffer: inout TimelineBuffer?
  ) -> Bool {
    guard let connection = event.connection?.ordinal else { return false }
    // The line names both sides; an arrow would be that of the first.
    var either = copy event
    either.from = nil
    either.direction = .unknown
    if let line = lines.removeValue(forKey: connection) {
      var other = LineParts()
      write(either, &other)
      line.parts.text.append(", ")
      line.parts.text.append(other.text.bytes)
      line.parts.seen.widen(by: other.seen)
      buffer?.insert(line.parts, style: .plain, of: connection, at: line.place)
      return true
    }
    guard lines.count < Self.cap, let place = buffer?.place(of: event.frame) else { return false }
    let line = Line(place)
    write(either, &line.parts)
    lines[connection] = line
    return true
  }

  /// Nothing follows in a connection; `nil`: in none.
  mutating func end(_ connection: Int?, into buffer: inout TimelineBuffer?) {
    for ordinal in connection.map({ [$0] }) ?? lines.keys.sorted() {
      guard let line = lines.removeValue(forKey: ordinal) else { continue }
      buffer?.insert(line.parts, style: .plain, of: ordinal, at: line.place)
    }
  }
}
