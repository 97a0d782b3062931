/// HCI packets as bytes (Core Specification, Vol 4, Part E, 5.4).
enum HCIPackets {
  static func command(_ opcode: Int, _ parameters: [UInt8]) -> [UInt8] {
    little16(opcode) + [UInt8(parameters.count)] + parameters
  }

  static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    [code, UInt8(parameters.count)] + parameters
  }

  static func leEvent(_ subevent: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    event(0x3E, [subevent] + parameters)
  }

  static func commandComplete(_ opcode: Int, _ status: Int) -> [UInt8] {
    event(0x0E, [1] + little16(opcode) + [UInt8(status)])
  }

  static func commandStatus(_ opcode: Int, _ status: Int) -> [UInt8] {
    event(0x0F, [UInt8(status), 1] + little16(opcode))
  }

  /// - boundary: 0 the host's first fragment, 2 the controller's, 1 a further one.
  static func acl(_ handle: Int, boundary: Int, _ fragment: some Collection<UInt8>) -> [UInt8] {
    little16(handle | boundary << 12) + little16(fragment.count) + fragment
  }

  static func l2cap(_ channel: Int, _ payload: [UInt8]) -> [UInt8] {
    little16(payload.count) + little16(channel) + payload
  }
}

/// An address with its kind: 0 public, 1 random.
struct ModelAddress: Hashable {
  let value: Int
  let kind: Int

  var wire: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  var text: String {
    wire.reversed().map { upperHex(Int($0), digits: 2) }.joined(separator: ":")
  }
  var kindName: String { kind == 0 ? "public" : "random" }
}
