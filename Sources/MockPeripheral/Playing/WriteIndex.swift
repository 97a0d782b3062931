/// Where each recorded write is among those of its attribute.
package struct WriteIndex: Sendable {
  package struct Key: Hashable, Sendable {
    package var handle: UInt16
    package var value: [UInt8]
  }

  private(set) var places: [Key: [Int]] = [:]
  /// The different values written to an attribute, in the order of the capture.
  private var keys: [UInt16: [Key]] = [:]

  package init(_ recording: RecordedPeripheral) {
    for (handle, writes) in recording.writes {
      for (place, write) in writes.enumerated() {
        let key = Key(handle: handle, value: write.value)
        if places[key] == nil { keys[handle, default: []].append(key) }
        places[key, default: []].append(place)
      }
    }
  }

  /// The recorded value with the same first byte that has the longest beginning in common, then the
  /// most similar length.
  func nearest(to key: Key, among limit: Int) -> Key? {
    let candidates = (keys[key.handle] ?? []).prefix(limit).filter {
      $0.value.first == key.value.first
    }
    return candidates.min { Self.distance($0, key: key) < Self.distance($1, key: key) }
  }

  private static func distance(_ known: Key, key: Key) -> (Int, Int) {
    let common = zip(known.value, key.value).prefix { $0 == $1 }.count
    return (-common, abs(known.value.count - key.value.count))
  }
}
