/// The path to a child in its parent's state: a field, an optional, an element of a list, or a
/// case of an enum.
///
/// The same path is used by the reducer that changes the child, by the child's store, and by code
/// that cancels the child's effects.
///
/// ```swift
/// let players = Reducer<Shelf, ShelfAction>.scope(
///   .optional(\.player), action: playerActions, player)
/// let child = store.scope(.optional(\.player), action: playerActions)
/// let stop = Command<ShelfAction>.cancelScope(.optional(\Shelf.player))
/// ```
public struct StatePath<Whole: Sendable, Part: Sendable>: Sendable {
  @usableFromInline let selection: Selection<Whole, Part>
  /// Changes the part in place; returns false if the part is absent.
  @usableFromInline let modify: @Sendable (inout Whole, (inout Part) -> Void) -> Bool
  @usableFromInline let name: @Sendable () -> String
  /// Whether the part is an element of a list. Then the delivery plan keeps the whole element for
  /// its subscribers: see `Scope.retainsWholeState`.
  @usableFromInline let isElement: Bool

  @inlinable
  init(
    _ selection: Selection<Whole, Part>, isElement: Bool = false,
    name: @escaping @Sendable () -> String,
    modify: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Bool
  ) {
    self.selection = selection
    self.isElement = isElement
    self.name = name
    self.modify = modify
  }
}

extension StatePath {
  /// A field, which always exists.
  ///
  /// The path to an empty value, such as a struct without fields, is identified by the location of
  /// this call, because the key paths of neighbouring empty values are equal. For an empty value,
  /// use one `StatePath` both for its reducer and to cancel its effects.
  @inlinable
  public static func field(
    _ field: WritableKeyPath<Whole, Part> & Sendable, fileID: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column
  ) -> StatePath {
    let accessor = Field(field)
    let selection = Selection.field(
      field, at: CaseIdentity(StatePath.self, nil, fileID, line, column))
    return StatePath(
      selection, name: { "\(field)" }
    ) { whole, body in
      accessor.modify(&whole, body)
      return true
    }
  }

  /// The wrapped value of an optional field.
  @inlinable
  public static func optional(_ field: WritableKeyPath<Whole, Part?> & Sendable) -> StatePath {
    let accessor = Field(field)
    let selection = Selection.field(field).compactMap(.unwrapped(field)) { $0 }
    return StatePath(selection, name: { "\(field)" }) { whole, body in
      accessor.modify(&whole) { $0.modify(body) != nil }
    }
  }

  /// The associated value of a case of an enum.
  /// - Parameters:
  ///   - path: The path to the case. It identifies the child's effects: see `CasePath` for when two
  ///     case paths are equal.
  ///   - field: The field with the enum; `\.self` if the state itself is the enum.
  @inlinable
  public static func `case`<Choice: Sendable>(
    _ path: CasePath<Choice, Part>, in field: WritableKeyPath<Whole, Choice> & Sendable
  ) -> StatePath {
    let accessor = Field(field)
    let selection = Selection.field(field).compactMap(
      .enumCase(path.identity, in: field), path.extract)
    return StatePath(selection, name: { "a \(Part.self) in \(field)" }) { whole, body in
      accessor.modify(&whole) { path.modify(&$0, body) != nil }
    }
  }

  /// The element with the given id in a list.
  @inlinable
  public static func element(
    _ id: Part.ID, in list: WritableKeyPath<Whole, IdentifiedList<Part>> & Sendable
  ) -> StatePath where Part: Identifiable & Equatable, Part.ID: Sendable {
    let accessor = Field(list)
    return StatePath(
      ListElements(of: list, areEqual: { $0 == $1 }).element(id), isElement: true,
      name: { "element \(id) of \(list)" }
    ) { whole, body in
      accessor.modify(&whole) { list in
        // An absent element must not be appended.
        list.contains(id: id) && list[id: id].modify(body) != nil
      }
    }
  }
}
