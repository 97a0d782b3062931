import ATTDissector

/// What a tester makes the peripheral do that it did not do in the capture.
package struct MockScript: Equatable, Sendable {
  /// What an action waits for.
  package enum Event: String, CaseIterable, Equatable, Sendable {
    /// The peripheral advertises for the first time; there is no client.
    case start
    case connect
    /// A client has gone; so there is none to act on.
    case disconnect
    case read, write, subscribe, unsubscribe
    case encrypt

    /// Whether there is a client to do something to.
    package var hasClient: Bool { self != .start && self != .disconnect }
    /// Whether it is about an attribute.
    package var hasAttribute: Bool {
      switch self {
      case .read, .write, .subscribe, .unsubscribe: true
      case .start, .connect, .disconnect, .encrypt: false
      }
    }
  }

  package enum Action: Equatable, Sendable {
    /// A notification or an indication, whether the client has turned it on or not.
    case send(handle: UInt16, value: [UInt8], isIndication: Bool)
    /// What is read from now on.
    case set(handles: Set<UInt16>, value: [UInt8])
    case error(ErrorFault)
    /// Requests of this many nanoseconds get no answer.
    case drop(Int64)
    case disconnect(HCIStatus)
    /// `nil`: stays as it is.
    case advertise(data: [UInt8]?, scanResponse: [UInt8]?)

    /// Whether it is done to a client.
    package var needsClient: Bool {
      switch self {
      case .send, .error, .drop, .disconnect: true
      case .set, .advertise: false
      }
    }

    /// The action's word in a script.
    package var word: String {
      switch self {
      case .send(_, _, let isIndication): isIndication ? "indicate" : "notify"
      case .set: "set"
      case .error: "error"
      case .drop: "drop"
      case .disconnect: "disconnect"
      case .advertise: "advertise"
      }
    }
  }

  /// Requests that get an error instead of their answer.
  package struct ErrorFault: Equatable, Sendable {
    package var handles: Set<UInt16>
    package var code: ATTErrorCode
    package var ofReads: Bool
    package var ofWrites: Bool
    /// Nanoseconds; `nil`: until the connection ends.
    package var duration: Int64?
    /// How many requests; `nil`: all.
    package var requests: Int?

    package init(
      handles: Set<UInt16>, code: ATTErrorCode, ofReads: Bool = true, ofWrites: Bool = true,
      duration: Int64? = nil, requests: Int? = nil
    ) {
      self.handles = handles
      self.code = code
      self.ofReads = ofReads
      self.ofWrites = ofWrites
      self.duration = duration
      self.requests = requests
    }
  }

  package struct Step: Equatable, Sendable {
    /// Line number in the file, from 1.
    package var line: Int
    package var event: Event
    /// The attributes that the event must be about; `nil`: any.
    package var handles: Set<UInt16>?
    /// What must have been written; `nil`: anything.
    package var value: [UInt8]?
    /// Nanoseconds after the event.
    package var delay: Int64
    /// The only connection that it is for, from 1.
    package var client: Int?
    /// How often at most in a connection.
    package var times: Int?
    package var action: Action

    package init(
      line: Int, event: Event, handles: Set<UInt16>? = nil, value: [UInt8]? = nil,
      delay: Int64 = 0, client: Int? = nil, times: Int? = nil, action: Action
    ) {
      self.line = line
      self.event = event
      self.handles = handles
      self.value = value
      self.delay = delay
      self.client = client
      self.times = times
      self.action = action
    }
  }

  package var steps: [Step] = []

  package init(_ steps: [Step] = []) { self.steps = steps }
}

/// Where a script is: for one client, or for what has no client.
struct ScriptRun {
  /// Actions that wait for their time: a client causes more by each request.
  static let maximumWaiting = 4096

  private struct Waiting {
    var time: Int64
    /// Number of the event, from 1.
    var number: Int
    var step: Int
  }

  private let steps: [MockScript.Step]
  /// How often each step was caused.
  private var caused: [Int]
  /// The next one last.
  private var waiting: [Waiting] = []
  private var count = 0
  /// An action was left out, since too many wait: to be reported.
  private var leavesOut = false

  /// - isOfClient: whether it takes the steps that have a client, or the others.
  init(_ script: MockScript, isOfClient: Bool) {
    steps = script.steps.filter { $0.event.hasClient == isOfClient }
    caused = [Int](repeating: 0, count: steps.count)
  }

  /// - client: its number, from 1; 0 for none.
  mutating func happened(
    _ event: MockScript.Event, client: Int, handle: UInt16? = nil, value: [UInt8]? = nil,
    now: Int64
  ) {
    for (index, step) in steps.enumerated() where step.event == event {
      guard step.client == nil || step.client == client,
        step.handles == nil || handle.map({ step.handles?.contains($0) == true }) == true,
        step.value == nil || step.value == value,
        caused[index] < step.times ?? .max
      else { continue }
      guard waiting.count < Self.maximumWaiting else {
        leavesOut = true
        continue
      }
      caused[index] += 1
      count += 1
      let (sum, overflow) = now.addingReportingOverflow(step.delay)
      let time = overflow ? .max : sum
      // Most come after all others: that is the first place.
      let place = waiting.firstIndex { ($0.time, $0.number) < (time, count) }
      waiting.insert(
        Waiting(time: time, number: count, step: index), at: place ?? waiting.count)
    }
  }

  /// When the next action is due.
  var deadline: Int64? { waiting.last?.time }

  /// The next action that is due; `nil` when none is.
  mutating func takeDue(_ now: Int64) -> MockScript.Step? {
    guard let next = waiting.last, next.time <= now else { return nil }
    waiting.removeLast()
    return steps[next.step]
  }

  /// Whether actions were left out since this was asked last.
  mutating func takeLeftOut() -> Bool {
    defer { leavesOut = false }
    return leavesOut
  }
}
