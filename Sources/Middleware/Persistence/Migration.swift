/// Brings a file of one version to the next.
///
/// ```swift
/// Migration(from: 1) { (old: [String]) in old.map { Todo(title: $0) } }
/// ```
public struct Migration: Sendable {
  /// The version that it begins with; it leads to the one after it.
  public let version: Int
  private let step: @Sendable ([UInt8]) throws -> [UInt8]

  /// - Parameters:
  ///   - version: That of the files it begins with.
  ///   - migrate: Makes the next version's state. The types need hold only what the state held then.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int, _ migrate: @escaping @Sendable (Old) throws -> New
  ) {
    self.version = version
    step = { file in
      let old = try JSONForm.decode(SnapshotForm.Content<Old>.self, from: file)
      return try JSONForm.encode(
        SnapshotForm.Content(
          commit: old.commit, state: try migrate(old.state), version: version + 1))
    }
  }

  /// Makes the next version's file of a whole file: for a test that has one of each version.
  public func migrate(_ file: [UInt8]) throws -> [UInt8] { try step(file) }
}
