import ATTDissector
import Bytes
import GATTValues
import MockPeripheral

/// A value of an attribute that the user gives.
struct AttributeValue: Equatable, Sendable {
  /// UUIDs of its type, or its handle.
  enum Place: Equatable, Sendable {
    case types(Set<BluetoothUUID>)
    case handle(UInt16)

    /// - name: a UUID, a name, or a handle as `0x0027`.
    init(named name: String) throws(SettingError) {
      // A UUID has no 0x: a handle is told from it by that.
      if name.hasPrefix("0x"), name.utf8.count <= 6,
        let handle = UInt16(name.dropFirst(2), radix: 16), handle > 0
      {
        self = .handle(handle)
        return
      }
      self = .types(try AttributeNames.meant(by: name, or: ", nor a handle such as 0x0027"))
    }
  }

  var place: Place
  /// The name as the user wrote it.
  var name: String
  var value: [UInt8]
}

extension [UInt8] {
  /// - digits: two of hex for each octet; `nil` if they are anything else.
  init?(digits: some StringProtocol) {
    let values = digits.utf8.compactMap(hexDigit)
    guard values.count == digits.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

extension AttributeValue.Place {
  func isMeant(_ attribute: ServedAttribute) -> Bool {
    switch self {
    case .types(let types): attribute.type.map(types.contains) ?? false
    case .handle(let handle): attribute.handle == handle
    }
  }
}
