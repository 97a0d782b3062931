import ATTDissector
import AssignedNumbers
import Bytes
import GATTValues

/// One attribute of a server, as far as the capture shows it.
package final class Attribute {
  package enum Kind: Sendable {
    case service, include, characteristic, descriptor
    /// Seen in use, never discovered.
    case unknown
  }

  package let handle: UInt16
  /// The handle is the server's; `false` where it only says the order: the log of an app has none.
  package internal(set) var hasHandle = true
  package internal(set) var kind: Kind
  /// The attribute's type: the service's, characteristic's or descriptor's UUID.
  package internal(set) var uuid: BluetoothUUID?
  /// The service that contains it.
  package internal(set) var service: Attribute?
  /// The characteristic that a descriptor belongs to.
  package internal(set) var characteristic: Attribute?
  /// Last handle of a service.
  package internal(set) var endHandle: UInt16 = 0
  package internal(set) var isPrimary = true
  /// How far a service has been searched for its characteristics.
  package internal(set) var search = ServiceSearch()
  /// A characteristic's declaration handle.
  package internal(set) var declarationHandle: UInt16 = 0
  package internal(set) var properties = CharacteristicProperties()
  /// An include's target.
  package internal(set) var includedHandle: UInt16 = 0
  /// Its number among those with the same UUID, from 1; 0 if it is the only one.
  package var instance: Int { instances?.number(of: handle) ?? 0 }
  /// All attributes numbered together with it, itself included.
  var instances: InstanceList?
  /// The assigned name, the text of the user description, or empty.
  package internal(set) var label: String? {
    get { shownLabel.text }
    set { shownLabel = LentName(newValue) }
  }
  private var shownLabel = LentName()
  /// - Returns: `false` where it has none.
  func appendLabel(to text: inout ByteWriter) -> Bool { shownLabel.append(to: &text) }
  /// Its label is in printable ASCII without quotes and backslashes, or it has none.
  var hasPlainLabel: Bool { shownLabel.isPlain }
  /// Appends the label with control characters escaped, for terminals.
  func appendShownLabel(to text: inout ByteWriter) -> Bool { shownLabel.appendShown(to: &text) }
  package internal(set) var userDescription: String?
  /// How the characteristic presents its values.
  var presentation = AttributePresentation()
  package internal(set) var decoder: DecoderID? {
    get {
      if case .known(let decoder) = decoding { return decoder }
      let found = lookedUpDecoder
      decoding = .known(found)
      return found
    }
    set { decoding = .known(newValue) }
  }
  private enum Decoding {
    case known(DecoderID?)
    /// The decoder is looked up with the first value: most attributes have none, and to make a decoder takes 50,000
    /// instructions.
    case awaited
  }
  private var decoding = Decoding.known(nil)
  var discoveries = AttributeDiscoveries()
  package internal(set) var isDiscovered = false
  /// What its type is known from.
  package internal(set) var source = AttributeSource.capture
  /// Known from outside the capture, and not yet discovered in it.
  package var isKnown: Bool { source.isOutside }
  package internal(set) var use = AttributeUse()
  /// The layout of its database of which nothing names it; 0 before it was looked for.
  var namelessSince: UInt32 = 0
  /// The server reported a change here, and it was not discovered again.
  package internal(set) var isStale = false
  /// The attribute it is now known as, after two devices were merged.
  private var successor: Attribute?
  var isReplaced: Bool { successor != nil }
  package var current: Attribute {
    guard var last = successor else { return self }
    while let next = last.successor { last = next }
    successor = last
    return last
  }
  package internal(set) var values = AttributeValues()

  init(handle: UInt16, kind: Kind, uuid: BluetoothUUID?) {
    self.handle = handle
    self.kind = kind
    self.uuid = uuid
  }

  /// Looks up what depends on the UUID.
  func resolve() {
    guard let uuid else { return }
    switch kind {
    case .service, .include:
      label = DeclaredValues.name(ofService: uuid)
    case .characteristic:
      let name =
        isMakersOwn || isSerialModule ? nil : AssignedNumbers.characteristic(uuid.value)
      nameSimpleKeys()
      if let name, !DeclaredValues.hasFiles { return awaitDecoder(label: name) }
      decoder = ValueRegistry.decoder(
        characteristic: uuid, service: service?.uuid, properties: properties)
      label = decoder?.declaredName ?? name ?? decoder?.builtInName ?? userDescription
    case .descriptor:
      let name = AssignedNumbers.descriptor(uuid.value)
      if let name, !DeclaredValues.hasFiles { return awaitDecoder(label: name) }
      decoder = ValueRegistry.decoder(descriptor: uuid)
      label = decoder?.declaredName ?? name ?? decoder?.builtInName
    case .unknown:
      decoder =
        ValueRegistry.decoder(characteristic: uuid, service: nil)
        ?? ValueRegistry.decoder(descriptor: uuid)
      label =
        decoder?.declaredName ?? AssignedNumbers.attribute(uuid.value) ?? decoder?.builtInName
    }
  }

  /// Its number is the SIG's, but not what the SIG gave it for.
  private var isMakersOwn: Bool {
    guard let uuid, let service = service?.uuid else { return false }
    return AssignedNumbers.isMakersOwn(characteristic: uuid.value, of: service.value)
  }

  private func awaitDecoder(label name: String) {
    decoding = .awaited
    label = name
  }

  /// The decoder by its kind, type and service, which are those that it was resolved with, else it is resolved again.
  private var lookedUpDecoder: DecoderID? {
    guard let uuid else { return nil }
    return kind == .descriptor
      ? ValueRegistry.decoder(descriptor: uuid)
      : ValueRegistry.decoder(
        characteristic: uuid, service: service?.uuid, properties: properties)
  }

  /// TI's key state only notifies; serial modules of all makers use its UUID for data both ways.
  private var isSerialModule: Bool {
    uuid == .simpleKeyState && !properties.isEmpty && properties != .notify
  }

  /// The service is TI's, too, where the key state is.
  private func nameSimpleKeys() {
    guard uuid == .simpleKeyState, properties == .notify, let service, service.label == nil,
      service.uuid == .simpleKeys
    else { return }
    service.label = AssignedNumbers.simpleKeys
  }

  /// What a characteristic's server was heard to declare of it; `nil` where that is only inferred, or old.
  var declaredProperties: CharacteristicProperties? {
    kind == .characteristic && declarationHandle > 0 && source == .capture && !isStale
      ? properties : nil
  }

  package var isClientConfiguration: Bool { uuid == .clientConfiguration }

  /// Adds what was known of the attribute before: earlier, or from another address of the device.
  func combine(_ other: Attribute, isNewer: Bool) {
    other.successor = self
    values.combine(other.values)
    presentation.combine(other.presentation, isNewer: isNewer)
    if let text = other.userDescription, isNewer || userDescription == nil {
      userDescription = text
      if label == nil { label = text }
    }
    use.combine(other.use)
    search.combine(other.search)
    isDiscovered = isDiscovered || other.isDiscovered
    if isDiscovered {
      source = .capture
    } else if !isKnown, other.source != .capture {
      source = other.source
    }
    discoveries.combine(other.discoveries)
  }
}

extension BluetoothUUID {
  /// TI's service for keys, and its characteristic.
  fileprivate static let simpleKeys = BluetoothUUID(0xFFE0)
  fileprivate static let simpleKeyState = BluetoothUUID(0xFFE1)
}
