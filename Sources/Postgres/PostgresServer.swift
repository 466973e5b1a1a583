import MillraceMiddleware
import MillraceStore

/// A PostgreSQL server that keeps the log of a document, in two tables of a database.
///
/// Its address is a URI as for libpq:
/// `postgresql://alice@db.example/team?sslmode=verify-full#groceries`. libpq handles
/// authentication, TLS, service files, and environment variables.
public struct PostgresServer: DocumentServer {
  /// The address without user and password, and with only those parameters that name a server or a
  /// database. It ends with `#` and the name of the document.
  public let address: String
  private let location: PostgresAddress?
  private let document: String

  /// Whether a text is an address of PostgreSQL, and not the path of a file.
  /// - Parameter text: The text that a user gave as the location of a document.
  public static func isAddress(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.utf8.starts(with: $0.utf8) }
  }

  /// Makes a server from an address. A malformed one is refused when a program connects.
  /// - Parameters:
  ///   - address: `postgresql://…` or `postgres://…`. In it, `%40` stands for an `@` in a user
  ///     name, a password or a document.
  ///   - document: The name of the document, unless the address ends with `#NAME`.
  public init(address: String, document: String) {
    location = PostgresAddress(address)
    let name = location?.document ?? ""
    self.document = name.isEmpty ? document : name
    self.address = onOneLine("\(location?.shown ?? "postgresql://…")#\(self.document)")
  }

  /// A name for a folder with this machine's copy. It depends on the document, database, user,
  /// host, port, service, and options (which may choose a schema), not on the password or other
  /// parameters.
  public var localName: String {
    let names = ["dbname", "user", "host", "hostaddr", "port", "service", "options"]
    let parts = [document] + names.map { location?.value($0) ?? "" }
    let readable = document.prefix(40).map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    // No part contains a NUL, except for documents that `connect` refuses, so different parts never
    // give the same joined text.
    return String(readable) + "-" + Checksum(parts.joined(separator: "\0").utf8).text
  }

  public func connect(
    onNews: @escaping @Sendable () -> Void
  ) throws(ServerError) -> any ServerConnection {
    guard let location, !document.utf8.contains(0) else {
      throw .refused(
        "the address is malformed: in a name or a password, write @ / # ? % as %40 %2F %23 %3F %25")
    }
    return try PostgresConnection(PostgresLink(to: location), document, onNews)
  }
}
