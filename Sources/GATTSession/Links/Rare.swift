/// A value that few of thousands of objects have: where there is none, it takes a word, and its own place from the first
/// one on.
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
