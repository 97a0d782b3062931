import Answers
import BTSnoop
import GATTSession
import Timeline

/// `convert --around`: a small capture about one connection.
extension Invocation {
  func checkAround() throws(UsageError) {
    guard options.selection.around != nil else { return }
    guard options.selection.connection != nil else {
      throw refused("--around needs --connection N")
    }
    guard options.selection.from == nil, options.selection.to == nil,
      options.selection.frames == nil
    else {
      throw refused(
        "--around does not work with --from, --to and --frame, which choose another time")
    }
    guard !files.contains("-") else {
      throw refused("--around reads the captures twice: name files, not standard input")
    }
  }

  /// Reads the captures for when the connection began and ended.
  /// - around: nanoseconds before and after.
  func limit(
    _ filter: inout EventFilter, around: Int64, session: GATTSession.Options
  ) throws(OutputError) {
    let scan = SessionScan(session, sink: NamesOnly())
    readBefore(RotatedSet.ordered(files) ?? files, into: scan)
    let found = scan.session
    guard let ordinal = filter.connection,
      let connection = found.connections.first(where: { $0.ordinal == ordinal })
    else { return }
    let end = connection.endTime ?? found.end ?? connection.startTime
    filter.from = .absolute(connection.startTime.after(-around))
    filter.to = .absolute(end.after(around))
  }
}
