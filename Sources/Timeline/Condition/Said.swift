import ATTDissector
import BTSnoop
import GATTSession
import GATTValues

/// What an event has under a key, live or recorded.
package struct Said {
  package var numbers: [Double] = []
  package var words: [String] = []
  package var isList = false

  package init() {}

  package var isEmpty: Bool { numbers.isEmpty && words.isEmpty }

  package mutating func add(_ word: String?) { if let word { words.append(word) } }

  package mutating func add(_ number: (some BinaryInteger)?) {
    if let number { numbers.append(Double(number)) }
  }
}

/// A key that events of any kind may have, and by which conditions ask.
package enum CommonKey: String, CaseIterable, Sendable {
  case adapter, address, characteristic, connection, descriptor
  /// An address or a name: no key of the output.
  case device
  case direction, frame, from, handle, instance, label, name, note
  case requestFrame = "request_frame"
  case responseTime = "response_ms"
  case service, text, value
}

/// What events of any kind may have.
package struct CommonFacts {
  package var adapter: UInt16?
  package var address: BluetoothAddress?
  package var connection: UInt64?
  package var direction = PacketDirection.unknown
  package var frame: UInt64?
  package var from: LinkRole?
  package var handle: UInt16?
  package var service: BluetoothUUID?
  package var characteristic: BluetoothUUID?
  package var descriptor: BluetoothUUID?
  /// 0: there is only one.
  package var instance = 0
  package var label: String?
  package var name: String?
  package var requestFrame: UInt64?
  /// Nanoseconds.
  package var responseTime: Int64?

  package init() {}

  /// - Parameter key: not of the value and its texts, which are no facts of these.
  package func said(_ key: CommonKey) -> Said {
    var said = Said()
    switch key {
    case .adapter: said.add(adapter)
    case .address: said.add(address?.description)
    case .characteristic: said.add(characteristic?.description)
    case .connection: said.add(connection)
    case .descriptor: said.add(descriptor?.description)
    case .device:
      said.add(address?.description)
      said.add(name)
    case .direction:
      switch direction {
      case .sent: said.add("sent")
      case .received: said.add("received")
      case .unknown: break
      }
    case .frame: said.add(frame)
    case .from: said.add(from?.name.description)
    case .handle: said.add(handle)
    case .instance: said.add(instance > 0 ? instance : nil)
    case .label: said.add(label)
    case .name: said.add(name)
    case .requestFrame: said.add(requestFrame)
    case .responseTime: if let responseTime { said.numbers.append(Double(responseTime) / 1e6) }
    case .service: said.add(service?.description)
    case .note, .text, .value: break
    }
    return said
  }
}

extension KeyTerm {
  /// Whether the term holds for the event, or for one element of a list.
  package func isSaid(_ said: Said) -> Bool {
    if isOfSet { return isMet(by: said.words) }
    return said.numbers.contains { holds($0) } || said.words.contains { holds($0) }
  }

  /// Whether the term holds for the event, and for every element of a list.
  /// - Returns: `nil` if it does not have the key.
  package func isSaidThroughout(_ said: Said) -> Bool? {
    if said.isEmpty, !(said.isList && comparison == .unequal) {
      return said.isList ? false : nil
    }
    if isOfSet { return isMet(by: said.words) }
    // An event with several names has several words: one match is enough.
    let words =
      comparison == .unequal || said.isList
      ? said.words.allSatisfy { holds($0) }
      : said.words.isEmpty || said.words.contains { holds($0) }
    return words && said.numbers.allSatisfy { holds($0) }
  }

  /// `properties=read,notify` needs both, `properties=notify|indicate` either, `properties!=write`
  /// excludes.
  private func isMet(by words: [String]) -> Bool {
    let words = Set(words.map { $0.lowercased() })
    let isUnequal = comparison == .unequal
    let isThere = wanted.contains { wanted in
      guard case .word(let word, _) = wanted else { return false }
      let parts = Self.parts(of: word)
      return isUnequal
        ? parts.contains { words.contains($0) } : parts.allSatisfy { words.contains($0) }
    }
    return isThere != isUnequal
  }

  /// The words of `read,notify`.
  package static func parts(of word: String) -> [String] {
    word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
