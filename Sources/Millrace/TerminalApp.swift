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
  /// What a view is made of: the state, a way to send actions, and the terminal it stands on.
  public typealias View =
    @MainActor (State, Dispatcher<Action>, TerminalControl) throws -> Node

  package let store: Store<State, Action>
  package let screen: ScreenMode
  /// Makes what is shown, at the start and when the size of the terminal has changed.
  private var content: @MainActor (Dispatcher<Action>, @escaping () -> TerminalControl) -> Node

  /// - Parameters:
  ///   - store: holds the state.
  ///   - screen: what the program takes of the terminal.
  ///   - view: what to show for a state. Pure: called whenever the state changed.
  public init(
    _ store: Store<State, Action>, screen: ScreenMode = .full,
    @NodeBuilder view: @escaping @MainActor (State, Dispatcher<Action>) throws -> Node
  ) {
    self.init(store, screen: screen) { state, dispatch, _ in try view(state, dispatch) }
  }

  /// - Parameters:
  ///   - store: holds the state.
  ///   - screen: what the program takes of the terminal.
  ///   - view: what to show for a state on a terminal; it is called when the size changed, too.
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

  /// A program whose view follows nothing of the state but what it asks for, by `Connect`.
  ///
  /// ```swift
  /// TerminalApp(store) {
  ///   Connect(store, \.title) { title, _ in Text(title) }
  ///   Connect(store, \.items.count) { count, _ in Text("\(count) items") }
  /// }
  /// ```
  /// - Parameters:
  ///   - store: holds the state.
  ///   - screen: what the program takes of the terminal.
  ///   - content: what to show; it is called at the start, and when the size of the terminal has changed.
  public init(
    _ store: Store<State, Action>, screen: ScreenMode = .full,
    @NodeBuilder content: @escaping @MainActor () throws -> Node
  ) {
    self.store = store
    self.screen = screen
    self.content = { _, _ in Whole(content: content).node }
  }

  /// The same program with something around what it shows.
  /// - Parameter wrap: called with the content each time that it is made.
  package func wrappingContent(_ wrap: @escaping @MainActor (Node) -> Node) -> TerminalApp {
    var app = self
    app.content = { [content] dispatcher, control in wrap(content(dispatcher, control)) }
    return app
  }

  /// Shows the program on the terminal until it ends: by ``TerminalControl/quit()``, by Ctrl-C, by
  /// a signal, or because the terminal is gone. The store is finished then, and with it what it
  /// saves.
  ///
  /// Keys come from the terminal that standard output is; standard input may be a pipe, and is the program's
  /// to read. Where standard output is no terminal, the view is printed once, as plain text. With `--plain-updates`
  /// among the arguments, or `TERM=dumb`, it is told line by line (``ScreenMode/updates``).
  ///
  /// Mistakes that the program can live with, in the view (duplicate keys say) and in the store
  /// (the issues of all layers that nobody reads), are shown for a while, each once, and printed on standard
  /// error when the screen has ended.
  ///
  /// However it ends, the terminal is as it was; below the prompt, the last frame may stay (``ScreenMode``). After SIGTERM, SIGINT or SIGHUP, and after Ctrl-C,
  /// the process ends by that signal, as its parent expects, once everything is saved. Where saving takes more than
  /// a second, a line on standard error says so, and the next SIGINT or SIGTERM ends the process at once. In the
  /// background of its shell it is stopped until it is brought to the foreground.
  /// - Throws: the first of the store's start-up failures; ``TerminalError`` if the terminal cannot
  ///   be used.
  public func run() async throws {
    try await runReturningEnding().passOn()
  }

  /// Like ``run()``, but returns after a signal too, and says how it came to an end.
  public func runReturningEnding() async throws -> Ending {
    if let failure = store.startupFailures.first {
      store.finish()
      throw failure
    }
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
    let givingUp = makeGivingUp()
    session.onGivenBack = {
      DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: givingUp)
    }
    let ending = await session.ending()
    // The device is still there, though stopped: for a second no signal cuts the last save short.
    withExtendedLifetime(session) { store.finish() }
    givingUp.cancel()
    try? Tty.print(
      session.issueLines.map { "millrace: \(SafeText.visible($0))" }, asErrors: true)
    return ending
  }

  /// Shows the program on a device, a `TestTerminal` say, and returns. Issues that nobody reads are
  /// shown, and not printed, while the session is there.
  /// - Parameters:
  ///   - device: where to show it. What the program takes of it is for the device to know.
  ///   - scheduler: time, for the pace of frames and for messages that go by themselves.
  ///   - hop: how a change on another thread reaches the main actor.
  ///   - now: the time since 1970-01-01 00:00 UTC, for the environment's `clock`.
  ///   - locale: the environment's `locale`.
  public func start(
    on device: any TerminalDevice, scheduler: any Scheduler = .live,
    hop: @escaping MainActorHop = { work in Task { @MainActor in work() } },
    now: @escaping FrameClock.Reading = { .seconds(Date().timeIntervalSince1970) },
    locale: LocaleIdentifier = "en_US_POSIX"
  ) throws -> TerminalSession {
    let schedule: Toaster.Schedule = { delay, work in
      scheduler.schedule(after: delay) { hop(work) }
    }
    let toaster = Toaster(schedule: schedule)
    let clock = FrameClock(elapsed: { scheduler.elapsed }, now: now, schedule: schedule)
    let kept = KeptIssues(toaster: toaster, hop: hop)
    let reading = store.redirectUnreadIssues { kept.add("\($0)") }
    return try TerminalSession(
      device: device, scheduler: scheduler, hop: hop, kept: kept, reading: reading,
      gate: { retry in
        let gate = FrameGate(store, scheduler: scheduler, hop: hop, retry: retry)
        return { isNew in
          let mayShow = gate?.mayShow(isNew: isNew) ?? true
          return (mayShow, gate?.isLate == true ? " saving waits " : nil)
        }
      }
    ) { control in
      // The dispatcher lasts as long as the session, so that components that hold it stay equal.
      let dispatcher = Dispatcher(store)
      return { root(dispatcher, toaster, clock, locale, control) }
    }
  }

  /// What is shown, with what every view may read from its environment, and with a place for errors that
  /// the program does not show itself.
  private func root(
    _ dispatcher: Dispatcher<Action>, _ toaster: Toaster, _ clock: FrameClock,
    _ locale: LocaleIdentifier,
    _ control: @escaping () -> TerminalControl
  ) -> Node {
    let program = ErrorBoundary {
      content(dispatcher, control)
    } failure: { error, retry in
      Column(gap: 1) {
        Text("This cannot be shown: \(error)").foreground(.red)
        Button("Try again") { retry() }.alignSelf(.start)
      }
    }
    let size = control().size
    return Node.fragment([program.node, ToasterView(toaster).node])
      .environment(\.toaster, toaster)
      .environment(\.clock, clock)
      .environment(\.locale, locale)
      .environment(\.sizeClass, SizeClass(columns: size.columns, rows: size.rows))
      .environment(dispatcher)
      .environment(\.terminal, control())
  }

  /// The view as plain text, a line an array element. Control characters are made visible.
  public func plainTextLines() -> [String] {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    let environment = ProcessInfo.processInfo.environment
    let clock = FrameClock(now: { .seconds(Date().timeIntervalSince1970) })
    renderer.render(
      root(Dispatcher(store), Toaster(), clock, LocaleIdentifier(environment: environment)) {
        .none
      })
    return host.lines
  }
}

/// A view that follows nothing of the state.
private struct Whole: Component {
  let content: @MainActor () throws -> Node

  var body: Node { get throws { try content() } }
}
