import ATTDissector
import Bytes

/// Data of the links, in as many fragments as the controller has room for.
extension HCIHost {
  struct Link {
    var channels = LinkChannels()
    /// The controller has been asked to end it.
    var isEnding = false
    /// Identifier of the last signal that this side sent; 0 for none.
    var identifier: UInt8 = 0
    /// Fragments that wait, with their H4 indicators.
    var queue: [[UInt8]] = []
    var first = 0
    /// Packets that the controller has not sent yet.
    var inFlight = 0

    var waiting: Int { queue.count - first }

    mutating func next() -> [UInt8]? {
      guard first < queue.count else { return nil }
      defer {
        first += 1
        if first == queue.count || first > 64 {
          queue.removeFirst(first)
          first = 0
        }
      }
      return queue[first]
    }
  }

  mutating func data(_ packet: RawSpan) throws(ByteError) {
    var cursor = ByteCursor(packet)
    let header = try ACLHeader(&cursor)
    let handle = header.connectionHandle
    guard links[handle] != nil else { return }
    let fragment = cursor.takeRest()
    guard
      let arrival = links[handle]?.channels.receive(
        fragment.clamped(0, count: header.length), isStart: header.isStart, now: now)
    else { return }
    switch arrival {
    case .attribute(let pdu): occurrences.append(.attribute(handle: handle, pdu))
    case .reply(let channel, let payload, let refused):
      // A client that only asks is not answered without end.
      guard send(payload, on: channel, to: handle) else { return }
      occurrences.append(.refused(handle: handle, refused))
    case .pairing(let replies, let outcome):
      for reply in replies { send(reply, on: .securityManager, to: handle) }
      switch outcome {
      case .paired?: occurrences.append(.paired(handle: handle))
      case .failed(let reason)?: occurrences.append(.pairingFailed(handle: handle, reason))
      case nil: break
      }
    }
  }

  /// How many fragments of a link wait.
  package func waiting(_ handle: UInt16) -> Int { links[handle]?.waiting ?? 0 }

  /// Sends a PDU.
  /// - Returns: `false` if the link is gone or its queue is full.
  @discardableResult
  package mutating func send(
    _ payload: [UInt8], on channel: L2CAPChannel = .attribute, to handle: UInt16
  ) -> Bool {
    guard let link = links[handle], link.waiting < Self.maximumQueue, bufferLength > 0 else {
      return false
    }
    let pdu = LinkChannels.pdu(channel, payload: payload)
    var offset = 0
    while offset < pdu.count {
      let part = pdu[offset..<min(offset + bufferLength, pdu.count)]
      var packet = [H4Indicator.acl.rawValue]
      // The first fragment cannot be flushed (00); the others continue it (01).
      packet.append(handle | (offset == 0 ? 0 : 1 << 12))
      packet.append(UInt16(truncatingIfNeeded: part.count))
      links[handle]?.queue.append(packet + part)
      offset += part.count
    }
    pump()
    return true
  }

  /// Asks a central for connection parameters, by L2CAP: not every controller has the procedure of
  /// the link layer. The answer is the central's matter.
  /// - parameters: minimum and maximum of the interval, latency, timeout.
  package mutating func requestParameters(_ parameters: [UInt16], of handle: UInt16) {
    guard var identifier = links[handle]?.identifier else { return }
    identifier = identifier == 0xFF ? 1 : identifier + 1
    links[handle]?.identifier = identifier
    var signal = [L2CAPSignal.Code.connectionParameterUpdateRequest.rawValue, identifier]
    signal.append(UInt16(truncatingIfNeeded: 2 * parameters.count))
    for parameter in parameters { signal.append(parameter) }
    send(signal, on: .leSignaling, to: handle)
  }

  /// Gives the controller what it has room for, a fragment of each link in turn.
  mutating func pump() {
    var room = bufferCount - links.values.reduce(0) { $0 + $1.inFlight }
    var moved = true
    while room > 0, moved {
      moved = false
      for handle in links.keys.sorted() where room > 0 {
        guard let packet = links[handle]?.next() else { continue }
        links[handle]?.inFlight += 1
        output.append(packet)
        room -= 1
        moved = true
      }
    }
  }

  mutating func completedPackets(from cursor: inout ByteCursor) throws(ByteError) {
    defer { pump() }
    for _ in 0..<(try cursor.uint8()) {
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      let count = Int(try cursor.uint16LittleEndian())
      guard let inFlight = links[handle]?.inFlight else { continue }
      // No more than there were.
      links[handle]?.inFlight = inFlight - min(count, inFlight)
    }
  }
}
