#if DEBUG
  import MillraceRender

  /// A sequence from which markup creates rows. Debug builds only.
  @MainActor
  public struct MarkupList {
    /// The elements of a sequence, and a function that registers the names in an element's row.
    struct Source {
      let elements: @MainActor () -> [Any]
      var identified: (@MainActor () -> any MarkupRows)?
      var row: @MainActor (Any, inout MarkupNames) -> Void = { _, _ in }
    }

    let source: Source
    let outer: MarkupNames
    /// The name of an element in markup.
    let variable: String

    /// The collection, from which a `List` in markup makes the same rows as a `List` in compiled
    /// code; nil if the collection was not registered as one whose elements have ids.
    public var identified: (any MarkupRows)? { source.identified?() }

    /// The names in the row of an element.
    public func names(of element: Any) -> MarkupNames {
      var names = MarkupNames(around: outer)
      names.value(variable, element)
      source.row(element, &names)
      return names
    }

    /// Creates a node for each row, in order, without keys.
    /// - Parameter make: Makes a node from the names in the row.
    /// - Complexity: O(*n*)
    public func each(_ make: @MainActor (_ names: MarkupNames) throws -> Node) rethrows -> [Node] {
      var nodes: [Node] = []
      for element in source.elements() { nodes.append(try make(names(of: element))) }
      return nodes
    }
  }

  /// A collection whose elements have ids.
  public protocol MarkupRows {
    /// The type of the collection.
    associatedtype Rows: RandomAccessCollection
    where Rows.Element: Identifiable, Rows.Element.ID: Sendable
    /// The collection.
    var rows: Rows { get }
  }

  struct IdentifiedRows<Rows: RandomAccessCollection>: MarkupRows
  where Rows.Element: Identifiable, Rows.Element.ID: Sendable {
    let rows: Rows
  }
#endif
