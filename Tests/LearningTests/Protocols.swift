import Learning
import TestSupport

/// A made-up protocol: it is known what there is to find.
struct Protocol: Sendable, CustomStringConvertible {
  enum Feature: String, Sendable {
    case length, counter, checksum, message, kind, text, form, mask, noise, number
  }
  let name: String
  let features: Set<Feature>
  var description: String { name }
  /// - Returns: the next values; several for one message.
  let next: @Sendable (inout ProtocolState) -> [[UInt8]]
}

struct ProtocolState {
  var random: SplitMix
  var index = 0
  var walk = 20_000
  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next() >> 20) }
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() >> 11) % (range.upperBound - range.lowerBound + 1)
  }
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
  /// What a device may say: zeros, small numbers, and some that are anything.
  mutating func payload(_ range: ClosedRange<Int>) -> [UInt8] {
    (0..<number(range)).map { _ in
      switch number(0...3) {
      case 0: 0
      case 1: UInt8(number(0...9))
      default: byte()
      }
    }
  }
}

func named(_ name: String) -> CheckAlgorithm {
  CheckAlgorithm.catalogue.first { $0.name == name } ?? .xor
}

func field(_ number: Int, _ width: Int, big: Bool = false) -> [UInt8] {
  let little = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  return big ? little.reversed() : little
}

extension Protocol {
  static func checked(
    _ name: String, _ algorithm: CheckAlgorithm, from: Int = 0, big: Bool = false,
    tail: [UInt8] = []
  ) -> Protocol {
    Protocol(name: name, features: [.checksum]) { state in
      let body = [0xA5, UInt8(state.number(1...6))] + state.payload(4...9)
      let check = Int(bitwise(algorithm, body[from...]))
      return [body + field(check, algorithm.width / 8, big: big) + tail]
    }
  }

  static let all: [Protocol] = [
    checked("XOR", .xor),
    checked("XOR from 1", .xor, from: 1),
    checked("sum", .sum(width: 8, negative: false, constant: 0)),
    checked("two's complement", .sum(width: 8, negative: true, constant: 0)),
    checked("one's complement", .sum(width: 8, negative: true, constant: 0xFF)),
    checked("sum and a constant", .sum(width: 8, negative: false, constant: 0x55)),
    checked("sum of 16 bits", .sum(width: 16, negative: false, constant: 0), big: true),
    checked("CRC-8", named("CRC-8/SMBUS")),
    checked("CRC-8 Maxim", named("CRC-8/MAXIM-DOW"), from: 2),
    checked("Modbus", named("CRC-16/MODBUS")),
    checked("CCITT", named("CRC-16/CCITT-FALSE"), big: true),
    checked("XMODEM from 1", named("CRC-16/XMODEM"), from: 1, big: true),
    checked("X-25", named("CRC-16/X-25")),
    checked("CRC-32", named("CRC-32/ISO-HDLC")),
    checked("XOR before a line end", .xor, tail: [13, 10]),
    checked("CRC before a line end", named("CRC-16/MODBUS"), tail: [13, 10]),
    Protocol(name: "CRC in a header", features: [.checksum, .length]) { state in
      let body = state.payload(2...12)
      let crc = Int(bitwise(named("CRC-16/CCITT-FALSE"), body[...]))
      return [[0x55, 0xAA, UInt8(body.count)] + field(crc, 2) + body]
    },
    Protocol(name: "sum in a header", features: [.checksum]) { state in
      let body = state.payload(6...14)
      return [[0x7E, UInt8(truncatingIfNeeded: body.reduce(0) { $0 + Int($1) })] + body]
    },
    Protocol(name: "length", features: [.length]) { state in
      let body = state.payload(2...15)
      return [[0xAB, UInt8(body.count + 2)] + body]
    },
    Protocol(name: "length of 16 bits", features: [.length]) { state in
      let body = state.payload(2...15)
      return [[0x01] + field(body.count, 2, big: true) + body]
    },
    Protocol(name: "length before zeros", features: [.length, .checksum]) { state in
      let body = state.payload(2...12)
      let frame = [0xC3, UInt8(body.count + 2)] + body
      let check = Int(bitwise(named("CRC-16/MODBUS"), frame[...]))
      let whole = frame + field(check, 2)
      return [whole + [UInt8](repeating: 0, count: 20 - whole.count)]
    },
    Protocol(name: "sum before zeros", features: [.length, .checksum]) { state in
      let body = [0xAA, 0x01, 0] + state.payload(3...10)
      let frame = body[..<2] + [UInt8(body.count)] + body[3...]
      let sum = frame.reduce(0) { $0 + Int($1) }
      return [
        Array(frame) + [UInt8(truncatingIfNeeded: sum)]
          + [UInt8](repeating: 0, count: 19 - frame.count)
      ]
    },
    Protocol(name: "counter", features: [.counter]) { state in
      state.index += 1
      return [[0x10, UInt8(truncatingIfNeeded: state.index)] + state.payload(6...6)]
    },
    Protocol(name: "counter of 16 bits", features: [.counter]) { state in
      state.index += 1
      return [field(state.index + 240, 2) + state.payload(8...8)]
    },
    Protocol(name: "counter of 4 bits", features: [.counter]) { state in
      state.index += 1
      return [[0x30, UInt8(state.number(0...15) << 4 | state.index & 15)] + state.payload(6...9)]
    },
    Protocol(name: "length over values", features: [.message, .length, .checksum]) { state in
      let body = state.payload(1...90)
      let crc = Int(bitwise(named("CRC-16/MODBUS"), body[...]))
      let message = [0x5A, 0xA5] + field(body.count, 2) + field(crc, 2) + body
      return stride(from: 0, to: message.count, by: 20).map {
        Array(message[$0..<min(message.count, $0 + 20)])
      }
    },
    Protocol(name: "part n of m", features: [.message, .checksum]) { state in
      let body = state.payload(4...70)
      let message = body + [UInt8(bitwise(.xor, body[...]))]
      let parts = stride(from: 0, to: message.count, by: 16).map {
        Array(message[$0..<min(message.count, $0 + 16)])
      }
      return parts.enumerated().map { [UInt8($0.offset + 1), UInt8(parts.count)] + $0.element }
    },
    Protocol(name: "lines over values", features: [.message, .text]) { state in
      var line = Array("+STAT: \(state.number(0...9999)),\(state.number(-99...99))".utf8)
      if state.number(0...1) == 1 {
        line += Array(",sensor temperature \(state.number(0...99))".utf8)
      }
      line += [13, 10]
      return stride(from: 0, to: line.count, by: 20).map {
        Array(line[$0..<min(line.count, $0 + 20)])
      }
    },
    Protocol(name: "masked", features: [.mask, .length, .checksum]) { state in
      let body = state.payload(3...12)
      let plain = [0x02, UInt8(body.count)] + body
      let sum = UInt8(truncatingIfNeeded: plain.reduce(0) { $0 + Int($1) })
      return [(plain + [sum]).map { $0 ^ 0xA9 }]
    },
    Protocol(name: "masked text", features: [.mask, .text]) { state in
      let words = ["temperature", "set", "mode", "off", "timer", "night", "level"]
      let text =
        "\(words[state.number(0...6)]) \(words[state.number(0...6)]) \(state.number(0...999))"
      return [Array(text.utf8).map { $0 ^ 0x5B }]
    },
    Protocol(name: "masked CRC", features: [.mask, .checksum]) { state in
      let body = [0xA0, UInt8(state.number(1...3))] + state.bytes(9)
      return [(body + field(Int(bitwise(named("CRC-16/XMODEM"), body[...])), 2)).map { $0 ^ 0x3D }]
    },
    Protocol(name: "masked XOR", features: [.mask, .checksum]) { state in
      let body = [0xC3] + state.bytes(state.number(4...9))
      return [(body + [UInt8(bitwise(.xor, body[...]))]).map { $0 ^ 0x94 }]
    },
    Protocol(name: "masked counter", features: [.mask, .counter]) { state in
      state.index += 1
      let counter = UInt8(truncatingIfNeeded: state.index + 100)
      return [([0x20, 0, counter, 0, 0] + state.payload(3...3)).map { $0 ^ 0x17 }]
    },
    Protocol(name: "escaped", features: [.message, .checksum, .counter]) { state in
      state.index += 1
      let body = [0x0A, UInt8(truncatingIfNeeded: state.index)] + state.bytes(state.number(6...10))
      let sum = ~body.reduce(0, &+)
      let escaped = (body + [sum]).flatMap { byte -> [UInt8] in
        [0xF1, 0xF2, 0xF3].contains(byte) ? [0xF3, byte & 0x0F] : [byte]
      }
      return [[0xF1] + escaped + [0xF2]]
    },
    Protocol(name: "sum before the end", features: [.checksum, .counter]) { state in
      state.index += 1
      let body: [UInt8] = [0x0A, 0x13, 0x07, UInt8(truncatingIfNeeded: state.index)]
      return [[0x8D] + body + [~body.reduce(0, &+), 0xD8]]
    },
    Protocol(name: "joined by a CRC", features: [.message, .checksum]) { state in
      let body = [UInt8(state.number(1...3))] + state.payload(20...75)
      let message = body + field(Int(bitwise(named("CRC-16/MODBUS"), body[...])), 2)
      return stride(from: 0, to: message.count, by: 18).enumerated().map {
        [UInt8($0.offset)] + message[$0.element..<min(message.count, $0.element + 18)]
      }
    },
    Protocol(name: "continued", features: [.message, .checksum]) { state in
      state.index += 1
      let body = [0x55] + state.payload(state.index % 5 == 0 ? 22...30 : 3...14)
      let message = body + [body.reduce(0, &+)]
      return stride(from: 0, to: message.count, by: 20).map {
        Array(message[$0..<min(message.count, $0 + 20)])
      }
    },
    Protocol(name: "JSON", features: [.text]) { state in
      [Array(#"{"t":\#(state.number(0...400)),"m":"on"}"#.utf8)]
    },
    Protocol(name: "AT", features: [.text]) { state in
      [Array("AT+SET=\(state.number(0...99)),\(state.number(0...9))\r\n".utf8)]
    },
    Protocol(name: "protobuf", features: [.form]) { state in
      var bytes: [UInt8] = [0x08, UInt8(state.number(1...4))]
      bytes += [0x10] + varint(state.number(0...70000))
      let name = state.bytes(state.number(1...6))
      bytes += [0x1A, UInt8(name.count)] + name
      if state.number(0...1) == 1 { bytes += [0x20] + varint(state.number(0...300)) }
      return [bytes]
    },
    Protocol(name: "CBOR", features: [.form]) { state in
      var bytes: [UInt8] = [0xA3, 0x01]
      bytes += cborNumber(state.number(0...30))
      bytes += [0x02] + cborNumber(state.number(0...70000))
      let name = state.bytes(state.number(1...8))
      bytes += [0x03, 0x40 | UInt8(name.count)] + name
      return [bytes]
    },
    Protocol(name: "MessagePack", features: [.form]) { state in
      let name = (0..<state.number(1...8)).map { _ in UInt8(state.number(97...122)) }
      var bytes: [UInt8] = [0x82, 0xA1, 0x74]
      bytes +=
        state.number(0...1) == 0
        ? [UInt8(state.number(0...127))]
        : [0xCD] + field(state.number(128...65535), 2, big: true)
      bytes += [0xA1, 0x6E, 0xA0 | UInt8(name.count)] + name
      return [bytes]
    },
    Protocol(name: "TLV", features: [.form]) { state in
      var bytes: [UInt8] = []
      for _ in 0..<state.number(1...4) {
        let body = state.bytes(state.number(1...5))
        bytes += [UInt8(state.number(1...5)), UInt8(body.count)] + body
      }
      return [bytes]
    },
    Protocol(name: "COBS", features: [.form]) { state in
      [cobs(state.payload(6...14))]
    },
    Protocol(name: "encrypted", features: [.noise]) { state in [state.bytes(16)] },
    Protocol(name: "kinds", features: [.kind, .checksum]) { state in
      var body: [UInt8]
      switch state.number(0...4) {
      case 0: body = [0x01, 0x00, 0x00] + state.bytes(1)
      case 1: body = [0x02, 0x10, 0x20, 0x30] + state.bytes(4)
      case 2: body = [0x13, 0xFF] + state.bytes(2) + [0x55, 0x66]
      case 3: body = [0x24, 0x01] + state.bytes(8)
      default: body = [0x31, UInt8(state.number(0...1))] + state.bytes(2)
      }
      body.append(UInt8(bitwise(.xor, body[...])))
      return [[0xA0] + body]
    },
    Protocol(name: "number", features: [.number, .checksum]) { state in
      state.walk += state.number(-20...60)
      let body = [0x04, 0x00] + field(state.walk, 2) + state.bytes(1)
      return [body + [UInt8(truncatingIfNeeded: body.reduce(0) { $0 + Int($1) })]]
    },
  ]
}

func varint(_ number: Int) -> [UInt8] {
  var left = number
  var bytes: [UInt8] = []
  repeat {
    bytes.append(UInt8(left & 127) | (left > 127 ? 128 : 0))
    left >>= 7
  } while left > 0
  return bytes
}

func cborNumber(_ number: Int) -> [UInt8] {
  if number < 24 { return [UInt8(number)] }
  if number < 256 { return [0x18, UInt8(number)] }
  if number < 65536 { return [0x19] + field(number, 2, big: true) }
  return [0x1A] + field(number, 4, big: true)
}

func cobs(_ data: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  var block: [UInt8] = []
  for byte in data + [0] {
    if byte == 0 {
      out += [UInt8(block.count + 1)] + block
      block = []
    } else {
      block.append(byte)
    }
  }
  return out + [0]
}

/// Values in which there is nothing to find but what they are.
enum NullStream: Int, CaseIterable {
  case constant, zeros, walk, counting, text, twoValued, tlv, random

  func values(_ seed: UInt64, _ count: Int) -> [[UInt8]] {
    var state = ProtocolState(seed: seed &* 77 &+ UInt64(rawValue))
    let length = state.number(1...20)
    let isFixed = state.number(0...2) > 0
    func size() -> Int { isFixed ? length : state.number(1...20) }
    var position = [Int](repeating: 0, count: 10)
    for index in position.indices { position[index] = state.number(0...65535) }
    let base = state.bytes(20)
    let two = state.bytes(20)
    return (0..<count).map { _ in
      switch self {
      case .constant: return Array(base.prefix(length))
      case .zeros: return (0..<size()).map { _ in state.number(0...9) == 0 ? state.byte() : 0 }
      case .walk:
        for index in position.indices {
          position[index] = (position[index] + state.number(-40...40)) & 0xFFFF
        }
        return Array(position.flatMap { field($0, 2) }.prefix(max(2, length)))
      case .counting:
        position[0] += state.number(0...2)
        position[1] += state.number(0...1)
        return field(position[0], 2) + field(position[1], 4)
      case .text:
        let letters = Array("etaoinshrdlu ".utf8)
        return (0..<size()).map { _ in letters[state.number(0...12)] }
      case .twoValued: return (0..<length).map { state.number(0...1) == 0 ? base[$0] : two[$0] }
      case .tlv:
        let body = state.bytes(state.number(0...10))
        return [UInt8(state.number(0...255)), UInt8(body.count)] + body
      case .random: return state.bytes(size())
      }
    }
  }
}
