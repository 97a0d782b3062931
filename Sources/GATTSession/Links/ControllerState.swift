import ATTDissector
import BTSnoop

/// What is in progress on a controller of the recording host.
package struct ControllerState {
  package internal(set) var scanning = HostScanning()
  package internal(set) var advertising = HostAdvertising()
  package internal(set) var attempts = ConnectionAttempts()
  var connectionCommands = ConnectionCommands()
  var commands = CommandClock()
  /// Trains of periodic advertising that the controller follows, by sync handle.
  var syncs: [UInt16: PeriodicSync] = [:]
  /// The syncs that the host is about to end.
  var askedSyncEnd = CommandsInFlight<UInt16>()
  /// Isochronous streams by connection handle.
  var streams: [UInt16: IsochronousStream] = [:]
  /// The streams that the host does not want, and why.
  var askedRejection = CommandsInFlight<(stream: UInt16, reason: HCIStatus)>()
  /// How many packets of the host the controller takes at a time; `nil` where no record says so.
  var bufferCount: Int?
  /// When the host last said which channels are to be used.
  var mappedChannels: (frame: UInt64, time: CaptureTime)?
  /// Its last Hardware Error since it was reset.
  var failure: (frame: UInt64, time: CaptureTime)?
  /// Its host has given it a random address since its reset.
  var hasRandomAddress = false
  /// It has no connection from before the capture.
  private(set) var wasReset = false

  /// Whether a connection may be about to begin.
  var mayConnect: Bool { attempts.current != nil || advertising.isOn }

  /// The recorder lost packets: answers to commands may be among them.
  mutating func noteLosses() {
    scanning.noteLosses()
    advertising.noteLosses()
    attempts.noteLosses()
    askedSyncEnd.noteLosses()
    askedRejection.noteLosses()
  }

  /// What a reset ends.
  mutating func reset() {
    wasReset = true
    hasRandomAddress = false
    failure = nil
    mappedChannels = nil
    scanning.reset()
    advertising.reset()
    attempts.reset()
    connectionCommands.reset()
    commands.restart()
    syncs.removeAll()
    streams.removeAll()
    (askedSyncEnd, askedRejection) = (CommandsInFlight(), CommandsInFlight())
  }

  /// What stands in the way of changing how a controller scans, or advertises without sets, that it disallows.
  func obstacle(_ status: HCIStatus, toParametersOf opcode: HCIOpcode) -> CommandObstacle? {
    guard status == .commandDisallowed else { return nil }
    switch opcode {
    case .leSetScanParameters, .leSetExtendedScanParameters:
      if scanning.isOn == true { return .busy("scans", frame: scanning.began) }
      return attempts.current.map { .attempt($0.target.peer, frame: $0.frame) }
    case .leSetAdvertisingParameters where advertising.legacy.isEnabled == true:
      return advertising.legacy.began.map { .busy("advertises", frame: $0.frame) }
    default: return nil
    }
  }

  /// What stands in the way of scanning or advertising that was refused as Invalid HCI Command Parameters.
  func obstacle(_ status: HCIStatus, usesRandomAddress: Bool?) -> CommandObstacle? {
    status.rawValue == 0x12 && usesRandomAddress == true && wasReset && !hasRandomAddress
      ? .noRandomAddress : nil
  }
}

/// A train of periodic advertising that the controller follows.
struct PeriodicSync {
  /// The advertiser; `nil` where the sync was established before the capture.
  var advertiser: BluetoothAddress?
  var set: UInt8?
  /// Hash of the last data, where the advertiser is unknown.
  var lastReport: UInt64 = 0
  /// Incomplete data: more is to come.
  var data: [UInt8] = []
  /// Too long, or its start was not received.
  var isCut = false
  var information: BIGInfoReport?
}

/// One isochronous stream.
struct IsochronousStream {
  /// The connection of a connected stream; `nil` for a broadcast stream.
  var connection: Connection?
  /// BIG handle of a broadcast stream.
  var group: UInt8?
}
