import ATTDissector
import Bytes
import Vocabulary

/// Client Characteristic Configurations that are known from their use alone.
///
/// What notifies or indicates is the value of a characteristic; the handle after it is one of its
/// descriptors, or a declaration, which no client writes. A descriptor that takes two octets with the
/// bit of what was seen, and never anything else, is the configuration. Whatever contradicts that,
/// before or after, ends it. (Bluetooth Core Specification, Vol 3, Part G, 3.3 and 3.3.3.3.)
extension AttributeDatabase {
  /// Follows what was sent or accepted.
  /// - Parameter isCut: the capture has only the start of the value.
  func observeUse(_ attribute: Attribute, kind: EventKind, value: RawSpan, isCut: Bool) {
    switch kind {
    case .notification: observeSent(attribute, bit: 1)
    case .indication: observeSent(attribute, bit: 2)
    case .read, .write, .writeCommand:
      guard attribute.mayConfigure else { return }
      guard !isCut, value.byteCount == 2, value.uint16LittleEndian(at: 0) <= 3 else {
        return exclude(attribute)
      }
      // Only a request that is answered was accepted.
      guard kind == .write, let before = attribute.use.configurations else { return }
      attribute.use.configurations = before | value.uint8(at: 0)
      if let owner = self.attribute(at: attribute.handle - 1) { infer(attribute, of: owner) }
    default: break
    }
  }

  private func observeSent(_ attribute: Attribute, bit: UInt8) {
    // Once is enough: this is asked for each value.
    guard attribute.use.sentUnasked & bit == 0 else { return }
    attribute.use.sentUnasked |= bit
    // What notifies is no descriptor.
    if attribute.mayConfigure { exclude(attribute) }
    guard attribute.handle < .max, let next = self.attribute(at: attribute.handle + 1) else {
      return
    }
    infer(next, of: attribute)
  }

  private func infer(_ descriptor: Attribute, of owner: Attribute) {
    guard descriptor.kind == .unknown, descriptor.uuid == nil,
      let bits = descriptor.use.configurations,
      owner.maySend(bits & owner.use.sentUnasked), declared(at: descriptor.handle) == nil,
      let made = addInformation(descriptor.handle, type: .clientConfiguration)
    else { return }
    made.source = .inferred
    made.characteristic = owner
    owner.use.wasSubscribed = true
  }

  /// It is no Client Characteristic Configuration.
  private func exclude(_ attribute: Attribute) {
    withdrawInferred(attribute)
    attribute.use.configurations = nil
  }

  /// Forgets what was inferred of an attribute, which then has no type.
  func withdrawInferred(_ attribute: Attribute) {
    guard attribute.source == .inferred, attribute.kind == .descriptor, !attribute.isStale else {
      return
    }
    descriptors.remove(attribute)
    attribute.kind = .unknown
    attribute.uuid = nil
    attribute.characteristic = nil
    attribute.label = nil
    attribute.decoder = nil
    attribute.values.forgetText()
    attribute.source = .capture
    attribute.use.configurations = nil
    unknowns.insertByHandle(attribute)
  }

  /// The server tells the type of an attribute whose type was inferred.
  func settle(_ attribute: Attribute, type: BluetoothUUID) {
    if type == .clientConfiguration {
      attribute.source = .capture
    } else {
      withdrawInferred(attribute)
    }
  }

  /// Forgets what was inferred at a handle, which is now known to be something else.
  func withdrawInferred(at handle: UInt16) {
    if let attribute = attribute(at: handle) { withdrawInferred(attribute) }
  }

  /// The characteristic of a descriptor: the one before it, of whatever type if it is inferred.
  func owner(of descriptor: Attribute) -> Attribute? {
    descriptor.source == .inferred
      ? attribute(at: descriptor.handle - 1) : characteristic(before: descriptor.handle)
  }

  /// Any other knowledge of the same server counts more than what was inferred.
  func yieldInferred(to other: AttributeDatabase) {
    for inferred in descriptors where inferred.source == .inferred {
      let known = other.attribute(at: inferred.handle)?.uuid
      let isOther = known.map { $0 != .clientConfiguration } ?? false
      if isOther || other.declared(at: inferred.handle) != nil { withdrawInferred(inferred) }
    }
  }

  /// Gives inferred descriptors the characteristics that now stand for theirs.
  func takeInferred() {
    for inferred in descriptors where inferred.source == .inferred && !inferred.isStale {
      inferred.characteristic = owner(of: inferred)
      deduceUsed(Int(inferred.handle))
    }
  }
}

extension Attribute {
  /// Its type is unknown, or inferred.
  fileprivate var mayConfigure: Bool {
    kind == .unknown && uuid == nil || kind == .descriptor && source == .inferred
  }

  /// Whether it may be a characteristic that sends values in one of these ways.
  fileprivate func maySend(_ ways: UInt8) -> Bool {
    switch kind {
    case .unknown: uuid == nil && ways != 0
    case .characteristic:
      ways & 1 != 0 && properties.contains(.notify)
        || ways & 2 != 0 && properties.contains(.indicate)
    default: false
    }
  }
}

extension Attribute {
  /// Whether another notification of it shows nothing new of it, or of its server, of which nothing is known
  /// from outside.
  var isSettled: Bool {
    uuid != nil && use.sentUnasked & 1 != 0 && source == .capture && !isDeclaration && !isReplaced
      && !describesDatabase
  }
}
