import Timeline

extension Invocation {
  /// Which packets are selected, by the filters that apply to packets.
  var recordFilter: EventFilter {
    var filter = EventFilter()
    if let device = options.selection.device { filter.select(device: device) }
    filter.connection = options.selection.connection.map { Int(clamping: $0) }
    filter.adapters = Set(options.selection.adapters)
    filter.frames = options.selection.frames
    filter.from = options.selection.from.map(TimeLimit.init)
    filter.to = options.selection.to.map(TimeLimit.init)
    return filter
  }
}
