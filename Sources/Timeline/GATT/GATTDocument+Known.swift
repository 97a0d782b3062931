import ATTDissector
import Bytes
import GATTSession

/// Exported trees, as known attributes for another capture.
extension GATTDocument {
  /// Its devices with their attributes, except those that the server said had changed.
  /// - Parameter origin: the document, for a reader.
  package func knownDevices(from origin: String) -> [KnownDevice] {
    devices.map {
      var device = KnownDevice($0)
      device.origin = origin
      return device
    }
  }
}

extension KnownDevice {
  init(_ device: GATTDocument.Device) {
    let value = device.address.flatMap { BluetoothAddress.value(of: $0) }
    self.init(
      address: value.map { BluetoothAddress($0, kind: device.addressKind) }, name: device.name)
    isHost = device.is_host == true
    for service in device.services where service.stale != true { add(service) }
    for value in device.undiscovered ?? [] where value.stale != true { add(value, form: .used) }
  }

  private mutating func add(_ service: GATTDocument.Service) {
    if service.assumed != true, let uuid = service.uuid.flatMap({ BluetoothUUID(text: $0) }) {
      attributes.add(
        KnownAttribute(
          service.handle, uuid, .service(end: service.end_handle, isPrimary: service.primary)))
    }
    for include in service.includes ?? [] {
      attributes.add(
        KnownAttribute(
          include.handle, include.uuid.flatMap { BluetoothUUID(text: $0) },
          .include(of: include.included_handle, end: include.end_handle)))
    }
    for characteristic in service.characteristics
    where characteristic.stale != true && characteristic.assumed != true {
      add(characteristic)
    }
  }

  private mutating func add(_ characteristic: GATTDocument.Characteristic) {
    guard let uuid = characteristic.uuid.flatMap({ BluetoothUUID(text: $0) }) else { return }
    take(hash: uuid, value: characteristic.last_value)
    let handle = characteristic.value_handle
    // An attribute that was used and never discovered has no declaration.
    guard let declaration = characteristic.handle else {
      attributes.add(KnownAttribute(handle, uuid, .used))
      return
    }
    var properties = CharacteristicProperties()
    for (property, word) in CharacteristicProperties.words
    where characteristic.properties.contains(word.description) {
      properties.insert(property)
    }
    attributes.add(
      KnownAttribute(
        handle, uuid,
        .characteristic(
          declaration: declaration, properties: properties,
          userDescription: characteristic.user_description)))
    for descriptor in characteristic.descriptors where descriptor.stale != true {
      add(descriptor, form: .descriptor)
    }
  }

  private mutating func add(_ value: GATTDocument.Value, form: KnownAttribute.Form) {
    // What was inferred from one capture is no fact for another, which infers it again.
    guard value.inferred != true, value.assumed != true,
      let uuid = value.uuid.flatMap({ BluetoothUUID(text: $0) })
    else { return }
    take(hash: uuid, value: value.last_value)
    attributes.add(KnownAttribute(value.handle, uuid, form))
  }

  /// The Database Hash, which clients read by its type, without a discovery.
  private mutating func take(hash uuid: BluetoothUUID, value: String?) {
    guard uuid.short == 0x2B2A, let value, value.utf8.count == 32 else { return }
    attributes.hash = UInt128(value, radix: 16)?.byteSwapped
  }
}

extension GATTDocument.Device {
  /// The kind of its address; a device without one has no tree.
  package var addressKind: BluetoothAddress.Kind {
    guard let word = address_type, let kind = BluetoothAddress.Kind(named: word.rawBytes),
      kind != .anonymous
    else { return .unknown }
    return kind
  }
}
