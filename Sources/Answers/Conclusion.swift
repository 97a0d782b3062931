import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// What a person came for, in one sentence: made from the findings and the ends of connections.
struct Conclusion {
  /// Without control characters; ends with a full stop or a question mark.
  var text: String
  var certainty: Verdict.Certainty
  /// The rule of the finding that it tells.
  var rule: String?
  var connections: [Int] = []
  var frames: [UInt64] = []

  var sentence: ReportAnswers.Sentence {
    .init(
      text: text, certainty: certainty.rawValue, rule: rule, connections: connections,
      frames: frames)
  }

  /// At most so many are told.
  private static let most = 3
  /// Connections and frames that each names at most.
  static let places = 16
  /// What an app runs into comes before what only is not ideal, whatever its severity: the rules in their order
  /// of importance. The others follow by severity, in the order of `explain`.
  private static let importance = [
    "ends-after-fixed-time", "bonding-lost", "mic-failure", "encryption-failed", "pairing-failed",
    "ended-while-pairing", "ended-at-once", "security-request-unanswered", "hardware-error",
    "subscription-refused",
    // After that nothing can be asked for.
    "request-timed-out", "never-subscribed", "request-refused", "request-unanswered",
    "silent-subscription", "values-stop",
    "operation-failed", "disconnects-repeat",
  ]

  /// The most important first; never none.
  static func all(of answers: Answers) -> [Conclusion] {
    if let nothing = nothing(in: answers) {
      // What did not keep it from hearing devices comes after them.
      let hears = answers.devices.contains { $0.advertisements > 0 }
      return hears
        ? Array(([nothing] + rules(in: answers)).prefix(most))
        : (rules(in: answers) + [nothing]).suffix(most)
    }
    var all: [Conclusion] = []
    if let lost = lost(in: answers) { all.append(lost) }
    let failed = attempts(in: answers)
    if let failed { all.append(failed) }
    // The attempts are what that rule is about.
    all += rules(in: answers).filter {
      failed == nil || $0.rule != FindingRule.connectFailed.identifier
    }
    let hidden = hidden(in: answers)
    if all.isEmpty { all += healthy(in: answers, isPart: hidden != nil) }
    if all.contains(where: { $0.rule == FindingRule.connectInvalid.identifier }) {
      all += unheard(answers)
    }
    if let hidden { all.insert(hidden, at: min(all.count, most - 1)) }
    return Array(all.prefix(most))
  }

  // MARK: Nothing to answer

  /// Where there is no connection of Bluetooth LE.
  private static func nothing(in answers: Answers) -> Conclusion? {
    guard !answers.connections.contains(where: { $0.connection.isOfAttributes }),
      answers.attempts.allSatisfy({ $0.isOfNoMatter(answers) })
    else { return nil }
    var text = ByteWriter(capacity: 128)
    let isAll = !answers.options.filter.isActive
    let advertisers = answers.devices.filter { $0.advertisements > 0 }.count
    let counts = answers.session.counts
    let isClassic = !answers.connections.isEmpty || isAll && counts.classicPackets > 0
    // Data of connections that may be of Bluetooth LE.
    let unknown = isAll ? counts.unknownLinkPackets : 0
    if isAll, answers.session.counts.records == 0 {
      text.append("The capture is empty")
      let isOfHost = !answers.summary.captures.contains {
        $0.linkType.includes("le_ll") || $0.linkType == "nordic_ble"
      }
      text.append(isOfHost ? ": was the log turned on before Bluetooth was?" : ".")
    } else if advertisers > 0 {
      text.append(
        isClassic
          ? "No connection of Bluetooth LE, only classic ones: "
          : unknown > 0 ? "No connection that is known to be of Bluetooth LE: " : "No connection: ")
      text.append(grouped: UInt64(advertisers), "device")
      text.append(advertisers == 1 ? " advertises" : " advertise")
      if unknown > 0, !isClassic {
        text.append("; ")
        text.append(grouped: unknown, "data packet")
        text.append(unknown == 1 ? " is" : " are")
        text.append(" of connections whose beginning is not in the capture")
      }
      if isAll { scanned(answers, to: &text) }
      text.append(".")
    } else if isAll, !answers.session.namelessAdvertisers.isEmpty {
      text.append("No connection; advertising was heard only without an address and its data.")
    } else if isClassic {
      text.append("No Bluetooth LE: classic links only.")
    } else {
      text.append(
        isAll
          ? "No connection and no advertisement is in the capture" : "Nothing in this part matches")
      if isAll { scanned(answers, to: &text) }
      text.append(".")
    }
    return Conclusion(
      text: text.string, certainty: unknown > 0 && !isClassic ? .likely : .certain)
  }

  // MARK: Lost connections

  /// Connections that ended with another reason than those of an ordinary end.
  private static func lost(in answers: Answers) -> Conclusion? {
    let all = answers.connections.filter { $0.connection.isOfAttributes }
    let lost = all.filter(\.connection.isLost)
    guard let first = lost.first else { return nil }
    let verdicts = lost.prefix(places).map { Verdict($0, captureEnd: answers.captureEnd) }
    var text = ByteWriter(capacity: 256)
    if lost.count == 1 {
      if all.count > 1 {
        text.append("1 of ")
        text.append(decimal: all.count)
        text.append(" connections was lost, C")
        text.append(decimal: first.connection.ordinal)
        text.append(": ")
      }
      text.append(string: verdicts[0].sentence)
    } else {
      text.append(lost.count == all.count ? "All " : "")
      text.append(decimal: lost.count)
      if lost.count < all.count {
        text.append(" of ")
        text.append(decimal: all.count)
      }
      text.append(" connections were lost: ")
      ways(lost, to: &text)
      text.append(".")
    }
    let isCertain = verdicts.allSatisfy { $0.certainty == .certain } && verdicts.count == lost.count
    return Conclusion(
      text: text.string,
      certainty: lost.count == 1 ? verdicts[0].certainty : isCertain ? .certain : .likely,
      connections: lost.prefix(places).map(\.connection.ordinal),
      frames: lost.prefix(places).compactMap(\.connection.endFrame))
  }

  /// `3 by Connection Timeout (08), C2, C8, C11; 1 ...`, what happened most often first.
  private static func ways(_ lost: [ConnectionTally], to text: inout ByteWriter) {
    var groups: [String: [Int]] = [:]
    for tally in lost {
      var way = ByteWriter(capacity: 64)
      ReportConnections.kindOfEnd(tally.connection, to: &way)
      groups[way.string, default: []].append(tally.connection.ordinal)
    }
    let rows = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    for (index, (way, ordinals)) in rows.prefix(3).enumerated() {
      if index > 0 { text.append("; ") }
      if rows.count > 1 {
        text.append(decimal: ordinals.count)
        text.append(" ")
      }
      text.append(string: way)
      text.append(" (")
      append(ordinals, to: &text)
      text.append(")")
    }
    if rows.count > 3 { text.append("; others otherwise") }
  }

  /// Attempts to connect that failed, or that this host has given up.
  private static func attempts(in answers: Answers) -> Conclusion? {
    let failed = answers.attempts.filter { ($0.reason ?? 0) != 0 && !$0.isOfNoMatter(answers) }
    guard let last = failed.last else { return nil }
    let count = failed.count
    let isGivenUp = failed.allSatisfy(\.isGivenUp)
    var text = ByteWriter(capacity: 128)
    text.append(isGivenUp ? "This host gave up " : "")
    // Of those without a place it is not known whether they matter.
    if answers.attemptsLeftOut > 0 { text.append(isGivenUp ? "at least " : "At least ") }
    text.append(grouped: UInt64(count), "attempt")
    text.append(" to connect")
    if isGivenUp {
      if Set(failed.map { $0.address?.deviceKey }).count == 1, let address = last.address {
        text.append(" to ")
        answers.name(address, peer: last.peer, to: &text)
      }
      if let waited = last.waited {
        text.append(count == 1 ? ", after " : ", the last after ")
        text.append(duration: waited)
      }
      text.append(", frame ")
      text.append(decimal: last.end.frame)
    } else {
      text.append(count == 1 ? " failed: " : " failed, the last: ")
      // `attempt failed: Connection Limit Exceeded (09)`
      let reason = last.end.text.beside(frame: last.end.frame)
      let heads = ["attempt failed: ", "attempt "]
      let head = heads.first { reason.hasPrefix($0) } ?? ""
      text.append(string: String(reason.dropFirst(head.count)))
    }
    var certainty = Verdict.Certainty.certain
    if let heard = last.hearing(in: answers) {
      text.append("; ")
      last.address?.write(to: &text)
      text.append(" ")
      heard.write(to: &text)
      // A connection request without an answer may have other reasons, too.
      certainty = .likely
    }
    text.append(".")
    return Conclusion(
      text: text.string, certainty: certainty, rule: FindingRule.connectFailed.identifier,
      frames: failed.prefix(places).map(\.end.frame))
  }

  // MARK: Findings

  /// A sentence for each rule, but for the notes and for what was said of ends.
  private static func rules(in answers: Answers) -> [Conclusion] {
    var groups: [String: [StatsFinding]] = [:]
    let timedOut = Set(
      answers.connections.map(\.connection).filter { $0.endReason == .linkLayerResponseTimeout }
        .map(\.ordinal))
    for finding in answers.findings
    where finding.rule.severity != .note && !finding.isEnd {
      // What waited behind the procedure that ended the connection is said with it.
      if finding.rule == .updateFailed, let connection = finding.connection,
        timedOut.contains(connection)
      {
        continue
      }
      groups[finding.rule.identifier, default: []].append(finding)
    }
    // What was refused is told once, by the rule that says what it was for.
    if let refused = groups[FindingRule.subscriptionRefused.identifier] {
      let frames = Set(refused.map(\.frame))
      groups[FindingRule.requestRefused.identifier]?.removeAll { frames.contains($0.frame) }
    }
    if groups[FindingRule.endsAfterFixedTime.identifier] != nil {
      groups[FindingRule.disconnectsRepeat.identifier] = nil
    }
    // Those that were lost are told together, with how each ended.
    let lost = Set(answers.connections.map(\.connection).filter(\.isLost).map(\.ordinal))
    groups[FindingRule.disconnectsRepeat.identifier]?.removeAll {
      $0.connection.map(lost.contains) == true
    }
    // Where an app has got values of another service, it may not have wanted these.
    let unsubscribed =
      groups[FindingRule.neverSubscribed.identifier]?.compactMap(\.connection) ?? []
    let isBeside = others(answers, ordinals: unsubscribed) > 0
    let order = FindingRule.all.enumerated().sorted { one, other in
      rank(of: one.element, place: one.offset, isBeside: isBeside)
        < rank(of: other.element, place: other.offset, isBeside: isBeside)
    }
    return order.compactMap { _, rule in
      groups[rule.identifier].flatMap { $0.isEmpty ? nil : told($0, rule: rule, answers: answers) }
    }
  }

  /// - isBeside: whether what was never subscribed to is not what matters most.
  private static func rank(
    of rule: FindingRule, place: Int, isBeside: Bool
  ) -> (Int, Int, Int) {
    let known =
      isBeside && rule == .neverSubscribed ? nil : importance.firstIndex(of: rule.identifier)
    let important = known ?? importance.count
    let severity = rule.severity == .error ? 0 : 1
    return (important, severity, place)
  }

  /// Values of those connections.
  private static func others(_ answers: Answers, ordinals: [Int]) -> Int {
    guard answers.isWhole, !ordinals.isEmpty else { return 0 }
    return answers.connections.map(\.connection).filter { ordinals.contains($0.ordinal) }
      .reduce(0) { $0 + $1.counts.notifications + $1.counts.indications }
  }

  /// What came all the same, where a value was not subscribed to.
  private static func appendOthers(
    _ answers: Answers, ordinals: [Int], to text: inout ByteWriter
  ) {
    let count = others(answers, ordinals: ordinals)
    guard count > 0 else { return }
    text.append("; ")
    text.append(grouped: UInt64(count), "value")
    text.append(count == 1 ? " of another one came" : " of others came")
  }

  private static func told(
    _ group: [StatsFinding], rule: FindingRule, answers: Answers
  ) -> Conclusion {
    var text = ByteWriter(capacity: 256)
    let first = group[0]
    text.append(string: first.text.beside(frame: first.frame).capitalizedFirst)
    let said = first.text.beside(frame: first.frame)
    let others = group.filter { $0.text.beside(frame: $0.frame) != said }
    // One thing after the other.
    let isStory = group.count == 2 && !others.isEmpty && group[0].connection == group[1].connection
    if isStory {
      text.append("; ")
      text.append(string: group[1].text.beside(frame: group[1].frame))
    }
    let ordinals = Set(group.compactMap(\.connection))
    let here = Set(
      group.filter { $0.text.beside(frame: $0.frame) == said }.compactMap(\.connection))
    if !rule.namesItsConnections, !ordinals.isEmpty {
      text.append(" (")
      append(here.sorted(), to: &text)
      text.append(")")
    }
    if rule == .neverSubscribed { appendOthers(answers, ordinals: ordinals.sorted(), to: &text) }
    let rest = ordinals.subtracting(here).sorted()
    if !rule.namesItsConnections, !rest.isEmpty {
      text.append("; others like it in ")
      append(rest, to: &text)
    }
    let times = group.reduce(0) { $0 + $1.count }
    // Once in each connection needs no words.
    if !rule.namesItsConnections, !isStory, times > max(1, ordinals.count) {
      text.append(others.isEmpty || !rest.isEmpty ? ", " : "; with others like it ")
      text.append(decimal: times)
      text.append(" times in all")
    }
    text.append(".")
    // That an end was not reported may be the recorder's fault, and so may what only one of several recorders has.
    let isInferred =
      rule == .endsAfterFixedTime || rule == .commandLate && !ordinals.isEmpty
      || FindingRule.recorders.contains(rule)
    return Conclusion(
      text: text.string, certainty: isInferred ? .likely : .certain,
      rule: rule.identifier, connections: Array(ordinals.sorted().prefix(places)),
      frames: group.prefix(places).map(\.frame))
  }

  // MARK: What could not be read

  /// What an encrypted link hides, and what is malformed, no rule has seen.
  private static func hidden(in answers: Answers) -> Conclusion? {
    let hidden = answers.connections.filter { $0.connection.hearing.hides }
    // Findings say what is wrong with those whose senders have made them so.
    let told = answers.findings.filter { $0.rule == .pduMalformed }.reduce(0) { $0 + $1.count }
    let counts = answers.session.counts
    let malformed =
      answers.options.filter.isActive
      ? 0 : max(0, Int(clamping: counts.malformed &+ counts.incomplete) - told)
    guard !hidden.isEmpty || malformed > 0 else { return nil }
    var text = ByteWriter(capacity: 128)
    text.append("Not all could be read: ")
    if let first = hidden.first {
      append(hidden.map(\.connection.ordinal), to: &text)
      text.append(hidden.count == 1 ? " is encrypted and " : " are encrypted and ")
      text.append(first.connection.link?.encryption.extent ?? "not decrypted")
    }
    if malformed > 0 {
      if !hidden.isEmpty { text.append("; ") }
      text.append(grouped: UInt64(malformed), "PDU")
      text.append(malformed == 1 ? " is malformed or incomplete" : " are malformed or incomplete")
    }
    text.append(".")
    return Conclusion(
      text: text.string, certainty: .certain,
      connections: hidden.prefix(places).map(\.connection.ordinal))
  }

  static func append(_ ordinals: [Int], to text: inout ByteWriter) {
    text.append(connections: ordinals, atMost: places)
  }
}

extension Connection {
  /// Whether it ended with another reason than those of an ordinary end.
  fileprivate var isLost: Bool {
    endReason.map { !$0.isOrdinaryEnd } ?? (inferredEnd?.cause.reason != nil)
  }

  /// Whether it is one of Bluetooth LE, or of ATT on BR/EDR.
  var isOfAttributes: Bool {
    transport == .le || counts.requests > 0 || counts.notifications > 0
      || counts.indications > 0
  }
}

extension FindingRule {
  /// Whether its text says which connections it is about.
  fileprivate var namesItsConnections: Bool { self == .endsAfterFixedTime }
}

extension String {
  fileprivate var capitalizedFirst: String {
    guard let first, first.isASCII, first.isLowercase else { return self }
    return first.uppercased() + dropFirst()
  }
}
