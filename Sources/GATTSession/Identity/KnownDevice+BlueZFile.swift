import ATTDissector
import Bytes

/// What is wrong with a file of BlueZ that was given.
package struct BlueZFileError: Error, Equatable {
  /// Line number from 1; `nil` if the problem is about the whole file.
  package var line: Int?
  package var message: String

  /// `line 3: expected [GROUP] or KEY=VALUE`.
  package var description: String { line.map { "line \($0): \(message)" } ?? message }
}

/// A file of BlueZ's storage that somebody gives for a capture: unlike the files of the store itself,
/// which are read as far as they go, it must be one.
extension KnownDevice {
  /// Whether a file has the form of BlueZ's, and not that of JSON: its first line is a group.
  package static func isBlueZFile(_ bytes: RawSpan) -> Bool {
    var start = 0
    while start < bytes.byteCount {
      let byte = bytes.uint8(at: start)
      guard byte <= 0x20 || byte == 0x23 else { break }
      start += 1
      // A comment ends with its line.
      guard byte == 0x23 else { continue }
      while start < bytes.byteCount, bytes.uint8(at: start) != 0x0A { start += 1 }
    }
    guard start + 1 < bytes.byteCount, bytes.uint8(at: start) == 0x5B else { return false }
    let next = bytes.uint8(at: start + 1)
    return next & 0xDF >= 0x41 && next & 0xDF <= 0x5A || next >= 0x30 && next <= 0x39
  }

  /// - Parameter path: whose name, or that of its folder, is the device's address.
  package init(blueZFile path: String, _ bytes: [UInt8]) throws(BlueZFileError) {
    try BlueZFileCheck.check(bytes.rawBytes)
    self.init(blueZ: 0, files: [bytes])
    let names = path.split(separator: "/").suffix(2).reversed()
    address = names.lazy.compactMap { BluetoothAddress.value(of: String($0)) }.first
      .map { BluetoothAddress($0, kind: address?.kind ?? .unknown) }
    guard !attributes.isEmpty else {
      throw BlueZFileError(
        message: "no attributes; BlueZ keeps them in the file ADAPTER/cache/DEVICE of its storage")
    }
  }
}

/// Finds the first line that BlueZ would not have written.
private enum BlueZFileCheck {
  static func check(_ bytes: RawSpan) throws(BlueZFileError) {
    var group = ""
    var handles: Set<UInt16> = []
    var services: [(range: ClosedRange<UInt16>, line: Int)] = []
    let isWhole = try KeyFile.forEachLine(in: bytes) {
      (line, number) throws(BlueZFileError) in
      func problem(_ message: String) -> BlueZFileError {
        BlueZFileError(line: number, message: message)
      }
      switch line {
      case .group(let name): group = name
      case .tooLong: throw problem("longer than \(KeyFile.lineOctets) bytes")
      case .other: throw problem("expected [GROUP] or KEY=VALUE")
      case .entry(let key, let value):
        guard group == "Attributes" else { return }
        guard let (attribute, _) = BlueZReader.attribute(key, value: value),
          attribute.handle > 0, attribute.declaration ?? 1 > 0
        else {
          throw problem(
            "expected an attribute, such as 0002=2803:0003:20:00002a05-0000-1000-8000-00805f9b34fb")
        }
        // A declaration and its value are two attributes.
        for handle in [attribute.declaration, attribute.handle].compactMap(\.self)
        where !handles.insert(handle).inserted {
          throw problem("handle \(hex(handle)) twice")
        }
        guard handles.count <= SessionLimits.attributesPerDatabase else {
          throw problem("more than \(SessionLimits.attributesPerDatabase) attributes")
        }
        guard case .service(let end, _) = attribute.form else { return }
        guard end >= attribute.handle else { throw problem("the service ends before it begins") }
        services.append((attribute.handle...end, number))
      }
    }
    guard isWhole else {
      throw BlueZFileError(message: "more than \(KeyFile.lines) lines")
    }
    services.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (service, next) in zip(services, services.dropFirst())
    where service.range.overlaps(next.range) {
      throw BlueZFileError(
        line: max(service.line, next.line),
        message: "services \(hex(service.range.lowerBound)) and "
          + "\(hex(next.range.lowerBound)) overlap")
    }
  }

  private static func hex(_ handle: UInt16) -> String {
    String(upperHex: handle, digits: 4)
  }
}

extension KnownAttribute {
  /// The handle of a characteristic's declaration.
  fileprivate var declaration: UInt16? {
    if case .characteristic(let declaration, _, _) = form { declaration } else { nil }
  }
}
