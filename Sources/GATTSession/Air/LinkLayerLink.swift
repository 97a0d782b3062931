import ATTDissector
import BTSnoop
import Bytes

/// The link-layer state of a connection, in addition to what all captures show.
///
/// Inside the session the central takes the place of the recording host, and the peripheral that of its peer.
package final class LinkLayerLink {
  package let accessAddress: UInt32
  /// The initiator of the connection; `nil` where its start is not in the capture.
  package var central: Peer? { firstCentral?.current }
  private let firstCentral: Peer?
  /// The central's address on the air.
  var centralAddress: BluetoothAddress? { request?.initiator }
  /// CRCInit; `nil` where the start is not in the capture.
  var crcStart: UInt32? { request?.crcStart }
  /// The request that opened it, where that was heard.
  let request: ConnectIndication?
  /// The last record of the connection.
  package internal(set) var lastFrame: UInt64 = 0

  package internal(set) var opening = LinkOpening()
  package internal(set) var timing = AirTiming()
  package internal(set) var encryption = AirEncryption()
  package internal(set) var procedures = AirProcedures()
  package internal(set) var flows = AirFlows()
  package internal(set) var ending = AirEnding()

  init(accessAddress: UInt32, request: ConnectIndication? = nil, central: Peer? = nil) {
    self.accessAddress = accessAddress
    self.request = request
    self.firstCentral = central
  }

  /// How many of 100 events are in the capture; `nil` where that is unknown.
  package var eventsPercent: Int? {
    let all = timing.events + timing.missingEvents
    return flows.hasEmptyPDUs && all >= 20 && !timing.timesFail ? timing.events * 100 / all : nil
  }

  /// What explains a change that no PDU announced.
  package static func unheardUpdate(isHidden: Bool) -> StaticString {
    isHidden ? "an update was encrypted, or not heard" : "an update was not heard"
  }
}
