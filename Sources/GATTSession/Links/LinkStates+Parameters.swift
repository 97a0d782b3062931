import ATTDissector
import BTSnoop
import Bytes

/// Events about a link: parameters, PHYs, data lengths, the peer's version.
extension LinkStates {
  func updated(
    _ event: LEConnectionUpdateComplete, on connection: Connection, at record: CaptureRecord
  ) {
    controllerGoesOn(on: connection, at: record)
    guard event.status == .success else {
      return updateFailed(.parameters, status: event.status, on: connection, at: record)
    }
    let interval = ConnectionInterval(frames: event.interval)
    let terms = LinkTerms(
      interval: interval, latency: event.latency, timeout: event.timeout,
      subrate: connection.state.subrate(withInterval: interval))
    take(terms, on: connection, at: record)
    reporter.emit(Event(.connectionUpdated, record, connection), fact: LinkFact.updated(terms))
    findOtherParameters(interval, on: connection, at: record)
  }

  /// This host asked for an interval, and the update that ends has another one. Only as the central: of a peripheral's
  /// request the central may decide otherwise, and what ends may be an update of its own.
  private func findOtherParameters(
    _ interval: ConnectionInterval, on connection: Connection, at record: CaptureRecord
  ) {
    guard connection.role == .central,
      let update = connection.state.takeOtherUpdate(interval, gaps: clock.gaps(of: record))
    else { return }
    reporter.find(
      .reported(
        OtherParameters(update: update, interval: interval), .updateFailed, frame: record.frame),
      on: connection, at: record)
  }

  /// Everything stays as it was.
  func updateFailed(
    _ change: LinkChange, status: HCIStatus, on connection: Connection, at record: CaptureRecord
  ) {
    var event = Event(
      change == .phys ? .phyUpdated : .connectionUpdated, record, connection)
    event.isProblem = true
    reporter.emit(event, fact: LinkFact.updateFailed(change, status))
    let first =
      status == .linkLayerResponseTimeout ? connection.culprit(of: status, at: record.time) : nil
    reporter.find(
      .updateFailed(change, status, behind: first, frame: record.frame), on: connection, at: record)
  }

  /// A Connection Rate Update changes the interval, too, in finer steps.
  func rateChanged(
    _ event: ConnectionRateChange, on connection: Connection, at record: CaptureRecord
  ) {
    let terms = LinkTerms(
      interval: ConnectionInterval(steps: event.interval), latency: event.subrate.latency,
      timeout: event.subrate.timeout, subrate: max(1, event.subrate.factor))
    take(terms, on: connection, at: record)
    reporter.emit(Event(.connectionUpdated, record, connection), fact: LinkFact.updated(terms))
  }

  /// Starts subrating: the devices use every n-th connection event, while the interval stays
  /// (Vol 6, Part B, 4.5.1).
  /// - timeout: in units of 10 ms.
  func subrated(
    factor: UInt16, latency: UInt16, timeout: UInt16, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard let interval = connection.state.intervals.last else { return }
    let terms = LinkTerms(
      interval: interval, latency: latency, timeout: timeout, subrate: max(1, factor))
    take(terms, on: connection, at: record)
    reporter.emit(Event(.connectionUpdated, record, connection), fact: LinkFact.updated(terms))
  }

  func phyUpdated(
    _ event: LEPHYUpdateComplete, on connection: Connection, at record: CaptureRecord
  ) {
    guard event.status == .success else {
      return updateFailed(.phys, status: event.status, on: connection, at: record)
    }
    connection.clues.change = LinkAlteration(words: "its PHYs", record)
    connection.state.take(phy: event.tx, of: .host)
    connection.state.take(phy: event.rx, of: .peer)
    reporter.emit(
      Event(.phyUpdated, record, connection),
      fact: LinkFact.phys(
        RadioPHY(rawValue: event.tx &- 1), RadioPHY(rawValue: event.rx &- 1), isOnAir: false))
  }

  func dataLengthChanged(
    _ event: LEDataLengthChange, on connection: Connection, at record: CaptureRecord
  ) {
    connection.clues.change = LinkAlteration(words: "its data length", record)
    reporter.emit(
      Event(.dataLength, record, connection),
      fact: LinkFact.dataLength(
        EffectiveLength(event), isOnAir: false, of: connection.state.phys.host,
        connection.state.phys.peer,
        codingIndicators: (nil, nil)))
  }

  func versionRead(
    _ event: ReadRemoteVersionComplete, on connection: Connection, at record: CaptureRecord
  ) {
    guard event.status == .success else { return }
    connection.state.version = event
    reporter.emit(
      Event(.note, record, connection),
      fact: LinkFact.version(event.version, company: event.company, subversion: event.subversion))
  }
}
