import ATTDissector
import Bytes
import TestSupport
import Testing

@testable import MockPeripheral

/// What a script makes the peripheral do.
@Suite struct MockScriptTests {
  private static let second: Int64 = 1_000_000_000

  /// 0003 to read, 0005 to write, 0007 with notifications and its configuration 0008.
  private func recording() -> RecordedPeripheral {
    var recording = RecordedPeripheral()
    recording.connections = 1
    recording.advertisement = Advertisement(data: [2, 1, 6], scanResponse: [2, 9, 0x41])
    recording.table = AttributeTable([
      ServedAttribute(handle: 1, type: .primaryService, endHandle: 15, declared: [0x0D, 0x18]),
      ServedAttribute(handle: 3, type: 0x2A38),
      ServedAttribute(handle: 5, type: 0x2A39, permissions: [.read, .write, .writeCommand]),
      ServedAttribute(handle: 7, type: 0x2A37, permissions: []),
      ServedAttribute(handle: 8, type: 0x2902, permissions: [.read, .write]),
    ])
    RecordedHistory(
      [
        .init(.read(.value([1])), handle: 3, connection: 0, time: 0),
        .init(.read(.value([2])), handle: 3, connection: 0, time: 1),
        .init(.write([1], error: nil), handle: 5, connection: 0, time: 2),
      ], configured: [8: 7], starts: [:]
    ) { _ in 1 }.add(to: &recording)
    return recording
  }

  private func bench(_ steps: [MockScript.Step], connected: Bool = true) -> Bench {
    var options = PlayedPeripheral.Options()
    options.script = MockScript(steps)
    var bench = Bench(recording(), options)
    if connected {
      bench.send(VirtualController.connected())
      _ = bench.takeOccurrences()
    }
    return bench
  }

  private func step(
    _ event: MockScript.Event, of handles: Set<UInt16>? = nil, with value: [UInt8]? = nil,
    delay: Double = 0, client: Int? = nil, times: Int? = nil, _ action: MockScript.Action
  ) -> MockScript.Step {
    MockScript.Step(
      line: 1, event: event, handles: handles, value: value,
      delay: Int64(delay * Double(Self.second)), client: client, times: times, action: action)
  }

  private let notify = MockScript.Action.send(handle: 7, value: [9], isIndication: false)

  @Test func atATime() {
    var bench = bench([step(.connect, delay: 2, notify)])
    expect(bench.peripheral.deadline, equals: 2 * Self.second)
    bench.wait(1.9)
    expect(bench.received(), equals: [])
    // Nobody has subscribed.
    bench.wait(0.2)
    expect(bench.received(), equals: [[0x1B, 7, 0, 9]])
    expect(
      bench.takeOccurrences(), equals: [.played(number: 1, .scripted(line: 1, word: "notify"))])
    expect(bench.peripheral.deadline == nil)
    // Each connection starts anew.
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    bench.wait(2.1)
    expect(bench.received(), equals: [[0x1B, 7, 0, 9]])
  }

  @Test func afterWhatTheClientDoes() {
    for (event, handle, request, other) in [
      (.read, 3, [0x0A, 3, 0], [0x0A, 5, 0]), (.write, 5, [0x12, 5, 0, 1], [0x12, 5, 0, 2]),
      (.subscribe, 7, [0x12, 8, 0, 1, 0], [0x12, 8, 0, 0, 0]),
      (.unsubscribe, 7, [0x12, 8, 0, 0, 0], [0x12, 8, 0, 1, 0]),
    ] as [(MockScript.Event, UInt16, [UInt8], [UInt8])] {
      var bench = bench([
        step(event, of: [handle], with: event == .write ? [1] : nil, notify)
      ])
      expect(bench.ask(other).count, equals: 1)
      // After the answer.
      let answers = bench.ask(request)
      expect(answers.count == 2 && answers.last == [0x1B, 7, 0, 9], "\(event)")
      expect(bench.ask(request).count, equals: 2)
    }
  }

  @Test func onlySoOften() {
    var bench = bench([step(.read, delay: 1, times: 2, notify)])
    for _ in 0..<5 { expect(bench.ask([0x0A, 3, 0]).count, equals: 1) }
    bench.wait(10)
    expect(bench.received(), equals: [[0x1B, 7, 0, 9], [0x1B, 7, 0, 9]])
    expect(bench.takeOccurrences().count, equals: 1)
  }

  @Test func forOneClient() {
    var bench = bench([step(.connect, client: 2, notify)])
    bench.wait(1)
    expect(bench.received(), equals: [])
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    bench.wait(1)
    expect(bench.received(), equals: [[0x1B, 7, 0, 9]])
  }

  @Test func indicationsWait() {
    let indicate = MockScript.Action.send(handle: 7, value: [9], isIndication: true)
    var bench = bench([step(.connect, indicate), step(.connect, delay: 1, indicate)])
    bench.wait(2)
    expect(bench.received(), equals: [[0x1D, 7, 0, 9]])
    expect(bench.ask([0x1E]), equals: [[0x1D, 7, 0, 9]])
  }

  @Test func otherValues() {
    var bench = bench([step(.read, times: 1, .set(handles: [3], value: [7]))])
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    for _ in 0..<2 { expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 7]]) }
    expect(bench.ask([0x0C, 3, 0, 1, 0]), equals: [[0x0D]])
    bench.send(VirtualController.disconnected())
    bench.send(VirtualController.connected())
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
  }

  @Test func errors() {
    let unlikely = ATTErrorCode(rawValue: 0x0E)
    var bench = bench([
      step(
        .connect,
        .error(.init(handles: [3], code: unlikely, ofWrites: false, requests: 2))),
      step(
        .connect, delay: 10,
        .error(.init(handles: [5, 8], code: unlikely, duration: 5 * Self.second))),
    ])
    bench.wait(0)
    for _ in 0..<2 { expect(bench.ask([0x0A, 3, 0]), equals: [[0x01, 0x0A, 3, 0, 0x0E]]) }
    // The recorded values are still there.
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x13]])
    bench.wait(10.1)
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x01, 0x12, 5, 0, 0x0E]])
    expect(bench.ask([0x0A, 5, 0]), equals: [[0x01, 0x0A, 5, 0, 0x0E]])
    expect(bench.ask([0x12, 8, 0, 1, 0]), equals: [[0x01, 0x12, 8, 0, 0x0E]])
    bench.wait(5)
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x13]])
    expect(bench.ask([0x0A, 8, 0]), equals: [[0x0B, 0, 0]])
  }

  @Test func silence() {
    var bench = bench([
      step(.write, .drop(5 * Self.second)), step(.write, delay: 2, notify),
    ])
    expect(bench.ask([0x12, 5, 0, 1]), equals: [[0x13]])
    expect(bench.ask([0x0A, 3, 0]), equals: [])
    // Only requests have answers.
    bench.wait(2.1)
    expect(bench.received(), equals: [[0x1B, 7, 0, 9]])
    bench.wait(3)
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
  }

  @Test func ends() {
    var bench = bench([step(.connect, delay: 1, .disconnect(HCIStatus(rawValue: 0x15)))])
    bench.wait(1.1)
    expect(bench.controller.parameters[0x0406], equals: [0x40, 0, 0x15])
  }

  /// However often a client causes it, also before the controller has answered.
  @Test(arguments: [false, true]) func aLinkIsEndedOnce(isAnswered: Bool) {
    var bench = bench([step(.write, of: [5], .disconnect(HCIStatus(rawValue: 0x13)))])
    if !isAnswered { bench.controller.unanswered = [0x0406] }
    bench.send((0..<70).flatMap { _ in VirtualController.pdu([0x52, 5, 0, 1]) })
    bench.wait(0.1)
    expect(bench.controller.commands.count { $0 == 0x0406 }, equals: 1)
    bench.send(VirtualController.disconnected())
    if !isAnswered { bench.send(VirtualController.complete(0x0406, [0])) }
    bench.send(VirtualController.connected())
    bench.wait(0.1)
    expect(bench.controller.commands.count { $0 == 0x0406 }, equals: 1)
    expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, 1]])
    bench.send(VirtualController.pdu([0x52, 5, 0, 1]))
    bench.wait(0.1)
    expect(bench.controller.commands.count { $0 == 0x0406 }, equals: 2)
    expect(!bench.peripheral.hasStopped)
  }

  @Test func otherAdvertising() {
    var bench = bench(
      [
        step(.start, delay: 1, .advertise(data: [2, 1, 4], scanResponse: nil)),
        step(.disconnect, .advertise(data: nil, scanResponse: [2, 9, 0x42])),
      ], connected: false)
    expect(bench.controller.parameters[0x2008]?.prefix(4), equals: [3, 2, 1, 6])
    bench.wait(1)
    expect(bench.controller.commands.suffix(5), equals: [0x200A, 0x2006, 0x2008, 0x2009, 0x200A])
    expect(bench.controller.parameters[0x2008]?.prefix(4), equals: [3, 2, 1, 4])
    expect(bench.controller.parameters[0x2009]?.prefix(4), equals: [3, 2, 9, 0x41])
    expect(bench.controller.parameters[0x200A], equals: [1])
    bench.send(VirtualController.connected())
    bench.send(VirtualController.disconnected())
    expect(bench.controller.parameters[0x2008]?.prefix(4), equals: [3, 2, 1, 4])
    expect(bench.controller.parameters[0x2009]?.prefix(4), equals: [3, 2, 9, 0x42])
    expect(
      bench.takeOccurrences().filter { if case .scripted = $0 { true } else { false } }.count,
      equals: 2)
  }

  @Test func valuesForThoseThatFollow() {
    var bench = bench(
      [step(.disconnect, client: 2, .set(handles: [3], value: [7]))], connected: false)
    for expected: UInt8 in [1, 1, 7, 7] {
      bench.send(VirtualController.connected())
      expect(bench.ask([0x0A, 3, 0]), equals: [[0x0B, expected]])
      bench.send(VirtualController.disconnected())
    }
  }

  @Test func aClientCausesNoEndOfActions() {
    var bench = bench([step(.read, delay: 1000, notify)])
    for _ in 0..<4096 { _ = bench.ask([0x0A, 3, 0]) }
    expect(leftOut(&bench), equals: 0)
    for _ in 0..<900 { _ = bench.ask([0x0A, 3, 0]) }
    expect(leftOut(&bench), equals: 1)
    bench.wait(2000)
    var count = 0
    for _ in 0..<100 {
      bench.wait(1)
      count += bench.received().count
    }
    expect(count > 0 && count <= ScriptRun.maximumWaiting)
  }

  /// Also of actions that wait for no client.
  @Test func whatIsLeftOutIsTold() {
    var bench = bench(
      [step(.disconnect, delay: 1e6, .set(handles: [3], value: [7]))], connected: false)
    for _ in 0..<4200 {
      bench.send(VirtualController.connected())
      bench.send(VirtualController.disconnected())
    }
    expect(bench.takeOccurrences().count { $0 == .scriptLeavesOut }, equals: 1)
  }

  private func leftOut(_ bench: inout Bench) -> Int {
    bench.takeOccurrences().count {
      if case .played(_, .scriptLeavesOut) = $0 { true } else { false }
    }
  }
}
