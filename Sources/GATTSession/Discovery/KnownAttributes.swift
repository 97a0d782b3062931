import ATTDissector

/// An attribute of a server, known from outside the capture.
package struct KnownAttribute: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    case service(end: UInt16, isPrimary: Bool)
    case include(of: UInt16, end: UInt16)
    /// The attribute is the value; its declaration has another handle.
    case characteristic(
      declaration: UInt16, properties: CharacteristicProperties, userDescription: String? = nil)
    case descriptor
    /// Seen in use, never discovered.
    case used
  }

  package var handle: UInt16
  /// The service's, characteristic's or descriptor's.
  package var uuid: BluetoothUUID?
  package var form: Form

  package init(_ handle: UInt16, _ uuid: BluetoothUUID?, _ form: Form) {
    self.handle = handle
    self.uuid = uuid
    self.form = form
  }
}

/// The attributes of a server, known from outside the capture: from a host's cache, or from an
/// exported tree. What the capture itself discovers takes precedence.
package struct KnownAttributes: Equatable, Sendable {
  package private(set) var list: [KnownAttribute] = []
  /// Their Database Hash; the octet that is sent first is the least significant.
  package var hash: UInt128?

  package init() {}

  package var isEmpty: Bool { list.isEmpty }

  /// - Returns: whether there was room for it.
  @discardableResult
  package mutating func add(_ attribute: KnownAttribute) -> Bool {
    guard list.count < SessionLimits.attributesPerDatabase, attribute.handle > 0 else {
      return false
    }
    list.append(attribute)
    return true
  }

  /// In the order in which each finds its parent: services, includes, characteristics, descriptors.
  var ordered: [KnownAttribute] {
    list.sorted { ($0.form.rank, $0.handle) < ($1.form.rank, $1.handle) }
  }
}

extension KnownAttribute.Form {
  fileprivate var rank: Int {
    switch self {
    case .service: 0
    case .include: 1
    case .characteristic: 2
    case .descriptor: 3
    case .used: 4
    }
  }
}
