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
    _ width: Int, name: String, polynomial: UInt32, initial: UInt32, reflected: Bool,
    final: UInt32
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
  package func value(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
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
      return finish(update(start, bytes: bytes, range: range, table: CRCTables.shared.table(self)))
    }
  }

  // MARK: A CRC in steps

  var start: UInt32 { isReflected ? Self.reversed(initial, width: width) : initial }

  func update(
    _ start: UInt32, bytes: [UInt8], range: Range<Int>, table: [UInt32]
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

  static func reversed(_ number: UInt32, width: Int) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0..<UInt32(width) where number >> bit & 1 == 1 {
      result |= 1 << (UInt32(width) - 1 - bit)
    }
    return result
  }

  fileprivate func makeTable() -> [UInt32] {
    let polynomial = isReflected ? Self.reversed(polynomial, width: width) : polynomial
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
    .crc(8, name: "SMBUS", polynomial: 0x07, initial: 0, reflected: false, final: 0),
    .crc(8, name: "MAXIM-DOW", polynomial: 0x31, initial: 0, reflected: true, final: 0),
    .crc(8, name: "I-432-1", polynomial: 0x07, initial: 0, reflected: false, final: 0x55),
    .crc(8, name: "ROHC", polynomial: 0x07, initial: 0xFF, reflected: true, final: 0),
    .crc(8, name: "AUTOSAR", polynomial: 0x2F, initial: 0xFF, reflected: false, final: 0xFF),
    .crc(8, name: "BLUETOOTH", polynomial: 0xA7, initial: 0, reflected: true, final: 0),
    .crc(8, name: "CDMA2000", polynomial: 0x9B, initial: 0xFF, reflected: false, final: 0),
    .crc(8, name: "DARC", polynomial: 0x39, initial: 0, reflected: true, final: 0),
    .crc(8, name: "DVB-S2", polynomial: 0xD5, initial: 0, reflected: false, final: 0),
    .crc(8, name: "GSM-A", polynomial: 0x1D, initial: 0, reflected: false, final: 0),
    .crc(8, name: "GSM-B", polynomial: 0x49, initial: 0, reflected: false, final: 0xFF),
    .crc(8, name: "HITAG", polynomial: 0x1D, initial: 0xFF, reflected: false, final: 0),
    .crc(8, name: "I-CODE", polynomial: 0x1D, initial: 0xFD, reflected: false, final: 0),
    .crc(8, name: "LTE", polynomial: 0x9B, initial: 0, reflected: false, final: 0),
    .crc(8, name: "MIFARE-MAD", polynomial: 0x1D, initial: 0xC7, reflected: false, final: 0),
    .crc(8, name: "NRSC-5", polynomial: 0x31, initial: 0xFF, reflected: false, final: 0),
    .crc(8, name: "0x31", polynomial: 0x31, initial: 0, reflected: false, final: 0),
    .crc(8, name: "OPENSAFETY", polynomial: 0x2F, initial: 0, reflected: false, final: 0),
    .crc(8, name: "SAE-J1850", polynomial: 0x1D, initial: 0xFF, reflected: false, final: 0xFF),
    .crc(8, name: "TECH-3250", polynomial: 0x1D, initial: 0xFF, reflected: true, final: 0),
    .crc(8, name: "WCDMA", polynomial: 0x9B, initial: 0, reflected: true, final: 0),

    .crc(16, name: "MODBUS", polynomial: 0x8005, initial: 0xFFFF, reflected: true, final: 0),
    .crc(16, name: "CCITT-FALSE", polynomial: 0x1021, initial: 0xFFFF, reflected: false, final: 0),
    .crc(16, name: "XMODEM", polynomial: 0x1021, initial: 0, reflected: false, final: 0),
    .crc(16, name: "ARC", polynomial: 0x8005, initial: 0, reflected: true, final: 0),
    .crc(16, name: "KERMIT", polynomial: 0x1021, initial: 0, reflected: true, final: 0),
    .crc(16, name: "X-25", polynomial: 0x1021, initial: 0xFFFF, reflected: true, final: 0xFFFF),
    .crc(16, name: "MCRF4XX", polynomial: 0x1021, initial: 0xFFFF, reflected: true, final: 0),
    .crc(16, name: "BUYPASS", polynomial: 0x8005, initial: 0, reflected: false, final: 0),
    .crc(16, name: "CDMA2000", polynomial: 0xC867, initial: 0xFFFF, reflected: false, final: 0),
    .crc(16, name: "CMS", polynomial: 0x8005, initial: 0xFFFF, reflected: false, final: 0),
    .crc(16, name: "DDS-110", polynomial: 0x8005, initial: 0x800D, reflected: false, final: 0),
    .crc(16, name: "DECT-R", polynomial: 0x0589, initial: 0, reflected: false, final: 1),
    .crc(16, name: "DECT-X", polynomial: 0x0589, initial: 0, reflected: false, final: 0),
    .crc(16, name: "DNP", polynomial: 0x3D65, initial: 0, reflected: true, final: 0xFFFF),
    .crc(16, name: "EN-13757", polynomial: 0x3D65, initial: 0, reflected: false, final: 0xFFFF),
    .crc(16, name: "GENIBUS", polynomial: 0x1021, initial: 0xFFFF, reflected: false, final: 0xFFFF),
    .crc(16, name: "GSM", polynomial: 0x1021, initial: 0, reflected: false, final: 0xFFFF),
    .crc(
      16, name: "ISO-IEC-14443-3-A", polynomial: 0x1021, initial: 0xC6C6, reflected: true, final: 0),
    .crc(16, name: "LJ1200", polynomial: 0x6F63, initial: 0, reflected: false, final: 0),
    .crc(16, name: "M17", polynomial: 0x5935, initial: 0xFFFF, reflected: false, final: 0),
    .crc(16, name: "MAXIM-DOW", polynomial: 0x8005, initial: 0, reflected: true, final: 0xFFFF),
    .crc(16, name: "NRSC-5", polynomial: 0x080B, initial: 0xFFFF, reflected: true, final: 0),
    .crc(16, name: "OPENSAFETY-A", polynomial: 0x5935, initial: 0, reflected: false, final: 0),
    .crc(16, name: "OPENSAFETY-B", polynomial: 0x755B, initial: 0, reflected: false, final: 0),
    .crc(
      16, name: "PROFIBUS", polynomial: 0x1DCF, initial: 0xFFFF, reflected: false, final: 0xFFFF),
    .crc(16, name: "RIELLO", polynomial: 0x1021, initial: 0xB2AA, reflected: true, final: 0),
    .crc(16, name: "AUG-CCITT", polynomial: 0x1021, initial: 0x1D0F, reflected: false, final: 0),
    .crc(16, name: "T10-DIF", polynomial: 0x8BB7, initial: 0, reflected: false, final: 0),
    .crc(16, name: "TELEDISK", polynomial: 0xA097, initial: 0, reflected: false, final: 0),
    .crc(16, name: "TMS37157", polynomial: 0x1021, initial: 0x89EC, reflected: true, final: 0),
    .crc(16, name: "USB", polynomial: 0x8005, initial: 0xFFFF, reflected: true, final: 0xFFFF),

    .crc(
      32, name: "ISO-HDLC", polynomial: 0x04C1_1DB7, initial: .max, reflected: true, final: .max),
    .crc(32, name: "ISCSI", polynomial: 0x1EDC_6F41, initial: .max, reflected: true, final: .max),
    .crc(32, name: "MPEG-2", polynomial: 0x04C1_1DB7, initial: .max, reflected: false, final: 0),
    .crc(32, name: "BZIP2", polynomial: 0x04C1_1DB7, initial: .max, reflected: false, final: .max),
    .crc(32, name: "CKSUM", polynomial: 0x04C1_1DB7, initial: 0, reflected: false, final: .max),
    .crc(32, name: "JAMCRC", polynomial: 0x04C1_1DB7, initial: .max, reflected: true, final: 0),
    .crc(32, name: "AIXM", polynomial: 0x8141_41AB, initial: 0, reflected: false, final: 0),
    .crc(32, name: "AUTOSAR", polynomial: 0xF4AC_FB13, initial: .max, reflected: true, final: .max),
    .crc(
      32, name: "BASE91-D", polynomial: 0xA833_982B, initial: .max, reflected: true, final: .max),
    .crc(32, name: "CD-ROM-EDC", polynomial: 0x8001_801B, initial: 0, reflected: true, final: 0),
    .crc(32, name: "MEF", polynomial: 0x741B_8CD7, initial: .max, reflected: true, final: 0),
    .crc(32, name: "XFER", polynomial: 0x0000_00AF, initial: 0, reflected: false, final: 0),
  ]
}
