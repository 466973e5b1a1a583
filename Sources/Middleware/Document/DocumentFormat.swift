import MillraceStore

/// The JSON of a document: in the readable file
/// `{"commit": 12, "log": "…", "state": …, "version": 1}`, and in a log's snapshot with the steps
/// of all authors.
struct DocumentFormat<Model: DocumentModel>: Sendable {
  typealias Content = DocumentContent<Model>

  /// The path or the address that errors name.
  let path: String

  /// The value of `state` in the file: the fields of the model, and any conflicts beside them.
  private struct Saved: Codable {
    var version: DocumentVersion<Model>

    enum CodingKeys: CodingKey { case conflicts }

    init(_ version: DocumentVersion<Model>) { self.version = version }

    init(from decoder: any Decoder) throws {
      let conflicts = try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent([DocumentConflict<Model>].self, forKey: .conflicts)
      version = DocumentVersion(value: try Model(from: decoder), conflicts: conflicts ?? [])
    }

    func encode(to encoder: any Encoder) throws {
      try version.value.encode(to: encoder)
      if version.conflicts.isEmpty { return }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(version.conflicts, forKey: .conflicts)
    }
  }

  /// The parts that are only in a log's snapshot, and not in the readable file.
  private struct Rest: Codable {
    var authors: DocumentSteps<Model>
    var merged: [String]
    var positions: [WriterPosition]?
  }

  private struct Found: DecodableWithConfiguration {
    let snapshot: SnapshotFormat.DecodedSnapshot<Saved>
    let rest: Rest?

    enum CodingKeys: CodingKey { case rest }

    init(from decoder: any Decoder, configuration known: Int?) throws {
      snapshot = try .init(from: decoder, configuration: known)
      // Undo steps are dropped from a snapshot of another schema version.
      rest =
        snapshot.state == nil
        ? nil
        : try? decoder.container(keyedBy: CodingKeys.self)
          .decodeIfPresent(Rest.self, forKey: .rest)
    }
  }

  /// Encodes the readable file.
  /// - Parameter log: The identity of the log that exports the file; nil for a copy.
  /// - Throws: The error of the encoder, or of decoding the encoded file.
  func export(_ content: Content, of log: String?) throws -> [UInt8] {
    let encoder = JSONFormat.encoder(isPretty: true)
    let file = File(
      entryNumber: content.number, log: log, state: Saved(content.version),
      schemaVersion: Model.version)
    let bytes = try JSONFormat.encode(file, with: encoder) + [UInt8(ascii: "\n")]
    // Makes sure that the file can be read.
    _ = try self.content(of: bytes)
    return bytes
  }

  private struct File: Encodable {
    let entryNumber: UInt64
    let log: String?
    let state: Saved
    let schemaVersion: Int

    enum CodingKeys: String, CodingKey {
      case entryNumber = "commit"
      case log, state
      case schemaVersion = "version"
    }
  }

  private struct Origin: Decodable {
    let log: String?
    let entryNumber: UInt64?

    enum CodingKeys: String, CodingKey {
      case log
      case entryNumber = "commit"
    }
  }

  /// Returns the identity of the log that exported a readable file, and the number of the last
  /// entry in the file; nil if the file does not have both.
  func origin(of bytes: [UInt8]) -> (log: String, number: UInt64)? {
    let origin = try? JSONFormat.decode(Origin.self, from: bytes)
    return origin?.log.flatMap { log in origin?.entryNumber.map { (log, $0) } }
  }

  /// Encodes the snapshot of a log, on one line.
  func snapshot(_ content: Content) throws -> LogSnapshot {
    var content = content
    let state = try JSONFormat.encode(Saved(content.version))
    while true {
      let rest = try JSONFormat.encode(
        Rest(authors: content.steps, merged: content.merged, positions: content.positions))
      // Undo steps of large elements would make each save slow.
      if rest.count > max(1_000_000, state.count), content.steps.count > 1 {
        content.steps.halve()
        continue
      }
      let start = "{\"commit\":\(content.number),\"version\":\(Model.version),\"state\":"
      let bytes = start.utf8 + state + ",\"rest\":".utf8 + rest + "}".utf8
      return LogSnapshot(number: content.number, schema: Model.version, bytes: Array(bytes))
    }
  }

  /// Decodes a readable file or a snapshot. Migrates the content of an older schema version, and
  /// drops its undo steps.
  /// - Parameter isAnyVersion: Whether the content of a newer schema version is decoded as though
  ///   it had this program's version.
  func content(
    of bytes: [UInt8], isAnyVersion: Bool = false
  ) throws(PersistenceError) -> Content {
    let (found, rest) = try attempt(
      { .unreadable(path: path, movedTo: nil, reason: onOneLine($0)) }, in: bytes
    ) {
      let found = try JSONFormat.decoder().decode(
        Found.self, from: Data(bytes), configuration: isAnyVersion ? nil : Model.version)
      return (found.snapshot, found.rest)
    }
    if found.schemaVersion > Model.version, !isAnyVersion {
      throw .newerVersion(path: path, found: found.schemaVersion, known: Model.version)
    }
    var content = Content()
    content.number = found.entryNumber ?? 0
    if let state = found.state {
      content.version = state.version
      content.steps = rest?.authors ?? DocumentSteps()
      content.merged = rest?.merged ?? []
      content.positions = rest?.positions?.filter { $0.position < UInt64(Int64.max) }
    } else {
      content.version = try Migration.apply(
        Model.migrations, to: bytes, from: found.schemaVersion, to: Model.version, as: Saved.self,
        path
      ).version
    }
    return content
  }

  // MARK: Entries

  /// Returns the beginning of a store's entries: the author, the writer, and the schema version.
  static func entryStart(by author: String, _ writer: String) -> [UInt8] {
    // The log makes the names of authors and writers, without characters that JSON escapes.
    Array(
      "\"author\":\"\(author)\",\"writer\":\"\(writer)\",\"schema\":\(Model.version),".utf8)
  }

  /// The text of an entry, without its first brace and its number.
  func entry(_ action: DocumentAction<Model>, _ start: [UInt8]) throws -> [UInt8] {
    var bytes = start
    if case .change(let change) = action {
      // The encoder would take longer for these outer containers than for the change.
      bytes += "\"action\":{\"change\":{\"_0\":".utf8
      do { try JSONFormat.append(change, to: &bytes) } catch {
        // Encoding the whole action gives an error that names the whole path.
        _ = try JSONFormat.encode(action)
        throw error
      }
      bytes += "}}}".utf8
    } else {
      bytes += "\"action\":".utf8
      try JSONFormat.append(action, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    return bytes
  }

  private struct ActionField: Decodable { let action: DocumentAction<Model> }

  /// The actions of an entry. A migration may make several from one.
  func actions(of entry: LogEntry) throws -> [DocumentAction<Model>] {
    if entry.schema > Model.version {
      throw PersistenceError.newerVersion(path: path, found: entry.schema, known: Model.version)
    }
    if entry.schema < Model.version,
      let old = SavedAction(version: entry.schema, changeIn: entry.line)
    {
      do { return try Model.migrate(old).map { .change($0) } } catch {
        throw PersistenceError.cannotMigrate(
          path: path, found: entry.schema, known: Model.version,
          reason: "action \(entry.number): \(explain(error))")
      }
    }
    return [try JSONFormat.decoder().decode(ActionField.self, from: entry.line).action]
  }
}
