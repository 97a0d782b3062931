import Bytes

/// nRF Connect for Desktop, Bluetooth Low Energy: the log file with dates in UTC, or what is copied from the window.
/// Attributes have their handles.
///
///     2024-09-14T21:29:24.282Z INFO Attribute value changed, handle: 0x12, value (0x): 01-02
///     11:44:40.911	Attribute value written, handle: 0x26, value (0x): 01-00
///
/// Source: its own code (pc-nrfconnect-ble), and public logs from 2019 to 2024.
struct DesktopAppForm: AppLogForm {
  let title = "nRF Connect for Desktop"

  private static let levels: [StaticString] = ["INFO ", "DEBUG ", "WARN ", "ERROR ", "VERBOSE "]

  private static let beginnings: [StaticString] = [
    "Attribute value ", "Connect", "Disconnected from device ", "Security ", "Pairing initiated",
  ]

  func begin(_ line: inout TextLine) -> AppLogHead? {
    let start = line.at
    line.takeBlanks()
    guard let stamp = line.stamp(), line.takeBlanks() > 0 else {
      line.at = start
      return nil
    }
    let level = Self.levels.first { line.begins(with: $0) }
    if let level, stamp.clock == .universal {
      line.at += level.utf8CodeUnitCount
    } else if level != nil || stamp.clock != .timeOfDay {
      line.at = start
      return nil
    }
    // Any program may write such times.
    guard Self.beginnings.contains(where: { line.begins(with: $0) }) else {
      line.at = start
      return nil
    }
    return AppLogHead(stamp: stamp)
  }

  private static let values: [(StaticString, AppLogEntry.Kind)] = [
    ("read, handle: 0x", .read), ("written, handle: 0x", .write), ("changed, handle: 0x", .sent),
  ]

  func read(_ line: TextLine) -> AppLogSaying {
    var line = line
    if line.take("Attribute value ") {
      guard let (words, kind) = Self.values.first(where: { line.begins(with: $0.0) }) else {
        return .other
      }
      line.at += words.utf8CodeUnitCount
      guard let handle = line.hex(digits: 1...4), handle > 0 else { return .unfinished }
      guard line.take(", value (0x):") else { return .unfinished }
      guard !line.endsWithHyphen, let value = line.takeOctets() else { return .unfinished }
      var entry = AppLogEntry(kind)
      entry.handle = UInt16(handle)
      entry.value = value
      return .entry(entry)
    }
    if line.take("Connecting to device"), line.isBlank { return .entry(AppLogEntry(.connecting)) }
    if line.take("Connected to device ") {
      return line.takeAddress().map { .entry(AppLogEntry(.connected, $0)) } ?? .other
    }
    if line.take("Disconnected from device ") {
      return line.takeAddress().map { .entry(AppLogEntry(.disconnected, $0)) } ?? .other
    }
    if line.take("Connection parameters updated for device "), line.takeAddress() != nil {
      guard line.take(": interval "), let interval = line.takeMilliseconds(),
        line.take(", timeout "), let timeout = line.takeMilliseconds(), line.take(", latency: "),
        let latency = line.decimal(digits: 4)
      else { return .unfinished }
      return .parameters(interval: interval, latency: latency, timeout: timeout)
    }
    if line.begins(with: "Security updated, ") { return .entry(AppLogEntry(.remark, line.rest)) }
    return .own
  }
}
