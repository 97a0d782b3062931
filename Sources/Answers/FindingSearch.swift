import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Finds what a rule describes in what was counted, for those rules that the session itself does not
/// look for: they are about many records, or about the quality of what works.
struct FindingSearch: Sendable {
  let rule: FindingRule
  private let places: @Sendable (Answers) -> AnySequence<Place>

  /// Where, and in which words.
  struct Place {
    var evidence: Evidence
    var connection: Int?
    var text: String
    var further: [Evidence] = []
    var count = 1
  }

  /// The first ones, as many as the session keeps of its own, and how many more there are.
  func find(_ answers: Answers) -> (found: [StatsFinding], more: Int) {
    var found: [StatsFinding] = []
    var more = 0
    for place in places(answers) {
      guard found.count < SessionLimits.findings else {
        more += 1
        continue
      }
      found.append(
        StatsFinding(
          rule: rule, frame: place.evidence.frame, time: place.evidence.time,
          connection: place.connection, text: place.text, count: place.count,
          evidence: [place.evidence] + place.further, isCounted: true))
    }
    return (found, more)
  }

  static let all: [FindingSearch] = [
    timeoutTooShort, timeoutFragile, dataLengthLimited, intervalRefused, intervalTooShort,
    dataNotDelivered, slowAnswers, mtuLeftAtMinimum, neverSubscribed, subscriptionRefused,
    valuesWithoutSubscription, valuesTwice, connectSlow, endedAtOnce, disconnectsRepeat,
    endsAfterFixedTime, weakSignal, pairingsRepeat, justWorksAvoidable, legacyPairing, shortKey,
    passkeyRepeated, addressKept,
  ]

  /// - places: made one by one, since of many only the first ones are kept.
  init(
    _ rule: FindingRule, lazily places: @escaping @Sendable (Answers) -> AnySequence<Place>
  ) {
    self.rule = rule
    self.places = places
  }

  init(_ rule: FindingRule, places: @escaping @Sendable (Answers) -> [Place]) {
    self.init(rule, lazily: { AnySequence(places($0)) })
  }

  /// One place at most for each connection.
  static func ofConnections(
    _ rule: FindingRule,
    _ find: @escaping @Sendable (ConnectionTally, Answers, inout ByteWriter) -> Evidence?
  ) -> FindingSearch {
    FindingSearch(
      rule,
      lazily: { answers in
        AnySequence(
          answers.connections.lazy.compactMap { tally -> Place? in
            var text = ByteWriter(capacity: 128)
            guard let evidence = find(tally, answers, &text) else { return nil }
            return Place(
              evidence: evidence, connection: tally.connection.ordinal, text: text.string)
          })
      })
  }

  // MARK: Links

  private static let timeoutTooShort = ofConnections(.timeoutTooShort) { tally, _, text in
    guard let terms = tally.parameters.first(where: { Double($0.timeout) <= 2 * $0.silence })
    else { return nil }
    text.append("the supervision time-out of ")
    text.append(milliseconds: terms.timeout)
    text.append(" must be above ")
    text.append(number: 2 * terms.silence)
    text.append(" ms")
    return terms.evidence
  }

  private static let timeoutFragile = ofConnections(.timeoutFragile) { tally, _, text in
    let fragile = tally.parameters.first {
      Double($0.timeout) > 2 * $0.silence && $0.isFragile
    }
    guard let terms = fragile else { return nil }
    text.append("the supervision time-out of ")
    text.append(milliseconds: terms.timeout)
    text.append(" is only ")
    text.append(number: terms.tolerance, decimals: 1)
    text.append(terms.subrate > 1 ? " connection events that are used" : " connection intervals")
    if terms.latency > 0 { text.append(", after the latency is used") }
    return terms.evidence
  }

  private static let intervalRefused = ofConnections(.intervalRefused) { tally, _, text in
    guard let refused = tally.refused.first else { return nil }
    text.append(string: refused.text)
    if tally.refused.count > 1 {
      text.append(", ")
      text.append(decimal: tally.refused.count)
      text.append(" times")
    }
    if tally.refused.others > 0 {
      text.append("; other parameters: ")
      text.append(grouped: UInt64(tally.refused.others), "refusal")
    }
    return refused
  }

  private static let intervalTooShort = ofConnections(.intervalTooShort) { tally, answers, text in
    // What is left out, or cannot be read, may make use of it.
    guard answers.isWhole, !tally.connection.hearing.hides, !tally.carriesOther,
      !tally.connection.isIntervalOutdated,
      tally.parameters.count < ConnectionTally.listLimit,
      let end = tally.connection.endTime ?? answers.captureEnd
    else { return nil }
    for (index, terms) in tally.parameters.enumerated() {
      let next = tally.parameters.dropFirst(index + 1).first?.time ?? end
      let length = next.nanoseconds(since: terms.time)
      guard terms.spacing <= 20, terms.latency == 0, length >= 60_000_000_000,
        !answers.session.counts.jumped(between: terms.time, and: next)
      else { continue }
      let events = Double(length) / 1e6 / terms.spacing
      guard Double(terms.uses) * 100 < events else { continue }
      text.append("only ")
      text.append(grouped: UInt64(terms.uses), "transfer")
      text.append(" in ")
      text.append(grouped: UInt64(events))
      text.append(" connection events, at an interval of ")
      text.append(number: terms.spacing)
      text.append(" ms for ")
      text.append(duration: length)
      return terms.evidence
    }
    return nil
  }

  /// A controller that sends nothing for so long although the link works: 2 s, in nanoseconds.
  private static let longStall: Int64 = 2_000_000_000

  private static let dataNotDelivered = ofConnections(.dataNotDelivered) { tally, _, text in
    let connection = tally.connection
    guard let count = connection.traffic.undelivered, count > 0, let end = connection.endTime,
      let frame = connection.endFrame
    else { return nil }
    text.append(grouped: UInt64(count), "packet")
    text.append(" of this host not delivered, or not acknowledged, when the connection ended")
    // A link that is silent carries nothing; one that brings data carries acknowledgements, too.
    if let progress = connection.traffic.lastProgress, let last = connection.traffic.lastReceived,
      case let stall = last.time.nanoseconds(since: progress.time), stall >= longStall
    {
      text.append("; its controller has reported nothing as sent for ")
      text.append(duration: stall)
      text.append(", since frame ")
      text.append(decimal: progress.frame)
      text.append(", while data of the peer came")
    }
    return Evidence(frame: frame, time: end, text: "ended")
  }

  // MARK: Requests

  private static let mtuLeftAtMinimum = ofConnections(.mtuLeftAtMinimum) { tally, _, text in
    guard tally.connection.bearer.mtu == Bearer.defaultMTU, tally.full.count >= 10,
      let first = tally.full.first
    else { return nil }
    text.append(grouped: UInt64(tally.full.count), "value")
    text.append(" fill the MTU of 23")
    let bearer = tally.connection.bearer
    if bearer.isMTUKnown, let server = bearer.serverMTU, bearer.clientMTU != nil {
      text.append(
        server <= Bearer.defaultMTU ? "; the server takes no more" : "; the client takes no more")
    }
    return first
  }

  // MARK: Subscriptions

  private static let valuesWithoutSubscription = FindingSearch(.valuesWithoutSubscription) {
    answers in
    // In a part the subscription may be what is left out.
    guard answers.isWhole else { return [] }
    let unclear = answers.mayHaveSubscribed
    return answers.characteristics.compactMap { tally in
      let isBonded = tally.connection.peer?.isBonded == true || tally.connection.encryption.wasOn
      let isOtherKind = tally.sendsOtherKind
      guard tally.pushed > 0, let first = tally.firstPushed, tally.connection.beginsInCapture,
        isOtherKind || tally.afterOff != nil
          || (tally.subscribed == nil || tally.tooEarly > 0) && !isBonded,
        // A sniffer, or the recorder, may have lost the subscription.
        tally.connection.hearing.isOfHost, !tally.connection.hasLosses, !tally.connection.isFromApp,
        !unclear.contains(tally.key.connection)
      else { return nil }
      var text = ByteWriter(capacity: 128)
      tally.describe(&text)
      text.append(tally.key.isLocal ? " of this host: " : ": ")
      if isOtherKind {
        text.append(
          grouped: UInt64(tally.pushed), tally.indications > 0 ? "indication" : "notification")
        text.append(tally.indications > 0 ? ", only notifications" : ", only indications")
        text.append(" were turned on")
      } else if let (off, count) = tally.afterOff {
        text.append(grouped: UInt64(count), "value")
        text.append(" came although it was turned off (frame ")
        text.append(decimal: off.frame)
        text.append(")")
      } else if let on = tally.subscribed {
        text.append(grouped: UInt64(tally.tooEarly), "value")
        text.append(" came before the subscription (frame ")
        text.append(decimal: on.frame)
        text.append(")")
      } else {
        text.append(grouped: UInt64(tally.pushed), "value")
        text.append(" came without a subscription")
      }
      return Place(evidence: first, connection: tally.key.connection, text: text.string)
    }
  }

  // MARK: Devices

  private static let disconnectsRepeat = FindingSearch(.disconnectsRepeat) { answers in
    var ends: [Repeated] = []
    for tally in answers.connections {
      let connection = tally.connection
      guard let peer = connection.peer, let status = connection.endReason,
        !status.isOrdinaryEnd || Verdict.isFruitless(tally),
        let time = connection.endTime, let frame = connection.endFrame
      else { continue }
      let reason = status.rawValue
      var text = ByteWriter(capacity: 64)
      text.append("C")
      text.append(decimal: connection.ordinal)
      text.append(" ends: ")
      text.append(status: status)
      let evidence = Evidence(frame: frame, time: time, text: text.string)
      var detail = ByteWriter(capacity: 48)
      detail.append(status: status)
      ends.append(
        .init(
          key: "\(peer.address.rawValue) \(reason)", evidence: [evidence],
          connection: connection.ordinal, detail: detail.string))
    }
    return repeats(ends, words: " connections of one device end for the same reason: ")
  }

  private static let pairingsRepeat = FindingSearch(.pairingsRepeat) { answers in
    let pairings = answers.connections.compactMap { tally -> Repeated? in
      guard let peer = tally.connection.peer, tally.pairings.count > 0 else { return nil }
      return Repeated(
        key: "\(peer.address.rawValue)", evidence: tally.pairings.ends,
        connection: tally.connection.ordinal, count: tally.pairings.count)
    }
    return repeats(pairings, words: " pairings of one device: a bond that lasts needs one")
  }

  /// What happened on a connection, once or more often.
  private struct Repeated {
    /// The key of its device.
    var key: String
    /// The last ones.
    var evidence: [Evidence]
    var connection: Int
    var count = 1
    /// What follows the words that are the same for all.
    var detail = ""
  }

  /// What happened three times or more to one device, where it happened last.
  private static func repeats(
    _ all: [Repeated], words: StaticString
  ) -> [Place] {
    var groups: [String: Repeated] = [:]
    var order: [String] = []
    for one in all {
      guard var group = groups.removeValue(forKey: one.key) else {
        order.append(one.key)
        groups[one.key] = one
        continue
      }
      group.evidence = (group.evidence + one.evidence).suffix(ConnectionTally.lastLimit + 1)
      group.connection = one.connection
      group.count += one.count
      groups[one.key] = group
    }
    return order.compactMap { key in
      guard let group = groups[key], group.count >= 3, let last = group.evidence.last else {
        return nil
      }
      var text = ByteWriter(capacity: 128)
      text.append(decimal: group.count)
      text.append(words)
      text.append(string: group.detail)
      return Place(
        evidence: last, connection: group.connection, text: text.string,
        further: Array(group.evidence.dropLast()))
    }
  }

  private static let addressKept = FindingSearch(.addressKept) { answers in
    answers.devices.compactMap { tally in
      guard let kept = tally.kept, kept.duration > 3_600_000_000_000 else { return nil }
      var text = ByteWriter(capacity: 128)
      text.append("the private address ")
      kept.address.write(to: &text)
      text.append(" was kept for ")
      text.append(duration: kept.duration)
      return Place(evidence: kept.evidence, connection: nil, text: text.string)
    }
  }

  // MARK: Pairing

  /// A rule about each way in which a connection was paired.
  /// - other: what else shows it on a connection.
  private static func pairing(
    _ rule: FindingRule,
    _ words: @escaping @Sendable (SMPPairingMethod, inout ByteWriter) -> Void,
    else other: @escaping @Sendable (ConnectionTally, inout ByteWriter) -> Evidence? = { _, _ in nil
    }
  ) -> FindingSearch {
    FindingSearch(
      rule,
      lazily: { answers in
        AnySequence(
          answers.connections.lazy.filter { $0.connection.transport == .le }.flatMap { tally in
            var text = ByteWriter(capacity: 64)
            if let evidence = other(tally, &text) {
              return [
                Place(
                  evidence: evidence, connection: tally.connection.ordinal, text: text.string)
              ]
            }
            return tally.pairings.completed.compactMap { pairing -> Place? in
              var text = ByteWriter(capacity: 64)
              words(pairing.method, &text)
              guard !text.isEmpty else { return nil }
              return Place(
                evidence: Evidence(pairingRequest: pairing.frame, pairing.time),
                connection: tally.connection.ordinal, text: text.string, count: pairing.count)
            }
          })
      })
  }

  private static let justWorksAvoidable = pairing(.justWorksAvoidable) { method, text in
    if method.isUnprotectedByChoice {
      text.append("paired by Just Works, though both sides could have proved who they are")
    }
  }

  private static let legacyPairing = pairing(.legacyPairing) { method, text in
    if !method.isSecureConnections {
      text.append("legacy pairing, ")
      text.append(method.association.name)
    }
  }

  private static let shortKey = pairing(.shortKey) { method, text in
    if method.keySize < 16 {
      text.append("an encryption key of only ")
      text.append(decimal: UInt64(method.keySize))
      text.append(" octets")
    }
  } else: { tally, text in
    guard let key = tally.connection.encryption.shortKey,
      !tally.pairings.completed.contains(where: { $0.method.keySize < 16 })
    else { return nil }
    text.append("encrypted with a key of only ")
    text.append(decimal: UInt64(key.octets))
    text.append(" octets")
    return Evidence(frame: key.frame, time: key.time, text: "encrypted", isSecurity: true)
  }

  /// Where a passkey is used for the second time.
  private static let passkeyRepeated = FindingSearch(.passkeyRepeated) { answers in
    let chosen = Set(answers.connections.map(\.connection.ordinal))
    let uses = answers.session.passkeys.filter {
      chosen.contains($0.connection)
        && answers.options.filter.allows(frame: $0.frame, time: $0.time, clock: answers.clock)
    }
    return PasskeyUse.repeated(uses).compactMap { group in
      guard let first = group.first, let second = group.dropFirst().first else { return nil }
      var text = ByteWriter(capacity: 96)
      text.append("the same passkey as in the pairing of C")
      text.append(decimal: first.connection)
      text.append(", frame ")
      text.append(decimal: first.frame)
      let others = [first] + group.dropFirst(2)
      return Place(
        evidence: Evidence(pairingRequest: second.frame, second.time),
        connection: second.connection, text: text.string,
        further: others.map { Evidence(pairingRequest: $0.frame, $0.time, of: $0.connection) },
        count: group.count - 1)
    }
  }
}

extension Evidence {
  /// - connection: where it is another one.
  fileprivate init(
    pairingRequest frame: UInt64, _ time: CaptureTime, of connection: Int? = nil
  ) {
    let place = connection.map { " of C\($0)" } ?? ""
    self.init(frame: frame, time: time, text: "Pairing Request" + place, isSecurity: true)
  }
}

extension ConnectionTally.Parameters {
  /// The longest silence that its own rules allow, in milliseconds.
  fileprivate var silence: Double { Double(latency + 1) * spacing }
  /// How many connection events have to go wrong one after the other to end the connection. A peripheral that makes use
  /// of its latency listens at each after the first that it misses (Vol 6, Part B, 4.5.1).
  var tolerance: Double { Double(timeout) / spacing - Double(latency) }
  /// Whether a disturbance of a few connection events ends the connection.
  var isFragile: Bool { timeout > 0 && spacing > 0 && tolerance < 6 }

  var evidence: Evidence {
    var text = ByteWriter(capacity: 64)
    write(to: &text)
    return Evidence(frame: frame, time: time, text: text.string)
  }
}

extension CharacteristicTally {
  /// Its name; where that is unknown, its handle.
  func describe(_ text: inout ByteWriter) {
    if let value {
      value.describe(&text)
    } else {
      text.append(upperHex: UInt64(key.handle), digits: 4)
    }
  }
}
