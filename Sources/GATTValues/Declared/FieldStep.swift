/// A field of a program that runs.
struct FieldStep: BitwiseCopyable, Sendable {
  let code: FieldCode
  // What follows is asked of each field of each value, so it is found out once.

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
    self.code = code
    isWhole = code.isWhole
    isMeasure = code.isMeasure
    isMeasureInTexts = isMeasure && code.sense.temperature == 0 && code.kind != .check
    let isOnlyShown = isMeasure && code.bounds == BoundsCode()
    isInGeneratedText =
      (code.keys.own != 0 || code.sense.flags != 0) && code.slot > 0 && code.kind != .group
    isInner = code.kind == .group && code.keys.own == 0 && code.repetition.kind == .none
    isPlain = isWhole && isOnlyShown && code.repetition.kind == .none
    isSimpleExpression = code.kind == .compute && isOnlyShown && code.source.list == 0
  }
}

extension FieldCode {
  fileprivate var isWhole: Bool {
    guard kind == .read, !position.isGiven, source.expression == 0 else { return false }
    return switch number.type {
    case .unsigned: 1...7 ~= number.width
    case .signed: 1...8 ~= number.width
    default: false
    }
  }

  /// Whether a number of it has no meaning but that of its scale.
  fileprivate var isMeasure: Bool {
    var other = sense
    (other.scale, other.temperature, other.words) = (0, 0, 0)
    return other == SenseCode() && detail == 0 && call == 0
  }
}
