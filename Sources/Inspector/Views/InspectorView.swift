import Millrace
import MillraceRender

/// The inspector as a component for any host. It shows the commits, the state, the tree and the
/// frames of a program, and a slider through the recorded versions.
///
/// While it is visible, it updates at most 30 times a second.
public struct InspectorView: LiveComponent {
  enum Tab: String, CaseIterable { case log, state, views, timings, screen }

  private let inspector: Inspector
  @Local private var tab = Tab.log
  @Local private var log = LogState()
  @Local private var isHelping = false
  @Local private var problem: String?
  /// The link, which is visible until the user presses the key again. It permits time travel.
  @Local private var link: String?
  /// The file that was written last, until another key does something.
  @Local private var written: String?
  /// The main control of the current tab.
  @Local private var focus = FocusHandle()
  @Environment(\.terminal) private var terminal
  /// Keys write files only for a viewer on the terminal.
  @MainActor private var writesFiles: Bool { terminal.session?.isPage == false }

  /// - Parameter inspector: The inspector to show.
  public init(_ inspector: Inspector) { self.inspector = inspector }

  public var connectionSource: AnyHashable? { ObjectIdentifier(inspector) }

  public func connect(_ invalidation: Invalidation) -> AnyObject? {
    let parts = [inspector.observe { invalidation() }, inspector.screen.beginViewing()]
    return Subscription { withExtendedLifetime(parts) {} }
  }

  public func body(in context: RenderContext) -> Node {
    let rows = inspector.history.rows
    let log = LogPane(
      inspector: inspector, rows: rows, state: $log, focus: focus, attempt: { attempt($0) })
    return Column {
      Tabs(
        Tab.allCases.map { TabItem($0, $0.rawValue.capitalized) }, selection: $tab
      ).shrink(0)
      Column { tab == .log ? log.node : content(rows) }.grow().shrink(1)
      if let file = inspector.file {
        Text(String(file.text.dropLast())).style(file.fit == .fine ? \.muted : \.danger).shrink(0)
      }
      if let problem = problem ?? inspector.screen.problem {
        Text(problem).style(\.danger).shrink(0)
      }
      if let link = link ?? written { Text(link).style(\.accent).shrink(0) }
      timeline(rows)
      KeyHints()
      HelpDialog(isHelping) { isHelping = false }
    }
    .grow().keys("Inspector") {
      for (place, tab) in Tab.allCases.enumerated() {
        Bind(
          KeyChord(.character(Character("\(place + 1)"))), tab.rawValue.capitalized,
          name: "inspector.\(tab.rawValue)", isShown: false
        ) { self.tab = tab }
      }
      Bind("l", "Live", name: "inspector.live") { inspector.goLive() }
      Bind("[", "Step back", name: "inspector.back") { go(to: shown - min(shown, 1)) }
      Bind("]", "Step forward", name: "inspector.forward") { go(to: max(shown, shown &+ 1)) }
      Bind("R", "Go on from here", name: "inspector.resume", isShown: false) {
        attempt {
          if inspector.showsBranch { return try inspector.resumeBranch() }
          if let position = inspector.position { try inspector.resume(at: position) }
        }
      }
      Bind("p", "Pause the views", name: "inspector.pause", isShown: false) {
        attempt {
          if inspector.position != nil, inspector.file == nil { return inspector.goLive() }
          try inspector.travel(to: inspector.versions.upperBound)
        }
      }
      Bind("H", "Hold actions, or release them", name: "inspector.hold", isShown: false) {
        if inspector.holding.waiting == nil { inspector.hold() } else { inspector.release() }
      }
      Bind("D", "Drop held actions", name: "inspector.drop", isShown: false) {
        inspector.release(dropping: true)
      }
      if writesFiles {
        Bind("S", "Save the session", name: "inspector.save", isShown: false) {
          let versions = inspector.versions
          write("-\(versions.lowerBound)-\(versions.upperBound).jsonl") { [inspector] in
            try inspector.save(to: $0)
          }
        }
        Bind("T", "Write a test of the last commits", name: "inspector.test", isShown: false) {
          write("-\(shown)-Tests.swift") { [inspector, shown] in
            try Inspector.create($0, Array(inspector.testSource(through: shown).utf8))
          }
        }
      }
      if inspector.opening.withLock({ $0 != nil }) {
        Bind(["esc"], "Cancel", name: "inspector.cancel") { inspector.goLive() }
      }
      Bind("w", "Link for a browser or curl", name: "inspector.link", isShown: false) { serve() }
      Bind("?", "Keys", name: "inspector.help") { isHelping = true }
      if tab == .log { for bind in log.binds { bind } }
    }
    .onAppear { focus.focus() }
    .onChange(of: inspector.screen.picks) { _, _ in tab = .views }
  }

  @MainActor private func content(_ rows: CommitRows) -> Node {
    switch tab {
    case .log: .empty
    case .state: StatePane(inspector: inspector, focus: focus).node
    case .views:
      ViewsPane(
        inspector: inspector, frame: inspector.screen.frames.last?.number, focus: focus
      ).node
    case .timings: TimingsPane(inspector: inspector, rows: rows, focus: focus).node
    case .screen: ScreenPane(inspector: inspector, focus: focus).node
    }
  }

  /// The slider through the recorded versions, and the version that the program shows.
  @MainActor private func timeline(_ rows: CommitRows) -> Node {
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
        Text(
          "opening \(opening.path): \(Int(opening.fraction.withLock { $0 } * 100)) %, Escape cancels"
        )
        .truncate().style(\.accent)
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

  /// Starts the server if it does not run yet, and shows a link that works once.
  @MainActor private func serve() {
    if link != nil {
      link = nil
      return
    }
    attempt {
      let server =
        try inspector.screen.server ?? InspectorServer(inspector, name: Self.programName)
      inspector.screen.server = server
      link = server.makeLink()
    }
  }

  private static var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
  }

  /// Writes a file named after the program to the current folder, and shows its name.
  @MainActor private func write(
    _ end: String, _ body: @escaping @Sendable (String) throws -> Void
  ) {
    let folder = inspector.screen.folder
    let name = (folder == "." ? "" : folder + "/") + Self.programName + end
    written = "writing \(name)"
    inspector.screen.work = Task {
      let result = await Task.detached { Result { try body(name) } }.value
      attempt {
        try result.get()
        written = "written: \(name)"
      }
    }
  }

  /// The version that views show.
  @MainActor private var shown: UInt64 { inspector.position ?? inspector.versions.upperBound }

  /// Travels to a version. The newest version is the present.
  @MainActor private func go(to version: UInt64) {
    let versions = inspector.versions
    let version = min(max(version, versions.lowerBound), versions.upperBound)
    if version == versions.upperBound, inspector.arrivals == 0, inspector.file == nil {
      return inspector.goLive()
    }
    attempt { try inspector.travel(to: version) }
  }

  @MainActor private func attempt(_ body: () throws -> Void) {
    (written, inspector.screen.problem) = (nil, nil)
    do {
      try body()
      problem = nil
    } catch { problem = "\(error)" }
  }
}
