import MillraceStore
import MillraceSystem

/// This machine's copy of a document on a server. The outboxes are not part of it.
struct ServerCopy<Model: DocumentModel>: Sendable {
  /// The entries of the server, as far as they are known. The processes of the machine share it.
  var replica: FileLog
  /// The result of applying these entries.
  var agreed: DocumentContent<Model>
  /// The length of the copy's entries that calls for a snapshot, in bytes. It differs, so that processes which have
  /// the same entries do not write at once.
  let snapshotThreshold = Int.random(in: 1_000_000...2_000_000)
  /// The checksum of the last known entry, as text; nil after a server's snapshot. A server that was restored
  /// from a backup has another entry with its number, or none.
  var lastEntry: String?

  /// The identity of the log on the server. That of the copy is IDENTITY.RANDOM: a copy that was begun again is
  /// another log for the other processes of this machine.
  var log = ""

  /// The identity that the replica has.
  var replicaLog: String { String((replica.head?.log ?? "").prefix { $0 != "." }) }
}

/// The connection of a process to the server.
struct ServerLink: Sendable {
  var connection: (any ServerConnection)?
  /// Whether something was read over this connection.
  var hasRead = false
  /// Why this user's changes are not taken; nil if they are.
  var forbidden: String?
  /// How many entries are sent at once.
  var limit = ServerLink.mostEntries

  static var mostEntries: Int { 500 }
}

/// The result of sending entries.
enum Sending { case nothing, sent, skipped }

/// When a process asks the server.
struct ServerPace: Sendable {
  var runBlocking: BlockingQueue?
  var scheduler: (any Scheduler)?
  var date: @Sendable () -> Duration = { .zero }
  /// Whether an exchange was asked for that has not ended, and whether another one was, meanwhile.
  var isBusy = false
  var isDueAgain = false
  /// Whether it is time to look for what ended processes have left.
  var mustSendOthers = true
  /// How often the server was not reached, or had nothing new, in a row.
  var (failures, idle) = (0, 0)
  /// The number of the newest timer: older ones do nothing.
  var timer = 0

  /// How long the last exchange took.
  var duration = Duration.zero

  /// While entries of others arrive, they are read every 50 ms, or less often where that takes longer than a third
  /// of the time. A connection may lose wake-ups: so the pauses grow to 2 s while there is nothing new, and to
  /// 5 s while the server is not reached.
  var pause: Duration {
    if failures > 0 { return min(.milliseconds(125 << min(failures, 6)), .seconds(5)) }
    if idle == 0 { return min(max(.milliseconds(50), duration * 2), .milliseconds(500)) }
    return min(.milliseconds(50 << min(idle, 6)), .seconds(2))
  }
}

extension FileLog.Head {
  /// In the copy of a server's log: the checksum of the last entry that the snapshot includes.
  var lastEntry: String? { export ?? previous }
}
