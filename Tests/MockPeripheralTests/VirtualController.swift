import ATTDissector
import Bytes

@testable import MockPeripheral

/// A controller for tests: answers commands, and keeps what it was sent.
struct VirtualController {
  /// Statuses other than success, by opcode.
  var statuses: [UInt16: UInt8] = [:]
  /// Commands without an answer.
  var unanswered: Set<UInt16> = []
  /// What LE Read Buffer Size says.
  var bufferLength: UInt16 = 27
  var bufferCount: UInt8 = 4
  /// What LE Read Local Supported Features says.
  var features: [UInt8] = []
  private(set) var commands: [UInt16] = []
  private(set) var parameters: [UInt16: [UInt8]] = [:]
  /// ACL packets without indicator.
  private(set) var data: [[UInt8]] = []

  /// Takes packets of the host.
  /// - Returns: its answers.
  mutating func take(_ packets: [[UInt8]]) -> [UInt8] {
    var answers: [UInt8] = []
    for packet in packets {
      guard packet[0] == 1 else {
        data.append(Array(packet.dropFirst()))
        continue
      }
      let opcode = UInt16(packet[1]) | UInt16(packet[2]) << 8
      commands.append(opcode)
      parameters[opcode] = Array(packet.dropFirst(4))
      if unanswered.contains(opcode) { continue }
      var returned = [statuses[opcode] ?? 0]
      if opcode == 0x1009 { returned += [1, 2, 3, 4, 5, 6] }
      if opcode == 0x2003 { returned += features }
      if opcode == 0x2002 {
        returned += [UInt8(bufferLength & 0xFF), UInt8(bufferLength >> 8), bufferCount]
      }
      answers += Self.complete(opcode, returned)
    }
    return answers
  }

  mutating func takeData() -> [[UInt8]] {
    defer { data = [] }
    return data
  }

  static func complete(_ opcode: UInt16, _ returned: [UInt8]) -> [UInt8] {
    [4, 0x0E, UInt8(3 + returned.count), 1, UInt8(opcode & 0xFF), UInt8(opcode >> 8)] + returned
  }

  /// LE Connection Complete as a peripheral.
  static func connected(_ handle: UInt16 = 0x40, status: UInt8 = 0, role: UInt8 = 1) -> [UInt8] {
    [4, 0x3E, 19, 1, status, UInt8(handle & 0xFF), UInt8(handle >> 8), role, 1]
      + [0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 0xF0] + [24, 0, 0, 0, 72, 0, 0]
  }

  static func disconnected(_ handle: UInt16 = 0x40, reason: UInt8 = 0x13) -> [UInt8] {
    [4, 0x05, 4, 0, UInt8(handle & 0xFF), UInt8(handle >> 8), reason]
  }

  static func completed(_ count: UInt16, _ handle: UInt16 = 0x40) -> [UInt8] {
    [4, 0x13, 5, 1, UInt8(handle & 0xFF), UInt8(handle >> 8)]
      + [UInt8(count & 0xFF), UInt8(count >> 8)]
  }

  /// An ACL packet that starts a PDU, or continues it.
  static func fragment(
    _ bytes: [UInt8], _ handle: UInt16 = 0x40, isStart: Bool = true
  ) -> [UInt8] {
    let head = handle | (isStart ? 2 : 1) << 12
    return [2, UInt8(head & 0xFF), UInt8(head >> 8)]
      + [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)] + bytes
  }

  /// A whole PDU on a channel.
  static func pdu(
    _ payload: [UInt8], channel: L2CAPChannel = .attribute, _ handle: UInt16 = 0x40
  ) -> [UInt8] {
    fragment(LinkChannels.pdu(channel, payload: payload), handle)
  }
}

/// A peripheral on that controller.
struct Bench {
  var controller = VirtualController()
  let peripheral: PlayedPeripheral
  private var framer = H4Framer()
  var now: Int64 = 0
  private(set) var occurrences: [PlayedPeripheral.Occurrence] = []

  init(
    _ recording: RecordedPeripheral, _ options: PlayedPeripheral.Options = .init(),
    _ controller: VirtualController = .init()
  ) {
    self.controller = controller
    peripheral = PlayedPeripheral(recording, options)
    peripheral.start(0)
    settle()
  }

  /// Exchanges packets until nobody has any.
  private mutating func settle() {
    for _ in 0..<1000 {
      let packets = peripheral.takeOutput()
      occurrences += peripheral.takeOccurrences()
      guard !packets.isEmpty else { return }
      receive(controller.take(packets))
    }
  }

  mutating func send(_ bytes: [UInt8]) {
    receive(bytes)
    settle()
  }

  /// Whether the last bytes were no H4.
  private(set) var isLost = false

  private mutating func receive(_ bytes: [UInt8]) {
    framer.add(bytes.rawBytes)
    do throws(H4Framer.FramingError) {
      while let (indicator, packet) = try framer.next() {
        peripheral.receive(indicator, packet: packet.rawBytes, now: now)
      }
    } catch { isLost = true }
  }

  mutating func wait(_ seconds: Double) {
    now += Int64(seconds * 1e9)
    peripheral.tick(now)
    settle()
  }

  mutating func stop() {
    peripheral.stop(now)
    settle()
  }

  /// Sends a request.
  /// - Returns: the ATT PDUs that came, their packets confirmed.
  mutating func ask(_ request: [UInt8]) -> [[UInt8]] {
    send(VirtualController.pdu(request))
    return received()
  }

  /// The ATT PDUs of whole packets.
  mutating func received() -> [[UInt8]] {
    var pdus: [[UInt8]] = []
    while true {
      let data = controller.takeData()
      guard !data.isEmpty else { return pdus }
      pdus += data.map { Array($0.dropFirst(8)) }
      send(VirtualController.completed(UInt16(data.count)))
    }
  }

  mutating func takeOccurrences() -> [PlayedPeripheral.Occurrence] {
    defer { occurrences = [] }
    return occurrences
  }
}
