import ATTDissector

/// The data lengths in use, in octets and microseconds.
package struct EffectiveLength: Equatable {
  package var centralOctets: UInt16 = 27
  package var centralTime: UInt16 = 328
  package var peripheralOctets: UInt16 = 27
  package var peripheralTime: UInt16 = 328

  /// What the host's controller sends (as `central`) and receives (as `peripheral`), whatever its role.
  init(_ event: LEDataLengthChange) {
    centralOctets = event.maxTxOctets
    centralTime = event.maxTxTime
    peripheralOctets = event.maxRxOctets
    peripheralTime = event.maxRxTime
  }

  package init() {}

  /// The result for both sides: the smaller of what one sends and the other accepts.
  init(central: LengthPDU, peripheral: LengthPDU) {
    centralOctets = min(central.maxTxOctets, peripheral.maxRxOctets)
    centralTime = min(central.maxTxTime, peripheral.maxRxTime)
    peripheralOctets = min(peripheral.maxTxOctets, central.maxRxOctets)
    peripheralTime = min(peripheral.maxTxTime, central.maxRxTime)
  }
}
