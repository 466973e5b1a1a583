/// How much of the latest changes survives a crash.
public struct Durability<Action: Sendable>: Sendable {
  /// How actions are encoded; nil without a journal.
  let journal: JournalCoding<Action>?
  /// How long changes must pause before the state is saved, or a log is synchronized.
  let delay: Duration
  /// The longest time until a change is saved, even if other changes follow.
  let maximumWait: Duration

  /// Saves the whole state when changes pause for 300 ms, after 2 s at the latest: see
  /// `snapshot(saveAfter:maximumWait:)`.
  public static var snapshot: Durability {
    .snapshot(saveAfter: .milliseconds(300), maximumWait: .seconds(2))
  }

  /// Saves the whole state some time after a change. A crash loses the changes since the last save.
  /// The cost of a save grows with the state.
  /// - Parameters:
  ///   - saveAfter: How long changes must pause before the state is saved.
  ///   - maximumWait: The longest time from the first unsaved change until the save.
  public static func snapshot(saveAfter: Duration, maximumWait: Duration) -> Durability {
    Durability(journal: nil, delay: saveAfter, maximumWait: maximumWait)
  }
}

extension Durability where Action: Codable {
  /// Writes every action to a file before its `dispatch` returns: see
  /// `journal(syncAfter:migratingActions:)`.
  public static var journal: Durability { .journal(syncAfter: .seconds(1)) }

  /// Writes every action as an entry to a log before its `dispatch` returns, and before its state
  /// is shown. Dispatched actions survive a crash of the process, and, once synchronized, a crash
  /// of the machine. The cost of a change grows with the action, not with the state.
  ///
  /// The log is in the folder `NAME.log` beside the state's file, with a state to begin from. When
  /// its entries are longer than both the state and 1 MB, and at the store's end, the state is
  /// saved and the entries are removed. After a crash the actions are applied again to the saved
  /// state, without their commands: the reducer must give equal results for equal actions. A change
  /// that no action expresses, such as time travel or an undo of ``UndoHistory``, is an entry with
  /// all of the saved state.
  /// - Parameters:
  ///   - syncAfter: The longest time until an entry is on the device. `Store.durable(_:)`
  ///     synchronizes earlier.
  ///   - migratingActions: Makes actions of this version from an older program's action. Without
  ///     it, a journal with older actions is refused, and not touched.
  public static func journal(
    syncAfter: Duration,
    migratingActions: (@Sendable (SavedAction) throws -> [Action])? = nil
  ) -> Durability {
    let coding = JournalCoding<Action>(
      encodable: { $0 },
      decode: { try $1.decode(ActionField<Action>.self, from: $0).action },
      migrate: migratingActions)
    return Durability(journal: coding, delay: syncAfter, maximumWait: syncAfter)
  }
}

/// An action that an older version of the program saved.
public struct SavedAction: Sendable {
  /// The version of the state's type when the action was saved.
  public let version: Int
  let line: Data
  /// Whether the line has a change of a document, which contains the action.
  private let isChange: Bool

  private struct Change<Old: Decodable>: Decodable {
    struct Case: Decodable {
      let action: Old

      enum CodingKeys: String, CodingKey { case action = "_0" }
    }

    let change: Case
  }

  private struct AnyChange: Decodable { let action: Change<Anything> }
  private struct Anything: Decodable { init(from decoder: any Decoder) {} }

  init(version: Int, line: Data) { (self.version, self.line, isChange) = (version, line, false) }

  /// - Returns: Nil if the line of a document's log has no change.
  init?(version: Int, changeIn line: Data) {
    guard (try? JSONFormat.decoder().decode(AnyChange.self, from: line)) != nil else { return nil }
    (self.version, self.line, isChange) = (version, line, true)
  }

  /// Decodes the action as the type that was saved, or as a type that has only the needed fields.
  public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
    let decoder = JSONFormat.decoder()
    if !isChange { return try decoder.decode(ActionField<Old>.self, from: line).action }
    return try decoder.decode(ActionField<Change<Old>>.self, from: line).action.change.action
  }
}

/// Converts actions to JSON, and entries of a log to actions.
struct JournalCoding<Action: Sendable>: Sendable {
  let encodable: @Sendable (Action) -> any Encodable & Sendable
  let decode: @Sendable (_ line: Data, JSONDecoder) throws -> Action
  let migrate: (@Sendable (SavedAction) throws -> [Action])?
}

/// Why an older action cannot be applied.
struct NoMigration: Error, CustomStringConvertible {
  let version: Int

  var description: String { "this program has no migration for actions of version \(version)" }
}

extension JournalCoding {
  /// Returns the actions of an entry that was saved with a schema version. An entry of an older
  /// version is migrated.
  func actions(in line: Data, of version: Int, known: Int, _ decoder: JSONDecoder) throws
    -> [Action]
  {
    if version == known { return [try decode(line, decoder)] }
    guard version < known, let migrate else {
      throw NoMigration(version: version)
    }
    return try migrate(SavedAction(version: version, line: line))
  }
}

private struct ActionField<Action: Decodable>: Decodable { let action: Action }
