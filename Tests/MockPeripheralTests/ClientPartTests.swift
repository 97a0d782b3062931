import ATTDissector
import TestSupport
import Testing

@testable import MockPeripheral

/// What a client session is made of, without a session.
@Suite struct ClientPartTests {
  private func fault(
    _ code: ATTErrorCode, _ handles: Set<UInt16> = [3], reads: Bool = true, writes: Bool = true,
    requests: Int? = nil, duration: Int64? = nil
  ) -> MockScript.ErrorFault {
    MockScript.ErrorFault(
      handles: handles, code: code, ofReads: reads, ofWrites: writes, duration: duration,
      requests: requests)
  }

  @Test func aFaultIsForSomeRequests() {
    var faults = ScriptFaults()
    expect(faults.begin(fault(.readNotPermitted, requests: 2), at: 0))
    expect(faults.begin(fault(.invalidOffset, requests: 1), at: 0))
    expect(faults.use(for: 4, isRead: true) == nil)
    expect(faults.code(for: 3, isRead: true), equals: .readNotPermitted)
    expect(faults.use(for: 3, isRead: true), equals: .readNotPermitted)
    // To ask what comes next uses nothing.
    expect(faults.code(for: 3, isRead: false), equals: .readNotPermitted)
    expect(faults.use(for: 3, isRead: false), equals: .readNotPermitted)
    expect(faults.use(for: 3, isRead: false), equals: .invalidOffset)
    expect(faults.use(for: 3, isRead: false) == nil)
  }

  @Test func aFaultIsOfReadsOrWrites() {
    var faults = ScriptFaults()
    expect(faults.begin(fault(.writeNotPermitted, reads: false), at: 0))
    expect(faults.code(for: 3, isRead: true) == nil)
    expect(faults.code(for: 3, isRead: false), equals: .writeNotPermitted)
  }

  @Test func aFaultEnds() {
    var faults = ScriptFaults()
    expect(faults.begin(fault(.readNotPermitted, duration: 10), at: 100))
    expect(faults.begin(fault(.invalidOffset, duration: .max), at: 100))
    faults.end(at: 109)
    expect(faults.code(for: 3, isRead: true), equals: .readNotPermitted)
    faults.end(at: 110)
    expect(faults.code(for: 3, isRead: true), equals: .invalidOffset)
    faults.end(at: .max - 1)
    expect(faults.code(for: 3, isRead: true), equals: .invalidOffset)
  }

  @Test func faultsAreBounded() {
    var faults = ScriptFaults()
    for _ in 0..<ScriptFaults.most { expect(faults.begin(fault(.readNotPermitted), at: 0)) }
    expect(!faults.begin(fault(.readNotPermitted), at: 0))
  }

  @Test func aConfigurationIsInheritedUntilItIsWritten() {
    var configurations = ClientConfigurations(of: [3, 5])
    expect(configurations.isConfigurable(3) && !configurations.isConfigurable(4))
    configurations.inherit(1, of: 3)
    expect(configurations.bits(of: 3), equals: 1)
    expect(!configurations.isWritten(of: 3))
    var written = configurations.write(2, of: 3)
    expect(written.before == 1 && written.isFirst)
    expect(configurations.bits(of: 3), equals: 2)
    written = configurations.write(0, of: 3)
    expect(written.before == 2 && !written.isFirst)
    expect(configurations.isWritten(of: 3) && !configurations.isWritten(of: 5))
    expect(configurations.bits(of: 5), equals: 0)
  }

  @Test func whatIsReplacedIsReadAnew() {
    var values = ClientValues(replaced: [3: [1]])
    values.read = [3: [7], 4: [8], 5: [9]]
    values.replace([3, 4], with: [2])
    expect(values.replaced, equals: [3: [2], 4: [2]])
    expect(values.read, equals: [5: [9]])
  }

  @Test func remarksAreMadeOnce() {
    var log = RemarkLog()
    log.tell(.neverRead(handle: 3), handle: 3, surprise: .reading)
    log.tell(.neverRead(handle: 3), handle: 3, surprise: .reading)
    log.tell(.neverWritten(handle: 3), handle: 3, surprise: .writing)
    for _ in 0..<2 {
      log.tellDone(line: 7, word: "set")
      log.tellLeftOut()
      log.add(.unconfirmed(handle: 5))
    }
    expect(
      log.take(),
      equals: [
        .neverRead(handle: 3), .neverWritten(handle: 3), .scripted(line: 7, word: "set"),
        .scriptLeavesOut, .unconfirmed(handle: 5), .unconfirmed(handle: 5),
      ])
    log.tellDone(line: 7, word: "set")
    log.tell(.neverRead(handle: 3), handle: 3, surprise: .reading)
    expect(log.take().isEmpty)
  }
}
