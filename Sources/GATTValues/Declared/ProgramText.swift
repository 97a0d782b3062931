import Bytes

/// The stored form of a program: a literal that costs nothing at the start, and no array that the
/// compiler would have to check. Numbers are digits of base 32, the last of each below 32; strings
/// stand in it as they are, after their length.
enum ProgramText {
  /// Digits without a quote, a backslash or a number sign.
  static let digits: [UInt8] = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)

  /// The value of each digit; 255: none.
  static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  static func text(of program: ProgramCode) -> String {
    var copy = program
    var writer = ProgramWriter()
    copy.pass(&writer)
    return String(decoding: writer.out, as: UTF8.self)
  }

  static func program(_ bytes: RawSpan) -> ProgramCode {
    var program = ProgramCode()
    var reader = ProgramReader(bytes.copy())
    program.pass(&reader)
    return program
  }
}

private struct ProgramWriter: ProgramStream {
  var out: [UInt8] = []

  mutating func pass(_ number: inout Int64) {
    // The sign in the lowest bit.
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest > 31 {
      out.append(ProgramText.digits[Int(rest & 31) + 32])
      rest >>= 5
    }
    out.append(ProgramText.digits[Int(rest)])
  }

  mutating func pass(_ text: inout String) {
    var count = Int64(text.utf8.count)
    pass(&count)
    out += text.utf8
  }
}

private struct ProgramReader: ProgramStream {
  private let text: [UInt8]
  private var offset = 0
  private let values = ProgramText.values

  init(_ text: [UInt8]) { self.text = text }

  mutating func pass(_ number: inout Int64) {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < text.count, shift < 65 {
      let digit = values[Int(text[offset])]
      offset &+= 1
      value |= UInt64(digit & 31) << shift
      if digit < 32 { break }
      shift &+= 5
    }
    number = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func pass(_ text: inout String) {
    var count: Int64 = 0
    pass(&count)
    let end = offset + max(0, min(Int(count), self.text.count - offset))
    text = String(decoding: self.text[offset..<end], as: UTF8.self)
    offset = end
  }
}
