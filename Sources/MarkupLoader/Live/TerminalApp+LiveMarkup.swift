import Millrace

extension TerminalApp {
  /// Shows changes of markup while a debug build of the program runs. Local state is kept. In
  /// release builds, this method changes nothing.
  ///
  /// ```swift
  /// try await app.liveMarkup(in: "Sources/Program/Views").run()
  /// ```
  /// The folder is watched while the program is on the screen. If the markup has a mistake, a line
  /// at the bottom of the screen shows it, and the earlier bodies stay until the mistake is fixed.
  /// - Parameters:
  ///   - folder: The folder that contains the markup and style files, directly or in subfolders. A
  ///     relative path is resolved in the working directory, then in the folders above the
  ///     caller's file.
  ///   - file: The caller's file.
  public func liveMarkup(in folder: String, file: StaticString = #filePath) -> TerminalApp {
    #if DEBUG
      liveMarkup(in: markupFolder(folder, file: "\(file)"), reload: makeMarkupReload())
    #else
      self
    #endif
  }
}

#if DEBUG
  import MillraceSystem

  /// Makes live bodies from the files of a folder, by path. The function is called with all files
  /// each time one of them has changed.
  ///
  /// The function returns the bodies to show from now on, and a one-line message for the user if
  /// something is wrong. With a message and no slot, the earlier bodies stay. With neither,
  /// compiled bodies are shown. Mistakes that are found while a body is made are reported to
  /// `reportIssue`.
  package typealias MarkupReload =
    @MainActor (_ files: [String: [UInt8]], _ reportIssue: @escaping @MainActor (String) -> Void) ->
    (slot: LiveMarkupSlot?, message: String?)

  /// Makes the reload function of a program. Each program needs its own function, because the
  /// function counts revisions.
  @MainActor
  package func makeMarkupReload() -> MarkupReload { MarkupBodies().reload }

  extension TerminalApp {
    /// - Parameters:
    ///   - folder: The absolute path of the folder.
    ///   - scheduler: Delays the next scan while an editor may be saving a file.
    ///   - reload: Makes the bodies of markup.
    package func liveMarkup(
      in folder: String, scheduler: any Scheduler = .live, reload: @escaping MarkupReload
    ) -> TerminalApp {
      wrappingContent { content in
        LiveMarkupView(
          content: content,
          makeWatch: { LiveMarkupWatch(folder, scheduler, reload, $0) }
        ).node
      }
    }
  }

  /// The absolute path of a markup folder.
  /// - Parameter file: A source file. If the working directory does not contain the folder, the
  ///   folders above this file are searched.
  func markupFolder(_ folder: String, file: String) -> String {
    func isFolder(_ path: String) -> Bool { (try? SystemFiles().status(of: path))?.kind == .folder }
    let path = (try? SystemFiles().absolute(folder)) ?? Path.join("/", folder)
    var above = Path(file)
    while !isFolder(path), above.text != above.folder, above.folder != "." {
      above = Path(above.folder)
      let found = Path.join(above.text, folder)
      if isFolder(found) { return found }
    }
    return path
  }

  /// A program's content, with the current bodies of its markup.
  private struct LiveMarkupView: LiveComponent {
    let content: Node
    let makeWatch: @MainActor (Invalidation) -> LiveMarkupWatch
    private let version = ContentIdentity()

    // The source is a constant, so that there is one watch while the program is on the screen.
    var connectionSource: AnyHashable? { "live markup" }

    func connect(_ invalidation: Invalidation) -> AnyObject? { makeWatch(invalidation) }

    func body(in context: RenderContext) -> Node {
      let watch = context.connection as? LiveMarkupWatch
      // When the markup changes, only components that read the slot are rendered again.
      let program = Static(id: ObjectIdentifier(version)) { content }.node
        .environment(\.liveMarkup, watch?.slot)
        // The watch begins only when the program is on a screen, because plain text output runs no
        // effects.
        .onAppear { watch?.begin() }
      return .fragment([program, MarkupMessage(text: watch?.message).node])
    }
  }

  /// Identifies a version of the content.
  private final class ContentIdentity {}

  /// A line at the bottom of the screen, above all layers, which takes no space from the program.
  private struct MarkupMessage: Component, Equatable {
    let text: String?
    @Environment(\.theme) var theme

    var body: Node {
      if let text {
        Portal(to: .toast) {
          let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
          Node(Element(ToastsContent(), children: [Text(line).truncate().style(theme.danger)]))
            .absolute(left: 0, right: 0, bottom: 0)
        }
      }
    }
  }

  /// Watches a markup folder, and keeps the result of the last reload.
  @MainActor
  private final class LiveMarkupWatch {
    private(set) var slot: LiveMarkupSlot?
    private(set) var message: String?
    private let path: String
    private let scheduler: any Scheduler
    private let reload: MarkupReload
    private let invalidation: Invalidation
    private var folder: MarkupFolder?

    init(
      _ path: String, _ scheduler: any Scheduler, _ reload: @escaping MarkupReload,
      _ invalidation: Invalidation
    ) {
      (self.path, self.scheduler) = (path, scheduler)
      (self.reload, self.invalidation) = (reload, invalidation)
    }

    func begin() {
      guard folder == nil else { return }
      folder = MarkupFolder(path, scheduler: scheduler) { [weak self] in self?.reload($0) }
    }

    private func reload(_ files: MarkupFiles) {
      let result = reload(files.contents) { [weak self] in self?.reportIssue($0) }
      message = result.message ?? files.problems.min { $0.key < $1.key }?.value
      if result.slot != nil || result.message == nil { slot = result.slot }
      invalidation()
    }

    private func reportIssue(_ message: String) {
      self.message = message
      invalidation()
    }
  }
#endif
