/// What the lines of an app's log mean together.
struct AppLogState {
  /// What the app has asked for last.
  private var request: AppLogSaying.Request?
  /// The characteristic whose configuration is written next.
  private var configured = ""
  /// Why the connection ends.
  private var reason: UInt32?
  /// What failed last while nothing was asked for: why the connection ends, if that comes next.
  private var failure: UInt32?
  /// The characteristics whose values are sent, as iOS tells it.
  private var sending: Set<String> = []
  private(set) var awaitsTree = false
  /// The list that follows is of the app's own server.
  private(set) var isOwnServer = false
  /// The most characteristics to remember.
  private static let most = 1000

  /// The first line of the list was read.
  mutating func beginTree() { awaitsTree = false }

  /// - Returns: the entries of the log that a line completes.
  mutating func take(_ saying: AppLogSaying) -> [AppLogEntry] {
    switch saying {
    case .own, .other, .unfinished: return []
    case .entry(let entry): return take(entry)
    case .entries(let entries): return entries
    case .asks(var asked):
      failure = nil
      // The words before a call have no value, and the call does not say of what kind it is.
      if asked.kind == nil {
        asked.kind = request?.attribute == asked.attribute ? request?.kind ?? .write : .write
      }
      request = asked
    case .configures(let characteristic): configured = characteristic
    case .turns(let characteristic, let isOn):
      if !isOn {
        sending.remove(characteristic)
      } else if sending.count < Self.most {
        sending.insert(characteristic)
      }
    case .reason(let status): reason = status
    case .fails(let status): return failed(status)
    case .written(let attribute, let isDescriptor):
      guard let request, request.attribute == attribute, let value = request.value else {
        return []
      }
      var entry = AppLogEntry(.write, attribute)
      entry.value = value
      entry.isDescriptor = isDescriptor
      return take(entry)
    case .tree:
      awaitsTree = true
      isOwnServer = false
      return [AppLogEntry(.discovered)]
    case .ownServer:
      isOwnServer = true
      awaitsTree = false
    }
    return []
  }

  private mutating func take(_ entry: AppLogEntry) -> [AppLogEntry] {
    var entry = entry
    defer { failure = nil }
    switch entry.kind {
    case .connected:
      reason = nil
      request = nil
      sending.removeAll()
    case .disconnected:
      entry.number = reason ?? failure
      reason = nil
      request = nil
    case .write:
      if let request, request.attribute == entry.subject, request.kind == .writeCommand {
        entry.kind = .writeCommand
      }
      if entry.isDescriptor { entry.owner = configured }
      request = nil
    case .read:
      if entry.isDescriptor { entry.owner = "" }
      request = nil
    case .readOrSent:
      if request?.kind == .read, request?.attribute == entry.subject {
        entry.kind = .read
        request = nil
      } else if sending.contains(entry.subject) {
        entry.kind = .sent
      }
    default: break
    }
    return [entry]
  }

  /// The status of a failure is that of what was asked for, or why the connection ends.
  private mutating func failed(_ status: UInt32) -> [AppLogEntry] {
    if reason == status { return [] }
    guard let request else {
      failure = status
      return []
    }
    self.request = nil
    var entry = AppLogEntry(
      request.kind == .read ? .readRefused : .writeRefused, request.attribute)
    entry.isDescriptor = request.isDescriptor
    if request.isDescriptor, request.kind == .write { entry.owner = configured }
    entry.number = status
    entry.value = request.value ?? []
    return [entry]
  }
}
