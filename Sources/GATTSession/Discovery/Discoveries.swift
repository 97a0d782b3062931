import BTSnoop
import Bytes

/// The discoveries in progress, of all connections.
struct Discoveries {
  typealias Discovery = (connection: Connection, client: Side)

  /// How long a client may pause in a discovery: 2 s, in nanoseconds.
  static let patience: Int64 = 2_000_000_000

  private var list: [Discovery] = []
  /// No discovery ends before this time.
  private(set) var bound = CaptureTime.never

  var isEmpty: Bool { list.isEmpty }

  /// Records a request or a response.
  mutating func note(_ connection: Connection, client: Side, at time: CaptureTime) {
    if index(on: connection, client: client) == nil { list.append((connection, client)) }
    mayEnd(from: time)
  }

  /// What a discovery waited for is over: it may end too, after a pause from then on.
  mutating func mayEnd(from time: CaptureTime) {
    bound = min(bound, time.adding(nanoseconds: Self.patience))
  }

  /// Removes one, if it is in progress.
  mutating func take(_ connection: Connection, client: Side) -> Bool {
    guard !list.isEmpty, let index = index(on: connection, client: client) else { return false }
    list.remove(at: index)
    return true
  }

  /// Removes all, or those of a connection.
  mutating func takeAll(of only: Connection?) -> [Discovery] {
    if list.isEmpty { return [] }
    let taken = list.filter { only == nil || $0.connection === only }
    list.removeAll { only == nil || $0.connection === only }
    return taken
  }

  /// The one that ends first.
  mutating func next() -> (discovery: Discovery, deadline: CaptureTime)? {
    var next: (discovery: Discovery, deadline: CaptureTime)?
    for (connection, client) in list {
      let deadline = connection.discoveryDeadline(of: client)
      if next.map({ deadline < $0.deadline }) ?? true { next = ((connection, client), deadline) }
    }
    bound = next?.deadline ?? .never
    return next
  }

  private func index(on connection: Connection, client: Side) -> Int? {
    list.firstIndex { $0.connection === connection && $0.client == client }
  }
}

extension Connection {
  fileprivate func discoveryDeadline(of client: Side) -> CaptureTime {
    let isAsking = bearers.contains { $0.transactions[client].open?.isDiscovery ?? false }
    return discoveries[client].lastTime.adding(
      nanoseconds: isAsking ? ATTTransactions.timeout : Discoveries.patience)
  }
}

extension CaptureTime {
  /// Later than any time.
  static let never = CaptureTime(seconds: .max, nanoseconds: 999_999_999)
}
