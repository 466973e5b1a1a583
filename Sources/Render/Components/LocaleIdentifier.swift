/// The name of a locale, `de_DE`: `Locale(identifier: locale.identifier)` is Foundation's, for programs that
/// have it.
public struct LocaleIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  public let identifier: String

  public init(stringLiteral identifier: String) { self.identifier = identifier }

  /// The locale of dates and times as POSIX has it: the first of `LC_ALL`, `LC_TIME` and `LANG` that is
  /// set, without its character set and modifier. Where there is none, and for `C`, it is `en_US_POSIX`.
  /// - Parameter environment: of the process.
  public init(environment: [String: String]) {
    let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { $0 != "" }
    let name = value?.prefix { $0 != "." && $0 != "@" } ?? ""
    identifier = ["", "C", "POSIX"].contains(name) ? "en_US_POSIX" : String(name)
  }

  /// The code of the language: `de`.
  public var language: String { String(identifier.prefix { $0 != "_" && $0 != "-" }) }
}

extension EnvironmentValues {
  /// How the user wants dates and numbers written, as the process is told. The default is `en_US_POSIX`.
  public var locale: LocaleIdentifier { "en_US_POSIX" }
}
