/// Items that several threads work on, and that their owner gets back in the order in which it gave
/// them away.
///
/// There are so many items and no more: the owner fills one, `submit` hands it over and waits for the
/// next, which has been worked on and delivered by then. An item is with one thread at a time, so it
/// needs no lock of its own. While the owner would have to wait, it works, too.
package final class OrderedWork<Item> {
  /// What threads share.
  private final class Shared: @unchecked Sendable {
    private struct State {
      /// How many items were handed over, taken to be worked on, and delivered, since the start.
      var submitted = 0
      var taken = 0
      var delivered = 0
      /// Whether each slot is ready to be delivered.
      var isReady: [Bool]
      var isEnding = false
    }

    let items: [Item]
    private let state: Awaited<State>

    init(_ items: [Item]) {
      self.items = items
      state = Awaited(State(isReady: Array(repeating: false, count: items.count)))
    }

    func item(at number: Int) -> Item { items[number % items.count] }

    /// The next item to work on; `nil` at the end.
    func take() -> Int? {
      state.wait { state in
        guard state.taken < state.submitted else { return state.isEnding ? .some(nil) : nil }
        state.taken += 1
        return .some(state.taken - 1)
      }
    }

    func ready(_ number: Int) {
      state.change { $0.isReady[number % items.count] = true }
    }

    func submit() { state.change { $0.submitted += 1 } }
    func end() { state.change { $0.isEnding = true } }

    func delivered(_ number: Int) {
      state.change {
        $0.isReady[number % items.count] = false
        $0.delivered += 1
      }
    }

    enum Next: Sendable {
      case deliver(Int)
      case work(Int)
      /// The owner may go on, with this item.
      case fill(Int)
    }

    /// What the owner does next.
    /// - leaves: how many items may still be with others.
    func next(leaves: Int) -> Next {
      let count = items.count
      return state.wait { state in
        if state.delivered < state.submitted, state.isReady[state.delivered % count] {
          return .deliver(state.delivered)
        }
        if state.submitted - state.delivered <= leaves { return .fill(state.submitted) }
        guard state.taken < state.submitted else { return nil }
        state.taken += 1
        return .work(state.taken - 1)
      }
    }
  }

  private let shared: Shared
  private let work: (Item) -> Void
  private let deliver: (Item) -> Void
  private var threads: [WorkerThread] = []
  /// The item that the owner fills.
  package private(set) var current: Item

  /// - items: at least two.
  /// - threads: how many there are beside the owner's. Where the system has none, the owner does all.
  /// - work: makes what works on an item, on the thread that will use it; works on one at a time.
  /// - deliver: takes an item back, on the owner's thread.
  package init(
    _ items: [Item], threads count: Int, work: @escaping @Sendable () -> (Item) -> Void,
    deliver: @escaping (Item) -> Void
  ) {
    precondition(items.count > 1)
    let shared = Shared(items)
    self.shared = shared
    self.work = work()
    self.deliver = deliver
    current = items[0]
    for _ in 0..<count {
      let thread = WorkerThread {
        let work = work()
        while let number = shared.take() {
          work(shared.item(at: number))
          shared.ready(number)
        }
      }
      if let thread { threads.append(thread) }
    }
  }

  deinit { stop() }

  /// Hands the current item over; `current` is then another one.
  package func submit() {
    shared.submit()
    proceed(leaving: shared.items.count - 1)
  }

  /// Delivers all that was handed over, without ending the threads.
  package func drain() { proceed(leaving: 0) }

  /// Delivers all that was handed over, and ends the threads.
  package func finish() {
    drain()
    stop()
  }

  private func proceed(leaving count: Int) {
    while true {
      switch shared.next(leaves: count) {
      case .deliver(let number):
        deliver(shared.item(at: number))
        shared.delivered(number)
      case .work(let number):
        work(shared.item(at: number))
        shared.ready(number)
      case .fill(let number):
        current = shared.item(at: number)
        return
      }
    }
  }

  private func stop() {
    shared.end()
    for thread in threads { thread.join() }
    threads = []
  }
}
