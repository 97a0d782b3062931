import ATTDissector

/// Declarations that are used by their handles: some clients read them one by one.
extension AttributeDatabase {
  /// The service, include or characteristic that is declared by the attribute with a handle.
  func declared(at handle: UInt16) -> Attribute? {
    if let index = services.index(of: handle), !services[index].isStale { return services[index] }
    if let index = includes.index(of: handle), !includes[index].isStale { return includes[index] }
    // A value comes after its declaration.
    let next = characteristics.firstIndex(notBefore: handle)
    guard next < characteristics.count, !characteristics[next].isStale,
      characteristics[next].declarationHandle == handle, handle > 0
    else { return nil }
    return characteristics[next]
  }

  /// Names an attribute by what it declares.
  /// - Returns: whether it declares something.
  @discardableResult
  func nameDeclaration(_ attribute: Attribute) -> Bool {
    guard attribute.kind == .unknown, let declared = declared(at: attribute.handle) else {
      return false
    }
    attribute.uuid = declared.declarationType
    attribute.source = declared.source
    attribute.service = declared.kind == .service ? declared : declared.service
    attribute.resolve()
    return true
  }

  /// The attribute that an error is about, for its name. Where a search began is no attribute that is
  /// refused, so its declaration is not named.
  package func named(_ handle: UInt16, refusing request: ATTOpcode?) -> Attribute? {
    guard let attribute = named(handle) else { return nil }
    return request?.asksForRange == true && attribute.isDeclaration ? nil : attribute
  }

  /// Whether an attribute is named as a declaration that is no longer there.
  func isFormerDeclaration(_ attribute: Attribute) -> Bool {
    guard attribute.isDeclaration else { return false }
    return declared(at: attribute.handle)?.declarationType != attribute.uuid
  }
}

extension Attribute {
  /// The type of the attribute that declares it.
  fileprivate var declarationType: BluetoothUUID? {
    switch kind {
    case .service: BluetoothUUID(isPrimary ? 0x2800 : 0x2801 as UInt16)
    case .include: BluetoothUUID(0x2802 as UInt16)
    case .characteristic: BluetoothUUID(0x2803 as UInt16)
    case .descriptor, .unknown: nil
    }
  }

  /// It declares a service, an include or a characteristic, which stand for it in a tree.
  package var isDeclaration: Bool {
    guard kind == .unknown, let short = uuid?.short else { return false }
    return 0x2800...0x2803 ~= short
  }
}
