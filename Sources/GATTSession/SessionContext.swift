/// What the parts of a session share: where they report, the time, and what is known of devices and links.
struct SessionContext {
  let options: GATTSession.Options
  let reporter: Reporter
  let clock = CaptureClock()
  let current: CurrentRecord
  let budget = MemoryBudget()
  let devices: Devices
  let links: Links
  let advertising: Advertising
  /// The state of the air, in captures of the link layer.
  let air = LinkLayerState()
  let keys: LinkKeys
  let malformed: MalformedPDUs

  init(
    _ options: GATTSession.Options, sink: any EventSink, observer: (any RecordObserver)? = nil
  ) {
    self.options = options
    reporter = Reporter(sink)
    current = CurrentRecord(observer)
    keys = LinkKeys(options)
    devices = Devices(options, budget, reporter)
    links = Links(options.standing, clock, budget, devices, reporter)
    advertising = Advertising(devices, reporter)
    malformed = MalformedPDUs(reporter, clock, current, air)
  }
}
