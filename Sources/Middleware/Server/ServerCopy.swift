import MillraceStore
import MillraceSystem

/// This machine's copy of a document on a server. The outboxes are not part of it.
struct ServerCopy<Model: DocumentModel>: Sendable {
  /// The server's entries that this machine has read, as a log that its processes share.
  var replica: FileLog
  /// The result of applying the entries of `replica`.
  var agreed: DocumentContent<Model>
  /// The copy gets a new snapshot when its entries are longer than this number of bytes, and than
  /// the last snapshot. The number is random, so that processes with the same entries do not all
  /// write one.
  let snapshotThreshold = Int.random(in: 1_000_000...2_000_000)
  /// The checksum of the copy's last entry, as text; nil if it is not known, because only a
  /// snapshot includes the entry. A server that was restored from a backup has another entry with
  /// this number, or none.
  var lastEntry: String?

  /// The identity of the log on the server. The identity of `replica` is this one, a dot, and a
  /// random name, so that other processes of this machine notice when the copy is begun again.
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
  /// The most entries that are sent at once.
  var limit = ServerLink.mostEntries

  static var mostEntries: Int { 500 }
}

/// The result of sending: there was nothing to send, the server has the entries, or it did not
/// append them.
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
  /// Identifies the timer that was scheduled last. Earlier timers do nothing when they fire.
  var timer = 0

  /// How long the last exchange took.
  var duration = Duration.zero

  /// The pause before the next exchange. While new entries arrive, it is 50 ms, or twice the
  /// duration of the last exchange if that is longer, up to 500 ms. While there is nothing new, it
  /// grows to 2 s, and no further, because a connection may miss notifications. After failed
  /// exchanges, it grows to 5 s.
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
