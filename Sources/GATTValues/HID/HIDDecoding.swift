import Bytes
import Vocabulary

/// Report Map and Report, as `hid_report_map` and `hid_report` show them.
enum HIDDecoding {
  struct Keys: Sendable {
    let collections = Key(
      decoded: "hid_collections", .list(.text), "usages of a Report Map's collections")
    let reports = Key(decoded: "hid_reports", .list(.object), "the reports of a Report Map")
    let identifier = Key(decoded: "report_id", .integer, "of a HID report")
    let kind = Key(decoded: "report_type", .word, "of a HID report")
    let size = Key(
      decoded: "report_bits", .integer, limits: .natural, "length of a HID report, without its ID")
    let usages = Key(
      decoded: "report_usages", .list(.text), "usages of a HID report, without padding")
    let keys = Key(decoded: "keys_pressed", .list(.text), "keys of a HID report, by usage")
    let buttons = Key(
      decoded: "buttons_pressed", .list(.integer), limits: .natural, "buttons of a HID report")
    let leds = Key(decoded: "leds_on", .list(.text), "LEDs of a HID report")
    let axes = Key(decoded: "hid_axes", .list(.object), "numbers of a HID report")
    let axis = Key(decoded: "axis", .text, "usage of a number")
    let axisValue = Key(decoded: "axis_value", .integer, "the number, as it is sent")
    let axisStatus = Key(decoded: "axis_value_status", .word, "why there is no number")
  }

  static let keys = Keys()

  private static let usagesShown = 64
  private static let numbersShown = 256

  /// The table of the reports.
  static func showMap(_ map: HIDReportMap, to out: inout FieldBuffer) {
    for usage in map.collections { add(keys.collections, usage: usage, to: &out) }
    for report in map.reports {
      let object = out.beginObject(keys.reports, shape: .element)
      out.add(keys.identifier, report.identifier)
      out.add(keys.kind, word: report.kind.word)
      out.add(keys.size, report.bits)
      var shown = 0
      for field in report.fields where !field.isConstant {
        for usages in field.usages where shown < usagesShown {
          shown += 1
          let start = out.storage.count
          HIDUsage.write(usages.lowerBound, to: &out.storage)
          if usages.count > 1 {
            out.storage.append(" to ")
            HIDUsage.write(usages.upperBound, to: &out.storage)
          }
          out.add(keys.usages, .text(start..<out.storage.count), shape: .element)
        }
      }
      out.endObject(object)
    }
    for (index, usage) in map.collections.enumerated() {
      if index > 0 { out.text.append(", ") }
      HIDUsage.write(usage, to: &out.text)
    }
    out.textGap()
    out.text.append(decimal: map.reports.count)
    out.text.append(map.reports.count == 1 ? " report" : " reports")
    if !map.isComplete { out.addNote("the report map ends early, or is too long") }
  }

  private static func add(_ key: Key, usage: UInt32, to out: inout FieldBuffer) {
    let start = out.storage.count
    HIDUsage.write(usage, to: &out.storage)
    out.add(key, .text(start..<out.storage.count), shape: .element)
  }

  /// What a report says.
  struct Content {
    var keys: [UInt32] = []
    var buttons: [UInt32] = []
    var leds: [UInt32] = []
    /// A value is `nil` in the null state, such as of a hat switch at rest.
    var numbers: [(usage: UInt32, value: Int64?)] = []
    /// What a keyboard sends instead of its keys.
    var fault: UInt32?
  }

  static func show(
    _ report: HIDReportMap.Report, value: RawSpan, in context: DecodingContext,
    to out: inout FieldBuffer
  ) {
    let content = content(of: report, value: value)
    if report.isWhole {
      out.noteLength(value.byteCount, expected: (report.bits + 7) / 8, in: context)
    }
    if let fault = content.fault {
      out.addNote("no keys: ")
      HIDUsage.write(fault, to: &out.note)
    }
    if report.identifier > 0 { out.add(keys.identifier, report.identifier) }
    out.add(keys.kind, word: report.kind.word)
    for usage in content.keys { add(keys.keys, usage: usage, to: &out) }
    for usage in content.buttons {
      out.add(keys.buttons, .integer(Int64(usage & 0xFFFF)), shape: .element)
    }
    for usage in content.leds { add(keys.leds, usage: usage, to: &out) }
    for (usage, number) in content.numbers {
      let object = out.beginObject(keys.axes, shape: .element)
      let start = out.storage.count
      HIDUsage.write(usage, to: &out.storage)
      out.add(keys.axis, .text(start..<out.storage.count))
      if let number {
        out.add(keys.axisValue, .integer(number))
      } else {
        out.add(keys.axisStatus, word: "null")
      }
      out.endObject(object)
    }
    // What only the maker knows is shown as it is.
    if report.fields.contains(where: { $0.isOfMaker }) {
      out.text(hex: value, in: context)
    } else {
      write(content, to: &out)
    }
  }

  private static func write(_ content: Content, to out: inout FieldBuffer) {
    let start = out.text.count
    func part(_ usage: UInt32, _ gap: StaticString) {
      if out.text.count > start { out.text.append(gap) }
      HIDUsage.write(usage, to: &out.text)
    }
    if let fault = content.fault { part(fault, " + ") }
    for usage in content.keys.prefix(9) { part(usage, " + ") }
    for usage in content.buttons.prefix(9) { part(usage, " + ") }
    for usage in content.leds.prefix(9) { part(usage, " + ") }
    for (usage, number) in content.numbers.prefix(9) {
      part(usage, "  ")
      if let number {
        out.text.append(" ")
        out.text.append(decimal: number)
      } else {
        out.text.append(" null")
      }
    }
    if out.text.count == start { out.text.append("nothing pressed") }
  }

  private static func content(of report: HIDReportMap.Report, value: RawSpan) -> Content {
    var content = Content()
    var shown = 0
    for field in report.fields where !field.isConstant && !field.isOfMaker && 1...32 ~= field.size {
      for index in 0..<min(field.count, numbersShown - shown) {
        shown += 1
        guard let bits = value.bits(field.offset + index * field.size, count: field.size) else {
          break
        }
        let unused = UInt64(64 - field.size)
        let number =
          field.low < 0
          ? Int64(bitPattern: bits << unused) >> Int64(unused)
          : Int64(clamping: bits)
        guard field.isVariable else {
          // Each number is one of the usages, or none.
          guard number >= field.low, let usage = field.usage(at: Int(number - field.low)),
            usage & 0xFFFF != 0
          else { continue }
          content.press(usage)
          continue
        }
        guard let usage = field.usage(at: index) else { continue }
        if field.size == 1 {
          if number != 0 { content.press(usage) }
        } else {
          let isNull =
            field.hasNull && field.low <= field.high && !(field.low...field.high ~= number)
          content.numbers.append((usage, isNull ? nil : number))
        }
      }
    }
    return content
  }
}

extension HIDDecoding.Content {
  fileprivate mutating func press(_ usage: UInt32) {
    switch usage >> 16 {
    case HIDUsage.Page.button: buttons.append(usage)
    case HIDUsage.Page.led: leds.append(usage)
    case HIDUsage.Page.keyboard where 1...3 ~= usage & 0xFFFF: fault = usage
    default: keys.append(usage)
    }
  }
}

extension RawSpan {
  /// A number of up to 64 bits, the lowest first; `nil` where it is not there.
  fileprivate func bits(_ offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= byteCount * 8 else { return nil }
    var number: UInt64 = 0
    for bit in 0..<count {
      let place = offset + bit
      if uint8(at: place / 8) >> UInt8(place % 8) & 1 != 0 { number |= 1 << UInt64(bit) }
    }
    return number
  }
}
