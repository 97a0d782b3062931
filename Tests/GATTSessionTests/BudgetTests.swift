import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What small things take beside their octets counts, too.
struct BudgetTests {
  @Test func queuedWritesOfOneOctetAreCapped() {
    let scene = SessionScene()
    let perConnection = SessionLimits.queuedWrites
    let fitting = SessionLimits.transactionOctets / JoinedValue.overhead
    let connections = fitting / perConnection + 2
    for connection in 1...connections {
      for handle in 1...perConnection {
        let part = hex(le16(handle)) + "0000 01"
        scene.ask("16" + part, "17" + part, on: connection)
      }
    }
    let queued = scene.session.adapters.flatMap(\.connections.values)
      .reduce(0) { $0 + $1.writeQueues.host.values.count }
    expect(queued <= fitting)
    expect(queued > fitting / 2)
    expect(
      scene.session.context.budget.transactions.used <= SessionLimits.transactionOctets + (1 << 16))
    expect(scene.told(.note).contains { $0.text.contains("octets of open transactions") })
    for connection in 1...connections { scene.disconnect(connection) }
    scene.end()
    expect(scene.session.context.budget.transactions.used, equals: 0)
  }

  @Test func subscriptionsOfAllConnectionsAreCapped() {
    let scene = SessionScene()
    let perConnection = SessionLimits.subscriptions
    let connections = SessionLimits.allSubscriptions / perConnection + 2
    for connection in 1...connections {
      // One device, and so one database, has them all.
      scene.connect(connection, SessionScene.peerA)
      for index in 1...perConnection {
        let handle = index * 3
        if connection == 1 {
          scene.ask(
            "08 0100 ffff 0328",
            "09 07" + hex(le16(handle)) + "10" + hex(le16(handle + 1)) + "372a")
          scene.ask("04 0100 ffff", "05 01" + hex(le16(handle + 2)) + "0229")
        }
        scene.ask("12" + hex(le16(handle + 2)) + "0100", "13", on: connection)
      }
    }
    expect(scene.session.context.budget.subscriptions.used, equals: SessionLimits.allSubscriptions)
    expect(scene.told(.write).count, equals: connections * perConnection)
    let notes = scene.told(.note).filter { $0.text.contains("subscriptions") }
    expect(notes.count, equals: 1)
    // One is taken back, and leaves its place to another.
    scene.ask("12 0500 0000", "13", on: 1)
    expect(
      scene.session.context.budget.subscriptions.used, equals: SessionLimits.allSubscriptions - 1)
    for connection in 1...connections { scene.disconnect(connection) }
    scene.end()
    expect(scene.session.context.budget.subscriptions.used, equals: 0)
  }

  @Test func descriptionsShareTheRoomOfLastValues() {
    let budget = MemoryBudget()
    let text = String(repeating: "\u{FFFD}", count: 128)
    let count = SessionLimits.allLastValueOctets / text.utf8.count + 10
    let attributes = (0..<count).map { index in
      Attribute(handle: UInt16(truncatingIfNeeded: index), kind: .characteristic, uuid: nil)
    }
    for attribute in attributes { budget.describe(attribute, as: text) }
    expect(attributes.first?.userDescription, equals: text)
    expect(attributes.first?.label, equals: text)
    expect(budget.lastValues.wasShort)
    expect((attributes.last?.userDescription?.utf8.count ?? 0) <= 32)
    // What is given back is free again.
    budget.giveBack(attributes)
    let another = Attribute(handle: 1, kind: .characteristic, uuid: nil)
    budget.describe(another, as: text)
    expect(another.userDescription, equals: text)
  }

  @Test func aDescriptionThatChangesIsTheLabelAgain() {
    let budget = MemoryBudget()
    let attribute = Attribute(handle: 1, kind: .characteristic, uuid: nil)
    budget.describe(attribute, as: "left")
    budget.describe(attribute, as: "right")
    expect(attribute.label, equals: "right")
    attribute.label = "Heart Rate Measurement"
    budget.describe(attribute, as: "third")
    expect(attribute.label, equals: "Heart Rate Measurement")
    expect(attribute.userDescription, equals: "third")
  }
}
