/// The state of a program around a file: the document, and this process's interface.
public struct DocumentState<Interface: DocumentInterface>: Equatable, Sendable {
  /// The part that undo restores and the file contains.
  struct Version: Equatable, Sendable {
    var document = Interface.Document()
    var conflicts: [Conflict] = []
  }

  /// Two values of one element, of which one must be chosen.
  public typealias Conflict = MergeConflict<Interface.Document.Element>

  var version = Version()
  /// The undo steps. Replaying the journal restores them.
  var history = UndoHistory<Version>()
  /// This session's own undo steps, if the document has several sessions.
  var steps = SessionSteps<Interface>()
  /// In a session's store: the version of the main store whose document was copied last.
  var mainVersion: UInt64 = 0
  /// This process's own state: tab, filter, draft.
  public internal(set) var interface: Interface
  /// Whether this process may write the file.
  public internal(set) var access = DocumentAccess.writing
  /// Why the newest changes are not saved, in one line; nil if they are saved, or will be.
  public internal(set) var failure: String?
  /// The open dialog of the file.
  public internal(set) var dialog: DocumentDialog?
  /// A description of the last change.
  public internal(set) var message: DocumentMessage?

  /// Makes a state without conflicts, history or messages.
  public init(document: Interface.Document = .init(), interface: Interface = .init()) {
    version.document = document
    self.interface = interface
  }

  /// The document.
  public var document: Interface.Document { version.document }
  /// Fields that were changed both here and elsewhere: until the user chooses, the document has the
  /// value from here.
  public var conflicts: [Conflict] { version.conflicts }
  /// The names of the steps to undo, the next one first.
  public var undoNames: [String] {
    steps.isActive ? Array(steps.history.undoNames) : Array(history.undoNames)
  }
  /// The names of the steps to redo, the next one first.
  public var redoNames: [String] {
    steps.isActive ? Array(steps.history.redoNames) : Array(history.redoNames)
  }
}

/// Whether a process may write the file.
public enum DocumentAccess: Codable, Equatable, Sendable {
  /// This process writes the file.
  case writing
  /// Another process writes the file, and receives this process's changes.
  case handingOver
  /// The process that wrote the file has ended. Changes are written one at a time until this
  /// process takes over.
  case abandoned
  /// Nothing can be changed, for the given reason in one line.
  case readOnly(String)
}

/// A dialog of the file, independent of the program.
public enum DocumentDialog: Codable, Equatable, Sendable {
  /// A dialog: conflicts to resolve, changes that could not be saved, or a file to take over.
  case conflicts, notSaved, takeOver
}

/// A description of a change.
public struct DocumentMessage: Equatable, Sendable {
  /// Increases, so that an equal text counts as a new message.
  let number: Int
  /// The text, such as `Deleted 3 notes`.
  public let text: String
  /// Whether undo reverts the change.
  public let isUndoable: Bool
}

/// An action of a program around a file.
public enum DocumentAction<Interface: DocumentInterface>: Codable, Equatable, Sendable {
  /// A change of the document.
  case document(Interface.Document.Action)
  /// A change of the interface.
  case interface(Interface.Action)
  /// Replaces an element that the user has edited. What others changed since the edit began stays; a
  /// field that both changed, and an element that others removed, is a conflict: nothing that was
  /// typed is lost.
  /// - Parameter since: The element as it was when the edit began.
  case edit(Interface.Document.Element, since: Interface.Document.Element)
  /// Undoes the newest step.
  case undo
  /// Redoes the step that was undone last.
  case redo
  /// Merges a version of the file that another program wrote.
  /// - Parameters:
  ///   - base: The common ancestor.
  ///   - keeping: Elements that stay, even if the other version lacks them, for journals of
  ///     earlier versions.
  case merge(
    Interface.Document, base: Interface.Document, keeping: [Interface.Document.Element.ID])
  /// Resolves a conflict.
  case resolve(DocumentState<Interface>.Conflict.ID, takingTheirs: Bool)
  /// Opens a dialog, or closes the one that is open.
  case show(DocumentDialog?)
  /// Becomes the process that writes the file.
  case takeOver
  /// The process became a writer or a reader.
  case accessChanged(DocumentAccess)
  /// Saving failed, with the reason, or works again (nil).
  case failed(String?)
  /// Undoes or redoes a step of one session among several.
  case restore(DocumentPatch<Interface>)
  /// An action of another session on the same document, with a number that identifies the session.
  indirect case bySession(UInt32, DocumentAction)
  /// From this action on, the document has several sessions.
  case shared

  /// The names of the cases in journals.
  enum CodingKeys: String, CodingKey {
    case document, interface, edit, undo, redo, merge, show, takeOver, accessChanged, failed,
      restore
    case bySession, shared
    case resolve = "settle"
  }
  enum ResolveCodingKeys: String, CodingKey { case _0, takingTheirs = "takesTheirs" }

  /// Whether the action changes the document, and so is journaled or handed over to the writing
  /// process.
  var changesDocument: Bool {
    switch self {
    case .document, .edit, .undo, .redo, .merge, .resolve, .restore, .bySession: true
    case .interface, .show, .takeOver, .accessChanged, .failed, .shared: false
    }
  }
}
