import ATTDissector

/// The errors that a script wants the peripheral to answer with.
struct ScriptFaults {
  private struct Fault {
    var error: MockScript.ErrorFault
    /// Nanoseconds; `nil`: it does not end by itself.
    var end: Int64?
  }

  /// The most that are under way.
  static let most = 256

  private var faults: [Fault] = []

  /// - Returns: whether there was room for it.
  mutating func begin(_ error: MockScript.ErrorFault, at now: Int64) -> Bool {
    guard faults.count < Self.most else { return false }
    faults.append(Fault(error: error, end: error.duration.map { Self.end(of: $0, from: now) }))
    return true
  }

  /// Forgets those that are over.
  mutating func end(at now: Int64) {
    faults.removeAll { $0.end.map { $0 <= now } ?? false }
  }

  /// The error that a read, or a write, of an attribute gets next.
  func code(for handle: UInt16, isRead: Bool) -> ATTErrorCode? {
    place(for: handle, isRead: isRead).map { faults[$0].error.code }
  }

  /// The error that a request gets now; it counts as one of those that the fault is for.
  mutating func use(for handle: UInt16, isRead: Bool) -> ATTErrorCode? {
    guard let place = place(for: handle, isRead: isRead) else { return nil }
    let code = faults[place].error.code
    guard let requests = faults[place].error.requests else { return code }
    faults[place].error.requests = requests - 1
    if requests <= 1 { faults.remove(at: place) }
    return code
  }

  private func place(for handle: UInt16, isRead: Bool) -> Int? {
    faults.firstIndex { fault in
      fault.error.handles.contains(handle)
        && (isRead ? fault.error.ofReads : fault.error.ofWrites)
    }
  }

  /// The end of a duration, in nanoseconds, or of all time.
  static func end(of duration: Int64, from start: Int64) -> Int64 {
    let (end, overflow) = start.addingReportingOverflow(duration)
    return overflow ? .max : end
  }
}
