import Millrace
import MillraceInspector

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct Processes: Codable, Equatable, Sendable {
  var list = ProcessList()
  var problem: String?
  var current: Int?
  /// The state of the columns. At first, the table is sorted by processor use.
  var table = TableState(sort: .init(column: "CPU %", isDescending: true))
  /// The process that ends when the user confirms.
  var asked: ProcessSample?
}

enum ProcessesAction: Codable, Equatable, Sendable {
  case refresh, loaded(ProcessList), failed(String), selected(Int?), table(TableState), ask, cancel,
    end(Int, Int32)
}

extension ProcessesAction {
  static func sort(by column: String) -> ProcessesAction {
    .table(TableState(sort: .init(column: column, isDescending: true)))
  }
}

let processes = Reducer<Processes, ProcessesAction> { state, action -> Command<ProcessesAction> in
  switch action {
  case .refresh:
    return .task { .loaded(try ProcessList(in: $0[ProcessFolder.self])) }
      .catch { _ in .failed("This machine has no /proc, which lists the processes.") }
      .cancellable(id: "refresh", inFlight: .cancelled)
  case .loaded(var list):
    list.compare(with: state.list)
    (state.list, state.problem) = (list, nil)
  case .failed(let reason): state.problem = reason
  case .selected(let id): state.current = id
  case .table(let table): state.table = table
  case .ask: state.asked = state.list.samples.first { $0.id == state.current }
  case .cancel: state.asked = nil
  case .end(let id, let signal):
    state.asked = nil
    return .task { $0[ProcessKiller.self](id, signal).map { .failed($0) } ?? .refresh }
  }
  return .none
}

/// The folder that lists processes. This is a dependency, so that a test can replace it.
enum ProcessFolder: DependencyKey {
  static let defaultValue = "/proc"
}

/// Sends a signal to a process. Returns an error message if that fails.
enum ProcessKiller: DependencyKey {
  static let defaultValue: @Sendable (Int, Int32) -> String? = { id, signal in
    kill(pid_t(id), signal) == 0 ? nil : "\(id): \(String(cString: strerror(errno)))"
  }
}

/// A table of processes, refreshed every two seconds.
@main
struct ProcessesProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  private static let columns = [
    TableColumn<ProcessSample>("PID", align: .trailing, sortedBy: \.id) { "\($0.id)" },
    TableColumn("Name", width: .share(), sortedBy: \.name) { $0.name },
    TableColumn(
      "CPU %", align: .trailing, number: { ($0.share * 10).rounded() / 10 }, sortedBy: \.share
    ) { "\($0.share, format: .fixed(1))" },
    TableColumn("MB", align: .trailing, sortedBy: \.memory) {
      "\(Double($0.memory) / 1_048_576, format: .fixed(1))"
    },
  ]

  /// The program, for `main` and for tests.
  @MainActor
  static func app(
    _ dependencies: Dependencies = Dependencies()
  ) -> TerminalApp<Processes, ProcessesAction> {
    let store = Store(
      initial: Processes(),
      reducer: processes.sources { _ in
        [.timer(id: "refresh", every: .seconds(2)) { .refresh }]
      },
      start: .action(.refresh), dependencies: dependencies)
    return TerminalApp(store) { state, dispatch, terminal in
      Column {
        if let problem = state.problem { Text(problem).style(\.danger).shrink(0) }
        Table(
          state.list.samples, columns: columns,
          state: Binding(get: { state.table }) { dispatch(.table($0)) }
        )
        .current(Binding(get: { state.current }) { dispatch(.selected($0)) })
        KeyHints()
      }
      .keys("Processes") {
        Bind("c", "By CPU") { dispatch(.sort(by: "CPU %")) }
        Bind("m", "By memory") { dispatch(.sort(by: "MB")) }
        Bind("k", "End", isEnabled: state.current != nil) { dispatch(.ask) }
        Bind("q", "Quit") { terminal.quit() }
      }
      if let asked = state.asked {
        Dialog("End \(asked.name)?", onClose: { dispatch(.cancel) }) {
          Text("Process \(asked.id). Unsaved data will be lost.")
          Row(gap: 1, justify: .end) {
            Button("Cancel") { dispatch(.cancel) }
            Button("End") { dispatch(.end(asked.id, SIGTERM)) }
            Button("Kill") { dispatch(.end(asked.id, SIGKILL)) }
          }
        }
      }
    }
  }
}
