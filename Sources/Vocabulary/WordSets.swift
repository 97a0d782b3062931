import ATTDissector
import Bytes

/// A closed list of words that a key can have. Each word stands here, or in the type of the
/// specification's that it names, and nowhere else.
@usableFromInline
package protocol WordSet: CaseIterable, Sendable {
  /// In the output.
  var name: StaticString { get }
}

extension WordSet {
  /// `nil` for any other word.
  package init?(named name: RawSpan) {
    for known in Self.allCases where known.name.rawBytes.equals(name) {
      self = known
      return
    }
    return nil
  }

  package init?(named name: String) { self.init(named: name.rawBytes) }
}

extension KeyType {
  /// Any word of a list.
  static func one(of set: (some WordSet).Type) -> KeyType {
    .choice { set.allCases.map(\.name.description) }
  }
}

extension LinkRole: WordSet {}
extension SMPPairingMethod.Association: WordSet {}
extension ScanResponse: WordSet {}

/// What became of an adapter.
package enum AdapterAction: WordSet {
  case present, powered, reset, gone

  package var name: StaticString {
    switch self {
    case .present: "present"
    case .powered: "powered"
    case .reset: "reset"
    case .gone: "gone"
    }
  }
}

/// Where names of attributes are from, unless the capture shows them.
package enum AttributeOrigin: WordSet {
  case file, storage, databaseHash, knownDevice, inferred

  package var name: StaticString {
    switch self {
    case .file: "file"
    case .storage: "storage"
    case .databaseHash: "database_hash"
    case .knownDevice: "known_device"
    case .inferred: "inferred"
    }
  }
}

/// Who ended a connection, from this host's view.
package enum Terminator: WordSet {
  case local, remote, unknown

  package var name: StaticString {
    switch self {
    case .local: "local"
    case .remote: "remote"
    case .unknown: "unknown"
    }
  }
}

/// What a security event is about.
package enum SecurityStep: WordSet {
  case securityRequest, keypress, paired, pairingFailed, pairingIncomplete
  case encrypted, unencrypted, encryptionFailed, keyRefreshed, identity

  package var name: StaticString {
    switch self {
    case .securityRequest: "security_request"
    case .keypress: "keypress"
    case .paired: "paired"
    case .pairingFailed: "pairing_failed"
    case .pairingIncomplete: "pairing_incomplete"
    case .encrypted: "encrypted"
    case .unencrypted: "unencrypted"
    case .encryptionFailed: "encryption_failed"
    case .keyRefreshed: "key_refreshed"
    case .identity: "identity"
    }
  }

  /// The outcome of a pairing, or what it distributes.
  package var isOfPairing: Bool {
    switch self {
    case .paired, .pairingFailed, .pairingIncomplete, .identity: true
    case .securityRequest, .keypress, .encrypted, .unencrypted, .encryptionFailed, .keyRefreshed:
      false
    }
  }

  /// Neither an outcome nor visible to both hosts.
  package var isPassing: Bool {
    switch self {
    case .securityRequest, .keypress, .keyRefreshed, .identity: true
    case .paired, .pairingFailed, .pairingIncomplete, .encrypted, .unencrypted, .encryptionFailed:
      false
    }
  }
}

/// The form of a pairing.
package enum PairingForm: WordSet {
  case secureConnections, legacy

  package init(isSecureConnections: Bool) {
    self = isSecureConnections ? .secureConnections : .legacy
  }

  package var name: StaticString {
    switch self {
    case .secureConnections: "secure_connections"
    case .legacy: "legacy"
    }
  }
}

/// What became of an L2CAP channel.
package enum ChannelAction: WordSet {
  case opened, refused, configured, reconfigured, closed, ended, lost, unanswered, fault, notDecoded

  package var name: StaticString {
    switch self {
    case .opened: "opened"
    case .refused: "refused"
    case .configured: "configured"
    case .reconfigured: "reconfigured"
    case .closed: "closed"
    case .ended: "ended"
    case .lost: "lost"
    case .unanswered: "unanswered"
    case .fault: "fault"
    case .notDecoded: "not_decoded"
    }
  }
}
