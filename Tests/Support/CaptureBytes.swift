/// Builds btsnoop files.
package struct BTSnoopBytes {
  package var output = OrderedBytes()
  package var bytes: [UInt8] { output.bytes }

  package static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

  package init(datalink: UInt32, version: UInt32 = 1) {
    output.add(Array("btsnoop\0".utf8))
    output.add(version)
    output.add(datalink)
  }

  /// - time: microseconds since 1970.
  package mutating func add(
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
package struct PcapBytes {
  package var output: OrderedBytes
  package var bytes: [UInt8] { output.bytes }

  package init(
    linkType: UInt32, isBig: Bool = false, magic: UInt32 = 0xA1B2_C3D4, snapLength: UInt32 = 65_535
  ) {
    output = OrderedBytes(isBig: isBig)
    output.add(magic)
    output.add(UInt16(2))
    output.add(UInt16(4))
    output.add(UInt64(0))
    output.add(snapLength)
    output.add(linkType)
  }

  package mutating func add(
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
package struct PcapNGBytes {
  package var output: OrderedBytes
  package var bytes: [UInt8] { output.bytes }

  package init(isBig: Bool) {
    output = OrderedBytes(isBig: isBig)
    section(isBig: isBig)
  }

  package mutating func block(
    _ type: UInt32, trailer: UInt32? = nil, _ body: (inout OrderedBytes) -> Void
  ) {
    var inner = OrderedBytes(isBig: output.isBig)
    body(&inner)
    while inner.bytes.count % 4 != 0 { inner.add(UInt8(0)) }
    let total = UInt32(inner.bytes.count + 12)
    output.add(type)
    output.add(total)
    output.add(inner.bytes)
    output.add(trailer ?? total)
  }

  package mutating func section(isBig: Bool, major: UInt16 = 1) {
    output.isBig = isBig
    block(0x0A0D_0D0A) {
      $0.add(UInt32(0x1A2B_3C4D))
      $0.add(major)
      $0.add(UInt16(0))
      $0.add(Int64(-1))
    }
  }

  package mutating func interface(
    _ linkType: UInt16, snapLength: UInt32 = 0, resolution: UInt8? = nil, offset: Int64? = nil
  ) {
    block(1) {
      $0.add(linkType)
      $0.add(UInt16(0))
      $0.add(snapLength)
      // A comment option, to be skipped.
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

  /// A comment as an option, little-endian.
  package static func comment(_ text: [UInt8]) -> [UInt8] {
    var out = OrderedBytes(isBig: false)
    out.add(UInt16(1))
    out.add(UInt16(truncatingIfNeeded: text.count))
    out.add(text + [UInt8](repeating: 0, count: -text.count & 3))
    return out.bytes
  }

  package mutating func packet(
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

/// Builds PacketLogger files.
package struct PacketLoggerBytes {
  package var output: OrderedBytes
  package var bytes: [UInt8] { output.bytes }

  /// 2024-05-01 12:00:00 UTC.
  package static let noon: UInt32 = 1_714_564_800

  package init(isBig: Bool = true) { output = OrderedBytes(isBig: isBig) }

  /// - length: the record's stated length, if not the true one.
  package mutating func add(
    _ type: UInt8, _ packet: [UInt8], seconds: UInt32 = noon, microseconds: UInt32 = 0,
    length: UInt32? = nil
  ) {
    output.add(length ?? UInt32(packet.count + 9))
    output.add(seconds)
    output.add(microseconds)
    output.add(type)
    output.add(packet)
  }
}

/// Builds files of TI's SmartRF Packet Sniffer.
package struct PSDBytes {
  package static let recordSize = 271
  package private(set) var output = OrderedBytes(isBig: false)
  package private(set) var count: UInt32 = 0
  package var bytes: [UInt8] { output.bytes }

  package init() {}

  /// - packet: from the access address to the CRC.
  /// - turns, ticks: a turn has 5000 ticks of 31.25 ns.
  /// - length: the record's stated length, if not the true one.
  package mutating func add(
    _ packet: [UInt8], turns: UInt64 = 0, ticks: UInt16 = 0, rssi: Int8 = -60, channel: UInt8 = 37,
    crcOK: Bool = true, information: UInt8 = 1, length: UInt16? = nil
  ) {
    count += 1
    let end = output.bytes.count + Self.recordSize
    output.add(information)
    output.add(count)
    output.add(turns << 16 | UInt64(ticks))
    output.add(length ?? UInt16(packet.count + 3))
    output.add(UInt8(packet.count + 2))
    output.add(packet)
    output.add(rssi + 94)
    output.add(channel | (crcOK ? 0x80 : 0))
    output.add([UInt8](repeating: 0, count: end - output.bytes.count))
  }

  /// Three packets: a SCAN_REQ, one with a damaged CRC, and an empty PDU of a connection.
  package static func some() -> PSDBytes {
    var file = PSDBytes()
    file.add(
      [0xD6, 0xBE, 0x89, 0x8E, 0xC3, 12] + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] + [
        0xAA, 0xBB, 0xCC,
      ],
      turns: 30, ticks: 3017, rssi: -76, channel: 38)
    file.add(
      [0xD6, 0xBE, 0x89, 0x8E, 0x00, 1, 0xFF, 1, 2, 3], turns: 6400, ticks: 1, rssi: -94,
      channel: 38, crcOK: false)
    file.add(
      [0x27, 0x4A, 0x65, 0x50, 0x01, 0x00, 4, 5, 6], turns: 6401, ticks: 4999, rssi: 20, channel: 0)
    return file
  }
}
