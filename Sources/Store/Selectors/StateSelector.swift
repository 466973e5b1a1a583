/// A value computed from parts of a state, and computed again only when one of those parts changed.
///
/// ```swift
/// let visible = StateSelector(\Todos.items, \.filter) { items, filter in
///   items.filter { filter.admits($0) }
/// }
/// let page = StateSelector(visible, .init(\.pageSize)) { visible, size in visible.prefix(size) }
///
/// page(store.state)
/// let token = store.subscribe(to: page) { change in … }
/// ```
///
/// The inputs are key paths or other selectors, in any number. Each call reads the inputs and
/// compares them with those of the call before. The function that combines them, which may be slow,
/// runs only when one of them differs. It must be pure: where its result depends on its inputs
/// alone, a selector never returns what it would not compute.
///
/// **What it remembers** is one result, and the inputs that it belongs to. They are kept until
/// others take their place or the last copy of the selector goes. A reducer that changes an input
/// which is kept copies it: let the inputs be the parts that the result needs, not the whole state.
///
/// **Copies share one memory.** Called for two stores by turns, a selector remembers neither's
/// result for long, and computes at every call: right, but slow. Subscriptions to a selector have a
/// memory each, made by `withOwnMemory()`.
///
/// **Inputs are compared by their bits first**, and with `==` only where those differ: an array of
/// any length that nobody changed costs a look at one word. An input whose type says that it is not
/// equal to itself, such as NaN, counts as unchanged while its bits are the same.
///
/// Any thread may call a selector. No lock is held while it computes: two threads that find no
/// result at the same time both compute.
///
/// Sources: the memory of one result is that of Reselect's `createSelector`,
/// <https://reselect.js.org>. That identity is looked at first, and that a needless computation is
/// allowed but an old result never is, is the contract of Elm's `Html.Lazy`,
/// <https://package.elm-lang.org/packages/elm/html/latest/Html-Lazy>.
public struct StateSelector<State: Sendable, Value: Sendable>: Sendable {
  /// The selector as a function, for what takes one: `Connect(store, visible.select) { … }`. It
  /// shares the selector's memory.
  public let select: @Sendable (State) -> Value

  /// The parts of the state that the value is computed of; nil for a function, which does not say.
  let inputs: [SelectorInput]?
  private let renew: @Sendable (SelectorCopies) -> StateSelector
  /// Copies of one selector have the same.
  package let identity = Identity()

  /// Makes a selector of the values at key paths.
  /// - Parameters:
  ///   - paths: Where the inputs are. They are read at every call.
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
    renew = { _ in StateSelector(repeat each paths, combine: combine) }
  }

  /// Makes a selector of the values of other selectors.
  ///
  /// Where key paths or functions are among the inputs, make selectors of them in their place:
  /// `StateSelector(visible, .init(\.pageSize)) { … }`.
  /// - Parameters:
  ///   - selectors: They compute the inputs, each only if it has to.
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
    renew = { copies in
      StateSelector(repeat (each selectors).renewed(among: copies), combine: combine)
    }
  }

  /// Makes a selector of a function of the state, such as a key path, to be an input of others.
  ///
  /// It remembers nothing: the function runs at every call, so it should be quick. A subscriber to a
  /// selector that has one among its inputs is asked after every commit.
  public init(_ select: @escaping @Sendable (State) -> Value) {
    self.select = select
    inputs = nil
    renew = { _ in StateSelector(select) }
  }

  /// Makes a selector of the value at a key path, to be an input of others.
  public init(_ path: KeyPath<State, Value> & Sendable) where Value: Equatable {
    select = { $0[keyPath: path] }
    inputs = [SelectorInput(path)]
    renew = { _ in StateSelector(path) }
  }

  /// The value for a state.
  public func callAsFunction(_ state: State) -> Value { select(state) }

  /// A selector that computes the same, and shares no memory with this one or with those that it is
  /// made of.
  ///
  /// A selector that it is made of in more than one way is still computed once only.
  public func withOwnMemory() -> StateSelector { renewed(among: SelectorCopies()) }

  private func renewed(among copies: SelectorCopies) -> StateSelector {
    if let copy = copies.made[identity] as? StateSelector { return copy }
    let copy = renew(copies)
    copies.made[identity] = copy
    return copy
  }
}

/// A part of the state that a selector computes its value of.
struct SelectorInput: @unchecked Sendable {
  // Safe: a key path that is Sendable.
  let path: AnyKeyPath
  let extend: @Sendable (PlanPath) -> PlanPath

  init<State: Sendable, Part: Equatable & Sendable>(_ path: KeyPath<State, Part> & Sendable) {
    self.path = path
    extend = { $0.appending(.field(path), areEqual: { $0 == $1 }) }
  }
}

/// The new copies of the selectors that one is made of: each is copied once, however often it
/// occurs.
private final class SelectorCopies {
  var made: [Identity: any Sendable] = [:]
}
