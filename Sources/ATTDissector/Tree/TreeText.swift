import Bytes

/// The text of a dissection, for people; not for the hot path.
enum TreeText {
  /// What `write` writes, as a string.
  static func make(_ write: (inout ByteWriter) -> Void) -> String {
    var out = ByteWriter(capacity: 64)
    write(&out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// Lower-case hex, `none` when empty.
  static func hex(_ bytes: RawSpan) -> String {
    if bytes.byteCount == 0 { return "none" }
    var out = ByteWriter(capacity: 64)
    out.append(hex: bytes)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// `0x0040`.
  static func hex(_ value: UInt64, bytes: Int) -> String {
    make {
      $0.append("0x")
      $0.append(upperHex: value, digits: bytes * 2)
    }
  }

  static func text(_ bytes: RawSpan) -> String {
    var out = ByteWriter(capacity: 64)
    out.append(byte: 0x22)
    out.append(untrusted: bytes, .plain)
    out.append(byte: 0x22)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// `Success (0x00)`, `reserved (0x99)`.
  static func named(_ name: StaticString?, _ value: UInt64, bytes: Int) -> String {
    make {
      $0.append(name ?? "reserved")
      $0.append(" (0x")
      $0.append(upperHex: value, digits: bytes * 2)
      $0.append(")")
    }
  }

  /// `30 ms (24)`; in seconds from one minute on.
  static func time(_ value: UInt64, step: UInt64) -> String {
    make {
      let (microseconds, overflow) = value.multipliedReportingOverflow(by: step)
      guard !overflow else {
        $0.append(decimal: value)
        return
      }
      if step == 1 {
        $0.append(decimal: microseconds)
        $0.append(" µs")
        return
      }
      let (scale, digits, unit): (UInt64, Int, StaticString) =
        step >= 1_000_000 ? (1_000_000, 6, " s") : (1000, 3, " ms")
      $0.append(decimal: microseconds / scale)
      fraction(microseconds % scale, digits: digits, to: &$0)
      $0.append(unit)
      $0.append(" (")
      $0.append(decimal: value)
      $0.append(")")
    }
  }

  private static func fraction(_ value: UInt64, digits: Int, to out: inout ByteWriter) {
    guard value != 0 else { return }
    var rest = value
    var digits = digits
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    out.append(byte: 0x2E)
    out.append(decimal: rest, digits: digits)
  }

  static func address(_ value: UInt64) -> String {
    make { BluetoothAddress(value, kind: .public).write(to: &$0) }
  }

  static func opcode(_ opcode: UInt16) -> String {
    make {
      HCISummary.appendCommandName(opcode, to: &$0)
      $0.append(" (0x")
      $0.append(upperHex: UInt64(opcode), digits: 4)
      $0.append(")")
    }
  }

  static func power(_ value: Int8, unknown: Int8) -> String {
    value == unknown ? "not available (\(value))" : "\(value) dBm"
  }
}
