import Bytes

/// What a body writes, as text.
func written(_ body: (inout ByteWriter) -> Void) -> String {
  var out = ByteWriter(capacity: 64)
  body(&out)
  return String(decoding: out.bytes.copy(), as: UTF8.self)
}
