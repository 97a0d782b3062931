import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import TestSupport
import Testing

@testable import GATTSession

/// Where encryption of a link starts and stops, and what can be read of it, without a capture.
@Suite struct AirEncryptionTests {
  private static let key: UInt128 = 0x4C683841_39F574D8_36BCF34E_9DFB01BF
  /// It has to outlive the decryptors.
  private let budget = DecryptionBudget()
  private static let seed = LinkSeed(
    centralDiversifier: 1, peripheralDiversifier: 2, centralVector: 3, peripheralVector: 4)

  /// What a PDU looks like, as first octet of its header and payload.
  private static let pdus: [String: (first: UInt8, payload: [UInt8])] = [
    "empty": (1, []),
    "att": (2, [3, 0, 4, 0, 0x0A, 3, 0]),
    "att+mic": (2, [3, 0, 4, 0, 0x0A, 3, 0, 1, 2, 3, 4]),
    "cipher": (2, [0x91, 0x5C, 0x77, 0xE1, 0x0A, 3, 0, 9, 9, 9, 9]),
    "rest": (1, [1, 2, 3, 4, 5, 6]),
    "terminate": (3, [2, 0x13]),
    "hidden control": (3, [0x91, 0x5C, 0x77, 0xE1, 0x0A, 3]),
    "start": (3, [5]),
    "pause": (3, [0x0B]),
    "version": (3, [0x0C, 9, 0x59, 0, 1, 0]),
  ]

  /// Plays PDUs to the state of a link.
  private struct Played {
    var encryption = AirEncryption()
    var text: [UInt8] = []

    /// - flags: `d`ecrypted by the recorder, `e`ncrypted on the air, `b`ad MIC, `j`oining a fragment, `r`epeated.
    mutating func take(
      _ name: String, _ flags: String = "", from side: Side = .central
    ) -> DataAccess {
      let (first, payload) = pdus[name] ?? (0, [])
      return take(first, payload, flags, from: side)
    }

    mutating func take(
      _ first: UInt8, _ payload: [UInt8], _ flags: String = "", from side: Side = .central
    ) -> DataAccess {
      var radio = RadioInfo()
      radio.isDecrypted = flags.contains("d")
      radio.wasEncrypted = flags.contains("e")
      if flags.contains("b") { radio.micOK = false }
      let header: [UInt8] = [first, UInt8(payload.count)]
      var cursor = ByteCursor(header.rawBytes)
      guard let header = try? DataChannelPDUHeader(&cursor) else { return .unreadable }
      return encryption.access(
        header, payload: payload.rawBytes, radio: radio, from: side,
        isRepeated: flags.contains("r"), isJoining: flags.contains("j"), into: &text
      ).access
    }

    static func request() throws -> EncReq {
      let octets = [UInt8](repeating: 0, count: 10) + [1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]
      var cursor = ByteCursor(octets.rawBytes)
      return try EncReq(&cursor)
    }

    static func response() throws -> EncRsp {
      let octets: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]
      var cursor = ByteCursor(octets.rawBytes)
      return try EncRsp(&cursor)
    }

    /// Plays control PDUs: `q`uestion, `r`esponse, `s`tart, `p`ause, `x` refused.
    mutating func control(_ pdus: String) throws {
      for pdu in pdus {
        switch pdu {
        case "q": encryption.ask(try Self.request())
        case "r": encryption.answer()
        case "s": encryption.turnOn()
        case "p": encryption.pause()
        default: encryption.turnOff()
        }
      }
    }
  }

  // MARK: Progress

  /// The control PDUs of a start in every order, or only some of them.
  @Test(
    arguments: [
      ("", .off), ("q", .requested), ("qr", .answered), ("qrs", .on), ("r", .answered), ("s", .on),
      ("qs", .on), ("rs", .on), ("rq", .requested), ("sq", .requested), ("qrsp", .off), ("p", .off),
      ("pq", .requested), ("qp", .off), ("qx", .off), ("qrx", .off), ("xq", .requested),
      ("sr", .answered),
    ] as [(String, AirEncryption.State)])
  func progress(_ pdus: String, state: AirEncryption.State) throws {
    var played = Played()
    try played.control(pdus)
    expect(played.encryption.state == state, pdus)
    expect(played.encryption.mayBeOn == (state == .answered || state == .on))
    expect((played.encryption.request != nil) == pdus.contains("q"))
  }

  /// What is read in each state, of a link on which no key is known.
  @Test(
    arguments: [
      ("", "empty", "", .plain), ("", "att", "", .plain), ("", "cipher", "", .plain),
      ("", "cipher", "e", .unreadable), ("", "att", "e", .plain),
      ("", "hidden control", "e", .unreadable),
      ("", "rest", "e", .plain), ("", "att", "d", .decrypted(mic: 0)),
      ("", "att+mic", "d", .decrypted(mic: 4)), ("", "empty", "d", .plain),
      ("q", "att", "", .plain), ("q", "cipher", "", .unreadable), ("q", "rest", "", .plain),
      ("q", "hidden control", "", .unreadable), ("q", "version", "", .plain),
      ("qr", "start", "", .plain), ("qr", "terminate", "", .plain),
      ("qr", "cipher", "", .unreadable),
      ("qr", "att", "", .decrypted(mic: 0)), ("qr", "version", "", .unreadable),
      ("qr", "hidden control", "", .unreadable), ("qr", "empty", "", .plain),
      ("qrs", "empty", "", .plain), ("qrs", "cipher", "", .unreadable),
      ("qrs", "hidden control", "", .unreadable), ("qrs", "att", "", .decrypted(mic: 0)),
      ("qrs", "att+mic", "", .decrypted(mic: 4)), ("qrs", "pause", "", .plain),
      ("qrs", "terminate", "", .decrypted(mic: 0)), ("qrs", "terminate", "b", .decrypted(mic: 0)),
      ("qrs", "rest", "", .unreadable), ("qrs", "rest", "b", .unreadable),
      ("qrs", "rest", "j", .unreadable), ("qrs", "version", "", .unreadable),
      ("qrs", "version", "b", .unreadable), ("qrs", "cipher", "r", .unreadable),
    ] as [(String, String, String, DataAccess)])
  func access(_ control: String, _ pdu: String, _ flags: String, access: DataAccess) throws {
    var played = Played()
    try played.control(control)
    expect(played.take(pdu, flags), equals: access)
  }

  /// What may be either is taken for what was read last, in either order.
  @Test(
    arguments: [
      ("att", "rest", .decrypted(mic: 0)), ("cipher", "rest", .unreadable),
      ("att", "version", .decrypted(mic: 0)), ("cipher", "version", .unreadable),
      ("att+mic", "version", .decrypted(mic: 4)), ("att+mic", "rest", .decrypted(mic: 4)),
      ("cipher", "att", .decrypted(mic: 0)), ("att", "cipher", .unreadable),
      ("att", "hidden control", .unreadable), ("att", "pause", .decrypted(mic: 0)),
    ] as [(String, String, DataAccess)])
  func afterAnother(_ first: String, _ second: String, access: DataAccess) throws {
    var played = Played()
    try played.control("qrs")
    _ = played.take(first)
    expect(played.encryption.isDecrypted == first.hasPrefix("att"))
    expect(played.take(second), equals: access)
    expect(played.encryption.isOpaque == !played.encryption.isDecrypted)
  }

  /// A connection that began before: what looks plain, or not, after empty PDUs or without.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func anUnheardBeginning(isUnjudged: Bool, isPlausible: Bool) {
    var encryption = AirEncryption()
    if isUnjudged { encryption.beginUnjudged() }
    expect(encryption.isUnjudged == isUnjudged)
    encryption.judge(isPlausible: isPlausible)
    expect(!encryption.isUnjudged && (encryption.state == .on) == !isPlausible)
    expect(encryption.reason == .startMissing && !encryption.hides)
  }

  /// LL_REJECT_IND while encryption starts, in each state, and after something was read.
  @Test(
    arguments: [
      ("", 0x06, false), ("q", 0x1A, true), ("qr", 0x1A, true), ("qrs", 0x1A, true),
      ("s", 0x06, true),
      ("qx", 0x06, false), ("qp", 0x06, false), ("qrs+", 0x1A, false), ("qrs+", 0x06, true),
    ] as [(String, UInt8, Bool)])
  func refusals(_ control: String, error: UInt8, isStarting: Bool) throws {
    var played = Played()
    try played.control(control.replacing("+", with: ""))
    if control.hasSuffix("+") { _ = played.take("att") }
    expect(
      played.encryption.isStarting(refusedBy: HCIStatus(rawValue: error)), equals: isStarting)
  }

  // MARK: Counting

  /// PDUs of `C`entral and `P`eripheral that cannot be read, upper case, or that the recorder has decrypted, lower
  /// case: after how many encryption is certain.
  @Test(
    arguments: [
      ("P", 1), ("C", nil), ("CC", 2), ("CP", 2), ("PC", 1), ("p", 1), ("cc", 2), ("cC", 2),
      ("Cp", 2),
      ("", nil),
    ] as [(String, Int?)])
  func reported(_ pdus: String, after: Int?) {
    var encryption = AirEncryption()
    var reports: [Int] = []
    for (index, pdu) in pdus.enumerated() {
      let access: DataAccess = pdu.isUppercase ? .unreadable : .decrypted(mic: 0)
      let side: Side = pdu.lowercased() == "c" ? .central : .peripheral
      if encryption.count(access, from: side, frame: UInt64(index + 1), isSideKnown: true) {
        reports.append(index + 1)
      }
    }
    expect(reports, equals: after.map { [$0] } ?? [])
    expect(encryption.hiddenPDUs, equals: pdus.count { $0.isUppercase })
    expect(encryption.hides == (encryption.hiddenPDUs > 0))
    // A pause begins it again.
    encryption.pause()
    expect(encryption.count(.unreadable, from: .peripheral, frame: 9, isSideKnown: true))
  }

  /// The last frame that cannot be read is of its sender, or of both where that is not known.
  @Test(arguments: Side.allCases, [true, false]) func lastUnreadable(side: Side, isSideKnown: Bool)
  {
    var encryption = AirEncryption()
    _ = encryption.count(.plain, from: side, frame: 3, isSideKnown: isSideKnown)
    _ = encryption.count(.unreadable, from: side, frame: 5, isSideKnown: isSideKnown)
    _ = encryption.count(.decrypted(mic: 0), from: side, frame: 7, isSideKnown: isSideKnown)
    expect(encryption.lastUnreadable[side], equals: 5)
    expect(encryption.lastUnreadable[side.other], equals: (isSideKnown ? 0 : 5))
    expect(encryption.unreadable[side] == 1 && encryption.unreadable[side.other] == 0)
    expect(encryption.extent.description, equals: "decrypted only in part, by the recorder")
  }

  // MARK: Keys

  /// A link whose start was heard, and what encrypts its PDUs.
  private static func started(
    _ keys: [UInt128], budget: DecryptionBudget
  ) throws -> (Played, LinkEncryptor) {
    var played = Played()
    try played.control("qr")
    played.encryption.start(
      try Played.response(),
      keys: keys.enumerated().map { LinkDecryptor.Key($1, tag: $0) }, reason: .wrongKeys,
      budget: budget)
    played.encryption.turnOn()
    return (played, try #require(LinkEncryptor(seed, key: key)))
  }

  /// PDUs of both sides in every order, some of which are not heard (lower case) or heard twice (`=`).
  @Test(
    arguments: [
      ("CP", [0, 0]), ("PC", [0, 0]), ("CCPP", [0, 0, 0, 0]), ("CPCP", [0, 0, 0, 0]),
      ("PCPC", [0, 0, 0, 0]), ("cC", [1]), ("ccccP", [0]), ("pppP", [3]), ("CcC", [0, 1]),
      ("PpCcPC", [0, 0, 1, 1]), ("C=", [0, -1]), ("C=P=", [0, -1, 0, -1]), ("cC=", [1, -1]),
      ("C=C", [0, -1, 0]),
    ] as [(String, [Int])])
  func opened(_ pdus: String, lost: [Int]) throws {
    var (played, encryptor) = try Self.started([1, Self.key], budget: budget)
    let plain: [UInt8] = [3, 0, 4, 0, 0x0A, 3, 0]
    var last: (sealed: [UInt8], side: Side) = ([], .central)
    var found: [Int] = []
    for pdu in pdus {
      if pdu != "=" {
        let side: Side = pdu.lowercased() == "c" ? .central : .peripheral
        last = (encryptor.seal(plain, header: 2, side: Int(side.rawValue)), side)
        if pdu.isLowercase { continue }
      }
      switch played.take(2, last.sealed, pdu == "=" ? "r" : "", from: last.side) {
      case .opened(let isRepeated, let lost): found.append(isRepeated ? -1 : Int(lost))
      default: found.append(-2)
      }
      expect(played.text, equals: plain)
    }
    expect(found, equals: lost)
    expect(played.encryption.opened, equals: lost.count { $0 >= 0 })
    expect(played.encryption.reason == nil && !played.encryption.hides)
    expect(played.encryption.extent.description, equals: "decrypted only in part")
  }

  /// Who sends is what the MIC says, whatever the sniffer does.
  @Test(arguments: Side.allCases, [nil, .central, .peripheral] as [Side?])
  func sender(_ side: Side, told: Side?) throws {
    var (played, encryptor) = try Self.started([Self.key], budget: budget)
    let sealed = encryptor.seal([3, 0, 4, 0, 0x0A, 3, 0], header: 2, side: Int(side.rawValue))
    let octets: [UInt8] = [2, UInt8(sealed.count)]
    var cursor = ByteCursor(octets.rawBytes)
    let header = try DataChannelPDUHeader(&cursor)
    let found = played.encryption.sender(of: header, payload: sealed.rawBytes, told: told)
    expect(found == side)
    let cut = sealed.rawBytes.clamped(0, count: 5)
    expect(played.encryption.sender(of: header, payload: cut, told: told) == nil)
    expect(AirEncryption().sender(of: header, payload: sealed.rawBytes, told: told) == nil)
    played.encryption.ask(nil)
    expect(played.encryption.sender(of: header, payload: sealed.rawBytes, told: told) == nil)
  }

  /// Why nothing is opened: the key is not there, its request was not heard, or it comes too late.
  @Test(arguments: ["none", "wrong", "missed", "stopped"]) func closed(_ why: String) throws {
    var (played, encryptor) = try Self.started(
      why == "none" ? [] : why == "wrong" ? [1, 2] : [Self.key], budget: budget)
    switch why {
    case "missed":
      played = Played()
      played.encryption.missStart()
      played.encryption.turnOn()
    case "stopped": played.encryption.ask(nil)
    default: break
    }
    let sealed = encryptor.seal([3, 0, 4, 0, 0x0A, 3, 0], header: 2, side: 1)
    expect(played.take(2, sealed, from: .peripheral), equals: .unreadable)
    expect(played.encryption.closed == (why == "missed" ? .startMissing : .wrongKeys))
    expect(played.encryption.opened == 0 && played.encryption.lastSeal == nil)
  }

  /// A key that works is told once for each start, whichever side is heard first.
  @Test(arguments: Side.allCases) func firstUse(_ side: Side) throws {
    var (played, encryptor) = try Self.started([1, Self.key], budget: budget)
    var tags: [Int?] = []
    for side in [side, side.other, side] {
      let sealed = encryptor.seal([3, 0, 4, 0, 0x0A, 3, 0], header: 2, side: Int(side.rawValue))
      let octets: [UInt8] = [2, UInt8(sealed.count)]
      var cursor = ByteCursor(octets.rawBytes)
      let header = try DataChannelPDUHeader(&cursor)
      tags.append(
        played.encryption.access(
          header, payload: sealed.rawBytes, radio: RadioInfo(), from: side, isRepeated: false,
          isJoining: false, into: &played.text
        ).tag)
    }
    expect(tags, equals: [1, nil, nil])
  }

  @Test func keysOfPairings() {
    var encryption = AirEncryption()
    for key in [5, 6, 5] as [UInt128] {
      encryption.add(PairingKey(value: key, origin: .heard))
    }
    expect(encryption.pairingKeys.map(\.value), equals: [5, 6])
    for key in 0..<LinkDecryptor.maximumKeys {
      encryption.add(PairingKey(value: 100 + UInt128(key), origin: .heard))
    }
    expect(encryption.pairingKeys.count <= LinkDecryptor.maximumKeys)
    expect(encryption.pairingKeys.last?.value == 99 + UInt128(LinkDecryptor.maximumKeys))
  }
}
