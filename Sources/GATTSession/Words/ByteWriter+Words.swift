import ATTDissector
import Bytes

extension ByteWriter {
  /// `Connection Timeout (08)`: the specification's name and its number in hex.
  package mutating func append(status: HCIStatus) {
    if let name = HCIStatusName.name(of: status.rawValue) {
      append(name)
      append(" (")
    } else {
      append("status (")
    }
    append(upperHex: UInt64(status.rawValue), digits: 2)
    append(")")
  }

  /// `Insufficient Authentication (05)`.
  /// - attribute: what the error is about; its service may define codes of its own.
  package mutating func append(attError code: UInt8, of attribute: Attribute? = nil) {
    // Its control point is in no other service.
    let heartRate: UInt16? = attribute?.uuid?.short == 0x2A39 ? 0x180D : nil
    let service = attribute?.service?.uuid?.short ?? heartRate
    let own = service.flatMap { ATTErrorName.name(of: code, service: $0) }
    append(own ?? ATTErrorName.name(of: code) ?? "error")
    append(" (")
    append(upperHex: UInt64(code), digits: 2)
    append(")")
  }

  /// `read, write without response`.
  mutating func append(_ properties: CharacteristicProperties) {
    var isFirst = true
    for (property, word) in CharacteristicProperties.words where properties.contains(property) {
      if !isFirst { append(", ") }
      isFirst = false
      for index in 0..<word.utf8CodeUnitCount {
        let byte = word.rawBytes.uint8(at: index)
        append(byte: byte == 0x5F ? 0x20 : byte)
      }
    }
    if isFirst { append("none") }
  }

  /// `1 service`, `3 services`.
  package mutating func append(_ count: Int, _ noun: StaticString) {
    append(decimal: count)
    append(" ")
    append(noun)
    if count != 1 { append("s") }
  }

  /// `1,569`: with thousands separators.
  package mutating func append(grouped number: UInt64) {
    if number >= 1000 {
      append(grouped: number / 1000)
      append(",")
      append(decimal: number % 1000, digits: 3)
    } else {
      append(decimal: number)
    }
  }

  /// `1 record`, `2,154 records`.
  package mutating func append(grouped count: UInt64, _ noun: StaticString) {
    append(grouped: count)
    append(" ")
    append(noun)
    if count != 1 { append("s") }
  }

  /// `once`, `3 times`.
  package mutating func append(times count: Int) {
    if count == 1 {
      append("once")
    } else {
      append(decimal: count)
      append(" times")
    }
  }

  /// `20`, or `20-40` where the ends differ.
  mutating func append(_ low: Double, to high: Double) {
    append(number: low)
    if high != low {
      append("-")
      append(number: high)
    }
  }

  /// `20 s` or `720 ms`: seconds if there are no milliseconds left over.
  package mutating func append(milliseconds: Int) {
    if milliseconds >= 1000, milliseconds % 1000 == 0 {
      append(decimal: milliseconds / 1000)
      append(" s")
    } else {
      append(decimal: milliseconds)
      append(" ms")
    }
  }

  /// Bytes as hex: all up to 20, else the first 16 and the count.
  mutating func append(shortHex value: RawSpan) {
    let isWhole = value.byteCount <= 20
    append(hex: isWhole ? value : value.clamped(0, count: 16))
    if isWhole { return }
    append(".. (")
    append(decimal: value.byteCount)
    append(")")
  }

  /// `0x50654A27`.
  package mutating func append(hex32 value: UInt32) {
    append("0x")
    append(upperHex: UInt64(value), digits: 8)
  }

  /// `28 ms`, `1022 ms`, `17.567 s`: nanoseconds in readable form. Across a clock that was set back it is unknown how
  /// long something took.
  package mutating func append(duration nanoseconds: Int64) {
    if nanoseconds < 0 {
      append("an unknown time")
      return
    }
    if append(uncountable: nanoseconds) { return }
    let magnitude = nanoseconds.magnitude
    if magnitude < 100_000 {
      append(decimal: (magnitude + 500) / 1000)
      append(" us")
    } else if magnitude < 1_000_000 {
      append(number: Double(magnitude) / 1e6, decimals: 1)
      append(" ms")
    } else if magnitude < 5_000_000_000 {
      append(decimal: (magnitude + 500_000) / 1_000_000)
      append(" ms")
    } else if magnitude < 3_600_000_000_000 {
      append(decimal: magnitude / 1_000_000_000)
      append(".")
      append(decimal: magnitude / 1_000_000 % 1000, digits: 3)
      append(" s")
    } else {
      append(hours: magnitude, decimals: 3)
    }
  }
}

extension ByteWriter {
  /// Times further apart than nanoseconds can count are not known more exactly.
  private mutating func append(uncountable nanoseconds: Int64) -> Bool {
    guard nanoseconds == .max || nanoseconds == .min else { return false }
    append(nanoseconds < 0 ? "under -292 years" : "over 292 years")
    return true
  }

  /// `99 d 11:38:01`
  package mutating func append(days nanoseconds: Int64) {
    if append(uncountable: nanoseconds) { return }
    let seconds = nanoseconds.magnitude / 1_000_000_000
    append(decimal: seconds / 86_400)
    append(" d ")
    append(decimal: seconds / 3600 % 24, digits: 2)
    append(":")
    append(decimal: seconds / 60 % 60, digits: 2)
    append(":")
    append(decimal: seconds % 60, digits: 2)
  }
}

extension ByteWriter {
  /// `2:01:05.300`
  package mutating func append(hours nanoseconds: UInt64, decimals: Int) {
    let seconds = nanoseconds / 1_000_000_000
    append(decimal: seconds / 3600)
    append(":")
    append(decimal: seconds / 60 % 60, digits: 2)
    append(":")
    append(decimal: seconds % 60, digits: 2)
    append(".")
    var fraction = nanoseconds % 1_000_000_000
    for _ in decimals..<9 { fraction /= 10 }
    append(decimal: fraction, digits: min(decimals, 9))
  }
}

extension Attribute {
  /// The display name is in printable ASCII without quotes and backslashes.
  package var hasPlainDescription: Bool {
    kind == .descriptor ? characteristic?.hasPlainLabel ?? hasPlainLabel : hasPlainLabel
  }

  /// The display name: `Battery Level`, `Heart Rate Measurement CCCD`, a UUID, a handle.
  package func describe(_ text: inout ByteWriter) {
    if kind == .descriptor, let characteristic {
      characteristic.describe(&text)
      text.append(" ")
      if isClientConfiguration {
        text.append("CCCD")
        return
      }
      if uuid?.short == 0x2901 {
        text.append("description")
        return
      }
    }
    if appendShownLabel(to: &text) {
      if instance > 1 {
        text.append(" ")
        text.append(decimal: instance)
      }
    } else if let uuid {
      uuid.writeShortened(to: &text)
    } else {
      text.append(upperHex: UInt64(handle), digits: 4)
    }
  }
}

extension BluetoothUUID {
  /// `21C50462...9AED` for 128-bit UUIDs: first eight, last four digits.
  package func writeShortened(to out: inout ByteWriter) {
    guard long == nil else {
      write(to: &out)
      return
    }
    out.append(upperHex: UInt64(truncatingIfNeeded: value >> 96), digits: 8)
    out.append("...")
    out.append(upperHex: UInt64(truncatingIfNeeded: value), digits: 4)
  }
}
