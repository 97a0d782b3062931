import ATTDissector

/// What the client reads and writes: the values and errors of the recording, and those of the script.
extension ClientSession {
  // MARK: Reading

  package func next(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8] {
    if let code = faults.code(for: attribute.handle, isRead: true) { throw code }
    if !isEncrypted, let error = secured.reads[attribute.handle] { throw error }
    if let value = values.replaced[attribute.handle] { return value }
    if let bits = configuration(attribute) { return [bits, 0] }
    guard let outcome = outcome(attribute.handle) else {
      if let value = values.written[attribute.handle] { return value }
      return []
    }
    switch outcome {
    case .value(let value): return value
    case .error(let error): throw error
    }
  }

  package func used(_ attribute: ServedAttribute) {
    let handle = attribute.handle
    happened(.read, handle: handle)
    if faults.use(for: handle, isRead: true) != nil { return }
    guard configuration(attribute) == nil, values.replaced[handle] == nil,
      isEncrypted || secured.reads[handle] == nil
    else { return }
    guard let outcome = outcome(handle) else {
      if values.written[handle] == nil {
        remarks.tell(.neverRead(handle: handle), handle: handle, surprise: .reading)
      }
      return
    }
    if case .value(let value) = outcome { values.read[handle] = value }
    values.nextRead[handle] = place(handle) + 1
  }

  package func current(_ attribute: ServedAttribute) throws(ATTErrorCode) -> [UInt8] {
    if isEncrypted || secured.reads[attribute.handle] == nil,
      faults.code(for: attribute.handle, isRead: true) == nil,
      let value = values.read[attribute.handle]
    {
      return value
    }
    return try next(attribute)
  }

  func outcome(_ handle: UInt16) -> RecordedPeripheral.Outcome? {
    guard let recorded = recording.reads[handle], !recorded.isEmpty else { return nil }
    return recorded[min(place(handle), recorded.count - 1)].outcome
  }

  /// The place of the next read among those of the attribute: it starts with the first of the
  /// recorded connection.
  func place(_ handle: UInt16) -> Int {
    if let place = values.nextRead[handle] { return place }
    let recorded = recording.reads[handle] ?? []
    let place =
      options.readsLast
      ? recorded.count : recorded.firstIndex { $0.connection >= connection } ?? recorded.count
    values.nextRead[handle] = place
    return place
  }

  /// The client's own configuration; `nil` for other attributes.
  func configuration(_ attribute: ServedAttribute) -> UInt8? {
    recording.configured[attribute.handle].map { configurations.bits(of: $0) }
  }

  // MARK: Writing

  package func write(
    _ value: [UInt8], to attribute: ServedAttribute
  ) throws(ATTErrorCode) {
    let handle = attribute.handle
    let key = WriteIndex.Key(handle: handle, value: value)
    happened(.write, handle: handle, value: value)
    if let code = faults.use(for: handle, isRead: false) { throw code }
    if !isEncrypted, let error = secured.writes[handle] { throw error }
    if let target = recording.configured[handle] {
      if value.count != 2 { throw .invalidValueLength }
      if let write = write(key), let error = write.error { throw error }
      subscribe(target, bits: value[0] & 3)
      return
    }
    var write = write(key)
    if write == nil {
      if let nearest = index.nearest(to: key, among: Self.searchedWrites) {
        remarks.tell(
          .unknownWrite(handle: handle, value: value, nearest: nearest.value), handle: handle,
          surprise: .writingAlike)
        write = self.write(nearest)
      } else {
        remarks.tell(.neverWritten(handle: handle), handle: handle, surprise: .writing)
      }
    }
    if let error = write?.error { throw error }
    values.written[handle] = value
    for sent in write?.answers ?? [] where answers.count < Self.maximumAnswers && !isSilent {
      answer(Due(time: moment(sent.delay, from: now), sent: sent))
    }
  }

  func answer(_ due: Due) {
    answered += 1
    var due = due
    due.number = answered
    // Most come after all others: that is the first place.
    let place = answers.firstIndex { ($0.time, $0.number) < (due.time, due.number) }
    answers.insert(due, at: place ?? answers.count)
  }

  /// The recorded write with these bytes: the next one, or the last.
  func write(_ key: WriteIndex.Key) -> RecordedPeripheral.Write? {
    guard let places = index.places[key], let all = recording.writes[key.handle] else {
      return nil
    }
    let next =
      values.nextWrite[key] ?? places.firstIndex { all[$0].connection >= connection }
      ?? places.count
    values.nextWrite[key] = min(next + 1, places.count)
    return all[places[min(next, places.count - 1)]]
  }

  private func subscribe(_ handle: UInt16, bits: UInt8) {
    let (before, isFirst) = configurations.write(bits, of: handle)
    happened(bits == 0 ? .unsubscribe : .subscribe, handle: handle)
    if bits == 0 { streams[handle] = nil }
    // A client that subscribes although it need not gets the values from there on.
    guard bits != 0, before == 0 || isFirst, !isSilent,
      let episodes = recording.episodes[handle]
    else { return }
    let next = nextEpisode[handle] ?? firstEpisode(episodes)
    nextEpisode[handle] = min(next + 1, episodes.count)
    let episode = min(next, episodes.count - 1)
    let inherited = episodes[episode].isInherited ? episodes[episode].sent.first : nil
    streams[handle] = Stream(episode: episode, start: now, skipped: inherited?.delay ?? 0)
  }

  /// The place of what the first subscription of this connection plays.
  private func firstEpisode(_ episodes: [RecordedPeripheral.Episode]) -> Int {
    episodes.firstIndex { $0.connection == connection && !$0.isInherited }
      ?? episodes.firstIndex { $0.connection >= connection } ?? episodes.count
  }
}
