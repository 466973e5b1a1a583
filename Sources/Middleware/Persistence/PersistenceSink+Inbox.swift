import MillraceStore
import MillraceSystem

/// The inbox entry whose action this thread dispatches.
package final class InboxEntry: Sendable {
  @TaskLocal package static var current: InboxEntry?

  private let name: Guarded<String?>
  private let sink: ObjectIdentifier

  init(_ name: String, of sink: AnyObject) {
    self.name = Guarded(name)
    self.sink = ObjectIdentifier(sink)
  }

  /// The entry's name, for the first commit that it causes. Other files of the state have their own
  /// inboxes.
  func take(by sink: AnyObject) -> String? {
    ObjectIdentifier(sink) == self.sink ? name.withLock { $0.take() } : nil
  }

  static func line(schema: Int, action: some Collection<UInt8>) -> [UInt8] {
    CheckedLine.make(
      Array("{\"schema\":\(schema),\"action\":".utf8) + action + [UInt8(ascii: "}")])
  }
}

/// Whether a thread is taking actions from the inbox.
enum InboxDrain: Sendable {
  case none, isRunning
  /// Another entry may have arrived after the thread read the inbox, so it must read the inbox again.
  case rerunRequested
}

extension PersistenceSink {
  private struct Schema: Decodable { let schema: Int }

  /// The actions waiting in the inbox, in order of arrival.
  private func entries(in inbox: String) -> [(name: String, actions: [Action])] {
    guard let coding = settings.durability.journal,
      let names = try? settings.storage.names(in: inbox)
    else { return [] }
    let taken = writing.withLock { writing in
      // Includes entries whose lines are not yet written.
      writing.applied.union(pending.withLock { $0.lines.compactMap(\.entry) })
    }
    return names.sorted().compactMap { name in
      guard name.hasSuffix(".json"), !taken.contains(name) else { return nil }
      let path = Path.join(inbox, name)
      do {
        let bytes = try settings.storage.read(path, from: 0)
        guard bytes.last == UInt8(ascii: "\n"), CheckedLine.hasValidChecksum(bytes.dropLast())
        else {
          throw PersistenceError.badEntry(path: path, reason: "it is damaged")
        }
        let (data, decoder) = (Data(bytes), JSONFormat.decoder())
        let schema = try decoder.decode(Schema.self, from: data).schema
        return (
          name, try coding.actions(in: data, of: schema, known: settings.version, decoder)
        )
      } catch {
        let issue = error as? PersistenceError
        report(.noticed(issue ?? .badEntry(path: path, reason: explain(error))))
        return nil
      }
    }
  }

  /// Removes the entries that are in the journal, once the journal is synchronized.
  private func removeAppliedEntries(of inbox: String) {
    writing.withLock { own in
      guard !own.applied.isEmpty, (try? own.journal.synchronize()) != nil else { return }
      for name in own.applied where (try? settings.storage.remove(Path.join(inbox, name))) != nil {
        own.applied.remove(name)
      }
    }
  }

  /// Applies the entries that arrived before the store started.
  func applyInbox(to state: inout State) throws(PersistenceError) {
    let inbox = writing.withLock { $0.journal.inbox }
    removeAppliedEntries(of: inbox)
    let entries = entries(in: inbox)
    if entries.isEmpty { return }
    if let base = saving.withLock({ $0?.base }) { try saveState(of: base) }
    var lines: [PendingLine] = []
    for (name, actions) in entries {
      for action in actions {
        store.reduce(&state, action)
        guard let erased = settings.durability.journal?.erase(action) else { continue }
        lines.append(PendingLine(version: UInt64(lines.count) + 1, action: erased, entry: name))
      }
    }
    try writing.withLock { own throws(PersistenceError) in try own.write(atStart: lines) }
    removeAppliedEntries(of: inbox)
  }

  /// Dispatches the actions that other processes put into the inbox, in order.
  ///
  /// Only one thread at a time does this, because an entry must not be applied twice. A call on
  /// another thread, or by a subscriber, does not wait; it makes the first thread look again. No
  /// lock is held while an action is dispatched.
  func drainInbox() {
    let isFirst: Bool = inboxVisit.withLock { visit in
      defer { visit = visit == .none ? .isRunning : .rerunRequested }
      return visit == .none
    }
    guard isFirst else { return }
    while true {
      drainInboxOnce()
      let isDone: Bool = inboxVisit.withLock { visit in
        defer { visit = visit == .rerunRequested ? .isRunning : .none }
        return visit == .isRunning
      }
      if isDone { return }
    }
  }

  private func drainInboxOnce() {
    let (inbox, isOpen) = writing.withLock { ($0.journal.inbox, $0.isOpen) }
    // While the store starts or ends, no action is taken; the timer looks again.
    if !isOpen { return }
    if !store.isRunning() { return timer.noteChange() }
    for (name, actions) in entries(in: inbox) {
      let entry = InboxEntry(name, of: self)
      for action in actions {
        InboxEntry.$current.withValue(entry) { _ = store.dispatch(action) }
      }
      // If a middleware dropped the action, no commit took the entry; the entry still counts as
      // applied.
      if !store.isRunning() { return }
      if let name = entry.take(by: self) { writing.withLock { _ = $0.applied.insert(name) } }
    }
    removeAppliedEntries(of: inbox)
  }
}
