/// What the result builders of containers have in common: they collect parts from statements, `if`,
/// `switch` and `for`. A builder may accept other expressions, too.
public protocol PartsBuilder {
  /// A part of the container.
  associatedtype Part
}

extension PartsBuilder {
  public static func buildExpression(_ part: Part) -> [Part] { [part] }

  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }

  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }

  public static func buildEither(first parts: [Part]) -> [Part] { parts }

  public static func buildEither(second parts: [Part]) -> [Part] { parts }

  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
}
