/// Follows HCI: commands, events and ACL data of the adapters, and with them the connections.
final class HCIFollower {
  let reporter: Reporter
  let clock: CaptureClock
  let current: CurrentRecord
  let devices: Devices
  let links: Links
  let advertising: Advertising
  let budget: MemoryBudget
  let malformed: MalformedPDUs
  let linkStates: LinkStates
  let security: SecurityFollower
  let decryption: LinkDecryption
  let l2cap: L2CAPFollower
  let ends: ConnectionEnds

  init(
    _ session: SessionContext, linkStates: LinkStates, security: SecurityFollower,
    decryption: LinkDecryption, l2cap: L2CAPFollower, ends: ConnectionEnds
  ) {
    reporter = session.reporter
    clock = session.clock
    current = session.current
    devices = session.devices
    links = session.links
    advertising = session.advertising
    budget = session.budget
    malformed = session.malformed
    self.linkStates = linkStates
    self.security = security
    self.decryption = decryption
    self.l2cap = l2cap
    self.ends = ends
  }
}
