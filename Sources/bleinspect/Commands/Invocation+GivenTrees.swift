import BTSnoop
import Bytes
import GATTSession
import JSONText
import System
import Timeline

extension Invocation {
  /// The most octets in a file of trees: 16,384 attributes take about half of that.
  static let treeOctets = 16 << 20

  /// The session's options, with the trees of `--gatt` and the keys of `--keys`.
  /// - Throws: the message to report.
  func sessionFromFiles() throws(OutputError) -> GATTSession.Options {
    var devices: [KnownDevice] = []
    for path in options.knowledge.treeFiles {
      devices += try Self.known(path, option: "--gatt")
    }
    var session = session
    session.otherKeys = try shownKeys()
    session.keyCaptures = options.knowledge.keyCaptures.count
    session.knownDevices = KnownDevice.standingForUnknown(devices)
    return session
  }

  /// The devices of a file: exported trees, or a file of BlueZ's storage.
  private static func known(
    _ path: String, option: String
  ) throws(OutputError) -> [KnownDevice] {
    let bytes = try treeBytes(path, option: option)
    guard KnownDevice.isBlueZFile(bytes.rawBytes) else {
      return try document(bytes, path: path, option: option).knownDevices(from: shown(path))
    }
    do {
      var device = try KnownDevice(blueZFile: path, bytes)
      device.origin = shown(path)
      return [device]
    } catch {
      throw OutputError(
        message: "\(option): \(shown(path)): not a cache of BlueZ: \(error.description)")
    }
  }

  /// The trees in a file.
  static func trees(_ path: String, option: String) throws(OutputError) -> GATTDocument {
    try document(try treeBytes(path, option: option), path: path, option: option)
  }

  private static func treeBytes(_ path: String, option: String) throws(OutputError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try contents(of: path, limit: treeOctets) } catch {
      throw OutputError(message: "\(option): \(shown(path)): \(error.message)")
    }
    guard bytes.count <= treeOctets else {
      throw OutputError(message: "\(option): \(shown(path)): larger than 16 MiB")
    }
    return bytes
  }

  private static func document(
    _ bytes: [UInt8], path: String, option: String
  ) throws(OutputError) -> GATTDocument {
    do { return try GATTDocument(json: bytes) } catch {
      throw OutputError(
        message: "\(option): \(shown(path)): not the trees that 'bleinspect gatt --format json' "
          + "writes: \(error.sentence(in: bytes))")
    }
  }

  /// Reads up to one octet more than is allowed.
  static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try contents(of: try Descriptor.open(reading: path), limit: limit)
  }

  static func contents(of file: Descriptor, limit: Int) throws(SystemError) -> [UInt8] {
    var buffer = ReadBuffer()
    var bytes: [UInt8] = []
    while bytes.count <= limit, try buffer.fill(from: file) > 0 {
      let count = buffer.bytes.byteCount
      bytes.append(buffer.bytes)
      buffer.consume(count)
    }
    return bytes
  }
}
