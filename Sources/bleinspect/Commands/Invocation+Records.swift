import Timeline

extension Invocation {
  /// Which packets are selected, by the filters that apply to packets.
  var recordFilter: EventFilter {
    var filter = EventFilter()
    if let device = options.device { filter.select(device: device) }
    filter.connection = options.connection.map { Int(clamping: $0) }
    filter.adapters = Set(options.adapters)
    filter.frames = options.frames
    filter.from = options.from.map(TimeLimit.init)
    filter.to = options.to.map(TimeLimit.init)
    return filter
  }
}
