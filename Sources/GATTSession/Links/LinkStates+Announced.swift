import ATTDissector
import BTSnoop
import Bytes

/// What sniffers show of intervals and PHYs: announced, outdated, missing.
extension LinkStates {
  /// The connection, or the capture, ends.
  func settleInterval(_ connection: Connection, at record: CaptureRecord) {
    guard let link = connection.link else { return }
    if connection.isIntervalOutdated { tellInterval(nil, on: connection, link: link, at: record) }
    find(link.timing.takeMissed(), on: connection, at: record)
  }

  /// - seen: from one connection event to the next; `nil` where that is not known.
  func tellInterval(
    _ seen: Int64?, on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    guard link.timing.tellsInterval() else { return }
    if let told = connection.state.intervals.last {
      reporter.emit(
        Event(.note, record, connection),
        fact: LinkFact.outdated(told, seen: seen, isHidden: link.encryption.hides))
    } else if let seen {
      reporter.emit(Event(.note, record, connection), fact: LinkFact.seen(seen))
    }
  }

  func find(
    _ missed: [AirTiming.MissedEvents], on connection: Connection, at record: CaptureRecord
  ) {
    for one in missed {
      reporter.find(
        .missingEvents(
          silence: one.gap.length, interval: one.gap.expected, frame: one.frame), on: connection,
        at: record, moment: (one.frame, one.time))
    }
  }

  /// The connection, or the capture, ends: what was announced for later was not seen in use.
  func tellAnnounced(on connection: Connection, at record: CaptureRecord) {
    guard let link = connection.link else { return }
    if let next = link.timing.update {
      tell(
        LinkFact.announced(
          LinkTerms(
            interval: ConnectionInterval(frames: next.change.interval),
            latency: next.change.latency, timeout: next.change.timeout)), frame: next.frame,
        on: connection, at: record)
    }
    if let next = link.timing.phyUpdate {
      tell(
        LinkFact.announcedPHYs(next.change.phy(of: .central), next.change.phy(of: .peripheral)),
        frame: next.frame, on: connection, at: record)
    }
  }

  private func tell(
    _ announced: LinkFact, frame: UInt64, on connection: Connection, at record: CaptureRecord
  ) {
    var event = Event(.note, record, connection)
    event.requestFrame = frame
    reporter.emit(event, fact: announced)
  }
}
