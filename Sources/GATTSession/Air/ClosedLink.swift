/// Why an encrypted link was not decrypted.
package enum ClosedLink: Sendable {
  /// LL_ENC_REQ or LL_ENC_RSP is not in the capture: the session key depends on both.
  case startMissing
  /// Its pairing is LE Secure Connections, and no side uses the key for debugging.
  case secureConnections
  /// Its pairing is legacy, with a temporary key that is not known.
  case temporaryKey
  /// Its pairing is legacy, and a random number of it was not heard.
  case pairingCut
  case noKey
  case wrongKeys
  /// The confirm values of its pairing are of another passkey, or temporary key, than those that were given.
  case wrongPasskey
  /// They are of no passkey.
  case noPasskey
  /// They prove the passkey, or the temporary key: what hides is damaged, or too much before it is missing.
  case provenPasskey, provenKey
  /// Other links have used up what may be tried.
  case tooManyLinks
  /// libcrypto is not installed.
  case noLibrary

  /// Whether a key would open the link.
  package var isLackOfKeys: Bool {
    switch self {
    case .secureConnections, .temporaryKey, .noKey: true
    case .startMissing, .pairingCut, .wrongKeys, .wrongPasskey, .noPasskey, .provenPasskey,
      .provenKey, .tooManyLinks, .noLibrary:
      false
    }
  }

  /// Whether it may be that keys were not tried because other links have used up what may be tried.
  var mayBeForLimit: Bool {
    switch self {
    case .wrongKeys, .provenKey, .provenPasskey: true
    default: false
    }
  }

  package var words: StaticString {
    switch self {
    case .startMissing: "the start of encryption is not in the capture"
    case .secureConnections: "LE Secure Connections without debug keys: only the key opens it"
    case .temporaryKey:
      "legacy pairing with a passkey or out of band: needs --tk or the key (--tk-search tries all passkeys)"
    case .wrongPasskey:
      "its pairing is of another passkey or temporary key (--tk-search tries all passkeys)"
    case .noPasskey: "no passkey fits its pairing: a key out of band, or a part of it is damaged"
    case .provenPasskey:
      "the passkey is right, as the pairing proves, but opens nothing: packets are damaged, or many missing"
    case .provenKey:
      "its pairing proves the key, but it opens nothing: packets are damaged, or many missing"
    case .pairingCut: "a part of its pairing is not in the capture"
    case .noKey: "no key"
    case .wrongKeys: "no key fits"
    case .tooManyLinks: "too many links and keys to try them all"
    case .noLibrary: "libcrypto is not installed"
    }
  }
}
