import MillraceMiddleware
import MillraceStore

/// What the program does while it is killed.
package enum CrashScenario: String, CaseIterable, Sendable {
  /// One after another, and nothing is saved but lines.
  case journal
  /// Several at once.
  case writers
  /// Long actions, so that the state is saved all the time.
  case compaction
  /// The store ends and begins again after a few actions.
  case endings
  /// As `endings`, and what can be undone must survive.
  case undo
  /// Actions come through the inbox, to a store that has the file.
  case inbox
  /// Actions come through the inbox, and who sends them opens the file.
  case inboxAlone
  /// The whole state is saved for each.
  case snapshot

  var writers: Int { self == .writers || self == .compaction ? 3 : 1 }

  /// In bytes.
  var padding: Int { self == .compaction || self == .undo ? 20_000 : 10 }

  /// How many actions a writer dispatches until the store ends; nil for any number.
  var actionsOfALife: Int? {
    switch self {
    case .endings: 5
    case .undo: 30
    default: nil
    }
  }

  /// Up to so many actions are waited for before the program is killed.
  var patience: Int {
    switch self {
    case .compaction: 60
    case .inbox, .inboxAlone: 4
    default: 20
    }
  }

  private var durability: Durability<CrashAction> {
    switch self {
    case .snapshot: .snapshot
    case .compaction: .journal(syncAfter: .milliseconds(1))
    default: .journal
    }
  }

  /// - Parameter onTrouble: Told what must never be.
  func open(
    _ path: String, access: FileAccess = .write,
    onTrouble: @escaping @Sendable (String) -> Void
  ) -> Store<CrashState, CrashAction> {
    let store = Store(
      initial: CrashState(isUndoable: self == .undo),
      reducer: self == .undo ? undoableCrash : crash,
      middleware: [
        .persistence(
          to: .file(path), version: 1, durability: durability, access: access,
          onEvent: { event in
            switch event {
            // The line that was being written.
            case .noticed(.journalDamaged(_, nil, _, _)), .restored, .saved: break
            case .readOnly(_, nil): break
            default: onTrouble("\(event)")
            }
          })
      ], onIssue: { _ in })
    for failure in store.startupFailures { onTrouble("\(failure)") }
    return store
  }
}

/// The numbers that each writer has dispatched.
struct CrashState: Codable, Equatable, Sendable {
  var numbers: [[Int]] = [[], [], []]
  /// Where there is none, no snapshots are kept for its sake.
  private var steps: UndoHistory<[[Int]]>?

  init(isUndoable: Bool) { steps = isUndoable ? UndoHistory() : nil }

  var history: UndoHistory<[[Int]]> {
    get { steps ?? UndoHistory() }
    set { steps = newValue }
  }
}

enum CrashAction: Codable, Sendable {
  case add(Int, writer: Int, padding: String)
}

private let crash = Reducer<CrashState, CrashAction> { state, action in
  switch action {
  case .add(let number, let writer, _): state.numbers[writer].append(number)
  }
}

/// How many steps can be undone.
let crashSteps = 3

private let undoableCrash = crash.undoable(
  \.numbers, history: \.history, limits: UndoLimits(steps: crashSteps)
) { _, _ in .step() }
