import Dispatch
import MillraceMiddleware
import MillraceStore
import MillraceSystem

/// A connection to a document on a PostgreSQL server.
final class PostgresConnection: ServerConnection {
  private static let entryLimit = 16 << 20
  private static let notify = "pg_notify('millrace_' || md5($1), '')"

  let readOnly: String?
  private let link: Guarded<PostgresLink>
  private let document: String
  private let onNews: @Sendable () -> Void
  private let queue = DispatchQueue(label: "millrace.postgres")
  private let source: CancellableSource

  init(
    _ link: consuming sending PostgresLink, _ document: String,
    _ onNews: @escaping @Sendable () -> Void
  ) throws(ServerError) {
    readOnly = try PostgresTables.open(link, document)
    let socket = try link.duplicateSocket()
    source = CancellableSource(
      DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue))
    self.link = Guarded(link)
    (self.document, self.onNews) = (document, onNews)
    source.activate { [weak self] in
      guard let self else { return }
      // While a statement runs, `use` waits for its end. The statement receives notifications, too.
      try? use { link throws(ServerError) in try link.receive() }
      // Notifications that arrive within this time cause one call.
      source.pause(for: .milliseconds(30), on: queue)
    } end: {
      SystemFiles().close(socket)
    }
  }

  deinit { source.cancel() }

  func close() {
    link.withLock { $0.close() }
    source.cancel()
  }

  /// Calls a body with the connection, and then `onNews` if there is news.
  private func use<Answer: Sendable>(
    _ body: @Sendable (PostgresLink) throws(ServerError) -> Answer
  ) throws(ServerError) -> Answer {
    let (answer, hasNews, isOpen) = link.withLock { link in
      defer { link.hasNews = false }
      let answer = Result { () throws(ServerError) in try body(link) }
      return (answer, link.hasNews, link.isOpen)
    }
    if !isOpen { source.cancel() }
    // Called on the queue, because this thread may hold a lock that `onNews` needs.
    if hasNews { queue.async(execute: onNews) }
    return try answer.get()
  }

  /// Runs a statement. In it, `$1` is the name of the document, and the values follow as `$2`,
  /// `$3`, …
  private func run(_ statement: String, _ values: String...) throws(ServerError) -> [PostgresRow] {
    try use { link throws(ServerError) in try link.run(statement, [document] + values) }
  }

  func read(from number: UInt64) throws(ServerError) -> ServerBatch? {
    let rows = try run(
      """
      select d.log, d.number, d.snapshot_number, e.number, e.entry
      from millrace_documents as d left join lateral (
        select number, entry from (
          select number, entry, row_number() over numbers as ordinal,
            sum(octet_length(entry)) over numbers as size
          from (select number, entry from millrace_entries
            where document = d.name and number >= $2 order by number limit 500) as next
          window numbers as (order by number)) as sized
        where ordinal <= 2 or size <= \(Self.entryLimit)) as e on true
      where d.name = $1 order by e.number
      """, "\(number)")
    guard let first = rows.first else { return nil }
    var batch = ServerBatch(
      log: try first.text(0), last: try first.number(1), snapshot: try first.number(2), entries: [])
    for row in rows where !row.isNull(3) {
      let next = try row.number(3)
      if next > batch.last || next < max(number, batch.entries.last.map { $0.number + 1 } ?? 0) {
        throw .refused("the server has an entry with the number \(next) where none can be")
      }
      batch.entries.append((next, try row.text(4, limit: Self.entryLimit)))
    }
    return batch
  }

  func snapshot() throws(ServerError) -> ServerSnapshot? {
    let rows = try run(
      "select log, snapshot_number, snapshot from millrace_documents where name = $1")
    guard let row = rows.first else { return nil }
    return ServerSnapshot(
      log: try row.text(0), number: try row.number(1), text: try row.text(2, limit: 1 << 30))
  }

  func begin(_ snapshot: ServerSnapshot) throws(ServerError) {
    _ = try run(
      """
      with made as (insert into millrace_documents (name, log, number, snapshot_number, snapshot)
        values ($1, $2, $3, $3, $4) on conflict do nothing returning name)
      select \(Self.notify) from made
      """, snapshot.log, "\(snapshot.number)", snapshot.text)
  }

  func append(
    _ entries: [ServerEntry], by writer: String, to log: String, after number: UInt64
  ) throws(ServerError) -> Bool {
    if entries.contains(where: { $0.text.utf8.count > Self.entryLimit }) {
      throw .refused("a change is larger than 16 MiB: split it")
    }
    // `turn`: appends wait for an advisory lock. If they waited for the row, each commit would wake
    // all of them. After the wait, the update sees the row as the last append left it. `notified`
    // limits notifications to one in 20 ms, because a participant that found an entry reads again
    // soon. If an entry has a line break, there are more texts than positions, and the table
    // refuses the null in place of a position.
    let rows = try run(
      """
      with new as (select ordinality, position, entry from
        unnest(string_to_array($5, ' ')::bigint[], string_to_array($6, E'\\n'))
          with ordinality as new (position, entry)),
      turn as materialized (
        select clock_timestamp() as now from pg_advisory_xact_lock(1835625580, hashtext($1))),
      document as (update millrace_documents set number = number + (select count(*) from new),
        notified = case when notified < now - interval '20 ms' then now else notified end
        from turn where name = $1 and log = $2 and number >= $3
        returning number, notified = now as is_due),
      added as (insert into millrace_entries (document, number, writer, position, entry)
        select $1, number - (select count(*) from new) + ordinality, $4, position, entry
        from document, new)
      select case when is_due then \(Self.notify) end from document
      """, log, "\(number)", writer, entries.map { "\($0.position)" }.joined(separator: " "),
      entries.map(\.text).joined(separator: "\n"))
    return !rows.isEmpty
  }

  func position(of writer: String) throws(ServerError) -> UInt64 {
    let rows = try run(
      """
      select coalesce(max(position), 0) from millrace_entries where document = $1 and writer = $2
      """, writer)
    return try rows.first?.number(0) ?? 0
  }

  func save(_ snapshot: ServerSnapshot) throws(ServerError) {
    let saved = try run(
      """
      update millrace_documents set snapshot_number = $3, snapshot = $4
      where name = $1 and log = $2 and snapshot_number < $3 and number >= $3 returning name
      """, snapshot.log, "\(snapshot.number)", snapshot.text)
    if saved.isEmpty { return }
    // The newest entry of each writer stays, because its position shows which entries of the writer
    // the server has received. The limit of 10,000 keeps a deletion under a second.
    do {
      _ = try run(
        """
        delete from millrace_entries where document = $1 and number in (
          select e.number from millrace_documents as d join millrace_entries as e on e.document = d.name
          where d.name = $1 and e.number < d.snapshot_number and e.made < now() - d.keep
            and exists (select from millrace_entries as newer where newer.document = e.document
              and newer.writer = e.writer and newer.position > e.position)
          order by e.number limit 10000)
        """)
    } catch .forbidden(_) {
      // Another user, who may delete entries, deletes them later.
    }
  }
}
