/// A value that few of thousands of objects have: it takes a word where there is none, and has a place of its own
/// otherwise.
@propertyWrapper
struct Rare<Value> {
  private indirect enum Storage {
    case none
    case some(Value)
  }

  private var storage = Storage.none

  var wrappedValue: Value? {
    get {
      if case .some(let value) = storage { value } else { nil }
    }
    set {
      if let newValue { storage = .some(newValue) } else { storage = .none }
    }
  }
}
