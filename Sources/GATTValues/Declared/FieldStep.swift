/// A field of a program that runs.
struct FieldStep: BitwiseCopyable, Sendable {
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
  let invoked: Int32
  let success: Int32
  let limits: Int32
  /// A whole number of fixed width at the cursor, with nothing computed of it.
  let isWhole: Bool
  /// Whether the field is whole (`isWhole`), and only remembered and shown as a measure.
  let isPlain: Bool
  /// Computed of other numbers, or one of them, and only remembered and shown as a measure.
  let isSimpleExpression: Bool
  /// Whether a generated text shows it, if it was read.
  let isInGeneratedText: Bool
  /// A group that is only there to hold its fields.
  let isInner: Bool
  /// A whole number is shown as what the scale makes of it.
  let isMeasure: Bool
  /// And so it is in texts.
  let isMeasureInTexts: Bool

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
    invoked = code.invoked
    success = code.success
    limits = code.limits
    let isFixed =
      switch scalar {
      case .unsigned: 1...7 ~= width
      case .signed: 1...8 ~= width
      default: false
      }
    isWhole = way == .read && isFixed && hasPlace == 0 && expression == 0
    isMeasure =
      special == 0 && wordSource == 0 && isBoolean == 0 && detail == 0 && call == 0 && flags == 0
      && cases == 0
    isMeasureInTexts = isMeasure && temperature == 0 && way != .check
    let isOnlyShown =
      isMeasure && reservedBits == 0 && valid == 0 && expected == 0 && missing == 0
      && success == 0 && limits == 0
    isInGeneratedText = (key != 0 || flags != 0) && slot > 0 && way != .group
    isInner = way == .group && key == 0 && repeatKind == 0
    isPlain = isWhole && isOnlyShown && repeatKind == 0
    isSimpleExpression = way == .compute && isOnlyShown && list == 0
  }
}
