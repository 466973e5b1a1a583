import MillraceMiddleware

/// The tables, in the first schema of the user's `search_path` that has them.
enum PostgresTables {
  /// The version of the tables, which is stored as the comment of the table of documents.
  private static let version = "millrace 1"

  /// Makes the tables. An advisory lock, whose number is "mill" in ASCII, lets one program at a
  /// time make them; for later programs, they exist already. `fillfactor` leaves space beside the
  /// row of a document, because each append updates the row; `toast_tuple_target` stores the
  /// snapshot outside of the row. `keep` is the age at which an entry that the snapshot includes
  /// may be deleted.
  private static let make = """
    do $$ begin
      perform pg_advisory_xact_lock(1835625580);
      create table millrace_documents (name text primary key, log text not null,
        number bigint not null, snapshot_number bigint not null, snapshot text not null,
        keep interval not null default '30 days', notified timestamptz not null default '-infinity')
        with (fillfactor = 50, toast_tuple_target = 128);
      create table millrace_entries (number bigint not null, writer text not null,
        document text not null references millrace_documents on delete cascade,
        position bigint not null, made timestamptz not null default clock_timestamp(),
        entry text not null check (octet_length(entry) <= 16777216),
        primary key (document, number), unique (document, writer, position));
      comment on table millrace_documents is '\(version)';
    exception when duplicate_table then null; end $$
    """

  private static let inspect = """
    select current_setting('server_encoding'), documents is not null and entries is not null,
      coalesce(obj_description(documents, 'pg_class'), ''), 'millrace_' || md5($1), current_user,
      has_table_privilege(documents, 'update') and has_table_privilege(entries, 'insert'),
      format('grant create on schema %I to %I', coalesce(current_schema(), 'public'), current_user)
    from (select to_regclass('millrace_documents')::oid as documents,
      to_regclass('millrace_entries')::oid as entries) as tables
    """

  /// Makes the tables if they do not exist, and listens for news of a document.
  /// - Returns: Why this user may not append entries; nil if that is allowed.
  static func open(_ link: PostgresLink, _ document: String) throws(ServerError) -> String? {
    func row() throws(ServerError) -> PostgresRow {
      try link.run(inspect, [document]).first ?? PostgresRow(values: [])
    }
    var found = try row()
    if try found.text(0) != "UTF8" {
      let encoding = ServerError.line(try found.text(0))
      throw .refused("the database is in \(encoding): create one with `encoding 'UTF8'`")
    }
    if try found.text(1) != "t" {
      do { _ = try link.run(make) } catch .forbidden(_) {
        let grant = ServerError.line(try found.text(6))
        throw .forbidden("there are no tables yet. The owner of the database runs: \(grant)")
      }
      found = try row()
    }
    if try found.text(2) != version {
      throw .refused(
        "the tables millrace_documents and millrace_entries are of another version: update this program, or use another database"
      )
    }
    _ = try link.run("listen \(try found.text(3))")
    let user = ServerError.line(try found.text(4))
    return try found.text(5) == "t"
      ? nil
      : "the user \(user) may only read: it lacks update on millrace_documents or insert on millrace_entries"
  }
}
