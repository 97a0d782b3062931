import Bytes
import GATTValues

/// The text of a last value.
enum ValueText {
  /// It was decoded with the fields.
  case decoded
  /// It is decoded when it is asked for.
  case late(LateText)
  /// Nothing asks for it.
  case unused
}

/// How the text of a value is decoded that may never be asked for.
struct LateText {
  private let decoder: DecoderID
  /// What was known when the value came.
  private let context: DecodingContext

  init(_ decoder: DecoderID, _ context: DecodingContext) {
    self.decoder = decoder
    self.context = context
  }

  /// - Parameter value: all of it.
  func text(of value: RawSpan, limit: Int) -> [UInt8] {
    var decoded = FieldBuffer()
    ValueRegistry.decode(decoder, value: value, in: context, into: &decoded)
    // Each byte is two digits.
    return decoded.lastText(limit: context.hexLength == .whole ? 3 * limit : limit)
  }
}

extension FieldBuffer {
  /// The text of a last value, which has no note: that bytes are left over casts doubt on it.
  borrowing func lastText(limit: Int) -> [UInt8] {
    let kept = text.bytes.clamped(0, count: text.bytes.bytes(ofText: limit))
    guard extraBytes > 0, kept.byteCount > 0 else { return kept.copy() }
    var whole = ByteWriter(capacity: kept.byteCount + 24)
    whole.append(kept)
    whole.append("; ")
    whole.append(extraBytes, "extra byte")
    return whole.bytes.copy()
  }
}

extension RawSpan {
  /// The number of bytes of UTF-8 text that fit without cutting a character.
  func bytes(ofText limit: Int) -> Int {
    guard limit < byteCount else { return byteCount }
    var end = limit
    while end > 0, uint8(at: end) & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}

/// Room for a late text, for attributes that have a value.
final class LateTextBox {
  var text: LateText?

  init(_ text: LateText) { self.text = text }
}
