import Bytes
import JSONText
import Timeline

/// Which recorders have what rows are about, as columns: each record, where it was recorded, and when.
final class PageSeen {
  struct Record {
    /// Its place in the list of captures.
    let capture: Int
    let place: SeenRecord.Place
    let frame: UInt64
    /// Nanoseconds from the start.
    let time: Int64
  }

  private let counts, captures, places, frames, times: PageColumn
  private var last: (frame: Int64, time: Int64) = (0, 0)
  private var count = 0
  /// Rows that have a count.
  private var rows: UInt64 = 0

  init(_ file: PageFile) {
    func column() -> PageColumn { PageColumn(file) }
    (counts, captures, places, frames, times) = (column(), column(), column(), column(), column())
  }

  /// - row: how many rows there are before it; those after the last one with records need no place.
  func add(_ records: [Record], row: UInt64) {
    guard !records.isEmpty else { return }
    while rows < row {
      counts.add(0)
      rows += 1
    }
    counts.add(UInt64(records.count))
    rows += 1
    for record in records {
      count += 1
      captures.add(UInt64(record.capture))
      let place: UInt64 =
        switch record.place {
        case .sender: 0
        case .air: 1
        case .receiver: 2
        }
      places.add(place)
      frames.add(signed: Int64(clamping: record.frame) - last.frame)
      let time = record.time.pageMicroseconds
      times.add(signed: time - last.time)
      last = (Int64(clamping: record.frame), time)
    }
  }

  /// A member of the data; nothing where there are no records.
  func write(_ key: StaticString, to out: OutputStream) {
    guard count > 0 else { return }
    out.buffer.append(jsonKey: key)
    out.buffer.append("{")
    out.buffer.append(member: "rows", rows)
    out.buffer.append(member: "count", count)
    for (name, column) in [
      ("counts", counts), ("capture", captures), ("place", places), ("frame", frames),
      ("time", times),
    ] as [(StaticString, PageColumn)] {
      out.buffer.append(jsonKey: name)
      column.write(to: out)
    }
    out.buffer.append("}")
    out.lineEnds()
  }
}
