/// A stack of screens, each opened on top of the previous one.
///
/// ```swift
/// struct Navigation: Equatable, Sendable { var stack = ScreenStack(Page.folder("Inbox")) }
/// enum NavigationAction: Sendable { case stack(StackAction<Page, PageAction>) }
///
/// let navigation = Reducer<Navigation, NavigationAction>.stack(
///   \.stack, action: stackPath, page)
/// store.dispatch(.stack(.push(.note("Recipes"))))
/// ```
///
/// Each screen has an id that the stack does not use again, so its effects and sources belong to it
/// alone, and end when it is removed. There is always at least one screen. Change the stack with
/// its methods. Do not assign a new stack: its ids begin again with the first id, so its screens
/// take over the effects of the old screens with the same ids.
public struct ScreenStack<Screen: Equatable & Sendable>: Equatable, Sendable {
  /// A screen with its id.
  public struct Entry: Equatable, Identifiable, Sendable {
    /// Identifies the screen in its stack.
    public let id: Int
    /// The state of the screen.
    public var screen: Screen
  }

  /// The screens, the bottom one first.
  public internal(set) var entries: IdentifiedList<Entry> = []
  private var lastID = -1

  /// Makes a stack, such as the one that a deep link opens.
  /// - Parameters:
  ///   - bottom: The screen below all others.
  ///   - above: The screens on top of it, the visible one last.
  public init(_ bottom: Screen, _ above: Screen...) {
    push(bottom)
    for screen in above { push(screen) }
  }

  /// The visible screen.
  public var top: Entry { entries[entries.count - 1] }

  /// Whether there is a screen below the visible one.
  public var canGoBack: Bool { entries.count > 1 }

  /// The screen with the given id; nil if it was removed.
  public subscript(id: Int) -> Screen? { entries[id: id]?.screen }

  /// Puts a screen on top.
  public mutating func push(_ screen: Screen) {
    lastID += 1
    entries.append(Entry(id: lastID, screen: screen))
  }

  /// Removes a screen and the screens above it. The bottom screen always stays.
  public mutating func remove(from id: Int) {
    guard let index = entries.index(id: id) else { return }
    while entries.count > max(1, index) { entries.removeLast() }
  }

  /// Removes the visible screen, unless it is the only one.
  public mutating func goBack() { remove(from: top.id) }

  /// Replaces all screens, for a deep link. The effects of the old screens end.
  public mutating func replace(with bottom: Screen, _ above: [Screen] = []) {
    entries = []
    push(bottom)
    for screen in above { push(screen) }
  }
}

extension ScreenStack.Entry: Codable where Screen: Codable {}
extension ScreenStack: Codable where Screen: Codable {
  private enum CodingKeys: CodingKey { case entries, lastID }

  /// - Throws: `DecodingError` if there is no screen, or if no id is left for another screen.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entries = try container.decode(IdentifiedList<Entry>.self, forKey: .entries)
    let saved = try container.decode(Int.self, forKey: .lastID)
    lastID = entries.reduce(saved) { max($0, $1.id) }
    if entries.isEmpty || lastID == .max {
      throw DecodingError.dataCorruptedError(
        forKey: .entries, in: container, debugDescription: "A stack needs a screen, and a next id.")
    }
  }
}

/// An action of a stack of screens.
public enum StackAction<Screen: Sendable, Action: Sendable>: Sendable {
  /// An action of the screen with the given id.
  case screen(Int, Action)
  /// Puts a screen on top.
  case push(Screen)
  /// Removes the visible screen, unless it is the only one.
  case back
  /// Removes the screen with the given id and the screens above it, but never the bottom one. The
  /// stack sends this action for a screen that returns `Command.dismiss()`.
  case remove(Int)
  /// Replaces all screens, for a deep link: the bottom screen, then the screens above it.
  case open(Screen, [Screen])
}

extension StackAction: Equatable where Screen: Equatable, Action: Equatable {}
extension StackAction: Codable where Screen: Codable, Action: Codable {}

extension Reducer {
  /// Runs the screens of a stack, each with its own effects and sources.
  ///
  /// An action for a removed screen is ignored, and reported as a `StoreIssue.absentChild`.
  /// - Parameters:
  ///   - field: The field with the stack.
  ///   - action: The case of this state's actions that contains the stack's actions.
  ///   - screen: The reducer of a screen.
  public static func stack<Screen, ScreenAction>(
    _ field: WritableKeyPath<State, ScreenStack<Screen>> & Sendable,
    action: CasePath<Action, StackAction<Screen, ScreenAction>>,
    _ screen: Reducer<Screen, ScreenAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer where State: Sendable {
    typealias Stack = ScreenStack<Screen>
    typealias Actions = StackAction<Screen, ScreenAction>
    let changes = Reducer<Stack, Actions> { stack, action in
      switch action {
      case .screen: break
      case .push(let screen): stack.push(screen)
      case .back: stack.goBack()
      case .remove(let id): stack.remove(from: id)
      case .open(let bottom, let above): stack.replace(with: bottom, above)
      }
    }
    let screens = Reducer<Stack, Actions>.scope(
      elements: \.entries,
      action: CasePath(Actions.screen) {
        if case .screen(let id, let action) = $0 { (id, action) } else { nil }
      },
      dismissed: Actions.remove,
      .scope(state: \Stack.Entry.screen, action: .itself, screen), fileID: fileID, line: line,
      function: function)
    return .scope(state: field, action: action, .combine(screens, changes))
  }
}
