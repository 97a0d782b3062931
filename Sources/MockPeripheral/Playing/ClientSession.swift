import ATTDissector
import Bytes

/// What one client has of the peripheral: where it is in the recording, what it has written, and
/// what it is subscribed to.
package final class ClientSession: AttributeStore {
  /// Something that the tester should know, at most once for each attribute.
  package enum Remark: Hashable, Sendable {
    case neverRead(handle: UInt16)
    /// - nearest: the recorded write whose outcome was given.
    case unknownWrite(handle: UInt16, value: [UInt8], nearest: [UInt8])
    case neverWritten(handle: UInt16)
    /// The client did not confirm an indication.
    case unconfirmed(handle: UInt16)
    /// A line of the script is done, for the first time in this connection.
    case scripted(line: Int, word: String)
    /// The client causes more actions of the script than can wait.
    case scriptLeavesOut
  }

  /// Nanoseconds after which a client that does not confirm gets no more indications.
  static let confirmationTimeout: Int64 = 30_000_000_000
  /// The most answers that are under way.
  static let maximumAnswers = 4096
  /// The most different writes that are searched for the nearest.
  private static let searchedWrites = 4096

  private struct Stream {
    var episode: Int
    var next = 0
    var start: Int64
    /// Nanoseconds of the recording that are left out at the beginning.
    var skipped: Int64 = 0
  }

  private struct Due {
    var time: Int64
    /// Of the answer, from 1; 0 for a value of a stream.
    var number = 0
    var sent: RecordedPeripheral.Sent
    /// A script wants it to be sent as it is, whatever the client has turned on.
    var isScripted = false
  }

  /// Errors that a script wants.
  private struct Fault {
    var error: MockScript.ErrorFault
    var end: Int64?
  }

  /// What a remark is about, beside the attribute.
  private enum Surprise: Hashable { case reading, writing, writingAlike }

  private struct Told: Hashable {
    var handle: UInt16
    var surprise: Surprise
  }

  private let recording: RecordedPeripheral
  private let index: WriteIndex
  private let secured: SecuredAttributes
  /// Which connection of the recording it plays, from 0.
  private let connection: Int
  private let options: PlayedPeripheral.Options
  /// The link is.
  package private(set) var isEncrypted = false
  private var now: Int64
  private var hasInherited = false
  /// When the peripheral ends the connection.
  private var end: Int64?
  /// When it asks for connection parameters; the first one last.
  private var requests: [(time: Int64, parameters: [UInt16])] = []

  private var reads: [UInt16: Int] = [:]
  private var values: [UInt16: [UInt8]] = [:]
  private var written: [UInt16: [UInt8]] = [:]
  private var writes: [WriteIndex.Key: Int] = [:]
  /// The values that a client configuration turns on.
  private let configurable: Set<UInt16>
  /// The bits of client configurations, by the handle of their value.
  private var subscriptions: [UInt16: UInt8] = [:]
  /// The values whose configuration the client has written.
  private var configured: Set<UInt16> = []
  private var nextEpisode: [UInt16: Int] = [:]
  private var streams: [UInt16: Stream] = [:]
  /// The next one last.
  private var answers: [Due] = []
  private var answered = 0
  /// The indication that waits for its confirmation.
  private var indicated: (handle: UInt16, time: Int64)?
  /// An indication was never confirmed: no further ones, nor notifications, may be sent (Vol 3,
  /// Part F, 3.3.3).
  private var isSilent = false
  private var told: Set<Told> = []
  private var remarks: [Remark] = []

  private var script: ScriptRun
  /// From 1.
  private let number: Int
  /// What the script has set.
  private var replaced: [UInt16: [UInt8]]
  private var faults: [Fault] = []
  /// Until when requests get no answer.
  private var silence: Int64 = .min
  private var actions: [MockScript.Action] = []
  private var reportedLines: Set<Int> = []
  private var hasToldLeftOut = false

  /// - Parameters:
  ///   - number: of the connection, from 0; later ones than the recorded play the last.
  ///   - replaced: what is read instead of what was recorded.
  ///   - now: when it began.
  package init(
    _ recording: RecordedPeripheral, _ index: WriteIndex, _ secured: SecuredAttributes,
    connection number: Int, _ options: PlayedPeripheral.Options,
    replaced: [UInt16: [UInt8]] = [:], _ now: Int64
  ) {
    self.recording = recording
    self.index = index
    self.secured = secured
    self.options = options
    self.now = now
    self.number = number + 1
    self.replaced = replaced
    script = ScriptRun(options.script, isOfClient: true)
    connection = min(number, max(recording.connections - 1, 0))
    configurable = Set(recording.configured.values)
    for (handle, episodes) in recording.unasked {
      let recorded = connection
      guard let episode = episodes.firstIndex(where: { $0.connection == recorded }) else {
        continue
      }
      streams[handle] = Stream(episode: episode, start: now)
    }
    for request in recording.parameterRequests where request.connection == connection {
      requests.append((time: moment(request.delay, from: now), parameters: request.parameters))
    }
    requests.sort { $0.time > $1.time }
    if options.ends, let delay = recording.ends[connection] { end = moment(delay, from: now) }
    // Who may pair has to encrypt first what was encrypted then.
    if !options.pairs || recording.encryptions[connection] == nil { inherit() }
    happened(.connect)
  }

  /// The link has become encrypted, or is so no more.
  package func setEncryption(isOn: Bool, _ now: Int64) {
    advance(to: now)
    guard isOn != isEncrypted else { return }
    isEncrypted = isOn
    guard isOn else { return }
    if recording.encryptions[connection] != nil { inherit() }
    happened(.encrypt)
  }

  /// Turns on what the recorded client had turned on before this connection, and this client has
  /// not configured: once.
  private func inherit() {
    guard !hasInherited else { return }
    hasInherited = true
    let skipped = isEncrypted ? recording.encryptions[connection] ?? 0 : 0
    for (handle, bits) in recording.inherited[connection] ?? [:] where !configured.contains(handle)
    {
      subscriptions[handle] = bits
      let recorded = connection
      let episode = recording.episodes[handle]?.firstIndex {
        $0.connection == recorded && $0.isInherited
      }
      if let episode { streams[handle] = Stream(episode: episode, start: now, skipped: skipped) }
    }
  }

  package func takeRemarks() -> [Remark] {
    defer { remarks = [] }
    return remarks
  }

  /// What happens next happens now.
  package func advance(to now: Int64) {
    self.now = max(self.now, now)
    runScript()
  }

  private func tell(_ remark: Remark, _ handle: UInt16, _ surprise: Surprise) {
    if told.insert(Told(handle: handle, surprise: surprise)).inserted { remarks.append(remark) }
  }

  // MARK: The script

  private func happened(
    _ event: MockScript.Event, _ handle: UInt16? = nil, _ value: [UInt8]? = nil
  ) {
    script.happened(event, client: number, handle: handle, value: value, now)
  }

  private func runScript() {
    faults.removeAll { $0.end.map { $0 <= now } ?? false }
    var leavesOut = script.takeLeftOut()
    defer { if leavesOut { tellLeftOut() } }
    while let step = script.takeDue(now) {
      switch step.action {
      case .send(let handle, let value, let isIndication):
        guard !isSilent else { continue }
        guard answers.count < Self.maximumAnswers else {
          leavesOut = true
          continue
        }
        let sent = RecordedPeripheral.Sent(
          handle: handle, value: value, isIndication: isIndication, delay: 0)
        answer(Due(time: now, sent: sent, isScripted: true))
      case .set(let handles, let value):
        for handle in handles {
          replaced[handle] = value
          values[handle] = nil
        }
      case .error(let error):
        guard faults.count < Self.maximumFaults else {
          leavesOut = true
          continue
        }
        faults.append(Fault(error: error, end: error.duration.map { sum(now, $0) }))
      case .drop(let duration): silence = max(silence, sum(now, duration))
      case .disconnect, .advertise: actions.append(step.action)
      }
      if reportedLines.insert(step.line).inserted {
        remarks.append(.scripted(line: step.line, word: step.action.word))
      }
    }
  }

  /// Once in a connection.
  private func tellLeftOut() {
    guard !hasToldLeftOut else { return }
    hasToldLeftOut = true
    remarks.append(.scriptLeavesOut)
  }

  /// The most errors that a script has under way.
  private static let maximumFaults = 256

  private func sum(_ time: Int64, _ duration: Int64) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(duration)
    return overflow ? .max : sum
  }

  /// What the script wants of the link, or of the peripheral.
  package func takeActions() -> [MockScript.Action] {
    defer { actions = [] }
    return actions
  }

  /// Whether a request gets no answer.
  package var dropsAnswers: Bool { now < silence }

  /// The place of the first fault of reads, or writes, of an attribute.
  private func fault(_ handle: UInt16, isRead: Bool) -> Int? {
    faults.firstIndex { fault in
      fault.error.handles.contains(handle)
        && (isRead ? fault.error.ofReads : fault.error.ofWrites)
    }
  }

  /// One request has had the error.
  private func use(fault place: Int) {
    guard let requests = faults[place].error.requests else { return }
    faults[place].error.requests = requests - 1
    if requests <= 1 { faults.remove(at: place) }
  }

  // MARK: Reading

  package func next(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8] {
    if let place = fault(attribute.handle, isRead: true) { throw faults[place].error.code }
    if !isEncrypted, let error = secured.reads[attribute.handle] { throw error }
    if let value = replaced[attribute.handle] { return value }
    if let bits = configuration(attribute) { return [bits, 0] }
    guard let outcome = outcome(attribute.handle) else {
      if let value = written[attribute.handle] { return value }
      return []
    }
    switch outcome {
    case .value(let value): return value
    case .error(let error): throw error
    }
  }

  package func used(_ attribute: ServedAttribute) {
    let handle = attribute.handle
    happened(.read, handle)
    if let place = fault(handle, isRead: true) {
      use(fault: place)
      return
    }
    guard configuration(attribute) == nil, replaced[handle] == nil,
      isEncrypted || secured.reads[handle] == nil
    else { return }
    guard let outcome = outcome(handle) else {
      if written[handle] == nil { tell(.neverRead(handle: handle), handle, .reading) }
      return
    }
    if case .value(let value) = outcome { values[handle] = value }
    reads[handle] = place(handle) + 1
  }

  package func current(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8] {
    if isEncrypted || secured.reads[attribute.handle] == nil,
      fault(attribute.handle, isRead: true) == nil, let value = values[attribute.handle]
    {
      return value
    }
    return try next(attribute)
  }

  private func outcome(_ handle: UInt16) -> RecordedPeripheral.Outcome? {
    guard let recorded = recording.reads[handle], !recorded.isEmpty else { return nil }
    return recorded[min(place(handle), recorded.count - 1)].outcome
  }

  /// The place of the next read among those of the attribute: it starts with the first of the
  /// recorded connection.
  private func place(_ handle: UInt16) -> Int {
    if let place = reads[handle] { return place }
    let recorded = recording.reads[handle] ?? []
    let place =
      options.readsLast
      ? recorded.count : recorded.firstIndex { $0.connection >= connection } ?? recorded.count
    reads[handle] = place
    return place
  }

  /// The client's own configuration; `nil` for other attributes.
  private func configuration(_ attribute: ServedAttribute) -> UInt8? {
    recording.configured[attribute.handle].map { subscriptions[$0] ?? 0 }
  }

  // MARK: Writing

  package func write(
    _ value: [UInt8], to attribute: ServedAttribute, isCommand: Bool
  ) throws(ATTErrorCode) {
    let handle = attribute.handle
    let key = WriteIndex.Key(handle: handle, value: value)
    happened(.write, handle, value)
    if let place = fault(handle, isRead: false) {
      let code = faults[place].error.code
      use(fault: place)
      throw code
    }
    if !isEncrypted, let error = secured.writes[handle] { throw error }
    if let target = recording.configured[handle] {
      if value.count != 2 { throw .invalidValueLength }
      if let write = write(key), let error = write.error { throw error }
      subscribe(target, value[0] & 3)
      return
    }
    var write = write(key)
    if write == nil {
      if let nearest = index.nearest(to: key, among: Self.searchedWrites) {
        tell(
          .unknownWrite(handle: handle, value: value, nearest: nearest.value), handle,
          .writingAlike)
        write = self.write(nearest)
      } else {
        tell(.neverWritten(handle: handle), handle, .writing)
      }
    }
    if let error = write?.error { throw error }
    written[handle] = value
    for sent in write?.answers ?? [] where answers.count < Self.maximumAnswers && !isSilent {
      answer(Due(time: moment(sent.delay, from: now), sent: sent))
    }
  }

  private func answer(_ due: Due) {
    answered += 1
    var due = due
    due.number = answered
    // Most come after all others: that is the first place.
    let place = answers.firstIndex { ($0.time, $0.number) < (due.time, due.number) }
    answers.insert(due, at: place ?? answers.count)
  }

  /// The recorded write with these bytes: the next one, or the last.
  private func write(_ key: WriteIndex.Key) -> RecordedPeripheral.Write? {
    guard let places = index.places[key], let all = recording.writes[key.handle] else {
      return nil
    }
    let next = writes[key] ?? places.firstIndex { all[$0].connection >= connection } ?? places.count
    writes[key] = min(next + 1, places.count)
    return all[places[min(next, places.count - 1)]]
  }

  private func subscribe(_ handle: UInt16, _ bits: UInt8) {
    let isFirst = configured.insert(handle).inserted
    let before = subscriptions[handle] ?? 0
    subscriptions[handle] = bits
    happened(bits == 0 ? .unsubscribe : .subscribe, handle)
    if bits == 0 { streams[handle] = nil }
    // A client that subscribes although it need not gets the values from there on.
    guard bits != 0, before == 0 || isFirst, !isSilent,
      let episodes = recording.episodes[handle]
    else { return }
    let next = nextEpisode[handle] ?? firstEpisode(episodes)
    nextEpisode[handle] = min(next + 1, episodes.count)
    let episode = min(next, episodes.count - 1)
    let inherited = episodes[episode].isInherited ? episodes[episode].sent.first : nil
    streams[handle] = Stream(episode: episode, start: now, skipped: inherited?.delay ?? 0)
  }

  /// The place of what the first subscription of this connection plays.
  private func firstEpisode(_ episodes: [RecordedPeripheral.Episode]) -> Int {
    episodes.firstIndex { $0.connection == connection && !$0.isInherited }
      ?? episodes.firstIndex { $0.connection >= connection } ?? episodes.count
  }

  // MARK: Sending

  private func moment(_ delay: Int64, from start: Int64) -> Int64 {
    let scaled = Double(delay) / options.speed
    guard scaled < 1e18 else { return .max }
    let (moment, overflow) = start.addingReportingOverflow(Int64(scaled))
    return overflow ? .max : moment
  }

  private func isWanted(_ due: Due) -> Bool {
    let handle = due.sent.handle
    return due.isScripted || subscriptions[handle] ?? 0 != 0 || !configurable.contains(handle)
  }

  private func episodes(_ handle: UInt16) -> [RecordedPeripheral.Episode] {
    recording.episodes[handle] ?? recording.unasked[handle] ?? []
  }

  /// As the client wants it: as recorded, or in the one way that it has turned on.
  private func opcode(_ due: Due) -> ATTOpcode {
    let bits = subscriptions[due.sent.handle] ?? 0
    let isIndication =
      due.isScripted || bits == 3 || bits == 0 ? due.sent.isIndication : bits == 2
    return isIndication ? .handleValueIndication : .handleValueNotification
  }

  /// An indication waits for the confirmation of the one before.
  private func isHeld(_ due: Due) -> Bool {
    opcode(due) == .handleValueIndication && indicated != nil
  }

  /// The next value of a stream; `nil` after the last, and while it must wait.
  private func due(_ handle: UInt16, _ stream: Stream) -> Due? {
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
      if let due = due(handle, stream) { deadline = min(deadline ?? .max, due.time) }
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
      while let stream = streams[handle], let due = due(handle, stream), fits(due) {
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
    return (written[features]?.first ?? 0) & 4 != 0
  }

  /// Takes what is due first, of the answers and all streams.
  private func takeDue() -> Due? {
    var first: (handle: UInt16?, due: Due)?
    let next = nextAnswer
    if let next, answers[next].time <= now { first = (nil, answers[next]) }
    for (handle, stream) in streams {
      guard let due = due(handle, stream), due.time <= now else { continue }
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
  private func step(_ handle: UInt16) {
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
    remarks.append(.unconfirmed(handle: waits.handle))
  }
}

/// Where each recorded write is among those of its attribute.
package struct WriteIndex: Sendable {
  package struct Key: Hashable, Sendable {
    package var handle: UInt16
    package var value: [UInt8]
  }

  private(set) var places: [Key: [Int]] = [:]
  /// The different values written to an attribute, in the order of the capture.
  private var keys: [UInt16: [Key]] = [:]

  package init(_ recording: RecordedPeripheral) {
    for (handle, writes) in recording.writes {
      for (place, write) in writes.enumerated() {
        let key = Key(handle: handle, value: write.value)
        if places[key] == nil { keys[handle, default: []].append(key) }
        places[key, default: []].append(place)
      }
    }
  }

  /// The recorded value with the same first byte that has the longest beginning in common, then the
  /// most similar length.
  func nearest(to key: Key, among limit: Int) -> Key? {
    let candidates = (keys[key.handle] ?? []).prefix(limit).filter {
      $0.value.first == key.value.first
    }
    return candidates.min { Self.distance($0, key) < Self.distance($1, key) }
  }

  private static func distance(_ known: Key, _ key: Key) -> (Int, Int) {
    let common = zip(known.value, key.value).prefix { $0 == $1 }.count
    return (-common, abs(known.value.count - key.value.count))
  }
}
