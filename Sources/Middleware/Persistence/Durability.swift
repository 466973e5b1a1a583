/// How much of what happened last survives a crash.
public struct Durability<Action: Sendable>: Sendable {
  /// How actions become lines; nil where there is no journal.
  let journal: JournalCoding<Action>?
  /// How long changes must pause before the state is saved; with a journal, before its lines are synchronized.
  let delay: Duration
  /// How long a change waits at most, though others follow it.
  let maximumWait: Duration

  /// The whole state is saved when changes pause for 300 ms, after 2 s at the latest: see
  /// `snapshot(saveAfter:maximumWait:)`.
  public static var snapshot: Durability {
    .snapshot(saveAfter: .milliseconds(300), maximumWait: .seconds(2))
  }

  /// The whole state is saved some time after it has changed. What changed in the last moments before a crash is
  /// lost. A save costs what the state holds.
  /// - Parameters:
  ///   - saveAfter: How long changes must pause before the state is saved.
  ///   - maximumWait: How long a change waits at most, counted from the first that is not saved.
  public static func snapshot(saveAfter: Duration, maximumWait: Duration) -> Durability {
    Durability(journal: nil, delay: saveAfter, maximumWait: maximumWait)
  }
}

extension Durability where Action: Codable {
  /// Every action is a line in a file before its `dispatch` returns: see `journal(syncAfter:migratingActions:)`.
  public static var journal: Durability { .journal(syncAfter: .seconds(1)) }

  /// Every action is a line in a file before its `dispatch` returns, and before its state is shown: what was
  /// dispatched survives the end of the process at any instant, and once it is synchronized that of the machine.
  /// A change costs what the action holds, not what the state does.
  ///
  /// The lines are in the folder `NAME.journal` beside the state's file. When they have become more than the state
  /// itself, and at the store's end, the state is saved and they go. After a crash the actions are applied again
  /// to the saved state, without their commands: the reducer must give the same for the same actions.
  /// - Parameters:
  ///   - syncAfter: How long a line waits at most until it is on the device. `Store.durable(_:)` does not wait.
  ///   - migratingActions: Makes actions of this version of one that an older program left. Without it, a journal
  ///     with older actions is refused, and not touched.
  public static func journal(
    syncAfter: Duration,
    migratingActions: (@Sendable (SavedAction) throws -> [Action])? = nil
  ) -> Durability {
    journal(
      syncAfter: syncAfter, migratingActions: migratingActions,
      of: { (action: Action) -> Action? in action }, as: { (action: Action) in action })
  }
}

extension Durability {
  /// A journal of some actions only: the others have no line, and no number.
  ///
  /// An action without a line must leave what is kept in the file as it is: a change that it makes there is lost in
  /// a crash. Otherwise like ``journal(syncAfter:migratingActions:)``.
  /// - Parameters:
  ///   - syncAfter: How long a line waits at most until it is on the device.
  ///   - migratingActions: Makes lines of this version of one that an older program left.
  ///   - line: What is written of an action; nil for one that has no line. Called under the store's lock.
  ///   - action: The action that a line stands for.
  public static func journal<Line: Codable & Sendable>(
    syncAfter: Duration = .seconds(1),
    migratingActions: (@Sendable (SavedAction) throws -> [Line])? = nil,
    of line: @escaping @Sendable (Action) -> Line?,
    as action: @escaping @Sendable (Line) -> Action
  ) -> Durability {
    var migrate: (@Sendable (SavedAction) throws -> [Action])?
    if let migratingActions {
      migrate = { saved in try migratingActions(saved).map(action) }
    }
    let coding = JournalCoding<Action>(
      erase: { line($0) },
      decode: { action(try $1.decode(ActionField<Line>.self, from: $0).action) },
      migrate: migrate)
    return Durability(journal: coding, delay: syncAfter, maximumWait: syncAfter)
  }
}

/// An action as an older version of a program left it.
public struct SavedAction: Sendable {
  /// The version of the state's type then.
  public let version: Int
  let line: Data

  /// The action, as the type that it was saved from, or one that has what is needed of it.
  public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
    try JSONForm.decoder().decode(ActionField<Old>.self, from: line).action
  }
}

/// How actions become JSON, and lines of JSON actions.
struct JournalCoding<Action: Sendable>: Sendable {
  /// Nil for an action that has no line.
  let erase: @Sendable (Action) -> (any Encodable & Sendable)?
  let decode: @Sendable (_ line: Data, JSONDecoder) throws -> Action
  let migrate: (@Sendable (SavedAction) throws -> [Action])?
}

extension JournalCoding {
  private struct Refusal: Error, CustomStringConvertible { let description: String }

  /// The actions that a line of a version stands for.
  func actions(in line: Data, of version: Int, known: Int, _ decoder: JSONDecoder) throws
    -> [Action]
  {
    if version == known { return [try decode(line, decoder)] }
    guard version < known, let migrate else {
      throw Refusal(description: "this program has no migration for actions of version \(version)")
    }
    return try migrate(SavedAction(version: version, line: line))
  }
}

private struct ActionField<Action: Decodable>: Decodable { let action: Action }
