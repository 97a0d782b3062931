import ATTDissector
import BTSnoop
import Bytes

/// What speaks for and against the end of a link that no readable PDU shows.
package struct AirEnding {
  /// The PDU that may have ended the connection, if neither side has sent anything new since.
  private(set) var termination: TerminationPDU?
  package var farewellFrame: UInt64? { termination?.frame }
  /// The peripheral has advertised as connectable since it was last heard here.
  private var isAdvertised = false
  /// The peripheral advertises as connectable while it is connected.
  private(set) var advertisesMeanwhile = false
  /// It went on after a silence as long as its supervision timeout: in this capture, that ends nothing.
  private(set) var outlastsSilence = false
  /// Nothing but later records showed the end of the connection: it may go on.
  private(set) var isInferred = false

  /// A new PDU: with content it may be the last, and ends nothing that came before it.
  mutating func take(
    _ header: DataChannelPDUHeader, access: DataAccess, from side: Side, at record: CaptureRecord
  ) {
    guard header.length > 0 else { return }
    termination = nil
    // Opcode, error code and MIC. Besides LL_TERMINATE_IND there are LL_UNKNOWN_RSP, LL_REJECT_IND
    // and others of that length.
    guard case .unreadable = access, header.content == .control,
      header.length == 2 + DataChannelPDUHeader.micSize
    else { return }
    termination = TerminationPDU(frame: record.frame, time: record.time, side: side)
  }

  /// The peripheral advertises as connectable.
  mutating func advertise() { isAdvertised = true }

  /// A packet of the peripheral.
  mutating func hearPeripheral() { if isAdvertised { advertisesMeanwhile = true } }

  /// Only a later record shows the end.
  mutating func infer() { isInferred = true }

  /// It has not ended.
  /// - wasAdvertised: its peripheral advertised: that had shown the end.
  /// - isLate: after a silence of its supervision timeout.
  mutating func goOn(wasAdvertised: Bool, isLate: Bool) {
    if wasAdvertised { advertisesMeanwhile = true }
    if isLate { outlastsSilence = true }
    isInferred = false
    termination = nil
    isAdvertised = false
  }
}

/// An encrypted PDU of the length of LL_TERMINATE_IND.
struct TerminationPDU {
  let frame: UInt64
  let time: CaptureTime
  let side: Side
}
