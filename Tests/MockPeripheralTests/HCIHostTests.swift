import ATTDissector
import Bytes
import TestSupport
import Testing

@testable import MockPeripheral

@Suite struct HCIHostTests {
  private func recording(
    data: [UInt8] = [2, 1, 6], _ address: BluetoothAddress? = nil
  ) -> RecordedPeripheral {
    var recording = RecordedPeripheral()
    recording.advertisement = Advertisement(data: data, scanResponse: [2, 9, 65], address: address)
    recording.table = AttributeTable([
      ServedAttribute(handle: 1, type: .primaryService, declared: [0, 0x18])
    ])
    return recording
  }

  private static let random = BluetoothAddress(0xC1C2_C3C4_C5C6, kind: .random)

  // MARK: The start

  @Test func startsAndAdvertises() {
    var bench = Bench(recording(Self.random))
    expect(
      bench.controller.commands,
      equals: [
        0x0C03, 0x1009, 0x0C01, 0x2001, 0x2002, 0x2003, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A,
      ])
    expect(bench.controller.parameters[0x2005], equals: [0xC6, 0xC5, 0xC4, 0xC3, 0xC2, 0xC1])
    expect(bench.controller.parameters[0x2006]?.count, equals: 15)
    expect(bench.controller.parameters[0x2008]?.prefix(5), equals: [3, 2, 1, 6, 0])
    expect(bench.controller.parameters[0x2009]?.count, equals: 32)
    expect(bench.takeOccurrences(), equals: [.advertising(Self.random)])
  }

  @Test func theAddressIsStaticOrTheControllersOwn() {
    let known = BluetoothAddress(0x0022_D000_0607, kind: .public)
    var bench = Bench(recording(known))
    expect(
      bench.takeOccurrences(),
      equals: [.advertising(BluetoothAddress(0xC022_D000_0607, kind: .random))])
    var options = PlayedPeripheral.Options()
    options.usesPublicAddress = true
    bench = Bench(recording(known), options)
    expect(
      bench.takeOccurrences(),
      equals: [.advertising(BluetoothAddress(0x0605_0403_0201, kind: .public))])
    expect(!bench.controller.commands.contains(0x2005))
  }

  @Test func extendedAdvertisingWhereLegacyIsRefusedOrTooShort() {
    var controller = VirtualController()
    controller.statuses = [0x2006: 0x0C]
    var bench = Bench(recording(Self.random), .init(), controller)
    expect(
      bench.controller.commands.suffix(6), equals: [0x2006, 0x2036, 0x2035, 0x2037, 0x2038, 0x2039])
    // Connectable and scannable with legacy PDUs.
    expect(bench.controller.parameters[0x2036]?.prefix(3), equals: [0, 0x13, 0])
    expect(bench.controller.parameters[0x2036]?.count, equals: 25)
    expect(bench.takeOccurrences(), equals: [.advertising(Self.random)])

    let long = [UInt8](repeating: 1, count: 60)
    bench = Bench(recording(data: long, Self.random))
    expect(bench.controller.commands.suffix(4), equals: [0x2036, 0x2035, 0x2037, 0x2039])
    expect(bench.controller.parameters[0x2036]?.prefix(3), equals: [0, 1, 0])
    expect(bench.controller.parameters[0x2037], equals: [0, 3, 1, 60] + long)
    expect(
      bench.takeOccurrences(),
      equals: [
        .remark("the recorded scan response is left out: extended advertising has none"),
        .advertising(Self.random),
      ])
  }

  @Test func longDataIsCutBetweenStructures() {
    var recording = recording(Self.random)
    recording.advertisement = Advertisement(
      data: [2, 1, 6], scanResponse: [3, 9, 65, 66, 30] + [UInt8](repeating: 7, count: 30))
    var bench = Bench(recording)
    expect(bench.controller.commands.contains(0x2009))
    expect(bench.controller.parameters[0x2009]?.prefix(6), equals: [4, 3, 9, 65, 66, 0])
    expect(
      bench.takeOccurrences().first,
      equals: .remark("not all of the recorded advertising data fits: its end is left out"))
    let part = [UInt8](repeating: 99, count: 100)
    expect(Advertisement(data: part + part + part).data, equals: part + part)
    expect(Advertisement(data: [UInt8](repeating: 255, count: 300)).data, equals: [])
    expect(Advertisement(data: [UInt8](repeating: 0, count: 300)).data.count, equals: 251)
  }

  @Test func aLongScanResponseIsCutBetweenStructures() {
    var recording = recording(Self.random)
    recording.advertisement = Advertisement(
      data: [2, 1, 6], scanResponse: [3, 9, 65, 66, 30] + [UInt8](repeating: 7, count: 30))
    let bench = Bench(recording)
    expect(bench.controller.commands.contains(0x2009))
    expect(bench.controller.parameters[0x2009]?.prefix(6), equals: [4, 3, 9, 65, 66, 0])
    expect(Advertisement(data: [UInt8](repeating: 255, count: 300)).data, equals: [])
  }

  @Test func aControllerThatDoesNotAdvertiseFails() {
    var controller = VirtualController()
    controller.statuses = [0x2006: 0x01, 0x2036: 0x01]
    var bench = Bench(recording(), .init(), controller)
    expect(bench.peripheral.hasFailed)
    expect(bench.takeOccurrences().last, equals: .failed("the controller does not advertise"))
  }

  @Test func advertisesAsOftenAsItDid() {
    var recording = recording(Self.random)
    recording.advertisement = Advertisement(data: [2, 1, 6], interval: 0x0640)
    expect(
      Bench(recording).controller.parameters[0x2006]?.prefix(4), equals: [0x40, 0x06, 0x40, 0x06])
    // What no controller takes.
    expect(Advertisement(interval: 0).interval, equals: 0x20)
    expect(Advertisement(interval: .max).interval, equals: 0x4000)
  }

  // MARK: What the controller can

  @Test func longPacketsWhereTheControllerHasThem() {
    var controller = VirtualController()
    controller.features = [0b0010_0000, 0, 0, 0, 0, 0, 0, 0]
    let bench = Bench(recording(Self.random), .init(), controller)
    expect(bench.controller.parameters[0x2024], equals: [251, 0, 0x48, 0x08])
    expect(!Bench(recording(Self.random)).controller.commands.contains(0x2024))
  }

  // MARK: Time-outs

  @Test func everyCommandHasATimeout() {
    var controller = VirtualController()
    // Unanswered: Read BD_ADDR, which is not vital.
    controller.unanswered = [0x1009]
    var bench = Bench(recording(Self.random), .init(), controller)
    expect(bench.controller.commands, equals: [0x0C03, 0x1009])
    expect(bench.peripheral.deadline, equals: HCIHost.commandTimeout)
    bench.wait(2)
    expect(
      bench.takeOccurrences(),
      equals: [
        .remark("the controller does not answer Read BD_ADDR (1009)"), .advertising(Self.random),
      ])
    expect(bench.peripheral.deadline == nil)
  }

  @Test func withoutItsVitalCommandsNothingWorks() {
    for opcode: UInt16 in [0x0C03, 0x2002] {
      var controller = VirtualController()
      controller.unanswered = [opcode]
      var bench = Bench(recording(), .init(), controller)
      for _ in 0..<3 { bench.wait(2) }
      expect(bench.peripheral.hasFailed)
      controller.unanswered = []
      controller.statuses = [opcode: 0x0C]
      bench = Bench(recording(), .init(), controller)
      expect(bench.peripheral.hasFailed)
    }
    var controller = VirtualController()
    controller.bufferCount = 0
    let bench = Bench(recording(), .init(), controller)
    expect(bench.controller.commands.contains(0x1005))
    expect(bench.peripheral.hasFailed)
  }

  @Test func aControllerMayStartLate() {
    var controller = VirtualController()
    controller.unanswered = [0x0C03]
    var bench = Bench(recording(Self.random), .init(), controller)
    bench.wait(2)
    expect(bench.controller.commands, equals: [0x0C03, 0x0C03])
    bench.controller.unanswered = []
    bench.wait(2)
    expect(bench.takeOccurrences(), equals: [.advertising(Self.random)])
    // The answer to one that was lost.
    bench.send(VirtualController.complete(0x0C03, [0]))
    expect(bench.takeOccurrences().isEmpty)
  }

  @Test func aControllerThatTakesNoCommandsIsAskedLater() {
    var host = HCIHost(Advertisement())
    host.start(0)
    expect(host.takeOutput().count, equals: 1)
    // Command Complete with 0 commands to take.
    host.receive(.event, packet: [0x0E, 4, 0, 0x03, 0x0C, 0].rawBytes, now: 1)
    expect(host.takeOutput().isEmpty)
    expect(host.deadline, equals: 1 + HCIHost.commandTimeout)
    host.tick(1 + HCIHost.commandTimeout)
    expect(host.takeOutput().count, equals: 1)
  }

  // MARK: Links

  @Test func advertisesAgainAfterAConnection() {
    var bench = Bench(recording(Self.random))
    _ = bench.takeOccurrences()
    let before = bench.controller.commands.count
    bench.send(VirtualController.connected())
    expect(bench.controller.commands.count, equals: before)
    bench.send(VirtualController.disconnected())
    let peer = BluetoothAddress(0xF0F1_F2F3_F4F5, kind: .random)
    expect(
      bench.takeOccurrences(),
      equals: [
        .connected(number: 1, peer: peer),
        .disconnected(number: 1, reason: .remoteUserTerminated), .advertising(Self.random),
      ])
    // A connection that fails ends advertising, too.
    bench.send(VirtualController.connected(status: 0x3E))
    expect(bench.takeOccurrences(), equals: [.advertising(Self.random)])
  }

  @Test func aClientMayBeFasterThanTheAnswer() {
    var controller = VirtualController()
    controller.unanswered = [0x200A]
    var bench = Bench(recording(), .init(), controller)
    bench.send(VirtualController.connected())
    bench.send(VirtualController.complete(0x200A, [0]))
    bench.controller.unanswered = []
    let before = bench.controller.commands.count
    bench.send(VirtualController.disconnected())
    expect(bench.controller.commands[before...], equals: [0x2006, 0x2008, 0x2009, 0x200A])
  }

  @Test func packetsWaitForRoomInTheController() {
    var bench = Bench(recording())
    bench.send(VirtualController.connected())
    for _ in 0..<6 { bench.send(VirtualController.pdu([0x0A, 1, 0])) }
    expect(bench.controller.takeData().count, equals: 4)
    bench.send(VirtualController.completed(1))
    expect(bench.controller.takeData().count, equals: 1)
    // More than there were: the rest of the queue, no more.
    bench.send(VirtualController.completed(0xFFFF))
    expect(bench.controller.takeData().count, equals: 1)
    bench.send(VirtualController.pdu([0x0A, 1, 0]))
    expect(bench.controller.takeData().count, equals: 1)
  }

  @Test func aLongPDUIsFragmented() {
    var controller = VirtualController()
    controller.bufferLength = 10
    var recording = recording()
    recording.table = AttributeTable([
      ServedAttribute(handle: 1, type: .primaryService, declared: [UInt8](0..<16))
    ])
    var bench = Bench(recording, .init(), controller)
    bench.send(VirtualController.connected())
    bench.send(VirtualController.pdu([0x0A, 1, 0]))
    expect(
      bench.controller.takeData(),
      equals: [
        [0x40, 0x00, 10, 0, 17, 0, 4, 0, 0x0B, 0, 1, 2, 3, 4],
        [0x40, 0x10, 10, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
        [0x40, 0x10, 1, 0, 15],
      ])
  }

  @Test func fragmentsAreJoined() {
    var bench = Bench(recording())
    bench.send(VirtualController.connected())
    let pdu = LinkChannels.pdu(.attribute, payload: [0x0A, 1, 0])
    bench.send(VirtualController.fragment(Array(pdu[..<3])))
    expect(bench.controller.takeData().isEmpty)
    bench.send(VirtualController.fragment(Array(pdu[3...]), isStart: false))
    expect(bench.controller.takeData().count, equals: 1)
    // Lengths that lie: nothing, and the next PDU is read.
    bench.send(VirtualController.fragment(pdu + [0]))
    bench.send(VirtualController.fragment(Array(pdu[3...]), isStart: false))
    expect(bench.controller.takeData().isEmpty)
    bench.send(VirtualController.fragment(pdu))
    expect(bench.controller.takeData().count, equals: 1)
  }

  @Test func encryptionAndParametersAreAnswered() {
    var bench = Bench(recording())
    bench.send(VirtualController.connected())
    _ = bench.takeOccurrences()
    bench.send([4, 0x3E, 13, 5, 0x40, 0] + [UInt8](repeating: 9, count: 10))
    expect(bench.controller.parameters[0x201B], equals: [0x40, 0])
    expect(bench.takeOccurrences(), equals: [.encryptionRefused(number: 1)])
    bench.send([4, 0x3E, 11, 6, 0x40, 0, 6, 0, 12, 0, 0, 0, 200, 0])
    expect(
      bench.controller.parameters[0x2020], equals: [0x40, 0, 6, 0, 12, 0, 0, 0, 200, 0, 0, 0, 0, 0])
    // Not about a link.
    bench.send([4, 0x3E, 13, 5, 0x41, 0] + [UInt8](repeating: 9, count: 10))
    expect(bench.takeOccurrences().isEmpty)
  }

  @Test func pairingAndSignalsAreRefused() {
    var bench = Bench(recording())
    bench.send(VirtualController.connected())
    _ = bench.takeOccurrences()
    bench.send(VirtualController.pdu([1, 3, 0, 1, 16, 0, 0], channel: .securityManager))
    expect(bench.controller.takeData(), equals: [[0x40, 0, 6, 0, 2, 0, 6, 0, 5, 5]])
    bench.send(VirtualController.pdu([0x17, 7, 0, 0], channel: .leSignaling))
    expect(bench.controller.takeData(), equals: [[0x40, 0, 10, 0, 6, 0, 5, 0, 1, 7, 2, 0, 0, 0]])
    expect(
      bench.takeOccurrences(),
      equals: [.refused(number: 1, .pairing), .refused(number: 1, .signal(code: 0x17))])
    // Again: refused, and not reported.
    bench.send(VirtualController.pdu([1, 3, 0, 1, 16, 0, 0], channel: .securityManager))
    bench.send(VirtualController.pdu([0x17, 7, 0, 0], channel: .leSignaling))
    expect(bench.controller.takeData().count, equals: 2)
    expect(bench.takeOccurrences().isEmpty)
    bench.send(VirtualController.completed(4))
    // Answers, identifier 0, cut ones, other channels.
    for payload: [UInt8] in [[0x13, 1, 2, 0, 0, 0], [0x17, 0, 0, 0], [0x17, 1], []] {
      bench.send(VirtualController.pdu(payload, channel: .leSignaling))
    }
    bench.send(VirtualController.pdu([5, 5], channel: .securityManager))
    bench.send(VirtualController.pdu([1, 2], channel: L2CAPChannel(rawValue: 0x40)))
    expect(bench.controller.takeData().isEmpty)
  }

  @Test func stopsWithAReset() {
    var bench = Bench(recording())
    bench.send(VirtualController.connected())
    bench.stop()
    expect(bench.controller.commands.suffix(2), equals: [0x0406, 0x0C03])
    expect(bench.controller.parameters[0x0406], equals: [0x40, 0, 0x13])
    expect(bench.peripheral.hasStopped)
  }

  // MARK: Hostile controllers

  @Test func whatIsNoH4IsSeen() {
    var bench = Bench(recording())
    bench.send([0x42])
    expect(bench.isLost)
  }

  /// Any packets, in any pieces: no trap, and no more links, commands or octets than the limits say.
  @Test func anyPacketsAreSurvived() {
    var random = SplitMix(seed: 5)
    for _ in 0..<60 {
      var bench = Bench(recording())
      for _ in 0..<200 {
        var packet: [UInt8]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: packet = VirtualController.connected(UInt16.random(in: 0..<40, using: &random))
        case 1: packet = VirtualController.disconnected(UInt16.random(in: 0..<40, using: &random))
        case 2:
          let size = Int.random(in: 0..<40, using: &random)
          packet = VirtualController.fragment(
            random.bytes(size), UInt16.random(in: 0..<40, using: &random),
            isStart: Bool.random(using: &random))
        case 3:
          let handle = UInt16.random(in: 0..<40, using: &random)
          packet = VirtualController.pdu(
            random.bytes(Int.random(in: 0..<30, using: &random)),
            channel: L2CAPChannel(rawValue: UInt16.random(in: 4...6, using: &random)), handle)
        case 4:
          let size = Int.random(in: 0..<30, using: &random)
          packet = [4, 0x3E, UInt8(size)] + random.bytes(size)
        default:
          let size = Int.random(in: 0..<30, using: &random)
          packet = [4, UInt8.random(in: 0...0x20, using: &random), UInt8(size)]
          packet += random.bytes(size)
        }
        let cut = Int.random(in: 0...packet.count, using: &random)
        bench.send(Array(packet[..<cut]))
        bench.send(Array(packet[cut...]))
        if Int.random(in: 0..<20, using: &random) == 0 { bench.wait(3) }
      }
      expect(bench.peripheral.connections < 200 * 60)
    }
  }
}
