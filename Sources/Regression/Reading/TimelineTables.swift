import ATTDissector
import Bytes
import JSONText

/// Stores events in a timeline so that repeated data is stored once.
struct TimelineTables: Sendable {
  /// The most bytes in a timeline: slices have 32 bits.
  static let maximumBytes = 1 << 31

  private var addresses: [UInt64: Int32] = [:]
  private var names: [String: Int32] = [:]
  private var paths: [RecordedPath: Int32] = [:]
  /// Recently stored slices, each at the position given by the hash of its bytes.
  private var recent: [ByteSlice] = Array(repeating: ByteSlice(), count: Self.places)

  private static let places = 1 << 14

  /// The index of a device in the timeline; -1 if nothing is known of it.
  mutating func peer(
    _ address: BluetoothAddress?, name: String?, in timeline: inout RecordedTimeline
  ) -> Int32 {
    guard let address else {
      guard let name else { return -1 }
      if let known = names[name] { return known }
      let new = Self.place(timeline.peers.count)
      names[name] = new
      timeline.peers.append(RecordedPeer(address: nil, name: name))
      return new
    }
    let key = address.deviceKey
    guard let known = addresses[key] else {
      let new = Self.place(timeline.peers.count)
      addresses[key] = new
      timeline.peers.append(RecordedPeer(address: address, name: name))
      return new
    }
    let place = Int(known)
    if address.isIdentity, timeline.peers[place].address != address {
      timeline.peers[place].address = address
    }
    if let name, timeline.peers[place].name != name { timeline.peers[place].name = name }
    return known
  }

  /// Forgets the devices, if all have addresses: no event is there any more that names them.
  mutating func forgetPeers(in timeline: inout RecordedTimeline) {
    // Those without are told apart by their places.
    guard names.isEmpty else { return }
    timeline.peers.removeAll(keepingCapacity: true)
    addresses.removeAll(keepingCapacity: true)
  }

  /// The index of an attribute; -1 if nothing is known of it.
  mutating func path(
    _ path: RecordedPath, label: RawSpan, isEscaped: Bool, in timeline: inout RecordedTimeline
  ) -> Int32 {
    let place: Int32
    if let known = paths[path] {
      place = known
      guard label.byteCount > 0 else { return place }
      if let old = timeline.paths[Int(place)].label, !isEscaped, old.rawBytes.equals(label) {
        return place
      }
    } else {
      place = Self.place(timeline.paths.count)
      paths[path] = place
      timeline.paths.append(path)
    }
    if label.byteCount > 0 {
      timeline.paths[Int(place)].label = Self.text(label, isEscaped: isEscaped)
    }
    return place
  }

  static func text(_ content: RawSpan, isEscaped: Bool) -> String {
    guard isEscaped else { return String(decoding: content.copy(), as: UTF8.self) }
    var out = ByteWriter(capacity: content.byteCount)
    out.append(unescapedJSON: content)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  /// The slice for some bytes: those already stored, or stored now.
  mutating func slice(of bytes: RawSpan, in timeline: inout RecordedTimeline) -> ByteSlice {
    guard bytes.byteCount > 0 else { return ByteSlice() }
    let place = Self.hash(bytes)
    let known = recent[place]
    if Int(known.count) == bytes.byteCount,
      timeline.bytes.rawBytes.clamped(known.range).equals(bytes)
    {
      return known
    }
    let new = ByteSlice(
      offset: UInt32(clamping: timeline.bytes.count), count: UInt32(clamping: bytes.byteCount))
    timeline.bytes.append(bytes)
    recent[place] = new
    return new
  }

  mutating func slice(
    of writer: borrowing ByteWriter, in timeline: inout RecordedTimeline
  ) -> ByteSlice {
    slice(of: writer.bytes, in: &timeline)
  }

  private static func hash(_ bytes: RawSpan) -> Int {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: bytes.byteCount) &* factor
    var at = 0
    while at &+ 8 <= bytes.byteCount {
      hash = (hash ^ bytes.uint64LittleEndian(at: at)) &* factor
      hash ^= hash >> 29
      at &+= 8
    }
    while at < bytes.byteCount {
      hash = (hash ^ UInt64(bytes.uint8(at: at))) &* factor
      at &+= 1
    }
    return Int(truncatingIfNeeded: hash >> 40) & (places - 1)
  }

  private static func place(_ count: Int) -> Int32 { Int32(clamping: count) }
}
