import Bytes

/// A remark of a reader about a capture that it could read.
package struct CaptureNote: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The end of the file cuts the last record, which was delivered as far as it goes: `present` of
    /// `needed` bytes of the packet are there, or of the whole block in pcapng.
    case cutRecord(present: Int, needed: Int)
    /// The end of the file cuts a record before its packet, or a block that holds none; nothing of
    /// it was delivered.
    case cutHeader(present: Int, needed: Int)
    /// The log within a text, of which the times count from the end, is cut there: the times are too
    /// late by what is missing.
    case cutLog
    /// Packets that the recorder says it has lost.
    case dropped(UInt32)
    /// Records that were counted but not delivered, since their link type is not read.
    case unreadRecords(linkType: LinkType, count: UInt64)
    /// The capture holds no directions; those of ACL packets were told by their boundary flags.
    case inferredDirections
    /// Records without a time stamp were given the time of the record before.
    case missingTimes
    /// A member of an Android bugreport that was not read, since another holds more of the time.
    case leftOut(member: String)
    /// The file that is followed was emptied, and is read from its begin.
    case emptied
    /// The file that is followed has another in its place, which is read from its begin.
    case replaced
    /// Bytes of a live source in which no record could be found.
    case skipped(Int)
    /// A live source has gone away, and is waited for.
    case sourceLost
    /// It is there again.
    case sourceBack
    /// It is there again, but may not be opened any more.
    case noRightToReopen
    /// What comes over a serial line is something else.
    case noMonitorProtocol
    /// A live source has more to tell than anybody would read.
    case noMoreNotes
  }

  package var kind: Kind
  /// As the user named it; `-` for standard input.
  package var file: String
  /// Byte offset in the file, where it matters.
  package var offset: Int64?
  /// The record that it is about, where it is about one.
  package var frame: UInt64?

  package init(_ kind: Kind, file: String, offset: Int64? = nil, frame: UInt64? = nil) {
    self.kind = kind
    self.file = file
    self.offset = offset
    self.frame = frame
  }

  /// Whether the end of the file came too early: what `--strict` refuses.
  package var isCut: Bool {
    switch kind {
    case .cutRecord, .cutHeader, .cutLog: true
    case .dropped, .unreadRecords, .inferredDirections, .missingTimes: false
    case .leftOut, .emptied, .replaced: false
    case .skipped, .sourceLost, .sourceBack, .noRightToReopen, .noMonitorProtocol: false
    case .noMoreNotes: false
    }
  }

  /// One sentence without a full stop, without the file's name.
  package var message: String {
    switch kind {
    case .cutRecord(let present, let needed):
      "the end of the file cuts the last record: \(present) of \(needed) bytes"
    case .cutHeader(let present, let needed):
      "the end of the file cuts the last record in its header: \(present) of \(needed) bytes"
    case .cutLog:
      "the log is cut: its times are too late by what is missing"
    case .dropped(let count):
      count == 1 ? "the recorder lost 1 packet" : "the recorder lost \(count) packets"
    case .unreadRecords(let linkType, let count):
      "\(count) record\(count == 1 ? "" : "s") of link type \(linkType) not read"
    case .inferredDirections:
      "the capture holds no directions: those of data are told by the packet boundary flags"
    case .missingTimes:
      "records without a time stamp have the time of the record before"
    case .leftOut(let member):
      "\(member) not read: beside it stands the log that is not filtered"
    case .emptied: "the file was emptied: it goes on with what is written from then on"
    case .replaced: "the file was replaced: it goes on with the new one of its name"
    case .skipped(let count):
      count == 1
        ? "1 byte that is of no record was skipped"
        : "\(count) bytes that are of no record were skipped"
    case .sourceLost: "it went away, and is waited for"
    case .sourceBack: "it is there again"
    case .noRightToReopen:
      "it is there again, but may not be opened any more since rights were given up"
    case .noMonitorProtocol:
      "nothing that comes is of the monitor protocol: is the speed right, and does the board send it?"
    case .noMoreNotes: "further remarks about it are left out"
    }
  }
}

extension CaptureNote: CustomStringConvertible {
  package var description: String {
    let file = shown(file)
    if let offset { return "\(file): offset \(offset): \(message)" }
    return "\(file): \(message)"
  }
}
