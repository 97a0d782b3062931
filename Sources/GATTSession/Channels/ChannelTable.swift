import ATTDissector
import BTSnoop
import Bytes

/// The L2CAP channels of one connection, except the decoded fixed ones: signals in, what they mean for channels out.
final class ChannelTable {
  /// Closed ones stay until one of their identifiers is reused.
  private(set) var channels: [DynamicChannel] = []
  /// How many were opened.
  private(set) var opened = 0
  private(set) var pending: [PendingSignal] = []
  var undecoded: [UndecodedChannel] = []
  /// Packets of the connection are missing from the capture: credits cannot be counted.
  var hasLoss = false

  /// The channel whose end at a side has the identifier.
  func channel(at side: Side, cid: UInt16) -> DynamicChannel? {
    channels.first { $0.ends[side].cid == cid }
  }

  /// The channel with an end at a side, unless it is closed.
  func open(at side: Side, cid: UInt16) -> DynamicChannel? {
    channels.first { $0.ends[side].cid == cid && $0.state != .closed }
  }

  /// Opens a channel; channels that have its identifiers must be removed first.
  func open(
    _ psm: L2CAPServicePSM, asker: Side, ends: PerSide<ChannelEnd>
  ) -> DynamicChannel {
    opened += 1
    let isNamed = channels.contains { $0.state != .closed && $0.bearer != nil }
    let made = DynamicChannel(
      number: opened, psm: psm, asker: asker, ends: ends, isNamed: isNamed)
    channels.append(made)
    return made
  }

  func remove(_ channel: DynamicChannel) { channels.removeAll { $0 === channel } }

  /// Keeps a command until it is answered.
  /// - Returns: the one it displaces, if any.
  func hold(_ signal: PendingSignal) -> PendingSignal? {
    let known = pending.firstIndex {
      $0.identifier == signal.identifier && $0.side == signal.side
    }
    var givenUp: PendingSignal?
    if let known {
      givenUp = pending.remove(at: known)
    } else if pending.count >= SessionLimits.openSignals {
      givenUp = pending.removeFirst()
    }
    pending.append(signal)
    return givenUp
  }

  /// The command that the other side's response answers.
  func take(
    _ identifier: UInt8, askedBy side: Side,
    where isIt: (PendingSignal.Content) -> Bool = { _ in true }
  ) -> PendingSignal? {
    let known = pending.firstIndex {
      $0.identifier == identifier && $0.side == side && isIt($0.content)
    }
    return known.map { pending.remove(at: $0) }
  }

  /// Whether a command of a side awaits a response with the identifier.
  func waits(_ identifier: UInt8, askedBy side: Side) -> Bool {
    pending.contains { $0.identifier == identifier && $0.side == side }
  }

  // MARK: Opening

  /// What a response to a request for channels is.
  enum Answer {
    case withoutRequest
    /// The final one follows.
    case pending
    case final(PendingSignal, [Offer])
  }

  /// What becomes of one of the requested channels.
  enum Offer {
    case refused(psm: UInt16, source: UInt16, SignalResult)
    case granted(L2CAPServicePSM, asker: Side, PerSide<ChannelEnd>)
  }

  func answer(
    _ response: CreditBasedConnectionResponse, _ identifier: UInt8, askedBy asker: Side
  ) -> Answer {
    guard let waiting = take(identifier, askedBy: asker) else { return .withoutRequest }
    guard !response.result.isPending else {
      _ = hold(waiting)
      return .pending
    }
    guard case .connect(let request) = waiting.content else { return .withoutRequest }
    let offers = request.sourceCIDs.enumerated().map { index, source in
      let cids = response.destinationCIDs
      guard index < cids.count, cids[index] != 0 else {
        return Offer.refused(
          psm: request.spsm, source: source, SignalResult(response.result))
      }
      return .granted(
        L2CAPServicePSM(rawValue: request.spsm), asker: asker,
        ends(
          ChannelEnd(cid: source, request.terms), of: asker,
          other: ChannelEnd(cid: cids[index], response.terms)))
    }
    return .final(waiting, offers)
  }

  /// A response to the request for a channel of ATT over BR/EDR.
  func answer(_ response: ChannelResponse, _ identifier: UInt8, askedBy asker: Side) -> Answer {
    let waiting = take(identifier, askedBy: asker) {
      if case .open(let request) = $0 { request.sourceCID == response.sourceCID } else { false }
    }
    guard let waiting else { return .withoutRequest }
    guard response.result != .pending else {
      _ = hold(waiting)
      return .pending
    }
    guard response.result == .success else {
      return .final(
        waiting,
        [
          .refused(
            psm: L2CAPServicePSM.att.rawValue, source: response.sourceCID,
            SignalResult(response.result))
        ])
    }
    return .final(
      waiting,
      [
        .granted(
          .att, asker: asker,
          ends(
            ChannelEnd(cid: response.sourceCID, .classic), of: asker,
            other: ChannelEnd(cid: response.destinationCID, .classic)))
      ])
  }

  private func ends(
    _ end: ChannelEnd, of side: Side, other: ChannelEnd
  ) -> PerSide<ChannelEnd> {
    side == .host ? PerSide(host: end, peer: other) : PerSide(host: other, peer: end)
  }

  /// A channel that has one of the identifiers of a new one: it is over, and must be removed.
  func displaced(by ends: PerSide<ChannelEnd>) -> DynamicChannel? {
    channel(at: .host, cid: ends.host.cid) ?? channel(at: .peer, cid: ends.peer.cid)
  }

  /// Whether there is room for a further channel.
  enum Room { case free, takenByFixed, full, allFull }

  /// Makes room for a channel: the one that was closed first is forgotten. BR/EDR links have more identifiers than
  /// that.
  /// - account: the channels of all connections.
  func makeRoom(for ends: PerSide<ChannelEnd>, in account: inout MemoryBudget.Account) -> Room {
    let least = L2CAPChannel.dynamic.lowerBound
    guard ends.host.cid >= least, ends.peer.cid >= least else { return .takenByFixed }
    if channels.count >= SessionLimits.channelsOfConnection,
      let closed = channels.firstIndex(where: { $0.state == .closed })
    {
      channels.remove(at: closed)
      account.giveBack()
    }
    guard channels.count < SessionLimits.channelsOfConnection else { return .full }
    return account.fits() ? .free : .allFull
  }

  // MARK: Changing

  enum Reconfiguration {
    case withoutRequest
    case refused(PendingSignal)
    /// - isOther: the MTU of its bearer has changed.
    case done(PendingSignal, [(channel: DynamicChannel, isOther: Bool)])
  }

  func reconfigure(
    _ result: ReconfigureResult, _ identifier: UInt8, askedBy asker: Side
  ) -> Reconfiguration {
    guard let waiting = take(identifier, askedBy: asker),
      case .reconfigure(let request) = waiting.content
    else { return .withoutRequest }
    guard result == .success else { return .refused(waiting) }
    let changed = request.cids.compactMap { cid -> (channel: DynamicChannel, isOther: Bool)? in
      // By the requester's end, as hosts do it; else by the other end, which the field's name suggests.
      let known =
        channel(at: asker, cid: cid).flatMap { $0.state == .closed ? nil : $0 }
        ?? channel(at: asker.other, cid: cid).flatMap { $0.state == .closed ? nil : $0 }
      guard let known else { return nil }
      known.ends[asker].mtu = request.mtu
      known.ends[asker].mps = request.mps
      return (known, known.takeMTU())
    }
    return .done(waiting, changed)
  }

  /// The accepted configuration of a channel of ATT over BR/EDR.
  /// - Returns: `nil` where another response or request follows.
  func configure(
    _ channel: DynamicChannel, _ response: ConfigurationResponse, _ identifier: UInt8,
    askedBy asker: Side
  ) -> (waiting: PendingSignal, change: DynamicChannel.Configuration)? {
    let waiting = take(identifier, askedBy: asker) {
      guard case .configure(let request) = $0 else { return false }
      return request.destinationCID == channel.ends[asker.other].cid
    }
    guard let waiting, case .configure(let request) = waiting.content else { return nil }
    if response.result == ConfigurationResponse.pending { _ = hold(waiting) }
    guard response.result == ConfigurationResponse.success else { return nil }
    return (waiting, channel.configure(asker, request, response))
  }

  // MARK: Closing

  /// The channel that a side asks to close; data in progress may still arrive.
  func beginClosing(_ ends: ChannelDisconnection, askedBy asker: Side) {
    if let known = channel(ends, askedBy: asker), known.state == .open { known.state = .closing }
  }

  /// The channel of a request to close one, or of the response.
  func channel(_ ends: ChannelDisconnection, askedBy asker: Side) -> DynamicChannel? {
    guard let known = channel(at: asker, cid: ends.sourceCID),
      known.ends[asker.other].cid == ends.destinationCID, known.state != .closed
    else { return nil }
    return known
  }

  // MARK: Not decoded

  /// Counts data that is not decoded.
  /// - Returns: whether there was room for its channel.
  func count(_ new: UndecodedChannel) -> Bool {
    let known = undecoded.firstIndex {
      $0.cid == new.cid && $0.sender == new.sender && $0.reason == new.reason
    }
    if let known {
      undecoded[known].pdus += new.pdus
      undecoded[known].octets += new.octets
    } else if undecoded.count < SessionLimits.undecodedChannels {
      undecoded.append(new)
    } else {
      return false
    }
    return true
  }
}

extension ChannelTerms {
  /// Until a channel is configured (Vol 3, Part A, 5.1). It has no frames with credits.
  static var classic: Self { Self(mtu: 672, mps: .max, credits: 0) }
}
