/// Follows the Security Manager, and the encryption of links.
final class SecurityFollower {
  let reporter: Reporter
  let clock: CaptureClock
  let current: CurrentRecord
  let devices: Devices
  let links: Links
  let air: LinkLayerState
  let keys: LinkKeys
  let malformed: MalformedPDUs
  let linkStates: LinkStates
  let decryption: LinkDecryption
  /// Pairings by Passkey Entry: the first ones.
  var passkeys: [PasskeyUse] = []

  init(_ session: SessionContext, linkStates: LinkStates, decryption: LinkDecryption) {
    reporter = session.reporter
    clock = session.clock
    current = session.current
    devices = session.devices
    links = session.links
    air = session.air
    keys = session.keys
    malformed = session.malformed
    self.linkStates = linkStates
    self.decryption = decryption
  }
}
