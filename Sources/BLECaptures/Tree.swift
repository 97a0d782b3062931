import Timeline

extension Capture {
  /// A device and its attributes, as far as captures show them.
  public struct Device: Equatable, Sendable {
    /// Number of the device, from 1, in the order of first sight; `nil` for the recording host.
    public let number: Int?
    /// Address in the form `22:33:44:55:66:77`; `nil` if it was not shown.
    public let address: String?
    /// Name that the device gives itself: untrusted.
    public let name: String?
    /// It is the host that recorded.
    public let isHost: Bool
    /// The services, by handle.
    public let services: [Service]
  }
}

extension Capture {
  /// A service and its characteristics.
  public struct Service: Equatable, Sendable {
    public let handle, endHandle: UInt16
    /// 16-bit ones as four digits; `nil` if it was not shown.
    public let uuid: String?
    /// Its name: assigned, declared, or the server's own description.
    public let label: String?
    /// A primary service, not a secondary one.
    public let isPrimary: Bool
    /// The characteristics, by handle.
    public let characteristics: [Characteristic]
  }
}

extension Capture {
  /// A characteristic and its descriptors.
  public struct Characteristic: Equatable, Sendable {
    /// The handle of its value.
    public let valueHandle: UInt16
    /// 16-bit ones as four digits; `nil` if it was not shown.
    public let uuid: String?
    /// Its name: assigned, declared, or the server's own description.
    public let label: String?
    /// `read`, `write`, `notify`...
    public let properties: [String]
    /// How many values of it the captures hold.
    public let values: Int
    /// The last one, in hexadecimal digits, and in words.
    public let lastValue, lastText: String?
    /// The descriptors, by handle.
    public let descriptors: [Descriptor]
  }
}

extension Capture {
  /// A descriptor of a characteristic.
  public struct Descriptor: Equatable, Sendable {
    /// Its handle.
    public let handle: UInt16
    /// 16-bit ones as four digits; `nil` if it was not shown.
    public let uuid: String?
    /// Its name: assigned, declared, or the server's own description.
    public let label: String?
    /// How many values of it the captures hold.
    public let values: Int
    public let lastValue, lastText: String?
  }
}

extension Capture.Device {
  init(_ device: GATTDocument.Device) {
    number = device.number
    address = device.address
    name = device.name
    isHost = device.is_host ?? false
    services = device.services.map(Capture.Service.init)
  }
}

extension Capture.Service {
  init(_ service: GATTDocument.Service) {
    handle = service.handle
    endHandle = service.end_handle
    uuid = service.uuid
    label = service.label
    isPrimary = service.primary
    characteristics = service.characteristics.map(Capture.Characteristic.init)
  }
}

extension Capture.Characteristic {
  init(_ characteristic: GATTDocument.Characteristic) {
    valueHandle = characteristic.value_handle
    uuid = characteristic.uuid
    label = characteristic.label
    properties = characteristic.properties
    values = characteristic.values
    lastValue = characteristic.last_value
    lastText = characteristic.last_text
    descriptors = characteristic.descriptors.map(Capture.Descriptor.init)
  }
}

extension Capture.Descriptor {
  init(_ descriptor: GATTDocument.Value) {
    handle = descriptor.handle
    uuid = descriptor.uuid
    label = descriptor.label
    values = descriptor.values
    lastValue = descriptor.last_value
    lastText = descriptor.last_text
  }
}
