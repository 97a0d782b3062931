/// A field of a program that runs: one object, since a copy of all members at each step would cost
/// more than the step.
final class FieldStep: Sendable {
  let way: FieldKind?
  let scalar: ScalarType?
  let kind: Int32
  let slot: Int32
  let key: Int32
  let codeKey: Int32
  let statusKey: Int32
  let restKey: Int32
  let type: Int32
  let width: Int32
  let isBig: Int32
  let hasPlace: Int32
  let place: Int32
  let condition: Int32
  let needs: Int32
  let expression: Int32
  let list: Int32
  let copied: Int32
  let isBoolean: Int32
  let sizeKind: Int32
  let size: Int32
  let sizePlus: Int32
  let sizeIsBig: Int32
  let repeatKind: Int32
  let count: Int32
  let isAxes: Int32
  let scale: Int32
  let temperature: Int32
  let wordSource: Int32
  let words: Int32
  let special: Int32
  let flags: Int32
  let cases: Int32
  let children: Int32
  let childCount: Int32
  let reserved: Int32
  let firstSlot: Int32
  let endSlot: Int32
  let detail: Int32
  let expected: Int32
  let valid: Int32
  let reservedBits: Int32
  let missing: Int32
  let title: Int32
  let call: Int32

  init(_ code: FieldCode) {
    way = FieldKind(rawValue: code.kind)
    scalar = ScalarType(rawValue: code.type)
    kind = code.kind
    slot = code.slot
    key = code.key
    codeKey = code.codeKey
    statusKey = code.statusKey
    restKey = code.restKey
    type = code.type
    width = code.width
    isBig = code.isBig
    hasPlace = code.hasPlace
    place = code.place
    condition = code.condition
    needs = code.needs
    expression = code.expression
    list = code.list
    copied = code.copied
    isBoolean = code.isBoolean
    sizeKind = code.sizeKind
    size = code.size
    sizePlus = code.sizePlus
    sizeIsBig = code.sizeIsBig
    repeatKind = code.repeatKind
    count = code.count
    isAxes = code.isAxes
    scale = code.scale
    temperature = code.temperature
    wordSource = code.wordSource
    words = code.words
    special = code.special
    flags = code.flags
    cases = code.cases
    children = code.children
    childCount = code.childCount
    reserved = code.reserved
    firstSlot = code.firstSlot
    endSlot = code.endSlot
    detail = code.detail
    expected = code.expected
    valid = code.valid
    reservedBits = code.reservedBits
    missing = code.missing
    title = code.title
    call = code.call
  }
}
