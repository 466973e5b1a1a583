/// Converts a file of one version to the next.
///
/// ```swift
/// let fromVersion1 = Migration(from: 1) { (old: [TitleOnly]) in
///   Todos(items: IdentifiedList(old.map { Todo(id: $0.id, title: $0.text) }))
/// }
/// ```
public struct Migration: Sendable {
  /// The version of the old file; the new one has the next version.
  public let version: Int
  private let step: @Sendable ([UInt8]) throws -> [UInt8]

  /// Makes the conversion from one version to the next.
  /// - Parameters:
  ///   - version: The version of the old files.
  ///   - migrate: Makes the next version's state from the old one. `Old` needs only the fields that
  ///     the closure reads, and `New` those that the state had in the next version.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int, _ migrate: @escaping @Sendable (Old) throws -> New
  ) {
    self.version = version
    step = { file in
      let old = try JSONFormat.decode(SnapshotFormat.Content<Old>.self, from: file)
      return try JSONFormat.encode(
        SnapshotFormat.Content(
          entryNumber: old.entryNumber, state: try migrate(old.state),
          schemaVersion: version + 1))
    }
  }

  /// Makes the next version's file from a whole file: for tests with a file of each version.
  public func migrate(_ file: [UInt8]) throws -> [UInt8] { try step(file) }

  /// Migrates a file to a version, and decodes its state.
  static func apply<Part: Decodable>(
    _ migrations: [Migration], to bytes: [UInt8], from found: Int, to known: Int,
    as type: Part.Type, _ path: String
  ) throws(PersistenceError) -> Part {
    func failure(_ reason: String) -> PersistenceError {
      .cannotMigrate(path: path, found: found, known: known, reason: reason)
    }
    var file = bytes
    for version in found..<known {
      guard let step = migrations.first(where: { $0.version == version }) else {
        throw failure("this program has no migration from version \(version)")
      }
      file = try attempt({ failure("from version \(version): \($0)") }, in: file) {
        try step.migrate(file)
      }
    }
    return try attempt(
      { failure("the result of the last migration is not valid: \($0)") }, in: file
    ) {
      try SnapshotFormat.decode(file, as: Part.self, known: nil).state
        ?? { throw failure("the last migration returned no state") }()
    }
  }
}
