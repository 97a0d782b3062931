import ATTDissector
import ByteReader
import Timeline

/// The trees of a document as a timeline in which nothing happens but their discovery: trees compare as
/// they do in `diff`.
struct TreeTimeline: ~Copyable {
  private var lines = ByteWriter(capacity: 1 << 16)
  private var connection = 0
  private var frame = 0

  /// - isExpected: what stands in it counts, wherever it is known from; else only what was discovered.
  static func make(
    _ document: GATTDocument, name: String, isExpected: Bool
  ) throws(TimelineRefusal) -> RecordedTimeline {
    var trees = TreeTimeline()
    trees.lines.append("{\"event\":\"capture\",\"schema\":1}\n")
    for device in document.devices {
      // What was only used says nothing of the tree.
      let services = device.services.filter { $0.stale != true && (isExpected || $0.given != true) }
      if services.isEmpty { continue }
      trees.add(device, services, isExpected: isExpected)
    }
    var reader = TimelineReader(name: name)
    _ = try reader.consume(trees.lines.bytes, atEnd: true)
    return try reader.finish()
  }

  private init() {}

  private mutating func add(
    _ device: GATTDocument.Device, _ services: [GATTDocument.Service], isExpected: Bool
  ) {
    connection += 1
    // The host's own attributes may be another's tree in a capture of the other side.
    let role: StaticString = device.is_host == true ? "peripheral" : "central"
    event("connected", of: device) { out in
      out.append(",\"role\":\"")
      out.append(role)
      out.append("\"")
    }
    for service in services {
      event("service", of: device, from: "peripheral", handle: service.handle) { out in
        Self.place(service.uuid, nil, nil, service.instance, service.label, to: &out)
        out.append(",\"end_handle\":")
        out.append(decimal: Int(service.end_handle))
        out.append(service.primary ? ",\"primary\":true" : ",\"primary\":false")
      }
      for include in service.includes ?? [] {
        event("include", of: device, from: "peripheral", handle: include.handle) { out in
          Self.place(include.uuid, nil, nil, nil, nil, to: &out)
          out.append(",\"included_handle\":")
          out.append(decimal: Int(include.included_handle))
          out.append(",\"end_handle\":")
          out.append(decimal: Int(include.end_handle))
        }
      }
      for characteristic in service.characteristics
      where characteristic.stale != true && (isExpected || characteristic.given != true) {
        add(characteristic, service, device, isExpected: isExpected)
      }
    }
  }

  private mutating func add(
    _ characteristic: GATTDocument.Characteristic, _ service: GATTDocument.Service,
    _ device: GATTDocument.Device, isExpected: Bool
  ) {
    guard let handle = characteristic.handle else { return }
    event("characteristic", of: device, from: "peripheral", handle: handle) { out in
      Self.place(
        service.uuid, characteristic.uuid, nil, characteristic.instance, characteristic.label,
        to: &out)
      out.append(",\"value_handle\":")
      out.append(decimal: Int(characteristic.value_handle))
      out.append(",\"properties\":[")
      for (index, property) in characteristic.properties.enumerated() {
        if index > 0 { out.append(",") }
        out.append(json: property)
      }
      out.append("]")
    }
    for descriptor in characteristic.descriptors
    where descriptor.stale != true && (isExpected || descriptor.given != true) {
      event("descriptor", of: device, from: "peripheral", handle: descriptor.handle) { out in
        Self.place(
          service.uuid, characteristic.uuid, descriptor.uuid, characteristic.instance,
          descriptor.label, to: &out)
      }
    }
  }

  // MARK: Lines

  private mutating func event(
    _ kind: String, of device: GATTDocument.Device, from: String? = nil, handle: UInt16? = nil,
    _ members: (inout ByteWriter) -> Void
  ) {
    frame += 1
    lines.append("{\"event\":")
    lines.append(json: kind)
    // No timeline is without a frame and a time.
    lines.append(",\"frame\":")
    lines.append(decimal: frame)
    lines.append(",\"t\":0")
    lines.append(",\"connection\":")
    lines.append(decimal: connection)
    if device.is_host == true {
      Self.member("name", "this host", to: &lines)
    } else {
      let address = device.address.flatMap { BluetoothAddress.value(of: $0) }
        .map { BluetoothAddress($0, kind: .untold).description }
      Self.member("address", address, to: &lines)
      if address != nil { Self.member("address_type", device.address_type, to: &lines) }
      // Once is enough for an address; without one, the name says whose line it is.
      if address == nil || kind == "connected" {
        Self.member("name", device.name.map { String($0.prefix(248)) }, to: &lines)
      }
    }
    Self.member("from", from, to: &lines)
    if let handle {
      lines.append(",\"handle\":")
      lines.append(decimal: Int(handle))
    }
    members(&lines)
    lines.append("}\n")
  }

  private static func place(
    _ service: String?, _ characteristic: String?, _ descriptor: String?, _ instance: Int?,
    _ label: String?, to out: inout ByteWriter
  ) {
    member("service", uuid(service), to: &out)
    member("characteristic", uuid(characteristic), to: &out)
    member("descriptor", uuid(descriptor), to: &out)
    if let instance, instance > 0 {
      out.append(",\"instance\":")
      out.append(decimal: instance)
    }
    member("label", label, to: &out)
  }

  private static func uuid(_ text: String?) -> String? {
    text.flatMap { BluetoothUUID(text: $0)?.description }
  }

  private static func member(_ key: StaticString, _ value: String?, to out: inout ByteWriter) {
    guard let value else { return }
    out.append(",\"")
    out.append(key)
    out.append("\":")
    out.append(json: value)
  }
}
