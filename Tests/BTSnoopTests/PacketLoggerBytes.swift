import TestSupport

extension PacketLoggerBytes {
  /// One record of each type, an ISO one among the first.
  static func allTypes(isBig: Bool = true) -> PacketLoggerBytes {
    var file = PacketLoggerBytes(isBig: isBig)
    file.add(0xFC, Array("started".utf8), seconds: noon - 3 * 86_400)
    file.add(0x12, [1, 0, 2, 0, 7, 8], microseconds: 1)
    file.add(0x13, [1, 0, 1, 0, 7], microseconds: 2)
    file.add(0x00, [3, 0x0C, 0], microseconds: 3)
    file.add(0x01, [0x0E, 4, 1, 3, 0x0C, 0], microseconds: 4)
    file.add(0x02, [1, 0, 3, 0, 9, 9, 9], microseconds: 5)
    file.add(0x03, [1, 0x20, 1, 0, 9], microseconds: 6)
    file.add(0x08, [1, 0, 1, 5], microseconds: 7)
    file.add(0x09, [1, 0, 0], microseconds: 8)
    file.add(0x0A, [0x11, 0x22], microseconds: 9)
    file.add(0x0B, [0x33], microseconds: 10)
    file.add(0xF7, [42, 0, 0, 0, 2] + Array("p\0s\0sub\0cat\0hello\0".utf8))
    for type in UInt8(0xF8)...0xFE { file.add(type, Array("text \(type)\0".utf8)) }
    file.add(0x77, [1, 2, 3])
    return file
  }
}
