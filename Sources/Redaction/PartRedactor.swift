import ATTDissector
import Bytes
import GATTValues

/// Replaces the parts of packets; in the first reading, it only collects what there is to replace.
final class PartRedactor {
  let policy: ValuePolicy
  let originals: Originals
  /// What is looked for in octets that stay; `nil` in the first reading.
  private let patterns: PatternTable?
  var tally = RedactionTally()
  var declared = ValueParts()
  /// Decoders of types whose attribute is not known.
  var decoders: [BluetoothUUID: DecoderID?] = [:]

  init(_ policy: ValuePolicy, _ originals: Originals, _ patterns: PatternTable?) {
    self.policy = policy
    self.originals = originals
    self.patterns = patterns
  }

  var isCollecting: Bool { patterns == nil }

  /// - attribute: the one that an ATT PDU names.
  /// - advertisement: the data that the parts are of.
  /// - isFragment: whether the advertising data at an offset begins within a structure.
  func apply(
    _ contents: PacketContents, to octets: inout RedactedOctets,
    attribute: NamedAttribute = NamedAttribute(), advertisement: Range<Int>? = nil,
    isFragment: (Int) -> Bool = { _ in false }
  ) {
    var index = 0
    for part in contents.parts {
      let place = part.place.clamped(to: octets.original.indices)
      if place.isEmpty { continue }
      switch part.content {
      case .plain: octets.keep(place)
      case .address(let isRandom): address(place, isRandom: isRandom, in: &octets)
      case .text: text(place, in: &octets)
      case .secret: secret(place, in: &octets)
      case .identityKey:
        if isCollecting { originals.collect(identityKey: octets[place]) }
        secret(place, in: &octets)
      case .value:
        if attribute.isMixed {
          let stays = !attribute.several.isEmpty && attribute.several.allSatisfy(stays)
          treat(place, treatment: stays ? .keep : .mask, source: ValueSource(), in: &octets)
          continue
        }
        let attribute = attribute.next(&index)
        let treatment = policy.treatment(ofAttribute: attribute.type, isPiece: attribute.isPiece)
        treat(place, treatment: treatment, source: source(of: attribute), in: &octets)
      case .valueOf(let type):
        treat(
          place, treatment: policy.treatment(ofAttribute: type),
          source: source(of: NamedAttribute(type: type)),
          in: &octets)
      case .advertisingData:
        guard !isFragment(place.lowerBound) else {
          // Zeros are what fills up, and say that there is nothing.
          if octets.original[place].allSatisfy({ $0 == 0 }) {
            octets.keep(place)
            continue
          }
          treat(place, treatment: .mask, source: ValueSource(), in: &octets)
          continue
        }
        var inner = PacketContents()
        inner.advertisingData(octets.original.rawBytes.clamped(place), at: place.lowerBound)
        apply(inner, to: &octets, advertisement: place)
      case .serviceData(let service):
        treat(
          place,
          treatment: policy.treatment(
            ofService: service, first: octets.original[place].first, count: place.count),
          source: source(
            .service(service), owner: .service(service.value), at: place, in: advertisement,
            octets: octets),
          in: &octets)
      case .companyData(let company):
        treat(
          place,
          treatment: policy.treatment(
            ofCompany: company, first: octets.original[place].first, count: place.count),
          source: source(
            .company(company), owner: .company(company), at: place, in: advertisement,
            octets: octets), in: &octets)
      case .advertised(let type):
        var declaring = ValueSource()
        if let type {
          declaring = source(
            .type(type), owner: declaring.owner, at: place, in: advertisement, octets: octets)
        }
        treat(place, treatment: policy.other, source: declaring, in: &octets)
      }
    }
  }

  func treat(
    _ place: Range<Int>, treatment: ValueTreatment, source: ValueSource,
    in octets: inout RedactedOctets
  ) {
    switch treatment {
    case .common: octets.keep(place, isValue: true)
    case .keep: keepParts(place, source: source, in: &octets)
    case .declared: declared(place, source: source, in: &octets)
    case .mask where maskParts(place, source: source, in: &octets): break
    case .mask:
      tally.maskedValues += 1
      mask(place, in: &octets)
    case .zero:
      tally.count(.keystrokes)
      octets.clear(place)
    case .text: text(place, in: &octets)
    case .secret: secret(place, in: &octets)
    case .address where place.count == 6: address(place, isRandom: false, in: &octets)
    case .systemID where Self.isExtended(octets[place]): systemID(place, in: &octets)
    case .address, .systemID: secret(place, in: &octets)
    case .carrier(let parts):
      tally.maskedValues += 1
      var start = place.lowerBound
      for part in parts where start < place.upperBound {
        let end = start + min(part.count, place.upperBound - start)
        if part.stays { octets.keep(start..<end) } else { mask(start..<end, in: &octets) }
        start = end
      }
    }
  }

  /// Counts what is left out, or keeps it if that was asked for; replaces copies of originals.
  func finish(_ octets: inout RedactedOctets, rest: RedactionTally.Zeroed, mayStay: Bool = false) {
    if octets.leavesOut {
      if mayStay, policy.keepsUnknown {
        tally.keptUnknown += 1
        octets.keepRest()
      } else {
        tally.count(rest)
      }
    }
    if let patterns { count(octets.replaceCopies(patterns)) }
  }

  private func count(_ copies: RedactedOctets.Copies) {
    tally.copies += copies.inValues
    tally.headerCopies += copies.inHeaders
  }

  /// What is joined from several records was searched as a whole, without what is before its parts: a copy that begins
  /// there is replaced as far as the part has it.
  /// - head: the octets before the part.
  func withoutCopies(_ octets: [UInt8], after head: Int) -> [UInt8] {
    guard let patterns else { return octets }
    var cleaned = octets
    patterns.each(in: octets.rawBytes) { start, pattern in
      guard !pattern.isPart, !pattern.isShort, start < head else { return }
      for (index, octet) in zip(octets.indices[start...], pattern.standIn) where index >= head {
        cleaned[index] = octet
      }
      tally.headerCopies += 1
    }
    return cleaned
  }

  /// A comment with all copies of originals replaced.
  func comment(_ text: [UInt8]) -> [UInt8] {
    var octets = RedactedOctets(text)
    octets.keepRest()
    if let patterns { count(octets.replaceCopies(patterns)) }
    return octets.octets
  }

  // MARK: Kinds

  private func mask(_ place: Range<Int>, in octets: inout RedactedOctets) {
    if isCollecting { return }
    octets.replace(place, with: originals.standIn(ofValue: octets[place]))
  }

  /// What is encrypted: equal packets stay equal, so that a repetition is one.
  func seal(_ place: Range<Int>, in octets: inout RedactedOctets) {
    if place.isEmpty { return }
    tally.encrypted += 1
    mask(place, in: &octets)
  }

  private func address(_ place: Range<Int>, isRandom: Bool, in octets: inout RedactedOctets) {
    guard place.count == 6 else { return secret(place, in: &octets) }
    let address = Originals.number(octets.original[place])
    if isCollecting {
      originals.collect(address: address, isRandom: isRandom)
      return
    }
    tally.count(.address)
    let standIn = originals.standIn(ofAddress: address, isRandom: isRandom)
    octets.replace(place, with: Originals.octets(ofAddress: standIn))
  }

  private func text(_ place: Range<Int>, in octets: inout RedactedOctets) {
    let text = octets[place]
    if isCollecting {
      originals.collect(text: text)
      return
    }
    tally.count(.text)
    octets.replace(place, with: originals.standIn(ofText: text))
  }

  private func secret(_ place: Range<Int>, in octets: inout RedactedOctets) {
    let secret = octets[place]
    if isCollecting {
      originals.collect(secret: secret)
      return
    }
    tally.count(.secret)
    octets.replace(place, with: originals.standIn(ofSecret: secret))
  }

  /// The two halves of an address around FF FE, the least significant octet first.
  private static func isExtended(_ value: [UInt8]) -> Bool {
    value.count == 8 && value[3] == 0xFE && value[4] == 0xFF
  }

  private func systemID(_ place: Range<Int>, in octets: inout RedactedOctets) {
    let value = octets[place]
    let address = Originals.number(value[..<3] + value[5...])
    if isCollecting {
      originals.collect(address: address, isRandom: false)
      return
    }
    tally.count(.address)
    let standIn = Originals.octets(
      ofAddress: originals.standIn(ofAddress: address, isRandom: false))
    octets.replace(place, with: standIn[..<3] + [0xFE, 0xFF] + standIn[3...])
  }
}
