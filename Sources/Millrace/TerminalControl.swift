import MillraceRender
import MillraceTerminal

extension Dependencies {
  /// The terminal on which the store's program is shown, for commands such as one that runs an
  /// editor. Without a program, it is not interactive.
  @MainActor public var terminal: TerminalControl { ofStore[TerminalControl.self] ?? .none }
}

/// The properties of a terminal that a view can read, and the requests that it can make.
public struct TerminalControl: Sendable, Equatable {
  /// The size of the screen.
  public let size: TerminalSize
  /// Whether the background is light or dark; nil while this is unknown. Views are made again when
  /// the terminal reports its background, and when its user changes the background.
  public let background: TerminalTraits.Background?
  /// Whether the user can press keys: false if the view is printed as plain text.
  public let isInteractive: Bool
  package private(set) weak var session: TerminalSession?

  /// For a view without a terminal.
  package static let none = TerminalControl(
    size: TerminalSize(columns: 80, rows: 24), background: nil, session: nil)

  init(
    size: TerminalSize, background: TerminalTraits.Background?, session: TerminalSession?
  ) {
    self.size = size
    self.background = background
    self.session = session
    isInteractive = session != nil
  }

  /// Whether both values belong to the same session, and have the same size and background.
  public static func == (first: TerminalControl, second: TerminalControl) -> Bool {
    first.size == second.size && first.background == second.background
      && first.session === second.session
  }

  /// Ends the program. In a browser, ends the session of the tab; the program goes on.
  @MainActor public func quit() { session?.end(.quit) }

  /// Releases the terminal as at the end of the program, runs other work on it, such as an editor,
  /// and reclaims it.
  ///
  /// While the work runs, the program continues, but draws no frame and reads no key. Signals that
  /// Ctrl-C, Ctrl-\\ and Ctrl-Z cause have no effect on the program, but reach a child process: if
  /// it stops, `work` has to continue it. Afterwards the whole screen is painted, at the terminal's
  /// new size.
  ///
  /// If the program ends while the work runs, such as by SIGTERM, the work is cancelled. If the
  /// terminal is gone afterwards, the program ends, and the result of the work is still returned.
  /// If ``isInteractive`` is false, the work just runs.
  /// - Parameter work: The work, which has the terminal until it returns. Cancelled with the
  ///   calling task.
  /// - Throws: ``TerminalError/suspended`` if other work has the terminal,
  ///   ``TerminalError/notATerminal`` in a browser, or ``TerminalError/ended`` after the program's
  ///   end; in these cases, the work does not run. Otherwise the errors of the work.
  @MainActor public func suspend<Result: Sendable>(
    _ work: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    guard isInteractive else { return try await work() }
    guard let session else { throw TerminalError.ended }
    return try await session.suspend(work)
  }

  /// Sets the title of the window. When the program ends, the earlier title is restored, if the
  /// terminal can store it.
  /// - Parameter title: Control characters in it are made visible.
  @MainActor public func setTitle(_ title: String) {
    session?.announce(.title(Self.line(title)))
  }

  private static func line(_ text: String) -> String {
    SafeText.visible(text).split(separator: "\n").joined(separator: " ")
  }

  /// Puts a text on the user's clipboard (OSC 52), even over a remote connection. Many terminals
  /// ask their user first, or forbid it; none reports the result. The clipboard is never read.
  /// - Returns: Whether the text is sent to the terminal: false above 74,994 bytes, the limit of
  ///   terminals, without a terminal, in ``ScreenMode/updates``, and after the program's end.
  @discardableResult
  @MainActor public func copy(_ text: String) -> Bool { session?.copy(text) ?? false }

  /// Prints lines above a program below the prompt
  /// (``ScreenMode/inline(rows:mouse:clearsAtEnd:)``), where they scroll away with the terminal's
  /// other lines. The lines are printed with the next frame or, when the program ends, with the
  /// last frame. In any other ``ScreenMode``, nothing is printed.
  /// - Parameter text: One or more lines. Control characters are made visible.
  @MainActor public func print(_ text: String) { session?.print(SafeText.visible(text)) }

  /// Shows progress in the title bar or the task bar, on terminals that are known to support it
  /// (OSC 9;4: VTE 0.80, ghostty 1.2, iTerm2 3.6.6, kitty 0.38, WezTerm of 2025, or later). The
  /// progress is removed when the program ends.
  /// - Parameter progress: Nil for no progress.
  @MainActor public func setProgress(_ progress: TerminalProgress?) {
    session?.announce(.progress(progress))
  }

  /// Shows a desktop notification, on terminals that are known to support it (OSC 777: contour,
  /// foot, ghostty, WezTerm; OSC 9: iTerm2, kitty). Of several notifications before a frame, only
  /// the last is shown.
  /// - Parameters:
  ///   - title: A few words. Title and body are limited to 200 characters each, in one line;
  ///     semicolons become commas, and control characters are made visible.
  ///   - body: Further text, if any.
  @MainActor public func notify(_ title: String, _ body: String = "") {
    func safe(_ text: String) -> String {
      String(Self.line(text).replacing(";", with: ",").prefix(200))
    }
    session?.announce(.notification(title: safe(title), body: safe(body)))
  }

  /// Makes the whole view again and evaluates every body. This shows changes that views do not
  /// observe, such as code that was replaced while the program runs. See
  /// ``TerminalSession/reload()``.
  @MainActor public func reload() { session?.reload() }

  /// Rings the terminal's bell.
  @MainActor public func ring() { session?.announce(.bell) }

  /// Whether frames record what was rendered, why, and at what cost; see ``inspect()``. Off by
  /// default.
  @MainActor public var isInspected: Bool {
    get { session?.isInspected ?? false }
    nonmutating set { session?.isInspected = newValue }
  }

  /// The tree on the screen, with the record of the last frame while ``isInspected`` was on; empty
  /// if the view is printed as plain text.
  /// - Complexity: O(nodes).
  @MainActor public func inspect() -> [InspectedNode] { session?.inspect() ?? [] }
}

extension EnvironmentValues {
  /// The terminal of a view.
  public var terminal: TerminalControl { .none }
}
