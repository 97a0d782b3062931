/// The caps of the session's tables. Reaching one is reported in a `note`; what exceeds it is still
/// decoded, only not remembered.
package enum SessionLimits {
  /// Adapters; Linux numbers them from 0.
  package static let adapters = 64
  /// Devices that are remembered by address.
  package static let devices = 16_384
  /// Addresses remembered for one device.
  package static let addressesOfDevice = 64
  /// Identities, with or without a key, that are searched for an unknown address.
  package static let identities = 32
  /// Keys that links are tried with, given ones and those that captures show.
  package static let linkKeys = 1_024
  /// Keys that the user gave, each tried in both octet orders; `keyCaptures` is for captures with keys.
  package static let givenLinkKeys = 32
  package static let keyCaptures = 32
  /// Devices known from outside the capture; the cap on their attributes is `attributes`.
  package static let knownDevices = 1_024
  /// Connections with a summary; later ones are still followed.
  package static let connections = 4_096
  /// Connections open at a time, on all adapters; a controller has some tens at most.
  package static let openConnections = 4_096
  /// Ended connections of one adapter whose data may still arrive.
  package static let endedConnections = 32
  /// BR/EDR links of one adapter on which channels for ATT are followed; a controller has 7.
  package static let classicLinks = 64
  /// UUIDs of one device whose service data is remembered, and the octets of each.
  package static let serviceDataOfDevice = 4
  package static let serviceDataOctets = 64
  /// Octets of a device's name: the Device Name characteristic has 248 at most.
  package static let nameOctets = 248
  /// Names of one device that others replaced: hashes of them.
  package static let formerNamesOfDevice = 8
  /// Attributes in one database.
  package static let attributesPerDatabase = 8_192
  /// Declarations in one database of which only the type is known.
  package static let foundDeclarations = 128
  /// Attributes in all databases together; each takes 0.5 KB with its last value.
  package static let attributes = 16_384
  /// Attributes of one database that are replaced by others, and changes that its server reports;
  /// beyond that the layout is no longer followed.
  package static let layoutChanges = 4_096
  /// Octets of a value that are kept as the last one.
  package static let lastValueOctets = 512
  /// Captures of which no record is read, that are named.
  package static let unreadCaptures = 64
  /// The most jumps of the clock that are listed.
  package static let jumps = 8
  /// Octets of a long read or queued write (attribute values have at most 512).
  package static let joinedValueOctets = 65_535
  /// Values queued by one client, and subscriptions of one connection.
  package static let queuedWrites = 256
  package static let subscriptions = 256
  /// Subscriptions of all connections together.
  package static let allSubscriptions = 32_768
  /// Long reads of one client that are open at a time.
  package static let longReads = 16
  /// Requests of one client that follow an open one.
  package static let earlyRequests = 32
  /// Octets of one advertiser's chained data (the specification's limit for one set).
  package static let chainedAdvertisingOctets = 1_650
  /// Nonces of encrypted advertisements that are remembered.
  package static let nonces = 16_384
  /// Chains of advertising data that are open at a time.
  package static let openChains = 64
  /// Octets of incomplete L2CAP PDUs and SDUs, all connections together.
  ///
  /// Their storage may be twice as large. Thirty PDUs of the largest size fit.
  package static let reassemblyOctets = 2 << 20
  /// L2CAP channels of one connection that are open at a time: as many as there are identifiers.
  package static let channelsOfConnection = 64
  /// L2CAP channels of all connections together.
  package static let channels = 4_096
  /// Signalling commands of one connection that await their responses.
  package static let openSignals = 8
  /// L2CAP channels of one connection that are only counted, by direction.
  package static let undecodedChannels = 32
  /// Octets of open requests, queued writes and long reads, all connections together.
  ///
  /// A client with 256 queued values takes 150 KB at most.
  package static let transactionOctets = 4 << 20
  /// HID Report Maps, all devices together; each takes 100 KB at most.
  package static let reportMaps = 256
  /// Messages under way on one connection, and octets of those of all connections.
  package static let openMessages = 64
  package static let messageOctets = 4 << 20
  /// Octets of last values, user descriptions, and texts that are not made of the value when they are
  /// asked for, all attributes together; beyond that only the start of each is kept.
  package static let allLastValueOctets = 4 << 20
  package static let shortLastValueOctets = 32
  /// Refusals of one connection that encryption may cure, and frames of those that it did, in all.
  package static let uncuredRefusals = 32
  package static let curedRefusals = 4_096
  /// Ways in which one connection was paired, and pairings by Passkey Entry, that are judged.
  package static let pairingsOfConnection = 8
  package static let passkeys = 64
  /// Findings kept in full; the rest is only counted.
  package static let findings = 200
  /// Events that wait for an earlier one to complete.
  package static let heldEvents = 256
  /// Octets of such events.
  package static let heldOctets = 4 << 20
  /// Trains of periodic advertising that are known by access address.
  package static let periodicTrains = 1_024
  /// Syncs with periodic advertising, and isochronous streams, of one adapter.
  package static let periodicSyncs = 64
  package static let isochronousStreams = 512
  /// Silences of one connection on the air that the next event on time makes findings.
  static let missedEvents = 16
  /// Access addresses of packets that may be of connections, and packets of which copies may follow.
  static let strangers = 64
  static let recentPackets = 256
  /// Advertising sets whose properties are remembered.
  package static let advertisingSets = 1_024
}
