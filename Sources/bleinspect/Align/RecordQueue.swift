import ATTDissector
import BTSnoop
import Bytes

/// The records of one capture in the order of their times in a session of several: what a host sent or received stands
/// where it was on the air.
struct RecordQueue {
  struct Entry {
    var record: CaptureRecord
    var bytes: [UInt8]
    var comments: [[UInt8]]
  }

  /// When an entry is next, and where it is kept.
  private struct Turn {
    /// How often the recorder's clock had been set back.
    var turns: Int
    var time: CaptureTime
    /// Records of one time stay in their order.
    var order: UInt64
    var place: Int

    func comesBefore(_ other: Turn) -> Bool {
      if turns != other.turns { return turns < other.turns }
      if time != other.time { return time < other.time }
      return order < other.order
    }
  }

  /// What a host sends or receives on a connection, all in one order.
  struct Flow: Hashable {
    var adapter: UInt16?
    var handle: UInt16
    var isReceived: Bool

    /// That of what is received.
    fileprivate var answers: Flow { Flow(adapter: adapter, handle: handle, isReceived: true) }
  }

  /// Nanoseconds: a host has what it received at the latest so long after it was on the air.
  private static let lateness: Int64 = 1_100_000_000
  /// Nanoseconds: clocks are known better than this, but not so well that an answer never seems to come before its
  /// request.
  private static let doubt: Int64 = 7_500_000
  /// Records and octets that wait at most.
  private static let mostRecords = 1 << 15
  private static let mostOctets = 1 << 24

  private let feed: RecordFeed
  private let capture: Int
  private let plan: SessionPlan
  private let clock: PlacingClock
  private let movesTimes: Bool
  /// Nanoseconds that all of its times are moved by.
  private let delay: Int64
  /// Other numbers for the adapters of the capture.
  var adapters: [UInt16?: UInt16] = [:]
  /// The number of all others; `nil`: they keep their own.
  var furtherAdapter: UInt16?
  /// In the order of a heap: entries themselves are large to move.
  private var heap: [Turn] = []
  private var entries: [Entry?] = []
  /// Places of entries that are empty.
  private var free: [Int] = []
  private var octets = 0
  private var order: UInt64 = 0
  private var latest: CaptureTime?
  private var hasEnded = false
  /// The time of the last record of each flow.
  private var floors: [Flow: CaptureTime] = [:]
  /// When the host sent what it sent last on a connection, if that stands where the host had it.
  private var asked: [Flow: CaptureTime] = [:]
  /// How often the clock was set back.
  private var turns = 0

  init(_ feed: RecordFeed, _ capture: Int, _ plan: SessionPlan) {
    self.feed = feed
    self.capture = capture
    self.plan = plan
    clock = plan.aligned.clock(of: capture)
    movesTimes = plan.movesTimes(capture)
    delay = plan.delay(capture)
  }

  /// The time of the next record.
  mutating func nextTime() -> CaptureTime? {
    while !hasEnded {
      if let first = heap.first, let latest,
        !movesTimes || first.turns < turns || heap.count >= Self.mostRecords
          || octets >= Self.mostOctets
          || latest.nanoseconds(since: first.time) >= Self.lateness
      {
        break
      }
      if let next = feed.next() { take(next) } else { hasEnded = true }
    }
    return heap.first?.time
  }

  /// Call it after `nextTime`.
  mutating func pop() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(0)
    }
    let entry = entries[first.place].take()
    free.append(first.place)
    octets -= entry?.bytes.count ?? 0
    return entry
  }

  // MARK: Times

  private mutating func take(_ read: RecordFeed.Record) {
    var record = read.record
    record.time = clock(record.time).adding(clamped: delay)
    if let latest, latest.nanoseconds(since: record.time) > Self.lateness {
      turns += 1
      floors = [:]
      asked = [:]
    }
    latest = record.time
    // What is not understood was told when the capture was first read.
    guard record.kind != .unknown,
      !plan.leavesOut(record.frame, of: capture)
    else { return }
    record.frame = plan.number(record.frame, of: capture)
    // A gap of one recorder is none of the others.
    record.file = 0
    if record.kind != .system || record.adapter != nil,
      let number = adapters[record.adapter] ?? furtherAdapter
    {
      record.adapter = number
    }
    var entry = Entry(record: record, bytes: read.bytes, comments: read.comments)
    if movesTimes { move(&entry) }
    octets += entry.bytes.count
    let place = free.popLast() ?? entries.count
    heap.append(Turn(turns: turns, time: entry.record.time, order: order, place: place))
    order += 1
    if place < entries.count { entries[place] = entry } else { entries.append(entry) }
    rise(heap.count - 1)
  }

  /// Data that a host sent was on the air no earlier, and what it received no later, than it had them; and what comes
  /// one after the other in a direction, or at the end of a connection, stays so.
  private mutating func move(_ entry: inout Entry) {
    let own = entry.record.time
    let airTime = plan.airTime(entry.record.frame, of: capture)
    switch entry.record.kind {
    case .acl where entry.record.direction != .unknown && entry.bytes.count >= 2:
      let flow = Flow(
        adapter: entry.record.adapter,
        handle: entry.bytes.rawBytes.uint16LittleEndian(at: 0) & 0x0FFF,
        isReceived: entry.record.direction == .received)
      var time = flow.isReceived ? min(own, airTime ?? own) : max(own, airTime ?? own)
      time = max(time, floors[flow] ?? time)
      if flow.isReceived, let asked = asked[flow], time < asked,
        asked.nanoseconds(since: time) < Self.doubt
      {
        time = asked
      }
      entry.record.time = time
      keep(flow, at: time)
      if !flow.isReceived {
        if asked.count > 1 << 16 { asked.removeAll() }
        asked[flow.answers] = time == own ? own : nil
      }
    case .event:
      guard let code = entry.bytes.first.map(HCIEventCode.init(rawValue:)),
        let handle = HCIMentions.connection(event: entry.bytes.rawBytes)
      else {
        if let airTime { entry.record.time = airTime }
        return
      }
      let flows = [true, false].map {
        Flow(adapter: entry.record.adapter, handle: handle, isReceived: $0)
      }
      if code == .disconnectionComplete {
        entry.record.time = airTime ?? own
        for flow in flows {
          entry.record.time = max(entry.record.time, floors[flow] ?? entry.record.time)
          floors[flow] = nil
        }
        asked[flows[0]] = nil
      } else if let airTime {
        // Its first data comes after it.
        entry.record.time = airTime
        for flow in flows { keep(flow, at: airTime) }
      }
    default: break
    }
  }

  /// A hostile log has any number of handles: 4,096 for each adapter.
  private mutating func keep(_ flow: Flow, at time: CaptureTime) {
    if floors.count > 1 << 16 { floors.removeAll() }
    floors[flow] = time
  }

  // MARK: Heap

  private mutating func rise(_ place: Int) {
    var place = place
    while place > 0 {
      let parent = (place - 1) / 2
      guard heap[place].comesBefore(heap[parent]) else { return }
      heap.swapAt(place, parent)
      place = parent
    }
  }

  private mutating func sink(_ place: Int) {
    var place = place
    while true {
      var least = place
      for child in 2 * place + 1...2 * place + 2
      where child < heap.count && heap[child].comesBefore(heap[least]) { least = child }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
