import Bytes

/// What became of the keys and of the encrypted links of a capture, for standard error.
package struct DecryptionReport {
  /// Whether the user gave any key.
  var hasKeys = false
  /// What was given and has opened nothing.
  package internal(set) var unused: Set<LinkKey.Origin> = []
  /// Unused keys that a pairing proves to be right.
  var proven: Set<LinkKey.Origin> = []
  /// Connections of which something was decrypted.
  package var opened = 0
  /// Connections whose last start of encryption leads nowhere, and hides something.
  package var closed: [(connection: Int, reason: ClosedLink, extent: StaticString)] = []
  /// Whether a connection starts encryption that leads nowhere, or that the recorder has decrypted.
  var startsEncryption = false

  /// PDUs that are encrypted and were not read.
  var hiddenPDUs = 0
  /// Whether a key would open some of them.
  var needsKeys = false

  package init() {}

  /// Connections that messages name one by one.
  private static let named = 8

  /// None where no key was given.
  package var messages: [String] {
    guard hasKeys else { return [] }
    var messages = unused.sorted { $0.place < $1.place }.map { origin in
      proven.contains(origin)
        ? "\(origin.words) is right, as a pairing proves, and opens nothing: packets are damaged or missing"
        : "\(origin.words) opens nothing" + why
    }
    messages += closed.prefix(Self.named).map {
      "connection \($0.connection) is \($0.extent): \($0.reason.words)"
    }
    if closed.count > Self.named {
      let more = closed.count - Self.named
      messages.append("\(more) more connections are not decrypted, or only in part")
    }
    return messages
  }

  /// What is hidden, where no key was given: for output that does not show it by itself.
  package var hidden: [String] {
    guard !hasKeys, hiddenPDUs > 0 else { return [] }
    var text = ByteWriter(capacity: 96)
    text.append(grouped: UInt64(hiddenPDUs), "encrypted PDU")
    text.append(" not readable")
    if needsKeys { text.append(" (--ltk, --tk and --keys give keys)") }
    return [String(decoding: text.bytes.copy(), as: UTF8.self)]
  }

  /// Why a key that may be right opens nothing.
  private var why: String {
    opened == 0 && !startsEncryption ? ": no connection starts encryption on the link layer" : ""
  }
}

extension LinkKey.Origin {
  fileprivate var words: String {
    switch self {
    case .given(let index): "--ltk: key \(index + 1)"
    case .temporary(let index): "--tk: key \(index + 1)"
    case .searched: "--tk-search"
    case .capture(let index): "--keys: capture \(index + 1)"
    case .heard: "the capture"
    }
  }

  fileprivate var place: Int {
    switch self {
    case .given(let index): index
    case .temporary(let index): 1_000 + index
    case .searched: 1_999
    case .capture(let index): 2_000 + index
    case .heard: 3_000
    }
  }
}
