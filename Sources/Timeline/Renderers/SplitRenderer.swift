import BTSnoop
import Bytes
import GATTSession
import System

/// Writes events, each without regard to the others; one for each thread.
package protocol EventFormatter: AnyObject {
  /// - texts: where the event's are.
  /// - last: as `SplitRenderer.ending` gave it.
  /// - Returns: whether all of the event is written; `false` where the page is too long for that.
  func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan, to page: inout ByteWriter
  ) -> Bool
}

/// A renderer that writes each event without regard to the others: several threads may do so.
package protocol SplitRenderer: TimelineRenderer {
  /// What makes a formatter, on the thread that uses it.
  func formatter(with clock: TimelineClock) -> @Sendable () -> any EventFormatter
  /// What ends the line of an event.
  func ending(of event: borrowing Event) -> [UInt8]
  /// Writes what a formatter has written of some events, the next ones.
  func take(_ page: RawSpan)
  /// Writes the next event, which may be too long for a page. The arguments are those of a formatter.
  func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan)
}

extension SplitRenderer {
  package var demand: EventDemand { EventDemand(lastTexts: false, unheard: true) }
}

/// Writes events with several threads: the session's collects them, and all format.
///
/// The bytes are those of the renderer alone.
package final class ParallelRenderer: TimelineRenderer {
  package let renderer: any SplitRenderer
  private let threads: Int
  private let length: Int
  private var work: OrderedWork<EventBatch>?

  /// - threads: how many besides that of the session.
  package convenience init(_ renderer: any SplitRenderer, threads: Int) {
    self.init(renderer, threads: threads, batch: EventBatch.length)
  }

  /// - batch: how many events a thread gets at a time.
  init(_ renderer: any SplitRenderer, threads: Int, batch: Int) {
    self.renderer = renderer
    self.threads = threads
    length = batch
  }

  package var demand: EventDemand {
    var demand = renderer.demand
    demand.decoding = .later
    return demand
  }
  package var summarizes: Bool { renderer.summarizes }
  package var hasMatch: Bool? { renderer.hasMatch }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    renderer.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    renderer.begin(summary, clock: clock)
    let formatter = renderer.formatter(with: clock)
    let writesTexts = renderer.demand.texts
    // Enough that neither the session nor the others wait for each other.
    let batches = (0..<2 * (threads + 1)).map { _ in EventBatch(length: length) }
    let unpacking = EventUnpacking(writesTexts: writesTexts)
    work = OrderedWork(
      batches, threads: threads,
      work: {
        let press = EventPress(formatter(), writesTexts: writesTexts)
        return { $0.print(by: press) }
      },
      deliver: { [renderer] batch in
        renderer.take(batch.page.bytes)
        batch.printRest(by: unpacking, to: renderer)
        batch.removeAll()
      })
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard let work else { return }
    let batch = work.current
    batch.add(event, fields: fields, value: value, last: renderer.ending(of: event))
    if batch.isFull { work.submit() }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    if let work {
      if !work.current.isEmpty { work.submit() }
      work.finish()
    }
    renderer.end(summary, session: session)
  }
}
