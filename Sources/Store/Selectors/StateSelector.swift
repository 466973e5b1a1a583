/// A value that is computed from parts of a state, and computed again only when one of the parts
/// changed.
///
/// ```swift
/// let found = StateSelector(\Library.books, \.search) { books, search in
///   search.isEmpty ? books : books.filter { $0.title.contains(search) }
/// }
/// let page = StateSelector(found, .init(\.pageSize)) { found, size in found.prefix(size) }
///
/// print(page(store.state).count)
/// let token = store.subscribe(to: page) { change in print(change.new.map(\.title)) }
/// ```
///
/// The inputs are any number of key paths or other selectors. Each call reads the inputs and
/// compares them with the inputs of the previous call. The combining function, which may be slow,
/// runs only if an input differs. It must be pure, so that a remembered value equals the value that
/// it would compute again.
///
/// **A selector remembers one result**, with its inputs, until it computes another result or its
/// last copy is released. A reducer that changes a remembered input must copy it first. So pass
/// only the parts that the result needs as inputs, not the whole state.
///
/// **Copies share one memory.** If a selector is called for two stores in turn, it computes at
/// every call, which is correct but slow. Each subscription to a selector has a separate memory,
/// made by `withOwnMemory()`.
///
/// **Inputs are compared by their bits first**, and with `==` only if those differ: the comparison
/// of an unchanged array of any length reads one word. An input that is not equal to itself, such
/// as NaN, counts as unchanged while its bits are the same.
///
/// Any thread may call a selector. It holds no lock while it computes: two threads that find no
/// result at the same time both compute.
///
/// Sources: one remembered result follows Reselect's `createSelector`, <https://reselect.js.org>.
/// The comparison of bits follows the contract of Elm's `Html.Lazy`,
/// <https://package.elm-lang.org/packages/elm/html/latest/Html-Lazy>: a value may be computed
/// needlessly, but an outdated value is never returned.
public struct StateSelector<State: Sendable, Value: Sendable>: Sendable {
  /// The selector as a function, for APIs that take one: `Connect(store, visible.select) { … }`. It
  /// shares the selector's memory.
  public let select: @Sendable (State) -> Value

  /// The parts of the state from which the value is computed; nil if they are unknown because a
  /// function is among the inputs.
  let inputs: [SelectorInput]?
  private let makeCopy: @Sendable (SelectorCopies) -> StateSelector
  /// The selector's identity. Copies of this value share it; results of `withOwnMemory()` do not.
  package let identity = Identity()

  /// Makes a selector with the values at key paths as inputs.
  /// - Parameters:
  ///   - paths: The key paths to the inputs, which are read at every call.
  ///   - combine: Computes the value from the inputs, in their order. Pure.
  public init<each Input: Equatable & Sendable>(
    _ paths: repeat KeyPath<State, each Input> & Sendable,
    combine: @escaping @Sendable (repeat each Input) -> Value
  ) {
    let memo = Memo<Value, repeat each Input>()
    var inputs: [SelectorInput] = []
    repeat inputs.append(SelectorInput(each paths))
    self.inputs = inputs
    select = { state in memo.value(of: repeat state[keyPath: each paths], combine: combine) }
    makeCopy = { _ in StateSelector(repeat each paths, combine: combine) }
  }

  /// Makes a selector with the values of other selectors as inputs.
  ///
  /// For key paths or functions among the inputs, pass selectors that are made of them:
  /// `StateSelector(visible, .init(\.pageSize)) { … }`.
  /// - Parameters:
  ///   - selectors: The selectors that compute the inputs, each only if necessary.
  ///   - combine: Computes the value from the inputs, in their order. Pure.
  public init<each Input: Equatable & Sendable>(
    _ selectors: repeat StateSelector<State, each Input>,
    combine: @escaping @Sendable (repeat each Input) -> Value
  ) {
    let memo = Memo<Value, repeat each Input>()
    var inputs: [SelectorInput]? = []
    for selector in repeat each selectors {
      guard let known = inputs, let more = selector.inputs else {
        inputs = nil
        break
      }
      inputs = known + more.filter { new in !known.contains { $0.path == new.path } }
    }
    self.inputs = inputs
    select = { state in memo.value(of: repeat (each selectors).select(state), combine: combine) }
    makeCopy = { copies in
      StateSelector(repeat (each selectors).copied(among: copies), combine: combine)
    }
  }

  /// Makes a selector from a function of the state, as an input of other selectors.
  ///
  /// It remembers nothing: the function runs at every call, so it should be quick. A subscription
  /// to a selector with such an input evaluates the selector after every commit.
  /// - Parameter select: Computes the value from the state. Pure.
  public init(_ select: @escaping @Sendable (State) -> Value) {
    self.select = select
    inputs = nil
    makeCopy = { _ in StateSelector(select) }
  }

  /// Makes a selector of the value at a key path, as an input of other selectors.
  /// - Parameter path: The key path to the value.
  public init(_ path: KeyPath<State, Value> & Sendable) where Value: Equatable {
    select = { $0[keyPath: path] }
    inputs = [SelectorInput(path)]
    makeCopy = { _ in StateSelector(path) }
  }

  /// Returns the value for a state.
  public func callAsFunction(_ state: State) -> Value { select(state) }

  /// Returns a selector that computes the same value, and shares no memory with this one or with
  /// its inputs.
  ///
  /// An input selector that occurs several times still computes once.
  public func withOwnMemory() -> StateSelector { copied(among: SelectorCopies()) }

  private func copied(among copies: SelectorCopies) -> StateSelector {
    if let copy = copies.made[identity] as? StateSelector { return copy }
    let copy = makeCopy(copies)
    copies.made[identity] = copy
    return copy
  }
}

/// A part of the state from which a selector computes its value.
struct SelectorInput: @unchecked Sendable {
  // Safe: the key path is Sendable.
  let path: AnyKeyPath
  let scopePath: ScopePath

  init<State: Sendable, Part: Equatable & Sendable>(_ path: KeyPath<State, Part> & Sendable) {
    self.path = path
    scopePath = Selection.field(path, areEqual: { $0 == $1 }).path
  }
}

/// The new copies of a selector's inputs: each is copied once, even if it occurs several times.
private final class SelectorCopies {
  var made: [Identity: any Sendable] = [:]
}
