import ATTDissector
import Answers
import BTSnoop
import Bytes
import GATTSession
import Timeline

extension PageSections {
  // MARK: Findings

  /// - placed: the frames that links can lead to.
  func findings(_ found: [StatsFinding], unlisted: Int, placed: Set<UInt64>) {
    begin("findings")
    let shown = found.prefix(limit(Limit.findings))
    if found.isEmpty {
      page.markup("<p>none</p>\n")
    } else {
      let ordinals = Set(listed.connections.map(\.ordinal))
      page.markup("<ol class=\"findings\">\n")
      for group in Self.byRule(shown) { write(group, listed: ordinals, placed: placed) }
      page.markup("</ol>\n")
    }
    more(max(0, found.count - limit(Limit.findings)), "more finding", hint: " (--all lists them)")
    more(unlisted, "more finding", hint: ", not kept")
    end()
  }

  /// Groups findings by rule: the worst first, then the most frequent.
  private static func byRule(_ found: ArraySlice<StatsFinding>) -> [[StatsFinding]] {
    var groups: [[StatsFinding]] = []
    var places: [String: Int] = [:]
    for finding in found {
      if let place = places[finding.rule.identifier] {
        groups[place].append(finding)
      } else {
        places[finding.rule.identifier] = groups.count
        groups.append([finding])
      }
    }
    func rank(_ group: [StatsFinding]) -> (Int, Int) {
      switch group[0].rule.severity {
      case .error: (0, -group.count)
      case .warning: (1, -group.count)
      case .note: (2, -group.count)
      }
    }
    return groups.enumerated().sorted {
      let (one, other) = (rank($0.element), rank($1.element))
      return one == other ? $0.offset < $1.offset : one < other
    }.map(\.element)
  }

  /// - listed: the connections that have a place on the page.
  private func write(_ group: [StatsFinding], listed: Set<Int>, placed: Set<UInt64>) {
    let rule = group[0].rule
    let severity = rule.severity.rawValue
    let times = group.reduce(0) { $0 + $1.count }
    page.markup("<li class=\"")
    page.text(severity)
    page.markup("\"><details><summary><b>")
    page.text(severity)
    page.markup("</b> <code>")
    page.text(rule.identifier)
    page.markup("</code> ")
    if times > 1 {
      page.markup("<span class=\"times\">")
      page.number(times)
      page.markup(" times</span> ")
    }
    page.text(group[0].text.beside(frame: group[0].frame))
    page.markup("</summary><p>")
    page.text(rule.condition)
    page.markup("</p><p>")
    page.text(rule.advice)
    page.markup("</p><ul>\n")
    for finding in group {
      page.markup("<li>")
      if let connection = finding.connection {
        if listed.contains(connection) {
          page.link(toConnection: connection)
        } else {
          page.markup("C")
          page.number(connection)
        }
        page.markup(", ")
      }
      place(finding.frame, at: finding.time, placed: placed)
      page.text(finding.text.beside(frame: finding.frame))
      if finding.count > 1 {
        page.text { text in
          text.append(", ")
          text.append(decimal: finding.count)
          text.append(" times")
        }
      }
      if finding.evidence.count > 1 {
        page.markup("<ul>")
        for evidence in finding.evidence {
          page.markup("<li>")
          place(evidence.frame, at: evidence.time, placed: placed)
          page.text(evidence.text.beside(frame: evidence.frame))
          page.markup("</li>")
        }
        page.markup("</ul>")
      }
      page.markup("</li>")
      page.lineEnds()
    }
    page.markup("</ul></details></li>\n")
  }

  /// `frame 12, 3.456 s: `, a link where there is a row, and where the script makes one.
  private func place(_ frame: UInt64, at time: CaptureTime, placed: Set<UInt64>) {
    page.markup("frame ")
    if placed.contains(frame) {
      page.link(toFrame: frame)
    } else {
      page.markup("<a data-frame=\"")
      page.number(frame)
      page.markup("\">")
      page.number(frame)
      page.markup("</a>")
    }
    page.text { text in
      text.append(", ")
      text.append(milliseconds: clock.nanoseconds(time))
      text.append(" s: ")
    }
  }
}
