import Bytes
import CommonClock
import GATTSession
import JSONText

/// The document of `stats --path --format json`.
struct PathJSON {
  private let figures: PathFigures

  init(_ figures: PathFigures) { self.figures = figures }

  func write(to out: inout ByteWriter) {
    out.append("{")
    out.append(member: "paths", objects: figures.parts) { part, out in write(part, to: &out) }
    out.append(member: "findings", objects: figures.findings) { finding, out in
      out.append(member: "rule", finding.rule.identifier)
      out.append(member: "capture", figures.aligned.recorders[finding.capture].name)
      out.append(member: "connection", Int(finding.link))
      out.append(member: "frame", finding.frame)
      out.append(member: "text", finding.text)
    }
    let more = figures.more.sorted { $0.key < $1.key }
    out.append(member: "more", objects: more) { more, out in
      out.append(member: "rule", more.key)
      out.append(member: "findings", more.value)
    }
    out.append("}\n")
  }

  private func write(_ part: PathFigures.Part, to out: inout ByteWriter) {
    let path = part.path
    out.append(member: "host", figures.aligned.recorders[part.host].name)
    out.append(member: "other", figures.aligned.recorders[part.other].name)
    out.append(member: "connection", Int(path.link))
    out.append(member: "other_connection", Int(path.otherLink))
    out.append(member: "direction", path.isSent ? "sent" : "received")
    out.append(member: "between_hosts", path.isOfHosts)
    out.append(member: "pdus", path.steps.count)
    Self.spread("delay_ms", path.lengths, to: &out)
    if !path.isOfHosts {
      Self.spread("on_air_ms", path.onAir, to: &out)
      Self.spread("reported_ms", path.reported, to: &out)
    }
    out.append(member: "slowest", objects: path.slowest) { step, out in
      out.append(member: "frame", step.frame)
      out.append(member: "other_frame", step.otherFrame)
      out.append(member: "delay_ms", number: Self.rounded(path.length(of: step)))
      if let span = figures.onAir(step, part: part) {
        out.append(jsonKey: "on_air", comma: true)
        out.append("{")
        out.append(member: "not_before", number: span.notBefore)
        out.append(member: "not_after", number: span.notAfter)
        out.append("}")
      }
      if path.isSent, !path.isOfHosts {
        out.append(member: "behind_others_ms", number: Self.rounded(step.queued))
      }
      if !path.isOfHosts {
        out.append(member: "attempts", step.attempts)
        if let acknowledged = step.acknowledged {
          out.append(
            member: "on_air_ms", number: Self.rounded(max(0, acknowledged - step.begin)))
        }
      }
    }
  }

  private static func spread(
    _ key: StaticString, _ spread: PathFigures.Spread?, to out: inout ByteWriter
  ) {
    guard let spread else { return }
    out.append(jsonKey: key, comma: true)
    out.append("{")
    out.append(member: "median", number: rounded(spread.median))
    out.append(member: "p95", number: rounded(spread.high))
    out.append(member: "max", number: rounded(spread.most))
    out.append("}")
  }

  /// Milliseconds with nanoseconds.
  private static func rounded(_ nanoseconds: Double) -> Double { nanoseconds.rounded() / 1e6 }
}
