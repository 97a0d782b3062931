/// The source of an accelerometer's range.
package enum RangeSource: Sendable {
  /// A value of the device, read in the capture.
  case read
  /// Written by the client, and no read contradicts it.
  case written
  /// Neither was seen: the firmware's default.
  case assumed

  /// In `Program.sources`.
  var index: Int64 {
    switch self {
    case .assumed: 0
    case .read: 1
    case .written: 2
    }
  }
}

/// The range of an accelerometer, plus and minus.
package struct AccelerometerRange: Equatable, Sendable {
  /// In g.
  package var gravities: Int
  package var source: RangeSource

  package init(gravities: Int, source: RangeSource) {
    self.gravities = gravities
    self.source = source
  }
}

extension DeviceState {
  /// The range of AA11 (CC2541, KXTJ9).
  ///
  /// Firmware before 1.5 only has 2 g. Later versions count downwards in AA12: 1 is 8 g, 2 is 4 g,
  /// 3 is 2 g (the firmware's HAL_ACC_RANGE constants; comments in some clients have it reversed).
  package var accelerometerRange: AccelerometerRange {
    if let firmware, firmware < FirmwareRevision(hundredths: 150) {
      return AccelerometerRange(gravities: 2, source: .read)
    }
    guard let accelerometerCode else { return AccelerometerRange(gravities: 8, source: .assumed) }
    let gravities =
      switch accelerometerCode.value {
      case 2: 4
      case 3: 2
      default: 8
      }
    return AccelerometerRange(gravities: gravities, source: accelerometerCode.source)
  }

  /// The range of AA81 (CC2650, MPU9250).
  ///
  /// The firmware may ignore the range bits that a client writes to AA82; its read responses have
  /// the actual ones: a read takes precedence over any write.
  package var movementRange: AccelerometerRange {
    if let movementRead {
      return AccelerometerRange(gravities: 2 << Int(movementRead), source: .read)
    }
    if let movementWritten {
      return AccelerometerRange(gravities: 2 << Int(movementWritten), source: .written)
    }
    return AccelerometerRange(gravities: 8, source: .assumed)
  }
}
