import Learning
import TestSupport
import Testing

@Suite struct CheckAlgorithmTests {
  private static let digits = Array("123456789".utf8)

  /// The checksum of the digits 1 to 9, as the CRC RevEng catalogue gives it.
  private static let checks: [String: UInt32] = [
    "CRC-8/SMBUS": 0xF4, "CRC-8/MAXIM-DOW": 0xA1, "CRC-8/I-432-1": 0xA1, "CRC-8/ROHC": 0xD0,
    "CRC-8/AUTOSAR": 0xDF, "CRC-8/BLUETOOTH": 0x26, "CRC-8/CDMA2000": 0xDA, "CRC-8/DARC": 0x15,
    "CRC-8/DVB-S2": 0xBC, "CRC-8/GSM-A": 0x37, "CRC-8/GSM-B": 0x94, "CRC-8/HITAG": 0xB4,
    "CRC-8/I-CODE": 0x7E, "CRC-8/LTE": 0xEA, "CRC-8/MIFARE-MAD": 0x99, "CRC-8/NRSC-5": 0xF7,
    "CRC-8/0x31": 0xA2, "CRC-8/OPENSAFETY": 0x3E, "CRC-8/SAE-J1850": 0x4B,
    "CRC-8/TECH-3250": 0x97, "CRC-8/WCDMA": 0x25,
    "CRC-16/MODBUS": 0x4B37, "CRC-16/CCITT-FALSE": 0x29B1, "CRC-16/XMODEM": 0x31C3,
    "CRC-16/ARC": 0xBB3D, "CRC-16/KERMIT": 0x2189, "CRC-16/X-25": 0x906E,
    "CRC-16/MCRF4XX": 0x6F91, "CRC-16/BUYPASS": 0xFEE8, "CRC-16/CDMA2000": 0x4C06,
    "CRC-16/CMS": 0xAEE7, "CRC-16/DDS-110": 0x9ECF, "CRC-16/DECT-R": 0x007E,
    "CRC-16/DECT-X": 0x007F, "CRC-16/DNP": 0xEA82, "CRC-16/EN-13757": 0xC2B7,
    "CRC-16/GENIBUS": 0xD64E, "CRC-16/GSM": 0xCE3C, "CRC-16/ISO-IEC-14443-3-A": 0xBF05,
    "CRC-16/LJ1200": 0xBDF4, "CRC-16/M17": 0x772B, "CRC-16/MAXIM-DOW": 0x44C2,
    "CRC-16/NRSC-5": 0xA066, "CRC-16/OPENSAFETY-A": 0x5D38, "CRC-16/OPENSAFETY-B": 0x20FE,
    "CRC-16/PROFIBUS": 0xA819, "CRC-16/RIELLO": 0x63D0, "CRC-16/AUG-CCITT": 0xE5CC,
    "CRC-16/T10-DIF": 0xD0DB, "CRC-16/TELEDISK": 0x0FB3, "CRC-16/TMS37157": 0x26B1,
    "CRC-16/USB": 0xB4C8,
    "CRC-32/ISO-HDLC": 0xCBF4_3926, "CRC-32/ISCSI": 0xE306_9283, "CRC-32/MPEG-2": 0x0376_E6E7,
    "CRC-32/BZIP2": 0xFC89_1918, "CRC-32/CKSUM": 0x765E_7680, "CRC-32/JAMCRC": 0x340B_C6D9,
    "CRC-32/AIXM": 0x3010_BF7F, "CRC-32/AUTOSAR": 0x1697_D06A, "CRC-32/BASE91-D": 0x8731_5576,
    "CRC-32/CD-ROM-EDC": 0x6EC2_EDC4, "CRC-32/MEF": 0xD2C2_2F51, "CRC-32/XFER": 0xBD0B_E338,
  ]

  @Test(arguments: CheckAlgorithm.catalogue.indices) func checksOfTheCatalogue(_ place: Int) {
    let crc = CheckAlgorithm.catalogue[place]
    expect(crc.value(Self.digits, in: 0..<9), equals: Self.checks[crc.name], "\(crc.name)")
    expect(bitwise(crc, Self.digits[...]), equals: Self.checks[crc.name], "\(crc.name)")
  }

  @Test func everyNameIsOneAlgorithm() {
    let all = CheckAlgorithm.catalogue
    expect(Set(all.map(\.name)).count, equals: all.count)
    for (place, one) in all.enumerated() {
      expect(!all[..<place].contains(one), "\(one.name)")
    }
  }

  @Test func sumsAndComplements() {
    let octets: [UInt8] = [0xFF, 0x80, 0x03]
    func sum(_ width: Int, _ isNegative: Bool, _ constant: UInt32) -> UInt32 {
      CheckAlgorithm.sum(width: width, negative: isNegative, constant: constant).value(
        octets, in: 0..<3)
    }
    expect(CheckAlgorithm.xor.value(octets, in: 0..<3), equals: 0x7C)
    expect(sum(8, false, 0), equals: 0x82)
    expect(sum(8, true, 0), equals: 0x7E)
    expect(sum(8, true, 0xFF), equals: 0x7D)
    expect(sum(16, false, 0), equals: 0x0182)
    expect(sum(16, true, 0xFFFF), equals: 0xFE7D)
  }
}
