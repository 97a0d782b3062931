import ATTDissector
import BTSnoop
import Bytes

/// The transactions between a client and the other side's server on a bearer: PDUs and time in, what they mean for
/// requests and indications out.
///
/// The rules, and what captures show instead (Core Specification, Vol 3, Part F):
/// - 3.3.2, requests: a client that has sent one sends no other before the response. One that follows within `hurry` is
///   queued, as some hosts do not wait; one that follows later shows that the response never came or was not seen.
/// - 3.3.2, responses: a server answers in order. A response to a queued request shows that those before it remain
///   unanswered, and that the client did not wait with those after it.
/// - 3.3.2, indications: a server that has sent one sends no other before the confirmation.
/// - 3.3.3: a transaction that takes longer than `timeout` has failed, and no other follows on the bearer. Its response
///   is late, and so is one that comes after the end or the next request: its content is still valid.
/// - 3.4.1.1: an error names the request that it answers, and the attribute. Malformed requests have no other answer.
struct ATTTransactions: ~Copyable {
  /// The request that awaits its response.
  private(set) var open: ATTRequest?
  /// The value of the request that was opened last (writes, Find By Type Value, Read Multiple's handles): its response
  /// may be under way.
  var value: [UInt8] { kept.bytes }
  private var kept = KeptBytes()
  /// The handles in it, of a request for several values.
  var askedHandles: [UInt16] {
    stride(from: 0, to: value.count - 1, by: 2).map {
      UInt16(value[$0]) | UInt16(value[$0 + 1]) << 8
    }
  }
  /// Requests that followed `open` before its response, in order.
  private var queue: [(request: ATTRequest, value: [UInt8])] = []
  /// Requests that are no longer open: the last one of each state.
  private var closed: [ATTRequest] = []
  /// What seems to be the response to `open`, until it is retransmitted, or is not.
  @Rare private(set) var damaged: DamagedAnswer?
  /// The server's last indication, until it is confirmed.
  @Rare private var indication: ATTIndication?
  /// The first indication that was not confirmed when another one followed, since the client last confirmed one.
  @Rare private var neglected: ATTIndication?
  /// Reads whose value so far is as long as the MTU allows: they may continue, even after requests
  /// for other attributes.
  var longReads: [JoinedValue] = []
  /// The last discovery that was answered, and how often in a row.
  @Rare var discovery: RepeatedDiscovery?
  /// Octets that the session has counted for it.
  var countedOctets = 0

  /// How long a client waits that does not wait for its response: up to 1 s, in nanoseconds. Later
  /// it has given up.
  static let hurry: Int64 = 1_000_000_000
  /// How long a transaction may take: 30 s, in nanoseconds (3.3.3).
  static let timeout: Int64 = 30_000_000_000

  // MARK: Requests

  /// A client is about to send a request.
  /// - mayQueue: there is memory for one that is sent too early.
  /// - Returns: the requests that will not be answered any more.
  mutating func makeWay(over link: ATTLink, mayQueue: Bool) -> [UnansweredRequest] {
    guard let last = queue.last?.request ?? open else { return [] }
    guard mayQueue, last.state != .open(.otherResponse), link.hearsAnswers(to: last),
      link.moment.time.nanoseconds(since: last.time) < link.hurry
    else { return giveUp(link.hearing.isOfHost ? .nextRequest : .unheard, over: link) }
    guard queue.count >= SessionLimits.earlyRequests else { return [] }
    return giveUpFirst(.nextRequest, over: link).map { [$0] } ?? []
  }

  /// A client sends a request: it is queued where another one is open.
  mutating func send(_ request: ATTRequest, value: RawSpan) {
    forget { $0.state == .malformed }
    guard open == nil else {
      queue.append((request, value.copy()))
      queue[queue.count - 1].request.state = .queued(isTold: false)
      return
    }
    open = request
    // The storage of a long value is not kept for a short one.
    if kept.longest > Self.keptOctets, value.byteCount <= Self.keptOctets { kept = KeptBytes() }
    kept.replace(with: value)
  }

  /// A client sends a request that cannot be read.
  mutating func sendMalformed(_ opcode: ATTOpcode, at moment: Moment) {
    let request = ATTRequest(opcode: opcode, frame: moment.frame, time: moment.time)
    close(request, as: .malformed)
  }

  /// The request that was sent after the one that is answered is open now.
  mutating func openNext() {
    guard open == nil, !queue.isEmpty else { return }
    let next = queue.removeFirst()
    (open, kept) = (next.request, KeptBytes(next.value))
    open?.state = .open(.nothing)
  }

  /// Whether requests wait for the response to another one.
  var hasQueue: Bool { !queue.isEmpty }

  // MARK: Responses

  /// What a response or an error shows.
  struct Reception {
    /// Requests that the server has passed over, in order.
    var passedOver: [UnansweredRequest] = []
    /// Requests that the client did not wait with.
    var tooEarly: [ATTRequest] = []
    var answers = Answers.nothing
  }

  /// Which request a response or an error answers.
  enum Answers {
    /// The open one; the next is opened by `openNext`.
    /// - isSure: it cannot be the response to another one.
    case open(ATTRequest, isSure: Bool)
    case late(ATTRequest, Lateness)
    /// A malformed one.
    case malformed(ATTRequest)
    case nothing
  }

  /// A server answers.
  mutating func receive(_ answer: ATTAnswer, over link: ATTLink) -> Reception {
    var reception = Reception()
    guard !isOfLate(answer), let place = place(answeredBy: answer) else {
      reception.answers = answerToOther(answer, over: link)
      return reception
    }
    for _ in 0..<place {
      if let unanswered = giveUpFirst(.nextRequest, over: link) {
        reception.passedOver.append(unanswered)
      }
    }
    for index in queue.indices where queue[index].request.state == .queued(isTold: false) {
      queue[index].request.state = .queued(isTold: true)
      reception.tooEarly.append(queue[index].request)
    }
    forget { $0.lateness != nil }
    guard let request = open else { return reception }
    let isSure = link.isSure(of: request)
    // On the air the request that it answers may not have been heard.
    if !isSure, let first = answer.firstListed, !request.asksFor(first) { return reception }
    open = nil
    close(request, as: .answered(frame: link.moment.frame))
    reception.answers = .open(request, isSure: isSure)
    return reception
  }

  /// An answer to none of the open requests.
  private mutating func answerToOther(_ answer: ATTAnswer, over link: ATTLink) -> Answers {
    let late = takeClosed {
      $0.lateness != nil && $0.opcode == answer.request && answer.mayName($0.handle)
    }
    if let late, let lateness = late.lateness { return .late(late, lateness) }
    if answer.isError,
      let malformed = takeClosed({ $0.state == .malformed && $0.opcode == answer.request })
    {
      return .malformed(malformed)
    }
    // A client that goes on after that has not failed to wait.
    if link.hearing.isOfHost, queue.isEmpty, let request = open, link.hearsAnswers(to: request) {
      open?.state = .open(.otherResponse)
    }
    return .nothing
  }

  /// Whether a response names the attribute of the request that was given up, rather than that of
  /// the open one: both are of the same type. Without a handle it is matched with the open one,
  /// since a client only continues when it has its response.
  private func isOfLate(_ answer: ATTAnswer) -> Bool {
    guard let handle = answer.handle, handle != 0, let open, open.opcode == answer.request,
      open.opcode.hasLeadingHandle, handle != open.handle
    else { return false }
    return closed.contains {
      $0.lateness != nil && $0.opcode == answer.request && $0.handle == handle
    }
  }

  /// The place among the open requests of the one that an answer is for; 0 is `open`.
  private func place(answeredBy answer: ATTAnswer) -> Int? {
    let handle = answer.isError ? answer.handle : nil
    let isOpen = open.map { $0.opcode == answer.request } ?? false
    if queue.isEmpty { return isOpen ? 0 : nil }
    if isOpen, open?.isAbout(handle) ?? false { return 0 }
    // A server answers in the order of the requests: those before it remain unanswered.
    let match = queue.firstIndex {
      $0.request.opcode == answer.request && $0.request.isAbout(handle)
    }
    return match.map { $0 + 1 } ?? (isOpen ? 0 : nil)
  }

  /// The request that a response would answer.
  func request(answeredBy response: ATTOpcode) -> ATTRequest? {
    guard let place = place(answeredBy: ATTAnswer(request: response.request)) else { return nil }
    return place == 0 ? open : queue[place - 1].request
  }

  /// The request that was answered last.
  var answered: ATTRequest? { closed.first { $0.answerFrame != nil } }

  /// Only the first part of a PDU was heard: it may be the response.
  mutating func missRest(of response: (opcode: ATTOpcode, frame: UInt64)) {
    if let open, open.isBegun(by: response) { self.open?.state = .open(.partOfResponse) }
  }

  // MARK: Damaged responses

  /// Whether a PDU with a bad CRC may be the response to the open request. Either its opcode or its channel may be
  /// damaged; a known opcode that is not a response is not taken for one.
  /// - isOnBearer: it names the channel of the bearer.
  func mayAnswer(_ opcode: ATTOpcode, isOnBearer: Bool) -> Bool {
    guard let open, damaged == nil else { return false }
    return opcode == .errorResponse || opcode.request == open.opcode
      || isOnBearer && opcode.role == .unknown
  }

  mutating func hold(_ answer: DamagedAnswer) { damaged = answer }

  /// The response was received again, intact.
  mutating func takeDamaged() -> DamagedAnswer? {
    defer { damaged = nil }
    return damaged
  }

  /// The damaged response is not sent again.
  mutating func giveUpDamaged(over link: ATTLink) -> [UnansweredRequest] {
    damaged.flatMap { _ in giveUpFirst(.damaged, over: link) }.map { [$0] } ?? []
  }

  // MARK: Ends

  /// No open request will be answered any more.
  mutating func giveUp(_ ending: RequestEnding, over link: ATTLink) -> [UnansweredRequest] {
    var all: [UnansweredRequest] = []
    while let unanswered = giveUpFirst(ending, over: link) { all.append(unanswered) }
    return all
  }

  /// Time has passed.
  mutating func timeOut(over link: ATTLink) -> [UnansweredRequest] {
    var all: [UnansweredRequest] = []
    while let open, link.isOver(since: open.time),
      let unanswered = giveUpFirst(.nextRequest, over: link)
    {
      all.append(unanswered)
    }
    return all
  }

  /// The bearer ends. A connection is remembered after its end, the values it sent are not.
  mutating func end() { kept = KeptBytes() }

  /// What had ended the connection has not.
  mutating func outlastEnd() {
    if let late = takeClosed({ $0.lateness == .disconnect }) {
      close(late, as: .unanswered(.silence))
    }
  }

  /// The open request will not be answered any more: the next one is open.
  private mutating func giveUpFirst(
    _ ending: RequestEnding, over link: ATTLink
  ) -> UnansweredRequest? {
    guard let request = open else { return nil }
    let value = kept.take()
    open = nil
    defer { openNext() }
    if let damaged = takeDamaged() {
      return UnansweredRequest(request: request, value: value, why: .damaged(damaged))
    }
    let ending = refined(ending, request, over: link)
    // On the air, only for so long as the connection was heard.
    let hasTimedOut =
      ending != .hidden && ending != .linkLost && link.hearsAnswers(to: request)
      && !link.isExcerpt && link.lastHeard.nanoseconds(since: request.time) >= Self.timeout
    forget { $0.lateness != nil }
    if let lateness = hasTimedOut ? .timeout : ending.lateness {
      close(request, as: .unanswered(lateness))
    }
    return UnansweredRequest(
      request: request, value: value, why: hasTimedOut ? .timedOut : .ended(ending))
  }

  /// What more is known of why a request has no response.
  private func refined(
    _ ending: RequestEnding, _ request: ATTRequest, over link: ATTLink
  ) -> RequestEnding {
    let server = link.client.other
    // A PDU of the server that cannot be read may be the response.
    if link.hearing.hidesSome(of: server, after: request.frame) { return .hidden }
    if link.lacksServer { return .otherDirection }
    switch ending {
    case .nextRequest where link.isExcerpt: return .otherDirection
    case .nextRequest where request.state == .open(.otherResponse): return .otherAnswer
    case .unheard:
      if request.state == .open(.partOfResponse) || link.begun.map(request.isBegun) == true {
        return .partlyHeard
      }
      return link.hearsAnswers(to: request) ? .nextRequest : ending
    case .lost where link.hearing.isOnAir: return .linkLost
    case .disconnect:
      guard let end = link.end else { return ending }
      let time = end.asked?.time ?? link.moment.time
      if end.isByClient, time.nanoseconds(since: request.time) < Self.hurry { return .cutOff }
      // This host owes no answer any more when it has asked for the end.
      if let asked = end.asked, asked.frame < request.frame, end.isByHost { return .cutOff }
      // On the air something of the server may be missing since the request.
      let isWhole = request.heard.map { link.hearing.isWhole(server, since: $0) } ?? true
      return isWhole ? ending : .unheard
    default: return ending
    }
  }

  // MARK: Indications

  /// A server is about to send an indication.
  /// - Returns: whether another one still awaits its confirmation, and what becomes of that.
  mutating func makeWayForIndication(
    over link: ATTLink
  ) -> (isTooEarly: Bool, before: UnconfirmedIndication?) {
    let isTooEarly = indication.map { $0.isAwaited && link.hearsConfirmations(since: $0.moment) }
    if isTooEarly == true, neglected == nil {
      neglected = indication
      neglected?.state = .reported
    }
    return (isTooEarly ?? false, endIndication(over: link))
  }

  /// A server has sent an indication, whose event awaits the confirmation.
  mutating func hold(_ new: ATTIndication) { indication = new }

  /// A client confirms.
  /// - Returns: what it confirms; `nil` where nothing is to be confirmed.
  mutating func confirm(at moment: Moment) -> ATTIndication? {
    defer { indication = nil }
    neglected = nil
    // Where the capture lacks something, it may be the confirmation of another indication.
    return indication.flatMap { $0.isAwaited || $0.moment.gaps == moment.gaps ? $0 : nil }
  }

  /// The indication is no longer awaited.
  /// - isOver: its time-out has passed, whatever the time of the record is.
  mutating func endIndication(
    over link: ATTLink, isOver: Bool = false
  ) -> UnconfirmedIndication? {
    defer { indication = nil }
    return indication.flatMap { $0.isAwaited ? unconfirmed($0, over: link, isOver: isOver) : nil }
  }

  /// Too much waits for the confirmation: the event goes out without it.
  mutating func relieveIndication(over link: ATTLink) -> UnconfirmedIndication? {
    let ended = endIndication(over: link)
    if var reported = ended?.indication, case .held = reported.state {
      reported.state = .reported
      indication = reported
    }
    return ended
  }

  /// The confirmation did not come in time; it may come later.
  mutating func timeOutIndication(over link: ATTLink) -> UnconfirmedIndication? {
    guard var late = indication else { return nil }
    let ended = endIndication(over: link, isOver: true)
    late.state = .late
    indication = late
    return ended
  }

  /// The bearer ends: a client that has confirmed nothing for the time-out owes it, though the server went on.
  mutating func endNeglected(over link: ATTLink) -> UnconfirmedIndication? {
    defer { neglected = nil }
    return neglected.map { unconfirmed($0, over: link) }
  }

  private func unconfirmed(
    _ asked: ATTIndication, over link: ATTLink, isOver: Bool = false
  ) -> UnconfirmedIndication {
    UnconfirmedIndication(
      indication: asked,
      isOwed: link.hearsConfirmations(since: asked.moment)
        && (isOver || link.isOver(since: asked.moment.time)))
  }

  /// Since when a client lets a server wait for the confirmation.
  var unconfirmedSince: CaptureTime? {
    indication.flatMap { $0.isAwaited ? $0.moment.time : nil }
  }

  /// Whether the event of the indication has this place.
  func holdsIndication(_ ticket: Int) -> Bool {
    if case .held(let held, _)? = indication?.state { held == ticket } else { false }
  }

  // MARK: Memory

  /// What a request takes that is queued, besides its value.
  static let queuedOverhead = 2 * MemoryLayout<(ATTRequest, [UInt8])>.stride + 32

  var heldOctets: Int {
    let requests = queue.reduce(kept.longest) {
      $0 + $1.value.count + Self.queuedOverhead
    }
    return longReads.reduce(requests) { $0 + $1.heldOctets }
  }

  /// Octets whose storage every connection may keep: the longest attribute value has 512.
  private static let keptOctets = 600

  /// Remembers a request as the last one of its state.
  private mutating func close(_ request: ATTRequest, as state: ATTRequest.State) {
    switch state {
    case .answered: forget { $0.answerFrame != nil }
    case .unanswered: forget { $0.lateness != nil }
    case .malformed: forget { $0.state == .malformed }
    case .open, .queued: return
    }
    closed.append(request)
    closed[closed.count - 1].state = state
  }

  private mutating func takeClosed(_ isWanted: (ATTRequest) -> Bool) -> ATTRequest? {
    closed.firstIndex(where: isWanted).map { closed.remove(at: $0) }
  }

  private mutating func forget(_ isWanted: (ATTRequest) -> Bool) { _ = takeClosed(isWanted) }
}

/// An indication of a server.
struct ATTIndication {
  let moment: Moment
  let handle: UInt16?
  let attribute: Attribute?
  var state: State

  enum State {
    /// Its event awaits the confirmation in a reserved place.
    case held(ticket: Int, HeldEvent)
    /// Too much waited for that.
    case reported
    /// Its time is over: the confirmation can only come too late.
    case late
  }

  var isAwaited: Bool { if case .late = state { false } else { true } }
}

/// An indication without a confirmation.
struct UnconfirmedIndication {
  let indication: ATTIndication
  /// It never came, although the time for it is over.
  let isOwed: Bool
}

extension ATTAnswer {
  /// Whether it may be about the attribute of a request: only errors name it.
  fileprivate func mayName(_ other: UInt16?) -> Bool {
    guard isError, let handle, handle != 0, let other else { return true }
    return handle == other
  }
}

extension ATTRequest {
  /// Whether a PDU that is not complete is the response.
  fileprivate func isBegun(by response: (opcode: ATTOpcode, frame: UInt64)) -> Bool {
    response.frame > frame && response.opcode.request == opcode
  }
}
