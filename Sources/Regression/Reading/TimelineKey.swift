import Bytes
import GATTSession
import JSONText

/// The keys that events of all kinds have; all others belong to the kind.
enum TimelineKey: Int, CaseIterable {
  case frame, time, t, adapter, event, connection, address, addressType, name, overAirAddress
  case direction, from, handle, service, characteristic, descriptor, instance, label, requestFrame
  case responseTime, value, decoded, text, truncated, malformed, unanswered, note
  /// Where the line is from says nothing about what happened.
  case capture

  var name: StaticString {
    switch self {
    case .frame: "frame"
    case .time: "time"
    case .t: "t"
    case .adapter: "adapter"
    case .event: "event"
    case .connection: "connection"
    case .address: "address"
    case .addressType: "address_type"
    case .name: "name"
    case .overAirAddress: "over_air_address"
    case .direction: "direction"
    case .from: "from"
    case .handle: "handle"
    case .service: "service"
    case .characteristic: "characteristic"
    case .descriptor: "descriptor"
    case .instance: "instance"
    case .label: "label"
    case .requestFrame: "request_frame"
    case .responseTime: "response_ms"
    case .value: "value"
    case .decoded: "decoded"
    case .text: "text"
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .unanswered: "unanswered"
    case .note: "note"
    case .capture: "capture"
    }
  }

  /// What the value must be, in words; `nil` for anything.
  var expectation: String {
    switch self {
    case .frame, .connection, .instance, .requestFrame: "a whole number from 1"
    case .t, .responseTime: "a number"
    case .adapter, .handle: "a whole number from 0 to 65535"
    case .decoded, .capture: "an object"
    case .truncated, .malformed, .unanswered: "a boolean"
    case .address, .overAirAddress: "an address as AA:BB:CC:DD:EE:FF"
    case .service, .characteristic, .descriptor: "a UUID of 4, 8 or 36 characters"
    case .value: "bytes in hex"
    case .from: "central or peripheral"
    default: "a string"
    }
  }
}

/// Looks up a word among known ones, first the one that nearly always comes next.
struct WordTable<Meaning: Sendable>: Sendable {
  private let words: [(mark: UInt64, word: StaticString, meaning: Meaning)]
  private var last = 0

  init(_ words: [(StaticString, Meaning)]) {
    self.words = words.map { word, meaning in
      (JSONString.mark(word.rawBytes.copy().rawBytes), word, meaning)
    }
  }

  /// - mark: the word's, as `JSONString` has it.
  mutating func meaning(of word: RawSpan, mark: UInt64) -> Meaning? {
    var place = last
    for _ in words.indices {
      if place >= words.count { place = 0 }
      if words[place].mark == mark, words[place].word.rawBytes.equals(word) {
        last = place
        return words[place].meaning
      }
      place &+= 1
    }
    return nil
  }
}
