import BTSnoop
import Bytes
import GATTSession
import GATTValues
import System
import TestSupport
import Testing

@testable import Timeline

/// Values of all types in the forms that programs read.
@Suite struct FieldFormTests {
  private static func fields() -> FieldBuffer {
    var buffer = FieldBuffer()
    buffer.add(.event.count, .unsigned(.max))
    buffer.add(.event.lost, .unsigned(7))
    let company = buffer.beginObject(.advertised.company, shape: .element)
    buffer.add(Keys.common.name, text: "a\"b".rawBytes)
    buffer.add(.event.phys, .word("1M"), shape: .element)
    buffer.add(.event.phys, .term(Word("Co\"ded")), shape: .element)
    let data = buffer.beginObject(.event.serviceDataSent)
    buffer.add(.advertised.flags, 6)
    buffer.endObject(data)
    buffer.endObject(company)
    buffer.endObject(buffer.beginObject(.advertised.company, shape: .element))
    buffer.add(.event.encrypted, true)
    let count = buffer.fields.count
    buffer.add(.event.active, true)
    buffer.truncate(to: count)
    return buffer
  }

  @Test func numbersOf64BitsAndObjectsAreValuesOfJSON() {
    let fields = Self.fields()
    var out = ByteWriter(capacity: 64)
    out.append(members: fields, comma: true, lexicon: EventKeys.lexicon)
    expect(
      String(decoding: out.bytes.copy(), as: UTF8.self),
      equals: #","count":18446744073709551615,"lost":7,"company":[{"name":"a\"b","#
        + #""phys":["1M","Co\"ded"],"service_data":{"flags":6}},{}],"encrypted":true"#)
  }

  @Test func aMemberOfAnObjectIsARowOfCSV() {
    // Nothing is written: what stands in the buffer is looked at.
    let out = OutputStream(.standardOutput)
    let start = CaptureTime(seconds: 0, nanoseconds: 0)
    let renderer = CSVRenderer(out)
    renderer.begin(CaptureSummary(), clock: TimelineClock(origin: start, decimals: 6))
    let record = CaptureRecord(
      frame: 1, time: start, kind: .event, direction: .received, adapter: nil, originalLength: 0)
    var fields = EventFields()
    fields.decoded = Self.fields()
    let none: [UInt8] = []
    renderer.event(Event(kind: .note, record: record), fields: fields, value: none.rawBytes)
    let text = String(decoding: out.buffer.bytes.copy(), as: UTF8.self)
    let rows = text.split(separator: "\n").dropFirst().map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).dropFirst(11).joined(
        separator: ",")
    }
    expect(
      rows,
      equals: [
        "count,18446744073709551615,", "lost,7,", "company.0.name,\"a\"\"b\",",
        "company.0.phys.0,1M,", "company.0.phys.1,\"Co\"\"ded\",",
        "company.0.service_data.flags,6,",
        "encrypted,true,",
      ])
    out.buffer.removeAll()
  }
}
