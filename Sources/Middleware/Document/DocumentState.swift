import MillraceStore

/// A document as a part of a program's state: its value, its conflicts, and the status of saving.
///
/// ```swift
/// struct Program: Equatable, Sendable {
///   var notes = DocumentState<Notes>()
///   var search = ""
/// }
///
/// enum ProgramAction: Equatable, Sendable { case notes(DocumentAction<Notes>), search(String) }
///
/// let notesActions = CasePath(ProgramAction.notes) {
///   if case .notes(let action) = $0 { action } else { nil }
/// }
///
/// let program = Reducer<Program, ProgramAction>.combine(
///   Reducer { state, action in
///     if case .search(let text) = action { state.search = text }
///   },
///   .scope(state: \.notes, action: notesActions, .document()))
///
/// let store = Store(
///   initial: Program(), reducer: program,
///   middleware: [.document(\.notes, action: notesActions, in: DocumentLog(file: "notes.json"))])
/// ```
///
/// The document is shared by the stores of one process, and by the processes on one file or server.
/// The other parts of the program's state belong to its process. The JSON of this state is
/// complete, so that a tool can edit and record it.
public struct DocumentState<Model: DocumentModel>: Codable, Equatable, Sendable {
  /// A conflict of the document.
  public typealias Conflict = DocumentConflict<Model>

  var content: DocumentContent<Model>
  /// The author of this store's entries. Undo and redo here concern this author's steps.
  var author = ""
  /// Whether the document can be changed.
  public internal(set) var access = DocumentAccess.writing
  /// False if the newest changes could not be written to the log yet.
  public internal(set) var isSaved = true
  /// Why the newest changes are not saved, or not in the readable file, in one line; nil if nothing
  /// failed.
  public internal(set) var failure: String?
  /// How many changes are not in the log because of a failure. If there is none: how many changes
  /// of this process wait because the server is not reached or this user may not write.
  public internal(set) var waiting = 0
  /// The reason why the server of the document is not reached, and since when; nil while it is
  /// reached, and for a file.
  public internal(set) var offline: DocumentOffline?
  /// The open dialog of the document; nil for none.
  public internal(set) var dialog: DocumentDialog?
  /// The last message about a change; nil before the first, and after a step that shows none.
  public internal(set) var message: DocumentMessage?
  private var messageCount = 0
  /// A notice for the user in one line, such as a repair of the log, or a change that the server
  /// refused; nil after the next change.
  public internal(set) var notice: String?
  /// Whether the middleware has connected the store with its log.
  var isJoined = false

  /// Makes a state without conflicts, steps or messages.
  /// - Parameter value: The document. When a store starts, its log replaces it.
  public init(_ value: Model = Model()) { content = DocumentContent(value) }

  /// The document.
  public var value: Model { content.version.value }
  /// The fields and elements that were changed both here and elsewhere. A conflict ends when the
  /// user chooses one of its two values.
  public var conflicts: [Conflict] { content.version.conflicts }
  /// The names of the steps to undo, the next one first.
  public var undoNames: some RandomAccessCollection<String> { names(steps?.past) }
  /// The names of the steps to redo, the next one first.
  public var redoNames: some RandomAccessCollection<String> { names(steps?.future) }

  private var steps: AuthorSteps? { content.steps[author] }

  private func names(
    _ steps: StepList<AuthorSteps.Step>?
  ) -> some RandomAccessCollection<String> {
    (steps ?? StepList()).lazy.map { $0.name }.reversed()
  }

  /// The document before the undo step that an action would join; the current document if it would
  /// join none.
  public func start(joinedBy action: Model.Action) -> Model {
    value.step(for: action, since: value).flatMap {
      content.version(joinedBy: $0, by: author)?.value
    } ?? value
  }
}

/// Whether a document can be changed.
public enum DocumentAccess: Codable, Equatable, Sendable {
  /// Changes are written to the log.
  case writing
  /// Nothing can be changed, for the given reason in one line.
  case readOnly(String)
}

/// A period in which the server of a document is not reached. Changes are kept on this machine, and
/// sent later.
public struct DocumentOffline: Codable, Equatable, Sendable {
  /// Why the server is not reached, in one line.
  public let reason: String
  /// When the period began, as the time since 1970-01-01 00:00 UTC.
  public let since: Duration
}

/// A dialog of a document, independent of the program.
public enum DocumentDialog: Codable, Equatable, Sendable {
  /// A dialog: conflicts to resolve, or changes that could not be saved.
  case conflicts, notSaved
}

/// A description of a change.
public struct DocumentMessage: Codable, Equatable, Sendable {
  /// Differs for each message, so that a message with the same text as the last one counts as new.
  let number: Int
  /// The text, such as `Deleted 3 notes`.
  public let text: String
  /// Whether undo reverts the change.
  public let isUndoable: Bool
}

/// An action on a document.
public enum DocumentAction<Model: DocumentModel>: Codable, Equatable, Sendable {
  /// A change of the document.
  case change(Model.Action)
  /// Replaces an element that the user has edited. The changes of others since the edit began stay.
  /// A field that both changed, or an element that others removed, becomes a conflict, so that no
  /// edit is lost.
  ///
  /// The undo step is named `changed “TITLE”`, after the first 30 characters of the title when the
  /// edit began. It has no group, and a message shows it. The model's `step(for:since:)` is not
  /// called. An element that is equal to `since` changes nothing, and makes no step.
  ///
  /// While the user edits an element, the program sends this action before any other change,
  /// ``undo`` or ``redo``. Otherwise an undo would revert an earlier step, and removing the element
  /// would conflict with the edit.
  /// - Parameter since: The element as it was when the edit began.
  case edit(Model.Element, since: Model.Element)
  /// Undoes the newest step of this participant.
  case undo
  /// Redoes the step that was undone last.
  case redo
  /// Resolves a conflict.
  case resolve(DocumentConflict<Model>.ID, takingTheirs: Bool)
  /// Opens a dialog, or closes the one that is open.
  case show(DocumentDialog?)
  /// Merges a version from elsewhere, such as a file that another program wrote. `of` identifies
  /// the version; for a file, it is the checksum.
  case merge(DocumentPatch<Model>, of: String)
  /// Applies the changes of a tool that replaced the state.
  case replace(DocumentPatch<Model>)
  /// An undo or a redo as the log records it: with the patch of the step, so that other
  /// participants need not have the step.
  case restore(DocumentPatch<Model>, step: UInt64, isRedo: Bool)

  /// Whether the action changes the document, and so is an entry of the log.
  var isLogged: Bool { if case .show = self { false } else { true } }
}

extension Reducer {
  /// Applies actions to a document, and sets the message.
  ///
  /// Scope it into the program's reducer, and connect the document with its log by the middleware
  /// `document(_:action:in:)`. Without that middleware, the document is not shared and not saved.
  /// - Complexity: That of the model's `apply`, and O(*c* log *n*) for *c* changed elements of *n*.
  public static func document<Model>() -> Reducer
  where State == DocumentState<Model>, Action == DocumentAction<Model> {
    Reducer { state, action in
      if case .show(let dialog) = action { return state.dialog = dialog }
      if case .readOnly = state.access {
        return state.setMessage("Read-only: nothing was changed", isUndoable: false)
      }
      state.notice = nil
      let number = state.content.number
      let outcome = state.content.apply(action, by: state.author)
      // An action that changes nothing becomes no entry, so the content keeps its number.
      if !outcome.isChanged { state.content.number = number }
      if outcome.name != nil, !outcome.showsMessage {
        // Otherwise the message of an earlier change would be taken for a message about this
        // change.
        state.message = nil
      } else if let name = outcome.name {
        let isMove =
          if case .undo = action { true } else if case .redo = action { true } else { false }
        state.setMessage(name.prefix(1).uppercased() + name.dropFirst(), isUndoable: !isMove)
      }
    }
  }
}

extension DocumentState {
  /// Takes the messages from another state, because they belong to the process, not to the
  /// document.
  mutating func takeMessages(from other: DocumentState) {
    (message, notice, isJoined) = (other.message, other.notice, other.isJoined)
    messageCount = other.messageCount
  }

  mutating func setMessage(_ text: String, isUndoable: Bool) {
    messageCount &+= 1
    message = DocumentMessage(number: messageCount, text: text, isUndoable: isUndoable)
  }
}
