import ATTDissector
import BTSnoop
import Bytes

/// The procedures of a link that are open, who waits for what, and what the sides have agreed on.
package struct AirProcedures {
  /// The last procedure that each side began, and that the other side has not answered.
  private var open: PerSide<AirProcedure?> = PerSide(both: nil)
  /// The last control PDU without an instant.
  package private(set) var last: LastControlPDU?
  /// That of an LL_CONNECTION_PARAM_REQ, until it is answered.
  var parameterRequest: PendingParameterRequest?
  /// The isochronous stream that the central has asked for.
  var streamRequest: CISReq?
  private var lengths: PerSide<LengthPDU?> = PerSide(both: nil)
  private var effectiveLength = EffectiveLength()
  /// LL_VERSION_IND of each side.
  package private(set) var versions: PerSide<VersionInd?> = PerSide(both: nil)
  /// The frame of each side's first version.
  private var versionFrames: PerSide<UInt64> = PerSide(both: 0)

  /// What a side refuses.
  enum Refusal: Equatable {
    case parameters
    case encryption
    /// Another procedure; `nil` where that is not known.
    case other(ControlOpcode?)
  }

  /// A control PDU comes: it may begin a procedure.
  /// - mark: what was heard so far.
  mutating func begin(
    _ opcode: ControlOpcode, by side: Side, heard mark: HearingMark, at record: CaptureRecord
  ) {
    last = LastControlPDU(opcode, by: side, at: record)
    if opcode.beginsProcedure {
      open[side] = AirProcedure(opcode, by: side, heard: mark, at: record)
    }
  }

  /// A control PDU has been read to its end: whatever else the other side says answers a procedure.
  mutating func end(
    _ opcode: ControlOpcode, by side: Side, heard mark: HearingMark, at record: CaptureRecord
  ) {
    if !opcode.beginsProcedure { open[side.other] = nil }
    // Only the peripheral's host knows whether it has the key: its controller has answered.
    if opcode == .encRsp {
      open[side.other] = AirProcedure(
        .encRsp, by: side.other, owed: "LL_START_ENC_REQ", heard: mark, at: record)
    }
  }

  /// The older one of the procedures that wait for an answer, of those that pass a test.
  func oldest(where passes: (AirProcedure) -> Bool) -> AirProcedure? {
    [open.host, open.peer].compactMap(\.self).filter(passes).min { $0.frame < $1.frame }
  }

  /// LL_VERSION_IND. A device has one version: where another one comes from the same side, the sniffer is wrong about
  /// the sender.
  /// - Returns: the frame of the side's first one, if it sends the same again.
  mutating func take(_ version: VersionInd, from side: Side, frame: UInt64) -> UInt64? {
    guard let first = versions[side] else {
      versions[side] = version
      versionFrames[side] = frame
      return nil
    }
    return first == version ? versionFrames[side] : nil
  }

  /// LL_LENGTH_REQ or LL_LENGTH_RSP.
  /// - Returns: the lengths from now on, if a response changes them.
  mutating func take(
    _ length: LengthPDU, from side: Side, isResponse: Bool
  ) -> EffectiveLength? {
    lengths[side] = length
    guard isResponse, let central = lengths[.central], let peripheral = lengths[.peripheral]
    else { return nil }
    let agreed = EffectiveLength(central: central, peripheral: peripheral)
    guard agreed != effectiveLength else { return nil }
    effectiveLength = agreed
    return agreed
  }

  /// The request for parameters that is answered, or refused.
  mutating func takeParameterRequest() -> PendingParameterRequest? {
    defer { parameterRequest = nil }
    return parameterRequest
  }

  /// LL_UNKNOWN_RSP.
  /// - Returns: whether it answers the request for parameters.
  func isAboutParameters(_ unknown: ControlOpcode) -> Bool {
    unknown == .connectionParamReq && parameterRequest != nil
  }

  /// LL_REJECT_IND, which does not say what it refuses, or LL_REJECT_EXT_IND.
  /// - isStarting: encryption may be starting.
  func refusal(
    _ reject: RejectInd, by side: Side, isStarting: Bool, heard mark: HearingMark
  ) -> Refusal {
    // Otherwise it may be of any procedure of a peer that knows no LL_REJECT_EXT_IND.
    if reject.opcode == .connectionParamReq
      || (reject.opcode == nil && parameterRequest != nil && !isStarting)
    {
      return .parameters
    }
    if isStarting, reject.opcode == nil || reject.opcode == .encReq { return .encryption }
    // What the other side began last, if nothing was missed since.
    let begun = open[side.other].flatMap { $0.mark.losses == mark.losses ? $0.opcode : nil }
    return .other(reject.opcode ?? begun)
  }
}

extension ControlOpcode {
  /// Whether the other side answers it.
  fileprivate var beginsProcedure: Bool {
    switch rawValue {
    // Those whose names end with REQ, besides LL_PAUSE_ENC_REQ.
    case 0x03, 0x08, 0x0E, 0x0F, 0x12, 0x14, 0x16, 0x1A, 0x1D, 0x1F, 0x23, 0x26, 0x2B, 0x2E, 0x30,
      0x32, 0x35, 0x36, 0x39, 0x3B:
      true
    default: false
    }
  }
}
