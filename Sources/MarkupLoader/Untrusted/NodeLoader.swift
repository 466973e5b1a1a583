import Millrace
import MillraceMarkup

/// Makes nodes from untrusted XML or JSON documents, such as from a file or a server. A document
/// may contain only elements that the program allows, and call only actions that the program names.
///
/// ```swift
/// let loader = NodeLoader(actions: ["open": NodeAction { (id: Int) in dispatch(.open(id)) }])
/// let items = try loader.items(json: response.utf8)
/// return List(items) { $0.node }.node
/// ```
///
/// A document has no paths, conditions, loops or components of the program; braces in it are plain
/// text. Both formats describe the same elements: `{"element": "Text", "text": "Hello"}` is
/// `<Text text="Hello"/>`, and the value of the key `children` is an array of child elements. Links
/// may only lead to `http:`, `https:` and `mailto:`.
///
/// A document that exceeds the limits, has an element that is not allowed, or has a mistake throws
/// an error with up to a hundred issues, and no part of it is shown. The look of allowed content is
/// not checked: an element may be up to 10,000 cells wide or high, within the space that the
/// program gives it.
@MainActor
public struct NodeLoader {
  /// Elements that only show something.
  public nonisolated static let passiveElements: Set<String> = [
    "Text", "Span", "Row", "Column", "Box", "Spacer", "Divider", "ProgressBar", "Spinner",
  ]

  private let elements: Set<String>
  private let kinds: [String: [MarkupLiteral.Kind]]
  private let limits: MarkupLimits
  /// The actions, by name. A document can refer to no other names of the program.
  private let scope: MarkupScope

  /// Makes a loader. By default, a document may contain ``passiveElements``, buttons and
  /// checkboxes, and call no action.
  /// - Parameters:
  ///   - elements: The names of the allowed elements.
  ///   - actions: The actions that a document may call, by name.
  ///   - limits: The limits of a document's size and reading time. Elements are never nested more
  ///     than 200 levels deep.
  public init(
    elements: Set<String> = NodeLoader.passiveElements.union(["Button", "Checkbox"]),
    actions: [String: NodeAction] = [:], limits: MarkupLimits = .untrusted
  ) {
    var limits = limits
    limits.depth = min(limits.depth, MarkupLimits.file.depth)
    self.elements = elements
    self.limits = limits
    kinds = actions.mapValues(\.kinds)
    var scope = MarkupScope()
    scope.event = { name in { try actions[name]?.call($0) } }
    self.scope = scope
  }

  /// Makes a node from an XML element.
  /// - Parameters:
  ///   - xml: The document in UTF-8.
  ///   - name: The name of the document in errors.
  /// - Complexity: O(*n*)
  public func node(xml: some Sequence<UInt8>, name: String = "document") throws(NodeLoaderError)
    -> Node
  {
    let (source, root) = try read(xml, name, MarkupXML.read)
    return try node(of: root, source)
  }

  /// Makes a node from a JSON object.
  /// - Parameters:
  ///   - json: The document in UTF-8.
  ///   - name: The name of the document in errors.
  /// - Complexity: O(*n*)
  public func node(json: some Sequence<UInt8>, name: String = "document") throws(NodeLoaderError)
    -> Node
  {
    let (source, root) = try read(json, name, MarkupJSON.read)
    return try node(of: root, source)
  }

  /// Makes list items from an XML element with one child per item.
  /// - Parameters:
  ///   - xml: The document in UTF-8. Each item has an attribute `id`, and the root may have any
  ///     name.
  ///   - name: The name of the document in errors.
  /// - Complexity: O(*n*)
  public func items(xml: some Sequence<UInt8>, name: String = "document") throws(NodeLoaderError)
    -> [NodeItem]
  {
    try items(xml, name, MarkupXML.read)
  }

  /// Makes list items from a JSON array with one object per item.
  /// - Parameters:
  ///   - json: The document in UTF-8. Each item has an `id`, a string or a number.
  ///   - name: The name of the document in errors.
  /// - Complexity: O(*n*)
  public func items(json: some Sequence<UInt8>, name: String = "document") throws(NodeLoaderError)
    -> [NodeItem]
  {
    try items(json, name) { (source, limits) throws(MarkupIssue) in
      let root = try MarkupJSON.read(source, limits: limits)
      if !root.name.isEmpty { throw source.issue("no array: write [ ]", at: 0) }
      return root
    }
  }

  private typealias Reader =
    (_ source: MarkupSource, _ limits: MarkupLimits) throws(MarkupIssue) -> MarkupElement

  private func read(
    _ bytes: some Sequence<UInt8>, _ name: String, _ read: Reader
  ) throws(NodeLoaderError) -> (MarkupSource, MarkupElement) {
    let source = MarkupSource(bytes: Array(bytes), name: name)
    do throws(MarkupIssue) {
      return (source, try read(source, limits))
    } catch {
      throw NodeLoaderError(issues: [error])
    }
  }

  private func items(
    _ bytes: some Sequence<UInt8>, _ name: String, _ reader: Reader
  ) throws(NodeLoaderError) -> [NodeItem] {
    let (source, root) = try read(bytes, name, reader)
    for case .text(let text, let offset) in root.content {
      let message = "\"\(text.prefix(20))\" is text between items: put it into a <Text>"
      throw NodeLoaderError(issues: [source.issue(message, at: offset)])
    }
    var issues: [MarkupIssue] = []
    var items: [NodeItem] = []
    var ids: Set<String> = []
    for var element in root.children {
      // Later issues would be dropped. A document may have a million items.
      if issues.count >= MarkupChecker.mostIssues { break }
      let id = element["id"]
      element.attributes.removeAll { $0.name == "id" }
      if let id, !ids.insert(id.value).inserted {
        issues.append(source.issue("the id \"\(id.value)\" is repeated", at: id.valueOffset))
      } else if id == nil {
        issues.append(source.issue("an item needs an id", at: element.offset))
      }
      do throws(NodeLoaderError) {
        items.append(NodeItem(id: id?.value ?? "", node: try node(of: element, source)))
      } catch {
        issues += error.issues
      }
    }
    if issues.isEmpty { return items }
    throw NodeLoaderError(issues: Array(issues.prefix(MarkupChecker.mostIssues)))
  }

  private func node(
    of element: MarkupElement, _ source: MarkupSource
  ) throws(NodeLoaderError) -> Node {
    let (checked, issues) = MarkupChecker.check(
      element, of: source, allowed: elements, actions: kinds)
    guard issues.isEmpty, let checked else { throw NodeLoaderError(issues: issues) }
    do {
      return try MarkupNodeBuilder(scope: scope).block([checked])
    } catch {
      throw NodeLoaderError(issues: [source.issue("\(error)", at: element.offset)])
    }
  }
}

/// An item of an untrusted list.
public struct NodeItem: Identifiable {
  public let id: String
  /// The node to show.
  public let node: Node
}

/// The issues of a document, each with a position. Quotes from the document are
/// shortened and contain no control characters, so that an issue can be written to a log or a
/// terminal.
public struct NodeLoaderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistakes, mostly in the order of the document; at most a hundred.
  public let issues: [MarkupIssue]

  init(issues: [MarkupIssue]) {
    self.issues = issues.map {
      var issue = $0
      issue.message = Self.quoted(issue.message)
      return issue
    }
  }

  private static func quoted(_ text: String) -> String {
    let start = String(text.unicodeScalars.prefix(500))
    let safe = SafeText.visible(start).replacing("\n", with: " ")
    return start.utf8.count < text.utf8.count ? safe + "…" : safe
  }

  public var description: String { issues.map(\.description).joined(separator: "\n") }
}
