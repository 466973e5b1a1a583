/// The status of a document, each part on its own line: conflicts, the notice, and why the document
/// is not saved, offline or read-only.
///
/// The line about conflicts shows the first key that the environment's `KeyMap` has for the name
/// `resolve`; without one, `m`. So give this name to the binding that resolves conflicts.
public struct DocumentNotices<Model: DocumentModel>: Component {
  private let state: DocumentState<Model>
  @Environment(\.keyMap) private var keyMap

  /// Makes the notices for a state.
  /// - Parameter state: The document.
  public init(_ state: DocumentState<Model>) { self.state = state }

  public var body: Node {
    Column { lines }.shrink(0).semantics(.status)
  }

  @NodeBuilder @MainActor private var lines: Node {
    if !state.conflicts.isEmpty {
      Text("! \(conflicts): \(resolveKey) resolves")
        .style(\.accent).shrink(0)
    }
    if let notice = state.notice { Text(notice).style(\.accent).shrink(0) }
    if let failure = state.failure {
      let status = state.isSaved ? "Saved, but the file is not up to date" : "Not saved"
      Text("\(status): \(failure)").style(\.danger).shrink(0)
    }
    if let offline = state.offline {
      Text("Offline\(waiting): \(offline.reason)").truncate().style(\.accent).shrink(0)
    }
    if case .readOnly(let reason) = state.access {
      let waiting = state.offline == nil ? waiting : ""
      Text("Read-only\(waiting): \(reason)").style(\.danger).shrink(0)
    }
  }

  /// A text with the number of changes that are not sent to the server or not saved yet; empty if
  /// there are none.
  private var waiting: String {
    switch state.waiting {
    case 0: ""
    case 1: ", 1 change waits"
    default: ", \(state.waiting) changes wait"
    }
  }

  private var conflicts: String {
    let count = state.conflicts.count
    return count == 1 ? "1 conflict" : "\(count) conflicts"
  }

  @MainActor private var resolveKey: String { keyMap["resolve"]?.first?.description ?? "m" }
}

/// A divider. For four seconds after each change, the change's description and the key that undoes
/// it replace the divider.
///
/// The key is the first one that the environment's `KeyMap` has for the name `undo`; without one,
/// `u`. So give this name to the binding that undoes changes.
public struct DocumentMessageLine: Component, Equatable {
  private let message: DocumentMessage?
  private let isDivider: Bool
  /// The message that is not shown: the state's message at the first rendering, or the last message
  /// whose four seconds have passed.
  @Local private var hidden: DocumentMessage?
  @Local private var timer = Timer()
  @Environment(\.keyMap) private var keyMap
  @Environment(\.clock) private var clock

  /// An object, so that a change of `running` causes no rendering.
  private final class Timer {
    var running: AnyObject?
  }

  /// Makes the line for a message.
  /// - Parameters:
  ///   - message: The state's message.
  ///   - isDivider: Whether a divider is shown without a message.
  public init(_ message: DocumentMessage?, isDivider: Bool = true) {
    (self.message, self.isDivider) = (message, isDivider)
    _hidden = Local(wrappedValue: message)
  }

  public var body: Node {
    Column {
      if let message, message != hidden {
        let hint = message.isUndoable ? " · \(undoKey) undoes" : ""
        Row(gap: 1) {
          if isDivider { Divider().width(2) }
          Text(message.text + hint).truncate().shrink(1)
          if isDivider { Divider().grow() }
        }
      } else if isDivider {
        Divider()
      }
    }
    .shrink(0).semantics(.status)
    .onChange(of: message) { _, _ in
      timer.running = clock.after(.seconds(4)) { hidden = message }
    }
  }

  @MainActor private var undoKey: String { keyMap["undo"]?.first?.description ?? "u" }
}

extension Dispatcher {
  /// Opens the dialog that resolves conflicts, if there are any.
  @MainActor public func resolve<Model>(_ state: DocumentState<Model>)
  where Action == DocumentAction<Model> {
    if !state.conflicts.isEmpty { self(.show(.conflicts)) }
  }

  /// Ends the program. If changes wait because they cannot be saved, opens a dialog instead, which
  /// offers to save to another file or to quit without the changes.
  @MainActor public func quit<Model>(_ state: DocumentState<Model>, _ terminal: TerminalControl)
  where Action == DocumentAction<Model> {
    if state.waiting == 0 || state.isSaved { terminal.quit() } else { self(.show(.notSaved)) }
  }
}
