import Bytes
import Timeline

/// Numbers in the form that sentences use.
enum RuleWords {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Nanoseconds as seconds with three decimals, cut as in the report: a place must be found there.
  static func seconds(_ nanoseconds: Int64) -> String {
    var out = ByteWriter(capacity: 64)
    out.append(milliseconds: nanoseconds)
    return String(decoding: out.bytes.copy(), as: UTF8.self) + " s"
  }

  static func number(_ value: Double) -> String {
    var out = ByteWriter(capacity: 64)
    out.append(number: value)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// `frame 144, 4.700 s: 18433 bpm`; for a baseline, `line 12: 18433 bpm`; `C2` before it where there are
  /// several connections.
  static func place(of evidence: Evidence) -> String {
    var parts: [String] = []
    if let connection = evidence.connection { parts.append("C\(connection)") }
    if let frame = evidence.frame {
      parts.append("frame \(frame)")
    } else if let line = evidence.line {
      parts.append("line \(line)")
    }
    if let time = evidence.time { parts.append(seconds(time)) }
    return parts.joined(separator: ", ") + (evidence.text.map { ": \($0)" } ?? "")
  }
}
