import ATTDissector
import AssignedNumbers
import Bytes

/// The assigned names of a dissection.
final class TreeNameCache: TreeNames {
  private var cache = NameCache()

  func write(nameOf uuid: BluetoothUUID, as kind: UUIDKind, to out: inout ByteWriter) -> Bool {
    switch kind {
    case .service: Self.write(cache.service(uuid.value), to: &out)
    case .characteristic: Self.write(AssignedNumbers.characteristicName(uuid.value), to: &out)
    case .any: Self.write(cache.attribute(uuid.value), to: &out)
    }
  }

  func write(company: UInt16, to out: inout ByteWriter) -> Bool {
    Self.write(cache.company(company), to: &out)
  }

  func write(appearance: UInt16, to out: inout ByteWriter) -> Bool {
    guard let name = AssignedNumbers.appearance(appearance) else { return false }
    out.append(string: name)
    return true
  }

  private static func write(_ name: AssignedName?, to out: inout ByteWriter) -> Bool {
    guard let name else { return false }
    name.write(to: &out)
    return true
  }
}
