import ATTDissector

/// Attributes whose type can be inferred without a discovery.
///
/// A characteristic that notifies or indicates shall have a Client Characteristic Configuration,
/// and declarations take two handles and more: a single handle between such a characteristic's
/// value and the next declaration, or the end of the service, is that descriptor. Clients such as
/// BlueZ write to it without a Find Information. (Bluetooth Core Specification, Vol 3, Part G,
/// 3.3.1.1 and 3.3.3.3.)
extension AttributeDatabase {
  /// The characteristic whose configuration must be the attribute with the handle.
  private func configured(by handle: UInt16) -> Attribute? {
    // Nearly all that have no type are no such descriptor: the list is not searched for them.
    guard handle > 0, attribute(at: handle - 1)?.kind == .characteristic,
      let owner = characteristic(before: handle), handle - owner.handle == 1,
      owner.properties.contains(.notify) || owner.properties.contains(.indicate),
      !hasChanged(handle, since: owner.discoveries.frame)
    else { return nil }
    if let service = service(around: handle), service.endHandle == handle { return owner }
    let next = characteristics.firstIndex(notBefore: handle)
    guard next < characteristics.count, !characteristics[next].isStale,
      characteristics[next].declarationHandle == handle + 1
    else { return nil }
    return owner
  }

  /// The server reported another attribute there, which was not discovered since.
  private func hasChanged(_ handle: UInt16, since frame: UInt64) -> Bool {
    guard let index = descriptors.index(of: handle) else { return false }
    return descriptors[index].isStale && descriptors[index].discoveries.frame >= frame
  }

  /// - Returns: `nil` where the handle may be anything, or the tables are full.
  func deduce(_ handle: UInt16) -> Attribute? {
    guard let owner = configured(by: handle),
      let deduced = addInformation(handle, type: .clientConfiguration)
    else { return nil }
    deduced.discoveries.frame = max(deduced.discoveries.frame, owner.discoveries.frame)
    return deduced
  }

  /// A given attribute counts as seen where the capture alone allows nothing else.
  func confirm(_ given: Attribute) {
    guard given.isClientConfiguration, let owner = configured(by: given.handle), !owner.isKnown,
      service(around: given.handle)?.isKnown != true
    else { return }
    let next = characteristics.firstIndex(notBefore: given.handle)
    guard next >= characteristics.count || !characteristics[next].isKnown else { return }
    given.source = .capture
  }

  /// Retries attributes that were used before their type could be inferred.
  func deduceUsed(_ handle: Int) {
    guard let handle = UInt16(exactly: handle), let used = attribute(at: handle) else { return }
    if used.source == .inferred, configured(by: handle) != nil { used.source = .capture }
    if used.kind == .unknown, used.uuid == nil { _ = deduce(handle) }
  }

  /// The attribute with the handle, for its name only: nothing is remembered.
  package func named(_ handle: UInt16) -> Attribute? {
    let known = attribute(at: handle)
    if let known, known.uuid != nil || isNameless(known) { return known }
    guard let owner = configured(by: handle) else {
      guard declared(at: handle) != nil else { return known }
      let made = Attribute(handle: handle, kind: .unknown, uuid: nil)
      return nameDeclaration(made) ? made : known
    }
    let made = Attribute(handle: handle, kind: .descriptor, uuid: .clientConfiguration)
    made.service = owner.service
    made.characteristic = owner
    made.resolve()
    return made
  }
}

extension BluetoothUUID {
  static let clientConfiguration = BluetoothUUID(0x2902 as UInt16)

  /// Whether it is in the range that the Assigned Numbers give to descriptors.
  var isDescriptor: Bool { short.map { (0x2900...0x29FF).contains($0) } ?? false }
}
