import MillraceStore

/// What happened to a file that is watched.
public enum FileChange: Equatable, Sendable {
  /// Its content may be another: it was written to, made, or another file was put in its place.
  case changed
  /// It is not there any more.
  case deleted
}

extension ActionSource {
  /// A source that tells when a file changes, however it does: written in place, or replaced by
  /// another file that is renamed, as editors do. The file need not be there yet.
  ///
  ///     subscriptions: { state in
  ///       [
  ///         .fileChanges(id: state.path, at: state.path) { .fileChanged($0) }
  ///           .catch { .watchFailed("\($0)") }
  ///       ]
  ///     }
  ///
  /// It watches from the moment it starts: who reads the file after that misses no change. It reads
  /// nothing itself. A burst becomes few actions, the last of them after the last change: what
  /// happens while an action is being taken becomes one. To wait until a file is at rest, debounce
  /// in the reducer. Writing the same bytes again counts as a change; new permissions do not.
  ///
  /// A symbolic link is followed: what it leads to is watched, and the link too. A file that may not be read
  /// counts as one that is not there. Of the folders on the way only the last is watched: one further up that is
  /// renamed, or is a link that comes to lead elsewhere, is not noticed.
  ///
  /// Errors are of the type `FileWatchError`: they go to the `catch` around the source; without one
  /// the store reports them as a `StoreIssue.effectFailed`. The source has ended then, and another
  /// id begins anew. On file systems that another machine changes, the system tells only of what
  /// this one does.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`. The path, as a rule.
  ///   - path: Of the file, in a folder that exists. If relative, from the folder in which the
  ///     process works when the source starts.
  ///   - makeAction: Makes the action of a change.
  public static func fileChanges(
    id: some Hashable & Sendable, at path: String,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ makeAction: @escaping @Sendable (FileChange) -> Action
  ) -> ActionSource {
    .listening(
      id: id, fileID: fileID, line: line, function: function,
      to: { try FileWatch.begin(path) }, makeAction)
  }
}
