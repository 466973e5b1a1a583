import MillraceRender
import MillraceTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a view may know of, and ask from, the terminal that it stands on.
public struct TerminalControl: Sendable, Equatable {
  /// The size of the screen.
  public let size: TerminalSize
  /// Whether the background is light or dark; nil where the terminal does not tell. Views are made again when
  /// the terminal answers, and when its user changes it.
  public let background: TerminalTraits.Background?
  /// Whether anybody can press a key: false where the view is printed as plain text.
  public let isInteractive: Bool
  private weak var session: TerminalSession?

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
    let line = SafeText.visible(title).split(separator: "\n").joined(separator: " ")
    session?.announce(.title(line))
  }

  /// Puts a text on the user's clipboard (OSC 52), also from afar. Many terminals ask their user first, or
  /// forbid it; none tells.
  @MainActor public func copy(_ text: String) {
    session?.announce(.clipboard(Data(text.utf8).base64EncodedString()))
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
