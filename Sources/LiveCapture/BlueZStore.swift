import Bytes
import System

/// BlueZ's records of the devices that it knows, in its storage folder: names, address types, and
/// discovered attributes. Readable by root.
///
/// The files are read while the process is privileged and parsed later, without privileges: the
/// names in them come from the air.
/// Source: BlueZ, doc/settings-storage.txt.
package struct BlueZStore: Sendable {
  /// BlueZ's default storage folder.
  package static let usualRoot = "/var/lib/bluetooth"
  /// The most octets to read of a file. The cache of a device with 60 attributes has 4 KB.
  package static let fileOctets = 256 << 10
  /// The most octets to read of all files together.
  package static let allOctets = 4 << 20
  /// The most devices to read; connected ones come first.
  package static let devices = 256
  /// The most entries of an adapter's folder to look at.
  static let entries = 4_096

  /// The files of one device, in descending priority.
  package struct Device: Equatable, Sendable {
    /// 48 bits, the first printed octet most significant; the adapter's for its own attributes.
    package let address: UInt64
    /// The files hold the adapter's own attributes.
    package let isHost: Bool
    package let files: [[UInt8]]
  }

  package struct Contents: Equatable, Sendable {
    package internal(set) var devices: [Device] = []
    /// Why nothing could be read, unless there was nothing to read.
    package internal(set) var problem: SystemError?
    /// The folder with the problem.
    package internal(set) var folder: String

    /// One sentence without a full stop that says why names are missing; `nil` if none are.
    package var remark: String? {
      problem.map {
        "attribute names need root: \(folder) cannot be read (\($0.message)); without it, only what"
          + " is discovered from now on has names"
      }
    }
  }

  private let root: String

  package init(root: String = BlueZStore.usualRoot) { self.root = root }

  /// Reads the files of the devices that the adapters know.
  /// - Parameters:
  ///   - adapters: their addresses.
  ///   - connected: the connected devices by adapter, which come first.
  package func read(
    adapters: [UInt64], connected: [(adapter: UInt64, device: UInt64)]
  ) -> Contents {
    var contents = Contents(folder: root)
    var wanted: [(adapter: UInt64, device: UInt64)] = []
    func want(_ adapter: UInt64, device: UInt64) {
      if !wanted.contains(where: { $0 == (adapter, device) }) { wanted.append((adapter, device)) }
    }
    for (adapter, device) in connected where adapter != 0 { want(adapter, device: device) }
    for adapter in adapters where adapter != 0 {
      do {
        let names = try Folder.names("\(root)/\(Self.name(of: adapter))", limit: Self.entries)
        for address in names.compactMap(Self.address) { want(adapter, device: address) }
      } catch {
        // BlueZ does not know an adapter for which it has no folder.
        if error != .noSuchFile { contents.problem = error }
      }
    }
    var left = Self.allOctets
    for (adapter, device) in wanted.prefix(Self.devices) {
      let folder = "\(root)/\(Self.name(of: adapter))"
      let name = Self.name(of: device)
      take(
        device,
        paths: [
          "\(folder)/\(name)/info", "\(folder)/cache/\(name)", "\(folder)/\(name)/attributes",
        ],
        isHost: false, left: &left, contents: &contents)
    }
    for adapter in adapters where adapter != 0 {
      take(
        adapter, paths: ["\(root)/\(Self.name(of: adapter))/attributes"], isHost: true, left: &left,
        contents: &contents)
    }
    return contents
  }

  private func take(
    _ address: UInt64, paths: [String], isHost: Bool, left: inout Int,
    contents: inout Contents
  ) {
    var files: [[UInt8]] = []
    for path in paths {
      guard let file = Folder.contents(of: path, limit: min(left, Self.fileOctets)), !file.isEmpty
      else { continue }
      left -= file.count
      files.append(file)
    }
    guard !files.isEmpty else { return }
    contents.devices.append(Device(address: address, isHost: isHost, files: files))
  }

  /// `A0:9E:1A:12:34:56`, as BlueZ names folders and files.
  static func name(of address: UInt64) -> String {
    var text = ByteWriter(capacity: 32)
    text.append(colonHex: address)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  static func address(_ name: String) -> UInt64? {
    let digits = name.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard name.utf8.count == 17, digits.count == 6 else { return nil }
    var address: UInt64 = 0
    for pair in digits {
      guard pair.count == 2, let octet = UInt8(String(Substring(pair)), radix: 16) else {
        return nil
      }
      address = address << 8 | UInt64(octet)
    }
    // BlueZ writes capitals; other names are not its own.
    return Self.name(of: address) == name ? address : nil
  }
}
