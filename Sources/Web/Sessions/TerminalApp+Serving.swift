import Dispatch
import Millrace
import MillraceBindings
import MillraceRender
import MillraceTerminal
import MillraceWidgets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension TerminalApp {
  /// Shows the program on the terminal, as ``run()`` does, and serves it to browsers at the same
  /// time.
  ///
  /// The last line of the terminal shows a link for one browser and the number of connected tabs.
  /// If standard output is not a terminal, the program is served until a signal interrupts it, and
  /// prints its address and the path of the file with its links, if there is one.
  ///
  /// ```swift
  /// var arguments = Array(CommandLine.arguments.dropFirst())
  /// try await app.run(serving: PageOptions.taken(from: &arguments))
  /// ```
  /// - Parameters:
  ///   - options: The address and port; nil runs the program without a server.
  ///   - session: Makes the program of a session; nil uses this program. A store that it makes must
  ///     not have the `.persistence` of this program's store: one store at a time writes a file.
  ///     Stores on one `DocumentLog` share the document.
  /// - Throws: ``PageServerError``, and the errors of ``run()``.
  public func run(
    serving options: PageOptions?, session: (@MainActor () -> TerminalApp<State, Action>)? = nil
  ) async throws {
    try await runReturningEnding(serving: options, session: session).raiseSignal()
  }

  /// Runs as ``run(serving:session:)`` does, but also returns after a signal, with the reason why
  /// the program ended.
  public func runReturningEnding(
    serving options: PageOptions?, session: (@MainActor () -> TerminalApp<State, Action>)? = nil
  ) async throws -> Ending {
    guard let options else { return try await runReturningEnding() }
    try throwStartupFailure()
    let server = try PageServer(options) { session?() ?? self }
    defer { server.stop() }
    guard Tty.isAvailable(environment: ProcessInfo.processInfo.environment) else {
      try Tty.print([server.announcement])
      if let warning = options.warning { try Tty.print([warning], asErrors: true) }
      let signal = await Self.untilInterrupted()
      store.finish()
      return .signal(signal)
    }
    return try await wrappingContent { content in
      Column {
        Row { content.node.grow() }.grow()
        ServingLine(server: server, warning: options.warning).node
      }.node
    }.runReturningEnding()
  }

  /// Waits for a signal that asks the program to end.
  private static func untilInterrupted() async -> Int32 {
    let (signals, received) = AsyncStream.makeStream(of: Int32.self)
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { received.yield(number) }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    for await number in signals { return number }
    return SIGTERM
  }
}

/// A line that shows where the program is served, and the number of connected tabs.
struct ServingLine: Component {
  let server: PageServer
  let warning: String?
  @Environment(\.terminal) private var terminal

  init(server: PageServer, warning: String?) { (self.server, self.warning) = (server, warning) }

  var body: Node {
    terminal.session?.showsLinks = true
    return Connect(server.status) { status, _ in
      Row(gap: 2) {
        Text {
          "Served at "
          TextSpan(status.link).link(status.link)
        }.dim().wrap(.character).shrink(1)
        Text(Self.words(for: status.connected)).dim().shrink(0)
        if let warning { Text(warning).foreground(.yellow).truncate() }
      }
      .shrink(0).semantics(.status)
    }.node
  }

  static func words(for connected: Int) -> String {
    switch connected {
    case 0: "no tabs"
    case 1: "1 tab"
    default: "\(connected) tabs"
    }
  }
}
