import ATTDissector
import BTSnoop
import Bytes

/// A refusal that asks for encryption: a finding, unless encryption follows and the client asks again.
struct UncuredRefusal {
  let request: RequestWords
  let server: ATTParty
  let code: UInt8
  let frame: UInt64
  let time: CaptureTime
  /// It was encrypted already.
  let security: RefusalRemark?
  /// When the connection was encrypted after it.
  var encrypted: Moment?

  var finding: FindingFact {
    .refused(
      request, by: server, code: code, encrypted.map { .later(frame: $0.frame) } ?? security,
      frame: frame)
  }
}

/// Refusals that ask a client to pair, or to encrypt with a better key. Where it does, they were the normal way to
/// begin. What is cured is returned as the frames of the refusals.
struct UncuredRefusals {
  private var list: [UncuredRefusal] = []

  var isEmpty: Bool { list.isEmpty }

  /// - Returns: `false` where there is no room.
  mutating func add(_ refusal: UncuredRefusal) -> Bool {
    guard list.count < SessionLimits.uncuredRefusals else { return false }
    list.append(refusal)
    return true
  }

  /// The connection is encrypted now, or with another key. That heals what need not be asked for again: a search, and
  /// what may be asked for without that the capture shows it.
  mutating func cure(at moment: Moment, mayMiss: Bool) -> [UInt64] {
    var cured: [UInt64] = []
    list = list.compactMap { refusal in
      guard !mayMiss, refusal.request.isReadOrWrite, refusal.request.handle != nil else {
        cured.append(refusal.frame)
        return nil
      }
      var refusal = refusal
      refusal.encrypted = moment
      return refusal
    }
    return cured
  }

  /// A client asks for an attribute on an encrypted connection.
  mutating func ask(_ handle: UInt16?, client: Side) -> [UInt64] {
    take(client: client) { $0 == handle }
  }

  /// A value comes on an encrypted connection: a bond may keep what was turned on, whatever was refused.
  /// - handle: the value's; a Client Characteristic Configuration at most three handles later is taken for its own.
  mutating func come(_ handle: UInt16?, client: Side) -> [UInt64] {
    guard let handle else { return [] }
    return take(client: client) { $0 > handle && $0 &- handle <= 3 }
  }

  private mutating func take(client: Side, where isIt: (UInt16) -> Bool) -> [UInt64] {
    var cured: [UInt64] = []
    list.removeAll { refusal in
      guard refusal.encrypted != nil, let asked = refusal.request.handle, isIt(asked),
        refusal.server.isHost == (client == .peer)
      else { return false }
      cured.append(refusal.frame)
      return true
    }
    return cured
  }

  /// The connection ends, or the capture. A client that had little time may have wanted to ask again.
  mutating func end(at moment: Moment) -> (cured: [UInt64], left: [UncuredRefusal]) {
    defer { list = [] }
    func isLeft(_ refusal: UncuredRefusal) -> Bool {
      guard let encrypted = refusal.encrypted else { return true }
      return moment.elapsed(since: encrypted).map { $0 >= Self.retryTime } ?? false
    }
    return (list.filter { !isLeft($0) }.map(\.frame), list.filter(isLeft))
  }

  /// How soon after encryption a client asks again for what was refused without it: 3 s, in nanoseconds.
  private static let retryTime: Int64 = 3_000_000_000
}
