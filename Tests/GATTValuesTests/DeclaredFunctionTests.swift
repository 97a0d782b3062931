import ATTDissector
import Bytes
import JSONText
import TestSupport
import Testing

@testable import GATTValues

/// What declarations call.
@Suite struct DeclaredFunctionTests {
  private func decoded(
    _ fields: String, _ hex: String, _ context: DecodingContext = DecodingContext()
  ) throws -> (json: String, text: String, note: String) {
    let source = """
      { "schema": 1, "characteristics": { "FF01": { "fields": [\(fields)] } } }
      """
    let program = try DeclarationFile(Array(source.utf8)).declarations[0].program()
    var buffer = FieldBuffer()
    program.decode(bytesOf(hex).rawBytes, in: context, into: &buffer)
    return (
      buffer.decodedJSON, String(decoding: buffer.text.bytes.copy(), as: UTF8.self),
      String(decoding: buffer.note.bytes.copy(), as: UTF8.self)
    )
  }

  private func problem(_ fields: String) -> String? {
    let source = """
      { "schema": 1, "characteristics": { "FF01": { "fields": [\(fields)] } } }
      """
    do throws(JSONError) {
      _ = try DeclarationFile(Array(source.utf8))
      return nil
    } catch { return error.reason }
  }

  // MARK: CBOR

  /// Examples of RFC 8949, appendix A.
  @Test(arguments: [
    ("00", "0"), ("1818", "24"), ("1bffffffffffffffff", "18446744073709551615"), ("20", "-1"),
    ("3bffffffffffffffff", "-18446744073709551616"), ("f90000", "0.0"), ("f93c00", "1.0"),
    ("f97bff", "65504.0"), ("f90001", "5.960464477539063e-08"), ("f9c400", "-4.0"),
    ("fa47c35000", "100000.0"), ("fb3ff199999999999a", "1.1"), ("f97c00", "Infinity"),
    ("f97e00", "NaN"), ("fbfff0000000000000", "-Infinity"), ("f4", "false"), ("f5", "true"),
    ("f6", "null"), ("f7", "undefined"), ("f0", "simple(16)"), ("f8ff", "simple(255)"),
    ("c11a514b67b0", "1(1363896240)"), ("4401020304", "h'01020304'"), ("60", "\"\""),
    ("6449455446", "\"IETF\""), ("62225c", "\"\\\"\\\\\""), ("83010203", "[1, 2, 3]"),
    ("8301820203820405", "[1, [2, 3], [4, 5]]"), ("a201020304", "{1: 2, 3: 4}"),
    ("5f42010243030405ff", "(_ h'0102', h'030405')"), ("9fff", "[_ ]"),
  ]) func diagnosticNotation(_ hex: String, _ expected: String) throws {
    var out = ByteWriter(capacity: 64)
    let isWritten = CBORText.write(bytesOf(hex).rawBytes, to: &out)
    expect(isWritten)
    expect(String(decoding: out.bytes.copy(), as: UTF8.self), equals: expected)
  }

  @Test func whatIsNoCBORIsHex() throws {
    let field = #"{ "key": "tf_cbor", "type": "hex", "call": "cbor" }"#
    try expect(decoded(field, "a16164626869").json, equals: #"{"tf_cbor":"{\"d\": \"hi\"}"}"#)
    let bad = try decoded(field, "a161")
    expect(bad.json == #"{"tf_cbor":"h'a161'"}"# && bad.note == "tf_cbor is not readable")
    var out = ByteWriter(capacity: 64)
    // Too deep, more elements than bytes, trailing bytes, no text, reserved heads.
    for hex in [
      String(repeating: "81", count: 9) + "00", "9bffffffffffffffff", "0000", "61ff", "1c", "ff",
      "5bffffffffffffffff", "5f4100", "5f6100ff", "bf01ff", "",
    ] {
      let isWritten = CBORText.write(bytesOf(hex).rawBytes, to: &out)
      expect(!isWritten, "\(hex)")
    }
    let count = out.count
    expect(count, equals: 0)
    var random = SplitMix(seed: 4)
    for _ in 0..<4000 {
      let bytes = random.bytes(Int(random.next() % 40))
      _ = CBORText.write(bytes.rawBytes, to: &out)
    }
  }

  @Test func eddystoneURLs() throws {
    let field = #"{ "key": "tf_url", "type": "hex", "call": "eddystone_url" }"#
    try expect(
      decoded(field, "03676f6f676c6507").json, equals: #"{"tf_url":"https://google.com"}"#)
    try expect(
      decoded(field, "00610062207f").json, equals: #"{"tf_url":"http://www.a.com/b%20%7F"}"#)
    try expect(decoded(field, "04").note, equals: "tf_url is not readable")
    try expect(decoded(field, "").json, equals: #"{"tf_url":"h''"}"#)
  }

  // MARK: Text

  @Test(arguments: [
    ("41540d0a", true), ("4f4b00", true), ("c2b0430d0a", true),
    // Latin-1; a character that the value cuts; escape sequences of a shell.
    ("32312eb043", true), ("7465787420c3", true), ("1b5b316d6f6b", true),
    ("", false), ("e282", false), ("00", false), ("410042", false), ("61017a", false),
    ("7f41", false), ("619e37140cf618b9ca", false), ("41b0b142", false),
    // Bytes that happen to have a character of UTF-8 among those that are none; a text cut on both sides.
    ("5941935c5e09cb93595a52ec434544", false), ("a96e206fc3bc62206b20e282", true),
    ("594193540707a93b737a5a3cb84544", false),
  ]) func whatIsText(_ hex: String, _ expected: Bool) throws {
    let fields = #"{ "key": "tf_text", "call": "is_text" }"#
    try expect(decoded(fields, hex).json, equals: #"{"tf_text":\#(expected ? 1 : 0)}"#)
  }

  @Test func textIsWhatIsLeft() throws {
    let fields = """
      { "skip": 1 }, { "key": "tf_text", "call": "is_text" }, { "key": "tf_rest", "type": "utf8" }
      """
    try expect(decoded(fields, "014f4b").json, equals: #"{"tf_text":1,"tf_rest":"OK"}"#)
  }

  // MARK: The SensorTag

  @Test func theSensorTagsNumbersAreThoseOfItsDecoders() throws {
    var state = DeviceState()
    state.observe(advertisedService: BluetoothUUID(0xAA80 as UInt16))
    let generation = #"{ "key": "tf_generation", "call": "sensortag_generation" }"#
    try expect(decoded(generation, "", DecodingContext()).json, equals: #"{"tf_generation":0}"#)
    try expect(
      decoded(generation, "", DecodingContext(state: state)).json, equals: #"{"tf_generation":2}"#)
    let firmware = #"{ "key": "tf_firmware", "call": "sensortag_firmware" }"#
    try expect(decoded(firmware, "").json, equals: "{}")
    state.firmware = FirmwareRevision(hundredths: 150)
    try expect(
      decoded(firmware, "", DecodingContext(state: state)).json, equals: #"{"tf_firmware":150}"#)
    var random = SplitMix(seed: 9)
    let fields = """
      { "as": "v", "type": "i16" }, { "as": "d", "type": "i16" },
      { "key": "tf_object_celsius", "call": "tmp006", "args": ["v", "d"], "unit": "°C" },
      { "key": "tf_s0", "call": "tmp006" }
      """
    for _ in 0..<200 {
      let bytes = random.bytes(4)
      let raw = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let voltage = Int16(bitPattern: UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
      let die = Int16(bitPattern: UInt16(bytes[2]) | UInt16(bytes[3]) << 8)
      let expected = Thermopile.objectTemperature(
        voltage: Double(voltage) * 1.5625e-7, ambient: Double(die) / 128, s0: 5.593e-14)
      let found = try decoded(fields, raw)
      var number = ByteWriter(capacity: 32)
      if let expected {
        number.append(number: expected)
        let text = String(decoding: number.bytes.copy(), as: UTF8.self)
        expect(found.json, equals: "{\"tf_object_celsius\":\(text),\"tf_s0\":5.593e-14}")
      } else {
        expect(found.note, equals: "no object temperature: beyond what the formula covers")
      }
    }
  }

  @Test func humidityAndPressure() throws {
    let humidity = """
      { "as": "t", "type": "u16" }, { "as": "h", "type": "u16" },
      { "key": "tf_air_celsius", "call": "sht21", "args": [0, "t"], "unit": "°C" },
      { "key": "tf_air_percent", "call": "sht21", "args": [1, "h"], "unit": "%" }
      """
    try expect(
      decoded(humidity, "00800380").json,
      equals: #"{"tf_air_celsius":41.01,"tf_air_percent":56.5}"#)
    let pressure = """
      { "key": "tf_known", "call": "t5400" }, { "as": "t", "type": "i16" }, { "as": "p", "type": "u16" },
      { "key": "tf_gas_celsius", "call": "t5400", "args": ["t"], "unit": "°C" },
      { "key": "tf_gas_hpa", "call": "t5400", "args": ["t", "p"], "unit": "hPa" }
      """
    try expect(decoded(pressure, "00010002").json, equals: #"{"tf_known":0}"#)
    var state = DeviceState()
    let calibration = bytesOf("81b2f863febe4e8df2e7fdff79f7c6f2")
    state.barometerCalibration = BarometerCalibration(calibration.rawBytes)
    let known = try #require(state.barometerCalibration)
    let found = try decoded(pressure, "00010002", DecodingContext(state: state))
    var expected = ByteWriter(capacity: 64)
    expected.append("{\"tf_known\":1,\"tf_gas_celsius\":")
    expected.append(number: known.temperature(256))
    expected.append(",\"tf_gas_hpa\":")
    expected.append(number: known.pressure(512, temperature: 256))
    expected.append("}")
    expect(found.json, equals: String(decoding: expected.bytes.copy(), as: UTF8.self))
  }

  @Test func aRangeSaysWhereItIsFrom() throws {
    let fields = """
      { "as": "r", "call": "sensortag_range", "args": [2] }, { "key": "tf_range", "of": "r" },
      { "key": "tf_assumed", "of": "r.assumed" }, { "key": "tf_read", "of": "r.read" },
      { "key": "tf_written", "of": "r.written && !r.notified" }, { "key": "tf_source", "of": "r.source" }
      """
    var state = DeviceState()
    try expect(
      decoded(fields, "", state.context).json,
      equals:
        #"{"tf_range":8,"tf_assumed":true,"tf_read":false,"tf_written":false,"tf_source":"assumed"}"#
    )
    state = state.observing(0xAA82, "7f03", .written)
    try expect(
      decoded(fields, "", state.context).json,
      equals:
        #"{"tf_range":16,"tf_assumed":false,"tf_read":false,"tf_written":true,"tf_source":"written"}"#
    )
    state = state.observing(0xAA82, "7f00", .read)
    try expect(
      decoded(fields, "", state.context).json,
      equals:
        #"{"tf_range":2,"tf_assumed":false,"tf_read":true,"tf_written":false,"tf_source":"read"}"#
    )
    let mode = #"{ "key": "tf_mode", "call": "sensortag_io_mode" }"#
    try expect(decoded(mode, "", state.context).json, equals: "{}")
    state = state.observing(0xAA66, "02", .written)
    try expect(decoded(mode, "", state.context).json, equals: #"{"tf_mode":2}"#)
  }

  @Test func wrongCallsAreRefused() {
    for (field, reason) in [
      (#"{ "key": "a", "call": "sine" }"#, "unknown function 'sine'"),
      (#"{ "key": "a", "call": "cbor" }"#, "'cbor' needs a 'type'"),
      (#"{ "key": "a", "type": "u8", "call": "cbor" }"#, "the type must be hex"),
      (#"{ "key": "a", "type": "u8", "call": "tmp006" }"#, "'tmp006' does not take what is read"),
      (#"{ "key": "a", "call": "tmp006", "args": [1] }"#, "another number of arguments is needed"),
      (
        #"{ "key": "a", "type": "hex", "call": "cbor", "args": [1] }"#,
        "a function of what is read has no arguments"
      ),
      (#"{ "key": "a", "call": "hid_report" }"#, "'hid_report' has keys of its own"),
    ] { expect(problem(field), equals: reason, "\(field)") }
  }

  // MARK: HID

  /// A keyboard with LEDs, as the HID specification has it (appendix E.6), with report ID 1; and a
  /// mouse of three buttons, two axes and a wheel with ID 2.
  static let reportMap =
    "0501 0906 a101 8501 0507 19e0 29e7 1500 2501 7501 9508 8102 9501 7508 8101 9505 7501 0508 "
    + "1901 2905 9102 9501 7503 9101 9506 7508 1500 2565 0507 1900 2965 8100 c0"
    + "0501 0902 a101 8502 0901 a100 0509 1901 2903 1500 2501 9503 7501 8102 9501 7505 8101"
    + "0501 0930 0931 0938 1581 257f 7508 9503 8106 c0 c0"

  @Test func aReportMapIsATableOfReports() throws {
    let found = try decoded(#"{ "call": "hid_report_map" }"#, Self.reportMap)
    expect(found.text == "Keyboard, Mouse  3 reports" && found.note == "")
    expect(
      found.json,
      equals:
        #"{"hid_collections":["Keyboard","Mouse"],"hid_reports":[{"report_id":1,"report_type":"input","#
        + #""report_bits":64,"report_usages":["Left Control to Right GUI","07:0000 to Application"]},"#
        + #"{"report_id":1,"report_type":"output","report_bits":8,"report_usages":["Num Lock to Kana"]},"#
        + #"{"report_id":2,"report_type":"input","report_bits":32,"report_usages":["Button 1 to Button 3","X","Y","Wheel"]}]}"#
    )
  }

  @Test func reportsHaveKeysButtonsAndAxes() throws {
    var state = DeviceState()
    let map = bytesOf(Self.reportMap)
    let isNew = state.observe(reportMap: map.rawBytes, of: 1, mayGrow: true)
    let isNewAgain = state.observe(reportMap: map.rawBytes, of: 1, mayGrow: true)
    expect(isNew && !isNewAgain)
    state.observe(reportReference: bytesOf("0101").rawBytes, of: 11)
    state.observe(reportReference: bytesOf("0102").rawBytes, of: 12)
    state.observe(reportReference: bytesOf("0201").rawBytes, of: 13)
    func report(_ handle: UInt16, _ hex: String) throws -> (
      json: String, text: String, note: String
    ) {
      var context = DecodingContext(state: state)
      (context.handle, context.serviceHandle) = (handle, 1)
      return try decoded(#"{ "call": "hid_report" }"#, hex, context)
    }
    let keys = try report(11, "02 00 04 05 00 00 00 00")
    expect(
      keys.json,
      equals: #"{"report_id":1,"report_type":"input","keys_pressed":["Left Shift","A","B"]}"#)
    expect(keys.text == "Left Shift + A + B" && keys.note == "")
    try expect(report(11, "0000000000000000").text, equals: "nothing pressed")
    try expect(
      report(12, "03").json,
      equals: #"{"report_id":1,"report_type":"output","leds_on":["Num Lock","Caps Lock"]}"#)
    let mouse = try report(13, "05 01 ff 00")
    expect(
      mouse.json,
      equals:
        #"{"report_id":2,"report_type":"input","buttons_pressed":[1,3],"hid_axes":[{"axis":"X","axis_value":1},"#
        + #"{"axis":"Y","axis_value":-1},{"axis":"Wheel","axis_value":0}]}"#)
    expect(mouse.text, equals: "Button 1 + Button 3  X 1  Y -1  Wheel 0")
    // Which report it is, is not known.
    try expect(report(14, "05").json, equals: "{}")
    // Cut: what is there.
    try expect(report(13, "0501").json.contains(#""axis":"X""#))
  }

  /// The only report of a map.
  private func report(
    _ map: String, _ hex: String, isTruncated: Bool = false
  ) throws -> (json: String, text: String, note: String) {
    var state = DeviceState()
    _ = state.observe(reportMap: bytesOf(map).rawBytes, of: 1, mayGrow: true)
    var context = DecodingContext(state: state, isTruncated: isTruncated)
    context.serviceHandle = 1
    return try decoded(#"{ "call": "hid_report" }"#, hex, context)
  }

  @Test func aHatSwitchThatNobodyPressesHasNoNumber() throws {
    let map = "0501 0905 a101 0939 1500 2507 7504 9501 8142 0930 1500 250f 8102 c0"
    let pressed = try report(map, "32")
    expect(
      pressed.json.contains(#"[{"axis":"Hat Switch","axis_value":2},{"axis":"X","axis_value":3}]"#))
    expect(pressed.text, equals: "Hat Switch 2  X 3")
    let free = try report(map, "3f")
    expect(
      free.json.contains(
        #"[{"axis":"Hat Switch","axis_value_status":"null"},{"axis":"X","axis_value":3}]"#))
    expect(free.text == "Hat Switch null  X 3" && free.note == "")
  }

  @Test func aKeyboardThatCannotTellItsKeysSaysSo() throws {
    let map = "0501 0906 a101 0507 9506 7508 1500 2565 1900 2965 8100 c0"
    let found = try report(map, "010101010101")
    expect(found.json, equals: #"{"report_type":"input"}"#)
    expect(found.text == "ErrorRollOver" && found.note == "no keys: ErrorRollOver")
  }

  @Test func aReportHasTheLengthThatTheMapGives() throws {
    let map = "0501 0906 a101 0507 9502 7508 1500 2565 1900 2965 8100 c0"
    try expect(report(map, "0405").note, equals: "")
    try expect(report(map, "04").note, equals: "too short: 1 of 2 bytes")
    try expect(report(map, "04", isTruncated: true).note, equals: "")
    try expect(report(map, "040500").note, equals: "1 extra byte")
    // More of the report may be in what is not known of the map.
    try expect(report(String(map.dropLast(3)), "040500").note, equals: "")
  }

  @Test func whatOnlyTheMakerKnowsIsNoKey() throws {
    var state = DeviceState()
    let map = bytesOf("0643ff 0901 a101 8511 0902 1500 26ff00 7508 9504 8100 c0")
    _ = state.observe(reportMap: map.rawBytes, of: 1, mayGrow: true)
    var context = DecodingContext(state: state)
    context.serviceHandle = 1
    let found = try decoded(#"{ "call": "hid_report" }"#, "00010203", context)
    expect(found.json == #"{"report_id":17,"report_type":"input"}"# && found.text == "00010203")
    try expect(
      decoded(#"{ "call": "hid_report_map" }"#, "0643ff 0901 a101 c0").text,
      equals: "FF43:0001  0 reports")
  }

  @Test func hostileReportMapsAreBounded() {
    var random = SplitMix(seed: 12)
    for round in 0..<300 {
      var map = round % 2 == 0 ? random.bytes(300) : bytesOf(Self.reportMap)
      if round % 2 == 1 {
        for _ in 0..<4 {
          map[Int(random.next() % UInt64(map.count))] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      let parsed = HIDReportMap(map.rawBytes)
      expect(parsed.reports.count <= HIDReportMap.maximumReports)
      for report in parsed.reports {
        var buffer = FieldBuffer()
        HIDDecoding.show(
          report, value: random.bytes(20).rawBytes, in: DecodingContext(), to: &buffer)
        let count = buffer.fields.count
        expect(count < 2000)
      }
      var buffer = FieldBuffer()
      HIDDecoding.showMap(parsed, to: &buffer)
    }
    let nested = [UInt8](repeating: 0xA4, count: 5000)
    let isComplete = HIDReportMap(nested.rawBytes).isComplete
    expect(!isComplete)
    // A keyboard's, as far as a response with the smallest MTU has it: it ends between two items.
    let cut: [UInt8] = [
      5, 1, 9, 6, 0xA1, 1, 5, 7, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0, 0x25, 1, 0x75, 1, 0x95, 8, 0x81,
      2,
    ]
    let (ends, whole) = (HIDReportMap(cut.rawBytes), HIDReportMap((cut + [0xC0]).rawBytes))
    expect(!ends.isComplete && whole.isComplete && ends.reports.count == whole.reports.count)
  }
}
