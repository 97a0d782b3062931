import ATTDissector
import BTSnoop
import Bytes

/// What the link layer shows of a connection, beside what all captures show.
///
/// Inside the session the central stands in the place of the recording host: side 0 is the central's,
/// side 1 the peripheral's.
package final class LinkLayerLink {
  package let accessAddress: UInt32
  /// Who opened the connection; `nil` where its beginning is not in the capture.
  package var central: Peer? { firstCentral?.current }
  private let firstCentral: Peer?
  /// The address that the central has on the air.
  var centralAddress: BluetoothAddress?
  /// CRCInit; `nil` where the beginning is not in the capture.
  let crcStart: UInt32?

  /// Where the connection stands with encryption.
  enum Encryption {
    case off
    /// LL_ENC_REQ was seen, LL_ENC_RSP not yet.
    case requested
    /// LL_ENC_RSP was seen: what follows in the clear is LL_START_ENC_REQ alone.
    case answered
    case on
  }

  var encryption = Encryption.off
  /// The event of the encryption has been told.
  var isEncryptionTold = false
  /// Decrypted packets still have their MIC.
  var keepsMIC = false

  var timing = LinkTiming()
  var flows: [2 of LinkFlow] = [LinkFlow(), LinkFlow()]

  /// Waits for its instant.
  var update: ConnectionUpdateInd?
  var phyUpdate: PHYUpdateInd?
  /// One of LL_CONNECTION_PARAM_REQ, until it is answered.
  var parameterRequest: PendingParameterRequest?
  var lengths: [2 of LengthPDU?] = [nil, nil]
  var effectiveLength = EffectiveLength()

  /// The requests of central and peripheral that were answered last: an answer may be sent again.
  var answered: [2 of PendingRequest?] = [nil, nil]

  /// LL_VERSION_IND of central and peripheral.
  package internal(set) var versions: [2 of VersionInd?] = [nil, nil]
  /// Packets with payload that were sent again.
  package internal(set) var retransmissions = 0
  /// Packets of the connection whose CRC is bad.
  package internal(set) var damaged = 0

  init(accessAddress: UInt32, central: Peer?, crcStart: UInt32?) {
    self.accessAddress = accessAddress
    self.firstCentral = central
    self.crcStart = crcStart
  }
}

/// What one side sends, for telling new packets from repeated ones.
struct LinkFlow {
  /// Sequence number of the last packet with a good CRC; `nil` before the first.
  var sequenceNumber: Bool?
  /// A hash of its content; `nil` where the next one is not to be compared with it.
  var content: UInt64?
  /// The other side has acknowledged it, and later asked for that sequence number again: what comes
  /// under it is new.
  var isOutdated = false
  var isAcknowledged = false
  /// Connection events were missed since: what comes next is new, most likely.
  var isBehindGap = false

  /// Notes a packet of the other side.
  mutating func acknowledge(_ next: Bool) {
    guard let sequenceNumber else { return }
    if next != sequenceNumber {
      isAcknowledged = true
    } else if isAcknowledged {
      isOutdated = true
    }
  }

  /// Notes a packet of this side.
  /// - Returns: whether it is the last one again, and whether one between the two is missing.
  mutating func take(
    _ number: Bool, content hash: UInt64
  ) -> (isRepeated: Bool, isBehindLoss: Bool) {
    defer { isBehindGap = false }
    let isSame = number == sequenceNumber
    let isRepeated = isSame && hash == content && !isOutdated && !isBehindGap
    let isBehindLoss = isSame && !isRepeated
    sequenceNumber = number
    content = hash
    if !isRepeated {
      isOutdated = false
      isAcknowledged = false
    }
    return (isRepeated, isBehindLoss)
  }

  /// Notes a packet whose content is damaged: its header is most likely right.
  mutating func takeDamaged(_ number: Bool) {
    if number != sequenceNumber { content = nil }
  }
}

/// The data lengths in force, in octets and microseconds.
struct EffectiveLength: Equatable {
  var centralOctets: UInt16 = 27
  var centralTime: UInt16 = 328
  var peripheralOctets: UInt16 = 27
  var peripheralTime: UInt16 = 328

  /// What the host's controller sends and receives, where nobody knows its role.
  init(_ event: LEDataLengthChange) {
    centralOctets = event.maxTxOctets
    centralTime = event.maxTxTime
    peripheralOctets = event.maxRxOctets
    peripheralTime = event.maxRxTime
  }

  init() {}

  /// What the two sides agree on: the smaller of what one sends and the other takes.
  init(central: LengthPDU, peripheral: LengthPDU) {
    centralOctets = min(central.maxTxOctets, peripheral.maxRxOctets)
    centralTime = min(central.maxTxTime, peripheral.maxRxTime)
    peripheralOctets = min(peripheral.maxTxOctets, central.maxRxOctets)
    peripheralTime = min(peripheral.maxTxTime, central.maxRxTime)
  }
}
