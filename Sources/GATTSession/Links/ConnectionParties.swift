import ATTDissector
import BTSnoop
import GATTValues

/// The two sides of a connection: who they are, their roles and their attributes.
struct ConnectionParties {
  /// The peer before devices were merged.
  var firstPeer: Peer?
  /// The peer's address on the air, where the capture shows it.
  var airAddress: BluetoothAddress?
  /// The role of the recording host; `nil` where the start is not in the capture.
  var role: LinkRole?
  /// The role was derived from the capture itself.
  var isRoleKnown = false
  /// The attributes of sides that are not known devices.
  let local: AttributeDatabase
  let remote: AttributeDatabase
  /// What decoders have learned where the peer is unknown.
  var unnamedState = DeviceState()

  init(
    peer: Peer?, role: LinkRole?, local: AttributeDatabase, remote: AttributeDatabase
  ) {
    (firstPeer, self.role) = (peer, role)
    (self.local, self.remote) = (local, remote)
  }
}
