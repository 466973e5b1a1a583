/// What a program keeps in its file: a list of elements, and what else belongs to it.
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
/// It is journaled, undone, merged with what others make of the file, and followed by other processes. So an action
/// carries all that it needs: applied again to the same document, now or in another process, it must do the same.
///
/// In JSON the document must be an object without a field `conflicts`.
public protocol DocumentModel: Codable, Equatable, Sendable {
  /// What the list holds.
  associatedtype Element: DocumentElement
  /// What can happen to the document.
  associatedtype Action: Codable & Equatable & Sendable

  /// Raised when older files no longer fit; 1 where a document does not say.
  static var version: Int { get }

  /// A new document, where there is no file.
  init()

  /// The list that is merged element by element. Other fields are merged as a whole.
  var items: IdentifiedList<Element> { get set }

  /// Does what an action says. A reducer: pure, and called under the store's lock.
  mutating func apply(_ action: Action)

  /// What an action is to undo, and in words.
  /// - Parameters:
  ///   - action: The action that is about to be applied to this document.
  ///   - begun: The document before the step that the action joins; this document if it joins none.
  /// - Returns: Nil for an action that cannot be taken back by itself.
  func step(for action: Action, since begun: Self) -> DocumentStep?
}

extension DocumentModel {
  public static var version: Int { 1 }
}

/// An element of a document, which is merged field by field.
public protocol DocumentElement: Identifiable, Mergeable, Codable, Sendable
where ID: Codable & Sendable, Field: Codable {
  /// What the element is called where a conflict is shown.
  var title: String { get }
  /// What a field holds, as the user reads it.
  func text(of field: Field) -> String
}

/// What a change is to undo, and in words.
public struct DocumentStep: Equatable, Sendable {
  /// In the past tense, as in `deleted 3 notes`.
  public var name: String
  /// Steps of one group with pauses of at most a second are one step; nil for a step of its own.
  public var group: String?
  /// When it happened, since any fixed moment; a group without a time is joined whatever the pause.
  public var time: Duration?
  /// Whether the user is told: not of what is before the user's eyes.
  public var isTold: Bool

  public init(_ name: String, group: String? = nil, at time: Duration? = nil, isTold: Bool = true) {
    (self.name, self.group, self.time, self.isTold) = (name, group, time, isTold)
  }
}

/// What one process shows of a document: the tab, a filter, a draft, the open dialog.
///
/// It is kept beside the document in a file of its own, after half a second and at every end, and is in no journal,
/// undo or merge. Another process on the same document has an interface of its own.
public protocol DocumentInterface: Codable, Equatable, Sendable {
  associatedtype Document: DocumentModel
  /// What can happen to the interface.
  associatedtype Action: Codable & Equatable & Sendable

  /// The interface to begin with.
  init()

  /// The elements with an edit that the document does not have yet: where another program removes one of them, that is
  /// a conflict.
  var editedElements: [Document.Element.ID] { get }

  /// Does what an action says. A reducer: pure, and called under the store's lock.
  /// - Parameters:
  ///   - action: What happened.
  ///   - document: As it is. It changes by its own actions, which the command may send.
  /// - Returns: What is to be done besides.
  mutating func apply(_ action: Action, in document: Document) -> Command<DocumentAction<Self>>
}

extension DocumentInterface {
  public var editedElements: [Document.Element.ID] { [] }
}
