import Bytes

/// Where a capture is, and what to look for in it.
struct InputPlace {
  /// Name as the user gave it, with the members that lead to the capture.
  var name: String
  /// The member of an archive that the user has named.
  var member: String?
  /// Archives and compressed files around it.
  var layers = 0

  /// The most nested layers of packing to unpack.
  static let maximumLayers = 4

  func inside(_ member: String, asking rest: String? = nil) -> InputPlace {
    InputPlace(name: "\(name):\(shown(member))", member: rest, layers: layers + 1)
  }

  var isStandardInput: Bool { name == "-" }

  /// - Throws: if a member was requested but there is no archive.
  func checkMember() throws(CaptureError) {
    guard let member else { return }
    throw CaptureError(
      .unusable, file: name, "is no archive: it has no member '\(shown(member))'")
  }
}

extension CaptureReader {
  /// - source, buffer: an archive or compressed file from its first byte on.
  mutating func read(
    _ kind: ArchiveKind, from source: any ByteSource, buffer: consuming ReadBuffer,
    place: InputPlace, into sink: inout some RecordSink
  ) throws(CaptureError) {
    guard !source.isFollowed else {
      throw CaptureError(
        .unusable, file: place.name, "\(kind.title): only a plain capture can be followed")
    }
    guard place.layers < InputPlace.maximumLayers else {
      throw CaptureError(
        .unusable, file: place.name, "packed in more than \(InputPlace.maximumLayers) layers")
    }
    do {
      if kind == .compressed {
        let unpacked = try CompressedSource(source, buffer)
        var inner = place
        inner.layers += 1
        try read(unpacked, as: inner, into: &sink)
      } else {
        try readMembers(kind, from: source, buffer: buffer, place: place, into: &sink)
      }
    } catch let error as CaptureError {
      throw error
    } catch let error as SourceError {
      throw CaptureError(error.kind, file: place.name, error.message)
    } catch {
      throw CaptureError(.unusable, file: place.name, "\(error)")
    }
  }

  private mutating func readMembers(
    _ kind: ArchiveKind, from source: any ByteSource, buffer: consuming ReadBuffer,
    place: InputPlace, into sink: inout some RecordSink
  ) throws {
    // It is read twice, and a zip archive from its end: an input that cannot seek is copied to a
    // file first.
    let needsFile = kind == .zip ? source.seekable == nil : !source.canRewind
    var source = source
    if needsFile {
      source = try FileSource.spooled(source, buffer: buffer)
      buffer = ReadBuffer()
    }
    let archive = try Archive(kind, source, buffer)
    if let asked = place.member {
      let (index, name, rest) = try find(asked, archive: archive, place: place)
      var walk = MemberWalk(kind, source)
      guard let member = try walk.member(index) else { return }
      try read(member, as: place.inside(name, asking: rest), into: &sink)
      return
    }
    let listing = try ArchiveListing(archive)
    let members = try choose(from: listing, kind: kind, place: place, into: &sink)
    if listing.isCut {
      sink.note(
        CaptureNote(.membersLeftOut(after: ArchiveListing.maximumMembers), file: place.name))
    }
    try read(members, kind: kind, from: source, place: place, into: &sink)
    if !isStopped, let damage = listing.damage { throw damage }
  }

  private mutating func read(
    _ members: [ArchiveListing.Member], kind: ArchiveKind, from source: any ByteSource,
    place: InputPlace, into sink: inout some RecordSink
  ) throws {
    var walk = MemberWalk(kind, source)
    for (position, member) in members.enumerated() where !isStopped {
      guard walk.mayGo(to: member.index) else {
        sink.note(
          CaptureNote(
            .unorderedLogs(member: shown(member.name), count: members.count - position),
            file: place.name))
        return
      }
      guard let bytes = try walk.member(member.index) else { return }
      do throws(CaptureError) {
        try read(bytes, as: place.inside(member.name), into: &sink)
      } catch { throw error.leavingOut(members.count - position - 1) }
    }
  }

  /// The member that the user has named, by its path or the end of it.
  /// - Returns: also the member to look for within it, if it is an archive itself.
  private func find(
    _ asked: String, archive: Archive, place: InputPlace
  ) throws -> (index: Int, name: String, rest: String?) {
    var index = 0
    var endings: [(index: Int, name: String)] = []
    var outer: (index: Int, name: String, rest: String?)?
    while let entry = try archive.next() {
      defer { index += 1 }
      guard entry.isFile else { continue }
      if entry.name == asked { return (index, entry.name, nil) }
      if entry.name.hasSuffix("/" + asked) { endings.append((index, entry.name)) }
      if outer == nil, asked.hasPrefix(entry.name + ":") {
        outer = (index, entry.name, String(asked.dropFirst(entry.name.count + 1)))
      }
    }
    if let outer { return outer }
    if endings.count == 1 { return (endings[0].index, endings[0].name, nil) }
    throw CaptureError(
      .unusable, file: place.name,
      endings.isEmpty
        ? "no member is named '\(shown(asked))'"
        : Self.several(endings.map(\.name), what: "members end in '\(shown(asked))'", place: place))
  }

  private func choose(
    from listing: ArchiveListing, kind: ArchiveKind, place: InputPlace,
    into sink: inout some RecordSink
  ) throws -> [ArchiveListing.Member] {
    if let choice = Bugreport.choose(listing.captures) {
      let others = listing.captures.filter { !Bugreport.isLog($0.name) }
      if let first = others.first {
        // Only a phone's report has one capture that is surely meant.
        guard listing.text != nil else {
          throw CaptureError(
            .unusable, file: place.name,
            Self.several(listing.captures.map(\.name), what: "captures", place: place))
        }
        sink.note(
          CaptureNote(
            .otherCaptures(member: shown(first.name), count: others.count), file: place.name))
      }
      for member in choice.leftOut {
        sink.note(CaptureNote(.leftOut(member: shown(member.name)), file: place.name))
      }
      return choice.members
    }
    if let logs = Sysdiagnose.choose(listing.captures) {
      let others = listing.captures.filter { !Sysdiagnose.isLog($0.name) }
      if let first = others.first {
        sink.note(
          CaptureNote(
            .otherCaptures(member: shown(first.name), count: others.count), file: place.name))
      }
      for name in listing.unreadLogs {
        sink.note(CaptureNote(.unreadLog(member: shown(name)), file: place.name))
      }
      return logs
    }
    for (members, what) in [(listing.captures, "captures"), (listing.archives, "archives")] {
      if members.count == 1 { return members }
      guard members.isEmpty else {
        throw CaptureError(
          .unusable, file: place.name, Self.several(members.map(\.name), what: what, place: place))
      }
    }
    if let text = listing.text { return [text] }
    if let damage = listing.damage { throw damage }
    if let (name, problem) = listing.unreadable {
      throw CaptureError(problem.kind, file: place.inside(name).name, problem.message)
    }
    throw CaptureError(
      .unusable, file: place.name,
      "\(kind.title) with \(listing.count) member\(listing.count == 1 ? "" : "s"), "
        + (listing.isCut ? "none of the first \(ArchiveListing.maximumMembers)" : "none")
        + " a capture")
  }

  /// The most names in a message.
  private static let maximumShown = 20

  private static func several(_ names: [String], what: String, place: InputPlace) -> String {
    let example = names.first.map(shown) ?? ""
    var text = "\(names.count) \(what) in it; "
    text +=
      place.isStandardInput
      ? "save it to a file and name one as FILE:MEMBER"
      : "name one, as in '\(shown(place.name)):\(example)'"
    for name in names.prefix(maximumShown) { text += "\n  \(shown(name))" }
    if names.count > maximumShown { text += "\n  and \(names.count - maximumShown) more" }
    return text
  }
}
