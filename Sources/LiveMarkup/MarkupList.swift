#if DEBUG
  import MillraceRender

  /// A sequence from which markup creates rows. Debug builds only.
  @MainActor
  public struct MarkupList {
    private let elements: @MainActor () -> [Any]
    private let rowNames: @MainActor (Any) -> MarkupNames
    private let identified: (any IdentifiedMarkupRows)?
    private let counted: @MainActor () -> Int
    private var variable = "item"

    /// The number of rows.
    /// - Complexity: O(1) for elements with ids; otherwise O(*n*).
    public var count: Int { counted() }

    init<Rows: Sequence>(
      _ rows: Rows, in names: MarkupNames,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void
    ) {
      let all = Array(rows)
      elements = { all }
      counted = { all.count }
      identified = nil
      rowNames = { element in
        var inner = MarkupNames(around: names)
        if let element = element as? Rows.Element { row(element, &inner) }
        return inner
      }
    }

    init<Rows: RandomAccessCollection>(
      identified rows: Rows, in names: MarkupNames,
      row: @escaping @MainActor (Rows.Element, inout MarkupNames) -> Void
    ) where Rows.Element: Identifiable, Rows.Element.ID: Sendable {
      elements = { Array(rows) }
      counted = { rows.count }
      identified = IdentifiedRows(rows: rows)
      rowNames = { element in
        var inner = MarkupNames(around: names)
        if let element = element as? Rows.Element { row(element, &inner) }
        return inner
      }
    }

    func naming(_ variable: String) -> MarkupList {
      var list = self
      list.variable = variable
      return list
    }

    private func names(of element: Any) -> MarkupNames {
      var names = rowNames(element)
      names.value(variable, element)
      return names
    }

    /// Creates a node for each row, in order, without keys.
    /// - Parameter make: receives the element and the names in its row.
    /// - Complexity: O(*n*)
    public func each(
      _ make: @MainActor (_ element: Any, _ names: MarkupNames) throws -> Node
    ) rethrows -> [Node] {
      var nodes: [Node] = []
      for element in elements() { nodes.append(try make(element, names(of: element))) }
      return nodes
    }

    /// Passes the rows to a visitor with their collection type.
    /// - Returns: the visitor's result; nil if the elements have no ids, or the list was found only
    ///   by reflection.
    public func visitIdentified<Visitor: MarkupListVisitor>(
      _ visitor: Visitor
    ) throws -> Visitor.Result? {
      try identified?.accept(visitor) { names(of: $0) }
    }
  }

  /// Receives a list with its collection type, to create the same `List` as compiled code.
  @MainActor
  public protocol MarkupListVisitor {
    /// What the visitor makes of a list.
    associatedtype Result

    /// - Parameters:
    ///   - rows: the collection.
    ///   - names: returns the names in the row of an element.
    func visit<Rows: RandomAccessCollection>(
      _ rows: Rows, names: @escaping @MainActor (Rows.Element) -> MarkupNames
    ) throws -> Result where Rows.Element: Identifiable, Rows.Element.ID: Sendable
  }

  @MainActor private protocol IdentifiedMarkupRows {
    func accept<Visitor: MarkupListVisitor>(
      _ visitor: Visitor, _ names: @escaping @MainActor (Any) -> MarkupNames
    ) throws -> Visitor.Result
  }

  private struct IdentifiedRows<Rows: RandomAccessCollection>: IdentifiedMarkupRows
  where Rows.Element: Identifiable, Rows.Element.ID: Sendable {
    let rows: Rows

    func accept<Visitor: MarkupListVisitor>(
      _ visitor: Visitor, _ names: @escaping @MainActor (Any) -> MarkupNames
    ) throws -> Visitor.Result {
      try visitor.visit(rows) { names($0) }
    }
  }
#endif
