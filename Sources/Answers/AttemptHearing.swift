import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// What was heard of a device that did not answer an attempt to connect, which this host has cancelled.
enum AttemptHearing {
  /// Others were heard, and it was not.
  case unheard
  /// Its address is private, and was last heard this many nanoseconds before the attempt.
  case earlier(Int64)
  /// Whether all of its advertisements are non-connectable.
  case notConnectable
  /// It was asked for by its identity, and heard by another address.
  case otherwise(BluetoothAddress)

  /// `was not heard advertising`
  func write(to text: inout ByteWriter) {
    switch self {
    case .unheard: text.append("was not heard advertising, others were")
    case .earlier(let before):
      text.append("was last heard advertising ")
      text.append(duration: before)
      text.append(
        " before this host asked for it, and its address is private: it may have changed since")
    case .notConnectable:
      text.append("advertises, but never as connectable: it does not listen for a connection")
    case .otherwise(let address):
      text.append("advertised as ")
      address.write(to: &text)
      text.append(", and was asked for by its identity: only a controller that has its key can ")
      text.append("connect so")
    }
  }
}

extension FailedAttempt {
  /// Unknown Connection Identifier: this host has cancelled it.
  private static let cancelled: UInt8 = 0x02

  /// What was heard so long ago may have another address by now: 10 s, in nanoseconds.
  private static let stale: Int64 = 10_000_000_000

  /// `nil` where nothing is to be said.
  func hearing(in answers: Answers) -> AttemptHearing? {
    let session = answers.session
    guard reason == Self.cancelled, let address else { return nil }
    let known = peer?.current
    guard let known, known.advertisements > 0 else {
      return session.peerList.contains { $0.current.advertisements > 0 } ? .unheard : nil
    }
    if !known.isIdentified, address.isPrivate, let asked,
      let heard = answers.devices.first(where: { $0.address == address })?.heard,
      case let before = asked.time.nanoseconds(since: heard.last), before >= Self.stale
    {
      return .earlier(before)
    }
    if !known.isConnectable,
      answers.devices.contains(where: { $0.address == address && $0.lastTime != nil })
    {
      return .notConnectable
    }
    guard known.isIdentified, known.address.deviceKey == address.deviceKey,
      let other = known.addresses.last(where: \.isPrivate)
    else { return nil }
    return .otherwise(other)
  }
}
