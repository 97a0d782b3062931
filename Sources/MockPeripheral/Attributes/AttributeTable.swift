import ATTDissector
import Bytes

/// One attribute that the server has.
package struct ServedAttribute: Equatable, Sendable {
  /// What a client may do with its value.
  package struct Permissions: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let read = Permissions(rawValue: 1)
    package static let write = Permissions(rawValue: 2)
    package static let writeCommand = Permissions(rawValue: 4)
  }

  package var handle: UInt16
  /// `nil` if the capture does not show it: the attribute is there for those who know its handle.
  package var type: BluetoothUUID?
  /// The last handle of the group that a service declaration starts; else its own.
  package var endHandle: UInt16
  /// The value of a declaration; `nil` for an attribute whose value the store has.
  package var declared: [UInt8]?
  package var permissions: Permissions

  package init(
    handle: UInt16, type: BluetoothUUID?, endHandle: UInt16? = nil, declared: [UInt8]? = nil,
    permissions: Permissions = .read
  ) {
    self.handle = handle
    self.type = type
    self.endHandle = max(endHandle ?? handle, handle)
    self.declared = declared
    self.permissions = permissions
  }
}

/// The attributes of a server in the order of their handles.
package struct AttributeTable: Equatable, Sendable {
  package let all: [ServedAttribute]

  /// Handle 0 is reserved; of several attributes with one handle the first counts.
  package init(_ attributes: [ServedAttribute]) {
    var known: Set<UInt16> = [0]
    all = attributes.filter { known.insert($0.handle).inserted }.sorted { $0.handle < $1.handle }
  }

  package subscript(handle: UInt16) -> ServedAttribute? {
    let index = index(notBefore: handle)
    return index < all.count && all[index].handle == handle ? all[index] : nil
  }

  /// - Returns: those with handles from `first` to `last`, which is not before `first`.
  package func inRange(_ first: UInt16, last: UInt16) -> ArraySlice<ServedAttribute> {
    let end = last == .max ? all.count : index(notBefore: last + 1)
    return all[index(notBefore: first)..<end]
  }

  private func index(notBefore handle: UInt16) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].handle < handle { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension BluetoothUUID {
  package static let primaryService: BluetoothUUID = 0x2800
  package static let secondaryService: BluetoothUUID = 0x2801
  package static let include: BluetoothUUID = 0x2802
  package static let characteristicDeclaration: BluetoothUUID = 0x2803

  /// 2 or 16 octets, least significant first: ATT has no form of 4.
  ///
  /// Source: Bluetooth Core Specification, Vol 3, Part F, 3.2.1.
  package var attributeForm: [UInt8] {
    if let short {
      return [UInt8(truncatingIfNeeded: short), UInt8(truncatingIfNeeded: short >> 8)]
    }
    return (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
