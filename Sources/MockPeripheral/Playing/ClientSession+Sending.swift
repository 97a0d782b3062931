import ATTDissector
import Bytes

/// What the peripheral sends by itself: values, answers to writes, requests for parameters, the end.
extension ClientSession {
  func moment(_ delay: Int64, from start: Int64) -> Int64 {
    let scaled = Double(delay) / options.speed
    guard scaled < 1e18 else { return .max }
    let (moment, overflow) = start.addingReportingOverflow(Int64(scaled))
    return overflow ? .max : moment
  }

  private func isWanted(_ due: Due) -> Bool {
    let handle = due.sent.handle
    return due.isScripted || configurations.bits(of: handle) != 0
      || !configurations.isConfigurable(handle)
  }

  func episodes(_ handle: UInt16) -> [RecordedPeripheral.Episode] {
    recording.episodes[handle] ?? recording.unasked[handle] ?? []
  }

  /// Notification or indication: as recorded, or the one that the client has turned on.
  private func opcode(_ due: Due) -> ATTOpcode {
    let bits = configurations.bits(of: due.sent.handle)
    let isIndication =
      due.isScripted || bits == 3 || bits == 0 ? due.sent.isIndication : bits == 2
    return isIndication ? .handleValueIndication : .handleValueNotification
  }

  /// An indication waits for the confirmation of the one before.
  private func isHeld(_ due: Due) -> Bool {
    opcode(due) == .handleValueIndication && indicated != nil
  }

  /// The next value of a stream; `nil` after the last, and while it must wait.
  func due(_ handle: UInt16, stream: Stream) -> Due? {
    let sent = episodes(handle)[stream.episode].sent
    guard stream.next < sent.count else { return nil }
    let delay = max(0, sent[stream.next].delay - stream.skipped)
    let due = Due(time: moment(delay, from: stream.start), sent: sent[stream.next])
    return isHeld(due) ? nil : due
  }

  /// The place of the next answer; those that wait for a confirmation let others pass.
  private var nextAnswer: Int? { answers.lastIndex { !isHeld($0) || !isWanted($0) } }

  /// When the next value is due.
  package var deadline: Int64? {
    var deadline = indicated.map { $0.time + Self.confirmationTimeout }
    if let end { deadline = min(deadline ?? .max, end) }
    if let next = script.deadline { deadline = min(deadline ?? .max, next) }
    if let request = requests.last { deadline = min(deadline ?? .max, request.time) }
    if let next = nextAnswer { deadline = min(deadline ?? .max, answers[next].time) }
    for (handle, stream) in streams {
      if let due = due(handle, stream: stream) { deadline = min(deadline ?? .max, due.time) }
    }
    return deadline
  }

  /// The next PDU that is due; `nil` when none is.
  package func nextDue(mtu: Int) -> [UInt8]? {
    expectConfirmation()
    while let due = takeDue() {
      guard isWanted(due), !isHeld(due) else { continue }
      let opcode = opcode(due)
      if opcode == .handleValueIndication {
        indicated = (due.sent.handle, now)
      } else if let several = several(with: due, mtu: mtu) {
        return several
      }
      var pdu = [opcode.rawValue]
      pdu.append(due.sent.handle)
      return pdu + due.sent.value.prefix(max(0, mtu - 3))
    }
    return nil
  }

  /// The PDU that has a value and those that came with it, which are taken; `nil` if there are
  /// none, or the client does not take such a PDU.
  ///
  /// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.7.4.
  private func several(with first: Due, mtu: Int) -> [UInt8]? {
    guard let pdu = first.sent.shared?.pdu, takesSeveral else { return nil }
    var room = mtu - 1 - Self.octets(first)
    var found = [first]
    func fits(_ due: Due) -> Bool {
      // A stream that repeats has the same ones again.
      due.sent.shared?.pdu == pdu && !found.contains { $0.sent.shared == due.sent.shared }
        && isWanted(due) && opcode(due) == .handleValueNotification && Self.octets(due) <= room
    }
    func take(_ due: Due) {
      room -= Self.octets(due)
      found.append(due)
    }
    for handle in streams.keys.sorted() {
      while let stream = streams[handle], let due = due(handle, stream: stream), fits(due) {
        take(due)
        step(handle)
      }
    }
    while let place = answers.lastIndex(where: fits) { take(answers.remove(at: place)) }
    guard found.count > 1 else { return nil }
    found.sort { ($0.sent.shared?.place ?? 0) < ($1.sent.shared?.place ?? 0) }
    var octets = [ATTOpcode.multipleHandleValueNotification.rawValue]
    for due in found {
      octets.append(due.sent.handle)
      octets.append(UInt16(truncatingIfNeeded: due.sent.value.count))
      octets += due.sent.value
    }
    return octets
  }

  /// With handle and length.
  private static func octets(_ due: Due) -> Int { 4 + due.sent.value.count }

  /// Whether the client takes several values in one PDU. Where the peripheral has no attribute for
  /// saying so, the capture is all there is.
  private var takesSeveral: Bool {
    guard let features = recording.clientFeatures else { return true }
    // Bit 2 of the first octet (Vol 3, Part G, 7.2).
    return (values.written[features]?.first ?? 0) & 4 != 0
  }

  /// Takes what is due first, of the answers and all streams.
  func takeDue() -> Due? {
    var first: (handle: UInt16?, due: Due)?
    let next = nextAnswer
    if let next, answers[next].time <= now { first = (nil, answers[next]) }
    for (handle, stream) in streams {
      guard let due = due(handle, stream: stream), due.time <= now else { continue }
      if let known = first, (known.due.time, known.handle ?? 0) <= (due.time, handle) { continue }
      first = (handle, due)
    }
    guard let first else { return nil }
    if let handle = first.handle {
      step(handle)
    } else if let next {
      answers.remove(at: next)
    }
    return first.due
  }

  /// Goes to the next value of a stream; after the last one, to the first if it repeats.
  func step(_ handle: UInt16) {
    guard var stream = streams[handle] else { return }
    let sent = episodes(handle)[stream.episode].sent
    stream.next += 1
    if options.loops, stream.next >= sent.count, let last = sent.last {
      // One more delay before the first: that of the first, but no flood.
      let length = max(last.delay - stream.skipped, Self.shortestLoop)
      stream.start = moment(length, from: stream.start)
      stream.next = 0
    }
    streams[handle] = stream
  }

  /// Nanoseconds that an episode takes at least before it is repeated.
  private static let shortestLoop: Int64 = 1_000_000_000

  /// The connection parameters that the peripheral asks for now; `nil`: none.
  package func takeParameterRequest() -> [UInt16]? {
    guard let request = requests.last, now >= request.time else { return nil }
    requests.removeLast()
    return request.parameters
  }

  /// Whether the peripheral ends the connection now: asked once.
  package func takeEnd() -> Bool {
    guard let moment = end, now >= moment else { return false }
    end = nil
    return true
  }

  /// The client has confirmed an indication.
  package func confirmed() { indicated = nil }

  private func expectConfirmation() {
    guard let waits = indicated, now - waits.time >= Self.confirmationTimeout else { return }
    indicated = nil
    isSilent = true
    streams = [:]
    answers = []
    remarks.add(.unconfirmed(handle: waits.handle))
  }
}
