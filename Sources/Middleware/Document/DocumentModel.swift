import MillraceStore

/// The content of a document: a list of elements, and other fields.
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
/// Its actions are written to a log, and each participant applies them: other stores, other
/// processes, and this one after a restart. So an action must give an equal result when it is
/// applied to an equal document. The time, random numbers and new ids must be parts of the action.
///
/// The list is merged by element and field. The other fields are merged as one value, unless the
/// model names them: `Field`, `assign(_:from:)` and `text(of:)`, as for an element.
///
/// In JSON the document must be an object without a field `conflicts`.
public protocol DocumentModel: Mergeable, Codable, Sendable where Field: Codable {
  /// The fields beside the list, which are merged separately. By default they are one field, so
  /// that a merge takes all of them from one side.
  associatedtype Field = OtherFields
  /// An element of the list.
  associatedtype Element: DocumentElement
  /// A change of the document.
  associatedtype Action: Codable & Equatable & Sendable

  /// The version of the file format, 1 by default. Raise it when older files or actions can no
  /// longer be decoded. Entries of a log that contain elements (an edit, an undo, a merge) are not
  /// migrated: if a killed program left such entries, the log stays read-only until the older
  /// program has saved it.
  static var version: Int { get }
  /// The conversions from older versions to this one, one for each version; none by default. If one
  /// is missing, an older file is refused, and not touched.
  static var migrations: [Migration] { get }
  /// Makes actions of this version from an older program's action. By default, it throws an error.
  /// If it throws, the document is read-only, and has only the changes before that action.
  static func migrate(_ saved: SavedAction) throws -> [Action]

  /// Makes the document to begin with if there is no file.
  init()

  /// The elements of the document, in their order.
  var items: IdentifiedList<Element> { get set }

  /// Applies an action, as a reducer: it must be pure, and is called under the store's lock.
  mutating func apply(_ action: Action)

  /// The value of a field besides the list, as text for the user.
  func text(of field: Field) -> String

  /// The named undo step of an action. Not called for ``DocumentAction/edit(_:since:)``, which
  /// makes its own step.
  /// - Parameters:
  ///   - action: The action that is about to be applied to this document.
  ///   - begun: The document before the step that the action joins; this document if it joins none.
  /// - Returns: Nil for a change that undo keeps, such as one that comes from a server.
  func step(for action: Action, since begun: Self) -> DocumentStep?

  /// Returns the difference between two versions. The library implements this for all models. It is
  /// a requirement so that the compiler specializes it for each model.
  static func difference(from old: Self, to new: Self) -> DocumentDifference<Element>
}

/// The difference between two versions of a document.
public struct DocumentDifference<Element: Identifiable> {
  let items: [IdentifiedList<Element>.Change]
  /// Whether a field besides the list differs.
  let isInFields: Bool

  @usableFromInline
  init(items: [IdentifiedList<Element>.Change], isInFields: Bool) {
    (self.items, self.isInFields) = (items, isInFields)
  }
}

extension DocumentModel {
  public static var version: Int { 1 }
  public static var migrations: [Migration] { [] }
  public static func migrate(_ saved: SavedAction) throws -> [Action] {
    throw NoMigration(version: saved.version)
  }

  @inlinable
  public static func difference(from old: Self, to new: Self) -> DocumentDifference<Element> {
    DocumentDifference(
      items: new.items.changes(since: old.items),
      isInFields: Field.allCases.contains { !old.isEqual(to: new, in: $0) })
  }
}

/// The `Field` of a model that names no fields: everything but the list counts as one value.
public enum OtherFields: String, CaseIterable, Codable, Sendable {
  /// All fields but the list.
  case all
}

extension DocumentModel where Field == OtherFields {
  public mutating func assign(_ field: OtherFields, from other: Self) {
    let items = items
    self = other
    self.items = items
  }

  public func text(of field: OtherFields) -> String {
    var fields = self
    fields.items.removeAll()
    return "\(fields)"
  }
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
  /// The time of the action, since any fixed moment. Without a time, a group's steps are joined
  /// whatever the pause.
  public var time: Duration?
  /// Whether a message shows the step: false for a change that the user sees anyway.
  public var showsMessage: Bool

  /// Makes a step from its parts.
  /// - Parameters:
  ///   - name: The name in the past tense, as in `deleted 3 notes`.
  ///   - group: Joins steps of one group with pauses of at most a second; nil for a separate step.
  ///   - time: The time of the action, since any fixed moment, taken from the action itself.
  ///     Without a time, a group's steps are joined whatever the pause.
  ///   - showsMessage: Whether a message shows the step: false for a change that the user sees
  ///     anyway.
  public init(
    _ name: String, group: String? = nil, at time: Duration? = nil, showsMessage: Bool = true
  ) {
    (self.name, self.group, self.time, self.showsMessage) = (name, group, time, showsMessage)
  }
}
