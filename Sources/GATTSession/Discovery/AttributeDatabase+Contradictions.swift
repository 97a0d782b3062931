import ATTDissector
import Vocabulary

/// What the capture shows of attributes that are known from outside. A tree may be of another
/// version of the server, or of another one: an attribute that is contradicted is forgotten, so that
/// its handle names nothing, and reported.
extension AttributeDatabase {
  /// Counts an attribute that was known from outside; one that the capture showed has only changed.
  func contradict(_ attribute: Attribute, reason: Contradiction.Reason) {
    guard attribute.isKnown, !attribute.isStale else { return }
    // The device has other firmware: the rest of the map is of no use, either.
    if attribute.source == .map { rejectMap() }
    contradicted += 1
    contradictions.append(Contradiction(attribute, reason))
  }

  /// Something excludes that the device has the attributes of the map.
  func rejectMap() {
    mapState.isRejected = true
    mapIsOver = mapState.map != nil
  }

  /// Whether the handles that sent values unasked do so in a map.
  func fits(_ map: DeviceMap) -> Bool {
    unknowns.allSatisfy { used in
      let ways: [(UInt8, EventKind)] = [(1, .notification), (2, .indication)]
      return ways.allSatisfy { bit, kind in
        used.use.sentUnasked & bit == 0
          || map.judge(used.handle, kind: kind, length: nil) != .contradicts
      }
    }
  }

  /// The contradictions since the last call, by handle.
  func takeContradictions() -> [Contradiction] {
    let all = contradictions.sorted { $0.handle < $1.handle }
    contradictions = []
    return all
  }

  /// Find Information has listed what is before and after these handles, and nothing of them.
  func disproveAll(in range: ClosedRange<UInt16>) {
    guard hasKnown else { return }
    forgetDeclared(at: range, reason: .notFound)
    forgetKnown(in: range, reason: .notFound) { _ in true }
  }

  /// Find Information shows the type of the attribute with the handle.
  func disproveAnother(_ handle: UInt16, type: BluetoothUUID) {
    if type.short != 0x2803 { forgetDeclared(at: handle...handle, reason: .another) }
    forgetKnown(in: handle...handle, reason: .another) { known in
      switch known.kind {
      case .service: type.short != 0x2800 && type.short != 0x2801
      case .include: type.short != 0x2802
      case .characteristic, .descriptor, .unknown: known.uuid != type
      }
    }
  }

  /// Forgets the characteristics that are declared at handles.
  private func forgetDeclared(
    at range: ClosedRange<UInt16>, reason: Contradiction.Reason
  ) {
    for known in knownDeclarations(in: range) { contradictUse(known, reason: reason) }
  }

  /// Forgets an attribute that cannot be what it is known as.
  private func contradictUse(_ known: Attribute, reason: Contradiction.Reason) {
    forgetKnown(in: known.handle...known.handle, reason: reason) { $0 === known }
  }

  /// The server has refused a request about an attribute.
  func disprove(_ handle: UInt16, by error: UInt8, to opcode: ATTOpcode) {
    guard hasKnown, let known = attribute(at: handle), known.isKnown else { return }
    let isValue = known.kind == .characteristic
    switch error {
    case 0x01: contradictUse(known, reason: .error(error))
    case 0x02 where isValue && known.properties.contains(.read),
      0x03 where opcode == .writeRequest && isValue && known.properties.contains(.write):
      contradictUse(known, reason: .error(error))
    default: break
    }
  }

  /// The server has sent a value, or accepted one.
  /// - Parameter length: `nil` if the capture has only the start of the value.
  func disprove(_ handle: UInt16, by kind: EventKind, length: Int?) {
    guard hasKnown, handle > 0 else { return }
    guard let known = attribute(at: handle) else {
      // Declarations are read, and nothing else.
      guard kind != .read, kind != .writeCommand else { return }
      forgetDeclared(at: handle...handle, reason: .use(kind))
      return forgetKnown(in: handle...handle, reason: .use(kind)) {
        $0.kind == .service || $0.kind == .include
      }
    }
    guard known.isKnown else { return }
    if known.source == .map, let map = mapState.map,
      map.judge(handle, kind: kind, length: length) == .contradicts
    {
      let isProperty = map.judge(handle, kind: kind, length: nil) == .contradicts
      return contradictUse(known, reason: isProperty ? .use(kind) : .length(length ?? 0))
    }
    if let needed = kind.property, known.kind == .characteristic {
      // What is only known to be used has no properties.
      if known.declarationHandle > 0, !known.properties.contains(needed) {
        contradictUse(known, reason: .use(kind))
      }
    } else if known.isAssignedDescriptor, kind == .notification || kind == .indication {
      contradictUse(known, reason: .use(kind))
    } else if known.isClientConfiguration, let length, kind == .read ? length != 2 : length > 2 {
      // With its characteristic: a single handle after one that notifies can be nothing else.
      let owner = known.characteristic
      contradictUse(known, reason: .length(length))
      if let owner, owner.isKnown { contradictUse(owner, reason: .another) }
    }
  }
}

extension Attribute {
  /// A descriptor whose meaning is assigned. Devices exist that notify with the handle of another.
  fileprivate var isAssignedDescriptor: Bool {
    guard kind == .descriptor, let short = uuid?.short else { return false }
    return short & 0xFF00 == 0x2900
  }
}

extension EventKind {
  /// What a characteristic needs for such a value to be sent or accepted.
  var property: CharacteristicProperties? {
    switch self {
    case .read: .read
    case .write: .write
    case .notification: .notify
    case .indication: .indicate
    default: nil
    }
  }
}
