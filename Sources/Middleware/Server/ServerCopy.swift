import MillraceStore
import MillraceSystem

/// This machine's copy of a document on a server. The outboxes are not part of it.
struct ServerCopy<Model: DocumentModel>: Sendable {
  /// A log with the server's entries that are known. The processes of the machine share it.
  var replica: FileLog
  /// The result of applying these entries.
  var agreed: DocumentContent<Model>
  /// The length of the copy's entries above which a snapshot is due, in bytes. It is random, so
  /// that processes with the same entries do not write at once.
  let snapshotThreshold = Int.random(in: 1_000_000...2_000_000)
  /// The checksum of the last known entry, as text; nil after a server's snapshot. A server that
  /// was restored from a backup has another entry with the same number, or none.
  var lastEntry: String?

  /// The identity of the log on the server. That of the copy's log is IDENTITY.RANDOM, so that a
  /// copy which was begun again is another log for the other processes of this machine.
  var log = ""

  /// The identity of the server's log from which the replica was begun.
  var replicaLog: String { String((replica.head?.log ?? "").prefix { $0 != "." }) }
}

/// The connection of a process to the server.
struct ServerLink: Sendable {
  var connection: (any ServerConnection)?
  /// Whether something was read over this connection.
  var hasRead = false
  /// Why this user may not append; nil if that is allowed.
  var forbidden: String?
  /// How many entries are sent at once.
  var limit = ServerLink.mostEntries

  static var mostEntries: Int { 500 }
}

/// The result of sending entries.
enum Sending { case nothing, sent, skipped }

/// The pace of a process's exchanges with the server.
struct ServerPace: Sendable {
  var runBlocking: BlockingQueue?
  var scheduler: (any Scheduler)?
  var date: @Sendable () -> Duration = { .zero }
  /// Whether an exchange waits or runs, and whether another one must follow it.
  var isBusy = false
  var isDueAgain = false
  /// Whether it is time to send the entries that ended processes have left.
  var mustSendOthers = true
  /// How many exchanges in a row have failed, and how many had nothing new.
  var (failures, idle) = (0, 0)
  /// The number of the newest timer: older ones do nothing.
  var timer = 0

  /// How long the last exchange took.
  var duration = Duration.zero

  /// The pause before the next exchange. While new entries arrive, it is 50 ms, or twice the
  /// duration of the last exchange if that is longer, up to 500 ms. While there is nothing new, it
  /// grows to 2 s, and no further, because a connection may lose wake-ups; while the server is not
  /// reached, to 5 s.
  var pause: Duration {
    if failures > 0 { return min(.milliseconds(125 << min(failures, 6)), .seconds(5)) }
    if idle == 0 { return min(max(.milliseconds(50), duration * 2), .milliseconds(500)) }
    return min(.milliseconds(50 << min(idle, 6)), .seconds(2))
  }
}

extension FileLog.Head {
  /// The checksum of the last entry that the snapshot includes, in the copy of a server's log. Such
  /// a copy has no readable file, so its head has this checksum instead of the file's.
  var lastEntry: String? { export ?? previous }
}
