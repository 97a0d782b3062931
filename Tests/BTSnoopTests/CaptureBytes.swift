/// Numbers as bytes, in a byte order.
struct Bytes {
  var isBig = true
  var bytes: [UInt8] = []

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    for i in 0..<(Number.bitWidth / 8) {
      let shift = isBig ? Number.bitWidth - 8 * (i + 1) : 8 * i
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  mutating func add(_ more: [UInt8]) { bytes += more }
}

/// Builds btsnoop files.
struct BTSnoopBytes {
  var output = Bytes()
  var bytes: [UInt8] { output.bytes }

  static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

  init(datalink: UInt32, version: UInt32 = 1) {
    output.add(Array("btsnoop\0".utf8))
    output.add(version)
    output.add(datalink)
  }

  /// - time: microseconds since 1970.
  mutating func add(
    _ packet: [UInt8], flags: UInt32, time: Int64 = 0, original: UInt32? = nil,
    included: UInt32? = nil, drops: UInt32 = 0
  ) {
    output.add(original ?? UInt32(packet.count))
    output.add(included ?? UInt32(packet.count))
    output.add(flags)
    output.add(drops)
    output.add(time &+ Self.epoch)
    output.add(packet)
  }
}

/// Builds pcap files.
struct PcapBytes {
  var output: Bytes
  var bytes: [UInt8] { output.bytes }

  init(
    linkType: UInt32, isBig: Bool = false, magic: UInt32 = 0xA1B2_C3D4, snapLength: UInt32 = 65_535
  ) {
    output = Bytes(isBig: isBig)
    output.add(magic)
    output.add(UInt16(2))
    output.add(UInt16(4))
    output.add(UInt64(0))
    output.add(snapLength)
    output.add(linkType)
  }

  mutating func add(
    _ packet: [UInt8], seconds: UInt32 = 0, fraction: UInt32 = 0, original: UInt32? = nil,
    included: UInt32? = nil
  ) {
    output.add(seconds)
    output.add(fraction)
    output.add(included ?? UInt32(packet.count))
    output.add(original ?? UInt32(packet.count))
    output.add(packet)
  }
}

/// Builds pcapng files.
struct PcapNGBytes {
  var output: Bytes
  var bytes: [UInt8] { output.bytes }

  init(isBig: Bool) {
    output = Bytes(isBig: isBig)
    section(isBig: isBig)
  }

  mutating func block(_ type: UInt32, trailer: UInt32? = nil, _ body: (inout Bytes) -> Void) {
    var inner = Bytes(isBig: output.isBig)
    body(&inner)
    while inner.bytes.count % 4 != 0 { inner.add(UInt8(0)) }
    let total = UInt32(inner.bytes.count + 12)
    output.add(type)
    output.add(total)
    output.add(inner.bytes)
    output.add(trailer ?? total)
  }

  mutating func section(isBig: Bool, major: UInt16 = 1) {
    output.isBig = isBig
    block(0x0A0D_0D0A) {
      $0.add(UInt32(0x1A2B_3C4D))
      $0.add(major)
      $0.add(UInt16(0))
      $0.add(Int64(-1))
    }
  }

  mutating func interface(
    _ linkType: UInt16, snapLength: UInt32 = 0, resolution: UInt8? = nil, offset: Int64? = nil
  ) {
    block(1) {
      $0.add(linkType)
      $0.add(UInt16(0))
      $0.add(snapLength)
      // A comment, to be passed over.
      $0.add(UInt16(1))
      $0.add(UInt16(5))
      $0.add(Array("hello\0\0\0".utf8))
      if let resolution {
        $0.add(UInt16(9))
        $0.add(UInt16(1))
        $0.add([resolution, 0, 0, 0])
      }
      if let offset {
        $0.add(UInt16(14))
        $0.add(UInt16(8))
        $0.add(offset)
      }
      $0.add(UInt32(0))
    }
  }

  mutating func packet(
    _ packet: [UInt8], interface: UInt32 = 0, ticks: UInt64 = 0, original: UInt32? = nil,
    included: UInt32? = nil, options: [UInt8] = [], trailer: UInt32? = nil
  ) {
    block(6, trailer: trailer) {
      $0.add(interface)
      $0.add(UInt32(truncatingIfNeeded: ticks >> 32))
      $0.add(UInt32(truncatingIfNeeded: ticks))
      $0.add(included ?? UInt32(packet.count))
      $0.add(original ?? UInt32(packet.count))
      $0.add(packet)
      while $0.bytes.count % 4 != 0 { $0.add(UInt8(0)) }
      $0.add(options)
    }
  }
}
