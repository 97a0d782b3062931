import ATTDissector
import BTSnoop
import GATTSession

/// What is counted of connections, characteristics and devices, with their durations; a limited
/// number of each.
struct Tallies: ~Copyable {
  /// Characteristics of all connections.
  static let characteristicLimit = 16_384

  var spool = DurationSpool()
  /// The times of the first and the last event, where some records are selected.
  private(set) var span: (first: CaptureTime, last: CaptureTime)?

  mutating func reach(_ time: CaptureTime) {
    guard let known = span else { return span = (time, time) }
    span = (min(known.first, time), max(known.last, time))
  }

  /// The last advertisement of any device.
  var lastAdvertisement: (frame: UInt64, time: CaptureTime)?

  /// Tells the connections whose device was not heard again until when others were.
  /// - scanStart: when the scan began that still goes on: a controller may report each device once.
  func noteUnheard(scanStart: CaptureTime?) {
    guard let last = lastAdvertisement else { return }
    for device in devices {
      for tally in device.silent {
        guard let end = tally.connection.endTime, end < last.time else { continue }
        if let scanStart, scanStart < end, let heard = device.heard?.last, heard >= scanStart {
          continue
        }
        tally.afterEnd.othersHeard = last
      }
    }
  }

  private(set) var connections: [Int: ConnectionTally] = [:]
  private(set) var characteristics: [CharacteristicTally.Key: CharacteristicTally] = [:]
  /// The characteristics that a server has replaced by others with the same handles.
  private(set) var replaced: [CharacteristicTally] = []
  private var byAddress: [UInt64: DeviceTally] = [:]
  /// In the order of first sight.
  private(set) var devices: [DeviceTally] = []
  /// Attempts to connect that made no connection, and how many more there were.
  private(set) var attempts: [FailedAttempt] = []
  private(set) var attemptsLeftOut = 0
  private static let attemptLimit = 200

  mutating func failed(_ attempt: FailedAttempt) {
    if attempts.count < Self.attemptLimit { attempts.append(attempt) } else { attemptsLeftOut += 1 }
  }

  /// What no longer had a place.
  private(set) var leftOut = 0
  private var lastConnection: ConnectionTally?
  private var lastCharacteristic: CharacteristicTally?
  private var lastDevice: (key: UInt64, tally: DeviceTally)?

  /// - isEvent: what has no place is counted.
  mutating func connection(_ connection: Connection, isEvent: Bool = true) -> ConnectionTally? {
    if let lastConnection, lastConnection.connection === connection { return lastConnection }
    if let known = connections[connection.ordinal] {
      lastConnection = known
      return known
    }
    guard connections.count < SessionLimits.connections else {
      if isEvent { leftOut += 1 }
      return nil
    }
    let tally = ConnectionTally(connection, stream: spool.makeStream())
    connections[connection.ordinal] = tally
    lastConnection = tally
    return tally
  }

  mutating func characteristic(
    of attribute: Attribute, isLocal: Bool, on connection: Connection
  ) -> CharacteristicTally? {
    let owner = attribute.isClientConfiguration ? attribute.characteristic : attribute
    guard let owner else { return nil }
    let key = CharacteristicTally.Key(
      connection: connection.ordinal, handle: owner.handle, isLocal: isLocal)
    if let lastCharacteristic, lastCharacteristic.key == key,
      !lastCharacteristic.isReplaced(by: owner)
    {
      return lastCharacteristic
    }
    let known = characteristics[key]
    if let known, !known.isReplaced(by: owner) {
      lastCharacteristic = known
      return known
    }
    guard characteristics.count + replaced.count < Self.characteristicLimit else {
      leftOut += 1
      return nil
    }
    if let known { replaced.append(known) }
    let tally = CharacteristicTally(
      key, connection, answers: spool.makeStream(), periods: spool.makeStream(),
      turn: known.map { $0.turn + 1 } ?? 0)
    characteristics[key] = tally
    lastCharacteristic = tally
    return tally
  }

  /// Gives what was written to a configuration before it was known as one to its characteristic.
  /// - counts: whether an attribute is counted.
  mutating func nameConfigurations(_ counts: (Attribute?) -> Bool) {
    lastCharacteristic = nil
    for (key, tally) in characteristics where !tally.early.isEmpty && tally.pushed == 0 {
      guard let attribute = tally.attribute?.current, attribute.isClientConfiguration,
        let owner = attribute.characteristic, owner.handle != key.handle
      else { continue }
      characteristics[key] = nil
      guard counts(owner) || counts(attribute) else { continue }
      guard
        let configured = characteristic(
          of: attribute, isLocal: key.isLocal, on: tally.connection)
      else { continue }
      if configured.attribute == nil { configured.name(attribute) }
      configured.subscribing.wasConfigured(tally.early)
      if configured.subscribed == nil,
        let asked = tally.early.last(where: { !$0.isAnswered && $0.bits != 0 })
      {
        configured.askedFrame = asked.evidence.frame
      }
    }
  }

  /// What was written to an attribute that nothing names has the form of a configuration, was accepted, and lies
  /// behind the value that came from then on: probably its Client Characteristic Configuration. Only where no other
  /// value of the connection may be meant.
  mutating func deduceConfigurations() {
    lastCharacteristic = nil
    for (key, tally) in characteristics where !tally.early.isEmpty && tally.pushed == 0 {
      guard tally.attribute?.current.uuid == nil, key.handle > 0 else { continue }
      // The value lies before its configuration, with another descriptor between them at most.
      var before: CharacteristicTally?
      for distance: UInt16 in 1...2 where before == nil && key.handle > distance {
        let place = CharacteristicTally.Key(
          connection: key.connection, handle: key.handle - distance, isLocal: key.isLocal)
        before = characteristics[place]
      }
      guard let before, before.pushed > 0, before.subscribed == nil, before.askedFrame == 0,
        let first = before.firstPushed,
        let on = tally.early.first(where: { $0.isAnswered && $0.bits != 0 }),
        !(first.time < on.since),
        on.bits & 1 != 0 && before.notifications > 0 || on.bits & 2 != 0 && before.indications > 0
      else { continue }
      characteristics[key] = nil
      before.subscribing.wasConfigured(tally.early)
      before.isDeduced = true
    }
  }

  /// - isEvent: what has no place is counted.
  mutating func device(at address: BluetoothAddress, isEvent: Bool = true) -> DeviceTally? {
    // Whether an address is an identity may be learned later.
    let key = address.deviceKey
    if let lastDevice, lastDevice.key == key { return lastDevice.tally }
    if let known = byAddress[key] {
      lastDevice = (key, known)
      return known
    }
    guard devices.count < SessionLimits.devices else {
      if isEvent { leftOut += 1 }
      return nil
    }
    let tally = DeviceTally(address, intervals: spool.makeStream())
    byAddress[key] = tally
    lastDevice = (key, tally)
    devices.append(tally)
    return tally
  }
}
