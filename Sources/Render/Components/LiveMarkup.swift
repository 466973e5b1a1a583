#if DEBUG
  /// A component that is made from markup: while the program runs, another body can take the place of the
  /// compiled one, made from markup that was changed since. Debug builds only.
  ///
  /// Where no ancestor provides a ``EnvironmentValues/liveMarkup``, the compiled body is shown, and the names are
  /// not asked for. The component stays the same when its body changes: what stands at equal places keeps its
  /// local state.
  public protocol LiveMarkup: Component {
    /// What the markup calls the component.
    static var markupName: String { get }
    /// What its markup can refer to.
    @MainActor var markupNames: MarkupNames { get }
  }

  extension LiveMarkup {
    public var node: Node { Node(.component(LiveMarkupBox(self))) }
  }

  extension LiveMarkup where Self: Equatable {
    public var node: Node { Node(.component(EquatableLiveMarkupBox(self))) }
  }

  /// The bodies that stand in for compiled ones.
  public struct LiveMarkupSlot {
    /// Tells one set of bodies from the next.
    public let revision: Int
    let body: @MainActor (String, MarkupNames) throws -> Node?

    /// - Parameters:
    ///   - revision: another one for other bodies: components are rendered again when it changes.
    ///   - body: what to show for the component of that ``LiveMarkup/markupName``; nil: its compiled body.
    ///     An error is shown by the nearest ``ErrorBoundary`` around.
    public init(
      revision: Int,
      body: @escaping @MainActor (_ markupName: String, _ names: MarkupNames) throws -> Node?
    ) {
      (self.revision, self.body) = (revision, body)
    }
  }

  extension LiveMarkupSlot: Equatable, CustomStringConvertible {
    /// Whether both have the same revision.
    public static func == (first: LiveMarkupSlot, second: LiveMarkupSlot) -> Bool {
      first.revision == second.revision
    }

    public var description: String { "revision \(revision)" }
  }

  extension EnvironmentValues {
    /// The bodies that stand in for those of ``LiveMarkup`` components; nil: there are none.
    public var liveMarkup: LiveMarkupSlot? { nil }
  }

  class LiveMarkupBox<Base: LiveMarkup>: TypedComponentBox<Base> {
    // One more link behind those of the properties: the component is a reader like any other.
    private let slot = EnvironmentLink<LiveMarkupSlot?>(\.liveMarkup)

    override var links: [PropertyLink] { super.links + [slot] }
    override var wrappedNames: [String] { super.wrappedNames + ["liveMarkup"] }

    @MainActor override func body(in context: RenderContext) throws -> Node {
      guard let slot = slot.value else { return try base.body }
      return try slot.body(Base.markupName, base.markupNames) ?? base.body
    }
  }

  final class EquatableLiveMarkupBox<Base: LiveMarkup & Equatable>: LiveMarkupBox<Base> {
    override func isEqual(to other: ComponentBox) -> Bool {
      type(of: other) == Self.self && unsafeDowncast(other, to: Self.self).base == base
    }
  }
#endif
