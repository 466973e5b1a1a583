/// The parts of a libpq URI, `postgresql://user:password@host:port/database?name=value#document`.
///
/// The whole URI is never given to libpq, because libpq's messages about a malformed URI quote the
/// password.
struct PostgresAddress: Sendable {
  /// The parameters of libpq, percent-decoded. If a name occurs more than once, libpq takes the
  /// last one with a value.
  let parameters: [(name: String, value: String)]
  /// The fragment, percent-decoded.
  let document: String
  /// The URI without user, password and fragment. Of its parameters, it has only those that name a
  /// server or a database.
  let shown: String
  /// The hosts and ports before the path, separated by commas.
  private let authority: String

  /// Returns the value of a parameter that libpq takes; an empty text if there is none.
  func value(_ name: String) -> String {
    parameters.last { $0.name == name && !$0.value.isEmpty }?.value ?? ""
  }

  /// The number of hosts to which libpq tries to connect, one after another.
  var hostCount: Int {
    let lists = [value("hostaddr"), value("host"), authority]
    return (lists.first { !$0.isEmpty } ?? "").utf8.count { $0 == UInt8(ascii: ",") } + 1
  }

  /// - Returns: Nil for a malformed URI. A URI with another `@` than the one after user and
  ///   password is malformed: the text before it may be a part of the password, and must not be
  ///   shown.
  init?(_ text: String) {
    let form =
      /postgres(?:ql)?:\/\/(?:([^:@\/?#]*)(?::([^@\/?#]*))?@)?([^@?#]*)(?:\?([^@#]*))?(?:#([^@]*))?/
    guard let parts = text.wholeMatch(of: form.matchingSemantics(.unicodeScalar))?.output,
      let user = percentDecoded(parts.1 ?? ""), let password = percentDecoded(parts.2 ?? ""),
      let document = percentDecoded(parts.5 ?? "")
    else { return nil }
    // libpq accepts a URI as the value of `dbname`. This URI has no user and no password: they are
    // separate parameters.
    var parameters = [
      ("dbname", "postgresql://\(parts.3)"), ("user", user), ("password", password),
    ]
    var serverItems: [Substring] = []
    for item in (parts.4 ?? "").split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = percentDecoded(pair[0]), let value = percentDecoded(pair[1])
      else { return nil }
      parameters.append((name, value))
      if ["host", "hostaddr", "port", "dbname", "service"].contains(name) {
        serverItems.append(item)
      }
    }
    shown =
      "postgresql://\(parts.3)"
      + (serverItems.isEmpty ? "" : "?" + serverItems.joined(separator: "&"))
    (self.parameters, self.document) = (parameters, document)
    authority = String(decoding: parts.3.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
  }
}

/// Decodes `%20` and the like. Returns nil for a `%` without two hexadecimal digits, for a NUL, and
/// for bytes that are not UTF-8.
private func percentDecoded(_ text: Substring) -> String? {
  var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], text.utf8)
  while var byte = rest.popFirst() {
    if byte == UInt8(ascii: "%") {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if digits.count < 2 { return nil }
      (byte, rest) = (UInt8(digits[0] * 16 + digits[1]), rest.dropFirst(2))
    }
    if byte == 0 { return nil }
    bytes.append(byte)
  }
  return String(validating: bytes, as: UTF8.self)
}
