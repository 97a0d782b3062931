import ATTDissector
import Bytes

/// How a value came into the capture.
@usableFromInline
package enum ValueKind: UInt8, Sendable {
  case read, written, notified, indicated

  /// Avoids the witness-table call of a synthesized `==` across modules.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// What decoders need to know about a peer from earlier traffic, and its source.
///
/// Plain values; only what declarations ask for is counted by reference.
package struct DeviceState: Equatable, Sendable {
  /// The two SensorTags, whose values share UUIDs but differ in meaning.
  package enum Generation: Sendable {
    case unknown, cc2541, cc2650
  }

  /// The evidence for a generation, the weakest first.
  enum GenerationEvidence: UInt8, Comparable, Sendable {
    case none, advertisement, valueLength, modelNumber, service

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  package internal(set) var generation: Generation = .unknown
  var generationEvidence: GenerationEvidence = .none
  /// The Firmware Revision String (2A26), if it starts with a number.
  package internal(set) var firmware: FirmwareRevision?
  /// The last range code in AA12 (1 to 3), read or written, whichever came later.
  var accelerometerCode: (value: UInt8, source: RangeSource)?
  /// The range in AA82, as last read and as last written.
  var movementRead: UInt8?
  var movementWritten: UInt8?
  /// The coefficients read from AA43.
  package internal(set) var barometerCalibration: BarometerCalibration?
  /// The last mode in AA66.
  var ioMode: UInt8?
  /// Which of the published calibration factors of the TMP006 to use.
  package var thermopileFactor: ThermopileFactor = .application

  /// What declarations ask for.
  package var declared = DeclaredStates()

  package init() {}

  package static func == (a: DeviceState, b: DeviceState) -> Bool {
    a.generation == b.generation && a.generationEvidence == b.generationEvidence
      && a.firmware == b.firmware && a.accelerometerCode?.value == b.accelerometerCode?.value
      && a.accelerometerCode?.source == b.accelerometerCode?.source
      && a.movementRead == b.movementRead && a.movementWritten == b.movementWritten
      && a.barometerCalibration == b.barometerCalibration && a.ioMode == b.ioMode
      && a.thermopileFactor == b.thermopileFactor && a.declared == b.declared
  }

  /// The peer has a service.
  package mutating func observe(service: BluetoothUUID) {
    switch service.sensorTagNumber {
    case 0xAA10, 0xAA30, 0xAA50, 0xAA60: learn(.cc2541, evidence: .service)
    case 0xAA64, 0xAA70, 0xAA80: learn(.cc2650, evidence: .service)
    default: break
    }
  }

  /// A service UUID in the peer's advertisements.
  package mutating func observe(advertisedService: BluetoothUUID) {
    if advertisedService.short == 0xAA80 || advertisedService.sensorTagNumber == 0xAA80 {
      learn(.cc2650, evidence: .advertisement)
    }
  }

  /// The peer's name, advertised or read.
  package mutating func observe(name: RawSpan) {
    if name.isText("SensorTag") || name.isText("TI BLE Sensor Tag") {
      learn(.cc2541, evidence: .advertisement)
    } else if name.isText("CC2650 SensorTag") || name.isText("SensorTag 2.0") {
      learn(.cc2650, evidence: .advertisement)
    }
  }

  /// Whether such values never carry anything to learn.
  package static func ignores(_ characteristic: BluetoothUUID, kind: ValueKind) -> Bool {
    kind != .read && characteristic.short != nil
  }

  /// A value of one of the peer's characteristics. Call it for a write only once the server has
  /// accepted it, and never for a value that the capture has cut.
  package mutating func observe(
    characteristic: BluetoothUUID, value: RawSpan, kind: ValueKind
  ) {
    if let short = characteristic.short {
      guard kind == .read else { return }
      switch short {
      case 0x2A00: observe(name: value)
      case 0x2A24: if value.isText("CC2650 SensorTag") { learn(.cc2650, evidence: .modelNumber) }
      case 0x2A26: firmware = FirmwareRevision(text: value) ?? firmware
      default: break
      }
    } else if let number = characteristic.sensorTagNumber {
      observe(sensorTag: number, value: value, kind: kind)
    }
  }

  private mutating func observe(sensorTag number: UInt16, value: RawSpan, kind: ValueKind) {
    let count = value.byteCount
    let isConfiguration = kind == .read || kind == .written
    switch number {
    case 0xAA12:
      guard isConfiguration, count == 1, 1...3 ~= value.uint8(at: 0) else { return }
      accelerometerCode = (value.uint8(at: 0), kind == .read ? .read : .written)
    case 0xAA41 where kind != .written && count == 6: learn(.cc2650, evidence: .valueLength)
    case 0xAA43:
      guard kind == .read, let calibration = BarometerCalibration(value) else { return }
      learn(.cc2541, evidence: .valueLength)
      if !calibration.isBlank { barometerCalibration = calibration }
    case 0xAA66:
      guard isConfiguration, count == 1 else { return }
      ioMode = value.uint8(at: 0)
    case 0xAA81 where kind != .written && count == 18: learn(.cc2650, evidence: .valueLength)
    case 0xAA82:
      guard isConfiguration, count == 2 else { return }
      let code = value.uint8(at: 1) & 0b11
      if kind == .read { movementRead = code } else { movementWritten = code }
    default: break
    }
  }

  /// Adds what was learned later about the same peer, at another address.
  package mutating func merge(_ later: DeviceState) {
    learn(later.generation, evidence: later.generationEvidence)
    firmware = later.firmware ?? firmware
    accelerometerCode = later.accelerometerCode ?? accelerometerCode
    movementRead = later.movementRead ?? movementRead
    movementWritten = later.movementWritten ?? movementWritten
    barometerCalibration = later.barometerCalibration ?? barometerCalibration
    ioMode = later.ioMode ?? ioMode
    declared.merge(later.declared)
  }

  private mutating func learn(_ generation: Generation, evidence: GenerationEvidence) {
    guard evidence >= generationEvidence else { return }
    self.generation = generation
    generationEvidence = evidence
  }
}

/// The leading number of a firmware revision string: `1.5 (Oct 23 2013)` is 1.50.
package struct FirmwareRevision: Comparable, Sendable {
  /// The revision as a decimal number times 100, since the vendor counts 1.01, 1.12, 1.20.
  package let hundredths: Int

  package init(hundredths: Int) { self.hundredths = hundredths }

  init?(text: RawSpan) {
    var cursor = ByteCursor(text)
    var whole: Int?
    var fraction = 0
    var scale = 0
    while let byte = try? cursor.uint8() {
      switch byte {
      case 0x30...0x39:
        let digit = Int(byte - 0x30)
        if scale == 0 {
          whole = (whole ?? 0) * 10 + digit
          if whole ?? 0 > 1000 { return nil }
        } else {
          fraction += digit * scale / 10
          scale = max(scale / 10, 1)
        }
      case 0x2E where whole != nil && scale == 0: scale = 100
      default:
        guard let whole else { return nil }
        self.init(hundredths: whole * 100 + fraction)
        return
      }
    }
    guard let whole else { return nil }
    self.init(hundredths: whole * 100 + fraction)
  }

  package static func < (a: Self, b: Self) -> Bool { a.hundredths < b.hundredths }
}

extension RawSpan {
  /// Whether the bytes equal the literal, except for trailing NULs.
  func isText(_ literal: StaticString) -> Bool {
    var count = byteCount
    while count > 0, uint8(at: count - 1) == 0 { count -= 1 }
    return clamped(0, count: count).equals(literal.rawBytes)
  }
}
