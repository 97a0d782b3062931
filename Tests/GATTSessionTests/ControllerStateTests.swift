import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What is in progress on a controller, step by step, without a capture.
struct ControllerStateTests {
  enum Step {
    /// LE Set Scan Parameters and LE Set Scan Enable, and the answers to them.
    case scanParameters(active: Bool = true, list: Bool = false), scanParametersAnswered(Bool)
    case scan(Bool), scanAnswered(Bool)
    /// Those of advertising; a set of handle 0 is legacy advertising.
    case parameters(UInt8, connectable: Bool = true), parametersAnswered(Bool)
    case data(UInt8, UInt8)
    case advertise(Bool, [UInt8]?), advertiseAnswered(Bool)
    case remove(UInt8), removed(Bool), clear, stopLegacy, terminated(UInt8)
    /// LE Create Connection to a device, or to those of the list, its Command Status and what comes of it.
    case connect(UInt64?), status(Bool), complete, failed(cancelled: Bool = false), cancel,
      dataComes
    case list([UInt64])
    /// A command about connections, its answer, and the end of a connection.
    case ask(HCIOpcode, [UInt16]), answered(HCIOpcode), asks(HCIOpcode, UInt16), ends(UInt16)
    case begun(UInt16, UInt16), begunAnswered(UInt16)
    case wait(milliseconds: UInt32), loss, reset
  }

  private static func address(_ value: UInt64) -> BluetoothAddress {
    BluetoothAddress(value, kind: .public)
  }

  private func read<Value>(
    _ octets: [UInt8], _ body: (inout ByteCursor) throws -> Value
  ) rethrows -> Value {
    var cursor = ByteCursor(octets.rawBytes)
    return try body(&cursor)
  }

  /// - Returns: what each step means; nothing for one that means nothing.
  private func told(_ steps: [Step]) throws -> [String] {
    var state = ControllerState()
    var (frame, milliseconds): (UInt64, UInt32) = (0, 0)
    var all: [String] = []
    for step in steps {
      frame += 1
      let time = CaptureTime(
        seconds: Int64(milliseconds / 1000), nanoseconds: milliseconds % 1000 * 1_000_000)
      let record = CaptureRecord(
        frame: frame, time: time, kind: .command, direction: .sent, originalLength: 0)
      switch step {
      case .scanParameters(let isActive, let usesList):
        let octets: [UInt8] = [isActive ? 1 : 0, 16, 0, 16, 0, 0, usesList ? 1 : 0]
        state.scanning.ask(
          for: try read(octets) { try ScanParameters(&$0, extended: false) }, at: record)
      case .scanParametersAnswered(let isAccepted):
        state.scanning.parametersAnswered(isAccepted: isAccepted)
        all.append(
          state.scanning.parameters.map { $0.isActive ? "active" : "passive" } ?? "default")
      case .scan(let isOn): state.scanning.ask(for: ScanEnable(isEnabled: isOn), at: record)
      case .scanAnswered(let isAccepted):
        guard let enable = state.scanning.enableAnswered() else {
          all.append("nothing asked")
          break
        }
        guard isAccepted else { break }
        let isNew = state.scanning.change(
          to: enable, frame: frame, listIsEmpty: state.attempts.acceptList.isEmpty)
        if isNew { all.append(enable.isEnabled ? "scans" : "scans no more") }
      case .parameters(let set, let isConnectable):
        let octets: [UInt8] =
          set == 0
          ? [32, 0, 32, 0, isConnectable ? 0 : 3]
          : [set, isConnectable ? 0x13 : 0x10, 0, 32, 0, 0, 32, 0, 0]
        state.advertising.ask(
          for: try read(octets) { try AdvertisingParameters(&$0, extended: set != 0) }, at: record)
      case .parametersAnswered(let isAccepted):
        state.advertising.parametersAnswered(isAccepted: isAccepted)
      case .data(let set, let octet):
        let octets: [UInt8] = set == 0 ? [1, octet] : [set, 3, 0, 1, octet]
        let opcode: HCIOpcode = set == 0 ? .leSetAdvertisingData : .leSetExtendedAdvertisingData
        state.advertising.set(try read(octets) { try AdvertisedPart(&$0, opcode) })
      case .advertise(let isOn, let sets):
        var octets: [UInt8] = [isOn ? 1 : 0]
        if let sets { octets += [UInt8(sets.count)] + sets.flatMap { [$0, 0, 0, 0] } }
        state.advertising.ask(
          for: try read(octets) { try AdvertisingEnable(&$0, extended: sets != nil) }, at: record)
      case .advertiseAnswered(let isAccepted):
        guard let enable = state.advertising.enableAnswered() else {
          all.append("nothing asked")
          break
        }
        guard isAccepted else { break }
        for change in state.advertising.change(to: enable, at: record) {
          all.append(
            (change.set.map { "\($0.handle)" } ?? "legacy") + (change.isEnabled ? " on" : " off")
              + (change.ended.flatMap(\.began).map { " since \($0.frame)" } ?? ""))
        }
      case .remove(let set): state.advertising.ask(toRemove: set, at: record)
      case .removed(let isAccepted):
        state.advertising.removalAnswered(isAccepted: isAccepted)
        all.append("sets \(state.advertising.sets.keys.sorted())")
      case .clear: state.advertising.removeSets()
      case .stopLegacy: all.append(state.advertising.stopLegacy() ? "stopped" : "was off")
      case .terminated(let set): state.advertising.terminate(set: set)
      case .connect(let device):
        var octets: [UInt8] = [16, 0, 16, 0, device == nil ? 1 : 0, 0]
        octets += le16(Int(device ?? 0)) + [0, 0, 0, 0]
        let target = try read(octets) { try ConnectionTarget(&$0, .leCreateConnection) }
        if let ended = state.attempts.ask(target, at: record, gaps: 0) {
          all.append("goes on \(ended)")
        }
      case .status(let isAccepted):
        if let refused = state.attempts.answered(isAccepted: isAccepted) {
          all.append("refused \(refused.frame)")
        }
      case .complete:
        let made = state.attempts.succeed()
        all.append(
          made.map {
            "made \($0.attempt.frame)" + ($0.attempt.isDoubtful ? " doubtful" : "")
              + ($0.cancelling.map { " cancelled \($0.frame)" } ?? "")
          } ?? "not asked")
      case .failed(let isCancelled):
        let attempt = state.attempts.fail(isCancelled: isCancelled, at: record)
        all.append(attempt.map { "failed \($0.frame)" } ?? "not asked")
      case .cancel: state.attempts.cancel(at: record)
      case .dataComes: state.attempts.doubt()
      case .list(let devices):
        state.attempts.acceptList.clear()
        for device in devices { state.attempts.acceptList.add(Self.address(device)) }
      case .ask(let opcode, let handles):
        state.connectionCommands.ask(opcode, handles: handles, at: record, gaps: 0)
      case .answered(let opcode):
        state.connectionCommands.countAnswer(to: opcode)
        let command = state.connectionCommands.answered(opcode)
        all.append(command.map { "for \($0.handles)" } ?? "unknown")
      case .asks(let opcode, let handle):
        all.append(state.connectionCommands.asks(opcode, handle: handle) ? "open" : "not open")
      case .ends(let handle): state.connectionCommands.end(handle)
      case .begun(let opcode, let handle):
        state.connectionCommands.noteBegun(opcode, handle: handle)
      case .begunAnswered(let opcode):
        all.append(state.connectionCommands.takeBegun(opcode).map { "of \($0)" } ?? "of none")
      case .wait(let wait): milliseconds += wait
      case .loss: state.noteLosses()
      case .reset:
        state.reset()
        let data = state.advertising.connectable?.data.map { "\($0)" }.joined() ?? "nothing"
        all.append("was \(data), \(state.mayConnect ? "may" : "cannot") connect")
      }
    }
    return all
  }

  private func check(_ cases: [(name: String, steps: [Step], told: [String])]) throws {
    for one in cases { expect(try told(one.steps), equals: one.told, one.name) }
  }

  @Test func scanning() throws {
    let on: [Step] = [.scan(true), .scanAnswered(true)]
    let off: [Step] = [.scan(false), .scanAnswered(true)]
    try check([
      ("on", on, ["scans"]),
      ("refused", [.scan(true), .scanAnswered(false)], []),
      ("on again", on + on, ["scans"]),
      ("off", on + off, ["scans", "scans no more"]),
      ("off from the start", off, ["scans no more"]),
      ("answer to nothing", [.scanAnswered(true)], ["nothing asked"]),
      (
        "two at once", [.scan(true), .scan(false), .scanAnswered(true), .scanAnswered(true)],
        ["scans", "scans no more"]
      ),
      (
        "two, the first refused",
        [.scan(true), .scan(false), .scanAnswered(false), .scanAnswered(true)], ["scans no more"]
      ),
      (
        "no answer to the first",
        [.scan(true), .wait(milliseconds: 300), .scan(false), .scanAnswered(true)],
        ["scans no more"]
      ),
      (
        "loss", [.scan(true), .scan(false), .loss, .scanAnswered(true), .scanAnswered(true)],
        ["scans no more", "nothing asked"]
      ),
      ("parameters", [.scanParameters(), .scanParametersAnswered(true)], ["active"]),
      ("passive", [.scanParameters(active: false), .scanParametersAnswered(true)], ["passive"]),
      ("parameters refused", [.scanParameters(), .scanParametersAnswered(false)], ["default"]),
      (
        "unknown parameters",
        [.scanParameters(), .scanParametersAnswered(true), .scanParametersAnswered(true)],
        ["active", "default"]
      ),
      ("reset", on + [.reset] + on, ["scans", "was nothing, cannot connect", "scans"]),
    ])
  }

  @Test func advertising() throws {
    let on: [Step] = [.advertise(true, nil), .advertiseAnswered(true)]
    let sets: [Step] = [.advertise(true, [2, 1]), .advertiseAnswered(true)]
    let connectable: [Step] = [.parameters(0), .parametersAnswered(true), .data(0, 7)]
    try check([
      ("legacy", on, ["legacy on"]),
      ("refused", [.advertise(true, nil), .advertiseAnswered(false)], []),
      ("again", on + on, ["legacy on"]),
      (
        "off", on + [.advertise(false, nil), .advertiseAnswered(true)],
        ["legacy on", "legacy off since 2"]
      ),
      ("sets", sets, ["2 on", "1 on"]),
      (
        "one set again", sets + [.advertise(true, [1, 3]), .advertiseAnswered(true)],
        ["2 on", "1 on", "3 on"]
      ),
      (
        "all sets off", sets + [.advertise(false, []), .advertiseAnswered(true)],
        ["2 on", "1 on", "1 off since 2", "2 off since 2"]
      ),
      ("no set to switch off", [.advertise(false, []), .advertiseAnswered(true)], ["legacy off"]),
      (
        "terminated, off",
        sets + [.terminated(1), .advertise(false, []), .advertiseAnswered(true)],
        ["2 on", "1 on", "2 off since 2"]
      ),
      ("removed", sets + [.remove(1), .removed(true)], ["2 on", "1 on", "sets [2]"]),
      ("not removed", sets + [.remove(1), .removed(false)], ["2 on", "1 on", "sets [1, 2]"]),
      ("connection", on + [.stopLegacy, .stopLegacy], ["legacy on", "stopped", "was off"]),
      (
        "not connectable",
        [.parameters(0, connectable: false), .parametersAnswered(true)] + on + [.stopLegacy],
        ["legacy on", "was off"]
      ),
      ("may connect", connectable + on + [.reset], ["legacy on", "was 7, cannot connect"]),
      (
        "parameters refused", [.parameters(0), .data(0, 7), .parametersAnswered(false), .reset],
        ["was nothing, cannot connect"]
      ),
      (
        "before two resets", connectable + [.reset, .reset],
        ["was 7, cannot connect", "was 7, cannot connect"]
      ),
      (
        "of the first set",
        [
          .parameters(2), .data(2, 9), .parameters(1), .data(1, 8), .parametersAnswered(true),
          .parametersAnswered(true), .reset,
        ], ["was 8, cannot connect"]
      ),
      (
        "sets cleared", [.parameters(1), .data(1, 8), .parametersAnswered(true), .clear, .reset],
        ["was 8, cannot connect"]
      ),
    ])
  }

  /// Each order of two events that do not wait for each other among them.
  @Test func attempts() throws {
    try check([
      ("status, connection", [.connect(1), .status(true), .complete], ["made 1"]),
      (
        "connection, status", [.connect(1), .complete, .status(true), .complete],
        ["made 1", "not asked"]
      ),
      ("refused", [.connect(1), .status(false), .complete], ["refused 1", "not asked"]),
      (
        "refused while another is under way",
        [.connect(1), .status(true), .connect(2), .status(false), .complete],
        ["refused 3", "made 1"]
      ),
      (
        "another before the status",
        [.connect(1), .connect(2), .status(true), .status(false), .complete],
        ["refused 2", "made 1"]
      ),
      ("not asked", [.complete], ["not asked"]),
      ("data first", [.connect(1), .status(true), .dataComes, .complete], ["made 1 doubtful"]),
      ("data before the status", [.connect(1), .dataComes, .status(true), .complete], ["made 1"]),
      (
        "cancel, connection", [.connect(1), .status(true), .cancel, .complete],
        ["made 1 cancelled 3"]
      ),
      (
        "connection, cancel",
        [.connect(1), .status(true), .complete, .cancel, .connect(2), .complete],
        ["made 1", "made 5"]
      ),
      (
        "cancelled", [.connect(1), .status(true), .cancel, .failed(cancelled: true), .complete],
        ["failed 1", "not asked"]
      ),
      ("failed", [.connect(1), .status(true), .failed()], ["failed 1"]),
      (
        "the list changes",
        [
          .list([1]), .connect(nil), .status(true), .failed(cancelled: true), .list([1, 2]),
          .connect(nil),
        ], ["failed 2", "goes on 4"]
      ),
      (
        "the list changes, and asks later",
        [
          .list([1]), .connect(nil), .status(true), .failed(cancelled: true),
          .wait(milliseconds: 5001), .connect(nil),
        ], ["failed 2"]
      ),
      (
        "one leaves the list",
        [
          .list([1]), .connect(nil), .status(true), .failed(cancelled: true), .list([2]),
          .connect(nil),
        ], ["failed 2"]
      ),
      (
        "a device instead of the list",
        [.list([1]), .connect(nil), .status(true), .failed(cancelled: true), .connect(1)],
        ["failed 2"]
      ),
      (
        "a device was cancelled",
        [.list([1]), .connect(1), .status(true), .failed(cancelled: true), .connect(nil)],
        ["failed 2"]
      ),
      (
        "goes on once",
        [
          .list([1]), .connect(nil), .status(true), .failed(cancelled: true), .connect(nil),
          .connect(nil),
        ], ["failed 2", "goes on 4"]
      ),
      (
        "reset", [.connect(1), .status(true), .reset, .complete],
        ["was nothing, cannot connect", "not asked"]
      ),
      (
        "reset before the status", [.connect(1), .reset, .status(true), .complete],
        ["was nothing, cannot connect", "not asked"]
      ),
    ])
  }

  @Test func connectionCommands() throws {
    let (phy, end) = (HCIOpcode.leSetPHY, HCIOpcode.disconnect)
    try check([
      ("answered", [.ask(phy, [1]), .answered(phy)], ["for [1]"]),
      ("twice the same", [.ask(phy, [1]), .ask(phy, [1]), .answered(phy)], ["for [1]"]),
      ("of two connections", [.ask(phy, [1]), .ask(phy, [2]), .answered(phy)], ["unknown"]),
      (
        "of two connections, the second",
        [.ask(phy, [1]), .ask(phy, [2]), .answered(phy), .answered(phy)], ["unknown", "for [2]"]
      ),
      (
        "of two kinds", [.ask(phy, [1]), .ask(end, [2]), .answered(end), .answered(phy)],
        ["for [2]", "for [1]"]
      ),
      ("nothing asked", [.answered(phy)], ["unknown"]),
      (
        "late, and nothing else answered",
        [.ask(phy, [1]), .wait(milliseconds: 3000), .ask(phy, [2]), .answered(phy)], ["unknown"]
      ),
      (
        "late, and others answered",
        [
          .ask(phy, [1]), .ask(end, [1]), .answered(end), .wait(milliseconds: 3000), .ask(phy, [2]),
          .answered(phy),
        ], ["for [1]", "for [2]"]
      ),
      (
        "open", [.ask(end, [1]), .asks(end, 1), .asks(end, 2), .answered(end), .asks(end, 1)],
        ["open", "not open", "for [1]", "not open"]
      ),
      (
        "connection ends", [.ask(end, [1]), .ends(1), .asks(end, 1), .answered(end)],
        ["not open", "for []"]
      ),
      ("another connection ends", [.ask(end, [1]), .ends(2), .answered(end)], ["for [1]"]),
      (
        "of several streams", [.ask(.leCreateCIS, [1, 2]), .ends(1), .answered(.leCreateCIS)],
        ["for [2]"]
      ),
      (
        "reset", [.ask(end, [1]), .reset, .asks(end, 1)],
        ["was nothing, cannot connect", "not open"]
      ),
      (
        "procedure", [.begun(0x2013, 1), .begunAnswered(0x2013), .begunAnswered(0x2013)],
        ["of 1", "of none"]
      ),
      (
        "procedures in order", [.begun(0x2013, 1), .begun(0x2013, 2), .begunAnswered(0x2013)],
        ["of 1"]
      ),
      (
        "procedures of two kinds", [.begun(0x2013, 1), .begun(0x2032, 2), .begunAnswered(0x2032)],
        ["of 2"]
      ),
    ])
    let many = Array(repeating: Step.begun(0x2013, 1), count: 8) + [.begun(0x2032, 2)]
    let answers = Array(repeating: Step.begunAnswered(0x2013), count: 8) + [.begunAnswered(0x2032)]
    let told = try told(many + answers)
    expect(told, equals: Array(repeating: "of 1", count: 7) + ["of none", "of 2"])
  }

  @Test func obstacles() throws {
    var state = ControllerState()
    let record = CaptureRecord(
      frame: 4, time: CaptureTime(seconds: 0, nanoseconds: 0), kind: .event, direction: .received,
      originalLength: 0)
    func busy(_ opcode: HCIOpcode, _ status: HCIStatus = .commandDisallowed) -> UInt64? {
      switch state.obstacle(status, toParametersOf: opcode) {
      case .busy(_, let frame), .attempt(_, let frame): frame
      default: nil
      }
    }
    let target = try read([16, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0]) {
      try ConnectionTarget(&$0, .leCreateConnection)
    }
    expect(busy(.leSetScanParameters) == nil && busy(.leSetAdvertisingParameters) == nil)
    _ = state.attempts.ask(target, at: record, gaps: 0)
    _ = state.attempts.answered(isAccepted: true)
    expect(busy(.leSetScanParameters), equals: 4)
    _ = state.scanning.change(to: ScanEnable(isEnabled: true), frame: 9, listIsEmpty: true)
    expect(busy(.leSetScanParameters), equals: 9)
    expect(busy(.leSetScanParameters, .success) == nil)
    let invalid = HCIStatus(rawValue: 0x12)
    expect(state.obstacle(invalid, usesRandomAddress: true) == nil)
    state.reset()
    expect(busy(.leSetScanParameters) == nil)
    expect(state.obstacle(invalid, usesRandomAddress: true) != nil)
    expect(state.obstacle(invalid, usesRandomAddress: false) == nil)
    state.hasRandomAddress = true
    expect(state.obstacle(invalid, usesRandomAddress: true) == nil)
  }
}
