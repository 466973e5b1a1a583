import MillraceStore

/// A value of an observable store, to be read, and to be set by an action: what a control needs
/// that edits a value, such as a text field.
///
/// ```swift
/// let draft = model.binding(\.draft) { .draftChanged($0) }
/// TextField("Title", text: Binding(get: draft.get, set: draft.set))
/// ```
@MainActor
public struct StoreBinding<Value: Sendable> {
  /// Reads the value, and observes it.
  public let get: @MainActor @Sendable () -> Value
  /// Sends the action for a new value.
  public let set: @MainActor @Sendable (Value) -> Void

  /// The value; setting it sends the action.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension ObservableStore {
  /// A value to be read at a key path, and to be set by an action.
  ///
  /// Setting only sends the action: what the value then is, the reducer decides.
  /// - Parameters:
  ///   - path: Where the value is.
  ///   - action: The action for a new value.
  ///   - fileID: Where; the defaults name the place of the call, which the commits then show.
  public func binding<Value: Equatable & Sendable>(
    _ path: KeyPath<State, Value> & Sendable, send action: @escaping @Sendable (Value) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> StoreBinding<Value> {
    let origin = CallSite(fileID: fileID, line: line, function: function)
    return StoreBinding(
      get: { self[path] }, set: { self.dispatch(action($0), from: origin) })
  }
}
