/// A case of an enum as a value: one function embeds a value in the case, the other extracts it.
///
/// Case paths are for enum cases what key paths are for fields. They use functions, not reflection:
///
/// ```swift
/// let rowActions = CasePath(ListAction.row) {
///   if case .row(let id, let action) = $0 { (id, action) } else { nil }
/// }
/// ```
///
/// Extracting an embedded part must return that part, and embedding an extracted part must return a
/// whole that is equal to the original.
///
/// Two case paths are equal if they have the same types and are written at the same location in the
/// source. So a computed property may create a case path at each access: all these paths are equal.
/// If the functions capture a value, pass it as the `id`. A function that creates case paths for
/// its callers takes the caller's `fileID`, `line` and `column`, and passes them on.
public struct CasePath<Whole, Part>: Sendable {
  /// Returns the enum value (the whole) with the part as its associated value.
  public let embed: @Sendable (Part) -> Whole
  /// Returns the associated value of the whole; nil if the whole is another case.
  public let extract: @Sendable (Whole) -> Part?
  /// Identifies the case path, because functions cannot be compared.
  @usableFromInline package let identity: CaseIdentity

  /// Makes a case path.
  /// - Parameters:
  ///   - id: Distinguishes the case paths that one call site creates, if the functions capture a
  ///     value. Ids of different types are never equal.
  ///   - fileID: With `line` and `column`, the location of the case path; by default, that of
  ///     this call.
  ///   - embed: Embeds a part in the case: usually the case itself, such as `ListAction.row`.
  ///   - extract: Extracts the part; nil for another case.
  public init(
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ embed: @escaping @Sendable (Part) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> Part?
  ) {
    let identity = CaseIdentity(CasePath.self, id, fileID, line, column)
    self.init(identity, embed, extract)
  }

  /// Makes a path to a case with two associated values, such as the id of an element and its
  /// action.
  /// - Parameters:
  ///   - id: Distinguishes the case paths that one call site creates, if the functions capture a
  ///     value.
  ///   - fileID: With `line` and `column`, the location of the case path; by default, that of
  ///     this call.
  ///   - embed: Embeds the two values in the case: usually the case itself, such as
  ///     `ListAction.row`.
  ///   - extract: Extracts the two values; nil for another case.
  public init<First, Second>(
    id: (any Hashable & Sendable)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ embed: @escaping @Sendable (First, Second) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> (First, Second)?
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

  /// Returns the path to a case of an inner enum, which is the associated value of this case.
  public func appending<Inner>(_ inner: CasePath<Part, Inner>) -> CasePath<Whole, Inner> {
    CasePath<Whole, Inner>(
      identity.appending(inner.identity), { embed(inner.embed($0)) },
      { extract($0).flatMap(inner.extract) })
  }

  /// Returns the path to the actions of the element with the given id.
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
  /// The identity path, for a child that shares its parent's actions.
  public static var itself: CasePath { CasePath({ $0 }, { $0 }) }
}

/// The identity of a case path: its types, its location in the source, its id, and the identities
/// of appended paths.
///
/// It is stored as one pointer, to an array of steps. Copies share the array, so their comparison
/// is quick. Other identities are compared step by step; most have one step.
@usableFromInline
package struct CaseIdentity: Hashable, CustomStringConvertible, Sendable {
  private enum Step: Hashable, Sendable {
    case written(ObjectIdentifier, CallSite, column: UInt)
    case id(EffectKey)
  }

  private var steps: [Step]

  @usableFromInline
  init(
    _ type: Any.Type, _ id: (any Hashable & Sendable)?, _ fileID: StaticString, _ line: UInt,
    _ column: UInt
  ) {
    let site = CallSite(fileID: fileID, line: line, function: "")
    steps = [.written(ObjectIdentifier(type), site, column: column)]
    if let id { steps.append(.id(EffectKey(id))) }
  }

  /// The steps, separated by commas: locations in the source, and ids.
  @usableFromInline package var description: String {
    steps.map { step in
      switch step {
      case .written(_, let site, let column): "\(site.fileID):\(site.line):\(column)"
      case .id(let key): "\(key)"
      }
    }.joined(separator: ",")
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
