import MillraceMiddleware
import MillraceSystem

extension DocumentLog {
  /// Makes a log on a PostgreSQL server, or beside a file. Reads and creates nothing yet.
  ///
  /// ```swift
  /// let log = try DocumentLog<Notes>(
  ///   at: "postgresql://db.example/team#recipes", name: "notes",
  ///   folder: ProgramFolders("notes").data("servers"))
  /// ```
  /// - Parameters:
  ///   - address: `postgresql://…` or `postgres://…`, as for ``PostgresServer``; otherwise the path
  ///     of a file.
  ///   - name: The name of the document on the server, unless the address ends with `#NAME`.
  ///   - folder: The folder of this machine's copies of documents on servers. It need not exist. It
  ///     is not evaluated if `address` is the path of a file.
  ///   - initial: The document to begin with if there is none.
  /// - Throws: The error of `folder`.
  public convenience init(
    at address: String, name: String, folder: @autoclosure () throws -> String,
    initial: Model = Model()
  ) rethrows {
    if PostgresServer.isAddress(address) {
      let server = PostgresServer(address: address, document: name)
      self.init(server: server, copy: try Path.join(folder(), server.localName), initial: initial)
    } else {
      self.init(file: address, initial: initial)
    }
  }
}
