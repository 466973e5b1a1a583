import Millrace
import MillraceTesting
import Testing

// The program and the tests of the article "Effects that retry".

struct Upload: Equatable, Sendable {
  enum Status: Equatable, Sendable {
    case idle
    case sending(attempt: Int)
    case sent
    case failed(String)
  }

  var status = Status.idle
}

enum UploadAction: Equatable, Sendable { case send, attempt, sent, failed(String), cancel }

struct UploadError: Error, CustomStringConvertible {
  var description: String
  var isTemporary = true
}

enum Uploader: DependencyKey {
  static var defaultValue: @Sendable () async throws -> Void { { try await uploadReport() } }
}

let upload = Reducer<Upload, UploadAction> { upload, action -> Command<UploadAction> in
  switch action {
  case .send:
    upload.status = .sending(attempt: 0)
    return .run { send in
      send(.attempt)
      try await send.dependencies[Uploader.self]()
      send(.sent)
    }
    .retry(
      .backOff(attempts: 4, delay: .seconds(1), factor: 2, maximum: .seconds(30)) { error in
        (error as? UploadError)?.isTemporary ?? true
      }
    )
    .catch { .failed("\($0)") }
    .cancellable(id: "upload", inFlight: .cancelled)
  case .attempt:
    if case .sending(let attempt) = upload.status { upload.status = .sending(attempt: attempt + 1) }
  case .sent: upload.status = .sent
  case .failed(let problem): upload.status = .failed(problem)
  case .cancel:
    upload.status = .idle
    return .cancel(id: "upload")
  }
  return .none
}

struct UploadToast: Component {
  let status: Upload.Status
  @Environment(\.toaster) var toaster

  var body: Node {
    Text("Uploads").onChange(of: status) { _, status in
      if case .failed(let problem) = status { toaster.show("Not sent: \(problem)", role: .danger) }
    }
  }
}

struct UploadView: Component {
  let state: Upload
  let dispatch: Dispatcher<UploadAction>

  var body: Node {
    switch state.status {
    case .idle: Button("Send") { dispatch(.send) }
    case .sending(let attempt):
      Spinner(attempt < 2 ? "Sending" : "Sending, attempt \(attempt)")
      Button("Cancel") { dispatch(.cancel) }
    case .sent: Text("Sent.")
    case .failed(let problem):
      Text("Not sent: \(problem)").style(\.danger)
      Button("Try again") { dispatch(.send) }
    }
  }
}

struct Delivery: Equatable, Sendable {
  var attempts = 0
  /// Why the last attempt failed; nil while an attempt runs.
  var problem: String?
  var isWaiting = false
}

enum DeliveryAction: Equatable, Sendable {
  case send, attempt, attemptFailed(String), sent, failed(String)
}

let delivery = Reducer<Delivery, DeliveryAction> { state, action -> Command<DeliveryAction> in
  switch action {
  case .send:
    state = Delivery()
    return .run { send in
      send(.attempt)
      do {
        try await send.dependencies[Uploader.self]()
      } catch {
        send(.attemptFailed("\(error)"))
        throw error
      }
      send(.sent)
    }
    .retry(.backOff(attempts: 3))
    .catch { .failed("\($0)") }
  case .attempt:
    state = Delivery(attempts: state.attempts + 1)
  case .attemptFailed(let problem):
    (state.problem, state.isWaiting) = (problem, true)
  case .failed, .sent: state.isWaiting = false
  }
  return .none
}

private func uploadReport() async throws {}

actor FlakyServer {
  private var failures: Int

  init(failures: Int) { self.failures = failures }

  func upload() throws {
    if failures == 0 { return }
    failures -= 1
    throw UploadError(description: "no connection")
  }
}

@Suite("Effects that retry")
struct RetryingTests {
  @Test("a temporary error is tried again after one second, then after two")
  func succeeds() async throws {
    let server = FlakyServer(failures: 2)
    let store = TestStore(initial: Upload(), reducer: upload) {
      $0[Uploader.self] = { try await server.upload() }
    }
    try await store.send(.send) { $0.status = .sending(attempt: 0) }
    try await store.receive(.attempt) { $0.status = .sending(attempt: 1) }
    await store.clock.waitUntilPending()
    store.clock.advance(by: .seconds(1))
    try await store.receive(.attempt) { $0.status = .sending(attempt: 2) }
    await store.clock.waitUntilPending()
    store.clock.advance(by: .seconds(2))
    try await store.receive(.attempt) { $0.status = .sending(attempt: 3) }
    try await store.receive(.sent) { $0.status = .sent }
    try await store.finish()
  }

  @Test("the error of an attempt is in the state while the next one waits")
  func showsEachFailure() async throws {
    let server = FlakyServer(failures: 1)
    let store = TestStore(initial: Delivery(), reducer: delivery) {
      $0[Uploader.self] = { try await server.upload() }
    }
    try await store.send(.send)
    try await store.receive(.attempt) { $0.attempts = 1 }
    try await store.receive(.attemptFailed("no connection")) {
      ($0.problem, $0.isWaiting) = ("no connection", true)
    }
    await store.clock.waitUntilPending()
    store.clock.advance(by: .seconds(1))
    try await store.receive(.attempt) { $0 = Delivery(attempts: 2) }
    try await store.receive(.sent)
    try await store.finish()
  }

  @Test("the last failure arrives as the attempt's and as the work's")
  func lastFailure() async throws {
    let store = TestStore(initial: Delivery(), reducer: delivery) {
      $0[Uploader.self] = { throw UploadError(description: "no connection") }
    }
    try await store.send(.send)
    for attempt in 1...3 {
      try await store.receive(.attempt) { $0 = Delivery(attempts: attempt) }
      try await store.receive(.attemptFailed("no connection")) {
        ($0.problem, $0.isWaiting) = ("no connection", true)
      }
      if attempt == 3 { break }
      await store.clock.waitUntilPending()
      store.clock.advance(by: .seconds(attempt))
    }
    try await store.receive(.failed("no connection")) { $0.isWaiting = false }
    try await store.finish()
  }

  @Test("another error is shown at once")
  func fails() async throws {
    let store = TestStore(initial: Upload(), reducer: upload) {
      $0[Uploader.self] = { throw UploadError(description: "no rights", isTemporary: false) }
    }
    try await store.send(.send) { $0.status = .sending(attempt: 0) }
    try await store.receive(.attempt) { $0.status = .sending(attempt: 1) }
    try await store.receive(.failed("no rights")) { $0.status = .failed("no rights") }
    try await store.finish()
  }

  @Test("a cancel ends the wait for the next attempt")
  func cancels() async throws {
    let store = TestStore(initial: Upload(), reducer: upload) {
      $0[Uploader.self] = { throw UploadError(description: "no connection") }
    }
    try await store.send(.send) { $0.status = .sending(attempt: 0) }
    try await store.receive(.attempt) { $0.status = .sending(attempt: 1) }
    await store.clock.waitUntilPending()
    try await store.send(.cancel) { $0.status = .idle }
    try await store.finish()
  }

  @MainActor
  @Test(
    "the screen says which attempt it is, and why the last one failed",
    arguments: [
      (Upload.Status.idle, ["‹Send›"]),
      (.sending(attempt: 1), ["⠋ Sending", "‹Cancel›"]),
      (.sending(attempt: 2), ["⠋ Sending, attempt 2", "‹Cancel›"]),
      (.sent, ["Sent."]),
      (.failed("no connection"), ["Not sent: no connection", "‹Try again›"]),
    ])
  func screen(status: Upload.Status, rows: [String]) throws {
    let app = TerminalApp(Store(initial: Upload(status: status), reducer: upload)) {
      UploadView(state: $0, dispatch: $1)
    }
    #expect(try TestStage(app, columns: 30, rows: 4).rows == rows)
  }

  @MainActor
  @Test("a failure in the state is a toast for a while")
  func toast() throws {
    let store = Store(initial: Upload(), reducer: upload)
    let stage = try TestStage(
      TerminalApp(store) { state, _ in UploadToast(status: state.status) }, columns: 40, rows: 6)
    store.dispatch(.failed("no connection"))
    stage.settle()
    #expect(stage.rows.contains { $0.contains("Not sent: no connection") })
    stage.clock.advance(by: .seconds(5))
    stage.settle()
    #expect(!stage.rows.contains { $0.contains("Not sent") })
  }
}
