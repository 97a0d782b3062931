import ATTDissector
import Bytes

/// What one client has of the peripheral: where it is in the recording, what it has written, and
/// what it is subscribed to.
package final class ClientSession: AttributeStore {
  package typealias Remark = RemarkLog.Remark

  /// Nanoseconds after which a client that does not confirm gets no more indications.
  static let confirmationTimeout: Int64 = 30_000_000_000
  /// The most answers that are under way.
  static let maximumAnswers = 4096
  /// The most different writes that are searched for the nearest.
  static let searchedWrites = 4096

  struct Stream {
    var episode: Int
    var next = 0
    var start: Int64
    /// Nanoseconds of the recording that are left out at the beginning.
    var skipped: Int64 = 0
  }

  struct Due {
    var time: Int64
    /// Number of the answer, from 1; 0 for a value of a stream.
    var number = 0
    var sent: RecordedPeripheral.Sent
    /// A script wants it to be sent as it is, whatever the client has turned on.
    var isScripted = false
  }

  let recording: RecordedPeripheral
  let index: WriteIndex
  let secured: SecuredAttributes
  /// Which connection of the recording it plays, from 0.
  let connection: Int
  let options: PlayedPeripheral.Options
  /// The link is.
  package private(set) var isEncrypted = false
  var now: Int64
  private var hasInherited = false
  /// When the peripheral ends the connection.
  var end: Int64?
  /// When it asks for connection parameters; the first one last.
  var requests: [(time: Int64, parameters: [UInt16])] = []

  var values: ClientValues
  var configurations: ClientConfigurations
  var nextEpisode: [UInt16: Int] = [:]
  var streams: [UInt16: Stream] = [:]
  /// The next one last.
  var answers: [Due] = []
  var answered = 0
  /// The indication that waits for its confirmation.
  var indicated: (handle: UInt16, time: Int64)?
  /// An indication was never confirmed: no further ones, nor notifications, may be sent (Vol 3,
  /// Part F, 3.3.3).
  var isSilent = false
  var remarks = RemarkLog()

  var script: ScriptRun
  /// Number of the client, from 1.
  let number: Int
  var faults = ScriptFaults()
  /// Until when requests get no answer.
  private var silence: Int64 = .min
  private var actions: [MockScript.Action] = []

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
    values = ClientValues(replaced: replaced)
    script = ScriptRun(options.script, isOfClient: true)
    connection = min(number, max(recording.connections - 1, 0))
    configurations = ClientConfigurations(of: Set(recording.configured.values))
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
  package func setEncryption(isOn: Bool, now: Int64) {
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
    for (handle, bits) in recording.inherited[connection] ?? [:]
    where !configurations.isWritten(of: handle) {
      configurations.inherit(bits, of: handle)
      let recorded = connection
      let episode = recording.episodes[handle]?.firstIndex {
        $0.connection == recorded && $0.isInherited
      }
      if let episode { streams[handle] = Stream(episode: episode, start: now, skipped: skipped) }
    }
  }

  package func takeRemarks() -> [Remark] { remarks.take() }

  /// What happens next happens now.
  package func advance(to now: Int64) {
    self.now = max(self.now, now)
    runScript()
  }

  // MARK: The script

  func happened(
    _ event: MockScript.Event, handle: UInt16? = nil, value: [UInt8]? = nil
  ) {
    script.happened(event, client: number, handle: handle, value: value, now: now)
  }

  private func runScript() {
    faults.end(at: now)
    var leavesOut = script.takeLeftOut()
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
      case .set(let handles, let value): values.replace(handles, with: value)
      case .error(let error):
        guard faults.begin(error, at: now) else {
          leavesOut = true
          continue
        }
      case .drop(let duration): silence = max(silence, ScriptFaults.end(of: duration, from: now))
      case .disconnect, .advertise: actions.append(step.action)
      }
      remarks.tellDone(line: step.line, word: step.action.word)
    }
    if leavesOut { remarks.tellLeftOut() }
  }

  /// What the script wants of the link, or of the peripheral.
  package func takeActions() -> [MockScript.Action] {
    defer { actions = [] }
    return actions
  }

  /// Whether a request gets no answer.
  package var dropsAnswers: Bool { now < silence }
}
