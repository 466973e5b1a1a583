/// The content of a program's file: a list of elements, and other fields.
///
/// ```swift
/// struct Notes: DocumentModel {
///   var items = IdentifiedList<Note>()
///
///   enum Action: Codable, Equatable, Sendable { case add(Note), remove(Note.ID) }
///
///   mutating func apply(_ action: Action) {
///     switch action {
///     case .add(let note): items.append(note)
///     case .remove(let id): items.remove(id: id)
///     }
///   }
///
///   func step(for action: Action, since begun: Notes) -> DocumentStep? {
///     switch action {
///     case .add: DocumentStep("added a note")
///     case .remove: DocumentStep("deleted a note")
///     }
///   }
/// }
/// ```
///
/// The document is journaled, undone, merged with changes of other programs, and followed by other
/// processes. So an action contains everything that it needs: applied to an equal document, even in
/// another process, it must give the same result.
///
/// In JSON the document must be an object without a field `conflicts`.
public protocol DocumentModel: Codable, Equatable, Sendable {
  /// An element of the list.
  associatedtype Element: DocumentElement
  /// A change of the document.
  associatedtype Action: Codable & Equatable & Sendable

  /// The version of the file format, 1 by default. Raise it when older files can no longer be
  /// decoded.
  static var version: Int { get }

  /// Makes the document to begin with if there is no file.
  init()

  /// The list that is merged element by element. Other fields are merged as a whole.
  var items: IdentifiedList<Element> { get set }

  /// Applies an action, as a reducer: it must be pure, and is called under the store's lock.
  mutating func apply(_ action: Action)

  /// The named undo step of an action.
  /// - Parameters:
  ///   - action: The action that is about to be applied to this document.
  ///   - begun: The document before the step that the action joins; this document if it joins none.
  /// - Returns: Nil for an action that is not undoable by itself.
  func step(for action: Action, since begun: Self) -> DocumentStep?
}

extension DocumentModel {
  public static var version: Int { 1 }
}

/// An element of a document, which is merged field by field.
public protocol DocumentElement: Identifiable, Mergeable, Codable, Sendable
where ID: Codable & Sendable, Field: Codable {
  /// The element's name where a conflict is shown.
  var title: String { get }
  /// The value of a field, as text for the user.
  func text(of field: Field) -> String
}

/// A named undo step.
public struct DocumentStep: Equatable, Sendable {
  /// The name in the past tense, as in `deleted 3 notes`.
  public var name: String
  /// Steps of one group with pauses of at most a second are joined to one; nil for a separate step.
  public var group: String?
  /// The time since any fixed moment. Without a time, a group's steps are joined whatever the
  /// pause.
  public var time: Duration?
  /// Whether a message shows the step: false for a change that the user sees anyway.
  public var showsMessage: Bool

  /// Makes a step from its parts.
  public init(
    _ name: String, group: String? = nil, at time: Duration? = nil, showsMessage: Bool = true
  ) {
    (self.name, self.group, self.time, self.showsMessage) = (name, group, time, showsMessage)
  }
}

/// The state of one process's interface to a document: the tab, a filter, a draft, the open dialog.
///
/// It is saved in a separate file beside the document, after half a second and at the program's
/// end. It is not journaled, undone or merged. Each process on a document has its own interface,
/// and begins with the one that was saved last.
public protocol DocumentInterface: Codable, Equatable, Sendable {
  /// The document that the interface belongs to.
  associatedtype Document: DocumentModel
  /// A change of the interface.
  associatedtype Action: Codable & Equatable & Sendable

  /// Makes the interface to begin with.
  init()

  /// Applies an action, as a reducer: it must be pure, and is called under the store's lock.
  /// - Parameters:
  ///   - action: The change.
  ///   - document: The current document. Only document actions change it; the command may send
  ///     some.
  /// - Returns: The effects of the action.
  mutating func apply(_ action: Action, in document: Document) -> Command<DocumentAction<Self>>
}
