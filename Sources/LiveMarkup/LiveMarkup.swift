#if DEBUG
  import MillraceRender

  /// A component whose body is written in markup and compiled. In a running program, changed markup
  /// can replace the compiled body. Debug builds only.
  ///
  /// If no ancestor provides ``EnvironmentValues/liveMarkup``, the compiled body is shown and
  /// `markupNames` is not read. The component keeps its identity when its body changes, so content
  /// at unchanged positions keeps its local state.
  public protocol LiveMarkup: Component {
    /// The component's name in markup.
    static var markupName: String { get }
    /// The names that the component's markup can refer to.
    @MainActor var markupNames: MarkupNames { get }
  }

  extension LiveMarkup {
    public var node: Node { node(isEqual: nil) }

    fileprivate func node(isEqual: ((Self, Self) -> Bool)?) -> Node {
      Node(self, reading: \.liveMarkup, named: "liveMarkup", isEqual: isEqual) { base, slot in
        try slot?.body(Self.markupName, base.markupNames) ?? base.body
      }
    }
  }

  extension LiveMarkup where Self: Equatable {
    public var node: Node { node(isEqual: ==) }
  }

  /// The bodies that replace compiled bodies.
  public struct LiveMarkupSlot {
    /// Identifies this set of bodies.
    public let revision: Int
    let body: @MainActor (String, MarkupNames) throws -> Node?

    /// - Parameters:
    ///   - revision: Identifies this set of bodies. If it changes, the components are rendered
    ///     again.
    ///   - body: Returns the node for a component's ``LiveMarkup/markupName``; nil selects the
    ///     compiled body. The nearest ``ErrorBoundary`` ancestor shows a thrown error.
    public init(
      revision: Int,
      body: @escaping @MainActor (_ markupName: String, _ names: MarkupNames) throws -> Node?
    ) {
      (self.revision, self.body) = (revision, body)
    }
  }

  extension LiveMarkupSlot: Equatable, CustomStringConvertible {
    /// Whether two slots have the same revision.
    public static func == (first: LiveMarkupSlot, second: LiveMarkupSlot) -> Bool {
      first.revision == second.revision
    }

    public var description: String { "revision \(revision)" }
  }

  extension EnvironmentValues {
    /// The replacements for the bodies of ``LiveMarkup`` components; nil if there are none.
    public var liveMarkup: LiveMarkupSlot? { nil }
  }
#endif
