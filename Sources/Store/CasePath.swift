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
///
/// A case path is the same as another if both have the same types and are written at the same place. So
/// one that a computed property makes anew each time stays the same: effects and dispatchers that it leads
/// to are found again. Where the functions capture a value, pass it as the `id`. A function that makes case
/// paths for others takes its caller's `fileID`, `line` and `column`, and passes them on.
public struct CasePath<Whole, Part>: Sendable {
  /// The whole that holds a part.
  public let embed: @Sendable (Part) -> Whole
  /// The part that a whole holds; nil when it is another case.
  public let extract: @Sendable (Whole) -> Part?
  /// Tells case paths apart, since functions cannot be compared.
  @usableFromInline package let identity: CaseIdentity

  /// Makes a case path.
  /// - Parameters:
  ///   - id: Tells it from others that are written at this place, where the functions capture a value. Ids
  ///     of different types are never equal.
  ///   - embed: Puts a part into the case; the name of the case is such a function.
  ///   - extract: Gets it out; nil for another case.
  ///   - fileID: Where it is written; the default is the place of the call, as for `line` and `column`.
  public init(
    id: (any Hashable & Sendable)? = nil, embed: @escaping @Sendable (Part) -> Whole,
    extract: @escaping @Sendable (Whole) -> Part?,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let identity = CaseIdentity(CasePath.self, id, fileID, line, column)
    self.init(identity, embed, extract)
  }

  /// Makes a path to a case of two values, such as the id of an element and its action.
  /// - Parameters:
  ///   - id: Tells it from others that are written at this place, where the functions capture a value.
  ///   - embed: Puts the two into the case; the name of the case is such a function.
  ///   - extract: Gets them out; nil for another case.
  ///   - fileID: Where it is written; the default is the place of the call, as for `line` and `column`.
  public init<First, Second>(
    id: (any Hashable & Sendable)? = nil, embed: @escaping @Sendable (First, Second) -> Whole,
    extract: @escaping @Sendable (Whole) -> (First, Second)?,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where Part == (First, Second) {
    let identity = CaseIdentity(CasePath.self, id, fileID, line, column)
    self.init(identity, { embed($0.0, $0.1) }, extract)
  }

  @usableFromInline
  init(
    _ identity: CaseIdentity, _ embed: @escaping @Sendable (Part) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> Part?
  ) {
    self.identity = identity
    self.embed = embed
    self.extract = extract
  }

  /// The path to a case of what is in this case.
  public func appending<Inner>(_ inner: CasePath<Part, Inner>) -> CasePath<Whole, Inner> {
    CasePath<Whole, Inner>(
      identity.appending(inner.identity), { embed(inner.embed($0)) },
      { extract($0).flatMap(inner.extract) })
  }

  /// The case of the actions of the element with an id.
  @inlinable
  public func element<ID: Hashable & Sendable, Inner>(
    _ id: ID
  ) -> CasePath<Whole, Inner> where Part == (ID, Inner) {
    CasePath<Whole, Inner>(
      identity.appending(id: id), { embed((id, $0)) },
      {
        guard let (target, part) = extract($0), target == id else { return nil }
        return part
      })
  }
}

extension CasePath where Whole == Part {
  /// The path that leads nowhere else: for a child that shares its parent's actions.
  public static var itself: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}

/// What a case path is: its types, the place where it is written, and what it captures; then the same of
/// the paths that are appended.
///
/// One pointer. Copies are compared by it; others by their steps, as a rule one.
@usableFromInline
package struct CaseIdentity: Hashable, Sendable {
  private enum Step: Hashable, Sendable {
    case written(ObjectIdentifier, CallSite, column: UInt)
    case id(EffectKey)
  }

  private var steps: [Step]

  init(
    _ type: Any.Type, _ id: (any Hashable & Sendable)?, _ fileID: StaticString, _ line: UInt,
    _ column: UInt
  ) {
    let site = CallSite(fileID: fileID, line: line, function: "")
    steps = [.written(ObjectIdentifier(type), site, column: column)]
    if let id { steps.append(.id(EffectKey(id))) }
  }

  @usableFromInline
  func appending(id: some Hashable & Sendable) -> CaseIdentity { appending([.id(EffectKey(id))]) }

  func appending(_ other: CaseIdentity) -> CaseIdentity { appending(other.steps) }

  private func appending(_ others: [Step]) -> CaseIdentity {
    var identity = self
    identity.steps += others
    return identity
  }
}
