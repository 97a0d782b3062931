import ATTDissector

/// A device that the hosts meet.
final class Device {
  /// What it is known by for good.
  let identity: ModelAddress
  /// The key that its addresses on the air are made with, the least significant octet first; `nil`
  /// where its identity is on the air.
  let identityKey: [UInt8]?
  /// The address that it has on the air by now.
  private(set) var air: ModelAddress
  /// What it advertises; its Device Name is `attributeName`.
  let name: String
  let attributeName: String
  let server: Server
  let advertisesExtended: Bool
  /// As whom the capture has met it: once for each address, until it tells whose these are.
  private(set) var faces: [Face] = []
  private(set) var isIdentified = false

  init(_ draws: inout Draws, index: Int) {
    let random = draws.chance(50)
    let bits = draws.below(1 << 40) << 4 | index
    // A static random address begins with two ones; no two devices share one.
    identity = ModelAddress(
      value: random ? bits | 0xC000_0000_0000 : bits & 0x3FFF_FFFF_FFFF, kind: random ? 1 : 0)
    air = identity
    identityKey = draws.chance(60) ? draws.bytes(16) : nil
    name = "Device \(index)"
    // Of two names under two addresses the later one counts, which is not what is tested here.
    attributeName = identityKey != nil || draws.chance(60) ? name : "Thing \(index)"
    server = ServerPlan.server(&draws, name: attributeName)
    advertisesExtended = draws.chance(40)
    changeAddress(&draws)
  }

  /// Takes another resolvable private address (Vol 6, Part B, 1.3.2.2).
  func changeAddress(_ draws: inout Draws) {
    guard let identityKey, let key = IdentityResolvingKey(Self.number(identityKey)) else { return }
    // Its two highest bits are 01; the others are neither all zeros nor all ones.
    let random = UInt32(draws.draw(1...0x3F_FFFE)) | 0x40_0000
    air = ModelAddress(value: Int(random) << 24 | Int(key.hash(random)), kind: 1)
  }

  private static func number(_ octets: [UInt8]) -> UInt128 {
    octets.reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// As whom the capture knows it under an address.
  func face(_ air: ModelAddress) -> Face? {
    isIdentified ? faces.first : faces.first { $0.address == air }
  }

  /// The same; from now on it is known, if this is in the capture.
  func meet(_ air: ModelAddress, _ moment: Moment) -> Face {
    if let face = face(air) { return face }
    let made = Face(isIdentified ? identity.asIdentity : air)
    if moment.isRecorded { faces.append(made) }
    return made
  }

  /// The capture tells whose the addresses are: all that it met under them is one device.
  /// - Parameter united: called after each two that have become one.
  func identify(_ united: (_ kept: Face, _ numbers: [Int]) -> Void) {
    isIdentified = true
    guard let first = faces.first else { return }
    for other in faces.dropFirst() {
      let numbers = [first.number, other.number].filter { $0 > 0 }.sorted()
      first.absorb(other)
      united(first, numbers)
    }
    faces = [first]
    first.address = identity.asIdentity
  }
}

/// A device as the capture knows it.
final class Face {
  /// The identity; where the capture does not tell it, the address that it was met under.
  var address: ModelAddress
  /// What the capture has shown of its attributes.
  let shown = Shown()
  /// The name as known by now.
  var name: String?
  /// In the order of first connection, from 1; 0 before.
  var number = 0
  /// The last data of each kind of PDU that was reported.
  var lastData: [String: [UInt8]] = [:]
  /// Addresses under which its attributes were discovered.
  var discoveredUnder: Set<ModelAddress> = []

  init(_ address: ModelAddress) { self.address = address }

  /// Takes in one that was met later.
  func absorb(_ other: Face) {
    shown.absorb(other.shown)
    name = other.name ?? name
    number = [number, other.number].filter { $0 > 0 }.min() ?? 0
    discoveredUnder.formUnion(other.discoveredUnder)
    lastData.merge(other.lastData) { $1 }
  }
}
