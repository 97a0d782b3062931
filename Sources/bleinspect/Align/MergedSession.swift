import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// One session of the captures of several recorders: each record that tells something new, at its time on the air where a
/// sniffer heard it, on the clock of the first capture.
struct MergedSession {
  let plan: SessionPlan
  private let session: GATTSession.Options

  /// - session: the options with which each capture is followed.
  init(_ aligned: AlignedRecorders, _ session: GATTSession.Options) {
    var aligned = aligned
    aligned.compareAll()
    plan = SessionPlan(aligned)
    self.session = session
  }

  /// Passes on the captures and their records, numbered over all captures in the order given.
  func read(into pipeline: inout CapturePipeline) throws(CaptureError) {
    let recorders = plan.aligned.recorders
    let feeds = recorders.indices.map { capture in
      RecordFeed(
        recorders[capture].name, links: recorders[capture].links, without: plan.left(capture),
        following: session)
    }
    defer { for feed in feeds { feed.stop() } }
    for feed in feeds where !feed.hasStarted {
      throw CaptureError(.unusable, file: feed.name, "no thread to read it with")
    }
    var queues = feeds.indices.map { RecordQueue(feeds[$0], $0, plan) }
    number(&queues)
    for index in queues.indices { _ = queues[index].nextTime() }
    for (index, feed) in feeds.enumerated() {
      guard let capture = feed.capture else {
        throw CaptureError(.unusable, file: feed.name, "cannot be read a second time")
      }
      pipeline.capture(capture, from: plan.number(1, of: index))
    }
    for note in recorders.flatMap(\.notes) + plan.notes { pipeline.note(note) }
    var copies = RecordCopies(plan.firstLog)
    var drops = [UInt32](repeating: 0, count: queues.count)
    while true {
      var first: (capture: Int, time: CaptureTime)?
      for capture in queues.indices {
        guard let time = queues[capture].nextTime() else { continue }
        if first.map({ time < $0.time }) ?? true { first = (capture, time) }
      }
      guard let capture = first?.capture, let entry = queues[capture].pop() else { return }
      guard !copies.has(entry.record, bytes: entry.bytes.rawBytes, of: capture) else { continue }
      var record = entry.record
      drops[capture] = record.cumulativeDrops
      record.cumulativeDrops = drops.reduce(0, &+)
      for comment in entry.comments { pipeline.comment(comment.rawBytes, frame: record.frame) }
      guard pipeline.record(record, bytes: entry.bytes.rawBytes) else { return }
    }
  }

  /// Each adapter of several hosts gets a number of its own, which is the same in all logs of one host; those beyond what
  /// a session follows share the last number.
  private func number(_ queues: inout [RecordQueue]) {
    let hosts = plan.aligned.recorders.indices.filter { plan.aligned.recorders[$0].isOfHost }
    guard hosts.count > 1 else { return }
    var next: UInt16 = 0
    for host in hosts {
      queues[host].furtherAdapter = .max
      let same = plan.sameAdapters(host)
      for adapter in plan.aligned.recorders[host].adapters {
        if let same = same[adapter], let known = queues[plan.firstLog[host]].adapters[same] {
          queues[host].adapters[adapter] = known
          continue
        }
        queues[host].adapters[adapter] = next
        next += 1
      }
    }
  }

  /// What is damaged in a capture.
  var damage: CaptureError? { plan.aligned.recorders.lazy.compactMap(\.error).first }

  /// What the user should know of connections that several recorders have.
  var remarks: [String] {
    plan.leftLinks.filter { $0.outside > 0 }.map { left in
      let (own, teller) = (
        plan.aligned.recorders[left.capture].name, plan.aligned.recorders[left.teller].name
      )
      return
        "\(shown(own)) has \(left.outside) PDUs of its C\(left.link) from times that \(shown(teller)) has not: left out"
    }
  }
}
