import ATTDissector
import Bytes
import TestSupport
import Testing

@testable import MockPeripheral

/// Values in memory; a handle with an error refuses.
private final class MemoryStore: AttributeStore {
  var values: [UInt16: [UInt8]] = [:]
  var readErrors: [UInt16: ATTErrorCode] = [:]
  var writeErrors: [UInt16: ATTErrorCode] = [:]
  var reads: [UInt16] = []
  var writes: [(handle: UInt16, value: [UInt8])] = []

  func next(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8] {
    if let error = readErrors[attribute.handle] { throw error }
    return values[attribute.handle] ?? []
  }

  func used(_ attribute: ServedAttribute) { reads.append(attribute.handle) }

  func current(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8] {
    try next(attribute)
  }

  func write(_ value: [UInt8], to attribute: ServedAttribute) throws(ATTErrorCode) {
    if let error = writeErrors[attribute.handle] { throw error }
    writes.append((attribute.handle, value))
    values[attribute.handle] = value
  }
}

@Suite struct ATTServerTests {
  private let store = MemoryStore()
  private var server: ATTServer

  private static let long = BluetoothUUID(value: 0x6217FF49_AC7B_547E_EECF_016A06970BA9)

  /// 0001 service 1800: 0003 readable, 0005 readable and writable, 0006 writable by command only.
  /// 0010 service of 128 bits: 0012 not readable, with its configuration 0013. 0020 secondary.
  init() {
    let table = AttributeTable([
      ServedAttribute(
        handle: 0x0010, type: .primaryService, endHandle: 0x0013,
        declared: Self.long.attributeForm),
      ServedAttribute(
        handle: 0x0001, type: .primaryService, endHandle: 0x0006, declared: [0x00, 0x18]),
      ServedAttribute(
        handle: 0x0002, type: .characteristicDeclaration, declared: [2, 3, 0, 0x00, 0x2A]),
      ServedAttribute(handle: 0x0003, type: 0x2A00),
      ServedAttribute(
        handle: 0x0004, type: .characteristicDeclaration, declared: [10, 5, 0, 0x01, 0x2A]),
      ServedAttribute(handle: 0x0005, type: 0x2A01, permissions: [.read, .write]),
      ServedAttribute(handle: 0x0006, type: 0x2A02, permissions: [.writeCommand]),
      ServedAttribute(
        handle: 0x0011, type: .characteristicDeclaration,
        declared: [16, 0x12, 0] + Self.long.attributeForm),
      ServedAttribute(handle: 0x0012, type: Self.long, permissions: []),
      ServedAttribute(handle: 0x0013, type: 0x2902, permissions: [.read, .write]),
      ServedAttribute(
        handle: 0x0020, type: .secondaryService, endHandle: 0x0020, declared: [0x0F, 0x18]),
    ])
    store.values = [0x0003: Array("Strap".utf8), 0x0005: [1, 2], 0x0013: [0, 0]]
    server = ATTServer(table, store, mtu: 100)
  }

  private mutating func answer(_ request: [UInt8]) -> [UInt8]? {
    server.answer(to: request.rawBytes)
  }

  // MARK: MTU

  @Test mutating func theSmallerMTUCounts() {
    expect(answer([0x02, 0x05, 0x02]), equals: [0x03, 100, 0])
    expect(server.mtu, equals: 100)
    expect(answer([0x02, 50, 0]), equals: [0x03, 100, 0])
    expect(server.mtu, equals: 50)
    expect(answer([0x02, 1, 0]), equals: [0x03, 100, 0])
    expect(server.mtu, equals: 23)
    expect(answer([0x02, 1]), equals: [0x01, 0x02, 0, 0, 0x04])
    expect(answer([0x02, 1, 0, 0]), equals: [0x01, 0x02, 0, 0, 0x04])
  }

  // MARK: Discovery

  @Test mutating func findInformationListsTypesOfOneLength() {
    expect(
      answer([0x04, 0x01, 0, 0xFF, 0xFF]),
      equals: [
        0x05, 1, 1, 0, 0x00, 0x28, 2, 0, 0x03, 0x28, 3, 0, 0x00, 0x2A, 4, 0, 0x03, 0x28, 5, 0,
      ]
        + [0x01, 0x2A])
    expect(answer([0x04, 0x12, 0, 0x13, 0]), equals: [0x05, 2, 0x12, 0] + Self.long.attributeForm)
    expect(answer([0x04, 0x07, 0, 0x0F, 0]), equals: [0x01, 0x04, 0x07, 0, 0x0A])
    expect(answer([0x04, 0x00, 0, 0x0F, 0]), equals: [0x01, 0x04, 0x00, 0, 0x01])
    expect(answer([0x04, 0x05, 0, 0x04, 0]), equals: [0x01, 0x04, 0x05, 0, 0x01])
    expect(answer([0x04, 0x05, 0]), equals: [0x01, 0x04, 0, 0, 0x04])
  }

  /// A capture may show a read of what it does not show the discovery of.
  @Test mutating func anAttributeWithoutATypeIsThereForItsHandle() {
    store.values[7] = [9]
    let table = AttributeTable([
      ServedAttribute(handle: 6, type: nil, permissions: []),
      ServedAttribute(handle: 7, type: nil), ServedAttribute(handle: 8, type: 0x2A00),
    ])
    server = ATTServer(table, store)
    expect(answer([0x0A, 7, 0]), equals: [0x0B, 9])
    expect(answer([0x12, 7, 0, 1]), equals: [0x01, 0x12, 7, 0, 0x03])
    expect(answer([0x0A, 6, 0]), equals: [0x01, 0x0A, 6, 0, 0x02])
    expect(answer([0x04, 1, 0, 0xFF, 0xFF]), equals: [0x05, 1, 8, 0, 0x00, 0x2A])
    expect(answer([0x04, 6, 0, 7, 0]), equals: [0x01, 0x04, 6, 0, 0x0A])
    expect(answer([0x08, 1, 0, 7, 0, 0, 0x2A]), equals: [0x01, 0x08, 1, 0, 0x0A])
  }

  @Test mutating func findByTypeValueFindsAService() {
    let all: [UInt8] = [0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28]
    expect(answer(all + [0x00, 0x18]), equals: [0x07, 1, 0, 6, 0])
    expect(answer(all + Self.long.attributeForm), equals: [0x07, 0x10, 0, 0x13, 0])
    expect(answer(all + [0x0F, 0x18]), equals: [0x01, 0x06, 1, 0, 0x0A])
    expect(answer([0x06, 2, 0, 1, 0, 0x00, 0x28, 0, 0x18]), equals: [0x01, 0x06, 2, 0, 0x01])
    expect(answer([0x06, 2, 0, 1, 0, 0x00]), equals: [0x01, 0x06, 0, 0, 0x04])
    // Looking is not reading.
    expect(
      answer([0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x2A] + Array("Strap".utf8)),
      equals: [0x07, 3, 0, 3, 0])
    expect(store.reads.isEmpty)
  }

  @Test mutating func readByGroupTypeListsServicesOfOneLength() {
    expect(
      answer([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]), equals: [0x11, 6, 1, 0, 6, 0, 0x00, 0x18])
    expect(
      answer([0x10, 7, 0, 0xFF, 0xFF, 0x00, 0x28]),
      equals: [0x11, 20, 0x10, 0, 0x13, 0] + Self.long.attributeForm)
    expect(answer([0x10, 0x14, 0, 0xFF, 0xFF, 0x00, 0x28]), equals: [0x01, 0x10, 0x14, 0, 0x0A])
    expect(
      answer([0x10, 1, 0, 0xFF, 0xFF, 0x01, 0x28]), equals: [0x11, 6, 0x20, 0, 0x20, 0, 0x0F, 0x18])
    expect(answer([0x10, 1, 0, 0xFF, 0xFF, 0x03, 0x28]), equals: [0x01, 0x10, 1, 0, 0x10])
    // The range is wrong before the type is.
    expect(answer([0x10, 0, 0, 0xFF, 0xFF, 0x03, 0x28]), equals: [0x01, 0x10, 0, 0, 0x01])
    // ATT has no UUIDs of four octets.
    expect(answer([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28, 0, 0]), equals: [0x01, 0x10, 0, 0, 0x04])
  }

  @Test mutating func readByTypeListsDeclarationsAndValues() {
    expect(
      answer([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]),
      equals: [0x09, 7, 2, 0, 2, 3, 0, 0x00, 0x2A, 4, 0, 10, 5, 0, 0x01, 0x2A])
    expect(
      answer([0x08, 5, 0, 0xFF, 0xFF, 0x03, 0x28]),
      equals: [0x09, 21, 0x11, 0, 16, 0x12, 0] + Self.long.attributeForm)
    expect(
      answer([0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A]), equals: [0x09, 7, 3, 0] + Array("Strap".utf8))
    expect(store.reads, equals: [3])
    expect(answer([0x08, 1, 0, 0xFF, 0xFF, 0x2A, 0x2B]), equals: [0x01, 0x08, 1, 0, 0x0A])
    expect(
      answer([0x08, 1, 0, 0xFF, 0xFF] + Self.long.attributeForm),
      equals: [0x01, 0x08, 0x12, 0, 0x02])
  }

  @Test mutating func aValueThatIsTooLongForAnEntryIsCut() {
    store.values[3] = [UInt8](repeating: 7, count: 400)
    expect(
      answer([0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A]),
      equals: [0x09, 21, 3, 0] + [UInt8](repeating: 7, count: 19))
    var large = ATTServer(AttributeTable([ServedAttribute(handle: 3, type: 0x2A00)]), store)
    _ = large.answer(to: [0x02, 0xFF, 0xFF].rawBytes)
    expect(
      large.answer(to: [0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A].rawBytes),
      equals: [0x09, 255, 3, 0] + [UInt8](repeating: 7, count: 253))
  }

  // MARK: Reading

  @Test mutating func readsAndRefusals() {
    expect(answer([0x0A, 3, 0]), equals: [0x0B] + Array("Strap".utf8))
    expect(answer([0x0A, 1, 0]), equals: [0x0B, 0x00, 0x18])
    expect(answer([0x0A, 0, 0]), equals: [0x01, 0x0A, 0, 0, 0x01])
    expect(answer([0x0A, 7, 0]), equals: [0x01, 0x0A, 7, 0, 0x01])
    expect(answer([0x0A, 6, 0]), equals: [0x01, 0x0A, 6, 0, 0x02])
    expect(answer([0x0A, 3]), equals: [0x01, 0x0A, 0, 0, 0x04])
    expect(answer([0x0A, 3, 0, 0]), equals: [0x01, 0x0A, 0, 0, 0x04])
    store.readErrors[5] = ATTErrorCode(rawValue: 0x80)
    expect(answer([0x0A, 5, 0]), equals: [0x01, 0x0A, 5, 0, 0x80])
    // A refusal that was played is used up.
    expect(store.reads, equals: [3, 5])
  }

  @Test mutating func aLongValueIsReadInParts() {
    store.values[3] = (0..<60).map { UInt8($0) }
    expect(answer([0x0A, 3, 0]), equals: [0x0B] + (0..<22).map { UInt8($0) })
    expect(answer([0x0C, 3, 0, 22, 0]), equals: [0x0D] + (22..<44).map { UInt8($0) })
    expect(answer([0x0C, 3, 0, 60, 0]), equals: [0x0D])
    expect(answer([0x0C, 3, 0, 61, 0]), equals: [0x01, 0x0C, 3, 0, 0x07])
    expect(answer([0x0C, 6, 0, 1, 0]), equals: [0x01, 0x0C, 6, 0, 0x02])
    expect(answer([0x0C, 9, 0, 1, 0]), equals: [0x01, 0x0C, 9, 0, 0x01])
    expect(answer([0x0C, 3, 0, 0xFF]), equals: [0x01, 0x0C, 0, 0, 0x04])
    expect(store.reads, equals: [3])
  }

  @Test mutating func severalValuesInOneResponse() {
    expect(answer([0x0E, 3, 0, 5, 0]), equals: [0x0F] + Array("Strap".utf8) + [1, 2])
    expect(answer([0x20, 3, 0, 5, 0]), equals: [0x21, 5, 0] + Array("Strap".utf8) + [2, 0, 1, 2])
    expect(answer([0x0E, 3, 0, 9, 0]), equals: [0x01, 0x0E, 9, 0, 0x01])
    expect(answer([0x0E, 3, 0, 6, 0]), equals: [0x01, 0x0E, 6, 0, 0x02])
    // Less than two handles, or half of one.
    expect(answer([0x0E, 3, 0]), equals: [0x01, 0x0E, 0, 0, 0x04])
    expect(answer([0x20, 3, 0, 5]), equals: [0x01, 0x20, 0, 0, 0x04])
  }

  // MARK: Writing

  @Test mutating func writesAndRefusals() {
    expect(answer([0x12, 5, 0, 9]), equals: [0x13])
    expect(store.writes.map(\.value), equals: [[9]])
    expect(answer([0x12, 3, 0, 9]), equals: [0x01, 0x12, 3, 0, 0x03])
    expect(answer([0x12, 9, 0, 9]), equals: [0x01, 0x12, 9, 0, 0x01])
    expect(answer([0x12, 5]), equals: [0x01, 0x12, 0, 0, 0x04])
    store.writeErrors[5] = ATTErrorCode(rawValue: 0x81)
    expect(answer([0x12, 5, 0, 9]), equals: [0x01, 0x12, 5, 0, 0x81])
    expect(store.writes.count, equals: 1)
  }

  @Test mutating func commandsHaveNoAnswer() {
    expect(answer([0x52, 6, 0, 7]) == nil)
    expect(store.writes.map(\.value), equals: [[7]])
    for request: [UInt8] in [
      [0x52, 5, 0, 7], [0x52, 9, 0, 7], [0x52, 6], [0x52],
      // Signed: nobody can check it.
      [0xD2, 6, 0] + [UInt8](repeating: 0, count: 12),
      // An unknown command, and one of another role.
      [0x7F, 1], [0x1E], [0x0B, 1], [0x1B, 3, 0, 1], [0x01, 0x0A, 0, 0, 1], [],
    ] {
      expect(answer(request) == nil, "\(request)")
    }
    expect(store.writes.count, equals: 1)
  }

  @Test mutating func preparedWritesAreOneWrite() {
    expect(answer([0x16, 5, 0, 0, 0, 1, 2, 3]), equals: [0x17, 5, 0, 0, 0, 1, 2, 3])
    expect(answer([0x16, 5, 0, 3, 0, 4]), equals: [0x17, 5, 0, 3, 0, 4])
    expect(store.writes.isEmpty)
    expect(answer([0x18, 1]), equals: [0x19])
    expect(store.writes.map(\.value), equals: [[1, 2, 3, 4]])
    // Executed, cancelled: nothing is left.
    expect(answer([0x18, 1]), equals: [0x19])
    expect(answer([0x16, 5, 0, 0, 0, 9]), equals: [0x17, 5, 0, 0, 0, 9])
    expect(answer([0x18, 0]), equals: [0x19])
    expect(answer([0x18, 1]), equals: [0x19])
    expect(store.writes.count, equals: 1)
    expect(answer([0x18, 2]), equals: [0x01, 0x18, 0, 0, 0x04])
    expect(answer([0x18]), equals: [0x01, 0x18, 0, 0, 0x04])
  }

  @Test mutating func preparedWritesThatDoNotFitWriteNothing() {
    expect(answer([0x16, 3, 0, 0, 0, 1]), equals: [0x01, 0x16, 3, 0, 0x03])
    expect(answer([0x16, 9, 0, 0, 0, 1]), equals: [0x01, 0x16, 9, 0, 0x01])
    // A part in the middle of the value that is there, and one after its end.
    expect(answer([0x16, 5, 0, 1, 0, 7]), equals: [0x17, 5, 0, 1, 0, 7])
    expect(answer([0x18, 1]), equals: [0x19])
    expect(store.values[5], equals: [1, 7])
    expect(answer([0x16, 5, 0, 9, 0, 7]), equals: [0x17, 5, 0, 9, 0, 7])
    expect(answer([0x18, 1]), equals: [0x01, 0x18, 5, 0, 0x07])
    expect(store.values[5], equals: [1, 7])
  }

  @Test mutating func theQueueHasAnEnd() {
    let part: [UInt8] = [0x16, 5, 0, 0, 0, 1]
    for _ in 0..<ATTServer.queuedWrites { expect(answer(part)?.first, equals: 0x17) }
    expect(answer(part), equals: [0x01, 0x16, 5, 0, 0x09])
    expect(answer([0x18, 0]), equals: [0x19])
    expect(answer(part)?.first, equals: 0x17)
  }

  // MARK: What is no request

  @Test mutating func unknownRequestsAreNotSupported() {
    expect(answer([0x24, 1, 2]), equals: [0x01, 0x24, 0, 0, 0x06])
    expect(answer([0x00]), equals: [0x01, 0x00, 0, 0, 0x06])
    // Longer than the MTU.
    expect(
      answer([0x12, 5, 0] + [UInt8](repeating: 1, count: 21)), equals: [0x01, 0x12, 0, 0, 0x04])
  }

  /// Whatever a client sends: an answer to a request, of the right opcode and no longer than the MTU,
  /// and none to anything else.
  @Test mutating func anyBytesHaveOneAnswerOrNone() {
    var random = SplitMix(seed: 19)
    for _ in 0..<20_000 {
      var request = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if !request.isEmpty, Bool.random(using: &random) {
        request[0] = UInt8.random(in: 0...0x24, using: &random)
        // Handles that are there.
        for place in [2, 4] where place < request.count { request[place] = 0 }
      }
      let mtu = server.mtu
      let response = answer(request)
      guard let first = request.first else {
        expect(response == nil)
        continue
      }
      let opcode = ATTOpcode(rawValue: first)
      let expectsAnswer = opcode.role == .request || opcode.role == .unknown && first & 0x40 == 0
      expect((response != nil), equals: expectsAnswer, "\(request)")
      guard let response else { continue }
      expect(response.count <= mtu, "\(request)")
      if response[0] == 0x01 {
        expect(response.count == 5 && response[1] == first, "\(request)")
      } else {
        expect(ATTOpcode(rawValue: response[0]).request, equals: opcode, "\(request)")
      }
    }
  }
}
