import Synchronization

/// A case of an enum as a value: how to put a value into the case, and how to get it out.
///
/// What a key path is for a field. Two functions, no reflection:
///
/// ```swift
/// let row = CasePath(
///   embed: ListAction.row,
///   extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } })
/// ```
///
/// Extracting what was embedded must give it back, and embedding what was extracted must give an
/// equal whole.
public struct CasePath<Whole, Part>: Sendable {
  /// The whole that holds a part.
  public let embed: @Sendable (Part) -> Whole
  /// The part that a whole holds; nil when it is another case.
  public let extract: @Sendable (Whole) -> Part?
  /// Copies of one case path have the same identity.
  @usableFromInline package let identity = Identity()

  /// Makes a case path.
  /// - Parameters:
  ///   - embed: Puts a part into the case; the name of the case is such a function.
  ///   - extract: Gets it out; nil for another case.
  public init(
    embed: @escaping @Sendable (Part) -> Whole, extract: @escaping @Sendable (Whole) -> Part?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// Makes a path to a case of two values, such as the id of an element and its action.
  public init<First, Second>(
    embed: @escaping @Sendable (First, Second) -> Whole,
    extract: @escaping @Sendable (Whole) -> (First, Second)?
  ) where Part == (First, Second) {
    self.embed = { embed($0.0, $0.1) }
    self.extract = extract
  }

  /// The path to a case of what is in this case.
  public func appending<Inner>(_ inner: CasePath<Part, Inner>) -> CasePath<Whole, Inner> {
    CasePath<Whole, Inner>(
      embed: { embed(inner.embed($0)) }, extract: { extract($0).flatMap(inner.extract) })
  }
}

extension CasePath where Whole == Part {
  /// The path that leads nowhere else: for a child that shares its parent's actions.
  public static var itself: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

/// Unlike any other, however many are made.
@usableFromInline
package struct Identity: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let number = Identity.last.wrappingAdd(1, ordering: .relaxed).newValue

  package init() {}
}
