#if DEBUG
  /// A sequence that markup makes rows of. Debug builds only.
  @MainActor
  public struct MarkupList {
    private let elements: @MainActor () -> [Any]
    private let rowNames: @MainActor (Any) -> MarkupNames
    private let identified: (any IdentifiedMarkupRows)?
    private let counted: @MainActor () -> Int
    private var variable = "item"

    /// How many rows there are.
    /// - Complexity: O(1) where elements have ids; else O(*n*).
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

    /// Makes a node of each row, in order. It gives them no keys.
    /// - Parameter make: is given the element, and the names in its row.
    /// - Complexity: O(*n*)
    public func each(
      _ make: @MainActor (_ element: Any, _ names: MarkupNames) throws -> Node
    ) rethrows -> [Node] {
      var nodes: [Node] = []
      for element in elements() { nodes.append(try make(element, names(of: element))) }
      return nodes
    }

    /// Shows the rows to a visitor as the collection that they are.
    /// - Returns: what the visitor returned; nil where the elements have no ids, or are found by reflection
    ///   alone.
    public func visitIdentified<Visitor: MarkupListVisitor>(
      _ visitor: Visitor
    ) throws -> Visitor.Result? {
      try identified?.accept(visitor) { names(of: $0) }
    }
  }

  /// Learns the type of a list's collection: to make the same `List` of it as compiled code would.
  @MainActor
  public protocol MarkupListVisitor {
    associatedtype Result

    /// - Parameters:
    ///   - rows: the collection.
    ///   - names: the names in the row of an element.
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
