import ATTDissector
import BTSnoop

/// What became of subscriptions.
extension ATTFollower {
  /// Reports a subscription without any values, and one whose values stopped, unless that is normal for the
  /// characteristic, or values may have been in what the capture lacks.
  func ended(
    _ subscription: Subscription, on connection: Connection, at record: CaptureRecord
  ) {
    guard !connection.hearing.hides, !clock.isExcerpt(connection),
      !subscription.characteristic.changesSeldom, !subscription.characteristic.isStale,
      !subscription.characteristic.answersOnly
    else { return }
    if subscription.values == 0 {
      reportSilent(subscription, on: connection, at: record)
    } else {
      reportStopped(subscription, on: connection, at: record)
    }
  }

  private func reportSilent(
    _ subscription: Subscription, on connection: Connection, at record: CaptureRecord
  ) {
    let duration = lastHeard(on: connection, at: record).nanoseconds(since: subscription.time)
    guard duration >= Self.silentSubscription, subscription.losses == clock.losses(of: connection)
    else {
      return
    }
    let characteristic = subscription.characteristic.current
    reporter.find(
      .silentSubscription(
        characteristic, of: server(of: characteristic, on: connection), duration: duration,
        frame: subscription.frame),
      on: connection, at: record, moment: (subscription.frame, subscription.time))
  }

  private func reportStopped(
    _ subscription: Subscription, on connection: Connection, at record: CaptureRecord
  ) {
    let pace = subscription.pace
    let duration = lastHeard(on: connection, at: record).nanoseconds(since: pace.last)
    // What a client writes may be what stops them.
    let written = connection.writes.last.map { pace.last.nanoseconds(since: $0) } ?? .max
    guard duration >= Self.silentSubscription, duration / 10 >= pace.longest, pace.isSteady,
      written >= Self.stopping, pace.losses == clock.losses(of: connection)
    else { return }
    let characteristic = subscription.characteristic.current
    reporter.find(
      .valuesStop(
        characteristic, of: server(of: characteristic, on: connection), count: pace.count,
        apart: pace.longest, duration: duration, frame: pace.lastFrame),
      on: connection, at: record, moment: (pace.lastFrame, pace.last))
  }

  /// Until when values would have been in the capture: before a link is lost nothing comes of anybody, and a sniffer
  /// that has lost it hears none.
  private func lastHeard(on connection: Connection, at record: CaptureRecord) -> CaptureTime {
    guard connection.hearing.isOnAir || connection.endReason == .connectionTimeout else {
      return record.time
    }
    return connection.traffic.lastReceived?.time ?? connection.startTime
  }

  /// Whose a characteristic is, where it is not the peer's.
  private func server(of characteristic: Attribute, on connection: Connection) -> ATTParty? {
    let isOwn = connection.local.attribute(at: characteristic.handle) === characteristic
    return isOwn ? ATTParty(hostOf: connection) : nil
  }

  /// How soon before the last value a write may have asked for the end: 2 s, in nanoseconds.
  private static let stopping: Int64 = 2_000_000_000

  /// How long a subscription may be silent before it becomes a finding: 10 s, in nanoseconds. Less
  /// is usual where a connection, or the capture, ends soon after.
  static let silentSubscription: Int64 = 10_000_000_000
}

extension Attribute {
  /// Values come only once a control point was written: records of glucose, and what control points
  /// answer.
  var answersOnly: Bool {
    switch uuid?.short {
    case 0x2A18, 0x2A34: true
    default: label?.hasSuffix("Control Point") ?? false
    }
  }

  /// Characteristics that are normally silent for hours: Service Changed, Battery Level, and the
  /// reports of an untouched keyboard or mouse.
  var changesSeldom: Bool {
    switch uuid?.short {
    case 0x2A05, 0x2A19, 0x2A22, 0x2A33, 0x2A4D: true
    // In Generic Attribute, only Service Changed is sent.
    case nil: uuid == nil && service?.uuid?.short == 0x1801
    default: false
    }
  }
}
