/// A result builder that collects the parts of a container from statements, `if`, `switch` and
/// `for`. A builder may accept other expressions, too.
public protocol PartsBuilder {
  /// A part of the container.
  associatedtype Part
}

extension PartsBuilder {
  /// Accepts a part as a statement.
  public static func buildExpression(_ part: Part) -> [Part] { [part] }

  /// Concatenates the parts of consecutive statements.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }

  /// The parts of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

  /// The parts of the branch that was taken in an `if` or a `switch`.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }

  /// The parts of the branch that was taken in an `if` or a `switch`.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }

  /// Concatenates the parts of all iterations of a `for`.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}
