import ATTDissector

/// The path of an attribute in its server, by UUIDs.
package struct AttributePath: Equatable, Sendable {
  package var service: BluetoothUUID?
  package var characteristic: BluetoothUUID?
  package var descriptor: BluetoothUUID?
  /// Its number among those with the innermost UUID, from 1; 0 if it is the only one.
  package var instance = 0

  // Optionals are compared by a generic function, which takes longer than the rest.
  package static func == (a: Self, b: Self) -> Bool {
    func isSame(_ a: BluetoothUUID?, _ b: BluetoothUUID?) -> Bool {
      guard let a, let b else { return a == nil && b == nil }
      return a == b
    }
    return a.instance == b.instance && isSame(a.characteristic, b.characteristic)
      && isSame(a.service, b.service) && isSame(a.descriptor, b.descriptor)
  }
}

extension Attribute {
  package var path: AttributePath {
    switch kind {
    case .service: AttributePath(service: uuid, instance: instance)
    case .include: AttributePath(service: uuid)
    case .characteristic:
      AttributePath(service: service?.uuid, characteristic: uuid, instance: instance)
    case .descriptor:
      AttributePath(
        service: service?.uuid, characteristic: characteristic?.uuid, descriptor: uuid,
        instance: characteristic?.instance ?? 0)
    case .unknown: AttributePath(service: service?.uuid, characteristic: uuid)
    }
  }

  /// Where its path is from, if the capture does not show all of it.
  package var pathSource: AttributeSource {
    if source != .capture { return source }
    if let characteristic, characteristic.source != .capture { return characteristic.source }
    return service?.source ?? .capture
  }
}
