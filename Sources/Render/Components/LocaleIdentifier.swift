/// The identifier of a locale, such as `de_DE`. Programs with Foundation can create a `Locale` with
/// `Locale(identifier: locale.identifier)`.
public struct LocaleIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The identifier, such as `de_DE`.
  public let identifier: String

  /// Makes an identifier from a literal, such as `"de_DE"`.
  public init(stringLiteral identifier: String) { self.identifier = identifier }

  /// The locale of dates and times by POSIX rules: the first non-empty one of `LC_ALL`, `LC_TIME`
  /// and `LANG`, without character set and modifier. Without any, or for `C` and `POSIX`:
  /// `en_US_POSIX`.
  /// - Parameter environment: the environment of the process.
  public init(environment: [String: String]) {
    let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { $0 != "" }
    let name = value?.prefix { $0 != "." && $0 != "@" } ?? ""
    identifier = ["", "C", "POSIX"].contains(name) ? "en_US_POSIX" : String(name)
  }

  /// The language code, such as `de`.
  public var language: String { String(identifier.prefix { $0 != "_" && $0 != "-" }) }
}

extension EnvironmentValues {
  /// The locale for dates and numbers, from the process's environment. The default is
  /// `en_US_POSIX`.
  public var locale: LocaleIdentifier { "en_US_POSIX" }
}
