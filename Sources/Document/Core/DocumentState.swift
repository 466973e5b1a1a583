/// The state of a program around a file: the document, and this process's interface.
public struct DocumentState<Interface: DocumentInterface>: Equatable, Sendable {
  /// The part that undo restores and the file contains.
  struct Version: Equatable, Sendable {
    var document = Interface.Document()
    var conflicts: [Conflict] = []
  }

  public typealias Conflict = MergeConflict<Interface.Document.Element>

  var version = Version()
  /// The steps of undo. Replaying the journal restores them.
  var history = UndoHistory<Version>()
  /// This session's own steps of undo, where the document has several sessions.
  var steps = SessionSteps<Interface>()
  /// Of a session's store: the version of the main store that this has the document of.
  var mainVersion: UInt64 = 0
  /// This process's own state: tab, filter, draft.
  public internal(set) var interface: Interface
  /// Whether this process may write the file.
  public internal(set) var access = DocumentAccess.writing
  /// Why the newest changes are not saved, in one line; nil if they are, or will be.
  public internal(set) var failure: String?
  /// The dialog of the file that is open.
  public internal(set) var dialog: DocumentDialog?
  /// What was done last, in words.
  public internal(set) var message: DocumentMessage?

  public init(document: Interface.Document = .init(), interface: Interface = .init()) {
    version.document = document
    self.interface = interface
  }

  /// The document.
  public var document: Interface.Document { version.document }
  /// Fields that were changed here and elsewhere: the document has ours until the user has chosen.
  public var conflicts: [Conflict] { version.conflicts }
  /// The steps that can be taken back, the next one first.
  public var undoNames: [String] {
    steps.areKept ? Array(steps.history.undoNames) : Array(history.undoNames)
  }
  /// The steps that can be brought back, the next one first.
  public var redoNames: [String] {
    steps.areKept ? Array(steps.history.redoNames) : Array(history.redoNames)
  }
}

/// Whether a process may write the file.
public enum DocumentAccess: Codable, Equatable, Sendable {
  case writing
  /// Another process writes it, and gets this process's changes.
  case handingOver
  /// The process that wrote it has ended. Changes are written one at a time until this one takes over.
  case abandoned
  /// Nothing can be changed, for a reason that is given in one line.
  case readOnly(String)
}

/// A dialog that belongs to the file rather than to the program.
public enum DocumentDialog: Codable, Equatable, Sendable { case conflicts, notSaved, takeOver }

/// What was done, in words.
public struct DocumentMessage: Equatable, Sendable {
  /// Goes up, so that the same text twice is seen to be new.
  let number: Int
  /// As in `Deleted 3 notes`.
  public let text: String
  /// Whether an undo takes it back.
  public let isUndoable: Bool
}

/// An action of a program around a file.
public enum DocumentAction<Interface: DocumentInterface>: Codable, Equatable, Sendable {
  case document(Interface.Document.Action)
  case interface(Interface.Action)
  /// Undoes the newest step.
  case undo
  /// Redoes the step that was undone last.
  case redo
  /// Merges a version of the file that another program wrote.
  /// - Parameters:
  ///   - base: The common ancestor.
  ///   - keeping: Elements that are being edited: they stay, though the other version lacks them.
  case merge(
    Interface.Document, base: Interface.Document, keeping: [Interface.Document.Element.ID])
  /// Resolves a conflict.
  case settle(DocumentState<Interface>.Conflict.ID, takesTheirs: Bool)
  /// Opens a dialog, or closes the one that is open.
  case show(DocumentDialog?)
  /// Becomes the process that writes the file.
  case takeOver
  case accessChanged(DocumentAccess)
  case failed(String?)
  /// Undoes or redoes a step of one session among several.
  case restore(DocumentPatch<Interface>)
  /// An action of another session on the same document, with a number that tells sessions apart.
  indirect case bySession(UInt32, DocumentAction)
  /// The document has several sessions from now on.
  case shared

  /// Whether it changes the document, and so is journaled or handed to the process that writes.
  var isOfDocument: Bool {
    switch self {
    case .document, .undo, .redo, .merge, .settle, .restore, .bySession: true
    case .interface, .show, .takeOver, .accessChanged, .failed, .shared: false
    }
  }
}
