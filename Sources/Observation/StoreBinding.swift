import MillraceStore

/// A value of an observable store that is read directly and set by an action, for a control that
/// edits a value, such as a text field.
///
/// ```swift
/// let draft = model.binding(\.draft) { .draftChanged($0) }
/// TextField("Title", text: Binding(get: draft.get, set: draft.set))
/// ```
@MainActor
public struct StoreBinding<Value: Sendable> {
  /// Reads and observes the value.
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
  /// Returns a binding to the value at a key path, which is set by an action.
  ///
  /// Setting the value only sends the action. The reducer decides the new value.
  /// - Parameters:
  ///   - path: The key path to the value.
  ///   - action: Makes the action for a new value.
  ///   - fileID: With `line` and `function`, the call site that the commits name; by default, that
  ///     of this call.
  public func binding<Value: Equatable & Sendable>(
    _ path: KeyPath<State, Value> & Sendable, send action: @escaping @Sendable (Value) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> StoreBinding<Value> {
    let origin = CallSite(fileID: fileID, line: line, function: function)
    return StoreBinding(
      get: { self[path] }, set: { self.dispatch(action($0), from: origin) })
  }
}
