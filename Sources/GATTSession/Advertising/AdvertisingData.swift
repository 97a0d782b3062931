import ATTDissector
import AssignedNumbers
import Bytes
import GATTValues
import Vocabulary

/// Advertising data as fields: the common structures decoded, all others by type and bytes.
enum AdvertisingData {
  /// Reused for every report.
  struct Scratch: ~Copyable {
    var names = NameCache()
    var declared = AdvertisingPrograms()
    /// `nil` where no key is given.
    fileprivate let opener = AdvertisementOpener.given
    /// Each access to the global one counts a reference.
    fileprivate let keys = Key.advertised
    /// The structures of the current data.
    fileprivate var structures = PlainBuffer<Structure>()
  }

  /// One structure, and its place in the output.
  struct Structure {
    var kind: ADStructure.Kind
    var group: Group
    var data: Range<Int>
    /// Where the declarations' texts have what one says of it.
    var declared: Range<Int>?
    /// Manufacturer data without a company's code: a declaration is for all its octets.
    var hasNoCompany = false
    /// It has fewer octets than its length says.
    var isCut = false
  }

  /// Structures reported together, in whatever order they are sent.
  struct Group: OptionSet {
    let rawValue: UInt16
    static let flags = Group(rawValue: 1)
    static let serviceUUIDs = Group(rawValue: 2)
    static let completeName = Group(rawValue: 4)
    static let shortenedName = Group(rawValue: 8)
    static let txPower = Group(rawValue: 16)
    static let appearance = Group(rawValue: 32)
    static let manufacturer = Group(rawValue: 64)
    static let serviceData = Group(rawValue: 128)
    static let other = Group(rawValue: 256)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ kind: ADStructure.Kind) {
      switch kind {
      case .flags: self = .flags
      case .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32,
        .completeServiceUUIDs32, .incompleteServiceUUIDs128, .completeServiceUUIDs128:
        self = .serviceUUIDs
      case .completeLocalName: self = .completeName
      case .shortenedLocalName: self = .shortenedName
      case .txPowerLevel: self = .txPower
      case .appearance: self = .appearance
      case .manufacturerSpecificData: self = .manufacturer
      case .serviceData16, .serviceData32, .serviceData128: self = .serviceData
      default: self = .other
      }
    }

    /// Structures that occur at most once (Core Specification Supplement, Part A); a second one is
    /// listed with the other structures, so that no key occurs twice in the output.
    static let single: Group = [.flags, .completeName, .shortenedName, .txPower, .appearance]
    /// What says something about the sender.
    static let taught: Group = [
      .serviceUUIDs, .completeName, .shortenedName, .manufacturer, .serviceData,
    ]

    /// - present: the groups before it, which it joins.
    /// - walk: what comes after it.
    init(
      _ found: ADStructure, in data: RawSpan, after present: inout Group, before walk: ADStructures
    ) {
      let group = Group(found.kind)
      let isExtra =
        Group.single.contains(group) && present.contains(group)
        || group == .completeName && Group.isMistyped(found, in: data, before: walk)
      self = isExtra ? .other : group
      present.insert(self)
    }

    /// Some devices give another structure the type of the name, before their name.
    private static func isMistyped(
      _ name: ADStructure, in data: RawSpan, before walk: ADStructures
    ) -> Bool {
      let text = data.clamped(name.data)
      // Nearly all names begin so.
      guard text.byteCount > 0, !(0x20...0x7E ~= text.uint8(at: 0)), !text.isMostlyText else {
        return false
      }
      var walk = walk
      while let other = walk.next(in: data) {
        if other.kind == name.kind { return data.clamped(other.data).isMostlyText }
      }
      return false
    }
  }

  /// Updates the peer only, for an advertisement whose data nothing shows.
  static func learn(_ data: RawSpan, of peer: Peer?) {
    guard let peer else { return }
    var present: Group = []
    var walk = ADStructures()
    while let found = walk.next(in: data) {
      let group = Group(found, in: data, after: &present, before: walk)
      if Group.taught.contains(group) {
        learn(data, kind: found.kind, group: group, place: found.data, peer: peer)
      }
    }
  }

  /// Decodes the data into `out` and updates the peer.
  static func decode(
    _ data: RawSpan, peer: Peer?, scratch: inout Scratch, to out: inout FieldBuffer
  ) {
    let (present, isCut) = structure(data, structures: &scratch.structures)
    if let peer { learn(data, structures: scratch.structures, present: present, peer: peer) }
    show(data, present: present, isCut: isCut, of: peer?.address.value, scratch: &scratch, to: &out)
  }

  /// Decodes the data into `out`, after the peer has learned from it.
  static func decode(
    _ data: RawSpan, of sender: UInt64?, scratch: inout Scratch, to out: inout FieldBuffer
  ) {
    let (present, isCut) = structure(data, structures: &scratch.structures)
    show(data, present: present, isCut: isCut, of: sender, scratch: &scratch, to: &out)
  }

  private static func show(
    _ data: RawSpan, present: Group, isCut: Bool, of sender: UInt64?, scratch: inout Scratch,
    to out: inout FieldBuffer
  ) {
    if isCut { out.addNote(cutStructure) }
    let (first, notes) = (out.fields.count, out.note.count)
    fields(
      data, structures: scratch.structures, present: present, sender: sender, keys: scratch.keys,
      names: &scratch.names, to: &out)
    if declared(data, sender: sender, scratch: &scratch, present: present, to: &out) {
      // Once more, without what was taken for a company.
      out.truncate(to: first)
      out.note.truncate(to: notes)
      fields(
        data, structures: scratch.structures, present: present, sender: sender, keys: scratch.keys,
        names: &scratch.names, to: &out)
      _ = declared(data, sender: sender, scratch: &scratch, present: present, to: &out)
    }
    if scratch.declared.writesTexts {
      text(
        data, structures: scratch.structures, sender: sender, names: &scratch.names,
        declared: scratch.declared, to: &out.text)
    }
  }

  private static func structure(
    _ data: RawSpan, structures: inout PlainBuffer<Structure>
  ) -> (present: Group, isCut: Bool) {
    structures.removeAll()
    var present: Group = []
    var isCut = false
    var walk = ADStructures()
    while let found = walk.next(in: data) {
      let group = Group(found, in: data, after: &present, before: walk)
      if found.isCut { isCut = true }
      structures.append(
        Structure(kind: found.kind, group: group, data: found.data, isCut: found.isCut))
    }
    return (present, isCut)
  }

  /// What an advertisement says of its sender.
  private static func learn(
    _ data: RawSpan, structures: borrowing PlainBuffer<Structure>, present: Group,
    peer: Peer
  ) {
    guard !present.isDisjoint(with: .taught) else { return }
    for index in structures.indices {
      let structure = structures[index]
      learn(data, kind: structure.kind, group: structure.group, place: structure.data, peer: peer)
    }
  }

  private static func learn(
    _ data: RawSpan, kind: ADStructure.Kind, group: Group, place: Range<Int>, peer: Peer
  ) {
    let value = data.clamped(place)
    switch group {
    case .serviceUUIDs:
      ADStructures.uuids(in: value, size: kind.serviceUUIDSize ?? 0) { peer.advertised($0) }
    case .completeName:
      peer.named(value, isComplete: true)
      peer.state.observe(name: value)
    case .shortenedName: peer.named(value, isComplete: false)
    case .manufacturer:
      if value.byteCount >= 2 { peer.company = value.uint16LittleEndian(at: 0) }
    case .serviceData:
      let size = kind.serviceDataUUIDSize ?? 0
      guard value.byteCount >= size,
        let uuid = BluetoothUUID(littleEndian: value.clamped(0, count: size))
      else { return }
      peer.heard(serviceData: uuid, data: value.clamped(size))
    default: break
    }
  }

  private static func fields(
    _ data: RawSpan, structures: borrowing PlainBuffer<Structure>, present: Group,
    sender: UInt64?, keys: Keys.Advertised, names: inout NameCache, to out: inout FieldBuffer
  ) {
    /// Passes the structures of one group; most groups have none.
    func each(_ group: Group, _ body: (RawSpan) -> Void) {
      guard present.contains(group) else { return }
      for index in structures.indices where structures[index].group == group {
        body(data.clamped(structures[index].data))
      }
    }

    each(.flags) { value in
      if value.byteCount > 0 { out.add(keys.flags, value.uint8(at: 0)) }
    }
    if present.contains(.serviceUUIDs) {
      for index in structures.indices where structures[index].group == .serviceUUIDs {
        let structure = structures[index]
        ask(aboutList: data.clamped(structure.data), of: structure.kind, names: &names, to: &out)
      }
      for index in structures.indices where structures[index].group == .serviceUUIDs {
        let structure = structures[index]
        let size = structure.kind.serviceUUIDSize ?? 0
        ADStructures.uuids(in: data.clamped(structure.data), size: size) { uuid in
          out.add(keys.serviceUUIDs, .uuid(uuid), shape: .element)
        }
      }
    }
    each(.completeName) { value in
      out.add(keys.localName, text: value.withoutTrailingNULs)
    }
    each(.shortenedName) { value in
      out.add(keys.shortenedLocalName, text: value.withoutTrailingNULs)
    }
    each(.txPower) { value in
      if value.byteCount > 0 {
        out.add(keys.txPowerLevel, Int8(bitPattern: value.uint8(at: 0)))
      }
    }
    each(.appearance) { value in
      guard value.byteCount >= 2 else { return }
      let code = value.uint16LittleEndian(at: 0)
      if let name = AssignedNumbers.appearance(code) {
        out.add(keys.appearance, text: name.rawBytes)
      }
      out.add(keys.appearanceCode, code)
    }
    // There may be several in one advertisement; data shorter than a company code is kept too.
    /// Passes manufacturer data, and whether a company's code is before it.
    func eachMaker(_ body: (RawSpan, Bool) -> Void) {
      guard present.contains(.manufacturer) else { return }
      for index in structures.indices where structures[index].group == .manufacturer {
        let value = data.clamped(structures[index].data)
        body(value, value.byteCount >= 2 && !structures[index].hasNoCompany)
      }
    }
    eachMaker { value, hasCompany in
      guard hasCompany else { return }
      if let name = names.company(value.uint16LittleEndian(at: 0), of: sender) {
        name.withBytes { out.add(keys.company, text: $0, shape: .element) }
      } else {
        out.add(keys.company, text: RawSpan(), shape: .element)
      }
    }
    eachMaker { value, hasCompany in
      guard hasCompany else { return }
      let code = value.uint16LittleEndian(at: 0)
      out.add(keys.companyCode, .integer(Int64(code)), shape: .element)
    }
    eachMaker { value, hasCompany in
      out.add(keys.manufacturerData, hex: value.clamped(hasCompany ? 2 : 0), shape: .element)
    }
    if present.contains(.serviceData) {
      serviceData(data, structures: structures, keys: keys, to: &out)
    }
    if present.contains(.other) {
      for index in structures.indices where structures[index].group == .other {
        out.add(keys.otherTypes, .integer(Int64(structures[index].kind.rawValue)), shape: .element)
      }
      each(.other) { out.add(keys.otherData, hex: $0, shape: .element) }
    }
  }

  /// What declarations say, after what every advertisement has.
  /// - Returns: whether octets that were taken for a company's code are data.
  private static func declared(
    _ data: RawSpan, sender: UInt64?, scratch: inout Scratch, present: Group,
    to out: inout FieldBuffer
  ) -> Bool {
    scratch.declared.removeTexts()
    guard !present.isDisjoint(with: [.manufacturer, .serviceData, .other]) else { return false }
    var isNews = false
    for index in scratch.structures.indices {
      let structure = scratch.structures[index]
      let origin = AdvertisedOrigin(sender: sender, isCut: structure.isCut)
      let value = data.clamped(structure.data)
      var declared: Range<Int>?
      switch structure.group {
      case .manufacturer:
        if value.byteCount >= 2 {
          let company = value.uint16LittleEndian(at: 0)
          declared =
            decode(
              .company(company), data: value.clamped(2), after: value.clamped(0, count: 2),
              in: data, given: origin,
              scratch: &scratch, to: &out)
            ?? scratch.declared.decode(
              .anyCompany, data: value.clamped(2), in: data, from: origin, into: &out)
        }
        // Some senders have no company's code there.
        if declared == nil {
          declared = scratch.declared.decode(
            .type(structure.kind.rawValue), data: value, in: data, from: origin, into: &out)
          if declared != nil, !structure.hasNoCompany {
            scratch.structures[index].hasNoCompany = true
            isNews = true
          }
        }
      case .serviceData:
        let size = structure.kind.serviceDataUUIDSize ?? 0
        guard value.byteCount >= size,
          let uuid = BluetoothUUID(littleEndian: value.clamped(0, count: size))
        else { continue }
        declared = decode(
          .service(uuid), data: value.clamped(size), after: value.clamped(0, count: size), in: data,
          given: origin,
          scratch: &scratch, to: &out)
        if declared == nil {
          ask(
            uuid, data: value.clamped(size), advertisement: data, origin: origin,
            scratch: &scratch, to: &out)
        }
      case .other:
        declared = scratch.declared.decode(
          .type(structure.kind.rawValue), data: value, in: data, from: origin, into: &out)
      default: break
      }
      if declared != nil { scratch.structures[index].declared = declared }
    }
    return isNews
  }

  /// Data that may be encrypted: opened where a key fits.
  /// - data: what follows the UUID, or the company's code, which is the identifier.
  private static func decode(
    _ element: AdvertisingElement, data: RawSpan, after identifier: RawSpan,
    in advertisement: RawSpan, given: AdvertisedOrigin, scratch: inout Scratch,
    to out: inout FieldBuffer
  ) -> Range<Int>? {
    var origin = given
    let sender = origin.sender
    if let opener = scratch.opener {
      var isOtherKey = false
      for form in EncryptedServiceData.forms(
        of: element, data: data, after: identifier, from: sender)
      {
        switch opener.open(form, data: data, of: sender) {
        case .opened(let plain):
          origin.isOpened = true
          return scratch.declared.decode(
            element, data: plain.rawBytes, in: advertisement, from: origin, into: &out)
        case .otherKey: isOtherKey = true
        case .noKey: break
        }
      }
      if isOtherKey { out.addNote("the advertisement key does not open it") }
    }
    return scratch.declared.decode(element, data: data, in: advertisement, from: origin, into: &out)
  }

  /// Asks whether the octets of an unassigned UUID are swapped: the other way round it has been
  /// given to somebody, and the data is in the form that is declared for that. Nothing is decoded.
  private static func ask(
    _ uuid: BluetoothUUID, data: RawSpan, advertisement: RawSpan, origin: AdvertisedOrigin,
    scratch: inout Scratch, to out: inout FieldBuffer
  ) {
    guard let short = uuid.short, scratch.names.attribute(uuid.value) == nil else { return }
    let swapped = BluetoothUUID(short.byteSwapped)
    guard let name = scratch.names.service(swapped.value) else { return }
    let (count, text, notes) = (out.fields.count, out.text.count, out.note.count)
    let found = scratch.declared.decode(
      .service(swapped), data: data, in: advertisement, from: origin, into: &out)
    let isForm =
      found != nil && out.fields.count >= count + Self.fieldsOfForm
      || EncryptedServiceData.namesSender(swapped, data: data, sender: origin.sender)
    out.truncate(to: count)
    out.text.truncate(to: text)
    out.note.truncate(to: notes)
    guard isForm else { return }
    out.addNote("")
    uuid.write(to: &out.note)
    out.note.append(": are the octets of this UUID swapped? The data has the form of ")
    name.write(to: &out.note)
    out.note.append(" ")
    swapped.write(to: &out.note)
  }

  /// A form of fewer fields is met by chance; the object itself counts.
  private static let fieldsOfForm = 3

  /// Asks the same of a list of UUIDs, where nothing but the number says it: of numbers that are the SIG's own
  /// services the other way round, and of long ones that are then on the Bluetooth base UUID.
  private static func ask(
    aboutList value: RawSpan, of kind: ADStructure.Kind, names: inout NameCache,
    to out: inout FieldBuffer
  ) {
    ADStructures.uuids(in: value, size: kind.serviceUUIDSize ?? 0) { uuid in
      let swapped: BluetoothUUID
      if let short = uuid.short {
        swapped = BluetoothUUID(short.byteSwapped)
        guard kind.serviceUUIDSize == 2, 0x1800...0x18FF ~= short.byteSwapped else { return }
      } else {
        swapped = BluetoothUUID(value: uuid.value.byteSwapped)
        guard swapped.short != nil else { return }
      }
      guard names.attribute(uuid.value) == nil, let name = names.service(swapped.value) else {
        return
      }
      out.addNote("")
      uuid.write(to: &out.note)
      out.note.append(": are the octets of this UUID swapped? The other way round it is ")
      name.write(to: &out.note)
      out.note.append(" ")
      swapped.write(to: &out.note)
    }
  }

  private static func serviceData(
    _ data: RawSpan, structures: borrowing PlainBuffer<Structure>, keys: Keys.Advertised,
    to out: inout FieldBuffer
  ) {
    for index in structures.indices where structures[index].group == .serviceData {
      let structure = structures[index]
      let size = structure.kind.serviceDataUUIDSize ?? 0
      guard structure.data.count >= size,
        let uuid = BluetoothUUID(littleEndian: data.clamped(structure.data.lowerBound, count: size))
      else { continue }
      out.add(keys.serviceDataUUIDs, .uuid(uuid), shape: .element)
    }
    for index in structures.indices where structures[index].group == .serviceData {
      let structure = structures[index]
      let size = structure.kind.serviceDataUUIDSize ?? 0
      guard structure.data.count >= size else { continue }
      out.add(keys.serviceData, hex: data.clamped(structure.data).clamped(size), shape: .element)
    }
  }
}

extension Peer {
  /// Service data; of many UUIDs the first ones.
  func heard(serviceData uuid: BluetoothUUID, data: RawSpan) {
    guard serviceData.count < SessionLimits.serviceDataOfDevice,
      !serviceData.contains(where: { $0.uuid == uuid })
    else { return }
    serviceData.append(
      (uuid, data.byteCount > SessionLimits.serviceDataOctets ? nil : data.copy()))
  }

  /// An advertised service; for a device with very many, the rest is ignored.
  func advertised(_ uuid: BluetoothUUID) {
    state.observe(advertisedService: uuid)
    guard advertisedServices.count < 32, !advertisedServices.contains(uuid) else { return }
    advertisedServices.append(uuid)
  }
}

extension NameCache {
  /// The company of manufacturer data, if the code is believable.
  /// - sender: its address.
  mutating func company(_ code: UInt16, of sender: UInt64?) -> AssignedName? {
    Peer.isCompany(code, of: sender) ? company(code) : nil
  }
}
