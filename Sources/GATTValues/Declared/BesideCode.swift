import ATTDissector
import Bytes

/// What an advertisement has besides the data that a declaration is for.
struct BesideCode: Sendable {
  /// The name begins with one of these; empty: whatever it is.
  private let names: [[UInt8]]
  private let service: BluetoothUUID?

  init?(_ code: ProgramCode) {
    names = code.string(code.advertisement.names).split(separator: "\n").map { Array($0.utf8) }
    let listed = code.string(code.advertisement.listed)
    service = UInt128(listed, radix: 16).map { BluetoothUUID(value: $0) }
    if names.isEmpty, service == nil { return nil }
  }

  func fits(_ advertisement: RawSpan) -> Bool {
    var isNamed = names.isEmpty
    var isListed = service == nil
    var walk = ADStructures()
    while !(isNamed && isListed), let found = walk.next(in: advertisement) {
      let data = advertisement.clamped(found.data)
      if found.kind == .completeLocalName || found.kind == .shortenedLocalName {
        if names.contains(where: { data.begins(with: $0) }) { isNamed = true }
      } else if let size = found.kind.serviceUUIDSize {
        ADStructures.uuids(in: data, size: size) { if $0 == service { isListed = true } }
      }
    }
    return isNamed && isListed
  }
}

extension RawSpan {
  func begins(with octets: [UInt8]) -> Bool {
    guard byteCount >= octets.count else { return false }
    for index in octets.indices where uint8(at: index) != octets[index] { return false }
    return true
  }
}
