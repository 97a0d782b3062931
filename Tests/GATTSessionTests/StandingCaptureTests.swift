import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

/// Recorded captures without their beginning: what was known by then is handed over, as a live source
/// finds it out, and the rest is reported as in the whole.
struct StandingCaptureTests {
  /// Captures of a host; the host is the peripheral in the last.
  private static let names = [
    "polar-h7-monitor", "polar-h7", "two-straps", "bonded-reconnect", "att-kinds",
    "peripheral-side",
  ]

  /// The records after a frame, or those up to it.
  private struct Part: RecordSink {
    let session: GATTSession
    let frames: ClosedRange<UInt64>

    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      if frames.contains(record.frame) { session.process(copy record, bytes: bytes) }
      return record.frame < frames.upperBound
    }
  }

  private func play(
    _ name: String, _ frames: ClosedRange<UInt64>, _ options: GATTSession.Options = .init(),
    finishes: Bool = true
  ) throws -> (events: [Told], session: GATTSession) {
    let path = try #require(MutationTests.captures.first { $0.hasSuffix("/\(name).btsnoop") })
    let sink = RecordingSink()
    var part = Part(session: GATTSession(options: options, sink: sink), frames: frames)
    var reader = CaptureReader()
    try reader.read([path], into: &part)
    if finishes { part.session.finish() }
    return (sink.events, part.session)
  }

  private func attributes(_ database: AttributeDatabase) -> KnownAttributes {
    var known = KnownAttributes()
    for service in database.services {
      known.add(
        KnownAttribute(
          service.handle, service.uuid,
          .service(end: service.endHandle, isPrimary: service.isPrimary)))
    }
    for value in database.characteristics {
      known.add(
        KnownAttribute(
          value.handle, value.uuid,
          .characteristic(
            declaration: value.declarationHandle, properties: value.properties,
            userDescription: value.userDescription)))
    }
    for descriptor in database.descriptors {
      known.add(KnownAttribute(descriptor.handle, descriptor.uuid, .descriptor))
    }
    return known
  }

  /// What a live source would find out after a frame.
  private func options(
    _ session: GATTSession, withAttributes: Bool
  ) -> GATTSession.Options {
    var options = GATTSession.Options()
    for device in session.connectedDevices {
      guard let address = device.address else { continue }
      options.standing.append(
        StandingConnection(
          adapter: device.adapter, handle: device.handle, address: address,
          role: session.connections.first { $0.ordinal == device.connection }?.role))
    }
    guard withAttributes else { return options }
    for peer in session.connectedPeers {
      var device = KnownDevice(address: peer.address, name: peer.name)
      device.attributes = attributes(peer.database)
      options.knownDevices.append(device)
    }
    for adapter in session.adapters where !adapter.database.isEmpty {
      var host = KnownDevice()
      host.isHost = true
      host.attributes = attributes(adapter.database)
      options.knownDevices.append(host)
    }
    return options
  }

  /// What is reported whether the beginning is known or not, and where.
  private func skeleton(_ events: [Told]) -> [Told] {
    events.map {
      var event = $0
      event.address = nil
      event.overAir = nil
      event.name = nil
      event.from = nil
      event.service = nil
      event.characteristic = nil
      event.descriptor = nil
      event.instance = 0
      event.label = nil
      event.own["attribute_source"] = nil
      event.decoded = [:]
      event.text = ""
      event.note = ""
      event.isProblem = false
      return event
    }
  }

  @Test(arguments: names) func everyPlaceToBegin(_ name: String) throws {
    let whole = try play(name, 1...UInt64.max).events
    let frames = whole.filter { $0.kind == .connected || $0.kind == .disconnected }.map(\.frame)
    let first = try #require(frames.min())
    let last = try #require(whole.map(\.frame).max())
    var named = 0
    for cut in stride(from: first, through: last - 1, by: max(1, Int((last - first) / 40))) {
      let before = try play(name, 1...cut, finishes: false).session
      guard !before.connectedDevices.isEmpty else { continue }
      let options = options(before, withAttributes: true)
      let with = try play(name, cut + 1...UInt64.max, options).events
      let without = try play(name, cut + 1...UInt64.max).events
      // A discovery that found nothing new is reported where nothing was known, and an end of which
      // nothing else was met only where the beginning is known.
      let extra = with.filter { $0.note.hasPrefix("the connection was open before") }
      // One characteristic notifies without the property.
      let contradictions = with.filter { $0.own["contradicted"] != nil }
      expect(contradictions.allSatisfy { name == "att-kinds" && $0.own["contradicted"] == "26" })
      expect(
        skeleton(with.filter { !extra.contains($0) && !contradictions.contains($0) }),
        equals: skeleton(without), "\(name) \(cut)")
      expect(extra.allSatisfy { $0.connection == nil && $0.address != nil })

      for event in with where event.kind.isValue && (event.requestFrame ?? .max) > cut {
        guard
          let same = whole.first(where: {
            $0.frame == event.frame && $0.kind == event.kind && $0.handle == event.handle
              && $0.value == event.value
          })
        else {
          // A part of a transaction that was under way.
          expect(!event.note.isEmpty, "\(name) \(cut) \(event.frame)")
          continue
        }
        expect(event.address, equals: same.address, "\(name) \(cut)")
        if options.knownDevices.contains(where: { $0.name == same.name }) {
          expect(event.name, equals: same.name, "\(name) \(cut)")
        }
        expect(event.from, equals: same.from, "\(name) \(cut)")
        // Of what is discovered after the cut, the cut may have left the answers only.
        let handle = UInt16(clamping: event.handle ?? 0)
        let isKnown = options.knownDevices.contains { device in
          device.attributes.list.contains { $0.handle == handle && $0.uuid != nil }
        }
        guard isKnown else { continue }
        if contradictions.contains(where: { $0.own["contradicted"] == "\(handle)" }),
          event.characteristic == nil
        {
          continue
        }
        expect(event.service, equals: same.service, "\(name) \(cut) \(event.frame)")
        expect(event.characteristic, equals: same.characteristic, "\(name) \(cut) \(event.frame)")
        expect(event.descriptor, equals: same.descriptor, "\(name) \(cut) \(event.frame)")
        expect(event.label, equals: same.label, "\(name) \(cut) \(event.frame)")
        expect(event.decoded, equals: same.decoded, "\(name) \(cut) \(event.frame)")
        named += 1
      }
    }
    expect(named > 50)
  }

  /// Only what the kernel tells: addresses and roles.
  @Test(arguments: names) func withoutAttributes(_ name: String) throws {
    let whole = try play(name, 1...UInt64.max).events
    let cut = try #require(whole.first { $0.kind == .connected }).frame
    let before = try play(name, 1...cut, finishes: false).session
    let options = options(before, withAttributes: false)
    let with = try play(name, cut + 1...UInt64.max, options).events
    let without = try play(name, cut + 1...UInt64.max).events
    expect(skeleton(with), equals: skeleton(without))
    expect(with.filter { $0.connection == 1 }.allSatisfy { $0.address != nil })
    expect(
      with.filter { $0.kind.isValue && $0.connection == 1 }.allSatisfy { $0.from != nil })
    expect(without.contains { $0.connection != nil && $0.address == nil })
  }
}
