import Bytes

/// A checksum: XOR, a sum, or a CRC by the parameters of the Rocksoft model.
package struct CheckAlgorithm: Equatable, Sendable {
  package enum Kind: String, Sendable { case xor, sum, crc }

  package let kind: Kind
  /// In bits: 8, 16 or 32.
  package let width: Int
  package let name: String
  package var polynomial: UInt32 = 0
  /// What it starts from: that of a CRC, or what XOR and sums begin with.
  package var initial: UInt32 = 0
  package var isReflected = false
  package var final: UInt32 = 0
  /// A sum that is subtracted: the complements.
  package var isNegative = false

  package var mask: UInt32 { width == 32 ? .max : (1 << UInt32(width)) - 1 }

  package static func == (one: Self, other: Self) -> Bool {
    one.kind == other.kind && one.width == other.width && one.polynomial == other.polynomial
      && one.initial == other.initial && one.isReflected == other.isReflected
      && one.final == other.final && one.isNegative == other.isNegative
  }

  package static let xor = CheckAlgorithm(kind: .xor, width: 8, name: "XOR")

  /// - negative: the sum is subtracted from the constant.
  package static func sum(width: Int, negative: Bool, constant: UInt32) -> CheckAlgorithm {
    CheckAlgorithm(
      kind: .sum, width: width, name: width == 8 ? "sum" : "sum of 16 bits", initial: constant,
      isNegative: negative)
  }

  package static func crc(
    _ width: Int, _ name: String, _ polynomial: UInt32, _ initial: UInt32, reflected: Bool,
    _ final: UInt32
  ) -> CheckAlgorithm {
    CheckAlgorithm(
      kind: .crc, width: width, name: "CRC-\(width)/\(name)", polynomial: polynomial,
      initial: initial, isReflected: reflected, final: final)
  }

  /// Whether nothing but the usual is added to XOR or a sum.
  var isUsual: Bool { initial == 0 || initial == mask && (isNegative || kind == .xor) }

  /// How it is called in text; a constant that is not the usual one is added.
  package var title: String {
    switch kind {
    case .crc: return name
    case .xor: return initial == 0 ? name : "XOR, from 0x" + hex(initial)
    case .sum:
      if isNegative, initial == 0 { return "two's complement of the \(name)" }
      if isNegative, initial == mask { return "one's complement of the \(name)" }
      if isNegative { return "0x\(hex(initial)) less the \(name)" }
      return initial == 0 ? name : "\(name) and 0x\(hex(initial))"
    }
  }

  private func hex(_ number: UInt32) -> String {
    String(upperHex: number, digits: width / 4)
  }

  /// The checksum of bytes.
  package func value(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    switch kind {
    case .xor:
      var x = UInt8(truncatingIfNeeded: initial)
      for index in range { x ^= bytes[index] }
      return UInt32(x)
    case .sum:
      var sum: UInt32 = 0
      for index in range { sum &+= UInt32(bytes[index]) }
      return (isNegative ? initial &- sum : initial &+ sum) & mask
    case .crc:
      return finish(update(start, bytes, range, CRCTables.shared.table(self)))
    }
  }

  // MARK: A CRC in steps

  var start: UInt32 { isReflected ? Self.reversed(initial, width) : initial }

  func update(
    _ start: UInt32, _ bytes: [UInt8], _ range: Range<Int>, _ table: [UInt32]
  ) -> UInt32 {
    var crc = start
    if isReflected {
      for index in range { crc = (crc >> 8) ^ table[Int((crc ^ UInt32(bytes[index])) & 255)] }
    } else {
      let shift = UInt32(width - 8)
      let mask = mask
      for index in range {
        crc = ((crc << 8) & mask) ^ table[Int(((crc >> shift) ^ UInt32(bytes[index])) & 255)]
      }
    }
    return crc
  }

  func finish(_ crc: UInt32) -> UInt32 { crc ^ final }

  static func reversed(_ number: UInt32, _ width: Int) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0..<UInt32(width) where number >> bit & 1 == 1 {
      result |= 1 << (UInt32(width) - 1 - bit)
    }
    return result
  }

  fileprivate func makeTable() -> [UInt32] {
    let polynomial = isReflected ? Self.reversed(polynomial, width) : polynomial
    let top: UInt32 = 1 << UInt32(width - 1)
    return (0..<UInt32(256)).map { byte in
      var crc = isReflected ? byte : byte << UInt32(width - 8)
      for _ in 0..<8 {
        if isReflected {
          crc = crc & 1 == 1 ? (crc >> 1) ^ polynomial : crc >> 1
        } else {
          crc = crc & top != 0 ? ((crc << 1) ^ polynomial) & mask : crc << 1
        }
      }
      return crc
    }
  }
}

/// One table for each polynomial, made once.
struct CRCTables: Sendable {
  static let shared = CRCTables()

  private struct Key: Hashable {
    let width: Int
    let polynomial: UInt32
    let isReflected: Bool
  }
  private var tables: [Key: [UInt32]] = [:]

  private init() {
    for crc in CheckAlgorithm.catalogue {
      let key = Key(width: crc.width, polynomial: crc.polynomial, isReflected: crc.isReflected)
      if tables[key] == nil { tables[key] = crc.makeTable() }
    }
  }

  func table(_ crc: CheckAlgorithm) -> [UInt32] {
    tables[Key(width: crc.width, polynomial: crc.polynomial, isReflected: crc.isReflected)]
      ?? crc.makeTable()
  }
}

extension CheckAlgorithm {
  /// The CRCs that are tried; the most usual of each width first.
  ///
  /// Source: the parameters in the CRC RevEng catalogue. A test compares the check value of each.
  package static let catalogue: [CheckAlgorithm] = [
    .crc(8, "SMBUS", 0x07, 0, reflected: false, 0),
    .crc(8, "MAXIM-DOW", 0x31, 0, reflected: true, 0),
    .crc(8, "I-432-1", 0x07, 0, reflected: false, 0x55),
    .crc(8, "ROHC", 0x07, 0xFF, reflected: true, 0),
    .crc(8, "AUTOSAR", 0x2F, 0xFF, reflected: false, 0xFF),
    .crc(8, "BLUETOOTH", 0xA7, 0, reflected: true, 0),
    .crc(8, "CDMA2000", 0x9B, 0xFF, reflected: false, 0),
    .crc(8, "DARC", 0x39, 0, reflected: true, 0),
    .crc(8, "DVB-S2", 0xD5, 0, reflected: false, 0),
    .crc(8, "GSM-A", 0x1D, 0, reflected: false, 0),
    .crc(8, "GSM-B", 0x49, 0, reflected: false, 0xFF),
    .crc(8, "HITAG", 0x1D, 0xFF, reflected: false, 0),
    .crc(8, "I-CODE", 0x1D, 0xFD, reflected: false, 0),
    .crc(8, "LTE", 0x9B, 0, reflected: false, 0),
    .crc(8, "MIFARE-MAD", 0x1D, 0xC7, reflected: false, 0),
    .crc(8, "NRSC-5", 0x31, 0xFF, reflected: false, 0),
    .crc(8, "0x31", 0x31, 0, reflected: false, 0),
    .crc(8, "OPENSAFETY", 0x2F, 0, reflected: false, 0),
    .crc(8, "SAE-J1850", 0x1D, 0xFF, reflected: false, 0xFF),
    .crc(8, "TECH-3250", 0x1D, 0xFF, reflected: true, 0),
    .crc(8, "WCDMA", 0x9B, 0, reflected: true, 0),

    .crc(16, "MODBUS", 0x8005, 0xFFFF, reflected: true, 0),
    .crc(16, "CCITT-FALSE", 0x1021, 0xFFFF, reflected: false, 0),
    .crc(16, "XMODEM", 0x1021, 0, reflected: false, 0),
    .crc(16, "ARC", 0x8005, 0, reflected: true, 0),
    .crc(16, "KERMIT", 0x1021, 0, reflected: true, 0),
    .crc(16, "X-25", 0x1021, 0xFFFF, reflected: true, 0xFFFF),
    .crc(16, "MCRF4XX", 0x1021, 0xFFFF, reflected: true, 0),
    .crc(16, "BUYPASS", 0x8005, 0, reflected: false, 0),
    .crc(16, "CDMA2000", 0xC867, 0xFFFF, reflected: false, 0),
    .crc(16, "CMS", 0x8005, 0xFFFF, reflected: false, 0),
    .crc(16, "DDS-110", 0x8005, 0x800D, reflected: false, 0),
    .crc(16, "DECT-R", 0x0589, 0, reflected: false, 1),
    .crc(16, "DECT-X", 0x0589, 0, reflected: false, 0),
    .crc(16, "DNP", 0x3D65, 0, reflected: true, 0xFFFF),
    .crc(16, "EN-13757", 0x3D65, 0, reflected: false, 0xFFFF),
    .crc(16, "GENIBUS", 0x1021, 0xFFFF, reflected: false, 0xFFFF),
    .crc(16, "GSM", 0x1021, 0, reflected: false, 0xFFFF),
    .crc(16, "ISO-IEC-14443-3-A", 0x1021, 0xC6C6, reflected: true, 0),
    .crc(16, "LJ1200", 0x6F63, 0, reflected: false, 0),
    .crc(16, "M17", 0x5935, 0xFFFF, reflected: false, 0),
    .crc(16, "MAXIM-DOW", 0x8005, 0, reflected: true, 0xFFFF),
    .crc(16, "NRSC-5", 0x080B, 0xFFFF, reflected: true, 0),
    .crc(16, "OPENSAFETY-A", 0x5935, 0, reflected: false, 0),
    .crc(16, "OPENSAFETY-B", 0x755B, 0, reflected: false, 0),
    .crc(16, "PROFIBUS", 0x1DCF, 0xFFFF, reflected: false, 0xFFFF),
    .crc(16, "RIELLO", 0x1021, 0xB2AA, reflected: true, 0),
    .crc(16, "AUG-CCITT", 0x1021, 0x1D0F, reflected: false, 0),
    .crc(16, "T10-DIF", 0x8BB7, 0, reflected: false, 0),
    .crc(16, "TELEDISK", 0xA097, 0, reflected: false, 0),
    .crc(16, "TMS37157", 0x1021, 0x89EC, reflected: true, 0),
    .crc(16, "USB", 0x8005, 0xFFFF, reflected: true, 0xFFFF),

    .crc(32, "ISO-HDLC", 0x04C1_1DB7, .max, reflected: true, .max),
    .crc(32, "ISCSI", 0x1EDC_6F41, .max, reflected: true, .max),
    .crc(32, "MPEG-2", 0x04C1_1DB7, .max, reflected: false, 0),
    .crc(32, "BZIP2", 0x04C1_1DB7, .max, reflected: false, .max),
    .crc(32, "CKSUM", 0x04C1_1DB7, 0, reflected: false, .max),
    .crc(32, "JAMCRC", 0x04C1_1DB7, .max, reflected: true, 0),
    .crc(32, "AIXM", 0x8141_41AB, 0, reflected: false, 0),
    .crc(32, "AUTOSAR", 0xF4AC_FB13, .max, reflected: true, .max),
    .crc(32, "BASE91-D", 0xA833_982B, .max, reflected: true, .max),
    .crc(32, "CD-ROM-EDC", 0x8001_801B, 0, reflected: true, 0),
    .crc(32, "MEF", 0x741B_8CD7, .max, reflected: true, 0),
    .crc(32, "XFER", 0x0000_00AF, 0, reflected: false, 0),
  ]
}
