import Dispatch
import MillraceBindings
import MillraceMiddleware
import MillraceRender
import MillraceStore
import MillraceTerminal
import MillraceWidgets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program on a terminal: a store, and a view that is a function of its state.
///
/// ```swift
/// try await TerminalApp(store) { state, dispatch in
///   Column {
///     Text("\(state.count)")
///     Button("more") { dispatch(.increment) }
///   }
/// }.run()
/// ```
@MainActor
public struct TerminalApp<State: Sendable, Action: Sendable> {
  /// Makes a view from the state, a dispatcher and the terminal.
  public typealias View =
    @MainActor (State, Dispatcher<Action>, TerminalControl) throws -> Node

  package let store: Store<State, Action>
  package let screen: ScreenMode
  /// Makes the content, when the program starts and whenever the view is made again: after a change
  /// of the terminal's size or background, after another program has used the terminal, and by
  /// ``TerminalControl/reload()``.
  private var content: @MainActor (Dispatcher<Action>, @escaping () -> TerminalControl) -> Node

  /// A program whose view depends on the whole state.
  /// - Parameters:
  ///   - store: Holds the state.
  ///   - screen: The part of the terminal that the program uses; by default, the whole screen, with
  ///     the mouse.
  ///   - view: Makes the view from the state and a function that sends actions. It must be pure,
  ///     because it is called whenever the state has changed. Several nodes are laid out in a
  ///     column.
  public init(
    _ store: Store<State, Action>, screen: ScreenMode = .full,
    @NodeBuilder view: @escaping @MainActor (State, Dispatcher<Action>) throws -> Node
  ) {
    self.init(store, screen: screen) { state, dispatch, _ in try view(state, dispatch) }
  }

  /// A program whose view depends on the state and on the terminal, such as its size.
  /// - Parameters:
  ///   - store: Holds the state.
  ///   - screen: The part of the terminal that the program uses.
  ///   - view: Makes the view of a state on a terminal. Also called when the terminal's size or
  ///     background has changed.
  public init(
    _ store: Store<State, Action>, screen: ScreenMode = .full, @NodeBuilder view: @escaping View
  ) {
    self.store = store
    self.screen = screen
    content = { dispatcher, control in
      Connect(store, dispatcher: dispatcher) { state, dispatch in
        try view(state, dispatch, control())
      }.node
    }
  }

  /// A program whose view depends only on the parts of the state that it selects by `Connect`.
  ///
  /// ```swift
  /// let app = TerminalApp(store) {
  ///   Connect(store, \.title) { title, _ in Text(title) }
  ///   Connect(store, \.count) { count, _ in Text("\(count) items") }
  /// }
  /// ```
  /// - Parameters:
  ///   - store: Holds the state.
  ///   - screen: The part of the terminal that the program uses.
  ///   - content: The view. Called when the program starts, and when the terminal's size or
  ///     background has changed.
  public init(
    _ store: Store<State, Action>, screen: ScreenMode = .full,
    @NodeBuilder content: @escaping @MainActor () throws -> Node
  ) {
    self.init(store, screen: screen) { _ in try content() }
  }

  /// A program whose view depends on the terminal, such as its size, and only on the parts of the
  /// state that it selects by `Connect`.
  /// - Parameters:
  ///   - store: Holds the state.
  ///   - screen: The part of the terminal that the program uses.
  ///   - content: The view. Called when the program starts, and when the terminal's size or
  ///     background has changed.
  public init(
    _ store: Store<State, Action>, screen: ScreenMode = .full,
    @NodeBuilder content: @escaping @MainActor (TerminalControl) throws -> Node
  ) {
    self.store = store
    self.screen = screen
    self.content = { _, control in StaticContent { try content(control()) }.node }
  }

  /// The same program with a wrapper around its content.
  /// - Parameter wrap: Called with the content each time it is made.
  package func wrappingContent(_ wrap: @escaping @MainActor (Node) -> Node) -> TerminalApp {
    var app = self
    app.content = { [content] dispatcher, control in wrap(content(dispatcher, control)) }
    return app
  }

  /// Shows the program on the terminal until it ends: by ``TerminalControl/quit()``, by Ctrl-C, by
  /// a signal, or because the terminal is gone. Then the store is finished, and its state saved.
  ///
  /// Keys are read from the terminal of standard output; standard input may be a pipe, for the
  /// program to read. If standard output is not a terminal, or if `TERM=dumb` and standard input is
  /// not a terminal, the view is printed once, as plain text. Otherwise, with `TERM=dumb` or the
  /// argument `--plain-updates`, changes are printed line by line (``ScreenMode/updates``).
  ///
  /// Recoverable mistakes in the view (such as duplicate keys), and issues of the store that the
  /// program does not observe, are shown as toasts, each once, and printed on standard error after
  /// the screen has ended.
  ///
  /// However the program ends, the terminal is restored; below the prompt, the last frame may stay
  /// (``ScreenMode``). After SIGTERM, SIGINT, SIGHUP or Ctrl-C, the process saves everything and
  /// then ends by that signal, as its parent expects. If saving takes more than a second, a line on
  /// standard error says so, and the next SIGINT or SIGTERM ends the process at once. A background
  /// process is stopped until its shell brings it to the foreground.
  /// - Throws: The first of the store's start-up failures; ``TerminalError`` if the terminal cannot
  ///   be used.
  public func run() async throws {
    try await runReturningEnding().raiseSignal()
  }

  /// Like ``run()``, but also returns after a signal, and returns how the program ended.
  public func runReturningEnding() async throws -> Ending {
    try throwStartupFailure()
    let environment = ProcessInfo.processInfo.environment
    guard Tty.isAvailable(environment: environment) else {
      defer { store.finish() }
      let lines = plainTextLines()
      store.flushSinks(through: store.snapshot.version)
      try Tty.print(lines)
      return .quit
    }
    let locale = LocaleIdentifier(environment: environment)
    let screen = screen.chosen(by: CommandLine.arguments, environment)
    let session = try start(
      on: Tty(environment: environment, screen: screen), locale: locale)
    let forcedQuit = makeForcedQuit()
    session.onRelease = {
      DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: forcedQuit)
    }
    let ending = await session.ending()
    // Retains the stopped device, which still handles signals: for a second, no signal interrupts
    // the last save.
    withExtendedLifetime(session) { store.finish() }
    forcedQuit.cancel()
    try? Tty.print(
      session.issueLines.map { "millrace: \(SafeText.visible($0))" }, asErrors: true)
    return ending
  }

  /// Ends the store if one of its middleware failed to start.
  /// - Throws: The error of the first such middleware.
  package func throwStartupFailure() throws {
    guard let failure = store.startupFailures.first else { return }
    store.finish()
    throw failure
  }

  /// Shows the program on a device, such as a `TestTerminal`, and returns. While the session
  /// exists, issues that the program does not observe are shown, and not printed.
  /// - Parameters:
  ///   - device: The device, which also decides which part of the terminal is used.
  ///   - scheduler: Times frames and toasts.
  ///   - runOnMainActor: Runs work on the main actor, for changes on other threads.
  ///   - now: The time since 1970-01-01 00:00 UTC, for the environment's `clock`; by default, the
  ///     `date` of the store's dependencies.
  ///   - locale: The environment's `locale`.
  public func start(
    on device: any TerminalDevice, scheduler: any Scheduler = .live,
    runOnMainActor: @escaping MainActorRunner = { work in Task { @MainActor in work() } },
    now: FrameClock.Reading? = nil,
    locale: LocaleIdentifier = "en_US_POSIX"
  ) throws -> TerminalSession {
    let schedule: Toaster.Schedule = { delay, work in
      scheduler.schedule(after: delay) { runOnMainActor(work) }
    }
    let toaster = Toaster(schedule: schedule)
    let clock = FrameClock(
      elapsed: { scheduler.elapsed }, now: now ?? store.dependencies.date, schedule: schedule)
    let kept = IssueLog(toaster: toaster, runOnMainActor: runOnMainActor)
    let issueSubscription = store.redirectUnobservedIssues { kept.add("\($0)") }
    for issue in store.takePrintedIssues() { kept.show("\(issue)") }
    return try TerminalSession(
      device: device, scheduler: scheduler, runOnMainActor: runOnMainActor, kept: kept,
      issueSubscription: issueSubscription,
      gate: { retry in
        let gate = FrameGate(
          store, scheduler: scheduler, runOnMainActor: runOnMainActor, retry: retry)
        return { isNew in
          let mayShow = gate?.mayShow(isNew: isNew) ?? true
          return (mayShow, gate?.isLate == true ? " saving is delayed " : nil)
        }
      }
    ) { control in
      // The dispatcher is the same for the whole session, so that components with it stay equal.
      let dispatcher = Dispatcher(store)
      return { root(dispatcher, toaster, clock, locale, control) }
    }
  }

  /// The content, with the environment for all views, and an error boundary for errors that the
  /// program does not show itself.
  private func root(
    _ dispatcher: Dispatcher<Action>, _ toaster: Toaster, _ clock: FrameClock,
    _ locale: LocaleIdentifier,
    _ control: @escaping () -> TerminalControl
  ) -> Node {
    let program = ErrorBoundary {
      content(dispatcher, control)
    } failure: { error, retry in
      Column(gap: 1) {
        Text("This view failed: \(error)").foreground(.red)
        Button("Try again") { retry() }.alignSelf(.start)
      }
    }
    let size = control().size
    store.dependencies.ofStore[TerminalControl.self] = control()
    return Node.fragment([program.node, ToasterView(toaster).node])
      .environment(\.toaster, toaster)
      .environment(\.clock, clock)
      .environment(\.locale, locale)
      .environment(\.sizeClass, SizeClass(columns: size.columns, rows: size.rows))
      .environment(dispatcher)
      .environment(\.terminal, control())
  }

  /// The view as plain text, one line per element. Control characters are made visible.
  public func plainTextLines() -> [String] {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    let environment = ProcessInfo.processInfo.environment
    let clock = FrameClock(now: store.dependencies.date)
    renderer.render(
      root(Dispatcher(store), Toaster(), clock, LocaleIdentifier(environment: environment)) {
        .none
      })
    return host.lines
  }
}

/// A view that does not subscribe to the state.
private struct StaticContent: Component {
  let content: @MainActor () throws -> Node

  var body: Node { get throws { try content() } }
}
