import Millrace
import MillraceMarkup

/// The values, events and components that are available to markup while nodes are made.
@MainActor
struct MarkupScope {
  /// Returns the value of a path; nil if the name is unknown.
  var value: (String) -> Any? = { _ in nil }
  /// Returns the `Binding` at a path, of any type; nil if there is none.
  var binding: (String) -> Any? = { _ in nil }
  /// Returns the value of a path as the key of a node; nil if there is none.
  var key: (String) -> NodeKey? = { _ in nil }
  /// Returns the function of an event.
  var event: (String) throws -> @MainActor (_ arguments: [Any]) throws -> Void = { _ in { _ in } }
  /// Makes the nodes of a loop over a collection. `variable` is the name by which the markup refers
  /// to the current item.
  var each:
    (_ collection: MarkupPath, _ variable: String, _ row: (MarkupScope) throws -> Node) throws ->
      [Node] = { _, _, _ in [] }
  /// Makes a `List` of a collection.
  var list:
    (
      _ collection: MarkupPath, _ variable: String, MarkupListOptions,
      _ row: @escaping @MainActor (MarkupScope) throws -> Node
    ) throws -> Node = { collection, _, _, _ in
      throw MarkupLoadingError.needsBuild("{\(collection.text)} as a list")
    }
  var component:
    (_ name: String, _ values: [String: Any], _ events: [String: @MainActor ([Any]) throws -> Void])
      throws -> Node = {
        name, _, _ in throw MarkupLoadingError.needsBuild("the component \(name)")
      }
}

/// The arguments of a `List`.
struct MarkupListOptions {
  var marker = "› "
  var onSelect: (@MainActor (Any) throws -> Void)?
  /// The path of a binding to the ids of the selected items.
  var selection: String?
  var hasBar = false
  var highlightsRow = false
}

/// The reason why the running program cannot show markup that the checker accepts.
public enum MarkupLoadingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The running program was compiled without this part, such as `{name}` or `<Element>`.
  case needsBuild(String)
  /// The value has another type than the code expects.
  case wrongType(name: String, expected: String, found: String)

  public var description: String {
    switch self {
    case .needsBuild(let what): "\(what) needs a rebuild: the running program does not contain it."
    case .wrongType(let name, let expected, let found):
      "\(name) has type \(found), but type \(expected) is required."
    }
  }
}
