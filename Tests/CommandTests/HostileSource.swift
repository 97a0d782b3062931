import TestSupport

/// Where such a text can stand, each as a capture that has every kind of it.
enum HostileSource: String, CaseIterable, Sendable {
  case advertisedName, shortName, uri, attributes, localName, monitorNote, userLogging, control
  case indexName, packetLogger, pcapngTexts

  var bytes: [UInt8] {
    let texts = HostileText.kinds.map { Array($0.bytes.prefix(26)) }
    switch self {
    case .advertisedName: return Self.advertisements(0x09, texts)
    case .shortName: return Self.advertisements(0x08, texts)
    case .uri: return Self.advertisements(0x24, texts)
    case .attributes: return Self.attributes(HostileText.kinds.map(\.bytes))
    case .localName:
      var capture = CaptureBuilder()
      for text in texts {
        let name = text + Array(repeating: 0, count: 248 - text.count)
        capture.record([1, 0x13, 0x0C, 248] + name, flags: 2)
        capture.event(0x0E, [1, 0x14, 0x0C, 0] + name)
        capture.event(0x07, [0, 1, 2, 3, 4, 5, 6] + name)
      }
      return capture.bytes
    case .monitorNote: return Self.monitor(texts.map { (12, $0 + [0]) } + texts.map { (12, $0) })
    case .userLogging:
      return Self.monitor(
        texts.map { (13, [6, UInt8($0.count + 1)] + $0 + [0] + $0 + [0]) }
          + texts.map { (13, [3, 255] + $0) })
    case .control:
      return Self.monitor(
        texts.map {
          (14, [1, 0, 0, 0, 2, 0, 1, 2, 3, 0, 1, 0, 0, 0, UInt8($0.count)] + $0)
        })
    case .indexName:
      return Self.monitor(
        texts.map {
          (0, [0, 1, 1, 2, 3, 4, 5, 6] + ($0 + Array(repeating: 0, count: 8)).prefix(8))
        })
    case .packetLogger: return Self.packetLogger(texts)
    case .pcapngTexts: return Self.pcapng(texts)
    }
  }

  private static func advertisements(_ type: UInt8, _ texts: [[UInt8]]) -> [UInt8] {
    var capture = CaptureBuilder()
    for (index, text) in texts.enumerated() {
      capture.advertisement(UInt8(index + 1), type: type, text)
      capture.wait(10)
    }
    return capture.bytes
  }

  /// Device Name, Manufacturer Name, a description and a value without a meaning.
  private static func attributes(_ texts: [[UInt8]]) -> [UInt8] {
    var capture = CaptureBuilder()
    for (index, text) in texts.enumerated() {
      capture.connected(UInt8(index + 1))
      capture.wait(20)
      capture.exchange(
        [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x00, 0x18])
      capture.exchange(
        [8, 1, 0, 9, 0, 3, 0x28],
        [9, 7, 2, 0, 0x02, 3, 0, 0x00, 0x2A, 4, 0, 0x02, 5, 0, 0x29, 0x2A])
      capture.exchange([4, 6, 0, 9, 0], [5, 1, 6, 0, 0x01, 0x29])
      for handle in [UInt8(3), 5, 6, 9] { capture.exchange([0x0A, handle, 0], [0x0B] + text) }
      capture.att([0x52, 9, 0] + text, sent: true)
      capture.disconnected()
      capture.wait(20)
    }
    return capture.bytes
  }

  private static func monitor(_ records: [(opcode: UInt16, body: [UInt8])]) -> [UInt8] {
    var capture = CaptureBuilder(datalink: 2001)
    for (opcode, body) in records {
      capture.record(body, flags: opcode == 0 ? 0 : 0xFFFF_0000 | UInt32(opcode))
      capture.wait(1)
    }
    return capture.bytes
  }

  private static func packetLogger(_ texts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ type: UInt8, _ body: [UInt8]) {
      bytes += [0, 0, UInt8((body.count + 9) >> 8), UInt8((body.count + 9) & 0xFF)]
      bytes += [0x60, 0, 0, 0, 0, 0, 0, 1, type] + body
    }
    add(1, [0x0E, 4, 1, 3, 0x0C, 0])
    for text in texts {
      add(0xF7, [1, 0, 0, 0, 1] + text + [0] + text + [0] + text + [0] + text + [0] + text + [0])
      for type in [UInt8(0xF8), 0xF9, 0xFA, 0xFB, 0xFC, 0xFD] { add(type, text) }
    }
    return bytes
  }

  private static func pcapng(_ texts: [[UInt8]]) -> [UInt8] {
    func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    func option(_ code: UInt16, _ text: [UInt8]) -> [UInt8] {
      little(code) + little(UInt16(text.count)) + padded(text)
    }
    func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
      let length = little(UInt32(body.count + 12))
      return little(type) + length + body + length
    }
    var bytes: [UInt8] = []
    for text in texts {
      let end = option(0, [])
      bytes += block(
        0x0A0D_0D0A,
        little(UInt32(0x1A2B_3C4D)) + little(UInt16(1)) + little(UInt16(0)) + little(Int64(-1))
          + option(1, text) + option(2, text) + option(3, text) + option(4, text) + end)
      bytes += block(
        1,
        little(UInt16(201)) + little(UInt16(0)) + little(UInt32(0)) + option(2, text)
          + option(3, text) + option(12, text) + end)
      let packet: [UInt8] = [0, 0, 0, 1, 4, 0x0E, 4, 1, 3, 0x0C, 0]
      bytes += block(
        6,
        little(UInt32(0)) + little(UInt64(0)) + little(UInt32(packet.count))
          + little(UInt32(packet.count)) + padded(packet) + option(1, text) + end)
    }
    return bytes
  }
}
