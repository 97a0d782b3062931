import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// What a client did not turn on, or could not.
extension FindingSearch {
  /// The shortest connection in which something could have been turned on, in nanoseconds.
  fileprivate static let patience: Int64 = 10_000_000_000
  /// Services that most devices have, whatever they are for: Generic Access, Generic Attribute, Current Time,
  /// Battery, Human Interface Device (whose hosts remember it), User Data.
  fileprivate static let common: Set<UInt16> = [0x1800, 0x1801, 0x1805, 0x180F, 0x1812, 0x181C]

  static let neverSubscribed = FindingSearch(
    .neverSubscribed,
    lazily: { answers in
      let everOn = answers.everOn
      return AnySequence(
        answers.connections.lazy.flatMap { tally in
          answers.mainValuesNeverOn(tally, everOn).map { value in
            var text = ByteWriter(capacity: 128)
            value.describe(&text)
            if tally.connection.servesAsPeripheral { text.append(" of this host") }
            text.append(" was never subscribed to, in ")
            text.append(duration: answers.length(of: tally.connection))
            return Place(
              evidence: Evidence(
                frame: tally.connection.startFrame, time: tally.connection.startTime,
                text: "the connection begins"),
              connection: tally.connection.ordinal, text: text.string)
          }
        })
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
  /// The values that services are for and that nobody turned on, in a connection that had the time to.
  fileprivate func mainValuesNeverOn(
    _ tally: ConnectionTally, _ everOn: Set<ValueOfPeer>
  ) -> [Attribute] {
    let connection = tally.connection
    // A bonded device remembers what was turned on before.
    guard isWhole, connection.link == nil, !connection.hasLosses, !connection.encryptionSeen,
      connection.peer?.isBonded != true, !tally.mayHaveSubscribed,
      length(of: connection) >= FindingSearch.patience
    else { return [] }
    let silent = neverOn(connection)
    guard !silent.isEmpty else { return [] }
    let database = connection.servesAsPeripheral ? connection.local : connection.remote
    return silent.filter { value in
      guard let service = value.service, let uuid = service.uuid?.short,
        (0x1800...0x18FF).contains(uuid), !FindingSearch.common.contains(uuid),
        !(connection.peer.map {
          everOn.contains(ValueOfPeer(peer: ObjectIdentifier($0), handle: value.handle))
        } ?? false)
      else { return false }
      let sending = database.characteristics.filter {
        $0.service === service
          && ($0.properties.contains(.notify) || $0.properties.contains(.indicate))
      }
      return sending.first === value
        && sending.allSatisfy { one in silent.contains { $0 === one } }
    }
  }
}
