import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// What a client did not turn on, or could not.
extension FindingSearch {
  /// The shortest connection in which something could have been turned on, in nanoseconds.
  fileprivate static let patience: Int64 = 10_000_000_000
  /// Devices that are looked at: each has its whole tree walked through.
  fileprivate static let devices = 256
  /// Services that most devices have, whatever they are for: Generic Access, Generic Attribute, Current Time,
  /// Battery, Human Interface Device (whose hosts remember it), User Data.
  fileprivate static let common: Set<UInt16> = [0x1800, 0x1801, 0x1805, 0x180F, 0x1812, 0x181C]

  /// What is turned off again so soon was not waited for: 1 s, in nanoseconds.
  private static let hasty: Int64 = 1_000_000_000

  /// Turned on, and off again before a value could come, until the end.
  private static func turnedOffAgain(_ answers: Answers) -> [Place] {
    let working = Set(
      answers.characteristics.lazy.filter { $0.pushed > 0 }.compactMap(\.valueOfPeer))
    return answers.characteristics.compactMap { tally in
      let connection = tally.connection
      guard let on = tally.subscribed, let off = tally.unsubscribed, tally.timesOn == 1,
        tally.pushed == 0, !tally.isDeduced, connection.hearing.isOfHost, !connection.hasLosses,
        let end = connection.endTime ?? answers.captureEnd,
        case let elapsed = off.time.nanoseconds(since: on.time), 0...hasty ~= elapsed,
        end.nanoseconds(since: off.time) >= patience,
        // Where it works in another connection, that is the one that counts.
        tally.valueOfPeer.map({ !working.contains($0) }) ?? true
      else { return nil }
      var text = ByteWriter(capacity: 128)
      tally.describe(&text)
      if tally.key.isLocal { text.append(" of this host") }
      text.append(" was turned off again ")
      text.append(duration: elapsed)
      text.append(" after it was turned on, before a value came")
      return Place(evidence: off, connection: tally.key.connection, text: text.string)
    }
  }

  static let neverSubscribed = FindingSearch(
    .neverSubscribed,
    lazily: { answers in
      let everOn = answers.everOn
      let never = AnySequence(
        answers.firstWithTime.lazy.flatMap { tally in
          answers.mainValuesNeverOn(tally, everOn: everOn).map { value, others in
            var text = ByteWriter(capacity: 128)
            value.describe(&text)
            let isAlone = others < Answers.severalValues
            if !isAlone {
              text.append(" and ")
              text.append(decimal: others)
              text.append(" more of ")
              value.service?.describe(&text)
            }
            if tally.connection.servesAsPeripheral { text.append(" of this host") }
            text.append(isAlone ? " was" : " were")
            text.append(" never subscribed to, in ")
            text.append(duration: answers.length(of: tally.connection))
            if let frame = answers.swapped(value, on: tally.connection) {
              text.append("; the two octets that were written to its configuration (frame ")
              text.append(decimal: frame)
              text.append(") stand in the wrong order")
            }
            return Place(
              evidence: Evidence(
                frame: tally.connection.startFrame, time: tally.connection.startTime,
                text: "the connection begins"),
              connection: tally.connection.ordinal, text: text.string)
          }
        })
      return AnySequence([AnySequence(turnedOffAgain(answers)), never].joined())
    })

  static let subscriptionRefused = FindingSearch(
    .subscriptionRefused,
    lazily: { answers in
      AnySequence(
        answers.characteristics.lazy.compactMap { tally -> Place? in
          guard let refused = tally.refused else { return nil }
          var text = ByteWriter(capacity: 128)
          tally.describe(&text)
          if tally.key.isLocal { text.append(" of this host") }
          text.append(" was not subscribed to, the server refused it: ")
          text.append(string: refused.text)
          return Place(evidence: refused, connection: tally.key.connection, text: text.string)
        })
    })
}

extension Answers {
  /// Of each device the first connection in which something could have been turned on.
  fileprivate var firstWithTime: [ConnectionTally] {
    guard isWhole else { return [] }
    var peers: Set<ObjectIdentifier> = []
    var first: [ConnectionTally] = []
    for tally in connections where first.count < FindingSearch.devices && hasTime(tally) {
      if let peer = tally.connection.peer, !peers.insert(ObjectIdentifier(peer)).inserted {
        continue
      }
      first.append(tally)
    }
    return first
  }

  /// Whether it is long enough, and what a sniffer, a recorder or a bonded device knows is not missing.
  private func hasTime(_ tally: ConnectionTally) -> Bool {
    let connection = tally.connection
    return connection.hearing.isOfHost && !connection.hasLosses && !connection.encryption.wasOn
      && connection.peer?.isBonded != true && !tally.mayHaveSubscribed
      && length(of: connection) >= FindingSearch.patience
  }

  /// A service with this many other values has no main value: Fitness Machine has a value for each kind of machine.
  fileprivate static let severalValues = 3

  /// The values that services are for and that were not turned on, in a connection that had the time to, and how
  /// many others of their service may be turned on.
  fileprivate func mainValuesNeverOn(
    _ tally: ConnectionTally, everOn: Set<ValueOfPeer>
  ) -> [(value: Attribute, others: Int)] {
    let connection = tally.connection
    let silent = Set(neverOn(connection).map { ObjectIdentifier($0) })
    guard !silent.isEmpty else { return [] }
    let database = connection.servesAsPeripheral ? connection.local : connection.remote
    // The first of each service that sends values; taken back where any of it was turned on.
    var found: [(value: Attribute, others: Int)] = []
    var service: Attribute?
    for value in database.characteristics
    where value.properties.contains(.notify) || value.properties.contains(.indicate) {
      if value.service !== service {
        service = value.service
        if isMain(value, on: connection, everOn: everOn) { found.append((value, 0)) }
      } else if found.last?.value.service === service, !found.isEmpty {
        found[found.count - 1].others += 1
      }
      if !silent.contains(ObjectIdentifier(value)), found.last?.value.service === service,
        !found.isEmpty
      {
        found.removeLast()
      }
    }
    return found
  }

  /// The write that would have turned it on, with its octets in the other order.
  fileprivate func swapped(_ value: Attribute, on connection: Connection) -> UInt64? {
    swapped[
      .init(
        connection: connection.ordinal, handle: value.handle, isLocal: connection.servesAsPeripheral
      )]
  }

  /// Whether a value is of a service that says what a device is for, and was never on.
  private func isMain(
    _ value: Attribute, on connection: Connection, everOn: Set<ValueOfPeer>
  ) -> Bool {
    guard let uuid = value.service?.uuid?.short, (0x1800...0x18FF).contains(uuid),
      !FindingSearch.common.contains(uuid)
    else { return false }
    guard let peer = connection.peer else { return true }
    return !everOn.contains(ValueOfPeer(peer: ObjectIdentifier(peer), handle: value.handle))
  }
}
