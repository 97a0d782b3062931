import Foundation
import TestSupport
import Testing

/// A message of protocol buffers: its fields in their order, in the form that they have on the wire.
struct ProtobufMessage {
  enum Value {
    case number(UInt64)
    case fixed(UInt64)
    case bytes([UInt8])
  }

  private(set) var fields: [(number: Int, value: Value)] = []

  struct Damaged: Error {}

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let tag = try Self.number(&rest)
      let number = Int(tag >> 3)
      guard number > 0 else { throw Damaged() }
      switch tag & 7 {
      case 0: fields.append((number, .number(try Self.number(&rest))))
      case 1:
        guard rest.count >= 8 else { throw Damaged() }
        let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        fields.append((number, .fixed(value)))
        rest = rest.dropFirst(8)
      case 2:
        let length = try Self.number(&rest)
        guard length <= rest.count else { throw Damaged() }
        fields.append((number, .bytes(Array(rest.prefix(Int(length))))))
        rest = rest.dropFirst(Int(length))
      default: throw Damaged()
      }
    }
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = bytes.popFirst() else { throw Damaged() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw Damaged()
  }

  func number(_ field: Int) -> UInt64? {
    for case (field, .number(let value)) in fields { return value }
    return nil
  }

  func double(_ field: Int) -> Double? {
    for case (field, .fixed(let value)) in fields { return Double(bitPattern: value) }
    return nil
  }

  func fixed(_ field: Int) -> [UInt64] {
    fields.compactMap { if case (field, .fixed(let value)) = $0 { value } else { nil } }
  }

  func messages(_ field: Int) throws -> [ProtobufMessage] {
    try fields.compactMap {
      guard case (field, .bytes(let bytes)) = $0 else { return nil }
      return try ProtobufMessage(bytes)
    }
  }

  /// - Throws: where it is not UTF-8.
  func text(_ field: Int) throws -> String? {
    for case (field, .bytes(let bytes)) in fields {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw Damaged() }
      return text
    }
    return nil
  }
}

/// A trace as its readers have it.
struct TraceDocument {
  struct Track {
    var name: String
    var parent: UInt64?
    var isCounter: Bool
    var unit: String?
  }

  struct Event {
    var time: UInt64
    /// 1: a slice begins; 2: it ends; 3: instant.
    var type: UInt64
    var track: UInt64
    var name: String?
    var categories: [String]
    var arguments: [String: String]
    var flows: [UInt64]
  }

  struct Slice {
    var event: Event
    /// `nil`: open at the end.
    var duration: UInt64?
    /// How many slices it is in.
    var depth: Int
  }

  private(set) var tracks: [UInt64: Track] = [:]
  private(set) var events: [Event] = []
  /// By the track.
  private(set) var counters: [UInt64: [(time: UInt64, value: Double)]] = [:]
  /// All of it that is text.
  private(set) var texts: [String] = []

  init(_ data: Data) throws {
    var keys: [UInt64: String] = [:]
    var categories: [UInt64: String] = [:]
    for packet in try ProtobufMessage(Array(data)).messages(1) {
      for data in try packet.messages(12) {
        for entry in try data.messages(3) {
          let text: String = try #require(try entry.text(2))
          keys[try #require(entry.number(1))] = text
        }
        for entry in try data.messages(1) {
          let text: String = try #require(try entry.text(2))
          categories[try #require(entry.number(1))] = text
        }
      }
      for track in try packet.messages(60) {
        let counter = try track.messages(8).first
        let made = Track(
          name: try #require(try track.text(2)), parent: track.number(5), isCounter: counter != nil,
          unit: try counter?.text(6))
        texts.append(made.name)
        expect(tracks.updateValue(made, forKey: try #require(track.number(1))) == nil)
      }
      for event in try packet.messages(11) {
        let track = try #require(event.number(11))
        // Before its events.
        let isCounter = try #require(tracks[track]).isCounter
        let time = try #require(packet.number(8))
        let type = try #require(event.number(9))
        expect(isCounter, equals: (type == 4))
        if type == 4 {
          counters[track, default: []].append((time, try #require(event.double(44))))
          continue
        }
        var arguments: [String: String] = [:]
        for argument in try event.messages(4) {
          try Self.add(argument, keys, "", &arguments)
        }
        let made = Event(
          time: time, type: type, track: track, name: try event.text(23),
          categories: try event.fields.compactMap {
            guard case (3, .number(let number)) = $0 else { return nil }
            let category: String = try #require(categories[number])
            return category
          }, arguments: arguments, flows: event.fixed(47))
        texts += [made.name ?? ""] + Array(arguments.values)
        events.append(made)
      }
    }
    for track in tracks.values { if let parent = track.parent { expect(tracks[parent] != nil) } }
  }

  private static func add(
    _ argument: ProtobufMessage, _ keys: [UInt64: String], _ path: String,
    _ arguments: inout [String: String]
  ) throws {
    let name = path + (try argument.number(1).map { try #require(keys[$0]) } ?? "")
    for entry in try argument.messages(11) { try add(entry, keys, name + ".", &arguments) }
    for (index, entry) in try argument.messages(12).enumerated() {
      try add(entry, keys, "\(name)[\(index)]", &arguments)
    }
    let said: String? =
      if let truth = argument.number(2) {
        truth == 1 ? "true" : "false"
      } else if let number = argument.number(3) {
        "\(number)"
      } else if let number = argument.number(4) {
        "\(Int64(bitPattern: number))"
      } else if let number = argument.double(5) {
        "\(number)"
      } else {
        try argument.text(6)
      }
    if let said { expect(arguments.updateValue(said, forKey: name) == nil, "\(name)") }
  }

  /// The slices, as a stack for each track makes them in the order of time.
  var slices: [Slice] {
    var made: [Slice] = []
    var stacks: [UInt64: [Int]] = [:]
    for (_, event) in events.enumerated().sorted(by: {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }) {
      if event.type == 1 {
        made.append(Slice(event: event, duration: nil, depth: stacks[event.track]?.count ?? 0))
        stacks[event.track, default: []].append(made.count - 1)
      } else if event.type == 2 {
        guard let index = stacks[event.track]?.popLast() else {
          Issue.record("an end without a beginning")
          continue
        }
        made[index].duration = event.time - made[index].event.time
      }
    }
    return made
  }

  /// The names of a track and those that it is in, the outermost first.
  func path(_ track: UInt64) -> [String] {
    guard let known = tracks[track] else { return [] }
    return (known.parent.map(path) ?? []) + [known.name]
  }

  func counter(_ name: String) -> [Double]? {
    counters.first { tracks[$0.key]?.name == name }?.value.map(\.value)
  }
}
