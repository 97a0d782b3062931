import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// What is said where no finding says that something is wrong.
extension Conclusion {
  /// Requests of a connection on the air that say something if none of them has an answer.
  private static let manyRequests = 3

  /// Where no finding says what is wrong, and yet nothing can be said to be well: a sniffer heard only how connections
  /// began, or no answer to anything.
  static func unheard(_ answers: Answers) -> [Conclusion] {
    let all = answers.connections.map(\.connection).filter { $0.hearing.isOnAir }
    var told: [Conclusion] = []
    func tell(_ connections: [Connection], _ write: (inout ByteWriter) -> Void) {
      guard !connections.isEmpty else { return }
      var text = ByteWriter(capacity: 128)
      write(&text)
      told.append(
        Conclusion(
          text: text.string, certainty: .certain,
          connections: connections.prefix(places).map(\.ordinal)))
    }
    let unheard = all.filter { Ending($0, answers.captureEnd) == .unheard }
    tell(unheard) { text in
      text.append("Nothing was heard of ")
      append(unheard.map(\.ordinal), to: &text)
      text.append(
        unheard.count == 1
          ? " after its CONNECT_IND: it was" : " after their CONNECT_IND: they were")
      text.append(" not established, or the sniffer did not follow ")
      text.append(unheard.count == 1 ? "it." : "them.")
    }
    let unanswered = all.filter {
      answers.isWhole && $0.counts.requests >= manyRequests
        && $0.counts.unanswered == $0.counts.requests
    }
    let requests = unanswered.reduce(0) { $0 + $1.counts.requests }
    tell(unanswered) { text in
      text.append("None of ")
      text.append(grouped: UInt64(requests), "request")
      text.append(" has an answer in the capture (")
      append(unanswered.map(\.ordinal), to: &text)
      text.append("): the server did not answer, or the sniffer did not hear it.")
    }
    return told
  }

  /// - isPart: whether a part could not be read.
  static func healthy(in answers: Answers, isPart: Bool) -> [Conclusion] {
    let all = answers.connections.map(\.connection).filter(\.isOfAttributes)
    let unheard = unheard(answers)
    let doubtful = Set(unheard.flatMap(\.connections))
    let ends = all.map { Ending($0, answers.captureEnd) }
    guard unheard.isEmpty || !all.allSatisfy({ doubtful.contains($0.ordinal) }) else {
      return unheard
    }
    var text = ByteWriter(capacity: 128)
    var parts: [String] = []
    func count(_ number: Int, _ noun: StaticString, _ suffix: StaticString = "") {
      guard number > 0 else { return }
      var part = ByteWriter(capacity: 32)
      part.append(grouped: UInt64(number), noun)
      part.append(suffix)
      parts.append(part.string)
    }
    if all.count > 1 { count(all.count, "connection") }
    if answers.isWhole {
      count(all.reduce(0) { $0 + $1.counts.notifications }, "notification")
      count(all.reduce(0) { $0 + $1.counts.indications }, "indication")
      count(all.reduce(0) { $0 + $1.counts.answers }, "request", " answered")
      count(all.reduce(0) { $0 + $1.counts.commands }, "write command")
      // Where a side is missing, what it would have answered. Ordinary ends cut requests off.
      let asked = all.filter { !doubtful.contains($0.ordinal) }.reduce(0) {
        $0
          + ($1.isExcerpt
            ? $1.counts.requests - $1.counts.answers
            : $1.hearing.isOfHost || !$1.isOpen ? 0 : $1.counts.unanswered)
      }
      count(asked, "request", " without an answer in the capture")
    }
    if all.contains(where: { $0.hearing.isOnAir && $0.pairing.outcome == .unfinished }) {
      parts.append("a pairing not finished in the capture")
    }
    if all.contains(where: \.isExcerpt) { parts.append("in an excerpt that has data only") }
    if let end = said(ends, all: all, answers: answers) { parts.append(end) }
    if let unheard = oneSided(all) { parts.append(unheard) }
    if all.contains(where: { $0.clues.unadvertised != nil }) {
      parts.append("and this host has not advertised since")
    }
    text.append(
      isPart ? "Nothing wrong was found in what could be read" : "Nothing wrong was found")
    for (index, part) in parts.enumerated() {
      text.append(index == 0 ? ": " : ", ")
      text.append(string: part)
    }
    text.append(".")
    return [
      Conclusion(
        text: text.string, certainty: .likely, connections: all.prefix(places).map(\.ordinal))
    ] + unheard
  }

  /// For so long a side is heard alone where something is said of the other, in nanoseconds: 1 s.
  private static let alone: Int64 = 1_000_000_000

  /// Says of which sniffed connections only one side was heard at the end: the other one may have sent PDUs.
  private static func oneSided(_ all: [Connection]) -> String? {
    let silent = all.compactMap { connection -> (connection: Connection, duration: Int64)? in
      guard connection.hearing.isOnAir, connection.isOpen, connection.interval > 0,
        let sent = connection.traffic.lastSent?.time,
        let received = connection.traffic.lastReceived?.time
      else { return nil }
      let events = 6 * (Int64(connection.state.latency) + 1) * Int64(connection.state.subrate)
      let (silence, isLong) = connection.interval.multipliedReportingOverflow(by: events)
      let duration = sent.nanoseconds(since: received)
      guard !isLong, abs(duration) >= max(alone, silence) else { return nil }
      return (connection, duration)
    }
    guard let first = silent.first else { return nil }
    var text = ByteWriter(capacity: 96)
    if all.count == 1 {
      text.append(first.duration > 0 ? "the peripheral" : "the central")
      text.append(" not heard in its last ")
      text.append(duration: abs(first.duration))
    } else {
      text.append("one side not heard at the end (")
      append(silent.map(\.connection.ordinal), to: &text)
      text.append(")")
    }
    return text.string
  }

  /// How connections ended, if that is one way.
  private static func said(
    _ ends: [Ending], all: [Connection], answers: Answers
  ) -> String? {
    let isOnAir = all.contains { $0.hearing.isOnAir }
    let lost = ends.count { $0 == .lostBySniffer }
    if lost > 0, lost < ends.count || lost > 1 {
      return lost == ends.count ? "all lost by the sniffer" : "\(lost) of them lost by the sniffer"
    }
    let unshown = ends.count { $0 == .unshown }
    if unshown > 0 {
      if ends.count == 1 { return "it is over, and the capture does not show why" }
      return unshown == ends.count
        ? "they are over, and the capture does not show why"
        : "\(unshown) of them \(unshown == 1 ? "is" : "are") over, and the capture does not show why"
    }
    switch Set(ends) {
    case [.open]: return "still open when the capture stops"
    case [.local]: return isOnAir ? "ended by the central" : "ended by this host"
    case [.remote]: return isOnAir ? "ended by the peripheral" : "ended by the peer"
    case [.lostBySniffer]:
      guard let last = all.first?.lastHeard(before: answers.captureEnd) else { return nil }
      var text = ByteWriter(capacity: 48)
      text.append("until the sniffer lost it at ")
      text.append(last, of: answers.clock)
      return text.string
    default: return nil
    }
  }

  /// How a connection that is not lost has ended, as far as the capture shows it.
  private enum Ending {
    case open, local, remote, unheard, lostBySniffer, unshown, unknown

    init(_ connection: Connection, _ captureEnd: CaptureTime?) {
      if connection.isOpen {
        self =
          if connection.isUnanswered || connection.isUnheard(before: captureEnd) {
            .unheard
          } else if connection.lastHeard(before: captureEnd) != nil {
            .lostBySniffer
          } else {
            connection.isExcerpt ? .unknown : .open
          }
        return
      }
      if case .lost? = connection.inferredEnd?.cause {
        self = .unshown
        return
      }
      if connection.cut == .handleUsedAgain {
        self = .unshown
        return
      }
      let isKnown = connection.inferredEnd == nil && connection.cut == nil
      self =
        !isKnown
        ? .unknown
        : connection.endedBy == .local
          ? .local
          : connection.endedBy == .remote ? .remote : .unknown
    }
  }
}
