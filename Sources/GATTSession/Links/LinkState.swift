import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// What is known of a link besides what it carries: its parameters, requests for others, and procedures of the link
/// layer that this host has begun. Events, signals and commands in, what they mean out.
package struct LinkState {
  /// Connection intervals in order; the last one is in use, unless an update was not heard.
  package private(set) var intervals: [ConnectionInterval] = []
  package private(set) var latencies: [UInt16] = []
  /// Units of 10 ms.
  package private(set) var timeouts: [UInt16] = []
  /// The subrate factors other than the first, which is 1.
  package private(set) var subrates: [UInt16] = []
  /// The PHYs on which the recording host's controller sends and receives.
  private(set) var phys: PerSide<RadioPHY> = PerSide(both: .le1M)
  /// What the other side says of its version, company and subversion.
  package internal(set) var version: ReadRemoteVersionComplete?
  /// How long answers take since it has its parameters, where those are known.
  private var waits: LinkWaits?
  /// The last request for parameters that was not refused, until the link takes some.
  @Rare private var granted: GrantedParameters?
  /// A request on the signalling channel that has no answer yet.
  private var request: PendingParameterRequest?
  /// One that the controller has asked this host about.
  private var controllerRequest: PendingParameterRequest?
  /// The last of its controller's requests for parameters that this host did not answer.
  @Rare private(set) var unansweredController: (frame: UInt64, time: CaptureTime)?
  /// Procedures that have not ended; after the end of the connection, those that may be why.
  package private(set) var procedures = LinkProcedures()
  /// The update of its parameters that this host had asked for, and that the present event ends.
  @Rare private var endedUpdate: LinkProcedure?

  // MARK: Parameters

  /// The latency in use, in connection events.
  package var latency: UInt16 { latencies.last ?? 0 }
  /// The supervision timeout in use, in units of 10 ms.
  package var timeout: UInt16 { timeouts.last ?? 0 }
  /// Subrate factor: the devices use every n-th connection event.
  package var subrate: UInt16 { subrates.last ?? 1 }
  /// The subrate factor after an update: another interval ends subrating (Vol 6, Part B, 5.1.1).
  func subrate(withInterval interval: ConnectionInterval) -> UInt16 {
    interval == intervals.last ? subrate : 1
  }

  /// Its Connection Complete comes after its first data: what was guessed is void.
  mutating func begin() { intervals = [] }

  /// The link has other parameters now.
  /// - Returns: waits for answers that the parameters before have made long.
  mutating func take(_ terms: LinkTerms, frame: UInt64, at time: CaptureTime) -> LongWaits? {
    let long = longWaits
    intervals.remember(terms.interval)
    latencies.remember(terms.latency)
    timeouts.remember(terms.timeout)
    if terms.subrate != subrate { subrates.remember(terms.subrate) }
    let asked = granted.flatMap { $0.parameters.have(terms.interval) ? $0 : nil }
    if granted != nil { granted = nil }
    waits = LinkWaits(
      frame: frame, time: time, asked: asked.map { (isHost: $0.isHost, frame: $0.frame) })
    return long
  }

  /// What one side's PHY is, by its number in HCI.
  mutating func take(phy: UInt8, of side: Side) {
    if let phy = RadioPHY(rawValue: phy &- 1) { phys[side] = phy }
  }

  // MARK: Waits

  /// Counts the time that an answer took.
  mutating func wait(_ nanoseconds: Int64) { waits?.waited &+= max(0, nanoseconds) }

  /// The connection ends, or the capture.
  mutating func endWaits() -> LongWaits? {
    defer { waits = nil }
    return longWaits
  }

  /// A long interval makes each request long.
  private var longWaits: LongWaits? {
    guard let waits, waits.waited > LongWaits.least, let interval = intervals.last else {
      return nil
    }
    let spacing = interval.milliseconds * Double(subrate)
    return spacing >= 100 ? LongWaits(waits: waits, spacing: spacing) : nil
  }

  // MARK: Requests for parameters

  /// The peripheral asks on the signalling channel.
  /// - new: `nil` where the capture has only a part of it.
  /// - Returns: the request before, which will not be answered.
  mutating func ask(_ new: PendingParameterRequest?) -> PendingParameterRequest? {
    defer { request = new }
    return request
  }

  /// The controller asks this host.
  /// - Returns: the request before, which will not be answered.
  mutating func askHost(_ new: PendingParameterRequest) -> PendingParameterRequest? {
    defer { controllerRequest = new }
    return giveUpControllerRequest()
  }

  /// The request that an answer on the signalling channel is to: each side numbers its own commands.
  mutating func answer(
    _ identifier: UInt8, from direction: PacketDirection
  ) -> PendingParameterRequest? {
    guard let request, request.identifier == identifier, request.direction != direction else {
      return nil
    }
    return giveUpRequest()
  }

  /// This host answers its controller, or the controller goes on without.
  mutating func answerController() -> PendingParameterRequest? {
    defer { controllerRequest = nil }
    return controllerRequest
  }

  /// What is asked on the signalling channel will not be answered.
  mutating func giveUpRequest() -> PendingParameterRequest? {
    defer { request = nil }
    return request
  }

  /// What the controller has asked will not be answered.
  mutating func giveUpControllerRequest() -> PendingParameterRequest? {
    guard let given = answerController() else { return nil }
    unansweredController = (given.frame, given.time)
    return given
  }

  /// A request was not refused.
  mutating func grant(_ parameters: GrantedParameters) { granted = parameters }

  /// Parameters that the central has accepted long ago, and that are not in use at an end.
  /// - side: that has ended the connection.
  mutating func takeForgotten(
    at end: Moment, endedBy side: Terminator, where isHeard: (HearingMark?) -> Bool = { _ in true }
  ) -> ForgottenChange? {
    guard let granted, let accepted = granted.accepted, let interval = intervals.last,
      granted.gaps == end.gaps,
      // What suits already is not changed.
      !granted.parameters.have(interval) || granted.parameters.latency != latency
    else { return nil }
    let duration = end.time.nanoseconds(since: accepted.time)
    // A peripheral that leaves may have given up.
    let isLeft = side == (granted.isHost ? .local : .remote)
    guard duration >= (isLeft ? GrantedParameters.leastPatience : GrantedParameters.patience),
      isHeard(granted.heard)
    else { return nil }
    self.granted = nil
    return ForgottenChange(
      parameters: granted.parameters, isHost: granted.isHost, accepted: accepted,
      duration: duration, interval: interval, latency: latency)
  }

  // MARK: Procedures

  /// A command of this host may begin one.
  mutating func begin(_ procedure: LinkProcedure) {
    if procedure.opcode == HCIOpcode.leConnectionUpdate.rawValue, granted != nil {
      granted?.accepted = nil
    }
    procedures.begin(procedure)
  }

  /// The controller does not begin it.
  mutating func refuse(_ opcode: UInt16) { procedures.refuse(opcode) }

  /// An event ends one, or one that this host has not begun.
  mutating func end(_ ending: ProcedureEnd, status: HCIStatus) {
    let ended = procedures.end(ending, status: status)
    guard ending == .connectionUpdate else { return }
    // Not where others follow that may be the ones that were taken.
    let isLast = !procedures.open.contains { $0.parameters != nil }
    let update = status == .success && isLast ? ended : nil
    if update != nil || endedUpdate != nil { endedUpdate = update }
  }

  /// An update has ended with an interval that this host has not asked for.
  mutating func takeOtherUpdate(
    _ interval: ConnectionInterval, gaps: UInt64
  ) -> LinkProcedure? {
    guard let update = endedUpdate, let asked = update.parameters,
      update.opcode == HCIOpcode.leConnectionUpdate.rawValue, update.gaps == gaps,
      !asked.have(interval)
    else { return nil }
    endedUpdate = nil
    return update
  }

  /// The connection has ended: what may be why is kept.
  mutating func settle(_ reason: HCIStatus, gaps: UInt64) {
    procedures.settle(reason, gaps: gaps)
  }
}

/// How long answers take since a connection has its parameters.
struct LinkWaits {
  /// When it took them.
  let frame: UInt64
  let time: CaptureTime
  /// Who has asked for them, where that is known: the recording host, on the air the central, or the other side.
  let asked: (isHost: Bool, frame: UInt64)?
  /// Nanoseconds.
  var waited: Int64 = 0
}

/// Waits that a long interval explains.
struct LongWaits {
  let waits: LinkWaits
  /// Milliseconds between the connection events that are used.
  let spacing: Double

  /// What is worth a finding: 5 s, in nanoseconds.
  fileprivate static let least: Int64 = 5_000_000_000
}

/// A change of parameters that the central has accepted, and not made.
struct ForgottenChange {
  let parameters: ConnectionParameters
  /// The recording host has asked; on the air, the central.
  let isHost: Bool
  let accepted: (frame: UInt64, time: CaptureTime)
  let duration: Int64
  let interval: ConnectionInterval
  let latency: UInt16
}

extension ConnectionParameters {
  /// Whether an interval is one of those that are asked for.
  func have(_ interval: ConnectionInterval) -> Bool {
    let (least, most) = (
      ConnectionInterval(frames: intervalMin), ConnectionInterval(frames: intervalMax)
    )
    return least <= interval && interval <= most
  }
}
