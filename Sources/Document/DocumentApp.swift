#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program around a file. Its document is saved after each change, has undo, is merged with
/// changes of other programs, and is followed by other processes. Its interface belongs to this
/// process alone.
///
/// ```swift
/// try await DocumentApp(interface: NotesScreen.self, file: DocumentFile("notes.json")) { state, dispatch, terminal in
///   List(state.document.items) { Text($0.title) }
///     .keys { Bind("u", "Undo", name: "undo") { dispatch(.undo) } }
///   DocumentNotices(state)
/// }.run()
/// ```
///
/// The program's keys may send `.undo`, `.redo`, and `.show(.conflicts)`; keys for resolving
/// conflicts and for quitting should call `Dispatcher.resolve(_:)` and `Dispatcher.quit(_:_:)`.
@MainActor
public struct DocumentApp<Interface: DocumentInterface> {
  /// The state of the program's store.
  public typealias State = DocumentState<Interface>
  /// The actions of the program's store.
  public typealias Action = DocumentAction<Interface>

  private let file: DocumentFile<Interface>?
  private let initial: State
  private let middleware: [Middleware<State, Action>]
  private let dependencies: Dependencies
  private let view: TerminalApp<State, Action>.View

  /// - Parameters:
  ///   - document: The document to begin with if there is no file.
  ///   - interface: The type of this process's own state.
  ///   - file: The document's file; nil for a document that is not saved.
  ///   - middleware: The program's own middleware, which receives actions after the file's.
  ///   - dependencies: The dependencies of effects.
  ///   - view: The view of a state. Pure.
  public init(
    document: Interface.Document = .init(), interface: Interface.Type,
    file: DocumentFile<Interface>?, middleware: [Middleware<State, Action>] = [],
    dependencies: Dependencies = Dependencies(),
    @NodeBuilder view: @escaping TerminalApp<State, Action>.View
  ) {
    (self.file, self.middleware) = (file, middleware)
    (self.dependencies, self.view) = (dependencies, view)
    initial = State(document: document)
  }

  /// Returns the dependencies of a store, through which its commands find its terminal.
  func makeDependencies() -> Dependencies {
    let link = TerminalLink()
    var dependencies = dependencies
    dependencies[TerminalLink.Key.self] = link
    dependencies[TerminalKey.self] = { link.control }
    return dependencies
  }

  /// Makes the store of a run, with the content of the file.
  /// - Parameter isReadOnly: Whether the store is read-only, as it is without a terminal.
  public func makeStore(isReadOnly: Bool = false) -> Store<State, Action> {
    makeMonitoredStore(isReadOnly: isReadOnly).store
  }

  private func makeMonitoredStore(
    isReadOnly: Bool
  ) -> (store: Store<State, Action>, monitor: DocumentMonitor<Interface>?) {
    guard let file else {
      let store = Store(
        initial: initial, reducer: .document(), middleware: [.ownSteps()] + middleware,
        dependencies: makeDependencies())
      return (store, nil)
    }
    let monitor = DocumentMonitor(file)
    let saving = file.persistence(isReadOnly ? .readOnly : .writeOrRead) { monitor.receive($0) }
    let store = Store(
      initial: initial,
      reducer: isReadOnly ? .document() : .document().sources(monitor.sources),
      middleware: [.ownSteps(), monitor.middleware, saving]
        + (isReadOnly ? [] : [file.interfacePersistence]) + middleware,
      dependencies: makeDependencies(), onIssue: { monitor.receive($0) })
    monitor.connect(store)
    return (store, monitor)
  }

  /// Returns the program for a store that ``makeStore(isReadOnly:)`` or ``sessionStore(of:)`` made.
  public func terminalApp(_ store: Store<State, Action>) -> TerminalApp<State, Action> {
    let link = store.dependencies[TerminalLink.Key.self]
    return TerminalApp(store) { [view] state, dispatch, terminal in
      link.control = terminal
      try view(state, dispatch, terminal)
      DocumentDialogs(
        state: state, file: store.savedFile, dispatch: dispatch, quit: { terminal.quit() })
    }
  }

  /// Shows the program until it ends, and saves everything then. If the output is no terminal,
  /// prints the view once, even while another program has the document open.
  /// - Throws: Errors of reading or saving the document; `TerminalError`.
  public func run() async throws { try await run { app, _ in try await app.runReturningEnding() } }

  /// Shows the program like ``run()``, beside other sessions on the same document.
  ///
  /// ```swift
  /// try await app.run { terminal, session in
  ///   let other = try session().start(on: device)
  ///   defer { other.end() }
  ///   return try await terminal.runReturningEnding()
  /// }
  /// ```
  /// - Parameters:
  ///   - isReadOnly: Whether the store is read-only; nil for read-only if the output is no
  ///     terminal.
  ///   - around: Runs the first program, on the terminal, until it ends. `session` makes the
  ///     program of one more session, with a store from ``sessionStore(of:)``. The commands of that
  ///     program reach its own device.
  /// - Throws: The errors of ``run()`` and of `around`.
  public func run(
    isReadOnly: Bool? = nil,
    _ around:
      @MainActor (
        _ terminal: TerminalApp<State, Action>,
        _ session: @escaping @MainActor () -> TerminalApp<State, Action>
      ) async throws -> Ending
  ) async throws {
    let isShown = Tty.isAvailable(environment: ProcessInfo.processInfo.environment)
    let (store, monitor) = makeMonitoredStore(isReadOnly: isReadOnly ?? !isShown)
    defer { store.finish() }
    let ending = try await around(terminalApp(store)) { terminalApp(sessionStore(of: store)) }
    store.finish()
    try? Tty.print(monitor?.issues.map { SafeText.visible($0) } ?? [], asErrors: true)
    if let failure = store.savedFile?.failure { throw failure }
    ending.raiseSignal()
  }
}

extension Dispatcher {
  /// Opens the dialog for a pending decision: a conflict, or taking over the file.
  @MainActor public func resolve<Interface>(_ state: DocumentState<Interface>)
  where Action == DocumentAction<Interface> {
    if state.access == .abandoned {
      self(.show(.takeOver))
    } else if !state.conflicts.isEmpty {
      self(.show(.conflicts))
    }
  }

  /// Ends the program. If the document cannot be saved, first opens a dialog that offers another
  /// file.
  @MainActor public func quit<Interface>(
    _ state: DocumentState<Interface>, _ terminal: TerminalControl
  ) where Action == DocumentAction<Interface> {
    if state.failure == nil { terminal.quit() } else { self(.show(.notSaved)) }
  }
}

/// The terminal of a program, for commands such as one that runs an editor.
public enum TerminalKey: DependencyKey {
  public static var defaultValue: @MainActor @Sendable () -> TerminalControl {
    { TerminalControl.none }
  }
}

/// Connects the commands of a store to its terminal.
@MainActor
private final class TerminalLink {
  enum Key: DependencyKey {
    /// For a store without a ``DocumentApp``: no command finds this link.
    static var defaultValue: TerminalLink { TerminalLink() }
  }

  nonisolated init() {}

  var control = TerminalControl.none
}
