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
  /// The last handle up to which a service has been searched for its attributes.
  var takenHandle: UInt16 = 0
  package internal(set) var isPrimary = true
  /// A client has requested the characteristics of the service.
  package internal(set) var wasAskedForCharacteristics = false
  /// Answers of the server have named all characteristics of the service.
  package internal(set) var wasSearchedForCharacteristics = false
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
  package internal(set) var label: String? { didSet { labelText = LentText(label ?? "") } }
  /// The bytes of `label`.
  private var labelText = LentText()
  /// - Returns: `false` where it has none.
  func appendLabel(to text: inout ByteWriter) -> Bool {
    guard label != nil else { return false }
    labelText.append(to: &text)
    return true
  }
  /// Its label is in printable ASCII without quotes and backslashes, or it has none.
  var hasPlainLabel: Bool { labelText.isPlain }
  /// Appends the label with control characters escaped, for terminals.
  func appendShownLabel(to text: inout ByteWriter) -> Bool {
    guard label != nil else { return false }
    labelText.appendShown(to: &text)
    return true
  }
  package internal(set) var userDescription: String?
  /// The presentation format of the characteristic's values, and the descriptor that has it.
  private var presentation: (format: PresentationFormat, handle: UInt16)?
  /// Several make an aggregate: the value has several parts.
  private var isAggregate = false
  var presentationFormat: PresentationFormat? { isAggregate ? nil : presentation?.format }
  package internal(set) var decoder: DecoderID? {
    get {
      if isDecoderAwaited { lookUpDecoder() }
      return knownDecoder
    }
    set {
      knownDecoder = newValue
      isDecoderAwaited = false
    }
  }
  private var knownDecoder: DecoderID?
  /// The decoder is looked up with the first value.
  private var isDecoderAwaited = false
  /// The connections on which it was last discovered, to report it once on each: several peers at a
  /// time may discover a host's attributes.
  private var discoveredOn: [8 of UInt32] = .init(repeating: 0)
  private var discoveries: UInt8 = 0

  /// - Returns: whether it is new on a connection.
  func discover(on connection: Int) -> Bool {
    let ordinal = UInt32(clamping: connection)
    for place in 0..<8 where discoveredOn[place] == ordinal { return false }
    discoveredOn[Int(discoveries & 7)] = ordinal
    discoveries &+= 1
    return true
  }

  /// Reports it again on every connection.
  func forgetDiscoveries() { discoveredOn = .init(repeating: 0) }

  package internal(set) var isDiscovered = false
  /// What its type is known from.
  package internal(set) var source = AttributeSource.capture
  /// Known from outside the capture, and not yet discovered in it.
  package var isKnown: Bool { source.isOutside }
  /// How values of it came without a request, as the bits of a Client Characteristic Configuration.
  var sentUnasked: UInt8 = 0
  /// The bits of the Client Characteristic Configurations that were written to it, and accepted;
  /// `nil` where anything speaks against one.
  var configurations: UInt8? = 0
  /// The layout of its database of which nothing names it; 0 before it was looked for.
  var namelessSince: UInt32 = 0
  /// Some PDU other than of a discovery was about it.
  var isUsed = false
  /// The frame of its last discovery.
  var discoveredFrame: UInt64 = 0
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
  /// The characteristic's notifications or indications were turned on.
  package internal(set) var wasSubscribed = false

  /// The number of its values in the capture.
  package internal(set) var valueCount = 0
  package internal(set) var lastValue: [UInt8] = []
  /// The record of the last value: a read is reported when it is certain that it does not continue,
  /// and another value may have come in the meantime.
  private var lastValueFrame: UInt64 = 0
  /// Octets of the last value before `lastValueOctets` cut it.
  package internal(set) var lastValueLength = 0
  /// The text of the last value; empty where no decoder knows it. It may be decoded each time.
  package var lastText: [UInt8] {
    guard let lateText else { return keptText }
    let value = lastValue
    return lateText.text(of: value.rawBytes, limit: SessionLimits.lastValueOctets)
  }
  private var keptText: [UInt8] = []
  /// What decodes the text of the last value; `nil`: `keptText` has it.
  private var lateText: LateText? {
    get { lateTextBox?.text }
    set {
      // It is large, and most attributes have no value.
      if let box = lateTextBox {
        box.text = newValue
      } else if let text = newValue {
        lateTextBox = LateTextBox(text)
      }
    }
  }
  private var lateTextBox: LateTextBox?

  /// Keeps the text of the last value, or what decodes it. Whether `decoded` has the text depends on
  /// the command: that decides nothing here, so that all commands have the same room for values.
  private func keep(
    _ decoded: borrowing FieldBuffer, text: consuming ValueText, of value: RawSpan, limit: Int
  ) {
    switch consume text {
    case .decoded:
      if decoded.extraBytes > 0 {
        keptText = decoded.lastText(limit: limit)
      } else {
        let text = decoded.text.bytes
        keptText.replace(with: text.clamped(0, count: text.bytes(ofText: limit)))
      }
      if lateTextBox != nil { lateText = nil }
    case .late(let late): keep(late, of: value, limit: limit)
    case .unused: if !keptText.isEmpty { keptText = [] }
    }
  }

  private func keep(_ late: LateText, of value: RawSpan, limit: Int) {
    guard value.byteCount <= limit else {
      // The value is not kept as a whole.
      keptText = late.text(of: value, limit: limit)
      lateText = nil
      return
    }
    if !keptText.isEmpty { keptText = [] }
    lateText = late
  }

  /// What decoded the last value is not believed any more.
  func forgetText() {
    keptText = []
    lateText = nil
  }
  /// The only measured field of the last value; `nil` where it has several, or none.
  package internal(set) var measure: (value: Double, unit: FieldUnit)?
  /// Its minimum and maximum.
  package internal(set) var range: ClosedRange<Double>?

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
      if let name, !DeclaredValues.hasFiles { return awaitDecoder(name) }
      decoder = ValueRegistry.decoder(
        characteristic: uuid, service: service?.uuid, properties: properties)
      label = decoder?.declaredName ?? name ?? decoder?.builtInName ?? userDescription
    case .descriptor:
      let name = AssignedNumbers.descriptor(uuid.value)
      if let name, !DeclaredValues.hasFiles { return awaitDecoder(name) }
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

  /// Most attributes have no value, and to make a decoder takes 50,000 instructions.
  private func awaitDecoder(_ name: String) {
    knownDecoder = nil
    isDecoderAwaited = true
    label = name
  }

  /// Its kind, type and service are those that it was resolved with, else it is resolved again.
  private func lookUpDecoder() {
    isDecoderAwaited = false
    guard let uuid else { return }
    knownDecoder =
      kind == .descriptor
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

  /// Storage of the last value and its text.
  var heldOctets: Int { lastValue.capacity + keptText.capacity }

  /// - Parameters:
  ///   - limit: octets to keep of the value, and of its text.
  func noteValue(
    _ value: RawSpan, decoded: borrowing FieldBuffer, text: consuming ValueText,
    frame: UInt64, limit: Int
  ) {
    valueCount += 1
    let measured = decoded.extraBytes > 0 ? nil : decoded.measure
    if frame >= lastValueFrame {
      lastValueFrame = frame
      lastValueLength = value.byteCount
      if limit < SessionLimits.lastValueOctets, heldOctets > 4 * limit {
        lastValue = []
        keptText = []
      }
      lastValue.replace(with: value.clamped(0, count: limit))
      keep(decoded, text: text, of: value, limit: limit)
      measure = measured
    }
    guard let number = measured?.value else { return }
    range = range.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
  }

  /// The capture has nothing of a value but its length in octets.
  func lacks(_ octets: Int, at frame: UInt64) {
    if lastValueFrame == frame { lastValueLength = octets }
  }
}

extension Attribute {
  /// The value of a descriptor with the characteristic's presentation format was read.
  func presents(_ value: RawSpan, handle: UInt16) {
    guard let format = PresentationFormat(value) else { return }
    if let known = presentation, known.handle != handle { isAggregate = true }
    presentation = (format, handle)
  }

  /// Adds what was known of the attribute before: earlier, or from another address of the device.
  func combine(_ other: Attribute, isNewer: Bool) {
    other.successor = self
    // The last value counts, even if the other attribute is of the newer layout.
    if other.valueCount > 0, valueCount == 0 || other.lastValueFrame >= lastValueFrame {
      lastValue = other.lastValue
      lastValueLength = other.lastValueLength
      lastValueFrame = max(lastValueFrame, other.lastValueFrame)
      keptText = other.keptText
      lateText = other.lateText
      measure = other.measure
    }
    valueCount += other.valueCount
    if let added = other.range {
      range =
        range.map {
          min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound)
        } ?? added
    }
    if presentation == nil || isNewer && other.presentation != nil {
      (presentation, isAggregate) = (other.presentation, other.isAggregate)
    }
    if let text = other.userDescription, isNewer || userDescription == nil {
      userDescription = text
      if label == nil { label = text }
    }
    wasSubscribed = wasSubscribed || other.wasSubscribed
    isUsed = isUsed || other.isUsed
    wasAskedForCharacteristics = wasAskedForCharacteristics || other.wasAskedForCharacteristics
    wasSearchedForCharacteristics =
      wasSearchedForCharacteristics || other.wasSearchedForCharacteristics
    isDiscovered = isDiscovered || other.isDiscovered
    if isDiscovered {
      source = .capture
    } else if !isKnown, other.source != .capture {
      source = other.source
    }
    sentUnasked |= other.sentUnasked
    configurations = configurations.flatMap { bits in other.configurations.map { bits | $0 } }
    for place in 0..<8 where other.discoveredOn[place] > 0 {
      _ = discover(on: Int(other.discoveredOn[place]))
    }
    discoveredFrame = max(discoveredFrame, other.discoveredFrame)
  }
}

extension FieldBuffer {
  /// The first field, if it is a number with a unit and the only such field.
  package var measure: (value: Double, unit: FieldUnit)? {
    guard !fields.isEmpty, fields[0].unit != .none, fields[0].shape == .single else { return nil }
    var index = 1
    while index < fields.count {
      if fields[index].unit != .none, fields[index].shape == .single { return nil }
      index &+= 1
    }
    switch fields[0].value {
    case .integer(let value): return (Double(value), fields[0].unit)
    case .number(let value): return (value, fields[0].unit)
    default: return nil
    }
  }
}

extension BluetoothUUID {
  /// TI's service for keys, and its characteristic.
  fileprivate static let simpleKeys = BluetoothUUID(0xFFE0)
  fileprivate static let simpleKeyState = BluetoothUUID(0xFFE1)
}
