/// The state of links: parameters, PHYs, data lengths, roles, and what was asked for and announced.
final class LinkStates {
  let reporter: Reporter
  let clock: CaptureClock

  init(_ session: SessionContext) {
    reporter = session.reporter
    clock = session.clock
  }
}
