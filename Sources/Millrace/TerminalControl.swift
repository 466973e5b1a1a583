import MillraceRender
import MillraceTerminal

/// What a view may know of, and ask from, the terminal that it stands on.
public struct TerminalControl: Sendable, Equatable {
  /// The size of the screen.
  public let size: TerminalSize
  /// Whether the background is light or dark; nil where the terminal does not tell. Views are made again when
  /// the terminal answers, and when its user changes it.
  public let background: TerminalTraits.Background?
  /// Whether anybody can press a key: false where the view is printed as plain text.
  public let isInteractive: Bool
  package private(set) weak var session: TerminalSession?

  /// What stands on no terminal.
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

  /// Whether both are the same terminal, of the same size and background.
  public static func == (first: TerminalControl, second: TerminalControl) -> Bool {
    first.size == second.size && first.background == second.background
      && first.session === second.session
  }

  /// Ends the program.
  @MainActor public func quit() { session?.end(.quit) }

  /// Gives the terminal back, as at the end of the program, runs something else on it, an editor say, and takes
  /// it over again.
  ///
  /// Meanwhile the program goes on, but draws no frame and reads no key. Ctrl-C, Ctrl-\\ and Ctrl-Z, where they
  /// are signals, do nothing to it: a child process that stops has to be continued by `work`. On return all is
  /// painted, at the size that the terminal has by then.
  ///
  /// A program that ends meanwhile, by SIGTERM say, cancels the work. A terminal that is gone on return is the
  /// program's end; what the work returned is returned all the same. Where nothing is interactive, the work
  /// just runs.
  /// - Parameter work: Has the terminal until it returns. It is cancelled with the task that calls.
  /// - Throws: ``TerminalError/suspended`` if something else has the terminal already, or
  ///   ``TerminalError/ended`` after the end, and the work does not run; else what the work throws.
  @MainActor public func suspend<Result: Sendable>(
    _ work: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    guard isInteractive else { return try await work() }
    guard let session else { throw TerminalError.ended }
    return try await session.suspend(work)
  }

  /// Names the window. The title that it had comes back at the end, where the terminal can keep it.
  /// - Parameter title: control characters in it are made visible.
  @MainActor public func setTitle(_ title: String) {
    session?.announce(.title(Self.line(title)))
  }

  private static func line(_ text: String) -> String {
    SafeText.visible(text).split(separator: "\n").joined(separator: " ")
  }

  /// Puts a text on the user's clipboard (OSC 52), also from afar. Many terminals ask their user first, or
  /// forbid it; none tells. Nothing is ever read from there.
  /// - Returns: Whether the terminal is told: not of more than 74,994 bytes, which is what terminals take, and not
  ///   where there is none.
  @discardableResult
  @MainActor public func copy(_ text: String) -> Bool { session?.copy(text) ?? false }

  /// Prints lines above a program that lives below the prompt (``ScreenMode/inline(rows:mouse:clearsAtEnd:)``),
  /// where they scroll away with what else the terminal shows. They are printed with the next frame, at the latest
  /// with the last one. A program that has the whole screen has no place for them: there, nothing is printed.
  /// - Parameter text: one line or several. Control characters in it are made visible.
  @MainActor public func print(_ text: String) { session?.print(SafeText.visible(text)) }

  /// Shows how far something is in the title bar or the task bar, on terminals that are known to do so (OSC 9;4:
  /// VTE 0.80, ghostty 1.2, iTerm2 3.6.6, kitty 0.38, WezTerm of 2025, or later). It is taken back at the end.
  /// - Parameter progress: nil: nothing goes on.
  @MainActor public func setProgress(_ progress: TerminalProgress?) {
    session?.announce(.progress(progress))
  }

  /// Has the desktop tell its user something, on terminals that are known to do so (OSC 777: contour, foot,
  /// ghostty, WezTerm; OSC 9: iTerm2, kitty). Of several before a frame it is the last.
  /// - Parameters:
  ///   - title: in a few words. Of this and the rest, 200 characters show at most, in one line; commas stand for
  ///     semicolons, and control characters are made visible.
  ///   - body: the rest, if there is more to say.
  @MainActor public func notify(_ title: String, _ body: String = "") {
    func safe(_ text: String) -> String {
      String(Self.line(text).replacing(";", with: ",").prefix(200))
    }
    session?.announce(.notification(title: safe(title), body: safe(body)))
  }

  /// Rings the terminal's bell.
  @MainActor public func ring() { session?.announce(.bell) }

  /// Whether frames note what was rendered, why, and at what cost; see ``inspect()``. Off by default.
  @MainActor public var isInspected: Bool {
    get { session?.isInspected ?? false }
    nonmutating set { session?.isInspected = newValue }
  }

  /// The tree as it is on the screen, with what the last frame did while ``isInspected`` was on; empty
  /// where the view is printed as plain text.
  /// - Complexity: O(nodes).
  @MainActor public func inspect() -> [InspectedNode] { session?.inspect() ?? [] }
}

extension EnvironmentValues {
  /// The terminal that a view stands on.
  public var terminal: TerminalControl { .none }
}
