import BTSnoop
import Bytes
import CommonClock
import GATTSession

extension Harness {
  /// Two captures at once, of hosts or of sniffers: whether they are of one session, and what is between their clocks.
  static let clocks = Harness("clocks") { input in
    var entries = EntryList(input)
    let choice = entries.byte()
    let collectors = [TraceCollector(GATTSession.Options()), TraceCollector(GATTSession.Options())]
    var frames: [UInt64] = [0, 0]
    var time = CaptureTime(seconds: 1000, nanoseconds: 0)
    while let (head, bytes) = entries.next() {
      // Bit 0: the capture; 1 and 2: what it is; 3: the direction; 4 to 7: how much later.
      time = time.adding(nanoseconds: Int64(head >> 4) * 10_000_000)
      for place in 0...1 where head & 1 == 0 || place == 1 {
        frames[place] += 1
        let isAir = choice >> place & 1 == 1
        var radio = RadioInfo()
        radio.crcOK = true
        radio.sender = head & 8 == 0 ? .central : .peripheral
        let kinds: [RecordKind] = [.acl, .event, .command, .acl]
        let record = CaptureRecord(
          frame: frames[place], time: time.adding(nanoseconds: place == 1 ? 500_000 : 0),
          kind: isAir ? .linkLayer : kinds[Int(head >> 1 & 3)],
          direction: isAir ? .unknown : head & 8 == 0 ? .sent : .received,
          originalLength: bytes.count, radio: isAir ? radio : nil)
        collectors[place].take(record, bytes: bytes.rawBytes)
      }
    }
    let traces = collectors.map { $0.finish() }
    let there = ClockAlignment(traces[0], traces[1])
    let back = ClockAlignment(traces[1], traces[0])
    try require(there.isAligned == back.isAligned, "the order of the captures decides")
    try require(there.anchors.count == back.anchors.count, "the order of the captures counts")
    for path in there.paths(traces[0], traces[1]) {
      for step in path.steps {
        try require(path.length(of: step).isFinite, "a length that is no number")
        try require(step.queued >= 0, "a negative wait")
      }
      for held in traces.flatMap({ $0.links.values.flatMap { path.held($0) } }) {
        try require(held.length > 0 && held.interval > 0, "held back for no time")
      }
    }
    for comparison in there.comparisons(traces[0], traces[1]) {
      for (_, run) in comparison.misses {
        try require(run.count > 0 && run.end >= run.time, "events that were missed in no time")
      }
      try require(comparison.drift?.bySniffer.isFinite ?? true, "a drift that is no number")
    }
    for trace in traces {
      let same = ClockAlignment(trace, trace)
      try require(!same.isAligned || same.offset == 0, "a capture is not at its own time")
      try require(!same.isAligned || same.drift == 0, "a capture drifts against itself")
    }
  }
}
