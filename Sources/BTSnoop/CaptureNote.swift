import Bytes

/// A reader's remark about a capture that it could read.
package struct CaptureNote: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The file ends within the last record, which was delivered as far as it goes: `present` of
    /// `needed` bytes of the packet (in pcapng, of the whole block) are there.
    case cutRecord(present: Int, needed: Int)
    /// The file ends within a record before its packet, or within a block without a packet; nothing
    /// of it was delivered.
    case cutHeader(present: Int, needed: Int)
    /// A log whose times count back from its end is truncated: its times are late by the missing
    /// part.
    case cutLog
    /// Packets that the recorder reports as lost.
    case dropped(UInt32)
    /// Records that were counted but not delivered, since their link type is not supported.
    case unreadRecords(linkType: LinkType, count: UInt64)
    /// Records whose content is not understood: `why` names what they hold.
    case notUnderstood(count: UInt64, of: UInt64, why: String, isWhole: Bool)
    /// The capture has no directions; those of ACL packets were inferred from their boundary flags.
    case inferredDirections
    /// Records without a time stamp, which got the time of the record before.
    case missingTimes
    /// Lines of a text log that are no records.
    case otherLines(UInt64)
    /// Records of a text log that are cut or damaged, and so not read.
    case damagedRecords(UInt64, firstLine: UInt64)
    /// Packets that are made again from the words of a text log: `whole` of them have all their bytes.
    case rebuilt(whole: UInt64, of: UInt64)
    /// Data packets whose connection handles a text log does not show: there was one connection only.
    case inferredHandles(UInt64)
    /// A text log mixes forms; the text says how many records each has.
    case mixedLog(String)
    /// The times of a sniffer are wrong from the record on, as its own clock shows; that was taken back.
    case clockTurn(BoardTime.Board)
    /// The time stamps of a btsnoop file are microseconds of some clock in their upper halves.
    case shiftedTimes
    /// The capture was redacted, and how.
    case redacted(String)
    /// Captures of several recorders are read as one session; the text says how.
    case merged(String)
    /// An unread member of an Android bugreport: another one holds more of the same time.
    case leftOut(member: String)
    /// Captures in an Android bugreport that are no logs of its; `member` is the first.
    case otherCaptures(member: String, count: Int)
    /// Logs of an Android bugreport, for each of which its archive would be passed once more;
    /// `member` is the first.
    case unorderedLogs(member: String, count: Int)
    /// A log of an iPhone's sysdiagnose that is no PacketLogger file, or is empty.
    case unreadLog(member: String)
    /// An archive has more members than are read: only its first ones were, as many as `after`.
    case membersLeftOut(after: Int)
    /// The followed file was truncated, and is read from its start.
    case emptied
    /// The followed file was replaced by another, which is read from its start.
    case replaced
    /// Bytes of a live source that contained no record.
    case skipped(Int)
    /// A live source has disappeared, and is waited for.
    case sourceLost
    /// The live source is back.
    case sourceBack
    /// The live source is back, but there is no permission to reopen it.
    case noRightToReopen
    /// The data on a serial line is not of the monitor protocol.
    case noMonitorProtocol
    /// Further notes of a live source are suppressed.
    case noMoreNotes
  }

  package var kind: Kind
  /// Name of the file as the user gave it; `-` for standard input.
  package var file: String
  /// Byte offset in the file, if there is one.
  package var offset: Int64?
  /// The record that the note is about, if any.
  package var frame: UInt64?

  package init(_ kind: Kind, file: String, offset: Int64? = nil, frame: UInt64? = nil) {
    self.kind = kind
    self.file = file
    self.offset = offset
    self.frame = frame
  }

  /// Whether the file ended too early: what `--strict` refuses.
  package var isCut: Bool {
    switch kind {
    case .cutRecord, .cutHeader, .cutLog: true
    case .dropped, .unreadRecords, .notUnderstood, .inferredDirections, .missingTimes: false
    case .clockTurn, .shiftedTimes, .redacted, .merged: false
    case .otherLines, .damagedRecords, .rebuilt, .inferredHandles, .mixedLog: false
    case .leftOut, .otherCaptures, .unorderedLogs, .emptied, .replaced: false
    case .unreadLog, .membersLeftOut: false
    case .skipped, .sourceLost, .sourceBack, .noRightToReopen, .noMonitorProtocol: false
    case .noMoreNotes: false
    }
  }

  /// Whether it is about all records of several captures: it stands at their beginning.
  package var isOfSession: Bool { if case .merged = kind { true } else { false } }

  /// Whether no record of the capture was understood.
  package var isUnreadCapture: Bool {
    if case .notUnderstood(_, _, _, let isWhole) = kind { isWhole } else { false }
  }

  /// Whether logs of the capture were not read.
  package var isUnreadPart: Bool {
    if case .unorderedLogs = kind { true } else { false }
  }

  /// Whether some records of the capture were not understood.
  package var isPartlyUnread: Bool {
    if case .notUnderstood(_, _, _, let isWhole) = kind { !isWhole } else { false }
  }

  /// One sentence without a full stop, without the file's name.
  package var message: String {
    switch kind {
    case .cutRecord(let present, let needed):
      "the end of the file cuts the last record: \(present) of \(needed) bytes"
    case .cutHeader(let present, let needed):
      "the end of the file cuts the last record in its header: \(present) of \(needed) bytes"
    case .cutLog:
      "the log is cut: its times are late by the missing part"
    case .dropped(let count):
      count == 1 ? "the recorder lost 1 packet" : "the recorder lost \(count) packets"
    case .unreadRecords(let linkType, let count):
      "\(count) record\(count == 1 ? "" : "s") of link type \(linkType) not read"
    case .notUnderstood(let count, let total, let why, _):
      "\(count) of \(total) record\(total == 1 ? "" : "s") not understood: \(why)"
    case .inferredDirections:
      "the capture has no directions: those of data are inferred from the packet boundary flags"
    case .missingTimes:
      "records without a time stamp have the time of the record before"
    case .otherLines(let count):
      count == 1 ? "1 line of the log is no record" : "\(count) lines of the log are no records"
    case .damagedRecords(let count, let line):
      count == 1
        ? "1 record of the log, in line \(line), is cut or damaged: left out"
        : "\(count) records of the log, the first in line \(line), are cut or damaged: left out"
    case .rebuilt(let whole, let total):
      "the log has packets in words: \(whole) of \(total) are made again whole"
        + (whole == total ? "" : ", of the others only the beginning")
    case .inferredHandles(let count):
      "the log does not show the handle of \(count) data packet\(count == 1 ? "" : "s"): "
        + "that of the only connection is taken"
    case .mixedLog(let parts): "the log is in several forms: \(parts)"
    case .clockTurn(.nordic):
      "the nRF Sniffer's times are 4294.967 s (2^32 µs) late"
        + (frame.map { " from frame \($0) on" } ?? "") + ": taken back"
    case .clockTurn(.ubertooth):
      "Ubertooth's times jump by 429.497 s (2^32 of its units of 100 ns)"
        + (frame.map { " from frame \($0) on" } ?? "") + ": taken back"
    case .shiftedTimes:
      "the upper half of the time stamps is taken for microseconds, without a date: the lower half is 0"
    case .redacted(let how): "redacted: \(how)"
    case .merged(let how): how
    case .leftOut(let member):
      "\(member) not read: the unfiltered log is there, too"
    case .otherCaptures(let member, let count):
      (count == 1 ? "\(member)" : "\(member) and \(count - 1) more capture\(count == 2 ? "" : "s")")
        + " not read: only the phone's own log is; name another to read it"
    case .unorderedLogs(let member, let count):
      (count == 1 ? "\(member)" : "\(member) and \(count - 1) more log\(count == 2 ? "" : "s")")
        + " not read: too many logs are in another order than in the archive"
    case .unreadLog(let member): "\(member) not read: it is empty, or no PacketLogger file"
    case .membersLeftOut(let count):
      "only its first \(count) members were looked at; name another to read it"
    case .emptied: "the file was emptied: reading continues with what is written next"
    case .replaced: "the file was replaced: reading continues with the new one"
    case .skipped(let count):
      count == 1
        ? "1 byte that belongs to no record was skipped"
        : "\(count) bytes that belong to no record were skipped"
    case .sourceLost: "it went away, and is waited for"
    case .sourceBack: "it is back"
    case .noRightToReopen:
      "it is back, but cannot be opened: privileges were dropped"
    case .noMonitorProtocol:
      "no monitor frames received: is the speed right, and does the board send them?"
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
