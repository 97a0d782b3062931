import ATTDissector

/// The keys of the events themselves; those of `decoded` are declared by their decoders.
///
/// The groups are objects: of a struct, each access to one key would copy all of them.
package enum Keys {
  package static let common = Common()
  package static let own = Own()
  package static let advertised = Advertised()
  package static let shared = Shared()

  /// Kinds of events about a single attribute.
  private static let ofAttributes: KindSet =
    .values + .discoveries + [.attError, .malformed, .note]
  /// Kinds whose events may be the response to a request.
  private static let answers: KindSet =
    .all - .discoveries - [.advertisement, .notification, .writeCommand, .mark]

  /// Members that events of all kinds may have, in their order.
  package final class Common: Sendable {
    package let frame = Key(
      common: "frame", .integer, limits: .counted, recall: .volatile,
      "number of the record, from 1 over all captures")
    package let time = Key(frame: "time", .text, recall: .volatile, "RFC 3339 in UTC")
    package let t = Key(
      frame: "t", .number, recall: .volatile, "seconds since the first record")
    package let adapter = Key(
      common: "adapter", .integer, limits: .twoOctets, recall: .never, "HCI index")
    package let event = Key(frame: "event", .word, "the kind")
    package let connection = Key(
      common: "connection", .integer, limits: .counted,
      "number of the LE connection in order of first sight, from 1")
    package let address = Key(common: "address", .address, "of the peer")
    package let addressType = Key(
      frame: "address_type",
      .choice { Words.addressTypes },
      "of the address")
    package let name = Key(common: "name", .text, "of the peer")
    package let overAirAddress = Key(
      frame: "over_air_address", .address, recall: .never, "the address on the air")
    package let direction = Key(
      common: "direction", .one(of: "sent", "received"), recall: .never,
      "whether the PDU left or reached the recording host")
    package let from = Key(
      common: "from", .one(of: LinkRole.self), "who sent the value")
    package let handle = Key(
      common: "handle", .integer, limits: 1...65535, in: ofAttributes, recall: .volatile,
      "attribute handle")
    package let service = Key(
      common: "service", .uuid, in: ofAttributes, "UUID of the service")
    package let characteristic = Key(
      common: "characteristic", .uuid, in: ofAttributes, "UUID of the characteristic")
    package let descriptor = Key(
      common: "descriptor", .uuid, in: ofAttributes, "UUID of the descriptor")
    package let instance = Key(
      common: "instance", .integer, limits: .counted, in: ofAttributes,
      "which of several with the same UUID, from 1")
    package let label = Key(
      common: "label", .text, in: ofAttributes, "name of the innermost UUID")
    package let requestFrame = Key(
      common: "request_frame", .integer, limits: .counted, in: answers, recall: .never,
      "the record of the request")
    /// A clock may be set back between a request and its response.
    package let responseTime = Key(
      common: "response_ms", .number, unit: "ms", limits: -.infinity...(.infinity),
      in: answers + [.indication], recall: .volatile, "from the request to its answer")
    package let value = Key(
      common: "value", .hex, in: .values + [.advertisement, .malformed], "the bytes")
    package let decoded = Key(
      frame: "decoded", .object, in: .values + [.advertisement], "what the bytes mean")
    package let text = Key(common: "text", .text, "a line for a reader")
    package let truncated = Key(
      frame: "truncated", .boolean, "the capture holds only the beginning of the value")
    package let malformed = Key(
      frame: "malformed", .boolean, recall: .never, "the value is not in its form")
    package let note = Key(
      common: "note", .text, recall: .never, "a remark for a reader")
    package let capture = Key(
      frame: "capture", .object, recall: .never, "the capture that the record is from")
    package let seen = Key(
      frame: "seen", .list(.object), recall: .never,
      "the records of all recorders that have the same PDU, with --align")
    package let onAir = Key(
      frame: "on_air", .object, recall: .never,
      "between which times it was on the air, with --align of two hosts")
  }

  /// The keys specific to some kinds.
  package final class Own: Sendable {
    package let l2capChannel = Key(
      "l2cap_channel", .integer, limits: .counted,
      in: .values + .discoveries + [.mtu, .attError, .malformed, .note], recall: .volatile,
      "number of the L2CAP channel in its connection, from 1")

    package let valueLength = Key(
      "value_length", .integer, limits: .counted, in: .values, recall: .never,
      "the octets of the whole value, where the capture holds fewer")
    package let messageFrames = Key(
      "message_frames", .list(.integer), limits: .counted,
      in: [.write, .writeCommand, .notification, .indication], recall: .volatile,
      "the records of the message that this value completes, where they are several")

    package let attributeSource = Key(
      "attribute_source", .one(of: AttributeOrigin.self), in: .values, recall: .never,
      "where the names of the attribute are from, unless the capture shows them")
    package let contradicted = Key(
      "contradicted", .list(.integer), limits: 1...65535, in: [.note], recall: .never,
      "handles of given attributes that the capture shows to be others, at most 32")

    // MARK: The host

    package let adapterAction = Key(
      "action", .one(of: AdapterAction.self), in: [.adapter],
      "what became of the adapter")
    package let enabled = Key("enabled", .boolean, in: [.scan, .advertising], "on or off")
    package let active = Key(
      "active", .boolean, in: [.scan], "whether it asks for scan responses")
    package let interval = Key(
      "interval_ms", .number, unit: "ms",
      in: [.scan, .connected, .connectionUpdated, .note], "from one to the next")
    package let window = Key(
      "window_ms", .number, unit: "ms", in: [.scan],
      "it listens for the window once in each interval")
    package let filterDuplicates = Key("filter_duplicates", .boolean, in: [.scan], "boolean")
    package let phys = Key(
      "phys", .list(.choice { Words.scannedPHYs }), in: [.scan], "of extended scanning")
    package let duration = Key(
      "duration_ms", .integer, unit: "ms", limits: .natural, in: [.scan, .advertising],
      "where it ends by itself")
    package let intervalMin = Key(
      "interval_min_ms", .number, unit: "ms", in: [.advertising, .note], "milliseconds")
    package let intervalMax = Key(
      "interval_max_ms", .number, unit: "ms", in: [.advertising, .note], "milliseconds")
    package let connectable = Key(
      "connectable", .boolean, in: [.advertising, .advertisement], "boolean")
    package let advertisingHandle = Key(
      "advertising_handle", .integer, limits: .octet, in: [.advertising], recall: .volatile,
      "which set, of extended advertising")
    package let advertisingType = Key(
      "advertising_type", .word, in: [.advertising, .advertisement], "the PDU")
    package let maxEvents = Key(
      "max_events", .integer, limits: .octet, in: [.advertising], "where it ends by itself")
    package let completedEvents = Key(
      "completed_events", .integer, limits: .octet, in: [.advertising], recall: .volatile,
      "how often it was sent")
    package let rssi = Key(
      "rssi_dbm", .integer, unit: "dBm", limits: -128...126, in: [.advertisement],
      recall: .volatile,
      "absent where the controller does not know it")
    package let txPower = Key(
      "tx_power_dbm", .integer, unit: "dBm", in: [.advertisement],
      "of extended advertising")

    // MARK: Connections

    package let role = Key(
      "role", .one(of: LinkRole.self), in: [.connected, .note],
      "of the recording host")
    package let transport = Key(
      "transport", .one(of: "br_edr"), in: [.connected, .note],
      "of a connection that is not one of LE")
    package let initiatorChSel = Key(
      "initiator_ch_sel", .integer, limits: 0...1, in: [.connected], recall: .volatile,
      "ChSel of the CONNECT_IND")
    package let advertiserChSel = Key(
      "advertiser_ch_sel", .integer, limits: 0...1, in: [.connected], recall: .volatile,
      "ChSel of the ADV_IND that it answers")
    package let accessAddress = Key(
      "access_address", .text, in: [.connected, .note], recall: .volatile, "of the link layer")
    package let initiatorAddress = Key(
      "initiator_address", .address, in: [.connected], recall: .volatile, "of the central")
    package let initiatorAddressType = Key(
      "initiator_address_type", .choice { Words.airAddressTypes }, in: [.connected],
      recall: .volatile, "of the central")
    package let peripheralLatency = Key(
      "peripheral_latency", .integer, limits: .natural,
      in: [.connected, .connectionUpdated, .note], "connection events")
    package let supervisionTimeout = Key(
      "supervision_timeout_ms", .integer, unit: "ms", limits: .natural,
      in: [.connected, .connectionUpdated, .note], "milliseconds")
    package let subrateFactor = Key(
      "subrate_factor", .integer, limits: 2...65535, in: [.connectionUpdated],
      "of so many connection events the sides meet at one, unless that is each")
    package let reason = Key(
      "reason", .choice { Words.hciStatuses },
      in: [.advertising, .connectionUpdated, .phyUpdated, .disconnected],
      "why it ended, or failed")
    package let reasonCode = Key(
      "reason_code", .integer, limits: .octet,
      in: [.advertising, .connectionUpdated, .phyUpdated, .disconnected, .security, .note],
      "its number")
    package let by = Key(
      "by", .one(of: Terminator.self), in: [.disconnected], "who ended it")
    package let inferred = Key(
      "inferred", .boolean, in: [.phyUpdated, .disconnected, .note],
      "true: no record says so, others show it")
    package let txPHY = Key("tx_phy", .word, in: [.phyUpdated], "the PHY's name")
    package let rxPHY = Key("rx_phy", .word, in: [.phyUpdated], "the PHY's name")
    package let txOctets = Key(
      "tx_octets", .integer, unit: "B", limits: .natural, in: [.dataLength], "bytes")
    package let rxOctets = Key(
      "rx_octets", .integer, unit: "B", limits: .natural, in: [.dataLength], "bytes")
    package let txTime = Key(
      "tx_time_us", .integer, unit: "µs", limits: .natural, in: [.dataLength],
      "microseconds")
    package let rxTime = Key(
      "rx_time_us", .integer, unit: "µs", limits: .natural, in: [.dataLength],
      "microseconds")

    // MARK: ATT

    package let mtu = Key(
      "mtu", .integer, unit: "B", limits: 23...65535, in: [.mtu],
      "the MTU in use: the smaller one, at least 23")
    package let clientMTU = Key(
      "client_mtu", .integer, unit: "B", limits: .twoOctets, in: [.mtu], "what the client said")
    package let serverMTU = Key(
      "server_mtu", .integer, unit: "B", limits: .twoOctets, in: [.mtu], "what the server said")
    package let endHandle = Key(
      "end_handle", .integer, limits: .twoOctets, in: [.service], recall: .volatile,
      "the last handle of its group")
    package let primary = Key("primary", .boolean, in: [.service], "boolean")
    package let includedHandle = Key(
      "included_handle", .integer, limits: .twoOctets, in: [.include], recall: .volatile,
      "of the included service")
    package let valueHandle = Key(
      "value_handle", .integer, limits: .twoOctets, in: [.characteristic], recall: .volatile,
      "of its value")
    package let properties = Key(
      "properties", .list(.choice { Words.properties }), in: [.characteristic],
      "what it can be asked for")
    package let opcode = Key(
      "opcode", .integer, limits: .octet, in: [.attError, .malformed, .note], "of the request")
    package let errorCode = Key(
      "error_code", .integer, limits: .octet, in: [.attError], "its number")
    package let error = Key(
      "error", .choice { Words.attErrors }, in: [.attError], "its name, or time_out")
    package let requestType = Key(
      "request_type", .uuid, in: [.attError], "UUID that a refused request by type asked for")
    package let requestValue = Key(
      "request_value", .hex, in: [.attError], "what a refused write would have written")

    // MARK: Security

    package let step = Key(
      "step", .one(of: SecurityStep.self), in: [.security], "what happened")
    package let method = Key(
      "method", .one(of: SMPPairingMethod.Association.self), in: [.security],
      "how the keys were made")
    package let pairing = Key(
      "pairing", .one(of: PairingForm.self), in: [.security], "which form")
    package let bonded = Key("bonded", .boolean, in: [.security], "boolean")
    package let encrypted = Key("encrypted", .boolean, in: [.security, .note], "boolean")
    package let bonding = Key(
      "bonding", .boolean, in: [.security], "what a security request asks for")
    package let mitmProtection = Key(
      "mitm_protection", .boolean, in: [.security], "what a security request asks for")
    package let keypress = Key(
      "keypress", .choice { Words.keypresses }, in: [.security], "of Passkey Entry")
    package let keypressCode = Key(
      "keypress_code", .integer, limits: .octet, in: [.security], "its number")
    package let keySize = Key(
      "key_size", .integer, unit: "B", limits: .octet, in: [.security], "bytes")
    package let failure = Key(
      "reason", .choice { Words.hciStatuses + Words.pairingFailures }, in: [.security, .note],
      "of a failure")

    // MARK: Notes

    package let requests = Key(
      "requests", .integer, limits: .natural, in: [.note], "how many a discovery took")
    package let services = Key(
      "services", .integer, limits: .natural, in: [.note], "new ones found")
    package let characteristics = Key(
      "characteristics", .integer, limits: .natural, in: [.note], "new ones found")
    package let descriptors = Key(
      "descriptors", .integer, limits: .natural, in: [.note], "new ones found")
    package let accepted = Key(
      "accepted", .boolean, in: [.note], "whether the central takes the parameters")
    package let versionCode = Key(
      "version_code", .integer, limits: .natural, in: [.note], "of the peer's controller")
    package let companyCode = Key(
      "company_code", .integer, limits: .natural, in: [.note], "of the peer's controller")
    package let subversion = Key(
      "subversion", .integer, limits: .natural, in: [.note], "of the peer's controller")
    package let goesOn = Key(
      "goes_on", .boolean, in: [.note], "true: the end that was told before was none")
    package let unreadableFromCentral = Key(
      "unreadable_from_central", .integer, limits: .natural, in: [.note],
      "PDUs that are encrypted, and that nothing has decrypted")
    package let unreadableFromPeripheral = Key(
      "unreadable_from_peripheral", .integer, limits: .natural, in: [.note],
      "PDUs that are encrypted, and that nothing has decrypted")
    package let count = Key(
      "count", .integer, limits: .natural, in: [.note], "how often, or how many attributes changed")
    package let largestStep = Key(
      "largest_step_s", .number, unit: "s", in: [.note], "by which time went backwards")
    package let lost = Key(
      "lost", .integer, limits: .counted, in: [.note],
      "packets that the recorder lost before this one; on the air, connection events")
    package let phy = Key("phy", .word, in: [.note], "the PHY's name")
    package let syncHandle = Key(
      "sync_handle", .integer, limits: .natural, in: [.note], "of periodic advertising")
    package let advertisingSet = Key(
      "advertising_set", .integer, limits: .octet, in: [.note], "of periodic advertising")
    package let serviceDataSent = Key(
      "service_data", .integer, limits: .natural, in: [.note], "of a transferred sync")
    package let subevents = Key(
      "subevents", .integer, limits: .octet, in: [.note], "of periodic advertising with responses")
    package let streams = Key(
      "streams", .integer, limits: .octet, in: [.note], "isochronous streams that are announced")
    package let sduInterval = Key(
      "sdu_interval_us", .integer, unit: "µs", limits: .natural, in: [.note],
      "microseconds")
    package let maxSDU = Key(
      "max_sdu", .integer, unit: "B", limits: .natural, in: [.note], "bytes")
    package let streamHandle = Key(
      "stream_handle", .integer, limits: .natural, in: [.note], "of an isochronous stream")
    package let streamHandles = Key(
      "stream_handles", .list(.integer), limits: .natural, in: [.note], "of isochronous streams")
    package let group = Key(
      "group", .integer, limits: .octet, in: [.note], "of isochronous streams")
    package let stream = Key("stream", .integer, limits: .octet, in: [.note], "in its group")
    package let maxPDU = Key(
      "max_pdu", .integer, unit: "B", limits: .natural, in: [.note], "bytes")
    package let maxPDUFromCentral = Key(
      "max_pdu_from_central", .integer, unit: "B", limits: .natural, in: [.note], "bytes")
    package let maxPDUFromPeripheral = Key(
      "max_pdu_from_peripheral", .integer, unit: "B", limits: .natural, in: [.note], "bytes")
    package let channelAction = Key(
      "action", .one(of: ChannelAction.self), in: [.note], "what became of an L2CAP channel")
    package let psm = Key("psm", .integer, limits: .twoOctets, in: [.note], "of an L2CAP channel")
    package let cid = Key("cid", .integer, limits: .twoOctets, in: [.note], "of an L2CAP channel")
    package let sourceCID = Key(
      "source_cid", .integer, limits: .twoOctets, in: [.note],
      "of the side that asked for the channel")
    package let sourceCIDs = Key(
      "source_cids", .list(.integer), limits: .twoOctets, in: [.note],
      "of channels that are asked for")
    package let destinationCID = Key(
      "destination_cid", .integer, limits: .twoOctets, in: [.note], "of the other side")
    package let sourceMTU = Key(
      "source_mtu", .integer, unit: "B", limits: .twoOctets, in: [.note],
      "what the source takes")
    package let destinationMTU = Key(
      "destination_mtu", .integer, unit: "B", limits: .twoOctets, in: [.note],
      "what the destination takes")
    package let sourceMPS = Key(
      "source_mps", .integer, unit: "B", limits: .twoOctets, in: [.note],
      "what the source takes")
    package let destinationMPS = Key(
      "destination_mps", .integer, unit: "B", limits: .twoOctets, in: [.note],
      "what the destination takes")
    package let sourceInitialCredits = Key(
      "source_initial_credits", .integer, limits: .twoOctets, in: [.note], "what the source takes")
    package let destinationInitialCredits = Key(
      "destination_initial_credits", .integer, limits: .twoOctets, in: [.note],
      "what the destination takes")
    package let result = Key("result", .word, in: [.note], "of the response")
    package let resultCode = Key(
      "result_code", .integer, limits: .twoOctets, in: [.note], "its number")
    package let sourceSDUs = Key(
      "source_sdus", .integer, limits: .natural, in: [.note], "what the source sent")
    package let sourceOctets = Key(
      "source_octets", .integer, unit: "B", limits: .natural, in: [.note],
      "what the source sent")
    package let destinationSDUs = Key(
      "destination_sdus", .integer, limits: .natural, in: [.note], "what the destination sent")
    package let destinationOctets = Key(
      "destination_octets", .integer, unit: "B", limits: .natural, in: [.note],
      "what the destination sent")
    package let firstFrame = Key(
      "first_frame", .integer, limits: .counted, in: [.note],
      "the first record of what is not decoded")
    package let pdus = Key("pdus", .integer, limits: .counted, in: [.note], "how many")
    package let octets = Key(
      "octets", .integer, unit: "B", limits: .natural, in: [.note], "how many")

    /// The expected time between two values, for a silence; used in the report only.
    package let expected = Key(
      "expected_ms", .number, unit: "ms", in: [], "between two values")
  }

  /// Keys of events that declared values may have, too, with the same meaning: no others.
  package final class Shared: Sendable {
    let intervalMin = Key(
      decoded: "interval_min_ms", .number, unit: "ms", "Preferred Connection Parameters")
    let intervalMax = Key(
      decoded: "interval_max_ms", .number, unit: "ms", "Preferred Connection Parameters")
    let peripheralLatency = Key(
      decoded: "peripheral_latency", .integer, limits: .twoOctets,
      "Preferred Connection Parameters")
    let supervisionTimeout = Key(
      decoded: "supervision_timeout_ms", .integer, unit: "ms", limits: .natural,
      "Preferred Connection Parameters")
    let endHandle = Key(decoded: "end_handle", .integer, limits: .twoOctets, "Service Changed")
    let transmitPower = Key(decoded: "tx_power_dbm", .integer, unit: "dBm", "Tx Power Level")
    let enabled = Key(decoded: "enabled", .boolean, "whether a sensor is on")
  }

  /// The fields of advertising data, in `decoded`.
  package final class Advertised: Sendable {
    package let flags = Key(decoded: "flags", .integer, in: [.advertisement], "AD type Flags")
    package let serviceUUIDs = Key(
      decoded: "service_uuids", .list(.uuid), in: [.advertisement], "of all lists of services")
    package let localName = Key(
      decoded: "local_name", .text, in: [.advertisement], "Complete Local Name")
    package let shortenedLocalName = Key(
      decoded: "shortened_local_name", .text, in: [.advertisement], "Shortened Local Name")
    package let txPowerLevel = Key(
      decoded: "tx_power_level_dbm", .integer, unit: "dBm", in: [.advertisement],
      "Tx Power Level")
    package let appearance = Key(
      decoded: "appearance", .text, in: [.advertisement], "its assigned name")
    package let appearanceCode = Key(
      decoded: "appearance_code", .integer, in: [.advertisement], "its number")
    package let company = Key(
      decoded: "company", .list(.text), in: [.advertisement],
      "an element for each structure of manufacturer data")
    package let companyCode = Key(
      decoded: "company_code", .list(.integer), limits: .natural, in: [.advertisement],
      "an element for each structure of manufacturer data")
    package let manufacturerData = Key(
      decoded: "manufacturer_data", .list(.hex), in: [.advertisement],
      "an element for each structure, after the company")
    package let serviceDataUUIDs = Key(
      decoded: "service_data_uuids", .list(.uuid), in: [.advertisement],
      "an element for each structure of service data")
    package let serviceData = Key(
      decoded: "service_data", .list(.hex), in: [.advertisement],
      "an element for each structure, after the UUID")
    package let otherTypes = Key(
      decoded: "other_types", .list(.integer), limits: .octet, in: [.advertisement],
      "of each structure that is not decoded")
    package let otherData = Key(
      decoded: "other_data", .list(.hex), in: [.advertisement],
      "of each structure that is not decoded")
  }
}

extension Key {
  /// The keys of events, as in `add(.event.interval, 7.5)`.
  package static var event: Keys.Own { Keys.own }
  /// The keys of advertising data.
  package static var advertised: Keys.Advertised { Keys.advertised }
}
