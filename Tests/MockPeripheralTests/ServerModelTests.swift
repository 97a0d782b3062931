import ATTDissector
import TestSupport
import Testing

@testable import MockPeripheral

/// Attributes, and what a server that has them answers: the list is searched from the start for each
/// request, with octets only. Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.
private struct ModelServer {
  struct Entry {
    var handle: Int
    /// The last of its group.
    var end: Int
    /// As it is sent: 2 or 16 octets.
    var type: [UInt8]
    var value: [UInt8]
    var isReadable = true
    var isWritable = false
    /// What is written is not read: reads have an order of their own.
    var isRecorded = true
  }

  struct Failure: Error {
    var handle: Int
    var code: UInt8
  }

  var entries: [Entry] = []
  var mtu = 23
  var prepared: [(handle: Int, value: [UInt8])] = []
  static let offered = 517

  static func number(_ octets: ArraySlice<UInt8>) -> Int {
    octets.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  static func octets(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

  /// A short UUID is one on the base of all (Vol 3, Part B, 2.5.1).
  static func whole(_ type: [UInt8]) -> [UInt8] {
    guard type.count == 2 else { return type }
    return [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0] + type + [0, 0]
  }

  mutating func answer(_ request: [UInt8]) -> [UInt8]? {
    let limit = mtu
    do {
      return try response(request).map { Array($0.prefix(limit)) }
    } catch let failure as Failure {
      return [0x01, request[0]] + Self.octets(failure.handle) + [failure.code]
    } catch { return nil }
  }

  private mutating func response(_ request: [UInt8]) throws -> [UInt8]? {
    let count = request.count
    let form: Bool
    switch request[0] {
    case 0x02, 0x0A: form = count == 3
    case 0x04, 0x0C: form = count == 5
    case 0x06: form = count >= 7
    case 0x08, 0x10: form = count == 7 || count == 21
    case 0x0E, 0x20: form = count >= 5 && count % 2 == 1
    case 0x12: form = count >= 3
    case 0x16: form = count >= 5
    case 0x18: form = count == 2 && request[1] <= 1
    case 0x52:
      if count >= 3, let index = index(Self.number(request[1..<3])), entries[index].isWritable {
        write(Array(request[3...]), index)
      }
      return nil
    default: throw Failure(handle: 0, code: 0x06)
    }
    guard form, count <= mtu else { throw Failure(handle: 0, code: 0x04) }
    switch request[0] {
    case 0x02:
      mtu = max(23, min(Self.number(request[1..<3]), Self.offered))
      return [0x03] + Self.octets(Self.offered)
    case 0x04: return try types(range(request))
    case 0x06: return try groups(range(request), Array(request[5..<7]), Array(request[7...]))
    case 0x08: return try values(range(request), Array(request[5...]), isGroup: false)
    case 0x10:
      let found = try range(request)
      let type = Self.whole(Array(request[5...]))
      guard type == Self.whole([0x00, 0x28]) || type == Self.whole([0x01, 0x28]) else {
        throw Failure(handle: Self.number(request[1..<3]), code: 0x10)
      }
      return try values(found, type, isGroup: true)
    case 0x0A: return [0x0B] + (try read(Self.number(request[1..<3])))
    case 0x0C:
      let handle = Self.number(request[1..<3])
      let value = try read(handle)
      let offset = Self.number(request[3..<5])
      guard offset <= value.count else { throw Failure(handle: handle, code: 0x07) }
      return [0x0D] + value[offset...]
    case 0x0E, 0x20:
      var all: [UInt8] = []
      for place in stride(from: 1, to: count, by: 2) {
        let value = try read(Self.number(request[place..<place + 2]))
        all += (request[0] == 0x20 ? Self.octets(value.count) : []) + value
      }
      return [request[0] + 1] + all
    case 0x12:
      write(Array(request[3...]), try writable(request))
      return [0x13]
    case 0x16:
      _ = try writable(request)
      prepared.append((Self.number(request[1..<3]), Array(request[5...])))
      return [0x17] + request[1...]
    default:
      // Parts that follow each other, of one attribute: others are not sent here.
      if request[1] == 1, let first = prepared.first, let index = index(first.handle) {
        write(prepared.flatMap(\.value), index)
      }
      prepared = []
      return [0x19]
    }
  }

  private func index(_ handle: Int) -> Int? { entries.firstIndex { $0.handle == handle } }

  private mutating func write(_ value: [UInt8], _ index: Int) {
    if !entries[index].isRecorded { entries[index].value = value }
  }

  private func writable(_ request: [UInt8]) throws -> Int {
    let handle = Self.number(request[1..<3])
    guard let index = index(handle) else { throw Failure(handle: handle, code: 0x01) }
    guard entries[index].isWritable else { throw Failure(handle: handle, code: 0x03) }
    return index
  }

  private func read(_ handle: Int) throws -> [UInt8] {
    guard let index = index(handle) else { throw Failure(handle: handle, code: 0x01) }
    guard entries[index].isReadable else { throw Failure(handle: handle, code: 0x02) }
    return entries[index].value
  }

  /// What a request searches, and the handle that an error is about.
  private func range(_ request: [UInt8]) throws -> (found: [Entry], first: Int) {
    let (first, last) = (Self.number(request[1..<3]), Self.number(request[3..<5]))
    guard first > 0, first <= last else { throw Failure(handle: first, code: 0x01) }
    return (entries.filter { first <= $0.handle && $0.handle <= last }, first)
  }

  private func types(_ range: (found: [Entry], first: Int)) throws -> [UInt8] {
    guard let size = range.found.first?.type.count else {
      throw Failure(handle: range.first, code: 0x0A)
    }
    let room = (mtu - 2) / (2 + size)
    let same = range.found.prefix { $0.type.count == size }.prefix(room)
    return [0x05, size == 2 ? 1 : 2] + same.flatMap { Self.octets($0.handle) + $0.type }
  }

  private func groups(
    _ range: (found: [Entry], first: Int), _ type: [UInt8], _ value: [UInt8]
  ) throws -> [UInt8] {
    let same = range.found.filter {
      Self.whole($0.type) == Self.whole(type) && $0.isReadable && $0.value == value
    }
    guard !same.isEmpty else { throw Failure(handle: range.first, code: 0x0A) }
    return [0x07]
      + same.prefix((mtu - 1) / 4).flatMap { Self.octets($0.handle) + Self.octets($0.end) }
  }

  private func values(
    _ range: (found: [Entry], first: Int), _ type: [UInt8], isGroup: Bool
  ) throws -> [UInt8] {
    let all = range.found.filter { Self.whole($0.type) == Self.whole(type) }
    guard let first = all.first else { throw Failure(handle: range.first, code: 0x0A) }
    guard first.isReadable else { throw Failure(handle: first.handle, code: 0x02) }
    let head = isGroup ? 4 : 2
    let size = head + min(first.value.count, mtu - 2 - head, 255 - head)
    let same = all.prefix { $0.isReadable && $0.value.count == first.value.count }
    return [isGroup ? 0x11 : 0x09, UInt8(size)]
      + same.prefix((mtu - 2) / size).flatMap {
        (Self.octets($0.handle) + (isGroup ? Self.octets($0.end) : []) + $0.value).prefix(size)
      }
  }
}

/// Random trees, and random clients of them.
private struct Draw {
  var random: SplitMix

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func type() -> [UInt8] {
    if chance(30) { return random.bytes(16) }
    return [[0x00, 0x2A], [0x37, 0x2A], [0x19, 0x2A]][number(0...2)]
  }

  mutating func server() -> ModelServer {
    var server = ModelServer()
    var handle = 0
    func add(_ entry: ModelServer.Entry) { server.entries.append(entry) }
    for _ in 0..<number(1...6) {
      let service = server.entries.count
      let kind: UInt8 = chance(80) ? 0x00 : 0x01
      handle += number(1...5)
      add(
        .init(
          handle: handle, end: handle, type: [kind, 0x28],
          value: chance(70) ? [0x0D, 0x18] : random.bytes(16)))
      for _ in 0..<number(0...5) {
        let type = type()
        handle += number(1...2)
        add(
          .init(
            handle: handle, end: handle, type: [0x03, 0x28],
            value: [2] + ModelServer.octets(handle + 1) + type))
        handle += 1
        // Many values have the same length.
        let value = random.bytes(chance(50) ? 2 : number(0...300))
        add(self.value(type, value, at: handle))
        if chance(30) {
          handle += 1
          add(self.value([0x01, 0x29], random.bytes(4), at: handle))
        }
      }
      server.entries[service].end = handle
    }
    if chance(20), let last = server.entries.lastIndex(where: { $0.type == [0x00, 0x28] }),
      server.entries[last].end == handle
    {
      server.entries[last].end = 0xFFFF
    }
    return server
  }

  private mutating func value(
    _ type: [UInt8], _ value: [UInt8], at handle: Int
  ) -> ModelServer.Entry {
    let isRecorded = chance(70)
    return .init(
      handle: handle, end: handle, type: type, value: isRecorded ? value : [],
      isReadable: chance(80), isWritable: chance(50), isRecorded: isRecorded)
  }

  /// Requests, most of which have a meaning.
  mutating func requests(_ server: ModelServer) -> [[UInt8]] {
    let entry = server.entries[number(0...server.entries.count - 1)]
    let handle = ModelServer.octets(chance(90) ? entry.handle : number(0...400))
    let first = chance(50) ? 1 : number(0...server.entries.count * 2)
    let last = chance(60) ? 0xFFFF : number(0...server.entries.count * 3)
    let range = ModelServer.octets(first) + ModelServer.octets(last)
    let type = chance(80) || entry.type.count != 2 ? entry.type : ModelServer.whole(entry.type)
    var requests: [[UInt8]]
    switch number(0...12) {
    case 0: requests = [[0x02] + ModelServer.octets(number(0...600))]
    case 1: requests = [[0x04] + range]
    case 2: requests = [[0x06] + range + entry.type.prefix(2) + entry.value.prefix(16)]
    case 3: requests = [[0x08] + range + type]
    case 4: requests = [[0x0A] + handle]
    case 5: requests = [[0x0C] + handle + ModelServer.octets(number(0...entry.value.count + 1))]
    case 6, 7:
      let others = (0..<number(1...3)).flatMap { _ in
        ModelServer.octets(server.entries[number(0...server.entries.count - 1)].handle)
      }
      requests = [[chance(50) ? 0x0E : 0x20] + handle + others]
    case 8: requests = [[0x10] + range + (chance(80) ? [UInt8(number(0...1)), 0x28] : type)]
    case 9: requests = [[0x12] + handle + random.bytes(number(0...19))]
    case 10: requests = [[0x52] + handle + random.bytes(number(0...19))]
    case 11:
      requests = []
      var offset = 0
      for _ in 0..<number(1...3) {
        let part = random.bytes(number(1...18))
        requests.append([0x16] + handle + ModelServer.octets(offset) + part)
        offset += part.count
      }
      // One that was refused leaves nothing to execute.
      requests.append([0x18, UInt8(number(0...1))])
    default: requests = [[0x30] + random.bytes(number(0...6))]
    }
    if chance(5), requests.count == 1, requests[0][0] != 0x52 {
      if chance(50), requests[0].count > 1 {
        requests[0].removeLast()
      } else {
        requests[0] += [0]
      }
    }
    return requests
  }
}

/// The answers of a played peripheral are those that follow from its attributes.
@Suite struct ServerModelTests {
  private func peripheral(_ server: ModelServer) -> RecordedPeripheral {
    var recording = RecordedPeripheral()
    recording.connections = 1
    var attributes: [ServedAttribute] = []
    for entry in server.entries {
      let handle = UInt16(entry.handle)
      let isDeclaration = entry.type.last == 0x28 && entry.type.count == 2
      var permissions: ServedAttribute.Permissions = []
      if entry.isReadable { permissions.insert(.read) }
      if entry.isWritable { permissions.formUnion([.write, .writeCommand]) }
      attributes.append(
        ServedAttribute(
          handle: handle, type: uuid(entry.type), endHandle: UInt16(entry.end),
          declared: isDeclaration ? entry.value : nil, permissions: permissions))
      if !isDeclaration, entry.isRecorded {
        recording.reads[handle] = [.init(connection: 0, outcome: .value(entry.value))]
      }
    }
    recording.table = AttributeTable(attributes)
    return recording
  }

  private func uuid(_ type: [UInt8]) -> BluetoothUUID {
    if type.count == 2 { return BluetoothUUID(UInt16(type[0]) | UInt16(type[1]) << 8) }
    return BluetoothUUID(value: type.reversed().reduce(0) { $0 << 8 | UInt128($1) })
  }

  @Test func answersAreThoseOfTheAttributes() {
    var seen: Set<UInt8> = []
    var errors: Set<UInt8> = []
    for seed in 0..<80 as Range<UInt64> {
      var draw = Draw(random: SplitMix(seed: seed))
      var model = draw.server()
      var controller = VirtualController()
      controller.bufferLength = 1000
      var bench = Bench(peripheral(model), .init(), controller)
      bench.send(VirtualController.connected())
      for request in (0..<60).flatMap({ _ in draw.requests(model) }) {
        let expected = model.answer(request)
        let answers = bench.ask(request)
        expect(answers, equals: (expected.map { [$0] } ?? []), "seed \(seed), request \(request)")
        guard let expected, answers == [expected] else {
          if expected == nil, answers == [] { continue }
          break
        }
        seen.insert(expected[0])
        if expected[0] == 0x01 { errors.insert(expected[4]) }
      }
    }
    // All kinds of answers, and all errors that this side has by itself, have come.
    expect(
      seen, equals: [1, 3, 5, 7, 9, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21])
    expect(errors, equals: [0x01, 0x02, 0x03, 0x04, 0x06, 0x07, 0x0A, 0x10])
  }
}
