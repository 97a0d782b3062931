import ATTDissector
import Bytes
import TestSupport
import Testing

@testable import MockPeripheral

/// What was recorded is played: reads, writes and their answers, notifications.
@Suite struct PlayingTests {
  private typealias Entry = RecordedHistory.Entry

  private static let second: Int64 = 1_000_000_000

  /// A service 0001 to 000F: 0003 to read, 0005 to write, 0007 with notifications or indications and
  /// its configuration 0008.
  ///
  /// - starts: of the connections, in seconds.
  private func recording(
    _ entries: [Entry], connections: Int = 1, starts: [Double] = []
  ) -> RecordedPeripheral {
    var recording = RecordedPeripheral()
    recording.connections = connections
    recording.table = AttributeTable([
      ServedAttribute(
        handle: 1, type: .primaryService, endHandle: 15, declared: [0x0D, 0x18]),
      ServedAttribute(handle: 3, type: 0x2A38),
      ServedAttribute(handle: 5, type: 0x2A39, permissions: [.read, .write, .writeCommand]),
      ServedAttribute(handle: 7, type: 0x2A37, permissions: []),
      ServedAttribute(handle: 8, type: 0x2902, permissions: [.read, .write]),
    ])
    let times = starts.enumerated().map { ($0.offset, Int64($0.element * Double(Self.second))) }
    RecordedHistory(
      entries, configured: [8: 7], starts: Dictionary(uniqueKeysWithValues: times)
    ) { $0 > 0 && $0 < 16 ? 1 : nil }.add(to: &recording)
    return recording
  }

  private func entry(
    _ step: RecordedHistory.Step, _ handle: UInt16, _ seconds: Double, connection: Int = 0
  ) -> Entry {
    Entry(
      step, handle: handle, connection: connection, time: Int64(seconds * Double(Self.second)))
  }

  private func connected(
    _ entries: [Entry], connections: Int = 1, starts: [Double] = [],
    _ options: PlayedPeripheral.Options = .init()
  ) -> Bench {
    var bench = Bench(recording(entries, connections: connections, starts: starts), options)
    bench.send(VirtualController.connected())
    _ = bench.takeOccurrences()
    return bench
  }

  // MARK: Reads

  @Test func readsGiveWhatWasReadInOrder() {
    var bench = connected([
      entry(.read(.value([1])), 3, 1), entry(.read(.error(ATTErrorCode(rawValue: 0x0F))), 3, 2),
      entry(.read(.value([2])), 3, 3),
    ])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0F]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 2]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 2]])
  }

  @Test func aLongReadStaysWithItsValue() {
    let long = [UInt8](0..<40)
    var bench = connected([
      entry(.read(.value(long)), 3, 1), entry(.read(.error(.readNotPermitted)), 3, 2),
      entry(.read(.value([9])), 3, 3),
    ])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B] + long[..<22]])
    expect(bench.ask([0x0C, 3, 0, 22, 0]), equals: [[0x0D] + long[22...]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x02]])
    expect(bench.ask([0x0C, 3, 0, 22, 0]), equals: [[0x0D] + long[22...]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 9]])
  }

  @Test func eachConnectionStartsWithTheReadsOfItsOwn() {
    let entries = [
      entry(.read(.value([1])), 3, 1), entry(.read(.value([2])), 3, 2),
      entry(.read(.value([3])), 3, 3, connection: 1),
    ]
    var bench = connected(entries, connections: 2)
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    for _ in 0..<2 {
      bench.send(VirtualController.disconnected())
      bench.send(VirtualController.connected())
      expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 3]])
    }
  }

  @Test func whatWasNeverReadIsEmptyUntilItIsWritten() {
    var bench = connected([])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B]])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B]])
    expect(bench.takeOccurrences(), equals: [.played(number: 1, .neverRead(handle: 3))])
    expect(bench.ask([0x12, 5, 0, 7]), equals: [[0x13]])
    expect(bench.ask([0x0A, 5, 0]), equals: [[0x0B, 7]])
    expect(bench.takeOccurrences(), equals: [.played(number: 1, .neverWritten(handle: 5))])
  }

  // MARK: Writes

  @Test func writesHaveTheirRecordedOutcome() {
    let refused = ATTErrorCode(rawValue: 0x80)
    var bench = connected([
      entry(.write([1], error: nil), 5, 1), entry(.write([9], error: refused), 5, 2),
      entry(.write([1], error: refused), 5, 3),
    ])
    expect(bench.ask([0x12, 5, 0, 9]), equals: [[0x01, 0x12, 5, 0, 0x80]])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x13]])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x01, 0x12, 5, 0, 0x80]])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x01, 0x12, 5, 0, 0x80]])
  }

  @Test func answersFollowTheSameWrite() {
    let entries = [
      entry(.write([1, 0], error: nil), 8, 0),
      entry(.write([0xA0, 1], error: nil), 5, 10),
      entry(.sent([0xB0], isIndication: false), 7, 10.5),
      entry(.sent([0xB1], isIndication: false), 7, 11),
      entry(.write([0xA1], error: nil), 5, 20), entry(.sent([0xC0], isIndication: false), 7, 20.1),
    ]
    var bench = connected(entries)
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    bench.wait(60)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x12, 5, 0, 0xA1]), equals: [[0x13]])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 0xC0]])
    // The nearest with the same first byte.
    expect(bench.ask([0x12, 5, 0, 0xA0, 2, 3]), equals: [[0x13]])
    bench.wait(0.4)
    expect(bench.received(), equals: [])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 0xB0]])
    bench.wait(0.5)
    expect(bench.received(), equals: [[0x1B, 7, 0, 0xB1]])
    expect(
      bench.takeOccurrences(),
      equals: [
        .played(
          number: 1,
          .unknownWrite(handle: 5, value: [0xA0, 2, 3], nearest: [0xA0, 1]))
      ])
  }

  // MARK: Notifications

  private var stream: [Entry] {
    [
      entry(.write([1, 0], error: nil), 8, 5), entry(.sent([1], isIndication: false), 7, 6),
      entry(.sent([2], isIndication: false), 7, 7.5),
      // One write among many values is not their cause.
      entry(.write([1], error: nil), 5, 8), entry(.sent([3], isIndication: false), 7, 8.5),
      entry(.write([0, 0], error: nil), 8, 9),
    ]
  }

  @Test func notificationsHaveTheRecordedPace() {
    var bench = connected(stream)
    bench.wait(100)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    expect(bench.peripheral.deadline, equals: bench.now + Self.second)
    bench.wait(0.9)
    expect(bench.received(), equals: [])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 1]])
    bench.wait(3)
    expect(bench.received(), equals: [[0x1B, 7, 0, 2], [0x1B, 7, 0, 3]])
    expect(bench.peripheral.deadline == nil)
  }

  @Test func theyEndWithTheSubscriptionAndTheConnection() {
    var bench = connected(stream)
    _ = bench.ask([0x12, 8, 0, 1, 0])
    bench.wait(1)
    expect(bench.received().count, equals: 1)
    expect(bench.ask([0x12, 8, 0, 0, 0]), equals: [[0x13]])
    bench.wait(10)
    expect(bench.received(), equals: [])
    // The same again: there is only one recorded.
    _ = bench.ask([0x12, 8, 0, 1, 0])
    bench.wait(1)
    expect(bench.received(), equals: [[0x1B, 7, 0, 1]])
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    bench.wait(10)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 0, 0]])
  }

  @Test func speedAndLoop() {
    var options = PlayedPeripheral.Options()
    options.speed = 10
    options.loops = true
    var bench = connected(stream, options)
    _ = bench.ask([0x12, 8, 0, 1, 0])
    bench.wait(0.35)
    expect(bench.received().map(\.last), equals: [1, 2, 3])
    bench.wait(0.1)
    expect(bench.received().map(\.last), equals: [1])
    bench.wait(0.25)
    expect(bench.received().map(\.last), equals: [2, 3])
  }

  @Test func indicationsWaitForTheirConfirmation() {
    let entries = [
      entry(.write([2, 0], error: nil), 8, 0), entry(.sent([1], isIndication: true), 7, 1),
      entry(.sent([2], isIndication: true), 7, 1.1),
    ]
    var bench = connected(entries)
    _ = bench.ask([0x12, 8, 0, 2, 0])
    bench.wait(5)
    expect(bench.received(), equals: [[0x1D, 7, 0, 1]])
    bench.wait(5)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x1E]), equals: [[0x1D, 7, 0, 2]])
    bench.wait(31)
    expect(bench.takeOccurrences(), equals: [.played(number: 1, .unconfirmed(handle: 7))])
    expect(bench.peripheral.deadline == nil)
  }

  /// Nothing in the capture turns 0003 on.
  @Test func whatNeedsNoSubscriptionStartsWithTheConnection() {
    let entries = [
      entry(.read(.value([9])), 3, 2), entry(.sent([1], isIndication: false), 3, 3),
      entry(.sent([2], isIndication: true), 3, 4),
      entry(.read(.value([9])), 3, 10.4, connection: 1),
      entry(.sent([3], isIndication: false), 3, 10.5, connection: 1),
    ]
    var bench = connected(entries, connections: 2, starts: [1, 10])
    bench.wait(1.9)
    expect(bench.received(), equals: [])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 3, 0, 1]])
    bench.wait(1)
    expect(bench.received(), equals: [[0x1D, 3, 0, 2]])
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    bench.wait(0.6)
    expect(bench.received(), equals: [[0x1B, 3, 0, 3]])
  }

  @Test func anAnswerMayNeedNoSubscription() {
    var bench = connected([
      entry(.write([1], error: nil), 5, 1), entry(.sent([2], isIndication: false), 3, 1.1),
    ])
    bench.wait(5)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x13]])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 3, 0, 2]])
  }

  /// As of a bonded client: turned on in the first connection, it holds in the second.
  private static let inheriting: [Entry] = [
    Entry(.write([1, 0], error: nil), handle: 8, connection: 0, time: second),
    Entry(.sent([1], isIndication: false), handle: 7, connection: 0, time: 2 * second),
    Entry(.sent([2], isIndication: false), handle: 7, connection: 1, time: 12 * second),
    Entry(.sent([3], isIndication: false), handle: 7, connection: 1, time: 13 * second),
  ]

  @Test func aSubscriptionNeedNotBeRepeated() {
    var bench = connected(Self.inheriting, connections: 2, starts: [0, 10])
    bench.wait(5)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 0, 0]])
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 1, 0]])
    bench.wait(1.9)
    expect(bench.received(), equals: [])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 2]])
    // Who subscribes all the same gets them from there on, and may turn them off.
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13], [0x1B, 7, 0, 2]])
    bench.wait(1)
    expect(bench.received(), equals: [[0x1B, 7, 0, 3]])
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    expect(bench.ask([0x12, 8, 0, 0, 0]), equals: [[0x13]])
    bench.wait(60)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 0, 0]])
  }

  @Test func aSubscriptionHoldsOnceTheLinkIsEncrypted() {
    var recording = recording(Self.inheriting, connections: 2, starts: [0, 10])
    recording.encryptions = [1: Self.second / 2]
    var options = PlayedPeripheral.Options()
    options.pairs = true
    var bench = Bench(recording, options)
    for _ in 0..<2 {
      bench.send(VirtualController.connected())
      bench.wait(30)
      expect(bench.received(), equals: [])
      if bench.peripheral.connections == 1 { bench.send(VirtualController.disconnected()) }
    }
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 0, 0]])
    bench.send([4, 0x08, 4, 0, 0x40, 0, 1])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 1, 0]])
    bench.wait(1.4)
    expect(bench.received(), equals: [])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 2]])
    // Encrypted with a new key: nothing starts again.
    bench.send([4, 0x08, 4, 0, 0x40, 0, 0])
    bench.send([4, 0x08, 4, 0, 0x40, 0, 1])
    bench.wait(60)
    expect(bench.received(), equals: [[0x1B, 7, 0, 3]])
  }

  @Test func whatTheClientHasTurnedOffStaysOff() {
    var recording = recording(Self.inheriting, connections: 2, starts: [0, 10])
    recording.encryptions = [1: Self.second / 2]
    var options = PlayedPeripheral.Options()
    options.pairs = true
    var bench = Bench(recording, options)
    bench.send(VirtualController.connected())
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    expect(bench.ask([0x12, 8, 0, 0, 0]), equals: [[0x13]])
    bench.send([4, 0x08, 4, 0, 0x40, 0, 1])
    bench.wait(60)
    expect(bench.received(), equals: [])
  }

  @Test func answersToAClientThatHadSubscribedBefore() {
    var bench = connected([
      entry(.write([9], error: nil), 5, 1), entry(.sent([2], isIndication: true), 7, 1.1),
    ])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 2, 0]])
    expect(bench.ask([0x12, 5, 0, 9]), equals: [[0x13]])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1D, 7, 0, 2]])
  }

  /// What was under way when the client turned it off is no subscription of another connection.
  @Test func aValueAfterTheEndOfASubscription() {
    var bench = connected([
      entry(.write([1, 0], error: nil), 8, 1), entry(.write([0, 0], error: nil), 8, 2),
      entry(.sent([2], isIndication: false), 7, 2.1),
    ])
    bench.wait(5)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13], [0x1B, 7, 0, 2]])
  }

  /// Two values of 0003, which nothing turns on, and of 0007 in one PDU.
  private func together(
    _ options: PlayedPeripheral.Options = .init(),
    _ change: (inout RecordedPeripheral) -> Void = { _ in }
  ) -> Bench {
    let values = [(7, [1, 2]), (3, [3]), (7, [4])] as [(UInt16, [UInt8])]
    var recording = recording(
      [entry(.write([1, 0], error: nil), 8, 1)]
        + values.map { handle, value in
          Entry(
            .sent(value, isIndication: false), handle: handle, connection: 0,
            time: 3 * Self.second, frame: 40)
        } + [entry(.sent([5], isIndication: false), 7, 4)], starts: [0])
    change(&recording)
    var bench = Bench(recording, options)
    bench.send(VirtualController.connected())
    _ = bench.takeOccurrences()
    return bench
  }

  @Test func severalValuesInOnePDU() {
    var bench = together()
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    bench.wait(2.5)
    expect(
      bench.received(), equals: [[0x23, 7, 0, 2, 0, 1, 2, 3, 0, 1, 0, 3, 7, 0, 1, 0, 4]])
    bench.wait(1)
    expect(bench.received(), equals: [[0x1B, 7, 0, 5]])
  }

  @Test func onlyTheValuesThatTheClientWants() {
    var bench = together()
    bench.wait(10)
    expect(bench.received(), equals: [[0x1B, 3, 0, 3]])
  }

  @Test func severalValuesToAClientThatTakesThem() {
    for (features, count) in [(3, 3), (4, 1)] as [(UInt8, Int)] {
      var bench = together { recording in
        recording.table = AttributeTable(
          recording.table.all + [
            ServedAttribute(handle: 10, type: 0x2B29, permissions: [.read, .write])
          ])
      }
      expect(bench.ask([0x12, 10, 0, features]), equals: [[0x13]])
      expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
      bench.wait(3)
      expect(bench.received().count, equals: count + 1)
    }
  }

  @Test func severalValuesAgainAndAgain() {
    var options = PlayedPeripheral.Options()
    options.loops = true
    var bench = together(options) { $0.episodes[7]?[0].sent.removeSubrange(1...) }
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    bench.wait(2.1)
    expect(bench.received(), equals: [[0x23, 7, 0, 2, 0, 1, 2, 3, 0, 1, 0, 3]])
  }

  /// With an MTU of 23.
  @Test func severalValuesThatDoNotFit() {
    let long = [UInt8](repeating: 9, count: 10)
    let values = (1...3 as ClosedRange<UInt8>).map { first in
      Entry(
        .sent([first] + long, isIndication: false), handle: 7, connection: 0,
        time: 2 * Self.second, frame: 40)
    }
    var bench = connected([entry(.write([1, 0], error: nil), 8, 1)] + values)
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    bench.wait(2)
    expect(
      bench.received(), equals: (1...3 as ClosedRange<UInt8>).map { [0x1B, 7, 0, $0] + long })
  }

  @Test func connectionParametersAreAskedForAgain() {
    var recording = recording([], connections: 2)
    recording.parameterRequests = [
      .init(connection: 0, delay: 2 * Self.second, parameters: [6, 12, 0, 200]),
      .init(connection: 0, delay: Self.second, parameters: [24, 40, 4, 600]),
    ]
    var bench = Bench(recording)
    bench.send(VirtualController.connected())
    expect(bench.peripheral.deadline, equals: Self.second)
    bench.wait(1)
    expect(
      bench.controller.takeData(),
      equals: [[0x40, 0, 16, 0, 12, 0, 5, 0, 0x12, 1, 8, 0, 24, 0, 40, 0, 4, 0, 0x58, 2]])
    bench.wait(5)
    expect(
      bench.controller.takeData(),
      equals: [[0x40, 0, 16, 0, 12, 0, 5, 0, 0x12, 2, 8, 0, 6, 0, 12, 0, 0, 0, 200, 0]])
    expect(bench.peripheral.deadline == nil)
    // The second connection recorded none.
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    bench.wait(5)
    expect(bench.controller.takeData().isEmpty)
  }

  @Test func clientsAtOnceHaveTheirOwnState() {
    var options = PlayedPeripheral.Options()
    options.connections = 2
    let entries =
      stream + [
        entry(.read(.value([1])), 3, 1), entry(.read(.value([2])), 3, 2),
        entry(.read(.value([3])), 3, 30, connection: 1),
      ]
    var bench = Bench(recording(entries, connections: 2), options)
    let handles: [UInt16] = [0x40, 0x41]
    for handle in handles { bench.send(VirtualController.connected(handle)) }
    // A third one is not looked for.
    let commands = bench.controller.commands
    /// The PDUs for each client.
    func received() -> [[[UInt8]]] {
      let data = bench.controller.takeData()
      for handle in handles { bench.send(VirtualController.completed(4, handle)) }
      return handles.map { handle in
        data.filter { UInt16($0[0]) == handle }.map { Array($0.dropFirst(8)) }
      }
    }
    for handle in handles { bench.send(VirtualController.pdu([0x0A, 3, 0], handle)) }
    expect(received(), equals: [[[0x0B, 1]], [[0x0B, 3]]])
    bench.send(VirtualController.pdu([0x12, 8, 0, 1, 0], 0x40))
    expect(received(), equals: [[[0x13]], []])
    for handle in handles { bench.send(VirtualController.pdu([0x0A, 8, 0], handle)) }
    expect(received(), equals: [[[0x0B, 1, 0]], [[0x0B, 0, 0]]])
    bench.wait(1.1)
    expect(received(), equals: [[[0x1B, 7, 0, 1]], []])
    // Each MTU, too.
    bench.send(VirtualController.pdu([0x02, 100, 0], 0x41))
    bench.send(VirtualController.disconnected(0x40))
    bench.wait(10)
    expect(received(), equals: [[], [[0x03, 5, 2]]])
    expect(bench.controller.commands.count > commands.count)
  }

  @Test func aConfigurationHasTwoOctets() {
    var bench = connected(stream)
    expect(bench.ask([0x12, 8, 0, 1]), equals: [[0x01, 0x12, 8, 0, 0x0D]])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 0, 0]])
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13]])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 1, 0]])
  }

  @Test func aClientThatTakesNothingDoesNotFillTheMemory() {
    var options = PlayedPeripheral.Options()
    options.speed = 1000
    options.loops = true
    var bench = connected(stream, options)
    bench.send(VirtualController.pdu([0x12, 8, 0, 1, 0]))
    for _ in 0..<2000 { bench.send(VirtualController.pdu([0x0A, 3, 0])) }
    for _ in 0..<2000 { bench.wait(0.001) }
    expect(bench.takeOccurrences().contains(.slow(number: 1)))
    expect(bench.controller.takeData().count <= 4)
    // What waited comes; then it is served again.
    expect(bench.received().count <= 300)
  }

  @Test func answersOfOneMomentKeepTheirOrder() {
    let values = (1...3 as ClosedRange<UInt8>).map {
      entry(.sent([$0], isIndication: false), 7, 2)
    }
    var bench = connected(
      [entry(.write([1, 0], error: nil), 8, 0), entry(.write([9], error: nil), 5, 2)] + values)
    _ = bench.ask([0x12, 8, 0, 1, 0])
    expect(
      bench.ask([0x12, 5, 0, 9]),
      equals: [[0x13], [0x1B, 7, 0, 1], [0x1B, 7, 0, 2], [0x1B, 7, 0, 3]])
  }

  @Test func answersKeepTheirOrderWhereTheClockIsSetBack() {
    var bench = connected([
      entry(.write([1, 0], error: nil), 8, 0), entry(.write([9], error: nil), 5, 2),
      entry(.sent([1], isIndication: false), 7, 2.4),
      entry(.sent([2], isIndication: false), 7, 2.1),
    ])
    _ = bench.ask([0x12, 8, 0, 1, 0])
    expect(bench.ask([0x12, 5, 0, 9]), equals: [[0x13]])
    bench.wait(0.3)
    expect(bench.received(), equals: [])
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 1], [0x1B, 7, 0, 2]])
  }

  @Test func anAnswerPassesAnIndicationThatWaits() {
    var bench = connected([
      entry(.write([3, 0], error: nil), 8, 0), entry(.write([9], error: nil), 5, 2),
      entry(.sent([1], isIndication: true), 7, 2.1), entry(.sent([2], isIndication: true), 7, 2.2),
      entry(.sent([3], isIndication: false), 7, 2.3),
    ])
    _ = bench.ask([0x12, 8, 0, 3, 0])
    expect(bench.ask([0x12, 5, 0, 9]), equals: [[0x13]])
    bench.wait(0.5)
    expect(bench.received(), equals: [[0x1D, 7, 0, 1], [0x1B, 7, 0, 3]])
    bench.wait(31)
    expect(bench.takeOccurrences(), equals: [.played(number: 1, .unconfirmed(handle: 7))])
    // The bearer has timed out.
    expect(bench.ask([0x12, 5, 0, 9]), equals: [[0x13]])
    bench.wait(1)
    expect(bench.received(), equals: [])
    expect(bench.ask([0x1E]), equals: [])
  }

  @Test func eachKindOfSurpriseIsReportedOnce() {
    var bench = connected([entry(.write([1, 2], error: nil), 5, 1)])
    expect(bench.ask([0x0A, 5, 0]), equals: [[0x0B]])
    for value: UInt8 in [1, 1, 2, 2] {
      expect(bench.ask([0x12, 5, 0, value]), equals: [[0x13]])
      expect(bench.ask([0x0A, 5, 0]), equals: [[0x0B, value]])
    }
    expect(
      bench.takeOccurrences(),
      equals: [
        .played(number: 1, .neverRead(handle: 5)),
        .played(number: 1, .unknownWrite(handle: 5, value: [1], nearest: [1, 2])),
        .played(number: 1, .neverWritten(handle: 5)),
      ])
  }

  /// Times that fall or are absurd.
  @Test func anyTimesArePlayed() {
    let far = Int64.max
    var bench = connected([
      entry(.write([1, 0], error: nil), 8, 5),
      Entry(.sent([1], isIndication: false), handle: 7, connection: 0, time: .min),
      Entry(.sent([2], isIndication: false), handle: 7, connection: 0, time: far),
    ])
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x13], [0x1B, 7, 0, 1]])
    bench.wait(1e6)
    expect(bench.received(), equals: [])
  }
}
