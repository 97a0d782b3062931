import ATTDissector
import Bytes
import TestSupport
import Testing

@testable import GATTValues

@Suite struct RegistryTests {
  @Test func everyDeclarationOfThisProgramCanBeMade() {
    var made = 0
    for target in BuiltInDeclarations.targets {
      let programs = BuiltInDeclarations.programs(for: target)
      expect(!programs.isEmpty, "\(target)")
      made += programs.count
    }
    expect(made, equals: BuiltInDeclarations.count)
  }

  /// So a decoder can be looked up with the first value of its own: what it asks of others was kept before.
  @Test func whatDeclarationsOfThisProgramAskOfOtherValuesIsKnown() {
    var asked: Set<String> = []
    for target in BuiltInDeclarations.targets {
      for made in BuiltInDeclarations.programs(for: target) {
        let code = made.program.code
        for state in code.states { asked.insert("\(state.uuid) \(code.string(state.key))") }
      }
    }
    expect(!asked.isEmpty)
    expect(asked, equals: Set(BuiltInDeclarations.states.map { "\($0.uuid.value) \($0.key)" }))
  }

  @Test func eachSampleHasADecoder() {
    for type in Set(Sample.all.map(\.type)) { expect(decoderID(type) != nil, "\(type)") }
  }

  @Test(arguments: Sample.all)
  func eachSampleGivesItsFields(_ sample: Sample) {
    let decoded = decode(sample.type, sample.bytes, sample.context)
    expect(
      decoded.fields.count == sample.fields.count
        && zip(decoded.fields, sample.fields).allSatisfy(agrees),
      "\(decoded.fields) for \(sample.fields)")
    expect(decoded.text, equals: sample.text)
    expect(decoded.note, equals: sample.note)
  }

  @Test(arguments: Sample.all)
  func aCutSampleGivesNoMoreThanTheWholeAndNoRemark(_ sample: Sample) {
    let whole = decode(sample.type, sample.bytes, sample.context)
    let keys = Set(whole.fields.map { $0.prefix { $0 != "=" } } + ["raw_temperature"])
    var context = sample.context
    context.isTruncated = true
    for count in 0..<sample.bytes.count {
      let cut = decode(sample.type, Array(sample.bytes.prefix(count)), context)
      expect(Set(cut.fields.map { $0.prefix { $0 != "=" } }).isSubset(of: keys), "\(count) bytes")
      expect(!cut.note.contains("short") && !cut.note.contains("missing"), "\(count) bytes")
      expect(count > 0 || cut.fields.isEmpty)
    }
  }

  @Test(arguments: Sample.all)
  func anEmptyValueHasNoFieldUnlessItIsAString(_ sample: Sample) {
    let empty = decode(sample.type, [], sample.context)
    expect(empty.fields.isEmpty || sample.fields.first?.contains("=\"") == true)
  }

  @Test(arguments: Sample.all)
  func extraBytesAreReportedAndChangeNoField(_ sample: Sample) {
    let isOpenEnded =
      sample.fields.contains { $0.contains("=\"") && !$0.hasPrefix("timestamp") }
      || sample.fields.contains { $0.hasPrefix("rr_intervals_s") }
      || sample.type.uuid == 0x2A2A
    // What is told apart by its length has no fields with another.
    let needsLength =
      sample.context.state.generation == .unknown
      && [0xFFE1, BluetoothUUID(sensorTag: 0xAA41)].contains { $0 == sample.type.uuid }
    guard !isOpenEnded, !needsLength, !sample.note.hasPrefix("which SensorTag") else { return }

    let whole = decode(sample.type, sample.bytes, sample.context)
    let long = decode(sample.type, sample.bytes + [0x55, 0xAA, 0x55], sample.context)
    expect(long.fields, equals: whole.fields)
    expect(long.note.contains("3 extra bytes"))
  }

  @Test func randomBytesAreHarmless() {
    var generator = SplitMix(seed: 20_250_825)
    let states: [DeviceState] = [
      DeviceState(), .cc2541, .cc2650, DeviceState.cc2541.firmware("1.4"),
      DeviceState.cc2650.firmware("0.89"),
      DeviceState.cc2541.observing(0xAA43, "81b2f863febe4e8df2e7fdff79f7c6f2"),
    ]
    var buffer = FieldBuffer()
    for type in BuiltInDeclarations.targets {
      guard let id = decoderID(type) else { continue }
      for round in 0..<(type.uuid?.sensorTagNumber != nil ? 60 : 12) {
        let length = round == 0 ? 512 : Int(generator.next() % 40)
        let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let state = states[round % states.count]
        let context = DecodingContext(
          state: state, isTruncated: round % 3 == 0, isWrite: round % 5 == 0,
          units: round % 2 == 0 ? .metric : .us)
        buffer.removeAll()
        ValueRegistry.decode(id, value: bytes.rawBytes, in: context, into: &buffer)
        let decoded = Decoded(buffer)
        // In a list, a number that is none has its place.
        expect(!decoded.fields.contains { $0.hasSuffix("=null") }, "\(type) \(bytes)")
        expect(!decoded.text.utf8.contains { $0 < 0x20 }, "\(type) \(bytes)")
      }
    }
  }

  @Test func randomObservationsAreHarmless() {
    var generator = SplitMix(seed: 1)
    var state = DeviceState()
    let named: [BluetoothUUID] = [0x2A00, 0x2A24, 0x2A26]
    let uuids =
      named + BuiltInDeclarations.targets.compactMap(\.uuid).filter { $0.sensorTagNumber != nil }
    let kinds: [ValueKind] = [.read, .written, .notified, .indicated]
    for _ in 0..<4000 {
      let bytes = (0..<Int(generator.next() % 24)).map { _ in
        UInt8(truncatingIfNeeded: generator.next())
      }
      let uuid = uuids[Int(generator.next() % UInt64(uuids.count))]
      let kind = kinds[Int(generator.next() % 4)]
      state.observe(characteristic: uuid, value: bytes.rawBytes, kind: kind)
      state.observe(name: bytes.rawBytes)
      expect([2, 4, 8, 16].contains(state.movementRange.gravities))
      expect([2, 4, 8].contains(state.accelerometerRange.gravities))
    }
  }

  @Test func aDeclarationForTheServiceIsPreferred() throws {
    func decoded(_ service: BluetoothUUID?) throws -> String {
      let id = try #require(ValueRegistry.decoder(characteristic: 0x2A52, service: service))
      var buffer = FieldBuffer()
      ValueRegistry.decode(
        id, value: bytesOf("0103010500").rawBytes, in: DecodingContext(), into: &buffer)
      return buffer.decodedJSON
    }
    try expect(decoded(0x181F).contains(#""filter_time_offsets_min":[5]"#))
    try expect(decoded(0x1808).contains(#""filter_values":[5]"#))
    try expect(decoded(nil).contains(#""filter_values":[5]"#))
  }

  @Test func anUnknownUUIDHasNoDecoder() {
    expect(ValueRegistry.decoder(characteristic: 0xFFF8, service: nil) == nil)
    expect(ValueRegistry.decoder(descriptor: 0x2A37) == nil)
    expect(ValueRegistry.decoder(characteristic: 0x2902, service: nil) == nil)
  }

  @Test func aVendorsUUIDCountsInItsServiceOnly() {
    expect(ValueRegistry.decoder(characteristic: 0xFFE1, service: 0xFFE0) != nil)
    expect(ValueRegistry.decoder(characteristic: 0xFFE1, service: nil) != nil)
    expect(ValueRegistry.decoder(characteristic: 0xFFE1, service: 0xFFF0) == nil)
    expect(ValueRegistry.decoder(characteristic: 0x2A19, service: 0xFFF0) != nil)
  }

  /// TI's keys only notify; serial modules have the same UUIDs, and batteries that speak through them.
  @Test func thePropertiesTellWhoseItIs() throws {
    func joins(_ properties: CharacteristicProperties) throws -> Bool {
      let id = try #require(
        ValueRegistry.decoder(characteristic: 0xFFE1, service: 0xFFE0, properties: properties))
      return ValueRegistry.messages(id, isWrite: false) != nil
    }
    expect(try !joins(.notify))
    expect(try !joins([]))
    try expect(joins([.write, .notify]))
    try expect(joins([.read, .notify]))
  }
}
