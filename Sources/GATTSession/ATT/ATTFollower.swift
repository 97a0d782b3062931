import ATTDissector
import BTSnoop
import Bytes

/// Follows ATT: requests and their responses, values, and what a server says of its attributes.
final class ATTFollower {
  let options: GATTSession.Options
  let reporter: Reporter
  let clock: CaptureClock
  let current: CurrentRecord
  let devices: Devices
  let links: Links
  let budget: MemoryBudget
  let malformed: MalformedPDUs
  let linkStates: LinkStates
  let security: SecurityFollower
  let discovery: DiscoveryFollower
  let opcodes = ATTOpcodes()
  /// Values are masked in what is read: that they do not fit says nothing.
  var hasMaskedValues = false

  init(
    _ session: SessionContext, linkStates: LinkStates, security: SecurityFollower,
    discovery: DiscoveryFollower
  ) {
    options = session.options
    reporter = session.reporter
    clock = session.clock
    current = session.current
    devices = session.devices
    links = session.links
    budget = session.budget
    malformed = session.malformed
    self.linkStates = linkStates
    self.security = security
    self.discovery = discovery
  }
}
