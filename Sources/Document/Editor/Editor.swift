import Millrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Edits a file on a terminal that the program has released. A program takes its editor from
/// ``EditorKey``, so that a test can replace it.
///
/// ```swift
/// case .editNotes(let item, let terminal):
///   return .task { dependencies in
///     let editor = dependencies[EditorKey.self]
///     let notes = try await terminal.edit(item.notes, suffix: ".md", by: editor)
///     return .setNotes(item.id, notes ?? item.notes)
///   }
/// ```
public struct Editor: Sendable {
  let run: @Sendable (_ path: String) async -> EditorEnd

  /// Makes an editor from a function.
  /// - Parameter run: Changes the file at the path, and returns when the user is done. If its task
  ///   is cancelled, it should return soon.
  public init(run: @escaping @Sendable (_ path: String) async -> EditorEnd) { self.run = run }

  /// The user's editor: `$VISUAL`, else `$EDITOR`, else `vi`. The shell evaluates the variable, so
  /// it may contain arguments, such as `code -w`. The editor is in the group of this process, so
  /// signals from keys reach both processes. If the task is cancelled, the editor is sent SIGTERM.
  public static let preferred = Editor { path in
    // An editor reads keys from standard input. If that is not a terminal, it becomes a copy of
    // standard output, which is the terminal.
    let script = #"[ -t 0 ] || exec <&1; eval "exec ${VISUAL:-${EDITOR:-vi}} \"\$@\"""#
    let end = await ForegroundProcess().run(["/bin/sh", "-c", script, "sh", path])
    // The shell ends with these statuses if the program does not exist or cannot be run.
    return end == .status(127) || end == .status(126) ? .notStarted : end
  }

  /// An editor for tests: replaces the text of the file by the result of a function. The text that
  /// the function receives ends with a newline, unless it is empty.
  public static func changing(_ change: @escaping @Sendable (String) -> String) -> Editor {
    Editor { path in
      let text = try? change(String(contentsOfFile: path, encoding: .utf8))
      try? text?.write(toFile: path, atomically: false, encoding: .utf8)
      return .status(0)
    }
  }
}

/// The editor that a program's commands use; ``Editor/preferred`` by default.
public enum EditorKey: DependencyKey {
  public static var defaultValue: Editor { .preferred }
}

/// How an editor ended.
public enum EditorEnd: Equatable, Sendable, CustomStringConvertible {
  /// The editor ended with this status. The file is complete if the status is 0.
  case status(Int32)
  /// A signal with this number ended the editor.
  case signal(Int32)
  /// There is no editor, or it cannot be run.
  case notStarted

  public var description: String {
    switch self {
    case .notStarted: "no editor can be started: set EDITOR to the command of an editor"
    case .status(let status): "the editor ended with status \(status)"
    case .signal(let signal): "the editor was ended by signal \(signal)"
    }
  }
}

/// The reason why a text was not edited. No text written in the editor is lost: if the file differs
/// from the original text, the file is kept, and the error names it.
public enum EditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text cannot be written to a file, or the terminal cannot be released: another program
  /// already has the terminal, this program has ended, or its view is on a web page.
  case unavailable(reason: String)
  /// The editor did not end with status 0.
  case failed(EditorEnd, keptAt: String?)
  /// The edited text is not UTF-8. It is kept at the path.
  case notUTF8(keptAt: String)
  /// The file is missing or cannot be read.
  case notRead(path: String)

  public var description: String {
    switch self {
    case .unavailable(let reason): "no editor can be started: \(reason)"
    case .failed(let end, let path):
      "\(end)" + (path.map { "; the edited text is kept in \($0)" } ?? "")
    case .notUTF8(let path): "the edited text is not UTF-8; it is kept in \(path)"
    case .notRead(let path): "the edited text cannot be read from \(path)"
    }
  }
}
