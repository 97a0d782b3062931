import Bytes
import Vocabulary

/// Generic Access 1800 and Generic Attribute 1801.
///
/// Source: Bluetooth Core Specification, Vol 3, Part C, 12 and Part G, 7.
enum GenericAccess: DecoderFamily {
  struct FieldKeys: Sendable {
    let deviceName = Key(decoded: "device_name", .text, "Device Name")
    let appearance = Key(decoded: "appearance", .text, "its assigned name")
    let appearanceCode = Key(decoded: "appearance_code", .integer, "its number")
    let intervalMin = Key(
      decoded: "interval_min_ms", .number, unit: "ms", "Preferred Connection Parameters")
    let intervalMax = Key(
      decoded: "interval_max_ms", .number, unit: "ms", "Preferred Connection Parameters")
    let peripheralLatency = Key(
      decoded: "peripheral_latency", .integer, "Preferred Connection Parameters")
    let supervisionTimeout = Key(
      decoded: "supervision_timeout_ms", .integer, unit: "ms",
      "Preferred Connection Parameters")
    let startHandle = Key(
      decoded: "start_handle", .integer, limits: .twoOctets, "Service Changed")
    let endHandle = Key(decoded: "end_handle", .integer, limits: .twoOctets, "Service Changed")
    let addressResolution = Key(
      decoded: "central_address_resolution", .boolean, "Central Address Resolution")
  }

  static let keys = FieldKeys()

  static let decoders: [ValueDecoder] = [
    ValueDecoder("Device Name", 0x2A00) { $2.add(keys.deviceName, string: $0, $1) },
    ValueDecoder("Appearance", 0x2A01, appearance),
    ValueDecoder("Peripheral Preferred Connection Parameters", 0x2A04, connectionParameters),
    ValueDecoder("Service Changed", 0x2A05, serviceChanged),
    ValueDecoder("Central Address Resolution", 0x2AA6, centralAddressResolution),
  ]

  @Sendable static func appearance(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 2, context)
    guard value.byteCount >= 2 else { return }
    let code = value.uint16LittleEndian(at: 0)
    if let name = AppearanceNames.name(code) {
      out.add(keys.appearance, ownText: name)
      out.text.append(string: name)
    } else {
      out.text.append("appearance ")
      out.text.append(upperHex: UInt64(code), digits: 4)
    }
    out.add(keys.appearanceCode, code)
  }

  /// Intervals in 1.25 ms, latency in events, timeout in 10 ms; FFFF means no specific value.
  @Sendable static func connectionParameters(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 8, context)
    var cursor = ByteCursor(value)
    guard let shortest = try? cursor.uint16LittleEndian() else { return }
    interval(keys.intervalMin, shortest, &out)
    guard let longest = try? cursor.uint16LittleEndian() else { return }
    out.text.append("-")
    interval(keys.intervalMax, longest, &out)
    out.text.append(" ms")
    guard let latency = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.peripheralLatency, latency)
    out.text.append(", latency ")
    out.text.append(decimal: Int(latency))
    guard let timeout = try? cursor.uint16LittleEndian() else { return }
    if timeout == 0xFFFF {
      out.addNote("no time-out preferred")
    } else {
      out.add(keys.supervisionTimeout, Int(timeout) * 10)
      out.text.append(", ")
      out.text.append(number: Double(timeout) / 100)
      out.text.append(" s")
    }
    let isLawful =
      (6...3200 ~= shortest || shortest == 0xFFFF)
      && (6...3200 ~= longest || longest == 0xFFFF) && shortest <= longest
      && latency <= 499 && (10...3200 ~= timeout || timeout == 0xFFFF)
    if !isLawful { out.addNote("outside the range that the specification allows") }
  }

  private static func interval(
    _ key: Key, _ value: UInt16, _ out: inout FieldBuffer
  ) {
    if value == 0xFFFF {
      out.text.append("any")
      return
    }
    let milliseconds = Double(value) * 1.25
    out.add(key, milliseconds)
    out.text.append(number: milliseconds)
  }

  /// The range of handles in which the server's attributes have changed.
  @Sendable static func serviceChanged(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 4, context)
    var cursor = ByteCursor(value)
    guard let start = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.startHandle, start)
    out.text.append(upperHex: UInt64(start), digits: 4)
    guard let end = try? cursor.uint16LittleEndian() else { return }
    out.add(keys.endHandle, end)
    out.text.append("-")
    out.text.append(upperHex: UInt64(end), digits: 4)
    if start == 0 || start > end { out.addNote("not a range of handles") }
  }

  @Sendable static func centralAddressResolution(
    _ value: RawSpan, _ context: DecodingContext, _ out: inout FieldBuffer
  ) {
    out.noteLength(value.byteCount, expected: 1, context)
    guard value.byteCount >= 1 else { return }
    let byte = value.uint8(at: 0)
    guard byte <= 1 else { return out.addNote("reserved value") }
    out.add(keys.addressResolution, byte == 1)
    out.text.append(byte == 1 ? "supported" : "not supported")
  }
}
