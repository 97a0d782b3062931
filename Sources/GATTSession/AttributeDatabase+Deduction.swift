import ATTDissector

/// What an attribute must be though nobody asked the server for it.
///
/// A characteristic that notifies or indicates shall have a Client Characteristic Configuration, and
/// declarations take two handles and more: a single handle between such a characteristic's value and
/// the next declaration, or the end of the service, is that descriptor. Clients such as BlueZ write to it
/// without a Find Information. (Bluetooth Core Specification, Vol 3, Part G, 3.3.1.1 and 3.3.3.3.)
extension AttributeDatabase {
  /// The characteristic whose configuration has the handle, if it can be nothing else.
  private func configured(by handle: UInt16) -> Attribute? {
    guard let owner = characteristic(before: handle), handle - owner.handle == 1,
      owner.properties.contains(.notify) || owner.properties.contains(.indicate)
    else { return nil }
    if let service = service(around: handle), service.endHandle == handle { return owner }
    let next = characteristics.firstIndex(notBefore: handle)
    guard next < characteristics.count, !characteristics[next].isStale,
      characteristics[next].declarationHandle == handle + 1
    else { return nil }
    return owner
  }

  /// - Returns: `nil` where the handle may be anything, or the tables are full.
  func deduce(_ handle: UInt16) -> Attribute? {
    configured(by: handle).flatMap { _ in addInformation(handle, .clientConfiguration) }
  }

  /// What has the handle, to name it by: nothing is remembered of it.
  func named(_ handle: UInt16) -> Attribute? {
    let known = attribute(handle)
    guard known?.uuid == nil, let owner = configured(by: handle) else { return known }
    let made = Attribute(handle: handle, kind: .descriptor, uuid: .clientConfiguration)
    made.service = owner.service
    made.characteristic = owner
    made.resolve()
    return made
  }
}

extension BluetoothUUID {
  static let clientConfiguration = BluetoothUUID(0x2902 as UInt16)
}
