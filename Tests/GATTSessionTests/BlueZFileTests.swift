import ATTDissector
import GATTSession
import TestSupport
import Testing

/// The files in which BlueZ keeps what it knows of devices.
struct BlueZFileTests {
  private let address: UInt64 = 0xA09E_1A12_3456

  private func device(_ files: String..., isHost: Bool = false) -> KnownDevice {
    KnownDevice(blueZ: address, isHost: isHost, files: files.map { Array($0.utf8) })
  }

  private let info = """
    [General]
    Name=Polar H7 12345678
    Alias=my strap
    Appearance=0x0341
    AddressType=public
    SupportedTechnologies=LE;
    Trusted=false
    Blocked=false
    WakeAllowed=true
    Services=00001800-0000-1000-8000-00805f9b34fb;0000180d-0000-1000-8000-00805f9b34fb;

    [LongTermKey]
    Key=F3C0A8E5D2B1907F6E5D4C3B2A190807
    Authenticated=0
    EncSize=16
    EDiv=4660
    Rand=1234567890123456789

    [DeviceID]
    Source=1
    Vendor=107
    Product=1
    Version=1
    """

  private let cache = """
    [General]
    Name=Polar H7

    [ServiceRecords]

    [Attributes]
    0001=2800:0009:00001801-0000-1000-8000-00805f9b34fb
    0002=2803:0003:20:00002a05-0000-1000-8000-00805f9b34fb
    0004=00002902-0000-1000-8000-00805f9b34fb
    0005=2803:0006:02:000102030405060708090A0B0C0D0E0F:00002b2a-0000-1000-8000-00805f9b34fb
    000a=2800:0012:0000180d-0000-1000-8000-00805f9b34fb
    000b=2802:0013:0014:0000180f-0000-1000-8000-00805f9b34fb
    000c=2803:000d:90:00002a37-0000-1000-8000-00805f9b34fb
    000e=0001:00002900-0000-1000-8000-00805f9b34fb
    000f=2803:0010:0a:f0001112-0451-4000-b000-000000000000
    0013=2801:0014:180f
    """

  @Test func infoTellsNameAndType() {
    let known = device(info)
    expect(known.name, equals: "Polar H7 12345678")
    expect(known.address, equals: BluetoothAddress(address, kind: .public))
    expect(known.attributes.isEmpty)
    expect(known.identityKey, equals: 0)
    expect(!known.isHost)
  }

  @Test func theCacheHasTheAttributes() {
    let known = device(info, cache)
    expect(known.name, equals: "Polar H7 12345678")
    expect(device(cache, info).name, equals: "Polar H7")
    // The first octet of the hash is the least significant.
    expect(known.attributes.hash, equals: 0x0F0E_0D0C_0B0A_0908_0706_0504_0302_0100)
    let custom = BluetoothUUID(text: "F0001112-0451-4000-B000-000000000000")
    expect(
      known.attributes.list,
      equals: [
        KnownAttribute(0x01, 0x1801, .service(end: 9, isPrimary: true)),
        KnownAttribute(0x03, 0x2A05, .characteristic(declaration: 2, properties: .indicate)),
        KnownAttribute(0x04, 0x2902, .descriptor),
        KnownAttribute(0x06, 0x2B2A, .characteristic(declaration: 5, properties: .read)),
        KnownAttribute(0x0A, 0x180D, .service(end: 0x12, isPrimary: true)),
        KnownAttribute(0x0B, 0x180F, .include(of: 0x13, end: 0x14)),
        KnownAttribute(
          0x0D, 0x2A37,
          .characteristic(declaration: 0x0C, properties: [.notify, .extendedProperties])),
        KnownAttribute(0x0E, 0x2900, .descriptor),
        KnownAttribute(
          0x10, custom, .characteristic(declaration: 0x0F, properties: [.read, .write])),
        KnownAttribute(0x13, 0x180F, .service(end: 0x14, isPrimary: false)),
      ])
  }

  @Test(arguments: [
    ("public", "", BluetoothAddress.Kind.public), ("static", "", .random), ("random", "", .random),
    ("", "", .unknown), ("Public", "", .unknown),
    ("public", "[IdentityResolvingKey]\nKey=9B7D390AA610103405ADC857A33402EC", .publicIdentity),
    ("static", "[IdentityResolvingKey]\nKey=0x9B7D390AA610103405ADC857A33402EC", .randomIdentity),
    ("", "[IdentityResolvingKey]\nKey=9B7D390AA610103405ADC857A33402EC", .unknown),
    ("static", "[IdentityResolvingKey]\nKey=9B7D390AA610103405ADC857A33402", .random),
    ("static", "[IdentityResolvingKey]\nKey=+B7D390AA610103405ADC857A33402EC", .random),
    ("static", "[LongTermKey]\nKey=9B7D390AA610103405ADC857A33402EC", .random),
  ]) func typesOfAddresses(type: String, key: String, kind: BluetoothAddress.Kind) {
    let known = device("[General]\nAddressType=\(type)\n\(key)")
    expect(known.address?.kind, equals: kind)
    // The Core Specification's sample, Vol 3, Part H, D.7.
    if kind.rawValue & 2 != 0, kind != .unknown {
      expect(known.identityKey, equals: 0xEC02_34A3_57C8_AD05_3410_10A6_0A39_7D9B)
    }
  }

  @Test func theAdaptersOwnAttributes() {
    let known = device(cache, isHost: true)
    expect(known.isHost)
    expect(known.address, equals: BluetoothAddress(address, kind: .public))
    expect(known.attributes.list.count, equals: 10)
  }

  @Test func primaryServicesOnly() {
    let known = device(
      """
      [1]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=1800
      EndGroupHandle=11

      [35]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=F000AA0004514000B000000000000000
      EndGroupHandle=42
      [40]
      UUID=00002803-0000-1000-8000-00805f9b34fb
      Value=020600002A
      [65536]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=1800
      EndGroupHandle=11
      """)
    expect(
      known.attributes.list,
      equals: [
        KnownAttribute(1, 0x1800, .service(end: 11, isPrimary: true)),
        KnownAttribute(
          35, BluetoothUUID(text: "F000AA00-0451-4000-B000-000000000000"),
          .service(end: 42, isPrimary: true)),
      ])
  }

  /// What BlueZ 5.66 has written of the strap of `Captures/scenes`.
  @Test func asBlueZWritesThem() {
    let attributes = """
      [1]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=1800
      EndGroupHandle=11

      [12]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=1801
      EndGroupHandle=15

      [16]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=180D
      EndGroupHandle=21

      [22]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=180A
      EndGroupHandle=36

      [37]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=180F
      EndGroupHandle=39

      [40]
      UUID=00002800-0000-1000-8000-00805f9b34fb
      Value=6217FF49AC7B547EEECF016A06970BA9
      EndGroupHandle=42
      """
    let cache = """
      [General]
      Name=Polar H7 000607

      [Attributes]
      0001=2800:000b:00001800-0000-1000-8000-00805f9b34fb
      0002=2803:0003:02:00002a00-0000-1000-8000-00805f9b34fb
      0004=2803:0005:02:00002a01-0000-1000-8000-00805f9b34fb
      0006=2803:0007:0a:00002a02-0000-1000-8000-00805f9b34fb
      0008=2803:0009:0a:00002a03-0000-1000-8000-00805f9b34fb
      000a=2803:000b:02:00002a04-0000-1000-8000-00805f9b34fb
      000c=2800:000f:00001801-0000-1000-8000-00805f9b34fb
      000d=2803:000e:20:00002a05-0000-1000-8000-00805f9b34fb
      000f=00002902-0000-1000-8000-00805f9b34fb
      0010=2800:0015:0000180d-0000-1000-8000-00805f9b34fb
      0011=2803:0012:10:00002a37-0000-1000-8000-00805f9b34fb
      0013=00002902-0000-1000-8000-00805f9b34fb
      0014=2803:0015:02:00002a38-0000-1000-8000-00805f9b34fb
      0016=2800:0024:0000180a-0000-1000-8000-00805f9b34fb
      0017=2803:0018:02:00002a23-0000-1000-8000-00805f9b34fb
      0019=2803:001a:02:00002a24-0000-1000-8000-00805f9b34fb
      001b=2803:001c:02:00002a25-0000-1000-8000-00805f9b34fb
      001d=2803:001e:02:00002a26-0000-1000-8000-00805f9b34fb
      001f=2803:0020:02:00002a27-0000-1000-8000-00805f9b34fb
      0021=2803:0022:02:00002a28-0000-1000-8000-00805f9b34fb
      0023=2803:0024:02:00002a29-0000-1000-8000-00805f9b34fb
      0025=2800:0027:0000180f-0000-1000-8000-00805f9b34fb
      0026=2803:0027:02:00002a19-0000-1000-8000-00805f9b34fb
      0028=2800:002a:6217ff49-ac7b-547e-eecf-016a06970ba9
      0029=2803:002a:0a:6217ff4a-b07d-5deb-261e-2586752d942e
      """
    func services(_ device: KnownDevice) -> [KnownAttribute] {
      device.attributes.list.filter { if case .service = $0.form { true } else { false } }
    }
    let whole = device(cache, attributes)
    expect(whole.name, equals: "Polar H7 000607")
    expect(whole.attributes.list.count, equals: 25)
    expect(
      whole.attributes.list.filter { $0.form == .descriptor }.map(\.handle), equals: [0x0F, 0x13])
    expect(services(whole).map(\.handle), equals: [1, 0x0C, 0x10, 0x16, 0x25, 0x28])
    // Both say the same of the services.
    expect(services(device(attributes)), equals: services(whole))
    expect(device(attributes).attributes.list.count, equals: 6)
  }

  @Test func theFirstFileThatTellsAttributesCounts() {
    let known = device(
      "[Attributes]\n", "[Attributes]\n0001=2800:0002:180f", "[Attributes]\n0001=2800:0003:180d")
    expect(
      known.attributes.list, equals: [KnownAttribute(1, 0x180F, .service(end: 2, isPrimary: true))])
  }

  @Test func escapedNames() {
    expect(device("[General]\nName=\\sA\\tB\\\\C\\nD\\rE\\xF\\").name, equals: " A\tB\\C\nD\rExF")
    expect(device("[General]\n Name \t=  \u{1B}[31mH7 \r\n").name, equals: "\u{1B}[31mH7")
    expect(device("[General]\nName=\nName[de]=Gurt\nShortName=H").name == nil)
    expect(device("Name=A\n[General\nName=B\n[General]x\nName=C").name, equals: "C")
    expect(device("#Name=A\n[General]\n#Name=B\nName\nName=C=D").name, equals: "C=D")
    let bytes: [UInt8] = Array("[General]\nName=A".utf8) + [0xFF, 0xC3, 0, 0x41]
    expect(KnownDevice(blueZ: 1, files: [bytes]).name, equals: "A\u{FFFD}\u{FFFD}\0A")
  }

  /// What is no attribute is passed over, and the rest is read.
  @Test(arguments: [
    "", "=", "0001", "0001=", "0001=:", "0001=2800", "0001=2800:", "0001=2800:0002",
    "0001=2800:0002:", "0001=2800:0002:zzzz", "0001=2800:00020:180d", "0001=2800:0002:180d:",
    "0001=2800:+002:180d", "10001=2800:0002:180d", "-001=2800:0002:180d", "0000=2800:0002:180d",
    "0001=2802:0002:180d", "0001=2802:0002:x:180d", "0001=2803:0002:180d",
    "0001=2803:0002:100:2a37",
    "0001=2803:0000:02:2a37", "0001=2804:0002:02:2a37", "0001=00002803-0000-1000-8000-00805f9b34fb",
    "0001=2803:x:02:2a37", "[Attributes", "\u{0}\u{1}\u{2}", "xyz=2a37", "=2a37",
  ]) func rubbish(line: String) {
    let known = device("[Attributes]\n\(line)\n[Attributes]\n0005=2902")
    expect(known.attributes.list, equals: [KnownAttribute(5, 0x2902, .descriptor)])
  }

  @Test func itMayBeCutAnywhere() {
    let whole = Array((info + "\n" + cache).utf8)
    var counts: Set<Int> = []
    for length in 0...whole.count {
      let known = KnownDevice(blueZ: address, files: [Array(whole.prefix(length))])
      counts.insert(known.attributes.list.count)
      expect(known.attributes.list.count <= 10)
    }
    expect(counts, equals: Set(0...10))
  }

  @Test func longLinesAndManyOfThem() {
    let long = String(repeating: "A", count: 2000)
    expect(device("[General]\nName=\(long)\nName=B").name, equals: "B")
    let lines = (1...65_535).map { "\(String($0, radix: 16))=2902" }.joined(separator: "\n")
    expect(
      device("[Attributes]\n" + lines).attributes.list.count,
      equals: SessionLimits.attributesPerDatabase)
    expect(
      device("[Attributes]\n" + String(repeating: "\n", count: 70_000) + "1=2902").attributes
        .isEmpty)
  }
}
