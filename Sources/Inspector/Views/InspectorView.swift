import Millrace
import MillraceRender

/// The inspector as a component, for an overlay, a web page or another program. It shows the
/// commits, the state, the tree and the frames of a program, and a slider through the recorded
/// versions.
///
/// While it is visible, it updates at most 30 times a second.
public struct InspectorView: LiveComponent {
  enum Tab: String, CaseIterable { case log, state, views, timings, screen }

  private let inspector: Inspector
  @Local private var tab = Tab.log
  @Local private var log = LogState()
  @Local private var isHelping = false
  @Local private var problem: String?
  /// A link for a browser, which permits time travel; nil while the view shows none.
  @Local private var link: String?
  /// A message about the file that was written last. The next command that can fail removes it.
  @Local private var written: String?
  /// The main control of the current tab.
  @Local private var focus = FocusHandle()
  @Environment(\.terminal) private var terminal
  /// Whether the viewer is a web page. Its keys write no files.
  @MainActor private var isPage: Bool { terminal.session?.isPage != false }

  /// Shows an inspector.
  /// - Parameter inspector: The inspector to show.
  public init(_ inspector: Inspector) { self.inspector = inspector }

  public var connectionSource: AnyHashable? { ObjectIdentifier(inspector) }

  public func connect(_ invalidation: Invalidation) -> AnyObject? {
    let parts = [inspector.observe { invalidation() }, inspector.screen.beginViewing()]
    return Subscription { withExtendedLifetime(parts) {} }
  }

  public func body(in context: RenderContext) -> Node {
    inspector.screen.describeFrames()
    let rows = CommitRows(history: inspector.history)
    let log = LogPane(
      inspector: inspector, rows: rows, state: $log, focus: focus, bind: { bind($0, $1, nil, $2) })
    return Column {
      Tabs(Tab.allCases.map { TabItem($0, $0.rawValue.capitalized) }, selection: $tab).shrink(0)
      Column {
        switch tab {
        case .log: log
        case .state: StatePane(inspector: inspector, focus: focus)
        case .views: ViewsPane(inspector: inspector, focus: focus)
        case .timings: TimingsPane(inspector: inspector, rows: rows, focus: focus)
        case .screen:
          ScreenPane(inspector: inspector, focus: focus, isPage: isPage) { write($0, $1) }
        }
      }.grow().shrink(1)
      if let file = inspector.file {
        Text(String(file.text.dropLast())).style(file.fit == .fine ? \.muted : \.danger).shrink(0)
      }
      if let problem = problem ?? inspector.screen.problem {
        Text(problem).style(\.danger).shrink(0)
      }
      if let link = link ?? written { Text(link).style(\.accent).shrink(0) }
      timeline
      KeyHints()
      HelpDialog(isHelping) { isHelping = false }
    }
    .grow().keys("Inspector") {
      for (index, tab) in Tab.allCases.enumerated() {
        let key = KeyChord(.character(Character("\(index + 1)")))
        Bind(key, tab.rawValue.capitalized, name: "inspector.\(tab.rawValue)", isShown: false) {
          self.tab = tab
        }
      }
      Bind("l", "Live", name: "inspector.live") { inspector.goLive() }
      Bind("[", "Step back", name: "inspector.back") { go(to: shown - min(shown, 1)) }
      Bind("]", "Step forward", name: "inspector.forward") { go(to: max(shown, shown &+ 1)) }
      bind("R", "Go on from here", "resume") {
        if inspector.showsBranch { return try inspector.resumeBranch() }
        if let position = inspector.position { try inspector.resume(at: position) }
      }
      bind("p", "Pause the views", "pause") {
        if inspector.position != nil, inspector.file == nil { return inspector.goLive() }
        try inspector.travel(to: inspector.versions.upperBound)
      }
      bind("H", "Hold actions, or release them", "hold") {
        if inspector.holding.waiting == nil { inspector.hold() } else { inspector.release() }
      }
      bind("D", "Drop held actions", "drop") { inspector.release(dropping: true) }
      if !isPage {
        bind("S", "Save the session", "save") {
          let (history, versions) = (inspector.history, inspector.versions)
          let name = "\(Self.programName)-\(versions.lowerBound)-\(versions.upperBound).jsonl"
          write(name) { try history.recording(nil, nil, limit: .max) }
        }
        bind("T", "Write a test of the last commits", "test") {
          write("\(Self.programName)-\(shown)-Tests.swift") { [inspector, shown] in
            Array(try inspector.testSource(through: shown).utf8)
          }
        }
      }
      if inspector.opening.withLock({ $0 != nil }) {
        Bind(["esc"], "Cancel", name: "inspector.cancel") { inspector.goLive() }
      }
      bind("w", "Link for a browser or curl", "link") {
        if link != nil { return link = nil }
        // The server starts with the first link.
        let server =
          try inspector.screen.server ?? InspectorServer(inspector, name: Self.programName)
        inspector.screen.server = server
        link = server.makeLink()
      }
      Bind("?", "Keys", name: "inspector.help") { isHelping = true }
      if tab == .log { for bind in log.binds { bind } }
    }
    .onAppear { focus.focus() }
    .onChange(of: inspector.screen.picks) { _, _ in tab = .views }
  }

  /// The slider through the recorded versions, and the version that the program shows.
  @MainActor private var timeline: Node {
    let versions = inspector.versions
    let position = inspector.position
    return Row(gap: 2) {
      SizeReader { size in
        Slider(
          Int(clamping: shown),
          in: Int(clamping: versions.lowerBound)...Int(clamping: versions.upperBound), step: 1,
          length: max(2, size.width - 8)
        ) { go(to: UInt64($0)) }
      }
      .grow()
      if let opening = inspector.opening.withLock({ $0 }) {
        let percent = Int(opening.fraction.withLock { $0 } * 100)
        Text("opening \(opening.path): \(percent) %, Escape cancels").truncate().style(\.accent)
      } else if let position {
        let arrivals = inspector.arrivals
        let name = inspector.showsBranch ? "branch" : "version \(position)"
        Text("\(name) of \(versions.upperBound)\(arrivals > 0 ? ", +\(arrivals)" : "")")
          .style(\.accent).shrink(0)
        Button("Live") { inspector.goLive() }.shrink(0)
      } else {
        Text("live, version \(versions.upperBound)").style(\.muted).shrink(0)
      }
      if let waiting = inspector.holding.waiting {
        Text("held, \(waiting) waiting").style(\.accent).shrink(0)
        Button("Release") { inspector.release() }.shrink(0)
      }
    }
    .height(1).shrink(0)
  }

  /// Binds a key that hints do not show. If its action fails, the view shows the reason.
  @MainActor private func bind(
    _ key: KeyChord, _ title: String, _ name: String?,
    _ action: @escaping @MainActor () throws -> Void
  ) -> Bind {
    let name = name ?? title.split(separator: " ").joined(separator: "-").lowercased()
    return Bind(key, title, name: "inspector.\(name)", isShown: false) { attempt(action) }
  }

  private static var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
  }

  /// Writes a file, readable by its owner alone, to the current folder, and shows its name.
  @MainActor private func write(
    _ name: String, _ content: @escaping @Sendable () throws -> [UInt8]
  ) {
    let folder = inspector.screen.folder
    let path = (folder == "." ? "" : folder + "/") + name
    written = "writing \(path)"
    inspector.screen.work = Task {
      let result = await Task.detached { Result { try Inspector.create(path, content()) } }.value
      attempt {
        try result.get()
        written = "written: \(path)"
      }
    }
  }

  /// The version that views show.
  @MainActor private var shown: UInt64 { inspector.position ?? inspector.versions.upperBound }

  /// Travels to a version. For the newest version, goes live instead, unless a file is open or
  /// commits have arrived since the travel began.
  @MainActor private func go(to version: UInt64) {
    let versions = inspector.versions
    let version = min(max(version, versions.lowerBound), versions.upperBound)
    if version == versions.upperBound, inspector.arrivals == 0, inspector.file == nil {
      return inspector.goLive()
    }
    attempt { try inspector.travel(to: version) }
  }

  @MainActor private func attempt(_ body: () throws -> Void) {
    (written, problem, inspector.screen.problem) = (nil, nil, nil)
    do { try body() } catch { problem = "\(error)" }
  }
}
