/// The common part of the result builders of containers: they collect parts from statements, `if`,
/// `switch` and `for`. A builder may accept other expressions, too.
public protocol PartsBuilder {
  /// A part of the container.
  associatedtype Part
}

extension PartsBuilder {
  /// A part is a statement.
  public static func buildExpression(_ part: Part) -> [Part] { [part] }

  /// Statements follow each other.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }

  /// An `if` without `else` may have no parts.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }

  /// The rounds of a `for`.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}
