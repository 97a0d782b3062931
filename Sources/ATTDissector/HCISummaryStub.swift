import ByteReader
package enum HCISummary {
  package static func command(_ b: RawSpan, into w: inout ByteWriter) {}
  package static func event(_ b: RawSpan, into w: inout ByteWriter) {}
}
