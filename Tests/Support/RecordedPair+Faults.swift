import BTSnoop
import Bytes

/// What goes wrong between the recorders of a pair.
extension RecordedPair {
  /// One value in the middle does not reach the receiver's host.
  /// - isSent: one that the central sends.
  package mutating func lose(isSent: Bool = false) {
    let middle = pdus.indices.filter { pdus[$0].isSent == isSent }
    pdus[middle[middle.count / 2]].isUndelivered = true
  }

  /// So many notifications are lost, as far apart as they can be.
  package mutating func lose(_ count: Int) {
    let received = pdus.indices.filter { !pdus[$0].isSent }
    for part in 1...count {
      pdus[received[received.count * part / (count + 1)]].isUndelivered = true
    }
  }

  /// The central's controller still has the last value when the connection ends.
  package mutating func keepLast() {
    guard let last = pdus.lastIndex(where: \.isSent) else { preconditionFailure("nothing is sent") }
    pdus[last].isUnsent = true
  }

  /// The central's controller sends one value so many connection events too late; nothing follows it until then.
  package mutating func hold(_ late: Int) {
    let sent = pdus.indices.filter { pdus[$0].isSent }
    for (index, next) in zip(sent, sent.dropFirst()).dropFirst(5)
    where pdus[next].event - pdus[index].event > late + 2
      && !pdus.contains(where: { $0.event == pdus[index].event + late })
    {
      pdus[index].event += late
      pdus[index].peripheral += Double(late) * Self.interval
      pdus.sort { $0.event < $1.event }
      return
    }
    preconditionFailure("no place for it")
  }

  /// The central's host has one notification so many nanoseconds too late.
  package mutating func delay(_ late: Double) {
    let received = pdus.indices.filter { !pdus[$0].isSent }
    for (index, next) in zip(received, received.dropFirst()).dropFirst(5)
    where pdus[next].central - pdus[index].central > late + 50e6 {
      pdus[index].central += late
      return
    }
    preconditionFailure("no place for it")
  }

  /// The central hands down two values at once, which go in two connection events.
  /// - isSwapped: the second one goes first.
  package mutating func pairUp(isSwapped: Bool) {
    let sent = pdus.indices.filter { pdus[$0].isSent }
    for (index, next) in zip(sent, sent.dropFirst()).dropFirst(5) {
      let event = pdus[index].event
      guard
        !pdus.contains(where: { $0.event == event + 1 || $0.event == event && !$0.isSent })
      else { continue }
      pdus[next].central = pdus[index].central + 0.5e6
      pdus[next].event = isSwapped ? event : event + 1
      pdus[index].event = isSwapped ? event + 1 : event
      for place in [index, next] {
        pdus[place].peripheral = Double(pdus[place].event) * Self.interval + 1e6
      }
      pdus.sort { $0.event < $1.event }
      return
    }
    preconditionFailure("no place for it")
  }

  /// Connection events in which there is nothing to send.
  package func quiet(_ count: Int) -> Range<Int> {
    for (before, after) in zip(pdus, pdus.dropFirst()).dropFirst(5)
    where after.event - before.event > count + 6 {
      return before.event + 3..<before.event + 3 + count
    }
    preconditionFailure("no place for it")
  }
}
