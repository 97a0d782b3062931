/// Follows captures of the link layer: advertising, connections and isochronous streams.
final class AirFollower {
  let options: GATTSession.Options
  let reporter: Reporter
  let clock: CaptureClock
  let current: CurrentRecord
  let devices: Devices
  let links: Links
  let advertising: Advertising
  let air: LinkLayerState
  let budget: MemoryBudget
  let malformed: MalformedPDUs
  let linkStates: LinkStates
  let security: SecurityFollower
  let decryption: LinkDecryption
  let att: ATTFollower
  let l2cap: L2CAPFollower
  let ends: ConnectionEnds
  /// The payload of the last PDU that was decrypted.
  var opened: [UInt8] = []

  init(
    _ session: SessionContext, linkStates: LinkStates, security: SecurityFollower,
    decryption: LinkDecryption, att: ATTFollower, l2cap: L2CAPFollower, ends: ConnectionEnds
  ) {
    options = session.options
    reporter = session.reporter
    clock = session.clock
    current = session.current
    devices = session.devices
    links = session.links
    advertising = session.advertising
    air = session.air
    budget = session.budget
    malformed = session.malformed
    self.linkStates = linkStates
    self.security = security
    self.decryption = decryption
    self.att = att
    self.l2cap = l2cap
    self.ends = ends
  }
}
